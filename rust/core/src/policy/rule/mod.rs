//! The policy by rules: a hand taken apart into few plays, low cards first, and an eye on who is about to go out.

mod answer;
mod bidding;
mod finish;
mod groups;
mod lead;
mod plays;
#[cfg(test)]
mod tests;

use super::Policy;
use super::view::View;
use crate::auction::Auction;
use crate::hand::Hand;
use crate::play::Parts;
use crate::position::Position;
use crate::random::Draws;
use crate::rules::Rules;
use answer::answer;
use bidding::worth;
use groups::Groups;
use lead::lead;

/// Plays by simple rules, of use where many games must be played well enough and fast.
///
/// It takes its hand apart into few plays, leads the low ones first and answers with what breaks nothing; it leaves
/// a partner's play alone, keeps from opponents with one or two cards what would let them out, and keeps bombs for
/// when somebody is close to the end. It draws nothing and looks at no hand but its own.
#[derive(Clone, Copy, Debug)]
pub struct Rule;

impl Policy for Rule {
    fn name(&self) -> &'static str {
        "rule"
    }

    fn bid(&self, auction: &Auction, hand: Hand, _: &mut Draws) -> u8 {
        let bid = worth(auction.rules(), hand);
        if bid > auction.highest() { bid } else { 0 }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, _: &mut Draws) {
        let chosen = decide(View::new(position));
        position.make(chosen);
    }
}

/// About how many plays empty a hand, found much faster than the least number.
pub(crate) fn plays_left(rules: &Rules, hand: Hand) -> u32 {
    Groups::of(rules, hand).plays
}

/// The move of the player to move, `None` for the pass.
#[inline(always)]
fn decide(view: View) -> Option<Parts> {
    match view.to_beat() {
        None => Some(lead(view)),
        Some(standing) => answer(view, standing),
    }
}

/// What the others' hands mean for the player to move.
#[derive(Clone, Copy)]
struct Table {
    /// The fewest cards of an opponent.
    opponent: usize,
    /// Whether the next to move is a partner with one card.
    partner_waits: bool,
}

impl Table {
    #[inline(always)]
    fn of(view: View) -> Self {
        let mut opponent = usize::MAX;
        for distance in 1..view.players() {
            if view.is_opponent(distance) {
                opponent = opponent.min(view.cards_left(distance));
            }
        }
        Self {
            opponent,
            partner_waits: !view.is_opponent(1) && view.cards_left(1) == 1,
        }
    }
}
