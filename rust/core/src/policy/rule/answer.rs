//! What the rule policy answers.

use super::Table;
use super::finish::last_answer;
use super::groups::Groups;
use super::plays::{lowest_bomb, lowest_of};
use crate::hand::spread_to_nibbles;
use crate::play::{Kind, Parts, Shape};
use crate::policy::view::View;
use crate::rank::{Rank, RankSet};

#[inline(always)]
pub(super) fn answer(view: View, standing: Parts) -> Option<Parts> {
    if standing.shape.kind == Kind::Rocket {
        return None;
    }
    if let Some(last) = last_answer(view, standing) {
        return Some(last);
    }
    let table = Table::of(view);
    let partner_leads = !view.is_opponent(view.leader());
    if partner_leads && (standing.shape.kind > Kind::Pair || standing.shape.rank >= Rank::ACE) {
        return None;
    }
    let groups = Groups::of(view.rules(), view.hand());
    if partner_leads {
        let (cheap, cost) = same_kind(view, &groups, standing, table)?;
        let landlord_follows = view.is_opponent(1);
        let limit = if landlord_follows { Rank::ACE } else { Rank::new(7)? };
        return (cost < 0 && cheap.shape.rank <= limit && view.cards_left(view.leader()) > 2).then_some(cheap);
    }
    if let Some((play, cost)) = same_kind(view, &groups, standing, table) {
        let most = match table.opponent {
            ..=2 => 3,
            3 => 1,
            _ => i32::from(groups.plays <= 3),
        };
        if cost <= most {
            return Some(play);
        }
    }
    bomb(view, &groups, standing, table)
}

/// The cheapest answer of the same kind, and how many plays more the rest takes than the hand took.
#[inline(always)]
fn same_kind(view: View, groups: &Groups, standing: Parts, table: Table) -> Option<(Parts, i32)> {
    let hand = view.hand();
    let Shape { kind, length, rank } = standing.shape;
    let whole = |ranks: RankSet| ranks.without(groups.bombs);
    match kind {
        Kind::Solo => {
            let jokers = if groups.rocket { RankSet::JOKERS } else { RankSet::EMPTY };
            let any = whole(hand.ranks()).above(rank).without(jokers);
            if table.opponent == 1 {
                return any.highest().map(|rank| (Parts::plain(kind, rank), -1));
            }
            if let Some(free) = groups.solos.above(rank).lowest() {
                return Some((Parts::plain(kind, free), -1));
            }
            cheapest(view, groups, any, |rank| Some(Parts::plain(kind, rank)))
        }
        Kind::Pair => {
            let pairs = if view.rules().joker_pairs && !groups.rocket {
                hand.at_least(2)
            } else {
                hand.at_least(2).and(RankSet::ORDINARY)
            };
            if let Some(free) = groups.pairs.above(rank).lowest() {
                return Some((Parts::plain(kind, free), -1));
            }
            cheapest(view, groups, whole(pairs).above(rank), |rank| {
                Some(Parts::plain(kind, rank))
            })
        }
        Kind::Trio | Kind::TrioWithSolo | Kind::TrioWithPair => {
            cheapest(view, groups, whole(hand.at_least(3)).above(rank), |rank| {
                kickered(view, groups, standing, rank)
            })
        }
        Kind::SoloChain | Kind::PairChain | Kind::TrioChain | Kind::TrioChainWithSolos | Kind::TrioChainWithPairs => {
            let copies = usize::from(kind.copies());
            let tops = whole(hand.at_least(copies))
                .and(RankSet::CHAIN)
                .run_tops(length)
                .above(rank);
            cheapest(view, groups, tops, |rank| kickered(view, groups, standing, rank))
        }
        _ => None,
    }
}

/// The body of a standing play moved up to a rank, with the cheapest kickers of the same number and size.
#[inline(always)]
fn kickered(view: View, groups: &Groups, standing: Parts, rank: Rank) -> Option<Parts> {
    let shape = Shape { rank, ..standing.shape };
    let bare = Parts::bare(shape);
    let size = shape.kind.kicker_size();
    if size == 0 {
        return Some(bare);
    }
    let number = u32::from(shape.kind.kickers(shape.length));
    let hand = view.hand();
    let cheap = RankSet::CHAIN.bits() & !bare.body.bits() & !groups.bombs.bits();
    let (first, second) = if size == 1 {
        (groups.solos.bits() & cheap, hand.ranks().bits() & cheap)
    } else {
        (groups.pairs.bits() & cheap, hand.at_least(2).bits() & cheap)
    };
    let ranks = if first.count_ones() >= number {
        first
    } else {
        first | second
    };
    if ranks.count_ones() < number {
        return None;
    }
    Some(Parts {
        kickers: spread_to_nibbles(lowest_of(ranks, number)) * u64::from(size),
        ..bare
    })
}

/// Of the plays with these ranks the one after which the fewest plays are left, the lowest of equals.
#[inline(always)]
fn cheapest(view: View, groups: &Groups, ranks: RankSet, make: impl Fn(Rank) -> Option<Parts>) -> Option<(Parts, i32)> {
    let mut best: Option<(Parts, i32)> = None;
    for rank in ranks.iter() {
        let Some(parts) = make(rank) else { continue };
        let cost = rest(view, parts) as i32 - groups.plays as i32;
        if best.is_none_or(|(_, least)| cost < least) {
            best = Some((parts, cost));
        }
    }
    best
}

/// How many plays are left after one.
#[inline(always)]
fn rest(view: View, parts: Parts) -> u32 {
    let mut hand = view.hand().without_each(parts.body, usize::from(parts.copies));
    if parts.kickers != 0 {
        hand = hand.without(parts.kicker_cards());
    }
    Groups::of(view.rules(), hand).plays
}

#[inline(always)]
fn bomb(view: View, groups: &Groups, standing: Parts, table: Table) -> Option<Parts> {
    let bomb = lowest_bomb(view, groups, Some(standing.shape))
        .or_else(|| groups.rocket.then(|| Parts::rocket(view.rules().table().packs)))?;
    (table.opponent <= 3 || groups.plays <= 3).then_some(bomb)
}
