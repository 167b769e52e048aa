//! What most hands have no bodies for: trio chains with kickers, quads, bombs and the rocket.

use super::groups::Group;
use crate::hand::Hand;
use crate::play::{Kind, Shape};
use crate::rank::RankSet;
use crate::rules::Rules;

const CHAINS: u16 = 1 << Kind::TrioChainWithSolos.code() | 1 << Kind::TrioChainWithPairs.code();
const QUADS: u16 = 1 << Kind::QuadWithSolos.code() | 1 << Kind::QuadWithPairs.code();
const BOMB: u16 = 1 << Kind::Bomb.code();
const ROCKET: u16 = 1 << Kind::Rocket.code();

/// A set of such kinds, bit `c` for the kind with code `c`, in the order of the action ids. It is walked in one loop,
/// since what is done with a group is large once it is compiled into the loop.
pub(super) struct RareKinds(u16);

impl RareKinds {
    /// The kinds behind the bare chains that the hand may have bodies for.
    #[inline(always)]
    pub(super) fn of_leads(hand: Hand) -> Self {
        let trios = hand.at_least(3).and(RankSet::CHAIN);
        let chains = if trios.and(trios.lowered()).is_empty() {
            0
        } else {
            CHAINS
        };
        Self(chains | bombs(hand, QUADS | BOMB))
    }

    /// The kinds that beat a play of another kind, as far as the hand may have bodies for them.
    #[inline(always)]
    pub(super) fn of_answers(hand: Hand, standing: Shape) -> Self {
        Self(if standing.kind == Kind::Rocket {
            0
        } else {
            bombs(hand, BOMB)
        })
    }
}

impl Iterator for RareKinds {
    type Item = Kind;

    #[inline(always)]
    fn next(&mut self) -> Option<Kind> {
        if self.0 == 0 {
            return None;
        }
        let code = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Kind::from_code(code as u8)
    }
}

/// The rocket where both colours of joker are held, and `quads` where four of a rank are.
#[inline(always)]
fn bombs(hand: Hand, quads: u16) -> u16 {
    if !hand.may_hold_bombs() {
        return 0;
    }
    let of_quads = if hand.at_least(4).is_empty() { 0 } else { quads };
    let of_jokers = if hand.ranks().contains_all(RankSet::JOKERS) {
        ROCKET
    } else {
        0
    };
    of_quads | of_jokers
}

/// The groups of one kind by length; no longer chain and no larger bomb exists where a shorter one is missing.
pub(super) struct Groups<'a> {
    rules: &'a Rules,
    hand: Hand,
    kind: Kind,
    /// The next length and the greatest.
    length: u8,
    greatest: u8,
}

impl<'a> Groups<'a> {
    /// Those of every length.
    #[inline(always)]
    pub(super) fn of(rules: &'a Rules, hand: Hand, kind: Kind) -> Self {
        Self::of_length(rules, hand, kind, kind.least_length())
    }

    /// Those that beat a play of another kind, or larger bombs than the standing one.
    #[inline(always)]
    pub(super) fn above(rules: &'a Rules, hand: Hand, kind: Kind, standing: Shape) -> Self {
        let least = kind.least_length();
        let larger = if kind == standing.kind {
            standing.length + 1
        } else {
            least
        };
        Self::of_length(rules, hand, kind, larger)
    }

    #[inline(always)]
    fn of_length(rules: &'a Rules, hand: Hand, kind: Kind, length: u8) -> Self {
        Self {
            rules,
            hand,
            kind,
            length,
            greatest: if rules.allows(kind) {
                rules.table().greatest_length(kind)
            } else {
                0
            },
        }
    }
}

impl Iterator for Groups<'_> {
    type Item = Group;

    #[inline(always)]
    fn next(&mut self) -> Option<Group> {
        if self.length > self.greatest {
            return None;
        }
        let group = Group::of(self.rules, self.hand, self.kind, self.length);
        self.length += 1;
        (!group.is_empty()).then_some(group)
    }
}
