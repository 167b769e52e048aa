//! Answers: what beats a standing play (rules 1.4, 1.5). The pass, which always may be given, is not among them.

use std::ops::ControlFlow;

use super::groups::Group;
use super::leads::for_each_length;
use crate::hand::Hand;
use crate::play::{Kind, Move, Parts, Shape};
use crate::rank::RankSet;
use crate::rules::Rules;

/// The number of plays that beat a play of this shape.
pub(super) fn count(rules: &Rules, hand: Hand, standing: Shape) -> usize {
    let mut count = 0;
    let _: ControlFlow<()> = for_each_group(rules, hand, standing, |group| {
        count += group.count(rules, hand);
        ControlFlow::Continue(())
    });
    count
}

/// The answer with this index.
pub(super) fn nth(rules: &Rules, hand: Hand, standing: Shape, index: usize) -> Option<Parts> {
    let mut left = index;
    let found = for_each_group(rules, hand, standing, |group| {
        let count = group.count(rules, hand);
        if left < count {
            return ControlFlow::Break(group.nth(rules, hand, left));
        }
        left -= count;
        ControlFlow::Continue(())
    });
    found.break_value().flatten()
}

/// Appends all answers in ascending order of the action ids.
pub(super) fn list(rules: &Rules, hand: Hand, standing: Shape, moves: &mut Vec<Move>) {
    let _: ControlFlow<()> = for_each_group(rules, hand, standing, |group| {
        group.list(rules, hand, moves);
        ControlFlow::Continue(())
    });
}

/// The groups of plays that beat the standing one: the same kind and length with a higher rank, then bombs, then the
/// rocket.
fn for_each_group<B>(
    rules: &Rules,
    hand: Hand,
    standing: Shape,
    mut visit: impl FnMut(Group) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Shape { kind, length, rank } = standing;
    let group = Group::of(rules, hand, kind, length).above(rank);
    if !group.is_empty() {
        visit(group)?;
    }
    if kind == Kind::Rocket {
        return ControlFlow::Continue(());
    }
    if !hand.at_least(4).is_empty() {
        let bombs_from = if kind == Kind::Bomb {
            length + 1
        } else {
            Kind::Bomb.least_length()
        };
        for length in bombs_from..=*rules.lengths(Kind::Bomb).end() {
            let group = Group::of(rules, hand, Kind::Bomb, length);
            if group.is_empty() {
                break;
            }
            visit(group)?;
        }
    }
    if hand.at_least(1).contains_all(RankSet::JOKERS) {
        return for_each_length(rules, hand, Kind::Rocket, &mut visit);
    }
    ControlFlow::Continue(())
}
