//! The search for the chains to play: every set of chains, cut off where no further chain can help.

use super::leftover::Leftover;
use crate::hand::Hand;
use crate::play::Kind;
use crate::rank::{Rank, RankSet};
use crate::rules::{KickerSolos, Rules};

/// The most trio chains that the largest hand holds.
const MOST_TRIO_CHAINS: usize = super::MOST_CARDS as usize / 6;

/// The chain ranks in a row.
const LONGEST_RUN: u8 = RankSet::CHAIN.len() as u8;

/// A kind of chain by the copies that it takes of every rank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chain {
    Solo = 1,
    Pair = 2,
    Trio = 3,
}

impl Chain {
    const fn copies(self) -> usize {
        self as usize
    }

    const fn kind(self) -> Kind {
        match self {
            Self::Solo => Kind::SoloChain,
            Self::Pair => Kind::PairChain,
            Self::Trio => Kind::TrioChain,
        }
    }

    const fn next(self) -> Option<Self> {
        match self {
            Self::Solo => None,
            Self::Pair => Some(Self::Solo),
            Self::Trio => Some(Self::Pair),
        }
    }

    /// The ranks of which the hand has enough for a chain that takes them.
    #[inline(always)]
    fn reach(self, hand: Hand) -> RankSet {
        let shortest = self.kind().least_length();
        let tops = hand
            .at_least(self.copies())
            .and(RankSet::CHAIN)
            .run_tops(shortest)
            .bits();
        let mut ranks = tops;
        for below in 1..shortest {
            ranks |= tops >> below;
        }
        RankSet::from_bits(ranks)
    }
}

/// The search through the chains of one hand.
pub(super) struct Search<'a> {
    rules: &'a Rules,
    leftover: &'static Leftover,
    /// The longest trio chains that may carry solos and pairs, 0 where none may.
    longest_with: [u8; 2],
    /// The bodies of the trio chains picked.
    trios: [RankSet; MOST_TRIO_CHAINS],
    trio_count: usize,
    /// As many units of kickers may be attached to them at most.
    kickers: u8,
    best: u8,
}

impl<'a> Search<'a> {
    pub(super) fn new(rules: &'a Rules) -> Self {
        let with_kickers = [Kind::TrioChainWithSolos, Kind::TrioChainWithPairs];
        let longest = |kind| {
            if rules.allows(kind) {
                rules.table().greatest_length(kind)
            } else {
                0
            }
        };
        Self {
            rules,
            leftover: Leftover::of(rules),
            longest_with: with_kickers.map(longest),
            trios: [RankSet::EMPTY; MOST_TRIO_CHAINS],
            trio_count: 0,
            kickers: 0,
            best: 0,
        }
    }

    /// The least plays that empty the hand, or `bound` where that is not more.
    #[inline(always)]
    pub(super) fn least(&mut self, hand: Hand, bound: u8) -> u8 {
        self.best = bound.min(self.leftover.plays(hand));
        self.try_chains(Chain::Trio, hand, 0, 0, 0);
        self.best
    }

    /// Tries every set of chains of this kind, none of which begins below `from`, with every set of the lesser kinds.
    /// `ended` are the ranks at which chains of the kind that were picked before end.
    fn try_chains(&mut self, chain: Chain, hand: Hand, from: usize, ended: u16, plays: u8) {
        match chain.next() {
            Some(next) => self.try_chains(next, hand, 0, 0, plays),
            None => self.attach_from(0, hand, plays),
        }
        let reach = chain.reach(hand);
        if reach.is_empty() || self.is_hopeless(chain, hand, reach, plays) {
            return;
        }
        let copies = chain.copies();
        let lengths = self.rules.lengths(chain.kind());
        // Where every length exists, chains that meet may be joined, and of chains that cross the ranks may be traded.
        let free = *lengths.end() == LONGEST_RUN;
        let shortest = chain.kind().least_length();
        let mut tops = hand.at_least(copies).and(RankSet::CHAIN).run_tops(shortest).bits();
        for length in lengths {
            if tops == 0 {
                break;
            }
            for top in RankSet::from_bits(tops).iter() {
                let body = RankSet::run(top, length);
                let start = top.index() + 1 - usize::from(length);
                if start < from || free && is_needless(shortest, ended, start, top.index()) {
                    continue;
                }
                let rest = hand.without_each(body, copies);
                let ended = ended | 1 << top.index();
                if chain == Chain::Trio {
                    self.with_trios(body, |search| search.try_chains(chain, rest, start, ended, plays + 1));
                } else {
                    self.try_chains(chain, rest, start, ended, plays + 1);
                }
            }
            tops &= tops << 1;
        }
    }

    fn with_trios(&mut self, body: RankSet, search: impl FnOnce(&mut Self)) {
        let length = body.len() as u8;
        let kickers = if self.longest_with.iter().any(|&longest| length <= longest) {
            length
        } else {
            0
        };
        self.trios[self.trio_count] = body;
        self.trio_count += 1;
        self.kickers += kickers;
        search(self);
        self.trio_count -= 1;
        self.kickers -= kickers;
    }

