//! Goals: outcomes of a game on one scale, and the plays that springs depend on.

use crate::tally::Role;

/// An outcome at least as good for the landlord as one of the scale: `n` for a game that he wins with `n - 1` doublings
/// still to come, `-n` for one that he loses with as many.
///
/// Doublings made already multiply every outcome alike, so only those to come are counted, and a goal is the same
/// wherever in a game it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal(i8);

impl Goal {
    /// The landlord wins.
    pub(super) const WIN: Self = Self(1);

    /// The outcome with this winner and so many doublings to come.
    pub(super) fn outcome(winner: Role, doublings: u8) -> Self {
        let steps = 1 + doublings as i8;
        Self(if winner == Role::Landlord { steps } else { -steps })
    }

    pub(super) fn is_win(self) -> bool {
        self == Self::WIN
    }

    /// The next better outcome.
    pub(super) fn next(self) -> Self {
        Self(if self.0 == -1 { 1 } else { self.0 + 1 })
    }

    /// The next worse outcome.
    pub(super) fn previous(self) -> Self {
        Self(if self.0 == 1 { -1 } else { self.0 - 1 })
    }

    /// The goal that is left when the stake has been doubled.
    pub(super) fn halved(self) -> Self {
        match self.0 {
            -1..=1 => Self::WIN,
            wins @ 2.. => Self(wins - 1),
            losses => Self(losses + 1),
        }
    }

    /// Whether a game that ends like this has reached the goal.
    pub(super) fn is_reached(self, winner: Role, doublings: u8) -> bool {
        Self::outcome(winner, doublings).0 >= self.0
    }

    /// The answer where it follows from the most doublings that still can come.
    pub(super) fn settled(self, most_doublings: u8) -> Option<bool> {
        if self.0 > Self::outcome(Role::Landlord, most_doublings).0 {
            return Some(false);
        }
        (self.0 <= Self::outcome(Role::Peasant, most_doublings).0).then_some(true)
    }

    /// The steps of the scale above the worst outcome, as a part of keys.
    pub(super) fn code(self) -> u64 {
        u64::from((self.0 + 32).unsigned_abs())
    }

    /// What of the plays made so far can matter for this goal, as a part of keys.
    pub(super) fn relevant(self, played: Played) -> u64 {
        match self.0 {
            1 => 0,
            2.. => u64::from(played.peasants),
            _ => 2 | u64::from(played.landlord) << 2,
        }
    }

    /// The doublings to come of this outcome.
    pub(super) fn doublings(self) -> u8 {
        self.0.unsigned_abs() - 1
    }
}

/// The plays made so far, as far as springs depend on them (rules 1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// Plays of the landlord, 2 for more.
    landlord: u8,
    /// Plays of all peasants together, 1 for more.
    peasants: u8,
}

impl Played {
    pub(super) fn new(plays: [u16; 2]) -> Self {
        Self {
            landlord: plays[0].min(2) as u8,
            peasants: plays[1].min(1) as u8,
        }
    }

    pub(super) fn after(self, side: Role) -> Self {
        match side {
            Role::Landlord => Self {
                landlord: (self.landlord + 1).min(2),
                ..self
            },
            Role::Peasant => Self { peasants: 1, ..self },
        }
    }

    /// Whether a game that this side wins now is a spring.
    pub(super) fn is_spring(self, winner: Role) -> bool {
        match winner {
            Role::Landlord => self.peasants == 0,
            Role::Peasant => self.landlord == 1,
        }
    }

    /// Whether a spring is still possible.
    pub(super) fn spring_is_open(self) -> bool {
        self.peasants == 0 || self.landlord < 2
    }
}
