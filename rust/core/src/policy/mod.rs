//! Policies: who decides in a simulated game. Each is a file with a value of one trait, and one row of the registry.

mod greedy;
mod random;
mod rule;
mod view;

use crate::auction::Auction;
use crate::cpu::{Loop, run_with_best_instructions};
use crate::hand::Hand;
use crate::play::Move;
use crate::position::Position;
use crate::random::Draws;

pub use greedy::Greedy;
pub use random::Random;
pub use rule::Rule;
pub(crate) use rule::plays_left;

/// A way to bid and to play.
///
/// A policy is given the open position, and by convention looks at no hand but that of the player to move.
pub trait Policy: Sync {
    /// What the policy is called. Policies of one name decide alike.
    fn name(&self) -> &'static str;

    /// A legal call: 0, or a bid above the highest so far. `hand` is that of the seat to call.
    fn bid(&self, auction: &Auction, hand: Hand, draws: &mut Draws) -> u8;

    /// Makes a legal move in an open position.
    fn play(&self, position: &mut Position, draws: &mut Draws);

    /// Plays a position to its end with this policy in every seat.
    ///
    /// It is compiled once for each policy and for the best instructions that the processor has, as long as all that
    /// the policy's `play` calls is inlined by force.
    fn play_out(&self, position: &mut Position, draws: &mut Draws) {
        run_with_best_instructions(PlayOut {
            policy: self,
            position,
            draws,
        });
    }

    /// The same until so many cards or fewer are left in all hands, or the game is over.
    fn play_down(&self, position: &mut Position, cards: usize, draws: &mut Draws) {
        run_with_best_instructions(PlayDown {
            policy: self,
            position,
            cards,
            draws,
        });
    }
}

/// Raw draws between the starts of two windows of decisions, be it one or those of a game: more than any game takes.
pub const DECISION_STRIDE: u64 = 256;

/// Has a policy move, and tells the move; [`Move::PASS`] where the game is over.
pub fn chosen_move(policy: &dyn Policy, position: &mut Position, draws: &mut Draws) -> Move {
    let Some(seat) = position.turn() else {
        return Move::PASS;
    };
    let before = position.hands()[seat];
    policy.play(position, draws);
    if position.hands()[seat] == before {
        Move::PASS
    } else {
        position.to_beat()
    }
}

/// One position played to its end.
struct PlayOut<'a, P: ?Sized> {
    policy: &'a P,
    position: &'a mut Position,
    draws: &'a mut Draws,
}

impl<P: Policy + ?Sized> Loop for PlayOut<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        while self.position.turn().is_some() {
            self.policy.play(self.position, self.draws);
        }
    }
}

/// One position played until few cards are left.
struct PlayDown<'a, P: ?Sized> {
    policy: &'a P,
    position: &'a mut Position,
    cards: usize,
    draws: &'a mut Draws,
}

impl<P: Policy + ?Sized> Loop for PlayDown<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        while self.position.cards_left() > self.cards && self.position.turn().is_some() {
            self.policy.play(self.position, self.draws);
        }
    }
}

/// Every policy.
pub const POLICIES: &[&dyn Policy] = &[&Random, &Greedy, &Rule];

/// The policy of this name.
#[must_use]
pub fn policy(name: &str) -> Option<&'static dyn Policy> {
    POLICIES.iter().copied().find(|policy| policy.name() == name)
}
