//! Legal moves of a hand: listed, counted without listing, and picked by number without listing.
//!
//! All three walk the same groups of bodies in the same order, which is the order of the action ids: kind, length,
//! rank, packed cards. So the k-th move is the k-th of the list by construction.

mod groups;

use std::ops::ControlFlow;

use crate::hand::Hand;
use crate::kickers::Kickers;
use crate::play::{Kind, Move, Shape};
use crate::rules::Rules;
use groups::{Group, for_each_group};

/// Hands every legal move to `visit` in ascending order of the action ids, until it breaks.
///
/// `to_beat` is the shape of the standing play, `None` on a lead; on a follow [`Move::PASS`] comes first.
pub fn for_each_move<B>(
    rules: &Rules,
    hand: Hand,
    to_beat: Option<Shape>,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if to_beat.is_some() {
        visit(Move::PASS)?;
    }
    for_each_group(rules, hand, to_beat, |group| list_group(rules, hand, group, &mut visit))
}

/// All legal moves in ascending order of the action ids.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Rules, legal_moves};
/// let moves = legal_moves(&Rules::three_player(), "3344".parse()?, None);
/// let texts: Vec<_> = moves.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["3", "4", "33", "44"]);
/// # Ok::<(), doudizhu_core::ParseHandError>(())
/// ```
#[must_use]
pub fn legal_moves(rules: &Rules, hand: Hand, to_beat: Option<Shape>) -> Vec<Move> {
    let mut moves = Vec::new();
    let _: ControlFlow<()> = for_each_move(rules, hand, to_beat, |play| {
        moves.push(play);
        ControlFlow::Continue(())
    });
    moves
}

/// The number of legal moves.
#[must_use]
pub fn count_moves(rules: &Rules, hand: Hand, to_beat: Option<Shape>) -> usize {
    let mut count = usize::from(to_beat.is_some());
    let _: ControlFlow<()> = for_each_group(rules, hand, to_beat, |group| {
        count += count_group(rules, hand, group);
        ControlFlow::Continue(())
    });
    count
}

/// The move with this index in [`legal_moves`], or `None` past the last.
#[must_use]
pub fn nth_move(rules: &Rules, hand: Hand, to_beat: Option<Shape>, index: usize) -> Option<Move> {
    let mut left = index;
    if to_beat.is_some() {
        if left == 0 {
            return Some(Move::PASS);
        }
        left -= 1;
    }
    let found = for_each_group(rules, hand, to_beat, |group| {
        let count = count_group(rules, hand, group);
        if left < count {
            return ControlFlow::Break(nth_of_group(rules, hand, group, left));
        }
        left -= count;
        ControlFlow::Continue(())
    });
    found.break_value().flatten()
}

fn count_group(rules: &Rules, hand: Hand, group: Group) -> usize {
    match Kickers::new(rules, hand, group.shape(group.tops.highest())) {
        None => group.tops.len(),
        // A body takes as many ranks out of the supply wherever it stands, so every body has as many selections.
        Some(Kickers::Distinct(choice)) => group.tops.len() * choice.count(),
        Some(Kickers::Repeated(_)) => group
            .tops
            .iter()
            .by_ref()
            .map(|top| count_body(rules, hand, group.shape(Some(top))))
            .sum(),
    }
}

fn count_body(rules: &Rules, hand: Hand, body: Shape) -> usize {
    Kickers::new(rules, hand, body).map_or(1, |choice| choice.count())
}

fn nth_of_group(rules: &Rules, hand: Hand, group: Group, mut index: usize) -> Option<Move> {
    for top in group.tops.iter() {
        let body = group.shape(Some(top));
        let count = count_body(rules, hand, body);
        if index < count {
            let kickers = Kickers::new(rules, hand, body).map_or(0, |choice| choice.nth(index));
            return Some(play_of(rules, body, kickers));
        }
        index -= count;
    }
    None
}

fn list_group<B>(
    rules: &Rules,
    hand: Hand,
    group: Group,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for top in group.tops.iter() {
        let body = group.shape(Some(top));
        match Kickers::new(rules, hand, body) {
            None => visit(play_of(rules, body, 0))?,
            Some(choice) => choice.for_each(&mut |kickers| visit(play_of(rules, body, kickers)))?,
        }
    }
    ControlFlow::Continue(())
}

fn play_of(rules: &Rules, body: Shape, packed_kickers: u64) -> Move {
    let packed_body = match body.kind {
        Kind::Rocket => groups::rocket(rules).packed(),
        _ => body.packed_body(),
    };
    Move::from_parts(body.kind, packed_body + packed_kickers)
}
