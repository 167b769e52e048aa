//! Leads: what a hand may open a trick with (rules 1.4, 1.5).

use super::groups::{Group, Pattern};
use super::rare::{Groups, RareKinds};
use super::runs::count_chains;
use crate::expand::{append_each, append_each_low};
use crate::hand::Hand;
use crate::kickers::pair_ranks;
use crate::play::{Kind, Move, Parts, Shape};
use crate::rank::RankSet;
use crate::rules::Rules;

const PLAIN: [Kind; 3] = [Kind::Solo, Kind::Pair, Kind::Trio];
const TRIOS_WITH_KICKER: [Kind; 2] = [Kind::TrioWithSolo, Kind::TrioWithPair];
const BARE_CHAINS: [Kind; 3] = [Kind::SoloChain, Kind::PairChain, Kind::TrioChain];

/// All leads of one hand, counted by family in the order of the action ids.
pub(super) struct Leads<'a> {
    rules: &'a Rules,
    hand: Hand,
    /// The ranks held once, twice and three times, as far as plays can use them.
    held: [RankSet; 3],
    plain: usize,
    trios_with_kicker: [usize; 2],
    bare_chains: [usize; 3],
    /// What most hands do not have: trio chains with kickers, quads and the rocket.
    rare: usize,
}

impl<'a> Leads<'a> {
    #[inline(always)]
    pub(super) fn new(rules: &'a Rules, hand: Hand) -> Self {
        let held = held(rules, hand);
        let [solos, pairs, trios] = held.map(RankSet::len);
        let mut leads = Self {
            rules,
            hand,
            held,
            plain: solos + pairs + trios,
            trios_with_kicker: [0; 2],
            bare_chains: [
                count_chains(rules, Kind::SoloChain, held[0]),
                count_chains(rules, Kind::PairChain, held[1]),
                0,
            ],
            rare: 0,
        };
        if trios > 0 {
            // Every trio rank is a rank of solos and of pairs too, and no kicker of its own.
            let kickers = [solos - 1, pairs - 1];
            leads.trios_with_kicker = std::array::from_fn(|family| {
                if rules.allows(TRIOS_WITH_KICKER[family]) {
                    trios * kickers[family]
                } else {
                    0
                }
            });
            leads.bare_chains[2] = count_chains(rules, Kind::TrioChain, held[2]);
        }
        for kind in RareKinds::of_leads(hand) {
            for group in Groups::of(rules, hand, kind) {
                leads.rare += group.count(rules, hand);
            }
        }
        leads
    }

    /// The number of leads.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        let families = self.trios_with_kicker.iter().chain(&self.bare_chains);
        self.plain + families.sum::<usize>() + self.rare
    }

    /// The lead with this index.
    #[inline(always)]
    pub(super) fn nth(&self, index: usize) -> Option<Parts> {
        if index < self.plain {
            return Some(self.nth_plain(index));
        }
        let mut left = index - self.plain;
        for (family, count) in self.trios_with_kicker.into_iter().enumerate() {
            if left < count {
                return Some(self.nth_with_kicker(family, left));
            }
            left -= count;
        }
        for (kind, count) in BARE_CHAINS.into_iter().zip(self.bare_chains) {
            if left < count {
                return self.nth_chain(kind, left);
            }
            left -= count;
        }
        self.nth_rare(left)
    }

    /// A solo, pair or trio. Which of them it is depends on chance, so it is computed rather than branched on.
    #[inline(always)]
    fn nth_plain(&self, index: usize) -> Parts {
        let (solos, pairs) = (self.held[0].len(), self.held[1].len());
        let (past_solos, past_pairs) = (usize::from(index >= solos), usize::from(index >= solos + pairs));
        let which = past_solos + past_pairs;
        let rank = self.held[which].select(index - solos * past_solos - pairs * past_pairs);
        Parts::plain(PLAIN[which], rank)
    }

    /// A trio with a kicker, of which each has as many.
    #[inline(always)]
    fn nth_with_kicker(&self, family: usize, index: usize) -> Parts {
        let (kind, kickers, trios) = (TRIOS_WITH_KICKER[family], self.held[family], self.held[2]);
        let each = kickers.len() - 1;
        let rank = trios.select(index / each);
        let kicker = kickers.without(RankSet::only(rank)).select(index % each);
        let shape = Shape { kind, length: 1, rank };
        Parts {
            kickers: u64::from(kind.kicker_size()) << kicker.shift(),
            ..Parts::bare(shape)
        }
    }

    fn nth_chain(&self, kind: Kind, mut index: usize) -> Option<Parts> {
        for length in self.rules.lengths(kind) {
            let group = Group::of(self.rules, self.hand, kind, length);
            let count = group.count(self.rules, self.hand);
            if index < count {
                return group.nth(self.rules, self.hand, index);
            }
            index -= count;
        }
        None
    }

    fn nth_rare(&self, mut index: usize) -> Option<Parts> {
        let groups = RareKinds::of_leads(self.hand).flat_map(|kind| Groups::of(self.rules, self.hand, kind));
        for group in groups {
            let count = group.count(self.rules, self.hand);
            if index < count {
                return group.nth(self.rules, self.hand, index);
            }
            index -= count;
        }
        None
    }
}

