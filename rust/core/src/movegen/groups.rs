//! Groups: all bodies of one kind and length in one hand, with every selection of their kickers.

use std::ops::ControlFlow;

use crate::hand::{Hand, NIBBLES};
use crate::kickers::{Kickers, Supply, pair_ranks};
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
    pub(super) fn count(self, rules: &Rules, hand: Hand) -> usize {
        if self.kind.kicker_size() == 0 {
            return self.tops.len();
        }
        let Some(highest) = self.tops.highest() else { return 0 };
        match Kickers::new(rules, hand, self.shape(highest)) {
            // A body takes as many ranks out of the supply wherever it stands, so each has as many selections.
            Some(Kickers::Distinct(choice)) => self.tops.len() * choice.count(),
            _ => self.tops.iter().map(|top| self.selections(rules, hand, top)).sum(),
        }
    }

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

    /// Appends every play in ascending order. `supply` is that of the hand; a kind without kickers needs none.
    pub(super) fn list(self, rules: &Rules, hand: Hand, supply: Option<&Supply>, moves: &mut Vec<Move>) {
        if self.kind == Kind::Rocket {
            moves.extend(self.tops.iter().map(|_| Parts::rocket(rules.table().packs).play()));
            return;
        }
        // A body is the same pattern of ranks at every place.
        let units = if self.kind == Kind::Bomb { 1 } else { self.length };
        let copies = if self.kind == Kind::Bomb {
            self.length
        } else {
            self.kind.copies()
        };
        let pattern = (NIBBLES & ((1 << (4 * u32::from(units))) - 1)) * u64::from(copies);
        let kind = Move::from_parts(self.kind, 0).packed();
        let body_at = |top: Rank| kind + (pattern << (top.shift() + 4 - 4 * u32::from(units)));
        let Some(supply) = supply.filter(|_| self.kind.kicker_size() > 0) else {
            return moves.extend(self.tops.iter().map(|top| Move::from_sum(body_at(top))));
        };
        for top in self.tops.iter() {
            let body = self.shape(top);
            if let Some(choice) = Kickers::new(rules, hand, body) {
                choice.list(supply, body, body_at(top), moves);
            }
        }
    }
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
