//! Kickers of different ranks: solos under the common rules, and pairs always.

use crate::play::{Move, Shape};
use crate::rank::{Rank, RankSet};

/// A choice of `number` different ranks, `copies` cards of each.
#[derive(Clone, Debug)]
pub(crate) struct Distinct {
    pub(super) ranks: RankSet,
    pub(super) number: u8,
    pub(super) copies: u8,
    pub(super) jokers_together: bool,
}

impl Distinct {
    /// Whether some selections are left out because they hold both jokers. Those are the two highest ranks, so these
    /// selections would come last.
    fn cuts_jokers(&self) -> bool {
        !self.jokers_together && self.ranks.contains_all(RankSet::JOKERS)
    }

    /// How many selections there are.
    pub(crate) fn count(&self) -> usize {
        let number = usize::from(self.number);
        let all = binomial(self.ranks.len(), number);
        if self.number < 2 || !self.cuts_jokers() {
            return all;
        }
        all - binomial(self.ranks.len() - 2, number - 2)
    }

    /// The ranks of the selection with this number.
    pub(super) fn nth(&self, mut index: usize) -> RankSet {
        if self.number == 1 {
            return RankSet::only(self.ranks.select(index));
        }
        let mut ranks = self.ranks;
        let mut chosen = RankSet::EMPTY;
        for number in (1..=usize::from(self.number)).rev() {
            // The highest chosen rank is the highest one below which no more than `index` selections lie.
            while let Some(highest) = ranks.highest() {
                ranks = ranks.below(highest);
                let lower = binomial(ranks.len(), number);
                if lower <= index {
                    index -= lower;
                    chosen = chosen.or(RankSet::only(highest));
                    break;
                }
            }
        }
        chosen
    }

    /// Appends a move for every selection: the packed body and kind, and the selection. `units` are the kickers of the
    /// whole hand, those of the body's ranks included.
    pub(super) fn list(&self, units: &Units, body: Shape, packed_body: u64, moves: &mut Vec<Move>) {
        // The ranks of a body are neighbours, so their units are a stretch of the row.
        let taken = units.ranks.and(body.body_ranks());
        let first = taken.lowest().map_or(0, |lowest| units.ranks.below(lowest).len());
        let (lower, upper) = units.around(first, taken.len());
        let number = usize::from(self.number);
        if number == 1 {
            list_choices(lower, 1, packed_body, moves);
            return list_choices(upper, 1, packed_body, moves);
        }
        let mut left = [0; Rank::COUNT];
        let held = lower.len() + upper.len();
        left[..lower.len()].copy_from_slice(lower);
        left[lower.len()..held].copy_from_slice(upper);
        if !self.cuts_jokers() {
            return list_choices(&left[..held], number, packed_body, moves);
        }
        // Everything below the red joker, then the red joker with everything below the black one.
        list_choices(&left[..held - 1], number, packed_body, moves);
        list_choices(&left[..held - 2], number - 1, packed_body + left[held - 1], moves);
    }
}

/// The kickers that a hand has, in packed form and ascending: made once for all bodies that choose among them.
pub(crate) struct Units {
    ranks: RankSet,
    packed: [u64; Rank::COUNT],
}

impl Units {
    /// Kickers of `copies` cards of each of the ranks.
    pub(crate) fn new(ranks: RankSet, copies: u64) -> Self {
        let mut packed = [0; Rank::COUNT];
        for (unit, rank) in packed.iter_mut().zip(ranks.iter()) {
            *unit = copies << rank.shift();
        }
        Self { ranks, packed }
    }

    /// What lies before and behind a stretch of the row.
    fn around(&self, first: usize, length: usize) -> (&[u64], &[u64]) {
        (&self.packed[..first], &self.packed[first + length..self.ranks.len()])
    }
}

/// Appends the sum of `base` and every choice of `number` of the ascending units, in ascending order; `number` is at
/// least 1.
fn list_choices(units: &[u64], number: usize, base: u64, moves: &mut Vec<Move>) {
    if number == 1 {
        moves.extend(units.iter().map(|unit| Move::from_sum(base + unit)));
        return;
    }
    for highest in number - 1..units.len() {
        list_choices(&units[..highest], number - 1, base + units[highest], moves);
    }
}

/// The number of ways to choose `taken` of `available` things; at most 15 things.
fn binomial(available: usize, taken: usize) -> usize {
    usize::from(BINOMIALS[available][taken])
}

static BINOMIALS: [[u16; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut row = 0;
    while row < 16 {
        table[row][0] = 1;
        let mut column = 1;
        while column <= row {
            table[row][column] = table[row - 1][column - 1] + table[row - 1][column];
            column += 1;
        }
        row += 1;
    }
    table
};
