//! Leads: what a hand may open a trick with (rules 1.4, 1.5).

use std::ops::ControlFlow;

use super::groups::{Group, for_each_length};
use super::runs::count_chains;
use crate::hand::Hand;
use crate::kickers::{Supply, pair_ranks};
use crate::play::{Kind, Move, Parts};
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
        let held = [hand.at_least(1), pair_ranks(rules, hand), hand.at_least(3)];
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
        let mut rare = 0;
        let _: ControlFlow<()> = leads.for_each_rare_group(|group| {
            rare += group.count(rules, hand);
            ControlFlow::Continue(())
        });
        leads.rare = rare;
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
        for (kind, count) in TRIOS_WITH_KICKER.into_iter().zip(self.trios_with_kicker) {
            if left < count {
                return Group::of(self.rules, self.hand, kind, 1).nth(self.rules, self.hand, left);
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
        let found = self.for_each_rare_group(|group| {
            let count = group.count(self.rules, self.hand);
            if index < count {
                return ControlFlow::Break(group.nth(self.rules, self.hand, index));
            }
            index -= count;
            ControlFlow::Continue(())
        });
        found.break_value().flatten()
    }

    /// Appends all leads in ascending order of the action ids.
    #[inline(always)]
    pub(super) fn list(&self, moves: &mut Vec<Move>) {
        let (rules, hand) = (self.rules, self.hand);
        // Every body with kickers is a trio or more.
        let supply = (!self.held[2].is_empty()).then(|| Supply::new(rules, hand));
        let supply = supply.as_ref();
        for kind in PLAIN {
            Group::of(rules, hand, kind, 1).list(rules, hand, None, moves);
        }
        for (kind, count) in TRIOS_WITH_KICKER.into_iter().zip(self.trios_with_kicker) {
            if count > 0 {
                Group::of(rules, hand, kind, 1).list(rules, hand, supply, moves);
            }
        }
        let mut list_group = |group: Group| {
            group.list(rules, hand, supply, moves);
            ControlFlow::<()>::Continue(())
        };
        for (kind, count) in BARE_CHAINS.into_iter().zip(self.bare_chains) {
            if count > 0 {
                let _ = for_each_length(rules, hand, kind, &mut list_group);
            }
        }
        if self.rare > 0 {
            let _ = self.for_each_rare_group(list_group);
        }
    }

    /// The groups behind the bare chains.
    #[inline(always)]
    fn for_each_rare_group<B>(&self, mut visit: impl FnMut(Group) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.bare_chains[2] > 0 {
            for kind in [Kind::TrioChainWithSolos, Kind::TrioChainWithPairs] {
                for_each_length(self.rules, self.hand, kind, &mut visit)?;
            }
        }
        if !self.hand.at_least(4).is_empty() {
            for kind in [Kind::QuadWithSolos, Kind::QuadWithPairs, Kind::Bomb] {
                for_each_length(self.rules, self.hand, kind, &mut visit)?;
            }
        }
        if self.held[0].contains_all(RankSet::JOKERS) {
            for_each_length(self.rules, self.hand, Kind::Rocket, &mut visit)?;
        }
        ControlFlow::Continue(())
    }
}
