//! Plays put together from groups.

use super::groups::Groups;
use crate::compare::shape_beats;
use crate::hand::spread_to_nibbles;
use crate::play::{Kind, Parts, Shape};
use crate::policy::view::View;
use crate::rank::{Rank, RankSet};

/// A chain without kickers, or a plain play of one rank.
#[inline(always)]
pub(super) fn run(kind: Kind, ranks: u16) -> Parts {
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
pub(super) fn with_kickers(view: View, groups: &Groups, body: u16) -> Parts {
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
pub(super) fn lowest_of(ranks: u16, number: u32) -> u16 {
    let mut left = ranks;
    for _ in 0..number {
        left &= left.wrapping_sub(1);
    }
    ranks & !left
}

/// The lowest bomb, taken whole, that beats a shape.
#[inline(always)]
pub(super) fn lowest_bomb(view: View, groups: &Groups, standing: Option<Shape>) -> Option<Parts> {
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
