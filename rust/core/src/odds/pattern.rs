//! What a hand must not hold, as a walk over its ranks: a pattern reads how many cards of each rank a hand has, from
//! the threes up and the jokers last, and says as soon as the hand holds what was asked for.

use crate::play::{Kind, Shape};
use crate::rank::Rank;
use crate::rules::{KickerSolos, Rules};

/// Steps of a walk: thirteen ordinary ranks, then both jokers at once.
pub(crate) const STEPS: usize = 14;
/// The step that reads both jokers.
pub(crate) const JOKERS: usize = 13;
/// No rank has so many cards.
const NEVER: u8 = 9;

/// What a hand can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Held {
    /// A bomb of at least so many cards.
    Bomb(u8),
    /// All jokers.
    Rocket,
    /// A bomb of any size, or all jokers.
    BombOrRocket,
    /// At least so many cards of a rank.
    AtLeast(Rank, u8),
    /// A play that beats this one, bombs and the rocket included.
    Beats(Shape),
}

/// What was read so far: the run of ranks that a chain could go on from, the kickers found, and whether there was a
/// body of the rank that is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Reading {
    run: u8,
    units: u8,
    body: BodyFound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
enum BodyFound {
    #[default]
    None,
    /// One next to a further trio, of which only two cards may be kickers.
    Crowded,
    Free,
}

/// Chains and plays with kickers; single bodies without kickers are told by counts alone.
#[derive(Clone, Copy, Debug)]
enum Combination {
    /// None is asked for.
    None,
    /// A chain without kickers.
    Chain { copies: u8 },
    /// Trios with kickers of different ranks; `units` is how many ranks the hand needs as kickers or as body.
    Distinct {
        kicker_size: u8,
        units: u8,
        jokers_together: bool,
    },
    /// A trio chain whose solos may share ranks: but for what may not be taken, all cards outside the body are kickers,
    /// and `spare` of them are more than it needs.
    Repeated {
        spare: u8,
        jokers_together: bool,
        adjacent: bool,
    },
}

/// A question made ready for hands of one size.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// For each ordinary rank the count from which on the rank alone is what was asked for.
    enough: [u8; JOKERS],
    /// The same for black jokers, red jokers, and both colours as often.
    enough_jokers: [u8; 2],
    enough_of_both: u8,
    combination: Combination,
    length: u8,
    /// The lowest top rank of a body that will do.
    lowest_top: usize,
    packs: u8,
    joker_pairs: bool,
}

impl Pattern {
    /// The pattern of a question for hands of `size` cards.
    pub(crate) fn new(rules: &Rules, held: Held, size: usize) -> Self {
        let packs = rules.table().packs;
        let mut pattern = Self {
            enough: [NEVER; JOKERS],
            enough_jokers: [NEVER; 2],
            enough_of_both: NEVER,
            combination: Combination::None,
            length: 1,
            lowest_top: 0,
            packs,
            joker_pairs: rules.joker_pairs,
        };
        match held {
            Held::Bomb(size) => pattern.enough = [size; JOKERS],
            Held::Rocket => pattern.enough_of_both = packs,
            Held::BombOrRocket => pattern.bombs(),
            Held::AtLeast(rank, count) => *pattern.enough_of(rank.index()) = count,
            Held::Beats(standing) => pattern.beat(rules, standing, size),
        }
        pattern
    }

    fn enough_of(&mut self, rank: usize) -> &mut u8 {
        if rank < JOKERS {
            &mut self.enough[rank]
        } else {
            &mut self.enough_jokers[rank - JOKERS]
        }
    }

    fn bombs(&mut self) {
        self.enough = [Kind::Bomb.least_length(); JOKERS];
        self.enough_of_both = self.packs;
    }

    fn beat(&mut self, rules: &Rules, standing: Shape, size: usize) {
        let Shape { kind, length, rank } = standing;
        if kind == Kind::Rocket {
            return;
        }
        self.bombs();
        if kind == Kind::Bomb {
            self.enough = std::array::from_fn(|other| length + u8::from(other <= rank.index()));
            return;
        }
        // A hand with four of a rank holds a bomb, so quads with kickers add nothing.
        if kind.copies() > 3 || size < usize::from(length * kind.cards_per_unit()) {
            return;
        }
        self.length = length;
        self.lowest_top = rank.index() + 1;
        if kind.kicker_size() > 0 {
            self.combination = with_kickers(rules, standing, size);
        } else if kind.least_length() > 1 {
            self.combination = Combination::Chain { copies: kind.copies() };
        } else {
            let highest = match kind {
                Kind::Solo => Rank::RED_JOKER,
                Kind::Pair if self.joker_pairs => Rank::RED_JOKER,
                _ => Rank::TWO,
            };
            for higher in self.lowest_top..=highest.index() {
                *self.enough_of(higher) = kind.copies();
            }
        }
    }

