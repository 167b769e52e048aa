//! Every switch of every preset is that of `tests/data/presets.csv`, which the Python tests hold the package to as well.

use doudizhu_core::{Named, Rules};

const PRESETS: usize = 8;
const SWITCHES: usize = 18;

fn name<T: Named>(value: T) -> String {
    let (name, _) = T::NAMES.iter().find(|(_, known)| *known == value).expect("a name");
    (*name).to_owned()
}

fn flag(value: bool) -> String {
    (if value { "True" } else { "False" }).to_owned()
}

/// Every switch with its value as text, in the order of the table.
fn switches(rules: Rules) -> [(&'static str, String); SWITCHES] {
    // Taken apart without a rest, so that a new switch has to be added here.
    let Rules {
        players,
        auction,
        all_pass,
        turned_up_card,
        bottom_cards,
        trio_with_solo,
        trio_chain_with_solos,
        trio_chain_with_pairs,
        quad_with_kickers,
        kicker_solos,
        adjacent_trio_as_kickers,
        both_jokers_as_kickers,
        quad_solos,
        joker_pairs,
        four_jokers_as_kickers,
        scoring,
        bomb_double_min,
        spring,
    } = rules;
    [
        ("players", players.to_string()),
        ("auction", name(auction)),
        ("all_pass", name(all_pass)),
        ("turned_up_card", flag(turned_up_card)),
        ("bottom_cards", name(bottom_cards)),
        ("trio_with_solo", flag(trio_with_solo)),
        ("trio_chain_with_solos", flag(trio_chain_with_solos)),
        ("trio_chain_with_pairs", flag(trio_chain_with_pairs)),
        ("quad_with_kickers", flag(quad_with_kickers)),
        ("kicker_solos", name(kicker_solos)),
        ("adjacent_trio_as_kickers", flag(adjacent_trio_as_kickers)),
        ("both_jokers_as_kickers", flag(both_jokers_as_kickers)),
        ("quad_solos", name(quad_solos)),
        ("joker_pairs", flag(joker_pairs)),
        ("four_jokers_as_kickers", flag(four_jokers_as_kickers)),
        ("scoring", name(scoring)),
        ("bomb_double_min", bomb_double_min.to_string()),
        ("spring", flag(spring)),
    ]
}

#[test]
fn every_switch_of_every_preset_is_as_recorded() {
    let mut rows = include_str!("../data/presets.csv").lines().map(|row| row.split(','));
    let header: Vec<_> = rows.next().expect("a header").collect();
    let mut checked = 0;
    let mut recorded = Vec::new();
    for mut row in rows {
        let preset = row.next().expect("a preset");
        let values: Vec<_> = row.collect();
        let switches = switches(Rules::preset(preset).expect("a preset"));
        assert_eq!(header[1..], switches.each_ref().map(|(switch, _)| *switch));
        assert_eq!(values.len(), SWITCHES, "{preset}");
        for (recorded, (switch, value)) in values.iter().zip(&switches) {
            assert_eq!(recorded, value, "{switch} of {preset}");
            checked += 1;
        }
        recorded.push(preset);
    }
    let known: Vec<_> = Rules::PRESETS.iter().map(|(preset, _)| *preset).collect();
    assert_eq!(recorded, known);
    assert_eq!(checked, PRESETS * SWITCHES);
}