/// Appends all leads in ascending order of the action ids.
#[inline(always)]
pub(super) fn list_leads(rules: &Rules, hand: Hand, moves: &mut Vec<Move>) {
    let [solos, pairs, trios] = held(rules, hand);
    list_plain(Kind::Solo, solos, moves);
    list_plain(Kind::Pair, pairs, moves);
    if !trios.is_empty() {
        list_plain(Kind::Trio, trios, moves);
        if rules.allows(Kind::TrioWithSolo) {
            list_with_kicker(Kind::TrioWithSolo, trios, solos, moves);
        }
        list_with_kicker(Kind::TrioWithPair, trios, pairs, moves);
    }
    list_chains(rules, Kind::SoloChain, solos, moves);
    list_chains(rules, Kind::PairChain, pairs, moves);
    list_chains(rules, Kind::TrioChain, trios, moves);
    for kind in RareKinds::of_leads(hand) {
        for group in Groups::of(rules, hand, kind) {
            group.list(rules, hand, moves);
        }
    }
}

/// Appends the bodies of a kind of one rank.
#[inline(always)]
fn list_plain(kind: Kind, ranks: RankSet, moves: &mut Vec<Move>) {
    let pattern = Pattern::of(kind, 1);
    append_each(ranks, pattern.kind, pattern.cards, moves);
}

/// Appends trios with every kicker of another rank.
#[inline(always)]
fn list_with_kicker(kind: Kind, trios: RankSet, kickers: RankSet, moves: &mut Vec<Move>) {
    let pattern = Pattern::of(kind, 1);
    let unit = u64::from(kind.kicker_size());
    for trio in trios.iter() {
        let others = kickers.without(RankSet::only(trio));
        append_each(others, pattern.body_at(trio), unit, moves);
    }
}

/// Appends the bare chains of one kind out of a set of ranks.
#[inline(always)]
fn list_chains(rules: &Rules, kind: Kind, ranks: RankSet, moves: &mut Vec<Move>) {
    let greatest = rules.table().greatest_length(kind);
    let mut length = kind.least_length();
    let mut lowest = Pattern::of(kind, length).lowest_ranks(ranks.and(RankSet::CHAIN).run_tops(length));
    while !lowest.is_empty() && length <= greatest {
        let pattern = Pattern::of(kind, length);
        append_each_low(lowest, pattern.kind, pattern.cards, moves);
        // A longer chain starts where two shorter ones start side by side.
        lowest = lowest.and(lowest.lowered());
        length += 1;
    }
}

/// The ranks held once, twice and three times, as far as plays can use them.
#[inline(always)]
fn held(rules: &Rules, hand: Hand) -> [RankSet; 3] {
    [hand.at_least(1), pair_ranks(rules, hand), hand.at_least(3)]
}
