//! Kickers: which attached cards a body may carry, counted, listed and picked by number, always in ascending order of
//! their packed form.

use crate::hand::Hand;
use crate::play::{Kind, Move, Shape};
use crate::rank::{Rank, RankSet};
use crate::repeated::Repeated;
use crate::rules::{KickerSolos, QuadSolos, Rules};

/// The most kickers of one play: eight trios with eight solos fill 32 cards.
pub(crate) const MOST_KICKERS: usize = 8;

/// All the selections of kickers that one body may carry out of one hand.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a value of the stack, made for one body and never stored"
)]
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

    /// The selection with this number.
    pub(crate) fn nth(&self, index: usize) -> Hand {
        match self {
            Self::Distinct(choice) => Hand::of_each(choice.nth(index), usize::from(choice.copies)),
            Self::Repeated(choice) => choice.nth(index),
        }
    }

    /// Appends a move for every selection: the packed body and kind, and the selection, in ascending order.
    pub(crate) fn list(&self, body: u64, moves: &mut Vec<Move>) {
        match self {
            Self::Distinct(choice) => choice.list(body, moves),
            Self::Repeated(choice) => choice.list(body, moves),
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

/// A choice of `number` different ranks, `copies` cards of each.
#[derive(Clone, Debug)]
pub(crate) struct Distinct {
    ranks: RankSet,
    number: u8,
    copies: u8,
    jokers_together: bool,
}

impl Distinct {
    /// Whether some selections are left out because they hold both jokers. Those are the two highest ranks, so these
    /// selections would come last.
    fn cuts_jokers(&self) -> bool {
        !self.jokers_together && self.ranks.contains_all(RankSet::JOKERS)
    }

    pub(crate) fn count(&self) -> usize {
        let number = usize::from(self.number);
        let all = binomial(self.ranks.len(), number);
        if self.number < 2 || !self.cuts_jokers() {
            return all;
        }
        all - binomial(self.ranks.len() - 2, number - 2)
    }

    fn nth(&self, mut index: usize) -> RankSet {
        if self.number == 1 {
            return RankSet::only(self.ranks.select(index));
        }
        let mut ranks = self.ranks;
        let mut chosen = RankSet::EMPTY;
        for number in (1..=usize::from(self.number)).rev() {
            // The highest chosen rank is the highest one below which no more than `index` selections lie.
            while let Some(highest) = ranks.highest() {
                ranks = ranks.below(highest);
                let lower = binomial(ranks.len(), number);
                if lower <= index {
                    index -= lower;
                    chosen = chosen.or(RankSet::only(highest));
                    break;
                }
            }
        }
        chosen
    }

    fn list(&self, body: u64, moves: &mut Vec<Move>) {
        let mut units = [0; Rank::COUNT];
        let held = self.ranks.len();
        for (unit, rank) in units.iter_mut().zip(self.ranks.iter()) {
            *unit = u64::from(self.copies) << rank.shift();
        }
        let number = usize::from(self.number);
        if number < 2 || !self.cuts_jokers() {
            return list_choices(&units[..held], number, body, moves);
        }
        // Everything below the red joker, then the red joker with everything below the black one.
        list_choices(&units[..held - 1], number, body, moves);
        list_choices(&units[..held - 2], number - 1, body + units[held - 1], moves);
    }
}

/// Appends the sum of `base` and every choice of `number` of the ascending units, in ascending order; `number` is at
/// least 1.
fn list_choices(units: &[u64], number: usize, base: u64, moves: &mut Vec<Move>) {
    if number == 1 {
        moves.extend(units.iter().map(|unit| Move::from_sum(base + unit)));
        return;
    }
    for highest in number - 1..units.len() {
        list_choices(&units[..highest], number - 1, base + units[highest], moves);
    }
}

/// The number of ways to choose `taken` of `available` things; at most 15 things.
fn binomial(available: usize, taken: usize) -> usize {
    usize::from(BINOMIALS[available][taken])
}

static BINOMIALS: [[u16; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut row = 0;
    while row < 16 {
        table[row][0] = 1;
        let mut column = 1;
        while column <= row {
            table[row][column] = table[row - 1][column - 1] + table[row - 1][column];
            column += 1;
        }
        row += 1;
    }
    table
};
