//! Answers: what beats a standing play (rules 1.4, 1.5). The pass, which always may be given, is not among them.

use std::ops::ControlFlow;

use super::groups::{Group, for_each_length};
use crate::hand::Hand;
use crate::kickers::Supply;
use crate::play::{Kind, Move, Parts, Shape};
use crate::rank::RankSet;
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
        let mut rest = 0;
        let _: ControlFlow<()> = answers.for_each_other_group(|group| {
            rest += group.count(rules, hand);
            ControlFlow::Continue(())
        });
        answers.of_rest = rest;
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
        let found = self.for_each_other_group(|group| {
            let count = group.count(self.rules, self.hand);
            if left < count {
                return ControlFlow::Break(group.nth(self.rules, self.hand, left));
            }
            left -= count;
            ControlFlow::Continue(())
        });
        found.break_value().flatten()
    }

    /// Appends all answers in ascending order of the action ids.
    #[inline(always)]
    pub(super) fn list(&self, moves: &mut Vec<Move>) {
        if self.of_same > 0 {
            let with_kickers = self.standing.kind.kicker_size() > 0;
            let supply = with_kickers.then(|| Supply::new(self.rules, self.hand));
            self.same.list(self.rules, self.hand, supply.as_ref(), moves);
        }
        if self.of_rest > 0 {
            let _: ControlFlow<()> = self.for_each_other_group(|group| {
                group.list(self.rules, self.hand, None, moves);
                ControlFlow::Continue(())
            });
        }
    }

    /// The groups of other kinds, or of larger bombs.
    #[inline(always)]
    fn for_each_other_group<B>(&self, mut visit: impl FnMut(Group) -> ControlFlow<B>) -> ControlFlow<B> {
        let Shape { kind, length, .. } = self.standing;
        if kind == Kind::Rocket {
            return ControlFlow::Continue(());
        }
        if !self.hand.at_least(4).is_empty() {
            let bombs_from = if kind == Kind::Bomb {
                length + 1
            } else {
                Kind::Bomb.least_length()
            };
            for length in bombs_from..=*self.rules.lengths(Kind::Bomb).end() {
                let group = Group::of(self.rules, self.hand, Kind::Bomb, length);
                if group.is_empty() {
                    break;
                }
                visit(group)?;
            }
        }
        if self.hand.at_least(1).contains_all(RankSet::JOKERS) {
            return for_each_length(self.rules, self.hand, Kind::Rocket, &mut visit);
        }
        ControlFlow::Continue(())
    }
}
