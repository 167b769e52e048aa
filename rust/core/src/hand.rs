//! Hands: multisets of ranks, stored so that every set the generator asks for is one shift and mask.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseHandError;
use crate::rank::{Rank, RankSet};

/// The number of copies of one rank that a hand can hold.
pub(crate) const MOST_COPIES: usize = 8;
const LANE_BITS: u32 = 16;
/// Lanes in a word.
const WORD_LANES: usize = 4;
/// The lowest bit of every lane of a word: times a set of ranks, that set in every lane.
const EVERY_LANE: u64 = 0x0001_0001_0001_0001;
/// The lowest bit of each of the fifteen packed counts.
pub(crate) const NIBBLES: u64 = 0x0111_1111_1111_1111;

/// A multiset of ranks: up to eight of each ordinary rank and two of each joker.
///
/// Inside, lane `k` of eight 16-bit lanes is the set of ranks held at least `k + 1` times ("unary" counts), so that the
/// ranks with at least `k` copies are one shift, containment is one `and`, and the size is one population count. The
/// first word has the lanes for one to four copies; the second is zero in every game with one pack.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Hand, Rank};
/// let hand: Hand = "334TB".parse()?;
/// assert_eq!(hand.count(Rank::THREE), 2);
/// assert_eq!(hand.len(), 5);
/// assert_eq!(Hand::from_packed(hand.packed()), Some(hand));
/// # Ok::<(), doudizhu_core::ParseHandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand {
    low: u64,
    high: u64,
}

impl Hand {
    /// No card.
    pub const EMPTY: Self = Self { low: 0, high: 0 };

    /// The hand with these counts per rank, or `None` where no such hand exists (more than eight of an ordinary rank
    /// or two of a joker).
    #[must_use]
    pub fn from_counts(counts: [u8; Rank::COUNT]) -> Option<Self> {
        let mut packed = 0;
        for (rank, &count) in Rank::all().zip(&counts) {
            if usize::from(count) > MOST_COPIES {
                return None;
            }
            packed |= u64::from(count) << rank.shift();
        }
        Self::from_packed(packed)
    }

    /// The hand with this packed form: bits `4r` to `4r + 3` are the count of rank `r`, bits 60 to 63 are zero.
    #[must_use]
    pub fn from_packed(packed: u64) -> Option<Self> {
        Self::exists(packed).then(|| Self::from_packed_unchecked(packed))
    }

    /// Whether some hand has this packed form.
    pub(crate) const fn exists(packed: u64) -> bool {
        let nine_or_more = packed & (packed << 1 | packed << 2 | packed << 3) & (NIBBLES << 3);
        let jokers = packed >> Rank::BLACK_JOKER.shift();
        packed >> 60 == 0 && nine_or_more == 0 && jokers & 0xF <= 2 && jokers >> 4 <= 2
    }

    /// The same for counts that are known to exist; whatever stands in bits 60 to 63 is ignored.
    #[must_use]
    pub(crate) const fn from_packed_unchecked(packed: u64) -> Self {
        let mut words = [0; 2];
        let mut lane = 0;
        while lane < MOST_COPIES {
            // A count c of 0..=8 plus 7 - lane carries into bit 3 exactly when c exceeds the lane's number.
            let reached = (packed & !(0xF << 60)) + NIBBLES * (MOST_COPIES - 1 - lane) as u64;
            let ranks = gather_nibbles(reached >> 3);
            if ranks == 0 {
                break;
            }
            words[lane / WORD_LANES] |= (ranks as u64) << (LANE_BITS * (lane % WORD_LANES) as u32);
            lane += 1;
        }
        Self {
            low: words[0],
            high: words[1],
        }
    }

    /// The packed form.
    #[must_use]
    pub const fn packed(self) -> u64 {
        spread_lanes(self.low) + if self.high == 0 { 0 } else { spread_lanes(self.high) }
    }

    /// How many cards of one rank the hand holds.
    #[must_use]
    pub const fn count(self, rank: Rank) -> usize {
        let column = EVERY_LANE << rank.index();
        ((self.low & column).count_ones() + (self.high & column).count_ones()) as usize
    }

    /// The counts of all ranks.
    #[must_use]
    #[inline]
    pub fn counts(self) -> [u8; Rank::COUNT] {
        let counts = unpack(self.packed());
        std::array::from_fn(|rank| counts[rank])
    }

