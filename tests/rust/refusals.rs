//! Rules and positions that cannot exist, each with the reason that is named, in the order of the checks.

use doudizhu_core::{Hand, InvalidPosition, InvalidRules, Kind, Move, Position, Rules, Tally};

fn hand(text: &str) -> Hand {
    text.parse().expect("a hand")
}

fn refused(
    hands: &[&str],
    landlord: usize,
    turn: Option<usize>,
    to_beat: Move,
    passes: usize,
    tally: Tally,
) -> InvalidPosition {
    let hands: Vec<_> = hands.iter().map(|text| hand(text)).collect();
    Position::with_standing(Rules::three_player(), &hands, landlord, turn, to_beat, passes, tally)
        .expect_err("no such position")
}

#[test]
fn a_number_that_a_switch_cannot_have_is_no_contradiction() {
    for players in [0, 2, 5, 255] {
        let rules = Rules {
            players,
            ..Rules::four_player()
        };
        let unknown = InvalidRules::UnknownValue {
            field: "players",
            allowed: &[3, 4],
            value: players,
        };
        assert_eq!(rules.validate(), Err(unknown));
    }
    for bomb_double_min in [0, 3, 9] {
        let rules = Rules {
            bomb_double_min,
            ..Rules::default()
        };
        let error = rules.validate().expect_err("no such size");
        assert_eq!(
            error.to_string(),
            format!("bomb_double_min cannot be {bomb_double_min}, only one of [4, 5, 6, 7, 8]")
        );
    }
    let rules = Rules {
        joker_pairs: true,
        ..Rules::default()
    };
    let error = rules.validate().expect_err("one pack");
    assert_eq!(
        error,
        InvalidRules::Contradiction {
            fields: &["players", "joker_pairs"]
        }
    );
    assert_eq!(
        error.to_string(),
        "these switches contradict each other: players, joker_pairs"
    );
}

#[test]
fn the_first_fault_of_a_position_is_named() {
    let solo = Move::new(Kind::Solo, hand("3"));
    let nothing = Move::new(Kind::Pair, hand("34"));
    let tally = |plays, doublings| Tally {
        plays,
        doublings,
        ..Tally::default()
    };
    let most = tally([1 << 15, 1 << 15], 30);
    let beyond = tally([0, (1 << 15) + 1], 31);
    let three = ["33333", "", ""];
    let lead = Move::PASS;
    let cases = [
        (
            refused(&["3"], 9, Some(9), nothing, 9, beyond),
            InvalidPosition::HandCount {
                count: 1,
                expected: &[2, 3],
            },
        ),
        (
            refused(&three, 3, Some(9), nothing, 9, beyond),
            InvalidPosition::LandlordOutOfRange(3),
        ),
        (
            refused(&three, 2, Some(9), nothing, 9, beyond),
            InvalidPosition::TurnOutOfRange(9),
        ),
        (
            refused(&three, 2, None, nothing, 9, beyond),
            InvalidPosition::PlaysOutOfRange([0, (1 << 15) + 1]),
        ),
        (
            refused(&three, 2, None, nothing, 9, tally([1 << 15, 0], 31)),
            InvalidPosition::DoublingsOutOfRange(31),
        ),
        (
            refused(&["33", "", ""], 0, None, nothing, 9, most),
            InvalidPosition::NotAPlay(nothing),
        ),
        (
            refused(&["33", "", ""], 0, None, solo, 9, most),
            InvalidPosition::TwoEmptyHands(2),
        ),
        (
            refused(&["33", "4", "5"], 0, None, solo, 2, most),
            InvalidPosition::PassesOutOfRange(2),
        ),
        (
            refused(&["33", "4", "5"], 0, None, lead, 1, most),
            InvalidPosition::PassesOnLead(1),
        ),
        (
            refused(&["33", "4", "5"], 0, None, solo, 1, most),
            InvalidPosition::TurnMissing,
        ),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
    }
    assert!(matches!(
        refused(&three, 2, None, nothing, 9, most),
        InvalidPosition::NotInPack {
            counts: [6, 1, ..],
            excess: [2, 0, ..]
        }
    ));
}
