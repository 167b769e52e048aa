//! The search for the chains to play: every set of chains, cut off where no further chain can help.

use super::leftover::Leftover;
use crate::hand::Hand;
use crate::play::Kind;
use crate::rank::{Rank, RankSet};
use crate::rules::{KickerSolos, Rules};

/// The most trio chains that one hand can hold.
const MOST_TRIO_CHAINS: usize = 9;

/// One hand's search.
pub(super) struct Search<'a> {
    rules: &'a Rules,
    leftover: &'static Leftover,
    /// The greatest lengths of solo, pair and trio chains, and of trio chains with solos and with pairs.
    longest: [u8; 5],
    /// The bodies of the trio chains picked.
    trios: [RankSet; MOST_TRIO_CHAINS],
    trio_count: usize,
    best: u8,
}

const SOLO: usize = 0;
const PAIR: usize = 1;
const TRIO: usize = 2;
const WITH_SOLOS: usize = 3;
const WITH_PAIRS: usize = 4;
const SHORTEST: [u8; 3] = [5, 3, 2];

impl<'a> Search<'a> {
    pub(super) fn new(rules: &'a Rules) -> Self {
        let kinds = [
            Kind::SoloChain,
            Kind::PairChain,
            Kind::TrioChain,
            Kind::TrioChainWithSolos,
            Kind::TrioChainWithPairs,
        ];
        let table = rules.table();
        Self {
            rules,
            leftover: Leftover::of(rules),
            longest: kinds.map(|kind| if rules.allows(kind) { table.greatest_length(kind) } else { 0 }),
            trios: [RankSet::EMPTY; MOST_TRIO_CHAINS],
            trio_count: 0,
            best: u8::MAX,
        }
    }

    /// The least plays that empty the hand.
    #[inline(always)]
    pub(super) fn least(&mut self, hand: Hand) -> u8 {
        self.best = self.leftover.plays(hand);
        self.chains(TRIO, hand, Rank::THREE, 0);
        self.best
    }

    /// Tries every set of chains of this kind, the lowest of which begins at `from` or above, and of the lesser kinds.
    fn chains(&mut self, kind: usize, hand: Hand, from: Rank, plays: u8) {
        let ranks = hand.at_least(kind + 1).and(RankSet::CHAIN);
        let shortest = SHORTEST[kind];
        if kind > SOLO {
            self.chains(kind - 1, hand, Rank::THREE, plays);
        } else {
            self.finish(hand, plays);
        }
        // Tops of the shortest chains.
        let tops = ranks.run_tops(shortest);
        for top in tops.iter() {
            let start = top.index() + 1 - usize::from(shortest);
            if start < from.index() {
                continue;
            }
            let mut length = shortest;
            let mut top = Some(top);
            while let Some(last) = top.filter(|&last| last <= Rank::ACE && ranks.contains(last) && length <= self.longest[kind]) {
                let body = RankSet::run(last, length);
                let rest = hand.without_each(body, kind + 1);
                let begin = Rank::new(start).unwrap_or(Rank::THREE);
                if kind == TRIO {
                    self.trios[self.trio_count] = body;
                    self.trio_count += 1;
                    self.chains(kind, rest, begin, plays + 1);
                    self.trio_count -= 1;
                } else {
                    self.chains(kind, rest, begin, plays + 1);
                }
                length += 1;
                top = Rank::new(last.index() + 1);
            }
        }
    }

    fn finish(&mut self, hand: Hand, plays: u8) {
        self.attach(0, hand, plays);
    }

    /// Attaches kickers to the trio chains from this one on.
    fn attach(&mut self, chain: usize, hand: Hand, plays: u8) {
        if chain == self.trio_count {
            self.best = self.best.min(plays + self.leftover.plays(hand));
            return;
        }
        self.attach(chain + 1, hand, plays);
        let body = self.trios[chain];
        let length = body.len() as u8;
        let ranks = hand.ranks().without(body);
        if length <= self.longest[WITH_SOLOS] {
            self.pick_solos(chain, hand, ranks, 0, length, plays);
        }
        if length <= self.longest[WITH_PAIRS] {
            let all = hand.at_least(2).without(body);
            let pairs = if self.rules.joker_pairs { all } else { all.and(RankSet::ORDINARY) };
            self.pick_pairs(chain, hand, pairs, length, plays);
        }
    }

    fn pick_solos(&mut self, chain: usize, hand: Hand, ranks: RankSet, _taken: u8, left: u8, plays: u8) {
        if left == 0 {
            return self.attach(chain + 1, hand, plays);
        }
        let Some(lowest) = ranks.lowest() else { return };
        let above = ranks.above(lowest);
        self.pick_solos(chain, hand, above, 0, left, plays);
        let most = match self.rules.kicker_solos {
            KickerSolos::Distinct => 1,
            KickerSolos::Repeat3 => 3,
            KickerSolos::Free => 8,
        };
        let body = self.trios[chain];
        let near = RankSet::from_bits((body.bits() << 1 | body.bits() >> 1) & RankSet::CHAIN.bits());
        let most = if near.contains(lowest) && !self.rules.adjacent_trio_as_kickers { most.min(2) } else { most };
        let above = if lowest == Rank::BLACK_JOKER && !self.rules.both_jokers_as_kickers { RankSet::EMPTY } else { above };
        for copies in 1..=most.min(hand.count(lowest)).min(usize::from(left)) {
            let rest = hand.without_each(RankSet::only(lowest), copies);
            self.pick_solos(chain, rest, above, 0, left - copies as u8, plays);
        }
    }

    fn pick_pairs(&mut self, chain: usize, hand: Hand, ranks: RankSet, left: u8, plays: u8) {
        if left == 0 {
            return self.attach(chain + 1, hand, plays);
        }
        let Some(lowest) = ranks.lowest() else { return };
        let above = ranks.above(lowest);
        self.pick_pairs(chain, hand, above, left, plays);
        let above = if lowest == Rank::BLACK_JOKER && !self.rules.four_jokers_as_kickers { RankSet::EMPTY } else { above };
        self.pick_pairs(chain, hand.without_each(RankSet::only(lowest), 2), above, left - 1, plays);
    }
}
