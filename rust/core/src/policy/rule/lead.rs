//! What the rule policy leads.

use super::Table;
use super::finish::whole_hand;
use super::groups::Groups;
use super::plays::{lowest_bomb, run, with_kickers};
use crate::hand::Hand;
use crate::play::{Kind, Parts};
use crate::policy::view::View;
use crate::rank::{Rank, RankSet};

/// What is added to the key of a group that should wait.
const LATE: i32 = 100;
const VERY_LATE: i32 = 1_000;

#[inline(always)]
pub(super) fn lead(view: View) -> Parts {
    let hand = view.hand();
    if let Some(last) = whole_hand(view) {
        return last;
    }
    let groups = Groups::of(view.rules(), hand);
    let table = Table::of(view);
    if table.partner_waits
        && table.opponent > 1
        && let Some(lowest) = hand.ranks().lowest()
    {
        return Parts::plain(Kind::Solo, lowest);
    }
    let unseen = view.unseen();
    let mut best = Choice {
        // With one group at most that can be beaten, the others win their tricks first.
        surest_first: beatable(&groups, unseen) <= 1 && groups.bombs.is_empty(),
        unseen,
        key: 0,
        parts: None,
    };
    offer_trios(view, &groups, &mut best);
    for &chain in groups.solo_chains() {
        best.offer(bottom_key(chain) - 4, run(Kind::SoloChain, chain));
    }
    offer_pair_chains(view, &groups, &mut best);
    if let Some(rank) = groups.pairs.lowest() {
        let waits = if table.opponent == 2 { LATE } else { 0 };
        best.offer(key(rank) + waits, Parts::plain(Kind::Pair, rank));
        if best.surest_first
            && let Some(rank) = groups.pairs.highest()
        {
            best.offer(key(rank), Parts::plain(Kind::Pair, rank));
        }
    }
    if let Some((lowest, highest)) = groups.solos.lowest().zip(groups.solos.highest()) {
        if table.opponent == 1 {
            best.offer(2 * LATE - key(highest), Parts::plain(Kind::Solo, highest));
        } else {
            best.offer(key(lowest), Parts::plain(Kind::Solo, lowest));
        }
        if best.surest_first {
            best.offer(key(highest), Parts::plain(Kind::Solo, highest));
        }
    }
    if groups.plays <= 2 || best.parts.is_none() {
        if let Some(bomb) = lowest_bomb(view, &groups, None) {
            best.offer(VERY_LATE, bomb);
        }
        if groups.rocket {
            best.offer(VERY_LATE, Parts::rocket(view.rules().table().packs));
        }
    }
    // A hand is never without a group; the lowest card stands for what no group holds.
    best.parts
        .unwrap_or_else(|| Parts::plain(Kind::Solo, hand.ranks().lowest().unwrap_or(Rank::THREE)))
}

/// The offer with the lowest key.
struct Choice {
    surest_first: bool,
    unseen: Hand,
    key: i32,
    parts: Option<Parts>,
}

impl Choice {
    #[inline(always)]
    fn offer(&mut self, key: i32, parts: Parts) {
        let key = if self.surest_first && can_be_beaten(parts, self.unseen) {
            key + 2 * VERY_LATE
        } else {
            key
        };
        if self.parts.is_none() || key < self.key {
            self.key = key;
            self.parts = Some(parts);
        }
    }
}

/// How many groups the unseen cards can beat, bombs left aside.
#[inline(always)]
fn beatable(groups: &Groups, unseen: Hand) -> usize {
    let below = |ranks: RankSet, copies: usize| match unseen.at_least(copies).highest() {
        Some(highest) => ranks.below(highest).len(),
        None => 0,
    };
    let chains = groups.solo_chains().iter();
    let beaten_chains = chains
        .filter(|&&chain| can_be_beaten(run(Kind::SoloChain, chain), unseen))
        .count();
    below(groups.solos, 1)
        + below(groups.pairs, 2)
        + below(groups.trios, 3)
        + below(groups.chained_pairs, 2).min(1)
        + beaten_chains
}

/// Whether the unseen cards hold a higher body of the same shape.
#[inline(always)]
fn can_be_beaten(parts: Parts, unseen: Hand) -> bool {
    if parts.shape.kind >= Kind::Bomb {
        return false;
    }
    let ranks = unseen.at_least(usize::from(parts.copies));
    let tops = if parts.shape.length > 1 {
        ranks.and(RankSet::CHAIN).run_tops(parts.shape.length)
    } else {
        ranks
    };
    !tops.above(parts.shape.rank).is_empty()
}

#[inline(always)]
fn key(rank: Rank) -> i32 {
    2 * rank.index() as i32
}

#[inline(always)]
fn bottom_key(ranks: u16) -> i32 {
    2 * ranks.trailing_zeros() as i32
}

#[inline(always)]
fn offer_trios(view: View, groups: &Groups, best: &mut Choice) {
    let mut left = groups.trios.bits();
    while left != 0 {
        let low = left.trailing_zeros();
        let length = if low < 12 {
            ((left & RankSet::CHAIN.bits()) >> low).trailing_ones()
        } else {
            1
        };
        let body = ((1u16 << length) - 1) << low;
        left &= !body;
        best.offer(bottom_key(body) - 3, with_kickers(view, groups, body));
    }
}

#[inline(always)]
fn offer_pair_chains(view: View, groups: &Groups, best: &mut Choice) {
    let chained = groups.chained_pairs.bits();
    if chained != 0 {
        let low = chained.trailing_zeros();
        let most = *view.rules().lengths(Kind::PairChain).end();
        let length = (chained >> low).trailing_ones().min(u32::from(most));
        let body = ((1u16 << length) - 1) << low;
        best.offer(bottom_key(body) - 4, run(Kind::PairChain, body));
    }
}
