//! Legal moves of a hand: listed, counted without listing, and picked by number without listing.
//!
//! The order is that of the action ids: kind, length, rank, packed cards. Lists are written row by row of like moves; counting and
//! picking take closed forms and tables where hands are common and fall back on the same groups. That all three agree
//! is held by `tests/rust/properties.rs` on every rule set.

mod answers;
mod groups;
mod leads;
mod rare;
mod runs;

use crate::cpu::{Loop, run_with_best_instructions};
use crate::hand::Hand;
use crate::play::{Move, Parts, Shape};
use crate::rules::Rules;
use answers::{Answers, list_answers};
use leads::{Leads, list_leads};

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
    let mut moves = Vec::with_capacity(if to_beat.is_none() {
        ROOM_FOR_LEADS
    } else {
        ROOM_FOR_ANSWERS
    });
    list_moves(rules, hand, to_beat, &mut moves);
    moves
}

/// More moves than most hands have: a longer list grows.
const ROOM_FOR_LEADS: usize = 128;
const ROOM_FOR_ANSWERS: usize = 24;

/// Appends the same moves to a list, which a caller can use again and again.
pub fn list_moves(rules: &Rules, hand: Hand, to_beat: Option<Shape>, moves: &mut Vec<Move>) {
    run_with_best_instructions(ListOne(rules, hand, to_beat, moves));
}

struct ListOne<'a>(&'a Rules, Hand, Option<Shape>, &'a mut Vec<Move>);

impl Loop for ListOne<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(rules, hand, to_beat, moves) = self;
        append_moves(rules, hand, to_beat, moves);
    }
}

/// Appends the same moves inside a loop, which is compiled for the best instructions as a whole.
#[inline(always)]
pub(crate) fn append_moves(rules: &Rules, hand: Hand, to_beat: Option<Shape>, moves: &mut Vec<Move>) {
    match to_beat {
        None => list_leads(rules, hand, moves),
        Some(standing) => {
            moves.push(Move::PASS);
            list_answers(rules, hand, standing, moves);
        }
    }
}

/// The number of legal moves.
#[must_use]
#[inline(always)]
pub fn count_moves(rules: &Rules, hand: Hand, to_beat: Option<Shape>) -> usize {
    match to_beat {
        None => Leads::new(rules, hand).count(),
        Some(standing) => 1 + Answers::new(rules, hand, standing).count(),
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
#[inline(always)]
pub(crate) fn nth_play(rules: &Rules, hand: Hand, to_beat: Option<Shape>, index: usize) -> Option<Parts> {
    match to_beat {
        None => Leads::new(rules, hand).nth(index),
        Some(standing) => Answers::new(rules, hand, standing).nth(index.checked_sub(1)?),
    }
}

/// A legal move taken apart, `None` for the pass, with the index that `draw` picks below the number of legal moves.
#[inline(always)]
pub(crate) fn pick_play(
    rules: &Rules,
    hand: Hand,
    to_beat: Option<Shape>,
    draw: impl FnOnce(usize) -> usize,
) -> Option<Parts> {
    match to_beat {
        None => {
            let leads = Leads::new(rules, hand);
            leads.nth(draw(leads.count()))
        }
        Some(standing) => Answers::pick(rules, hand, standing, draw),
    }
}
