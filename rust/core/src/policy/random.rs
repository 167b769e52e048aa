//! The policy that draws.

use super::Policy;
use crate::auction::Auction;
use crate::hand::Hand;
use crate::position::Position;
use crate::random::Draws;

/// Uniform over the legal calls and over the legal moves.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl Policy for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn bid(&self, auction: &Auction, _: Hand, draws: &mut Draws) -> u8 {
        match draws.below(auction.count_calls()) {
            0 => 0,
            call => auction.highest() + call as u8,
        }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, draws: &mut Draws) {
        position.play_drawn(|count| draws.below(count));
    }
}
