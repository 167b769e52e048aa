//! Kickers of different ranks: solos under the common rules, and pairs always.

use crate::rank::RankSet;

/// A choice of `number` different ranks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distinct {
    pub(super) ranks: RankSet,
    pub(super) number: u8,
    pub(super) jokers_together: bool,
}

impl Distinct {
    /// Whether some selections are left out because they hold both jokers. Those are the two highest ranks, so these
    /// selections would come last.
    fn cuts_jokers(self) -> bool {
        !self.jokers_together && self.ranks.contains_all(RankSet::JOKERS)
    }

    /// How many selections there are.
    pub(super) fn count(self) -> usize {
        let number = usize::from(self.number);
        let all = binomial(self.ranks.len(), number);
        if self.number < 2 || !self.cuts_jokers() {
            return all;
        }
        all - binomial(self.ranks.len() - 2, number - 2)
    }

    /// The ranks of the selection with this number.
    pub(super) fn nth(self, mut index: usize) -> RankSet {
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
}

/// The number of ways to choose `taken` of `available` things; at most 15 things.
pub(super) fn binomial(available: usize, taken: usize) -> usize {
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
