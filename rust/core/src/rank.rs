//! Ranks and sets of ranks.

use std::fmt;

/// One of the fifteen ranks `3 4 5 6 7 8 9 T J Q K A 2 B R`, index 0 to 14.
///
/// # Examples
///
/// ```
/// use doudizhu_core::Rank;
/// assert!(Rank::TWO > Rank::ACE);
/// assert_eq!(Rank::RED_JOKER.to_string(), "R");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

const LETTERS: &[u8; Rank::COUNT] = b"3456789TJQKA2BR";

impl Rank {
    /// How many ranks there are.
    pub const COUNT: usize = 15;
    /// The lowest rank.
    pub const THREE: Self = Self(0);
    /// The highest rank that may stand in a chain.
    pub const ACE: Self = Self(11);
    /// The highest ordinary rank.
    pub const TWO: Self = Self(12);
    /// The lower joker.
    pub const BLACK_JOKER: Self = Self(13);
    /// The higher joker.
    pub const RED_JOKER: Self = Self(14);

    /// The rank with this index, or `None` past the last.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The rank that a letter of `3456789TJQKA2BR` names.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let index = LETTERS.iter().position(|&known| char::from(known) == letter)?;
        Self::new(index)
    }

    /// The index, 0 to 14.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter that names the rank.
    #[must_use]
    pub const fn letter(self) -> char {
        LETTERS[self.0 as usize] as char
    }

    /// How far the rank's count is shifted in the packed form.
    #[must_use]
    pub const fn shift(self) -> u32 {
        4 * self.0 as u32
    }

    /// All ranks in ascending order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.letter())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Rank({})", self.letter())
    }
}

/// A set of ranks, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RankSet(u16);

impl RankSet {
    /// No rank.
    pub const EMPTY: Self = Self(0);
    /// The thirteen ranks that are no joker.
    pub const ORDINARY: Self = Self(0x1FFF);
    /// The ranks that may stand in a chain, 3 to ace.
    pub const CHAIN: Self = Self(0x0FFF);
    /// Both jokers.
    pub const JOKERS: Self = Self(0x6000);

    /// The set whose bit `r` says whether rank `r` belongs to it; a sixteenth bit is dropped.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x7FFF)
    }

    /// Bit `r` for rank `r`.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set of one rank.
    #[must_use]
    pub const fn only(rank: Rank) -> Self {
        Self(1 << rank.0)
    }

    /// `length` consecutive ranks, the highest of which is `top`.
    #[must_use]
    pub const fn run(top: Rank, length: u8) -> Self {
        let above_top = (1u32 << (top.0 + 1)) - 1;
        let below_run = (1u32 << (top.0 + 1 - length)) - 1;
        Self((above_top & !below_run) as u16)
    }

    /// How many ranks the set has.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no rank.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has this rank.
    #[must_use]
    pub const fn contains(self, rank: Rank) -> bool {
        self.0 >> rank.0 & 1 == 1
    }

    /// Whether the set has every rank of the other.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The ranks that both sets have.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The ranks that at least one of the sets has.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The ranks of this set that the other lacks.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The ranks of the set that are lower than `rank`.
    #[must_use]
    pub const fn below(self, rank: Rank) -> Self {
        Self(self.0 & ((1 << rank.0) - 1))
    }

    /// The ranks of the set that are higher than `rank`.
    #[must_use]
    pub const fn above(self, rank: Rank) -> Self {
        Self(self.0 & !((2u16 << rank.0).wrapping_sub(1)))
    }

    /// The next higher rank of each rank of the set; that of the highest rank of all is dropped.
    #[must_use]
    pub(crate) const fn raised(self) -> Self {
        Self::from_bits(self.0 << 1)
    }

    /// The next lower rank of each rank of the set; that of the lowest rank of all is dropped.
    #[must_use]
    pub(crate) const fn lowered(self) -> Self {
        Self(self.0 >> 1)
    }

    /// The lowest rank.
    #[must_use]
    pub const fn lowest(self) -> Option<Rank> {
        if self.0 == 0 {
            None
        } else {
            Some(Rank(self.0.trailing_zeros() as u8))
        }
    }

    /// The highest rank.
    #[must_use]
    pub const fn highest(self) -> Option<Rank> {
        if self.0 == 0 {
            None
        } else {
            Some(Rank(15 - self.0.leading_zeros() as u8))
        }
    }

    /// The rank with this index among those of the set, in ascending order; the set must have it.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn select(self, index: usize) -> Rank {
        let low = (self.0 & 0xFF).count_ones() as usize;
        let upper = index >= low;
        let byte = (self.0 >> (8 * upper as u32)) as u8;
        let place = SELECT[byte as usize][index - low * upper as usize];
        Rank(place + 8 * upper as u8)
    }

    /// The top ranks of all runs of `length` consecutive ranks inside the set; `length` is at least 1.
    #[must_use]
    pub const fn run_tops(self, length: u8) -> Self {
        let mut bits = self.0;
        let mut joined = 1;
        while joined < length {
            let step = if joined < length - joined {
                joined
            } else {
                length - joined
            };
            bits &= bits << step;
            joined += step;
        }
        Self(bits)
    }

    /// The ranks in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let rank = Rank(left.trailing_zeros() as u8);
            left &= left - 1;
            Some(rank)
        })
    }
}

/// The place of the n-th set bit of every byte, 0 where there are fewer bits.
static SELECT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0u8;
        let mut found = 0;
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][found] = place;
                found += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

impl fmt::Debug for RankSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_every_rank_once() {
        let named: Vec<_> = Rank::all()
            .filter_map(|rank| Rank::from_letter(rank.letter()))
            .collect();
        assert_eq!(named, Rank::all().collect::<Vec<_>>());
        assert_eq!(named.len(), 15);
        assert_eq!(Rank::from_letter('x'), None);
        assert_eq!(Rank::new(15), None);
    }

    #[test]
    fn run_tops_equal_the_definition_on_every_set() {
        let mut seen = 0;
        for bits in 0..1u16 << 12 {
            let set = RankSet::from_bits(bits);
            for length in 1..=12 {
                let expected: Vec<_> = Rank::all()
                    .take(12)
                    .filter(|top| top.index() + 1 >= usize::from(length))
                    .filter(|&top| set.contains_all(RankSet::run(top, length)))
                    .collect();
                assert_eq!(set.run_tops(length).iter().collect::<Vec<_>>(), expected);
                seen += 1;
            }
        }
        assert_eq!(seen, 4096 * 12);
    }

    #[test]
    fn select_follows_the_order_of_iteration() {
        let mut seen = 0;
        for bits in 0..1 << 15 {
            let set = RankSet::from_bits(bits);
            for (index, rank) in set.iter().enumerate() {
                assert_eq!(set.select(index), rank);
                seen += 1;
            }
        }
        assert_eq!(seen, 15 << 14);
    }

    #[test]
    fn above_and_below_split_a_set() {
        let all = RankSet::from_bits(0x7FFF);
        for rank in Rank::all() {
            assert_eq!(all.below(rank).len(), rank.index());
            assert_eq!(all.above(rank).len(), 14 - rank.index());
            assert!(!all.above(rank).or(all.below(rank)).contains(rank));
        }
    }
}
