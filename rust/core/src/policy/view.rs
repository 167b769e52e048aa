//! What the player to move may see of an open position, and nothing else.

use crate::hand::Hand;
use crate::play::Parts;
use crate::position::Position;
use crate::rules::Rules;

/// The player's own hand and what is public. Other players are told by their distance: 1 is the next to move.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    position: &'a Position,
    seat: usize,
}

impl<'a> View<'a> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position) -> Self {
        let seat = position.turn().unwrap_or(0);
        Self { position, seat }
    }

    #[inline(always)]
    pub(super) fn rules(self) -> &'a Rules {
        self.position.rules()
    }

    #[inline(always)]
    pub(super) fn hand(self) -> Hand {
        self.position.hand_to_move()
    }

    /// The number of players at the table.
    #[inline(always)]
    pub(super) fn players(self) -> usize {
        self.position.hands().len()
    }

    #[inline(always)]
    fn seat_at(self, distance: usize) -> usize {
        let seat = self.seat + distance;
        if seat >= self.players() {
            seat - self.players()
        } else {
            seat
        }
    }

    /// How many cards the player at this distance has.
    #[inline(always)]
    pub(super) fn cards_left(self, distance: usize) -> usize {
        self.position.hands()[self.seat_at(distance)].len()
    }

    /// Whether the player at this distance is of the other side.
    #[inline(always)]
    pub(super) fn is_opponent(self, distance: usize) -> bool {
        self.is_landlord() || self.seat_at(distance) == self.position.landlord()
    }

    #[inline(always)]
    pub(super) fn is_landlord(self) -> bool {
        self.seat == self.position.landlord()
    }

    /// The play to beat, `None` on a lead.
    #[inline(always)]
    pub(super) fn to_beat(self) -> Option<Parts> {
        self.position.standing()
    }

    /// The distance of the player who made the play to beat.
    #[inline(always)]
    pub(super) fn leader(self) -> usize {
        self.players() - 1 - self.position.passes()
    }

    /// All cards in the hands of the others together.
    #[inline(always)]
    pub(super) fn unseen(self) -> Hand {
        let mut unseen = Hand::EMPTY;
        for distance in 1..self.players() {
            unseen = unseen.with(self.position.hands()[self.seat_at(distance)]);
        }
        unseen
    }
}
