//! Legal moves of a hand: listed, counted without listing, and picked by number without listing.
//!
//! All three walk the same groups of bodies in the same order, which is the order of the action ids: kind, length,
//! rank, packed cards. So the k-th move is the k-th of the list by construction.

mod answers;
mod groups;
mod leads;
mod runs;

use crate::hand::Hand;
use crate::play::{Move, Parts, Shape};
use crate::rules::Rules;

/// All legal moves in ascending order of the action ids.
///
/// `to_beat` is the shape of the standing play, `None` on a lead; on a follow [`Move::PASS`] comes first.
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
    let mut moves = Vec::with_capacity(count_moves(rules, hand, to_beat));
    list_moves(rules, hand, to_beat, &mut moves);
    moves
}

/// Appends the same moves to a list, which a caller can use again and again.
pub fn list_moves(rules: &Rules, hand: Hand, to_beat: Option<Shape>, moves: &mut Vec<Move>) {
    match to_beat {
        None => leads::list(rules, hand, moves),
        Some(standing) => {
            moves.push(Move::PASS);
            answers::list(rules, hand, standing, moves);
        }
    }
}

/// The number of legal moves.
#[must_use]
pub fn count_moves(rules: &Rules, hand: Hand, to_beat: Option<Shape>) -> usize {
    match to_beat {
        None => leads::count(rules, hand),
        Some(standing) => 1 + answers::count(rules, hand, standing),
    }
}

/// The move with this index in [`legal_moves`], or `None` past the last.
#[must_use]
pub fn nth_move(rules: &Rules, hand: Hand, to_beat: Option<Shape>, index: usize) -> Option<Move> {
    if to_beat.is_some() && index == 0 {
        return Some(Move::PASS);
    }
    nth_play(rules, hand, to_beat, index).map(Parts::play)
}

/// The play with this index in [`legal_moves`], taken apart; `None` for the pass and past the last.
pub(crate) fn nth_play(rules: &Rules, hand: Hand, to_beat: Option<Shape>, index: usize) -> Option<Parts> {
    match to_beat {
        None => leads::nth(rules, hand, index),
        Some(standing) => answers::nth(rules, hand, standing, index.checked_sub(1)?),
    }
}
