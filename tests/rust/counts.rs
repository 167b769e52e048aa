//! The size of every preset's action space, by kind: see the counts in `docs/rules.md`, section 4.

use doudizhu_core::{ActionSpace, Kind, Move, Rules};

const LARGE_KINDS: [Kind; 4] = [
    Kind::TrioChainWithSolos,
    Kind::TrioChainWithPairs,
    Kind::QuadWithSolos,
    Kind::QuadWithPairs,
];

/// Preset, actions with the pass, and the four kinds in which the presets differ most.
const EXPECTED: [(&str, usize, [usize; 4]); 8] = [
    ("three_player", 12_655, [7_161, 2_939, 1_170, 858]),
    ("four_player", 9_080, [0, 8_632, 0, 0]),
    ("national", 27_472, [21_822, 2_939, 1_326, 858]),
    ("rlcard", 27_472, [21_822, 2_939, 1_326, 858]),
    ("openspiel", 25_671, [22_205, 2_939, 0, 0]),
    ("douzero", 29_994, [24_331, 2_939, 1_339, 858]),
    ("botzone", 13_551, [8_044, 2_939, 1_183, 858]),
    ("noip", 2_724, [0, 0, 1_339, 858]),
];

#[test]
fn every_preset_has_its_published_number_of_actions() {
    assert_eq!(
        EXPECTED.map(|(name, ..)| name),
        *Rules::PRESETS.iter().map(|(name, _)| *name).collect::<Vec<_>>()
    );
    for (name, total, large_kinds) in EXPECTED {
        let space = ActionSpace::new(&Rules::preset(name).expect("a preset"));
        let of_kind = |kind| space.actions().iter().filter(|action| action.kind() == kind).count();
        assert_eq!(space.len(), total, "{name}");
        assert_eq!(LARGE_KINDS.map(of_kind), large_kinds, "{name}");
        assert_eq!(space.actions()[0], Move::PASS);
    }
}