    /// The number of cards.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.low.count_ones() + self.high.count_ones()) as usize
    }

    /// Whether the hand has no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.low == 0
    }

    /// The ranks of which the hand holds at least `copies` cards; `copies` is 1 to 8.
    #[must_use]
    pub const fn at_least(self, copies: usize) -> RankSet {
        let lane = copies - 1;
        let word = if lane < WORD_LANES { self.low } else { self.high };
        RankSet::from_bits((word >> (LANE_BITS * (lane % WORD_LANES) as u32)) as u16)
    }

    /// The ranks of which the hand holds exactly `copies` cards; `copies` is 1 to 8.
    #[must_use]
    pub const fn exactly(self, copies: usize) -> RankSet {
        if copies == MOST_COPIES {
            self.at_least(copies)
        } else {
            self.at_least(copies).without(self.at_least(copies + 1))
        }
    }

    /// False where neither a bomb nor a rocket can be in the hand: no rank four times, and not both colours of joker.
    #[must_use]
    #[inline]
    pub(crate) const fn may_hold_bombs(self) -> bool {
        let quads = self.low >> (LANE_BITS * (WORD_LANES - 1) as u32);
        quads != 0 || self.ranks().contains_all(RankSet::JOKERS)
    }

    /// The ranks that the hand holds.
    #[must_use]
    pub const fn ranks(self) -> RankSet {
        self.at_least(1)
    }

    /// Whether every card of the other hand is in this one.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        other.low & !self.low == 0 && other.high & !self.high == 0
    }

    /// The hand that holds as many cards of each rank as there are bits in the rank's column, wherever in it they stand.
    #[must_use]
    #[inline(always)]
    pub(crate) fn from_unsorted_lanes(words: [u64; 2]) -> Self {
        let mut lanes = [0; 2 * WORD_LANES];
        let (low, high) = lanes.split_at_mut(WORD_LANES);
        split_lanes(words[0], low);
        if words[1] == 0 {
            sort_columns(&mut lanes, &SORT_4);
            return Self {
                low: join_lanes(&lanes[..WORD_LANES]),
                high: 0,
            };
        }
        split_lanes(words[1], high);
        sort_columns(&mut lanes, &SORT_8);
        Self {
            low: join_lanes(&lanes[..WORD_LANES]),
            high: join_lanes(&lanes[WORD_LANES..]),
        }
    }

    /// The hand with `copies` cards, 1 to 8, of every rank of a set.
    #[must_use]
    pub(crate) const fn of_each(ranks: RankSet, copies: usize) -> Self {
        let all = ranks.bits() as u64 * EVERY_LANE;
        if copies <= WORD_LANES {
            return Self {
                low: all >> (LANE_BITS * (WORD_LANES - copies) as u32),
                high: 0,
            };
        }
        Self {
            low: all,
            high: all >> (LANE_BITS * (2 * WORD_LANES - copies) as u32),
        }
    }

    /// This hand and the other together; the counts together must not pass what a hand can hold.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        let mut hand = self;
        let mut copies = 1;
        while copies <= MOST_COPIES {
            let ranks = other.at_least(copies);
            if ranks.is_empty() {
                break;
            }
            let columns = ranks.bits() as u64 * EVERY_LANE;
            // A column moves up by one lane; what leaves the first word enters the second.
            let carried = hand.low >> (LANE_BITS * (WORD_LANES - 1) as u32);
            let (low, high) = (hand.low << LANE_BITS | 0xFFFF, hand.high << LANE_BITS | carried);
            hand.low = hand.low & !columns | low & columns;
            hand.high = hand.high & !columns | high & columns;
            copies += 1;
        }
        hand
    }

    /// This hand less the cards of the other, all of which it must hold.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        let mut hand = self;
        let mut copies = 1;
        while copies <= MOST_COPIES {
            let ranks = other.at_least(copies);
            if ranks.is_empty() {
                break;
            }
            hand = hand.without_each(ranks, 1);
            copies += 1;
        }
        hand
    }

    /// This hand less `copies` cards, 1 to 8, of every rank of a set, all of which it must hold.
    #[must_use]
    pub(crate) const fn without_each(self, ranks: RankSet, copies: usize) -> Self {
        let columns = ranks.bits() as u64 * EVERY_LANE;
        if self.high == 0 {
            // In two steps, since all four lanes together are as wide as the word.
            let low = self.low >> (LANE_BITS * (copies as u32 - 1)) >> LANE_BITS;
            return Self {
                low: self.low & !columns | low & columns,
                high: 0,
            };
        }
        let lanes = (self.high as u128) << u64::BITS | self.low as u128;
        let lower = lanes >> (LANE_BITS * (copies as u32 - 1)) >> LANE_BITS;
        Self {
            low: self.low & !columns | lower as u64 & columns,
            high: self.high & !columns | (lower >> u64::BITS) as u64 & columns,
        }
    }

    /// The cards of the other hand that this one lacks.
    #[must_use]
    pub fn missing(self, other: Self) -> Self {
        let (held, wanted) = (self.counts(), other.counts());
        let missing = std::array::from_fn(|rank| wanted[rank].saturating_sub(held[rank]));
        // A difference of valid counts is valid.
        Self::from_counts(missing).unwrap_or(Self::EMPTY)
    }

    /// The cards in ascending order, one rank for each card.
    pub fn cards(self) -> impl Iterator<Item = Rank> {
        Rank::all().flat_map(move |rank| std::iter::repeat_n(rank, self.count(rank)))
    }
}

