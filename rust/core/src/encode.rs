//! Observations: what a seat may know, one byte for each number, in a layout with a version.

use crate::hand::{Hand, unpack};
use crate::play::{Move, Parts};
use crate::rank::Rank;
use crate::rules::Rules;

/// The version of the layout; it changes with every change of the layout.
pub const OBSERVATION_VERSION: u32 = 1;

/// Bytes of one observation.
#[must_use]
pub fn observation_width(rules: &Rules) -> usize {
    let seats = usize::from(rules.table().players);
    // Own, unseen and standing cards, seven numbers on the state, and for each seat its last move and cards left.
    3 * Rank::COUNT + 7 + seats * (Rank::COUNT + 1)
}

/// What goes into an observation.
pub(crate) struct Seen<'a> {
    /// The seat to act.
    pub(crate) turn: usize,
    pub(crate) hands: &'a [Hand],
    /// The bottom cards while nobody has taken them.
    pub(crate) bottom: Hand,
    pub(crate) standing: Option<Parts>,
    pub(crate) passes: usize,
    pub(crate) landlord: Option<usize>,
    pub(crate) highest_bid: u8,
    pub(crate) doublings: u8,
    /// The last move of every seat.
    pub(crate) last: &'a [Move],
}

impl Seen<'_> {
    /// Writes version 1 of the layout; seats are counted from the one to act on: own counts (15), unseen counts (15),
    /// counts of the standing play (15), its kind, its rank, its length, passes since, role (1 landlord, 2 peasant, 0 in
    /// the auction), highest bid, doublings so far; then for each seat the counts of its last move (15), and its cards
    /// left.
    #[inline(always)]
    pub(crate) fn encode(&self, row: &mut [u8]) {
        let mut writer = Writer { row, place: 0 };
        let seats = self.hands.len();
        let others = (1..seats).map(|step| self.hands[(self.turn + step) % seats].packed());
        writer.cards(self.hands[self.turn].packed());
        writer.cards(others.sum::<u64>() + self.bottom.packed());
        let shape = self.standing.map(|parts| parts.shape);
        writer.cards(self.standing.map_or(0, |parts| parts.play().packed()));
        writer.byte(shape.map_or(0, |shape| shape.kind.code()));
        writer.byte(shape.map_or(0, |shape| shape.rank.index() as u8));
        writer.byte(shape.map_or(0, |shape| shape.length));
        writer.byte(self.passes as u8);
        writer.byte(
            self.landlord
                .map_or(0, |landlord| if landlord == self.turn { 1 } else { 2 }),
        );
        writer.byte(self.highest_bid);
        writer.byte(self.doublings);
        for step in 0..seats {
            let seat = (self.turn + step) % seats;
            writer.cards(self.last[seat].packed());
            writer.byte(self.hands[seat].len() as u8);
        }
    }
}

struct Writer<'a> {
    row: &'a mut [u8],
    place: usize,
}

impl Writer<'_> {
    /// The counts of packed cards; kind bits are left out.
    #[inline(always)]
    fn cards(&mut self, packed: u64) {
        self.row[self.place..self.place + Rank::COUNT].copy_from_slice(&unpack(packed)[..Rank::COUNT]);
        self.place += Rank::COUNT;
    }

    #[inline(always)]
    fn byte(&mut self, value: u8) {
        self.row[self.place] = value;
        self.place += 1;
    }
}
