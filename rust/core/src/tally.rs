//! The sides of a game, and what counts towards payment (rules 1.6).

use crate::play::{Kind, Shape};

/// The two sides of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The player who won the auction.
    Landlord = 0,
    /// Everybody else.
    Peasant = 1,
}

impl Role {
    /// The side of a seat.
    pub(crate) const fn of(seat: usize, landlord: usize) -> Self {
        if seat == landlord {
            Self::Landlord
        } else {
            Self::Peasant
        }
    }
}

/// What shut-out ended the game, if one did (rules 1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spring {
    /// None.
    None = 0,
    /// The landlord won and no peasant made a play.
    Landlord = 1,
    /// The peasants won and the landlord made only one play.
    Peasants = 2,
}

/// What counts towards payment (rules 1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Plays made by the landlord and by all peasants together; a pass is no play.
    pub plays: [u16; 2],
    /// Bombs played.
    pub bombs: u8,
    /// Rockets played.
    pub rockets: u8,
    /// Bombs that double and rockets.
    pub doublings: u8,
}

impl Tally {
    pub(crate) fn count_bomb(&mut self, bomb: Shape, double_min: u8) {
        let rocket = bomb.kind == Kind::Rocket;
        self.rockets += u8::from(rocket);
        self.bombs += u8::from(!rocket);
        self.doublings += u8::from(rocket || bomb.length >= double_min);
    }
}
