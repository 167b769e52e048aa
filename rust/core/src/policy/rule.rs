//! The policy by rules: a hand taken apart into few plays, low cards first, and an eye on who is about to go out.

use super::Policy;
use super::bidding::worth;
use super::groups::Groups;
use super::view::View;
use crate::auction::Auction;
use crate::classify::classify;
use crate::compare::shape_beats;
use crate::hand::{Hand, spread_to_nibbles};
use crate::play::{Kind, Parts, Shape};
use crate::position::Position;
use crate::random::Draws;
use crate::rank::{Rank, RankSet};

/// Plays by simple rules, of use where many games must be played well enough and fast.
///
/// It takes its hand apart into few plays, leads the low ones first and answers with what breaks nothing; it leaves
/// a partner's play alone, keeps from opponents with one or two cards what would let them out, and keeps bombs for
/// when somebody is close to the end. It draws nothing and looks at no hand but its own.
#[derive(Clone, Copy, Debug)]
pub struct Rule;

impl Policy for Rule {
    fn name(&self) -> &'static str {
        "rule"
    }

    fn bid(&self, auction: &Auction, hand: Hand, _: &mut Draws) -> u8 {
        let bid = worth(auction.rules(), hand);
        if bid > auction.highest() { bid } else { 0 }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, _: &mut Draws) {
        let chosen = decide(View::new(position));
        position.make(chosen);
    }
}

/// The move of the player to move, `None` for the pass.
#[inline(always)]
fn decide(view: View) -> Option<Parts> {
    match view.to_beat() {
        None => Some(lead(view)),
        Some(standing) => answer(view, standing),
    }
}

/// What the others' hands mean for the player to move.
#[derive(Clone, Copy)]
struct Table {
    /// The fewest cards of an opponent.
    opponent: usize,
    /// Whether the next to move is a partner with one card.
    partner_waits: bool,
}

impl Table {
    #[inline(always)]
    fn of(view: View) -> Self {
        let mut opponent = usize::MAX;
        for distance in 1..view.players() {
            if view.is_opponent(distance) {
                opponent = opponent.min(view.cards_left(distance));
            }
        }
        Self {
            opponent,
            partner_waits: !view.is_opponent(1) && view.cards_left(1) == 1,
        }
    }
}

#[inline(always)]
fn lead(view: View) -> Parts {
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
    let mut best = Choice::default();
    offer_trios(view, &groups, &mut best);
    for &chain in groups.solo_chains() {
        best.offer(bottom_key(chain) - 4, run(Kind::SoloChain, chain));
    }
    offer_pair_chains(view, &groups, &mut best);
    if let Some(rank) = groups.pairs.lowest() {
        let held_back = table.opponent == 2;
        best.offer(
            key(rank) + if held_back { 40 } else { 0 },
            Parts::plain(Kind::Pair, rank),
        );
    }
    if let Some((lowest, highest)) = groups.solos.lowest().zip(groups.solos.highest()) {
        if table.opponent == 1 {
            best.offer(60 - key(highest), Parts::plain(Kind::Solo, highest));
        } else {
            best.offer(key(lowest), Parts::plain(Kind::Solo, lowest));
        }
    }
    if let Some(bomb) = lowest_bomb(view, &groups, None) {
        best.offer(80, bomb);
    }
    if groups.rocket {
        best.offer(90, Parts::rocket(view.rules().table().packs));
    }
    // A hand is never without a group; the lowest card stands for what no group holds.
    best.parts
        .unwrap_or_else(|| Parts::plain(Kind::Solo, hand.ranks().lowest().unwrap_or(Rank::THREE)))
}

/// The offer with the lowest key.
#[derive(Default)]
struct Choice {
    key: i32,
    parts: Option<Parts>,
}

