//! Leads: what a hand may open a trick with (rules 1.4, 1.5).

use std::ops::ControlFlow;

use super::groups::Group;
use super::runs::count_chains;
use crate::hand::Hand;
use crate::kickers::pair_ranks;
use crate::play::{Kind, Move, Parts, Shape};
use crate::rank::RankSet;
use crate::rules::Rules;

/// The ranks that a hand holds once, twice, three and four times, as far as plays can use them.
struct Holding {
    solos: RankSet,
    pairs: RankSet,
    trios: RankSet,
    quads: RankSet,
}

impl Holding {
    fn new(rules: &Rules, hand: Hand) -> Self {
        Self {
            solos: hand.at_least(1),
            pairs: pair_ranks(rules, hand),
            trios: hand.at_least(3),
            quads: hand.at_least(4),
        }
    }

    fn of_chain(&self, kind: Kind) -> RankSet {
        match kind {
            Kind::SoloChain => self.solos,
            Kind::PairChain => self.pairs,
            _ => self.trios,
        }
    }

    /// Trios with one kicker: every trio rank is a rank of solos and pairs too, and no kicker of its own.
    fn trios_with(&self, rules: &Rules, kind: Kind) -> usize {
        if !rules.allows(kind) {
            return 0;
        }
        let kickers = if kind == Kind::TrioWithSolo {
            self.solos
        } else {
            self.pairs
        };
        self.trios.len() * kickers.len().wrapping_sub(1)
    }
}

const BARE_CHAINS: [Kind; 3] = [Kind::SoloChain, Kind::PairChain, Kind::TrioChain];
const TRIOS_WITH_KICKER: [Kind; 2] = [Kind::TrioWithSolo, Kind::TrioWithPair];

/// The number of leads.
pub(super) fn count(rules: &Rules, hand: Hand) -> usize {
    let held = Holding::new(rules, hand);
    let mut count = held.solos.len() + held.pairs.len() + held.trios.len();
    count += count_chains(rules, Kind::SoloChain, held.solos) + count_chains(rules, Kind::PairChain, held.pairs);
    if !held.trios.is_empty() {
        count += held.trios_with(rules, Kind::TrioWithSolo) + held.trios_with(rules, Kind::TrioWithPair);
        count += count_chains(rules, Kind::TrioChain, held.trios);
    }
    let _: ControlFlow<()> = for_each_rare_group(rules, hand, &held, |group| {
        count += group.count(rules, hand);
        ControlFlow::Continue(())
    });
    count
}

/// The lead with this index.
pub(super) fn nth(rules: &Rules, hand: Hand, index: usize) -> Option<Parts> {
    let held = Holding::new(rules, hand);
    let (solos, pairs) = (held.solos.len(), held.pairs.len());
    let plain = solos + pairs + held.trios.len();
    if index < plain {
        // Which of the three it is depends on chance, so it is computed rather than branched on.
        let (past_solos, past_pairs) = (index >= solos, index >= solos + pairs);
        let index = index - solos * usize::from(past_solos) - pairs * usize::from(past_pairs);
        let which = usize::from(past_solos) + usize::from(past_pairs);
        let rank = [held.solos, held.pairs, held.trios][which].select(index);
        let shape = Shape {
            kind: Kind::PLAYS[which],
            length: 1,
            rank,
        };
        return Some(Parts {
            shape,
            body: RankSet::only(rank),
            copies: which as u8 + 1,
            kickers: Hand::EMPTY,
        });
    }
    let mut left = index - plain;
    if !held.trios.is_empty() {
        for kind in TRIOS_WITH_KICKER {
            let count = held.trios_with(rules, kind);
            if left < count {
                return Group::of(rules, hand, kind, 1).nth(rules, hand, left);
            }
            left -= count;
        }
    }
    for kind in BARE_CHAINS {
        let count = count_chains(rules, kind, held.of_chain(kind));
        if left < count {
            return nth_chain(rules, hand, kind, left);
        }
        left -= count;
    }
    let found = for_each_rare_group(rules, hand, &held, |group| {
        let count = group.count(rules, hand);
        if left < count {
            return ControlFlow::Break(group.nth(rules, hand, left));
        }
        left -= count;
        ControlFlow::Continue(())
    });
    found.break_value().flatten()
}

fn nth_chain(rules: &Rules, hand: Hand, kind: Kind, mut index: usize) -> Option<Parts> {
    for length in rules.lengths(kind) {
        let group = Group::of(rules, hand, kind, length);
        let count = group.count(rules, hand);
        if index < count {
            return group.nth(rules, hand, index);
        }
        index -= count;
    }
    None
}

/// Appends all leads in ascending order of the action ids.
pub(super) fn list(rules: &Rules, hand: Hand, moves: &mut Vec<Move>) {
    let held = Holding::new(rules, hand);
    for kind in [Kind::Solo, Kind::Pair, Kind::Trio] {
        Group::of(rules, hand, kind, 1).list(rules, hand, moves);
    }
    if !held.trios.is_empty() {
        for kind in TRIOS_WITH_KICKER {
            if rules.allows(kind) {
                Group::of(rules, hand, kind, 1).list(rules, hand, moves);
            }
        }
    }
    for kind in BARE_CHAINS {
        if count_chains(rules, kind, held.of_chain(kind)) > 0 {
            let _: ControlFlow<()> = for_each_length(rules, hand, kind, &mut |group| {
                group.list(rules, hand, moves);
                ControlFlow::Continue(())
            });
        }
    }
    let _: ControlFlow<()> = for_each_rare_group(rules, hand, &held, |group| {
        group.list(rules, hand, moves);
        ControlFlow::Continue(())
    });
}

/// The groups behind the bare chains, which most hands do not have: trio chains with kickers, quads, the rocket.
fn for_each_rare_group<B>(
    rules: &Rules,
    hand: Hand,
    held: &Holding,
    mut visit: impl FnMut(Group) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if count_chains(rules, Kind::TrioChain, held.trios) > 0 {
        for_each_length(rules, hand, Kind::TrioChainWithSolos, &mut visit)?;
        for_each_length(rules, hand, Kind::TrioChainWithPairs, &mut visit)?;
    }
    if !held.quads.is_empty() {
        for kind in [Kind::QuadWithSolos, Kind::QuadWithPairs, Kind::Bomb] {
            for_each_length(rules, hand, kind, &mut visit)?;
        }
    }
    if held.solos.contains_all(RankSet::JOKERS) {
        for_each_length(rules, hand, Kind::Rocket, &mut visit)?;
    }
    ControlFlow::Continue(())
}

/// The groups of one kind by length; no longer chain and no larger bomb exists where a shorter one is missing.
pub(super) fn for_each_length<B>(
    rules: &Rules,
    hand: Hand,
    kind: Kind,
    visit: &mut impl FnMut(Group) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if !rules.allows(kind) {
        return ControlFlow::Continue(());
    }
    for length in rules.lengths(kind) {
        let group = Group::of(rules, hand, kind, length);
        if group.is_empty() {
            break;
        }
        visit(group)?;
    }
    ControlFlow::Continue(())
}
