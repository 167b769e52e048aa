//! Kickers: which attached cards a body may carry, counted, listed and picked by number, always in ascending order of
//! their packed form.

mod distinct;
mod repeated;

use crate::hand::{Hand, spread_to_nibbles};
use crate::play::{Kind, Move, Shape};
use crate::rank::RankSet;
use crate::rules::{KickerSolos, QuadSolos, Rules};
use distinct::{Distinct, Units};
use repeated::Repeated;

/// The most kickers of one play: eight trios with eight solos fill 32 cards.
const MOST_KICKERS: usize = 8;

/// All the selections of kickers that one body may carry out of one hand.
#[derive(Clone, Debug)]
pub(crate) enum Kickers {
    /// Different ranks, each taken once (solos) or twice (pairs).
    Distinct(Distinct),
    /// Solos of which some may share a rank.
    Repeated(Repeated),
}

impl Kickers {
    /// The kickers that the hand offers to this body, or `None` for a kind without kickers.
    pub(crate) fn new(rules: &Rules, hand: Hand, body: Shape) -> Option<Self> {
        let number = body.kind.kickers(body.length);
        let body_ranks = body.body_ranks();
        let solos = |together| {
            let ranks = hand.at_least(1).without(body_ranks);
            Self::Distinct(Distinct {
                ranks,
                number,
                copies: 1,
                jokers_together: together,
            })
        };
        Some(match body.kind {
            Kind::TrioWithSolo => solos(true),
            Kind::TrioChainWithSolos => match rules.kicker_solos {
                KickerSolos::Distinct => solos(rules.both_jokers_as_kickers),
                KickerSolos::Repeat3 => Self::Repeated(Repeated::new(rules, hand, body, 3)),
                KickerSolos::Free => Self::Repeated(Repeated::new(rules, hand, body, MOST_KICKERS as u8)),
            },
            Kind::QuadWithSolos => match rules.quad_solos {
                QuadSolos::Distinct => solos(rules.both_jokers_as_kickers),
                QuadSolos::PairOk => Self::Repeated(Repeated::new(rules, hand, body, 2)),
            },
            Kind::TrioWithPair | Kind::TrioChainWithPairs | Kind::QuadWithPairs => Self::Distinct(Distinct {
                ranks: pair_ranks(rules, hand).without(body_ranks),
                number,
                copies: 2,
                jokers_together: rules.four_jokers_as_kickers,
            }),
            _ => return None,
        })
    }

    /// How many selections there are.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Distinct(choice) => choice.count(),
            Self::Repeated(choice) => choice.count(),
        }
    }

    /// The selection with this number, in packed form.
    pub(crate) fn nth(&self, index: usize) -> u64 {
        match self {
            Self::Distinct(choice) => spread_to_nibbles(choice.nth(index).bits()) * u64::from(choice.copies),
            Self::Repeated(choice) => choice.nth(index),
        }
    }

    /// Appends a move for every selection: the packed body and kind, and the selection, in ascending order.
    pub(crate) fn list(&self, supply: &Supply, body: Shape, packed_body: u64, moves: &mut Vec<Move>) {
        match self {
            Self::Distinct(choice) => choice.list(supply.of(body.kind), body, packed_body, moves),
            Self::Repeated(choice) => choice.list(packed_body, moves),
        }
    }
}

/// The solos and pairs of a hand, ready to be attached.
pub(crate) struct Supply {
    solos: Units,
    pairs: Units,
}

impl Supply {
    pub(crate) fn new(rules: &Rules, hand: Hand) -> Self {
        Self {
            solos: Units::new(hand.at_least(1), 1),
            pairs: Units::new(pair_ranks(rules, hand), 2),
        }
    }

    fn of(&self, kind: Kind) -> &Units {
        if kind.kicker_size() == 1 {
            &self.solos
        } else {
            &self.pairs
        }
    }
}

/// The ranks of which the hand holds what the rules call a pair.
pub(crate) fn pair_ranks(rules: &Rules, hand: Hand) -> RankSet {
    if rules.joker_pairs {
        hand.at_least(2)
    } else {
        hand.at_least(2).and(RankSet::ORDINARY)
    }
}
