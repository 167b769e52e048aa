//! Kickers: which attached cards a body may carry, counted, listed and picked by number, always in ascending order of
//! their packed form.

mod distinct;
mod list;
mod repeated;

use crate::hand::{Hand, spread_to_nibbles};
use crate::play::{Kind, Shape};
use crate::rank::{Rank, RankSet};
use crate::rules::{KickerSolos, QuadSolos, Rules};
use distinct::Distinct;

/// The most kickers of one play: eight trios with eight solos fill 32 cards.
const MOST_KICKERS: usize = 8;

/// All the selections of kickers that one body may carry out of one hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kickers {
    /// How many kickers the body carries.
    number: u8,
    /// How many cards one kicker has.
    copies: u8,
    /// Whether a black and a red joker may be among them.
    jokers_together: bool,
    /// The ranks that may stand among them once, twice and so on.
    takable: [RankSet; MOST_KICKERS],
}

impl Kickers {
    /// The kickers that the hand offers to this body, or `None` for a kind without kickers.
    #[inline(always)]
    pub(crate) fn new(rules: &Rules, hand: Hand, body: Shape) -> Option<Self> {
        let solos = hand.at_least(1);
        let takable = match body.kind {
            Kind::TrioWithSolo => once(solos, body),
            Kind::TrioChainWithSolos => match rules.kicker_solos {
                KickerSolos::Distinct => once(solos, body),
                KickerSolos::Repeat3 => beside_trios(rules, up_to(3, hand, body), body),
                KickerSolos::Free => beside_trios(rules, up_to(MOST_KICKERS, hand, body), body),
            },
            Kind::QuadWithSolos => match rules.quad_solos {
                QuadSolos::Distinct => once(solos, body),
                QuadSolos::PairOk => up_to(2, hand, body),
            },
            Kind::TrioWithPair | Kind::TrioChainWithPairs | Kind::QuadWithPairs => once(pair_ranks(rules, hand), body),
            _ => return None,
        };
        let copies = body.kind.kicker_size();
        Some(Self {
            number: body.kind.kickers(body.length),
            copies,
            jokers_together: if copies == 1 {
                rules.both_jokers_as_kickers
            } else {
                rules.four_jokers_as_kickers
            },
            takable,
        })
    }

    /// Whether no rank may stand among them twice.
    pub(crate) fn are_distinct(&self) -> bool {
        self.takable[1].is_empty()
    }

    /// How many selections there are.
    pub(crate) fn count(&self) -> usize {
        if self.are_distinct() {
            self.distinct().count()
        } else {
            self.count_repeated()
        }
    }

    /// The selection with this number, in packed form.
    pub(crate) fn nth(&self, index: usize) -> u64 {
        if self.are_distinct() {
            spread_to_nibbles(self.distinct().nth(index).bits()) * u64::from(self.copies)
        } else {
            self.nth_repeated(index)
        }
    }

    fn distinct(&self) -> Distinct {
        Distinct {
            ranks: self.takable[0],
            number: self.number,
            jokers_together: self.jokers_together,
        }
    }

    /// The rank below which the others lie, once `rank` is the highest taken.
    fn bound_below(&self, rank: Rank) -> Rank {
        if rank == Rank::RED_JOKER && !self.jokers_together {
            Rank::BLACK_JOKER
        } else {
            rank
        }
    }
}

/// Every rank outside the body may be taken once.
fn once(ranks: RankSet, body: Shape) -> [RankSet; MOST_KICKERS] {
    let mut takable = [RankSet::EMPTY; MOST_KICKERS];
    takable[0] = ranks.without(body.body_ranks());
    takable
}

/// Every rank outside the body may be taken as often as the hand has it, but not more than `most` times.
fn up_to(most: usize, hand: Hand, body: Shape) -> [RankSet; MOST_KICKERS] {
    let mut takable = [RankSet::EMPTY; MOST_KICKERS];
    for (copies, ranks) in (1..=most).zip(&mut takable) {
        *ranks = hand.at_least(copies).without(body.body_ranks());
    }
    takable
}

/// Three of a rank next to a trio chain would make it longer. Either no more than two of the ranks on both sides may be
/// taken, or only what has a higher body together with the kickers is left out (rules 1.5).
fn beside_trios(rules: &Rules, mut takable: [RankSet; MOST_KICKERS], body: Shape) -> [RankSet; MOST_KICKERS] {
    let run = body.body_ranks();
    let above = run.raised().without(run).and(RankSet::CHAIN);
    if rules.adjacent_trio_as_kickers {
        takable[2] = takable[2].without(above);
        return takable;
    }
    let beside = above.or(run.lowered());
    for ranks in &mut takable[2..] {
        *ranks = ranks.without(beside);
    }
    takable
}

/// The ranks of which the hand holds what the rules call a pair.
#[inline]
pub(crate) fn pair_ranks(rules: &Rules, hand: Hand) -> RankSet {
    if rules.joker_pairs {
        hand.at_least(2)
    } else {
        hand.at_least(2).and(RankSet::ORDINARY)
    }
}
