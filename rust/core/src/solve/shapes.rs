//! Shapes as two small numbers, so that the search compares plays without looking at kinds.

use crate::play::{Kind, Shape};

/// Plays that beat one another by strength: one class for each kind and length, one for all bombs and the rocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Class(pub(super) u8);

/// The first class of each kind and its shortest length; the kinds in the order of their codes, from the solo.
const FIRST: [(u8, u8); 12] = [
    (0, 1),
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 1),
    (5, 5),
    (13, 3),
    (23, 2),
    (34, 2),
    (41, 2),
    (46, 1),
    (47, 1),
];

impl Class {
    /// How many classes of plays there are, that of the bombs included.
    pub(super) const COUNT: usize = 49;
    /// Bombs and the rocket.
    pub(super) const BOMBS: Self = Self(48);
    /// Stands for no play at all.
    pub(super) const LEAD: Self = Self(49);

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The strength of the rocket, above that of all bombs.
const ROCKET: u8 = 127;

/// The class of a shape and its strength in the class: of two plays of a class the stronger beats the weaker, and bombs
/// beat all other classes (rules 1.5).
pub(super) fn class_and_strength(shape: Shape) -> (Class, u8) {
    let rank = shape.rank.index() as u8;
    match shape.kind {
        Kind::Rocket => (Class::BOMBS, ROCKET),
        Kind::Bomb => (Class::BOMBS, (shape.length - 4) << 4 | rank),
        Kind::Pass => (Class::LEAD, 0),
        kind => {
            let (first, shortest) = FIRST[usize::from(kind.code()) - 1];
            (Class(first + shape.length - shortest), rank)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::shape_beats;
    use crate::rank::Rank;
    use crate::rules::Rules;

    fn shapes() -> Vec<Shape> {
        let mut shapes = Vec::new();
        let rules = Rules {
            trio_chain_with_solos: true,
            ..Rules::four_player()
        };
        for kind in Kind::PLAYS {
            for length in rules.lengths(kind) {
                for rank in Rank::all() {
                    if kind != Kind::Rocket || rank == Rank::RED_JOKER {
                        shapes.push(Shape { kind, length, rank });
                    }
                }
            }
        }
        shapes
    }

    #[test]
    fn class_and_strength_compare_as_shapes_do() {
        let shapes = shapes();
        let beats = |answer: Shape, standing: Shape| {
            let (answer, standing) = (class_and_strength(answer), class_and_strength(standing));
            if answer.0 == standing.0 {
                answer.1 > standing.1
            } else {
                answer.0 == Class::BOMBS
            }
        };
        for &answer in &shapes {
            for &standing in &shapes {
                assert_eq!(
                    beats(answer, standing),
                    shape_beats(answer, standing),
                    "{answer:?} {standing:?}"
                );
            }
        }
        assert!(shapes.iter().all(|&shape| class_and_strength(shape).0 <= Class::BOMBS));
        assert!(shapes.len() > 700);
    }
}
