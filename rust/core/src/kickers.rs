//! Kickers: which attached cards a body may carry, counted, listed and picked by number, always in ascending order of
//! their packed form.

use std::ops::ControlFlow;

use crate::hand::Hand;
use crate::play::{Kind, Shape};
use crate::rank::{Rank, RankSet};
use crate::rules::{KickerSolos, QuadSolos, Rules};

/// The most kickers of one play: eight trios with eight solos fill 32 cards.
const MOST_KICKERS: usize = 8;

/// All the selections of kickers that one body may carry out of one hand.
#[derive(Clone, Debug)]
pub(crate) enum Kickers {
    /// Different ranks, each taken once (solos) or twice (pairs).
    Distinct(Distinct),
    /// Solos of which some may share a rank.
    Repeated(Box<Repeated>),
}

impl Kickers {
    /// The kickers that the hand offers to this body, or `None` for a kind without kickers.
    pub(crate) fn new(rules: &Rules, hand: Hand, body: Shape) -> Option<Self> {
        let number = body.kind.kickers(body.length);
        let ranks = |copies: usize| hand.at_least(copies).without(body.body_ranks());
        let jokers_together = rules.both_jokers_as_kickers;
        Some(match body.kind {
            Kind::TrioWithSolo => Self::solos(ranks(1), number, true),
            Kind::TrioChainWithSolos => match rules.kicker_solos {
                KickerSolos::Distinct => Self::solos(ranks(1), number, jokers_together),
                KickerSolos::Repeat3 => Self::repeated(rules, hand, body, 3),
                KickerSolos::Free => Self::repeated(rules, hand, body, MOST_KICKERS as u8),
            },
            Kind::QuadWithSolos => match rules.quad_solos {
                QuadSolos::Distinct => Self::solos(ranks(1), number, jokers_together),
                QuadSolos::PairOk => Self::repeated(rules, hand, body, 2),
            },
            Kind::TrioWithPair | Kind::TrioChainWithPairs | Kind::QuadWithPairs => {
                let jokers = if rules.joker_pairs {
                    RankSet::JOKERS
                } else {
                    RankSet::EMPTY
                };
                Self::Distinct(Distinct {
                    ranks: ranks(2).and(RankSet::ORDINARY.or(jokers)),
                    number,
                    copies: 2,
                    jokers_together: rules.four_jokers_as_kickers,
                })
            }
            _ => return None,
        })
    }

    fn solos(ranks: RankSet, number: u8, jokers_together: bool) -> Self {
        Self::Distinct(Distinct {
            ranks,
            number,
            copies: 1,
            jokers_together,
        })
    }

    fn repeated(rules: &Rules, hand: Hand, body: Shape, most: u8) -> Self {
        Self::Repeated(Box::new(Repeated::new(rules, hand, body, most)))
    }

    /// How many selections there are.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Distinct(choice) => choice.count(),
            Self::Repeated(choice) => choice.count(),
        }
    }

    /// The selection with this number, in packed form.
    pub(crate) fn nth(&self, index: usize) -> u64 {
        match self {
            Self::Distinct(choice) => choice.nth(index),
            Self::Repeated(choice) => choice.nth(index),
        }
    }

    /// Hands every selection in packed form to `visit`, in ascending order, until it breaks.
    pub(crate) fn for_each<B>(&self, visit: &mut impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
        match self {
            Self::Distinct(choice) => choice.for_each(choice.ranks, choice.number, 0, visit),
            Self::Repeated(choice) => choice.for_each(Rank::COUNT, usize::from(choice.number), 0, visit),
        }
    }
}

/// A choice of `number` different ranks, `copies` cards of each.
#[derive(Clone, Debug)]
pub(crate) struct Distinct {
    ranks: RankSet,
    number: u8,
    copies: u64,
    jokers_together: bool,
}

impl Distinct {
    pub(crate) fn count(&self) -> usize {
        let all = binomial(self.ranks.len(), usize::from(self.number));
        if self.jokers_together || self.number < 2 || !self.ranks.contains_all(RankSet::JOKERS) {
            return all;
        }
        // Both jokers are the two highest ranks, so the selections that hold both come last and are cut off.
        all - binomial(self.ranks.len() - 2, usize::from(self.number) - 2)
    }

    fn nth(&self, mut index: usize) -> u64 {
        let mut ranks = self.ranks;
        let mut packed = 0;
        for number in (1..=usize::from(self.number)).rev() {
            // The highest chosen rank is the last one below which fewer than `index + 1` selections lie.
            while let Some(highest) = ranks.highest() {
                ranks = ranks.below(highest);
                let lower = binomial(ranks.len(), number);
                if lower <= index {
                    index -= lower;
                    packed += self.copies << highest.shift();
                    break;
                }
            }
        }
        packed
    }

