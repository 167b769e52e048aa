//! Moves that differ only in where one pattern of cards stands, written eight at a time.
//!
//! Most lists are made of such rows: all solos, the chains of one length, one body with every kicker. What is written
//! for ranks that a set lacks is cut off again, which is cheaper than to ask for each move whether it exists.

use crate::play::Move;
use crate::rank::RankSet;

/// Moves written at once: one for each bit of a byte.
const ROW: usize = 8;

/// How far the packed counts are shifted for the n-th set bit of every byte, 0 where there are fewer bits.
static SHIFTS: [[u8; ROW]; 256] = {
    let mut table = [[0; ROW]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0u8;
        let mut found = 0;
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][found] = 4 * place;
                found += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// Appends for every rank of a set, in ascending order, the move that `base` and `pattern` add up to, where `pattern`
/// is moved up to the rank.
#[inline(always)]
pub(crate) fn append_each(ranks: RankSet, base: u64, pattern: u64, moves: &mut Vec<Move>) {
    let [low, high] = ranks.bits().to_le_bytes();
    append_row(low, base, pattern, moves);
    append_row(high, base, pattern << 32, moves);
}

/// The same for sets that seldom have a rank above the eighth.
#[inline(always)]
pub(crate) fn append_each_low(ranks: RankSet, base: u64, pattern: u64, moves: &mut Vec<Move>) {
    let [low, high] = ranks.bits().to_le_bytes();
    append_row(low, base, pattern, moves);
    if high != 0 {
        append_row(high, base, pattern << 32, moves);
    }
}

#[inline(always)]
fn append_row(byte: u8, base: u64, pattern: u64, moves: &mut Vec<Move>) {
    let mut row = [Move::PASS; ROW];
    for (play, shift) in row.iter_mut().zip(SHIFTS[usize::from(byte)]) {
        *play = Move::from_sum(base.wrapping_add(pattern << (shift & 31)));
    }
    let held = moves.len();
    moves.extend_from_slice(&row);
    moves.truncate(held + byte.count_ones() as usize);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_written_rank_by_rank() {
        let (base, pattern) = (6 << 60, 0x12);
        let mut seen = 0;
        for bits in 0..1 << 15 {
            let ranks = RankSet::from_bits(bits);
            let expected: Vec<_> = ranks.iter().map(|rank| base + (pattern << rank.shift())).collect();
            for append in [append_each, append_each_low] {
                let mut moves = vec![Move::PASS];
                append(ranks, base, pattern, &mut moves);
                let written: Vec<_> = moves[1..].iter().map(|play| play.packed()).collect();
                assert_eq!((moves[0], written), (Move::PASS, expected.clone()));
                seen += expected.len();
            }
        }
        assert_eq!(seen, 15 << 15);
    }
}