    /// Whether one or more further chains of this kind and the lesser ones cannot lead to fewer plays than are known.
    ///
    /// So many chains take at most so many times their copies of any rank in their reach, and what remains needs at
    /// least what the table says; a kicker saves one play at most.
    #[inline(always)]
    fn is_hopeless(&self, chain: Chain, hand: Hand, reach: RankSet, plays: u8) -> bool {
        if chain == Chain::Trio && self.longest_with != [0; 2] {
            return false;
        }
        let mut reach = reach;
        let mut lesser = chain.next();
        while let Some(next) = lesser {
            reach = reach.or(next.reach(hand));
            lesser = next.next();
        }
        let mut rest = hand;
        let mut chains = 0;
        loop {
            rest = rest.without_each(reach, chain.copies());
            chains += 1;
            if plays + chains + self.leftover.bound(rest) < self.best + self.kickers {
                return false;
            }
            if rest.ranks().and(reach).is_empty() {
                return true;
            }
        }
    }

    /// Attaches kickers to the trio chains from this one on, and counts.
    #[inline(always)]
    fn attach_from(&mut self, number: usize, hand: Hand, plays: u8) {
        if number == self.trio_count {
            self.best = self.best.min(plays + self.leftover.plays(hand));
        } else if plays + self.leftover.bound(hand) < self.best + self.kickers {
            self.attach(number, hand, plays);
        }
    }

    fn attach(&mut self, number: usize, hand: Hand, plays: u8) {
        self.attach_from(number + 1, hand, plays);
        let body = self.trios[number];
        let length = body.len() as u8;
        let [with_solos, with_pairs] = self.longest_with;
        if length <= with_solos {
            let solos = hand.ranks().without(body);
            self.pick_solos(number, hand, solos, length, plays);
        }
        if length <= with_pairs {
            let pairs = crate::kickers::pair_ranks(self.rules, hand).without(body);
            self.pick_pairs(number, hand, pairs, length, plays);
        }
    }

    fn pick_solos(&mut self, number: usize, hand: Hand, ranks: RankSet, left: u8, plays: u8) {
        if left == 0 {
            return self.attach_from(number + 1, hand, plays);
        }
        let Some(rank) = ranks.lowest() else { return };
        self.pick_solos(number, hand, self.unlike(number, hand, rank, ranks), left, plays);
        let only_joker = rank == Rank::BLACK_JOKER && !self.rules.both_jokers_as_kickers;
        let above = if only_joker { RankSet::EMPTY } else { ranks.above(rank) };
        let most = self
            .most_solos(number, rank)
            .min(hand.count(rank))
            .min(usize::from(left));
        for copies in 1..=most {
            let rest = hand.without_each(RankSet::only(rank), copies);
            self.pick_solos(number, rest, above, left - copies as u8, plays);
        }
    }

    fn most_solos(&self, number: usize, rank: Rank) -> usize {
        let most = match self.rules.kicker_solos {
            KickerSolos::Distinct => 1,
            KickerSolos::Repeat3 => 3,
            KickerSolos::Free => self.trios[number].len(),
        };
        if !self.rules.adjacent_trio_as_kickers && neighbours(self.trios[number]).contains(rank) {
            most.min(2)
        } else {
            most
        }
    }

    fn pick_pairs(&mut self, number: usize, hand: Hand, ranks: RankSet, left: u8, plays: u8) {
        if left == 0 {
            return self.attach_from(number + 1, hand, plays);
        }
        let Some(rank) = ranks.lowest() else { return };
        self.pick_pairs(number, hand, self.unlike(number, hand, rank, ranks), left, plays);
        let only_joker = rank == Rank::BLACK_JOKER && !self.rules.four_jokers_as_kickers;
        let above = if only_joker { RankSet::EMPTY } else { ranks.above(rank) };
        let rest = hand.without_each(RankSet::only(rank), 2);
        self.pick_pairs(number, rest, above, left - 1, plays);
    }

    /// Those of the ranks that differ from this one, for this chain and for those that come after it. Of ranks that are
    /// alike only the lowest need to be tried.
    fn unlike(&self, number: usize, hand: Hand, rank: Rank, ranks: RankSet) -> RankSet {
        if rank > Rank::TWO {
            return ranks.above(rank);
        }
        let mut alike = hand.exactly(hand.count(rank)).and(RankSet::ORDINARY);
        for &body in &self.trios[number..self.trio_count] {
            for set in [body, neighbours(body)] {
                alike = if set.contains(rank) {
                    alike.and(set)
                } else {
                    alike.without(set)
                };
            }
        }
        ranks.without(alike)
    }
}

/// Whether a set with this chain comes to no more than another one, given where chains that begin at the same rank or
/// below end: at the rank before this one, so that both are one chain; or so far inside that the two can trade what
/// lies above for one chain inside the other.
#[inline(always)]
fn is_needless(shortest: u8, ended: u16, start: usize, top: usize) -> bool {
    let inside = ((1u16 << top) - 1) & !((1u16 << (start + usize::from(shortest) - 1)) - 1);
    let before = (1u16 << start) >> 1;
    ended & (inside | before) != 0
}

/// The chain ranks just below and just above a body.
fn neighbours(body: RankSet) -> RankSet {
    let around = RankSet::from_bits(body.bits() << 1 | body.bits() >> 1);
    around.and(RankSet::CHAIN).without(body)
}
