//! One error type for each operation that can fail.

use thiserror::Error;

use crate::hand::Hand;
use crate::play::Move;
use crate::rank::Rank;

/// Text that is no hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
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

/// Why a rule set does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidRules {
    /// A number that a switch cannot have.
    #[error("{field} cannot be {value}, only one of {allowed:?}")]
    UnknownValue {
        /// The switch.
        field: &'static str,
        /// The numbers it can have.
        allowed: &'static [u8],
        /// The number it was given.
        value: u8,
    },
    /// Switches that contradict each other.
    #[error("these switches contradict each other: {}", fields.join(", "))]
    Contradiction {
        /// The switches that take part, in the order of the fields of [`crate::Rules`].
        fields: &'static [&'static str],
    },
}

/// Why a move may not be made in a position (rules 1.4, 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
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

/// More cards than a search through their plays takes, or than the pack has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{count} cards are not searched")]
pub struct TooManyCards {
    /// How many cards there are.
    pub count: usize,
}

/// Why a position cannot exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidPosition {
    /// A wrong number of hands.
    #[error("{count} hands are no table of these rules, which has one of {expected:?}")]
    HandCount {
        /// How many hands there are.
        count: usize,
        /// How many there may be.
        expected: &'static [usize],
    },
    /// The landlord's seat does not exist.
    #[error("there is no seat {0} for the landlord")]
    LandlordOutOfRange(usize),
    /// The seat to move does not exist.
    #[error("there is no seat {0} to move")]
    TurnOutOfRange(usize),
    /// More plays on a side than any game has.
    #[error("{0:?} plays are more than any game has")]
    PlaysOutOfRange([u16; 2]),
    /// More doublings than are paid.
    #[error("{0} doublings are more than any game has")]
    DoublingsOutOfRange(u8),
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

/// Why a step of a batch is refused; no game has moved then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// An index past the legal moves of a game.
    #[error("game {game} has {count} legal moves, there is no move {index}")]
    NoSuchMove {
        /// The game.
        game: usize,
        /// The index.
        index: i64,
        /// How many moves are legal.
        count: usize,
    },
    /// A move that is not legal in a game.
    #[error("game {game}: {reason}")]
    IllegalMove {
        /// The game.
        game: usize,
        /// Why.
        reason: IllegalMove,
    },
    /// A call that is not legal in a game, or a move in the auction.
    #[error("game {game}: {packed:#x} is no legal call")]
    IllegalCall {
        /// The game.
        game: usize,
        /// The packed form.
        packed: u64,
    },
}
