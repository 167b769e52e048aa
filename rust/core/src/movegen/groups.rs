//! The bodies that a hand offers, in groups of one kind and length.

use std::ops::ControlFlow;

use crate::hand::Hand;
use crate::play::{Kind, Shape};
use crate::rank::{Rank, RankSet};
use crate::rules::Rules;

/// All bodies of one kind and length in one hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) kind: Kind,
    pub(super) length: u8,
    /// The top ranks of the bodies; never empty.
    pub(super) tops: RankSet,
}

impl Group {
    pub(super) fn shape(self, top: Option<Rank>) -> Shape {
        Shape {
            kind: self.kind,
            length: self.length,
            rank: top.unwrap_or(Rank::THREE),
        }
    }
}

/// Hands every group of bodies that may be played to `visit`, in the order of the action ids, until it breaks.
pub(super) fn for_each_group<B>(
    rules: &Rules,
    hand: Hand,
    to_beat: Option<Shape>,
    mut visit: impl FnMut(Group) -> ControlFlow<B>,
) -> ControlFlow<B> {
    match to_beat {
        None => Kind::PLAYS
            .into_iter()
            .try_for_each(|kind| for_each_length(rules, hand, kind, &mut visit)),
        Some(standing) => for_each_answer(rules, hand, standing, &mut visit),
    }
}

fn for_each_length<B>(
    rules: &Rules,
    hand: Hand,
    kind: Kind,
    visit: &mut impl FnMut(Group) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if !rules.allows(kind) {
        return ControlFlow::Continue(());
    }
    for length in rules.lengths(kind) {
        let tops = body_tops(rules, hand, kind, length);
        // No longer chain and no larger bomb exists where a shorter one is missing.
        if tops.is_empty() {
            break;
        }
        visit(Group { kind, length, tops })?;
    }
    ControlFlow::Continue(())
}

/// Answers to a standing play (rules 1.5): the same kind and length with a higher rank, then bombs, then the rocket.
fn for_each_answer<B>(
    rules: &Rules,
    hand: Hand,
    standing: Shape,
    visit: &mut impl FnMut(Group) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Shape { kind, length, rank } = standing;
    if kind == Kind::Rocket {
        return ControlFlow::Continue(());
    }
    let tops = body_tops(rules, hand, kind, length).above(rank);
    if !tops.is_empty() {
        visit(Group { kind, length, tops })?;
    }
    let bombs_from = if kind == Kind::Bomb {
        length + 1
    } else {
        Kind::Bomb.least_length()
    };
    for length in bombs_from..=*rules.lengths(Kind::Bomb).end() {
        let tops = body_tops(rules, hand, Kind::Bomb, length);
        if tops.is_empty() {
            break;
        }
        visit(Group {
            kind: Kind::Bomb,
            length,
            tops,
        })?;
    }
    for_each_length(rules, hand, Kind::Rocket, visit)
}

/// The top ranks of the bodies of one kind and length that the hand holds, kickers left aside.
fn body_tops(rules: &Rules, hand: Hand, kind: Kind, length: u8) -> RankSet {
    match kind {
        Kind::Rocket if hand.contains(rocket(rules)) => RankSet::only(Rank::RED_JOKER),
        Kind::Pass | Kind::Rocket => RankSet::EMPTY,
        Kind::Pair if rules.joker_pairs => hand.at_least(2),
        Kind::Pair => hand.at_least(2).and(RankSet::ORDINARY),
        Kind::Bomb => hand.at_least(usize::from(length)),
        _ if kind.least_length() > 1 => hand
            .at_least(usize::from(kind.copies()))
            .and(RankSet::CHAIN)
            .run_tops(length),
        _ => hand.at_least(usize::from(kind.copies())),
    }
}

/// All jokers of the game.
pub(super) fn rocket(rules: &Rules) -> Hand {
    let colour = u64::from(rules.table().packs);
    Hand::from_packed_unchecked(colour << Rank::BLACK_JOKER.shift() | colour << Rank::RED_JOKER.shift())
}