    /// Whether every rank is read for itself, whatever came before.
    pub(crate) const fn is_plain(&self) -> bool {
        matches!(self.combination, Combination::None)
    }

    /// Reads that the hand has `count` cards of an ordinary rank; `None` where it holds what was asked for.
    pub(crate) fn read(&self, reading: Reading, rank: usize, count: u8) -> Option<Reading> {
        if count >= self.enough[rank] {
            return None;
        }
        let chain_rank = rank <= Rank::ACE.index();
        let mut next = reading;
        match self.combination {
            Combination::None => {}
            Combination::Chain { copies } => {
                next.run = run_on(reading.run, count >= copies && chain_rank, self.length);
                if next.run == self.length && rank >= self.lowest_top {
                    return None;
                }
            }
            Combination::Distinct { kicker_size, units, .. } => {
                let may_be_body = count == 3 && (chain_rank || self.length == 1);
                next.run = run_on(reading.run, may_be_body, self.length);
                next.units = units.min(reading.units + u8::from(count >= kicker_size));
                if next.run == self.length && rank >= self.lowest_top {
                    next.body = BodyFound::Free;
                }
                if next.body == BodyFound::Free {
                    next.run = 0;
                    if next.units == units {
                        return None;
                    }
                }
            }
            Combination::Repeated { adjacent, .. } => {
                let trio = count == 3 && chain_rank;
                next.run = run_on(reading.run, trio, self.length + 1);
                if !trio && reading.run >= self.length && rank > self.lowest_top {
                    let crowded = reading.run > self.length && !adjacent;
                    let found = if crowded { BodyFound::Crowded } else { BodyFound::Free };
                    next.body = reading.body.max(found);
                }
            }
        }
        Some(next)
    }

    /// Reads the jokers, the last cards; whether the hand holds what was asked for.
    pub(crate) fn read_jokers(&self, reading: Reading, black: u8, red: u8) -> bool {
        if black >= self.enough_jokers[0] || red >= self.enough_jokers[1] || black.min(red) >= self.enough_of_both {
            return true;
        }
        match self.combination {
            Combination::None | Combination::Chain { .. } => false,
            Combination::Distinct {
                kicker_size,
                units,
                jokers_together,
            } => {
                let counts = kicker_size == 1 || self.joker_pairs;
                let colours = u8::from(counts && black >= kicker_size) + u8::from(counts && red >= kicker_size);
                let taken = if jokers_together { colours } else { colours.min(1) };
                reading.body == BodyFound::Free && reading.units + taken >= units
            }
            Combination::Repeated {
                spare, jokers_together, ..
            } => {
                let left_out = if jokers_together { 0 } else { black.min(red) };
                match reading.body {
                    BodyFound::None => false,
                    BodyFound::Crowded => spare > left_out,
                    BodyFound::Free => spare >= left_out,
                }
            }
        }
    }
}

fn run_on(before: u8, goes_on: bool, longest: u8) -> u8 {
    if goes_on { longest.min(before + 1) } else { 0 }
}

/// What it takes to hold trios with kickers, for a hand without bombs that has enough cards (rules 1.5).
fn with_kickers(rules: &Rules, standing: Shape, size: usize) -> Combination {
    let Shape { kind, length, .. } = standing;
    let in_chain = kind == Kind::TrioChainWithSolos;
    if in_chain && rules.kicker_solos != KickerSolos::Distinct {
        return Combination::Repeated {
            spare: size as u8 - length * kind.cards_per_unit(),
            jokers_together: rules.both_jokers_as_kickers,
            adjacent: rules.adjacent_trio_as_kickers,
        };
    }
    Combination::Distinct {
        kicker_size: kind.kicker_size(),
        units: length + kind.kickers(length),
        jokers_together: match kind.kicker_size() {
            1 => !in_chain || rules.both_jokers_as_kickers,
            _ => rules.four_jokers_as_kickers,
        },
    }
}
