//! Keys of positions: equal for positions that differ only in what cannot matter.
//!
//! A rank that nobody holds any more is left out, and what lies above it moves down: plays are compared by order, not by
//! the number of a rank. Only chains look at which ranks are neighbours, so the key tells for every held rank whether
//! some hand has a chain that joins it to the rank below. Hands only shrink, so no other chain can come up later, and
//! kickers that depend on the ranks beside a trio chain depend on such chains too. Jokers are told apart from other
//! ranks by their number.

/// 128 mixed bits that stand for a position.
///
/// Positions are compared by their keys alone, less seven bits. Of a billion positions two share such a key with a
/// probability below one in 10^18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(pub(super) [u64; 2]);

impl Key {
    /// The key of these words; whatever they are, it is not all zero.
    pub(super) fn mixed(hands: [u64; 4], rest: u64) -> Self {
        let mut halves = [0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03];
        for word in [hands[0], hands[1], hands[2], hands[3], rest] {
            halves = [
                mix(halves[0] ^ word, 0xBF58_476D_1CE4_E5B9),
                mix(halves[1] ^ word, 0xFF51_AFD7_ED55_8CCD),
            ];
        }
        halves = [
            mix(halves[0], 0x94D0_49BB_1331_11EB),
            mix(halves[1], 0xC4CE_B9FE_1A85_EC53),
        ];
        Self([halves[0].max(1), halves[1]])
    }
}

fn mix(word: u64, factor: u64) -> u64 {
    let product = word.wrapping_mul(factor);
    product ^ product >> 29
}

/// Packed hands, and a set of ranks, without the ranks that nobody holds.
#[derive(Clone, Copy)]
pub(super) struct Squeeze {
    held: u16,
}

impl Squeeze {
    /// Keeps only the ranks of a set.
    pub(super) fn to(held: u16) -> Self {
        Self { held }
    }

    /// How many held ranks lie below a rank.
    pub(super) fn below(self, rank: u32) -> u32 {
        (self.held & ((1u32 << rank) - 1) as u16).count_ones()
    }

    /// Takes the counts of the ranks that are left out away from packed hands, and the same from a set.
    pub(super) fn apply(self, hands: &mut [u64], set: &mut u16) {
        let mut dead = !self.held & (((1u32 << (u16::BITS - self.held.leading_zeros())) - 1) as u16);
        // From the top down, so that a rank is still where its number says, all neighbours at once.
        while dead != 0 {
            let top = u16::BITS - dead.leading_zeros();
            let run = (dead << (u16::BITS - top)).leading_ones();
            let bottom = top - run;
            dead &= (1 << bottom) - 1;
            let below = (1u64 << (4 * bottom)) - 1;
            for hand in &mut *hands {
                *hand = *hand & below | *hand >> (4 * run) & !below;
            }
            let below = (1u16 << bottom) - 1;
            *set = *set & below | *set >> run & !below;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::Rank;

    #[test]
    fn squeezing_takes_out_one_rank_after_the_other() {
        let mut seen = 0;
        for held in 1..1u16 << Rank::COUNT {
            let ranks: Vec<_> = (0..Rank::COUNT).filter(|rank| held >> rank & 1 == 1).collect();
            let spread = |digit: fn(usize) -> u64| ranks.iter().map(|rank| digit(*rank) << (4 * rank)).sum();
            let mut hands = [spread(|rank| rank as u64 % 9), spread(|rank| 8 - rank as u64 % 9)];
            let mut set = held & 0x5A5A;
            Squeeze::to(held).apply(&mut hands, &mut set);
            for (place, rank) in ranks.iter().enumerate() {
                assert_eq!(hands[0] >> (4 * place) & 0xF, *rank as u64 % 9);
                assert_eq!(hands[1] >> (4 * place) & 0xF, 8 - *rank as u64 % 9);
                assert_eq!(set >> place & 1, 0x5A5A >> rank & 1);
                assert_eq!(Squeeze::to(held).below(*rank as u32) as usize, place);
            }
            assert_eq!(hands[0] >> (4 * ranks.len()), 0);
            seen += 1;
        }
        assert_eq!(seen, (1 << 15) - 1);
    }

    #[test]
    fn every_word_counts_for_both_halves() {
        let base = Key::mixed([1, 2, 3, 4], 5);
        let others = [
            Key::mixed([1 | 1 << 59, 2, 3, 4], 5),
            Key::mixed([1, 2 | 1 << 59, 3, 4], 5),
            Key::mixed([2, 1, 3, 4], 5),
            Key::mixed([1, 2, 3, 0], 5),
            Key::mixed([1, 2, 3, 4], 4),
        ];
        for other in others {
            assert!((0..2).all(|half| (base.0[half] ^ other.0[half]).count_ones() > 10));
        }
    }
}
