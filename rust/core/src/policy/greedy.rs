//! The policy that sheds many cards at once.

use super::Policy;
use crate::auction::Auction;
use crate::hand::Hand;
use crate::play::{Kind, Move};
use crate::position::Position;
use crate::random::Draws;
use crate::rank::Rank;

/// Sheds cards fast and simply: leads the play with the most cards, the lowest of them; answers a play of the other
/// side with the lowest of its kind; keeps bombs and the rocket for the last play; never beats a partner.
///
/// It bids 3 on eight points, 2 on six, 1 on four: three for the red joker, two for the black one, one for each 2,
/// three for each four of a rank.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Policy for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn bid(&self, auction: &Auction, hand: Hand, _: &mut Draws) -> u8 {
        let jokers = 3 * hand.count(Rank::RED_JOKER) + 2 * hand.count(Rank::BLACK_JOKER);
        let points = jokers + hand.count(Rank::TWO) + 3 * hand.at_least(4).len();
        let bid = match points {
            0..4 => 0,
            4..6 => 1,
            6..8 => 2,
            _ => 3,
        };
        if bid > auction.highest() { bid } else { 0 }
    }

    fn play(&self, position: &mut Position, _: &mut Draws) {
        let moves = position.legal_moves();
        let chosen = if position.to_beat().is_pass() {
            longest(&moves)
        } else {
            lowest_answer(position, &moves)
        };
        position.play_unchecked(chosen);
    }
}

/// The lead with the most cards, and of these the first; bombs and the rocket only where nothing else is left.
fn longest(leads: &[Move]) -> Move {
    let size = |lead: &Move| (lead.kind() < Kind::Bomb, lead.cards().len());
    leads.iter().rev().copied().max_by_key(size).unwrap_or(Move::PASS)
}

fn lowest_answer(position: &Position, moves: &[Move]) -> Move {
    let hand_size = position.hand_to_move().len();
    let empties = |answer: &Move| answer.cards().len() == hand_size;
    if let Some(&last) = moves.iter().find(|answer| empties(answer)) {
        return last;
    }
    if position.partner_stands() {
        return Move::PASS;
    }
    let answer = moves
        .iter()
        .find(|answer| !answer.is_pass() && answer.kind() < Kind::Bomb);
    answer.copied().unwrap_or(Move::PASS)
}
