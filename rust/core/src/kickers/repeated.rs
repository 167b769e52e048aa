//! Kickers of which some may share a rank: the rule sets that are looser than the common ones.

use super::distinct::binomial;
use super::{Kickers, MOST_KICKERS};
use crate::rank::{Rank, RankSet};

/// Selections by their size.
type Sizes = [u32; MOST_KICKERS + 1];

/// `ways[r]`: selections out of the ranks below `r`.
type Ways = [Sizes; Rank::COUNT + 1];

impl Kickers {
    /// How many selections there are.
    pub(super) fn count_repeated(&self) -> usize {
        let [once, twice, ..] = self.takable;
        let number = usize::from(self.number);
        let jokers_apart = !self.jokers_together && once.contains_all(RankSet::JOKERS);
        if number == 2 {
            return binomial(once.len(), 2) + twice.len() - usize::from(jokers_apart);
        }
        let apart = if jokers_apart { RankSet::JOKERS } else { RankSet::EMPTY };
        let singles = once.without(twice).without(apart).len();
        let mut sizes = std::array::from_fn(|size| binomial(singles, size) as u32);
        for rank in twice.without(apart).iter() {
            self.add_one_of(RankSet::only(rank), number, &mut sizes);
        }
        if jokers_apart {
            self.add_one_of(apart, number, &mut sizes);
        }
        sizes[number] as usize
    }

    /// Lets selections hold cards of one of these ranks too.
    fn add_one_of(&self, ranks: RankSet, number: usize, sizes: &mut Sizes) {
        for size in (1..=number).rev() {
            let smaller = sizes[..size].iter().rev().zip(&self.takable);
            let with_rank: u32 = smaller
                .map(|(&ways, takable)| ways * takable.and(ranks).len() as u32)
                .sum();
            sizes[size] += with_rank;
        }
    }

    fn ways(&self) -> Ways {
        let mut ways = [[0; MOST_KICKERS + 1]; Rank::COUNT + 1];
        ways[0][0] = 1;
        for rank in Rank::all() {
            for number in 0..=usize::from(self.number) {
                let taken = (1..=number).filter(|&copies| self.may_take(rank, copies));
                let below = self.bound_below(rank).index();
                let with_rank: u32 = taken.map(|copies| ways[below][number - copies]).sum();
                ways[rank.index() + 1][number] = ways[rank.index()][number] + with_rank;
            }
        }
        ways
    }

    fn may_take(&self, rank: Rank, copies: usize) -> bool {
        self.takable[copies - 1].contains(rank)
    }

    /// The selection with this number, in packed form.
    pub(super) fn nth_repeated(&self, mut index: usize) -> u64 {
        let ways = self.ways();
        let mut packed = 0;
        let mut bound = Rank::COUNT;
        let mut number = usize::from(self.number);
        while number > 0 {
            let Some((rank, copies)) = self.locate(&ways, bound, number, &mut index) else {
                break;
            };
            packed += (copies as u64) << rank.shift();
            bound = self.bound_below(rank).index();
            number -= copies;
        }
        packed
    }

    /// The highest rank, and how often it is taken, in the selection with this index among those of `number` cards
    /// below `bound`; `index` becomes the index among the selections that share them.
    fn locate(&self, ways: &Ways, bound: usize, number: usize, index: &mut usize) -> Option<(Rank, usize)> {
        for rank in Rank::all().take(bound) {
            for copies in (1..=number).filter(|&copies| self.may_take(rank, copies)) {
                let lower = ways[self.bound_below(rank).index()][number - copies] as usize;
                if *index < lower {
                    return Some((rank, copies));
                }
                *index -= lower;
            }
        }
        None
    }
}
