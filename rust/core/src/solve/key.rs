//! Keys of positions: equal for positions that differ only in what cannot matter.
//!
//! A rank that nobody holds any more is left out, and what lies above it moves down: plays are compared by order, not by
//! the number of a rank. Only chains look at which ranks are neighbours, so the key tells for every held rank whether
//! some hand has a chain that joins it to the rank below. Hands only shrink, so no other chain can come up later, and
//! kickers that depend on the ranks beside a trio chain depend on such chains too. Jokers are told apart from other
//! ranks by their number.

use crate::hand::NIBBLES;

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

    /// The hands with the counts of the ranks that are left out taken away, and the set likewise.
    pub(super) fn apply(self, mut hands: [u64; 4], mut set: u16) -> ([u64; 4], u16) {
        // From the top down, so that a rank is still where its number says.
        let mut dead = !self.held & ((1u32 << (u16::BITS - self.held.leading_zeros())) - 1) as u16;
        while dead != 0 {
            let top = u16::BITS - 1 - dead.leading_zeros();
            dead &= !(1 << top);
            let below = (1u64 << (4 * top)) - 1;
            for hand in &mut hands {
                *hand = *hand & below | *hand >> 4 & !below;
            }
            let below = (1u16 << top) - 1;
            set = set & below | set >> 1 & !below;
        }
        (hands, set)
    }
}

const _: () = assert!(NIBBLES.count_ones() == 15, "a hand is fifteen counts");
