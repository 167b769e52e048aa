//! A hand as few plays: bombs, chains, trios, pairs and solos that share no card.

use crate::hand::Hand;
use crate::rank::RankSet;
use crate::rules::Rules;

/// The most solo chains in one hand: the landlord's 33 cards fill six.
const MOST_CHAINS: usize = 6;
const CHAIN: u16 = RankSet::CHAIN.bits();
const JOKERS: u16 = RankSet::JOKERS.bits();
/// Ranks that attached cards are taken from: what is higher wins tricks of its own.
const CHEAP: u16 = RankSet::CHAIN.bits();

/// One way to take a hand apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups {
    /// Whether the rocket is held.
    pub(super) rocket: bool,
    /// Ranks held four times or more.
    pub(super) bombs: RankSet,
    /// Ranks of the trios, in chains or not.
    pub(super) trios: RankSet,
    /// Ranks of the pairs that stand in pair chains.
    pub(super) chained_pairs: RankSet,
    /// Ranks of the other pairs.
    pub(super) pairs: RankSet,
    /// Ranks of the solos.
    pub(super) solos: RankSet,
    chains: [u16; MOST_CHAINS],
    chain_count: u8,
    /// How many plays that makes, with low solos and pairs attached to trios.
    pub(super) plays: u32,
}

impl Groups {
    /// The best of a few ways to take the hand apart: the one with the fewest plays.
    #[inline(always)]
    pub(super) fn of(rules: &Rules, hand: Hand) -> Self {
        let packs = usize::from(rules.table().packs);
        let rocket = hand.at_least(packs).contains_all(RankSet::JOKERS);
        let bombs = hand.at_least(4);
        let apart = bombs.bits() | if rocket { JOKERS } else { 0 };
        let pairs_end = if rules.joker_pairs { 0 } else { JOKERS };
        let whole = Lanes {
            one: hand.at_least(1).bits() & !apart,
            two: hand.at_least(2).bits() & !apart & !pairs_end,
            three: hand.at_least(3).bits() & !apart,
        };
        let bare = Self {
            rocket,
            bombs,
            trios: RankSet::EMPTY,
            chained_pairs: RankSet::EMPTY,
            pairs: RankSet::EMPTY,
            solos: RankSet::EMPTY,
            chains: [0; MOST_CHAINS],
            chain_count: 0,
            plays: bombs.len() as u32 + u32::from(rocket),
        };
        let kept_trios = bare.split(rules, whole, whole.three);
        if five_in_a_row(whole.one) == 0 {
            return kept_trios;
        }
        let mut best = kept_trios;
        if five_in_a_row(whole.one & !whole.three) != five_in_a_row(whole.one) {
            best = best.or_fewer(bare.split(rules, whole, 0));
        }
        let chained = in_threes(whole.two & CHAIN);
        if chained != 0 {
            best = best.or_fewer(bare.split(rules, whole, chained));
        }
        best
    }

    #[inline(always)]
    fn or_fewer(self, other: Self) -> Self {
        if other.plays < self.plays { other } else { self }
    }

    /// Takes solo chains out of the ranks that are not kept together, and counts what is left.
    #[inline(always)]
    fn split(mut self, rules: &Rules, whole: Lanes, kept: u16) -> Self {
        let mut rest = whole;
        while let Some(chain) = rest.longest_chain(kept) {
            if usize::from(self.chain_count) == MOST_CHAINS {
                break;
            }
            self.chains[usize::from(self.chain_count)] = chain;
            self.chain_count += 1;
            rest = rest.without_one(chain);
        }
        let pairs = rest.two & !rest.three;
        let chained = in_threes(pairs & CHAIN);
        self.trios = RankSet::from_bits(rest.three);
        self.chained_pairs = RankSet::from_bits(chained);
        self.pairs = RankSet::from_bits(pairs & !chained);
        self.solos = RankSet::from_bits(rest.one & !rest.two);
        self.plays += u32::from(self.chain_count) + stretches(chained) + self.trio_and_loose_plays(rules);
        self
    }

    #[inline(always)]
    fn trio_and_loose_plays(&self, rules: &Rules) -> u32 {
        let trios = self.trios.bits();
        let trio_plays = stretches(trios & CHAIN) + (trios & !CHAIN).count_ones();
        let (pairs, solos) = (self.pairs.bits(), self.solos.bits());
        let loose = pairs.count_ones() + solos.count_ones();
        let attachable = (pairs & CHEAP).count_ones()
            + if rules.trio_with_solo {
                (solos & CHEAP).count_ones()
            } else {
                0
            };
        trio_plays + loose - attachable.min(trios.count_ones())
    }

    /// The solo chains, each as the set of its ranks.
    #[inline(always)]
    pub(super) fn solo_chains(&self) -> &[u16] {
        &self.chains[..usize::from(self.chain_count)]
    }
}

/// The ranks held at least once, twice and three times.
#[derive(Clone, Copy)]
struct Lanes {
    one: u16,
    two: u16,
    three: u16,
}

impl Lanes {
    /// The lowest stretch of five or more ranks, less the ends that would break a pair.
    #[inline(always)]
    fn longest_chain(self, kept: u16) -> Option<u16> {
        let ranks = self.one & CHAIN & !kept;
        let tops = five_in_a_row(ranks);
        if tops == 0 {
            return None;
        }
        let low = tops.trailing_zeros() - 4;
        let length = (ranks >> low).trailing_ones();
        let mut chain = ((1u16 << length) - 1) << low;
        let mut spare = length - 5;
        while spare > 0 {
            let (top, bottom) = (1 << chain.ilog2(), chain & chain.wrapping_neg());
            if self.two & bottom != 0 {
                chain &= !bottom;
            } else if self.two & top != 0 {
                chain &= !top;
            } else {
                break;
            }
            spare -= 1;
        }
        Some(chain)
    }

    #[inline(always)]
    fn without_one(self, ranks: u16) -> Self {
        Self {
            one: self.one & !ranks | self.two & ranks,
            two: self.two & !ranks | self.three & ranks,
            three: self.three & !ranks,
        }
    }
}

/// The tops of all runs of five chain ranks.
#[inline(always)]
fn five_in_a_row(ranks: u16) -> u16 {
    let ranks = ranks & CHAIN;
    let twos = ranks & ranks << 1;
    twos & twos << 2 & ranks << 4
}

/// The members that stand in stretches of three or more neighbours.
#[inline(always)]
fn in_threes(ranks: u16) -> u16 {
    let tops = ranks & ranks << 1 & ranks << 2;
    tops | tops >> 1 | tops >> 2
}

/// How many stretches of neighbours there are.
#[inline(always)]
fn stretches(ranks: u16) -> u32 {
    (ranks & !(ranks << 1)).count_ones()
}