/// Sorting networks for four and for eight lanes.
const SORT_4: [(usize, usize); 5] = [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)];
#[rustfmt::skip]
const SORT_8: [(usize, usize); 19] = [
    (0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (1, 2), (5, 6),
    (0, 4), (1, 5), (2, 6), (3, 7), (2, 4), (3, 5), (1, 2), (3, 4), (5, 6),
];

/// Sorts all columns at once: `or` is the greater and `and` the lesser of two bits.
#[inline(always)]
fn sort_columns<const STEPS: usize>(lanes: &mut [u64; 2 * WORD_LANES], network: &'static [(usize, usize); STEPS]) {
    let mut step = 0;
    while step < STEPS {
        let (upper, lower) = network[step];
        (lanes[upper], lanes[lower]) = (lanes[upper] | lanes[lower], lanes[upper] & lanes[lower]);
        step += 1;
    }
}

#[inline]
fn split_lanes(word: u64, lanes: &mut [u64]) {
    for (number, lane) in lanes.iter_mut().enumerate() {
        *lane = word >> (LANE_BITS * number as u32) & 0xFFFF;
    }
}

#[inline]
fn join_lanes(lanes: &[u64]) -> u64 {
    lanes.iter().rev().fold(0, |word, lane| word << LANE_BITS | lane)
}

/// The sixteen packed counts of a number, that of the kind bits included.
#[inline(always)]
pub(crate) fn unpack(packed: u64) -> [u8; 16] {
    let mut counts = [0; 16];
    for (pair, byte) in counts.chunks_exact_mut(2).zip(packed.to_le_bytes()) {
        pair[0] = byte & 0xF;
        pair[1] = byte >> 4;
    }
    counts
}

/// The packed counts of one word of lanes.
const fn spread_lanes(word: u64) -> u64 {
    let mut packed = 0;
    let mut lanes = word;
    while lanes != 0 {
        packed += spread_to_nibbles(lanes as u16);
        lanes >>= LANE_BITS;
    }
    packed
}

/// Moves bits 0, 4, 8, .. 56 together into bits 0 to 14.
const fn gather_nibbles(bits: u64) -> u16 {
    let pairs = bits & NIBBLES;
    let pairs = (pairs | pairs >> 3) & 0x0303_0303_0303_0303;
    let fours = (pairs | pairs >> 6) & 0x000F_000F_000F_000F;
    let eights = (fours | fours >> 12) & 0x0000_00FF_0000_00FF;
    (eights | eights >> 24) as u16
}

/// Moves bits 0 to 14 apart to bits 0, 4, 8, .. 56.
pub(crate) const fn spread_to_nibbles(bits: u16) -> u64 {
    let eights = (bits as u64 | (bits as u64) << 24) & 0x0000_00FF_0000_00FF;
    let fours = (eights | eights << 12) & 0x000F_000F_000F_000F;
    let pairs = (fours | fours << 6) & 0x0303_0303_0303_0303;
    (pairs | pairs << 3) & NIBBLES
}

impl fmt::Display for Hand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards().try_for_each(|rank| write!(formatter, "{rank}"))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Hand({self})")
    }
}

impl FromStr for Hand {
    type Err = ParseHandError;

