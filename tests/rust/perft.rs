//! The numbers of move sequences in `tests/data/perft.csv`.

use doudizhu_core::{Hand, Position, Rules, perft};

/// Beyond this many sequences a row is left to optimised runs: `cargo test --release`.
const MOST_SEQUENCES: u64 = if cfg!(debug_assertions) { 3_000_000 } else { u64::MAX };

fn position(text: &str) -> Position {
    let fields: Vec<_> = text.split(' ').collect();
    let [_, preset, hands, landlord, turn, "-", "0"] = fields[..] else {
        panic!("no position on a lead: {text}")
    };
    let hands: Vec<Hand> = hands.split('/').map(|hand| hand.parse().expect("a hand")).collect();
    let seat = |text: &str| text.parse().expect("a seat");
    let rules = Rules::preset(preset).expect("a preset");
    Position::new(rules, &hands, seat(landlord), Some(seat(turn))).expect("a position")
}

#[test]
fn sequences_are_as_many_as_recorded() {
    let table = include_str!("../data/perft.csv");
    let mut checked = 0;
    for row in table.lines().skip(1) {
        let [text, depth, sequences] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("no row: {row}")
        };
        let sequences: u64 = sequences.parse().expect("a number");
        if sequences <= MOST_SEQUENCES {
            assert_eq!(
                perft(&position(text), depth.parse().expect("a depth")),
                sequences,
                "{row}"
            );
            checked += 1;
        }
    }
    assert!(checked >= 30, "only {checked} rows were checked");
}
