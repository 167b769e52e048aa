//! Groups: all bodies of one kind and length in one hand, with every selection of their kickers.

use crate::expand::append_each_low;
use crate::hand::{Hand, NIBBLES};
use crate::kickers::{Kickers, pair_ranks};
use crate::play::{Kind, Move, Parts, Shape};
use crate::rank::{Rank, RankSet};
use crate::rules::Rules;

/// All bodies of one kind and length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    kind: Kind,
    length: u8,
    /// The top ranks of the bodies.
    tops: RankSet,
}

impl Group {
    /// The bodies of one kind and length that the hand holds, kickers left aside.
    #[inline(always)]
    pub(super) fn of(rules: &Rules, hand: Hand, kind: Kind, length: u8) -> Self {
        let tops = match kind {
            Kind::Pass => RankSet::EMPTY,
            Kind::Rocket => rocket(rules, hand),
            Kind::Pair => pair_ranks(rules, hand),
            Kind::Bomb => hand.at_least(usize::from(length)),
            _ if kind.least_length() > 1 => hand
                .at_least(usize::from(kind.copies()))
                .and(RankSet::CHAIN)
                .run_tops(length),
            _ => hand.at_least(usize::from(kind.copies())),
        };
        Self { kind, length, tops }
    }

    /// Those of the bodies that are higher than a rank.
    pub(super) fn above(self, rank: Rank) -> Self {
        Self {
            tops: self.tops.above(rank),
            ..self
        }
    }

    pub(super) fn tops(self) -> RankSet {
        self.tops
    }

    pub(super) fn is_empty(self) -> bool {
        self.tops.is_empty()
    }

    fn shape(self, rank: Rank) -> Shape {
        Shape {
            kind: self.kind,
            length: self.length,
            rank,
        }
    }

    /// How many plays there are.
    #[inline(always)]
    pub(super) fn count(self, rules: &Rules, hand: Hand) -> usize {
        if self.kind.kicker_size() == 0 {
            return self.tops.len();
        }
        let Some(highest) = self.tops.highest() else { return 0 };
        match Kickers::new(rules, hand, self.shape(highest)) {
            // A body takes as many ranks out of the supply wherever it stands, so each has as many selections. Where
            // ranks may repeat there is no other: one of its ranks would stand beside this body three times.
            Some(choice) if choice.are_distinct() => self.tops.len() * choice.count(),
            _ => self.tops.iter().map(|top| self.selections(rules, hand, top)).sum(),
        }
    }

    #[inline(always)]
    fn selections(self, rules: &Rules, hand: Hand, top: Rank) -> usize {
        Kickers::new(rules, hand, self.shape(top)).map_or(1, |choice| choice.count())
    }

    /// The play with this index, which must be below the count.
    pub(super) fn nth(self, rules: &Rules, hand: Hand, mut index: usize) -> Option<Parts> {
        if self.kind == Kind::Rocket {
            return Some(Parts::rocket(rules.table().packs));
        }
        if self.kind.kicker_size() == 0 {
            return Some(Parts::bare(self.shape(self.tops.select(index))));
        }
        for top in self.tops.iter() {
            let shape = self.shape(top);
            let choice = Kickers::new(rules, hand, shape)?;
            let count = choice.count();
            if index < count {
                return Some(Parts {
                    kickers: choice.nth(index),
                    ..Parts::bare(shape)
                });
            }
            index -= count;
        }
        None
    }

    /// Appends every play in ascending order.
    #[inline(always)]
    pub(super) fn list(self, rules: &Rules, hand: Hand, moves: &mut Vec<Move>) {
        if self.kind == Kind::Rocket {
            moves.extend(self.tops.iter().map(|_| Parts::rocket(rules.table().packs).play()));
            return;
        }
        let pattern = Pattern::of(self.kind, self.length);
        if self.kind.kicker_size() == 0 {
            return append_each_low(pattern.lowest_ranks(self.tops), pattern.kind, pattern.cards, moves);
        }
        for top in self.tops.iter() {
            if let Some(choice) = Kickers::new(rules, hand, self.shape(top)) {
                choice.list(pattern.body_at(top), moves);
            }
        }
    }
}

/// What the bodies of one kind and length have in common in packed form: the same cards at every place.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    /// The kind code, no cards.
    pub(super) kind: u64,
    /// The cards of a body whose lowest rank is the lowest of all.
    pub(super) cards: u64,
    units: u8,
}

impl Pattern {
    /// The pattern of a kind other than the rocket.
    #[inline(always)]
    pub(super) fn of(kind: Kind, length: u8) -> Self {
        let (units, copies) = if kind == Kind::Bomb {
            (1, length)
        } else {
            (length, kind.copies())
        };
        Self {
            kind: Move::from_parts(kind, 0).packed(),
            cards: (NIBBLES & ((1 << (4 * u32::from(units))) - 1)) * u64::from(copies),
            units,
        }
    }

    /// The lowest ranks of the bodies with these top ranks.
    #[inline(always)]
    pub(super) fn lowest_ranks(self, tops: RankSet) -> RankSet {
        RankSet::from_bits(tops.bits() >> (self.units - 1))
    }

    /// The body with this top rank.
    #[inline(always)]
    pub(super) fn body_at(self, top: Rank) -> u64 {
        self.kind + (self.cards << (top.shift() + 4 - 4 * u32::from(self.units)))
    }
}

/// The top rank of the rocket, if the hand has it.
fn rocket(rules: &Rules, hand: Hand) -> RankSet {
    let all_jokers = hand
        .at_least(usize::from(rules.table().packs))
        .contains_all(RankSet::JOKERS);
    if all_jokers {
        RankSet::only(Rank::RED_JOKER)
    } else {
        RankSet::EMPTY
    }
}
