//! Rollouts: hidden cards dealt at random, and the deals played out by a policy.
//!
//! Deal `i` and the decisions on it depend on the two streams and on `i` only, so that any cut into calls and threads
//! gives the same endings.

mod calls;
pub(crate) mod moves;

pub use calls::{Called, Calls, CallsSample, MOST_CALLS};
pub use moves::Rollouts;

use crate::hand::Hand;
use crate::hidden::{Hidden, MOST_PLACES};
use crate::policy::{DECISION_STRIDE, Policy};
use crate::position::Position;
use crate::random::{DrawStream, Draws, DrawsInARow};
use crate::solve::Endgames;
use crate::tally::{Role, Spring};

/// Raw draws between the starts of two deals: more than the largest one takes.
const DEAL_STRIDE: u64 = 64;
/// Games that one task plays at least, where there are so many.
const GAMES_PER_TASK: usize = 256;

/// How a game ended, as far as payment goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Ending(u8);

impl Ending {
    pub(crate) const LANDLORD_WON: u8 = 1 << 7;

    #[inline(always)]
    fn of(position: &Position) -> Self {
        let exponent = position.tally().doublings + u8::from(position.spring() != Spring::None);
        Self::new(position.winner() == Some(Role::Landlord), exponent)
    }

    fn new(landlord_won: bool, exponent: u8) -> Self {
        Self(exponent | if landlord_won { Self::LANDLORD_WON } else { 0 })
    }

    /// The exponent of the multiplier, a spring included, in bits 0 to 6; bit 7 is set where the landlord won.
    #[must_use]
    pub fn code(self) -> u8 {
        self.0
    }

    /// Whether the landlord won.
    #[must_use]
    pub fn landlord_won(self) -> bool {
        self.0 & Self::LANDLORD_WON != 0
    }

    /// The exponent of the multiplier: bombs that double, rockets, and a spring.
    #[must_use]
    pub fn exponent(self) -> u8 {
        self.0 & !Self::LANDLORD_WON
    }
}

/// Lets a policy play a position to its end.
#[inline(always)]
pub(crate) fn play_out(policy: &dyn Policy, mut position: Position, mut draws: Draws) -> Ending {
    policy.play_out(&mut position, &mut draws);
    Ending::of(&position)
}

/// The same to where the end can be searched; a position that takes too long is played on to where fewer cards are left.
pub(crate) fn play_out_exactly(
    policy: &dyn Policy,
    mut position: Position,
    mut draws: Draws,
    endgames: &mut Endgames,
) -> Ending {
    let mut cards = endgames.exact().cards;
    while position.turn().is_some() {
        policy.play_down(&mut position, cards, &mut draws);
        if position.turn().is_none() {
            break;
        }
        if let Some((winner, exponent)) = endgames.value(&position) {
            return Ending::new(winner == Role::Landlord, exponent);
        }
        cards = position.cards_left() * 3 / 4;
    }
    Ending::of(&position)
}

/// What is drawn for each deal of a run.
#[derive(Clone, Debug)]
pub(crate) struct Samples {
    hidden: Hidden,
    deals: DrawStream,
    decisions: DrawStream,
    windows: u64,
}

impl Samples {
    /// `windows` is how many windows of decisions each deal has.
    pub(crate) fn new(hidden: Hidden, deals: (u128, u128), decisions: (u128, u128), windows: u64) -> Self {
        Self {
            hidden,
            deals: DrawStream::new(deals.0, deals.1, DEAL_STRIDE),
            decisions: DrawStream::new(decisions.0, decisions.1, DECISION_STRIDE),
            windows,
        }
    }

    /// The deals from this number on, without end.
    #[inline(always)]
    pub(crate) fn from(&self, first: u64) -> Stream<'_> {
        Stream {
            hidden: &self.hidden,
            deals: self.deals.from(first),
            decisions: self.decisions.from(first.wrapping_mul(self.windows)),
        }
    }
}

/// Deals in a row.
pub(crate) struct Stream<'a> {
    hidden: &'a Hidden,
    deals: DrawsInARow,
    decisions: DrawsInARow,
}

impl Stream<'_> {
    /// The next deal.
    #[inline(always)]
    pub(crate) fn deal(&mut self) -> [Hand; MOST_PLACES] {
        self.hidden.deal(&mut self.deals.next())
    }

    /// The next window of decisions; to be asked for once for each window of a deal.
    #[inline(always)]
    pub(crate) fn decisions(&mut self) -> Draws {
        self.decisions.next()
    }
}