    fn for_each<B>(
        &self,
        ranks: RankSet,
        number: u8,
        chosen: u64,
        visit: &mut impl FnMut(u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if number == 0 {
            return visit(chosen);
        }
        for highest in ranks.iter() {
            let mut lower = ranks.below(highest);
            if highest == Rank::RED_JOKER && !self.jokers_together {
                lower = lower.without(RankSet::JOKERS);
            }
            if lower.len() + 1 >= usize::from(number) {
                self.for_each(lower, number - 1, chosen + (self.copies << highest.shift()), visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// A choice of `number` cards of which some may share a rank.
#[derive(Clone, Debug)]
pub(crate) struct Repeated {
    number: u8,
    /// How many cards of each rank may be taken.
    most: [u8; Rank::COUNT],
    /// A rank of which exactly three may not be taken: with them the cards have a higher body (rules 2).
    not_three_of: Option<Rank>,
    jokers_together: bool,
    /// `ways[r][n]`: selections of `n` cards out of the ranks below `r`.
    ways: [[u32; MOST_KICKERS + 1]; Rank::COUNT + 1],
}

impl Repeated {
    fn new(rules: &Rules, hand: Hand, body: Shape, most_of_a_rank: u8) -> Self {
        let mut most = hand.counts().map(|count| count.min(most_of_a_rank));
        for rank in body.body_ranks().iter() {
            most[rank.index()] = 0;
        }
        let mut not_three_of = None;
        if body.kind == Kind::TrioChainWithSolos {
            let above = neighbour(body.rank, 1);
            let below = neighbour(body.rank, -i8::try_from(body.length).unwrap_or(i8::MAX));
            if rules.adjacent_trio_as_kickers {
                not_three_of = above;
            } else {
                for rank in [above, below].into_iter().flatten() {
                    most[rank.index()] = most[rank.index()].min(2);
                }
            }
        }
        let mut choice = Self {
            number: body.kind.kickers(body.length),
            most,
            not_three_of,
            jokers_together: rules.both_jokers_as_kickers,
            ways: [[0; MOST_KICKERS + 1]; Rank::COUNT + 1],
        };
        choice.count_ways();
        choice
    }

    fn count_ways(&mut self) {
        self.ways[0][0] = 1;
        for rank in Rank::all() {
            for number in 0..=usize::from(self.number) {
                let taken = (1..=number).filter(|&copies| self.may_take(rank, copies));
                let with_rank: u32 = taken
                    .map(|copies| self.ways[self.bound_below(rank)][number - copies])
                    .sum();
                self.ways[rank.index() + 1][number] = self.ways[rank.index()][number] + with_rank;
            }
        }
    }

    fn may_take(&self, rank: Rank, copies: usize) -> bool {
        copies <= usize::from(self.most[rank.index()]) && !(copies == 3 && self.not_three_of == Some(rank))
    }

    /// The first rank that may no longer be taken once `rank` is the highest taken.
    fn bound_below(&self, rank: Rank) -> usize {
        if rank == Rank::RED_JOKER && !self.jokers_together {
            Rank::BLACK_JOKER.index()
        } else {
            rank.index()
        }
    }

    fn count(&self) -> usize {
        self.ways[Rank::COUNT][usize::from(self.number)] as usize
    }

    fn nth(&self, mut index: usize) -> u64 {
        let mut packed = 0;
        let mut bound = Rank::COUNT;
        let mut number = usize::from(self.number);
        while number > 0 {
            let Some((rank, copies)) = self.locate(bound, number, &mut index) else {
                break;
            };
            packed += (copies as u64) << rank.shift();
            bound = self.bound_below(rank);
            number -= copies;
        }
        packed
    }

    /// The highest rank, and how often it is taken, in the selection with this index among those of `number` cards
    /// below `bound`; `index` becomes the index among the selections that share them.
    fn locate(&self, bound: usize, number: usize, index: &mut usize) -> Option<(Rank, usize)> {
        for rank in Rank::all().take(bound) {
            for copies in (1..=number).filter(|&copies| self.may_take(rank, copies)) {
                let ways = self.ways[self.bound_below(rank)][number - copies] as usize;
                if *index < ways {
                    return Some((rank, copies));
                }
                *index -= ways;
            }
        }
        None
    }

    fn for_each<B>(
        &self,
        bound: usize,
        number: usize,
        chosen: u64,
        visit: &mut impl FnMut(u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if number == 0 {
            return visit(chosen);
        }
        for rank in Rank::all().take(bound) {
            for copies in (1..=number).filter(|&copies| self.may_take(rank, copies)) {
                let lower = self.bound_below(rank);
                if self.ways[lower][number - copies] > 0 {
                    self.for_each(
                        lower,
                        number - copies,
                        chosen + ((copies as u64) << rank.shift()),
                        visit,
                    )?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The chain rank `distance` steps from `rank`, if there is one.
fn neighbour(rank: Rank, distance: i8) -> Option<Rank> {
    let index = rank.index().checked_add_signed(isize::from(distance))?;
    Rank::new(index).filter(|&rank| rank <= Rank::ACE)
}

/// The number of ways to choose `taken` of `available` things; at most 15 things.
fn binomial(available: usize, taken: usize) -> usize {
    BINOMIALS[available][taken] as usize
}

const BINOMIALS: [[u16; 16]; 16] = {
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
