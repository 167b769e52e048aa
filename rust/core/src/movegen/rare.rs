//! What most hands have no bodies for: trio chains with kickers, quads, bombs and the rocket.

use super::groups::Group;
use crate::hand::Hand;
use crate::play::{Kind, Shape};
use crate::rank::RankSet;
use crate::rules::Rules;

/// Sets of kinds: bit `c` for the kind with code `c`.
const CHAINS: u16 = 1 << Kind::TrioChainWithSolos.code() | 1 << Kind::TrioChainWithPairs.code();
const QUADS: u16 = 1 << Kind::QuadWithSolos.code() | 1 << Kind::QuadWithPairs.code();
const BOMB: u16 = 1 << Kind::Bomb.code();
const ROCKET: u16 = 1 << Kind::Rocket.code();

/// The groups of such kinds in the order of the action ids. It is one iterator for all of them, since what is done with
/// a group is large once it is compiled into the loop over them.
pub(super) struct RareGroups<'a> {
    rules: &'a Rules,
    hand: Hand,
    /// The kinds that are still to come.
    kinds: u16,
    kind: Kind,
    /// The next length of the kind, and its greatest.
    length: u8,
    greatest: u8,
    /// The least size of a bomb.
    bombs_from: u8,
}

impl<'a> RareGroups<'a> {
    /// The groups behind the bare chains.
    #[inline(always)]
    pub(super) fn of_leads(rules: &'a Rules, hand: Hand) -> Self {
        let trios = hand.at_least(3).and(RankSet::CHAIN);
        let chains = if trios.and(trios.lowered()).is_empty() {
            0
        } else {
            CHAINS
        };
        Self::new(
            rules,
            hand,
            chains | bombs(hand, QUADS | BOMB),
            Kind::Bomb.least_length(),
        )
    }

    /// The groups of other kinds that beat a play, or of larger bombs.
    #[inline(always)]
    pub(super) fn of_answers(rules: &'a Rules, hand: Hand, standing: Shape) -> Self {
        let kinds = if standing.kind == Kind::Rocket {
            0
        } else {
            bombs(hand, BOMB)
        };
        let bombs_from = if standing.kind == Kind::Bomb {
            standing.length + 1
        } else {
            Kind::Bomb.least_length()
        };
        Self::new(rules, hand, kinds, bombs_from)
    }

    #[inline(always)]
    fn new(rules: &'a Rules, hand: Hand, kinds: u16, bombs_from: u8) -> Self {
        Self {
            rules,
            hand,
            kinds,
            kind: Kind::Pass,
            length: 1,
            greatest: 0,
            bombs_from,
        }
    }
}

impl Iterator for RareGroups<'_> {
    type Item = Group;

    #[inline(always)]
    fn next(&mut self) -> Option<Group> {
        loop {
            if self.length <= self.greatest {
                let group = Group::of(self.rules, self.hand, self.kind, self.length);
                if !group.is_empty() {
                    self.length += 1;
                    return Some(group);
                }
                // No longer chain and no larger bomb exists where a shorter one is missing.
            }
            self.kind = Kind::from_code(self.kinds.trailing_zeros() as u8)?;
            self.kinds &= self.kinds - 1;
            self.length = if self.kind == Kind::Bomb {
                self.bombs_from
            } else {
                self.kind.least_length()
            };
            self.greatest = if self.rules.allows(self.kind) {
                self.rules.table().greatest_length(self.kind)
            } else {
                0
            };
        }
    }
}

/// The rocket where both colours of joker are held, and `quads` where four of a rank are.
#[inline(always)]
fn bombs(hand: Hand, quads: u16) -> u16 {
    let of_quads = if hand.at_least(4).is_empty() { 0 } else { quads };
    let of_jokers = if hand.ranks().contains_all(RankSet::JOKERS) {
        ROCKET
    } else {
        0
    };
    of_quads | of_jokers
}
