//! One error type for each operation that can fail.

use thiserror::Error;

use crate::hand::Hand;
use crate::play::Move;
use crate::rank::Rank;

/// Text that is no hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseHandError {
    /// A letter that names no rank.
    #[error("{letter:?} at position {position} is no card")]
    UnknownCard {
        /// The letter.
        letter: char,
        /// Its place in the text, from 0.
        position: usize,
    },
    /// More copies of a rank than two packs have.
    #[error("there are not that many cards of rank {rank}")]
    TooMany {
        /// The rank.
        rank: Rank,
    },
}

/// Switches that contradict each other or have a value that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("these switches contradict each other: {}", fields.join(", "))]
pub struct InvalidRules {
    /// The switches that take part, in the order of the fields of [`crate::Rules`].
    pub fields: &'static [&'static str],
}

/// Why a move may not be made in a position (rules 1.4, 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// Nobody is to move: the game is over.
    #[error("the game is over")]
    GameOver,
    /// A pass where a trick is to be led.
    #[error("cannot pass on a lead")]
    PassOnLead,
    /// Cards that are no play of that kind under these rules.
    #[error("{0} is not a play under these rules")]
    NotAPlay(Move),
    /// Cards that the hand does not hold.
    #[error("the hand {hand} does not hold {play}")]
    CardsNotHeld {
        /// The play.
        play: Move,
        /// The hand of the player to move.
        hand: Hand,
    },
    /// A play that does not beat the standing one.
    #[error("{play} does not beat {to_beat}")]
    DoesNotBeat {
        /// The play.
        play: Move,
        /// The standing play.
        to_beat: Move,
    },
}

/// Why a position cannot exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidPosition {
    /// A wrong number of hands.
    #[error("{0} hands are no table of these rules")]
    HandCount(usize),
    /// The landlord's seat does not exist.
    #[error("there is no seat {0} for the landlord")]
    LandlordOutOfRange(usize),
    /// The seat to move does not exist.
    #[error("there is no seat {0} to move")]
    TurnOutOfRange(usize),
    /// More cards than the pack has, the standing play included.
    #[error("the pack does not hold these cards")]
    NotInPack {
        /// The cards of the position by rank.
        counts: [u8; Rank::COUNT],
        /// Those of them that the pack lacks, by rank.
        excess: [u8; Rank::COUNT],
    },
    /// The standing play is none under these rules.
    #[error("{0} is not a play under these rules")]
    NotAPlay(Move),
    /// More than one hand is empty.
    #[error("{0} hands are empty")]
    TwoEmptyHands(usize),
    /// More passes than a trick can have.
    #[error("{0} passes cannot stand")]
    PassesOutOfRange(usize),
    /// Passes where no play stands.
    #[error("{0} passes cannot stand on a lead")]
    PassesOnLead(usize),
    /// Nobody is to move although every hand holds cards.
    #[error("nobody is to move")]
    TurnMissing,
}
