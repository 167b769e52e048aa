//! Answers: what beats a standing play (rules 1.4, 1.5). The pass, which always may be given, is not among them.

use super::groups::Group;
use super::rare::{Groups, RareKinds};
use crate::hand::Hand;
use crate::play::{Kind, Move, Parts, Shape};
use crate::rules::Rules;

/// All answers of one hand to a play of one shape: the same kind and length with a higher rank, then bombs, then the
/// rocket.
pub(super) struct Answers<'a> {
    rules: &'a Rules,
    hand: Hand,
    standing: Shape,
    /// The answers of the same kind and length.
    same: Group,
    of_same: usize,
    of_rest: usize,
}

impl<'a> Answers<'a> {
    #[inline(always)]
    pub(super) fn new(rules: &'a Rules, hand: Hand, standing: Shape) -> Self {
        let same = Group::of(rules, hand, standing.kind, standing.length).above(standing.rank);
        let mut answers = Self {
            rules,
            hand,
            standing,
            same,
            of_same: same.count(rules, hand),
            of_rest: 0,
        };
        for kind in RareKinds::of_answers(hand, standing) {
            for group in Groups::above(rules, hand, kind, standing) {
                answers.of_rest += group.count(rules, hand);
            }
        }
        answers
    }

    /// The answer with the index that `draw` picks below one more than their number; `None`, the pass, for 0.
    #[inline(always)]
    pub(super) fn pick(
        rules: &'a Rules,
        hand: Hand,
        standing: Shape,
        draw: impl FnOnce(usize) -> usize,
    ) -> Option<Parts> {
        if standing.kind > Kind::Trio || hand.may_hold_bombs() {
            let answers = Self::new(rules, hand, standing);
            return answers.nth(draw(1 + answers.count()).checked_sub(1)?);
        }
        // Two of three turns are like this: nothing beats a solo, a pair or a trio but the same of a higher rank.
        let ranks = Group::of(rules, hand, standing.kind, 1).above(standing.rank).tops();
        let index = draw(1 + ranks.len()).checked_sub(1)?;
        Some(Parts::plain(standing.kind, ranks.select(index)))
    }

    /// The number of answers.
    pub(super) fn count(&self) -> usize {
        self.of_same + self.of_rest
    }

    /// The answer with this index.
    pub(super) fn nth(&self, index: usize) -> Option<Parts> {
        let Some(mut left) = index.checked_sub(self.of_same) else {
            return self.same.nth(self.rules, self.hand, index);
        };
        let kinds = RareKinds::of_answers(self.hand, self.standing);
        let groups = kinds.flat_map(|kind| Groups::above(self.rules, self.hand, kind, self.standing));
        for group in groups {
            let count = group.count(self.rules, self.hand);
            if left < count {
                return group.nth(self.rules, self.hand, left);
            }
            left -= count;
        }
        None
    }
}

/// Appends all answers in ascending order of the action ids.
#[inline(always)]
pub(super) fn list_answers(rules: &Rules, hand: Hand, standing: Shape, moves: &mut Vec<Move>) {
    let same = Group::of(rules, hand, standing.kind, standing.length).above(standing.rank);
    same.list(rules, hand, moves);
    for kind in RareKinds::of_answers(hand, standing) {
        for group in Groups::above(rules, hand, kind, standing) {
            group.list(rules, hand, moves);
        }
    }
}