impl Choice {
    #[inline(always)]
    fn offer(&mut self, key: i32, parts: Parts) {
        if self.parts.is_none() || key < self.key {
            self.key = key;
            self.parts = Some(parts);
        }
    }
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

/// A chain without kickers, or a plain play of one rank.
#[inline(always)]
fn run(kind: Kind, ranks: u16) -> Parts {
    let body = RankSet::from_bits(ranks);
    let shape = Shape {
        kind,
        length: body.len() as u8,
        rank: body.highest().unwrap_or(Rank::THREE),
    };
    Parts {
        shape,
        body,
        copies: kind.copies(),
        kickers: 0,
    }
}

/// A trio or a trio chain with the cheapest cards that may be attached.
#[inline(always)]
fn with_kickers(view: View, groups: &Groups, body: u16) -> Parts {
    let rules = view.rules();
    let length = body.count_ones();
    let cheap = RankSet::CHAIN.bits();
    let (solos, pairs) = (groups.solos.bits() & cheap & !body, groups.pairs.bits() & cheap & !body);
    let (solo_kind, pair_kind, bare_kind) = if length == 1 {
        (Kind::TrioWithSolo, Kind::TrioWithPair, Kind::Trio)
    } else {
        (Kind::TrioChainWithSolos, Kind::TrioChainWithPairs, Kind::TrioChain)
    };
    let fits = |kind: Kind| rules.allows(kind) && length <= u32::from(*rules.lengths(kind).end());
    let solos_fit = fits(solo_kind) && solos.count_ones() >= length;
    let pairs_fit = fits(pair_kind) && pairs.count_ones() >= length;
    let lower_solos = !pairs_fit || solos.trailing_zeros() < pairs.trailing_zeros() + 2;
    let attached = |kind, ranks: u16, copies: u64| Parts {
        kickers: spread_to_nibbles(ranks) * copies,
        ..run(kind, body)
    };
    if solos_fit && lower_solos {
        return attached(solo_kind, lowest_of(solos, length), 1);
    }
    if pairs_fit {
        return attached(pair_kind, lowest_of(pairs, length), 2);
    }
    if fits(solo_kind) && length > 1 && (solos | pairs).count_ones() >= length {
        return attached(solo_kind, lowest_of(solos | pairs, length), 1);
    }
    let most = u32::from(*rules.lengths(bare_kind).end());
    if length > 1 && length > most {
        return run(bare_kind, lowest_of(body, most));
    }
    run(bare_kind, body)
}

/// The lowest ranks of a set.
#[inline(always)]
fn lowest_of(ranks: u16, number: u32) -> u16 {
    let mut left = ranks;
    for _ in 0..number {
        left &= left.wrapping_sub(1);
    }
    ranks & !left
}

/// The lowest bomb, taken whole, that beats a shape.
#[inline(always)]
fn lowest_bomb(view: View, groups: &Groups, standing: Option<Shape>) -> Option<Parts> {
    let mut best: Option<Shape> = None;
    for rank in groups.bombs.iter() {
        let shape = Shape {
            kind: Kind::Bomb,
            length: view.hand().count(rank) as u8,
            rank,
        };
        let beats = standing.is_none_or(|standing| shape_beats(shape, standing));
        if beats && best.is_none_or(|best| (shape.length, shape.rank) < (best.length, best.rank)) {
            best = Some(shape);
        }
    }
    best.map(Parts::bare)
}

/// The hand as one play, if it is one.
#[inline(always)]
fn whole_hand(view: View) -> Option<Parts> {
    let hand = view.hand();
    let cards = hand.len();
    let ranks = hand.ranks();
    if ranks.len() == 1 && cards <= 3 && ranks.lowest() <= Some(Rank::TWO) || cards == 1 {
        let kind = [Kind::Solo, Kind::Pair, Kind::Trio][cards - 1];
        return ranks.lowest().map(|rank| Parts::plain(kind, rank));
    }
    let trios = hand.at_least(3).len();
    let quad = !hand.at_least(4).is_empty() && cards <= 8;
    let may_be_chain = ranks == hand.at_least(1) && trios == 0;
    if may_be_chain && hand.at_least(2).is_empty() {
        let chain = ranks.bits();
        let neighbours = (chain >> chain.trailing_zeros()).count_zeros() + chain.count_ones() == 16
            && chain >> chain.trailing_zeros() == ((1u32 << cards) - 1) as u16;
        let fits = cards >= 5 && neighbours && RankSet::CHAIN.contains_all(ranks);
        if fits {
            return Some(run(Kind::SoloChain, chain));
        }
    }
    if 5 * trios < cards && !quad && cards > 4 && !(trios == 0 && hand.at_least(2) == ranks) {
        return None;
    }
    classify(view.rules(), hand).next()?.parts()
}

#[inline(always)]
fn answer(view: View, standing: Parts) -> Option<Parts> {
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

/// An answer that empties the hand.
#[inline(always)]
fn last_answer(view: View, standing: Parts) -> Option<Parts> {
    let hand = view.hand();
    let cards = hand.len();
    let size = usize::from(standing.copies) * standing.body.len() + Hand::from_packed_unchecked(standing.kickers).len();
    let bomb = hand.ranks().len() <= 2 && cards >= 2 && (hand.ranks().len() == 1 || hand.ranks() == RankSet::JOKERS);
    if cards != size && !bomb {
        return None;
    }
    for play in classify(view.rules(), hand) {
        let parts = play.parts()?;
        if shape_beats(parts.shape, standing.shape) {
            return Some(parts);
        }
    }
    None
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
