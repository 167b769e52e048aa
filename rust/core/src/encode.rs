//! Observations: what a seat may know, one byte for each number, in a layout with a version.

use crate::play::{Move, Shape};
use crate::rank::Rank;
use crate::rules::{MOST_SEATS, Rules};

/// The version of the layout; it changes with every change of the layout.
pub const OBSERVATION_VERSION: u32 = 1;

/// Own, unseen and standing cards and seven numbers on the state; the seats come behind.
const STATE_WIDTH: usize = 3 * Rank::COUNT + 7;
/// A seat's last move and the number of cards it holds.
const SEAT_WIDTH: usize = Rank::COUNT + 1;

/// Bytes of one observation at a table of so many seats.
pub(crate) const fn width_of(seats: usize) -> usize {
    STATE_WIDTH + seats * SEAT_WIDTH
}

/// Bytes of one observation.
#[must_use]
pub fn observation_width(rules: &Rules) -> usize {
    width_of(usize::from(rules.table().players))
}

/// Rows that are written together, so that their cards are unpacked by one loop over bytes.
const BLOCK: usize = 32;
/// Sets of cards in a row besides the last move of every seat: own, unseen, standing.
const OTHER_SETS: usize = 3;
/// Where the numbers of cards left begin among the numbers of a row; the state stands before them.
const LEFT: usize = 8;

/// Something that is observed.
pub(crate) trait Observed {
    /// Has [`Seen::note`] called with what the seat to act sees; where nobody is to act the notes are left as they are.
    fn note<const SEATS: usize, const SETS: usize>(&self, notes: Notes<'_, SETS>);
}

/// Where a row is noted before it is written: packed cards and numbers, zeros at first.
pub(crate) struct Notes<'a, const SETS: usize> {
    cards: &'a mut [[u8; 8]; SETS],
    numbers: &'a mut [u8; 16],
}

/// What goes into an observation. Cards are packed.
pub(crate) struct Seen<'a> {
    /// The seat to act.
    pub(crate) turn: usize,
    /// The cards of every seat, and how many they are.
    pub(crate) held: &'a [u64; MOST_SEATS],
    pub(crate) left: &'a [u8; MOST_SEATS],
    /// The bottom cards while nobody has taken them.
    pub(crate) bottom: u64,
    pub(crate) standing: Option<Shape>,
    pub(crate) passes: usize,
    pub(crate) landlord: Option<usize>,
    pub(crate) highest_bid: u8,
    pub(crate) doublings: u8,
    /// The last move of every seat.
    pub(crate) last: &'a [Move; MOST_SEATS],
}

/// Writes version 1 of the layout; seats are counted from the one to act on: own counts (15), unseen counts (15), counts
/// of the standing play (15), its kind, its rank, its length, passes since, role (1 landlord, 2 peasant, 0 in the
/// auction), highest bid, doublings so far; then for each seat the counts of its last move (15), and its cards left.
/// Rows are zero where nobody is to act.
#[inline(always)]
pub(crate) fn encode<T: Observed, const SEATS: usize, const SETS: usize, const WIDTH: usize>(
    observed: &[T],
    rows: &mut [[u8; WIDTH]],
) {
    const { assert!(SETS == sets_of(SEATS) && WIDTH == width_of(SEATS)) }
    let mut packed = [[[0; 8]; SETS]; BLOCK];
    let mut counts = [[[0; 16]; SETS]; BLOCK];
    let mut numbers = [[0; 16]; BLOCK];
    for (observed, rows) in observed.chunks(BLOCK).zip(rows.chunks_mut(BLOCK)) {
        for ((observed, cards), numbers) in observed.iter().zip(&mut packed).zip(&mut numbers) {
            (*cards, *numbers) = ([[0; 8]; SETS], [0; 16]);
            observed.note::<SEATS, SETS>(Notes { cards, numbers });
        }
        unpack(
            packed.as_flattened().as_flattened(),
            counts.as_flattened_mut().as_flattened_mut(),
        );
        for ((row, counts), numbers) in rows.iter_mut().zip(&counts).zip(&numbers) {
            write_row::<SEATS, SETS, WIDTH>(row, counts, numbers);
        }
    }
}

/// Sets of cards in a row at a table of so many seats.
pub(crate) const fn sets_of(seats: usize) -> usize {
    OTHER_SETS + seats
}

/// Two counts from every byte.
#[inline(always)]
fn unpack(packed: &[u8], counts: &mut [u8]) {
    let (pairs, _) = counts.as_chunks_mut::<2>();
    for (pair, &byte) in pairs.iter_mut().zip(packed) {
        *pair = [byte & 0xF, byte >> 4];
    }
}

/// Counts are written sixteen at a time: the last, that of the kind bits, is overwritten by what follows, or it is the
/// kind of the standing play.
#[inline(always)]
fn write_row<const SEATS: usize, const SETS: usize, const WIDTH: usize>(
    row: &mut [u8; WIDTH],
    counts: &[[u8; 16]; SETS],
    numbers: &[u8; 16],
) {
    for (place, counts) in (0..).step_by(Rank::COUNT).zip(&counts[..OTHER_SETS]) {
        row[place..place + 16].copy_from_slice(counts);
    }
    row[OTHER_SETS * Rank::COUNT + 1..STATE_WIDTH].copy_from_slice(&numbers[..6]);
    for step in 0..SEATS {
        let place = STATE_WIDTH + step * SEAT_WIDTH;
        row[place..place + SEAT_WIDTH].copy_from_slice(&counts[OTHER_SETS + step]);
        row[place + Rank::COUNT] = numbers[LEFT + step];
    }
}

impl Seen<'_> {
    /// Notes the row of the seat to act.
    #[inline(always)]
    pub(crate) fn note<const SEATS: usize, const SETS: usize>(&self, notes: Notes<'_, SETS>) {
        let Notes { cards, numbers } = notes;
        let own = self.held[self.turn % MOST_SEATS];
        let all = self.held.iter().sum::<u64>() + self.bottom;
        cards[0] = own.to_le_bytes();
        cards[1] = (all - own).to_le_bytes();
        let role = match self.landlord {
            None => 0,
            Some(landlord) => 2 - u8::from(landlord == self.turn),
        };
        let (mut rank, mut length) = (0, 0);
        if let Some(shape) = self.standing {
            (rank, length) = (shape.rank.index() as u8, shape.length);
            // The play that stands was the last before the passes.
            let owner = self.seat::<SEATS>(SEATS - 1 - self.passes);
            cards[2] = self.last[owner].packed().to_le_bytes();
        }
        numbers[..6].copy_from_slice(&[rank, length, self.passes as u8, role, self.highest_bid, self.doublings]);
        for step in 0..SEATS {
            let seat = self.seat::<SEATS>(step);
            cards[OTHER_SETS + step] = self.last[seat].packed().to_le_bytes();
            numbers[LEFT + step] = self.left[seat];
        }
    }

    /// The seat so many places behind the one to act.
    #[inline(always)]
    fn seat<const SEATS: usize>(&self, steps: usize) -> usize {
        let seat = self.turn + steps;
        // The remainder changes nothing: it spares the bounds checks.
        (if seat < SEATS { seat } else { seat - SEATS }) % MOST_SEATS
    }
}