    /// Reads letters of `3456789TJQKA2BR` in any order.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut counts = [0u8; Rank::COUNT];
        for (position, letter) in text.chars().enumerate() {
            let rank = Rank::from_letter(letter).ok_or(ParseHandError::UnknownCard { letter, position })?;
            let most = if RankSet::JOKERS.contains(rank) {
                2
            } else {
                MOST_COPIES as u8
            };
            let count = &mut counts[rank.index()];
            if *count == most {
                return Err(ParseHandError::TooMany { rank });
            }
            *count += 1;
        }
        Ok(Self::from_counts(counts).unwrap_or(Self::EMPTY))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_hand() -> impl Strategy<Value = Hand> {
        let ordinary = proptest::array::uniform13(0u8..=8);
        (ordinary, 0u8..=2, 0u8..=2).prop_map(|(ordinary, black, red)| {
            let counts = std::array::from_fn(|rank| match rank {
                13 => black,
                14 => red,
                _ => ordinary[rank],
            });
            Hand::from_counts(counts).expect("the counts exist")
        })
    }

    #[test]
    fn a_hand_is_sixteen_bytes() {
        assert_eq!(size_of::<Hand>(), 16);
    }

    #[test]
    fn counts_past_the_two_packs_are_no_hand() {
        for rank in Rank::all() {
            let most = if rank >= Rank::BLACK_JOKER { 2 } else { 8 };
            for count in 0..16 {
                let exists = Hand::from_packed(count << rank.shift()).is_some();
                assert_eq!(exists, count <= most, "{count} of {rank}");
            }
        }
        assert_eq!(Hand::from_packed(1 << 60), None);
    }

    #[test]
    fn text_with_a_fault_says_where() {
        let unknown = ParseHandError::UnknownCard {
            letter: 'x',
            position: 2,
        };
        assert_eq!("33x".parse::<Hand>(), Err(unknown));
        assert_eq!(
            "BBB".parse::<Hand>(),
            Err(ParseHandError::TooMany {
                rank: Rank::BLACK_JOKER
            })
        );
        assert_eq!(
            "333333333".parse::<Hand>(),
            Err(ParseHandError::TooMany { rank: Rank::THREE })
        );
    }

    proptest! {
        #[test]
        fn scattered_copies_are_counted(columns in proptest::collection::vec(any::<u8>(), 13)) {
            let mut words = [0; 2];
            for (rank, column) in columns.iter().enumerate() {
                for copy in (0..8).filter(|copy| column >> copy & 1 == 1) {
                    words[copy / 4] |= 1 << (16 * (copy % 4) + rank);
                }
            }
            let hand = Hand::from_unsorted_lanes(words);
            for (rank, column) in Rank::all().zip(&columns) {
                prop_assert_eq!(hand.count(rank), column.count_ones() as usize);
                prop_assert_eq!(hand.at_least(1).contains(rank), *column > 0);
            }
            prop_assert_eq!(Hand::from_packed(hand.packed()), Some(hand));
        }

        #[test]
        fn packed_and_text_round_trip(hand in any_hand()) {
            prop_assert_eq!(Hand::from_packed(hand.packed()), Some(hand));
            prop_assert_eq!(Hand::from_counts(hand.counts()), Some(hand));
            prop_assert_eq!(hand.to_string().parse(), Ok(hand));
            prop_assert_eq!(hand.len(), hand.counts().iter().map(|&count| usize::from(count)).sum::<usize>());
        }

        #[test]
        fn at_least_and_exactly_follow_the_counts(hand in any_hand()) {
            for copies in 1..=8 {
                for rank in Rank::all() {
                    prop_assert_eq!(hand.at_least(copies).contains(rank), hand.count(rank) >= copies);
                    prop_assert_eq!(hand.exactly(copies).contains(rank), hand.count(rank) == copies);
                }
            }
        }

        #[test]
        fn taking_away_what_was_added_restores_the_hand(left in any_hand(), right in any_hand()) {
            let common: [u8; 15] = std::array::from_fn(|rank| left.counts()[rank].min(right.counts()[rank]));
            let part = Hand::from_counts(common).expect("a part of a hand is a hand");
            prop_assert!(left.contains(part) && right.contains(part));
            prop_assert_eq!(left.without(part).with(part), left);
            prop_assert_eq!(left.contains(right), left.missing(right).is_empty());
            prop_assert_eq!(left.missing(right).len(), right.len() - part.len());
        }
    }
}
