//! The least number of plays for cards that stand in no chain, looked up.
//!
//! Without chains the ordinary ranks are alike: what counts is how many of them are held once, twice and so on. A table
//! over these numbers is exact, split holdings and the ranks of kickers included.

use std::sync::OnceLock;

use super::MOST_CARDS;
use crate::hand::{Hand, MOST_COPIES};
use crate::rank::{Rank, RankSet};
use crate::rules::{QuadSolos, Rules};

/// Ranks that are no joker.
const ORDINARY_RANKS: usize = RankSet::ORDINARY.len();
/// The number of jokers of each colour, the lesser first: the colours are alike.
const JOKERS: [[u8; 2]; 6] = [[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2]];
/// The place in `JOKERS` for the jokers' two bits of the first lane and, above them, those of the second.
const JOKER_STATE: [u8; 16] = [0, 1, 1, 2, 0, 3, 0, 4, 0, 0, 3, 4, 0, 0, 0, 5];

/// The switches that decide about cards outside chains.
#[derive(Clone, Copy)]
struct Switches {
    packs: u8,
    trio_with_solo: bool,
    quad_with_kickers: bool,
    quad_solos_may_pair: bool,
    both_jokers: bool,
    joker_pairs: bool,
    four_jokers: bool,
}

impl Switches {
    /// As many sets of switches as `number` tells apart.
    const MOST: usize = 1 << 7;

    fn new(rules: &Rules) -> Self {
        let quads = rules.quad_with_kickers;
        Self {
            packs: rules.table().packs,
            trio_with_solo: rules.trio_with_solo,
            quad_with_kickers: quads,
            quad_solos_may_pair: quads && rules.quad_solos == QuadSolos::PairOk,
            both_jokers: quads && rules.both_jokers_as_kickers,
            joker_pairs: rules.joker_pairs,
            four_jokers: quads && rules.four_jokers_as_kickers,
        }
    }

    fn number(self) -> usize {
        let bits = [
            self.packs == 2,
            self.trio_with_solo,
            self.quad_with_kickers,
            self.quad_solos_may_pair,
            self.both_jokers,
            self.joker_pairs,
            self.four_jokers,
        ];
        bits.into_iter().fold(0, |number, bit| number << 1 | usize::from(bit))
    }
}

/// `[lane][cards][ranks]`: what a lane with so many ranks adds to the place of a holding in the table, when so many cards
/// may stand in this lane and those after it.
type Weights = [[[u16; ORDINARY_RANKS + 1]; MOST_CARDS as usize + 1]; MOST_COPIES + 1];

/// The number of falling sequences of the lanes from this one on, of no more cards, that begin below the given number of
/// ranks: every holding has a place of its own, and whatever lacks one of its cards stands before.
const fn weights(lanes: usize) -> Weights {
    let mut table = [[[0; ORDINARY_RANKS + 1]; MOST_CARDS as usize + 1]; MOST_COPIES + 1];
    table[lanes] = [[1; ORDINARY_RANKS + 1]; MOST_CARDS as usize + 1];
    let mut lane = lanes;
    while lane > 0 {
        lane -= 1;
        let mut cards = 0;
        while cards <= MOST_CARDS as usize {
            let mut ranks = 1;
            while ranks <= ORDINARY_RANKS {
                table[lane][cards][ranks] = table[lane][cards][ranks - 1];
                if ranks - 1 <= cards {
                    table[lane][cards][ranks] += table[lane + 1][cards - (ranks - 1)][ranks];
                }
                ranks += 1;
            }
            cards += 1;
        }
    }
    table
}

static WEIGHTS: [Weights; 2] = [weights(4), weights(8)];

/// Least plays by holding.
pub(super) struct Leftover {
    weights: &'static Weights,
    lanes: usize,
    /// For every holding the least plays that empty it, and the least that empty anything that contains it.
    values: Box<[[u8; 2]]>,
}

impl Leftover {
    /// The table for these rules, made at the first call that needs it.
    pub(super) fn of(rules: &Rules) -> &'static Self {
        static TABLES: [OnceLock<Leftover>; Switches::MOST] = [const { OnceLock::new() }; Switches::MOST];
        let switches = Switches::new(rules);
        TABLES[switches.number()].get_or_init(|| Self::fill(switches))
    }

    /// The least plays for these cards when none of them is played in a chain.
    #[inline(always)]
    pub(super) fn plays(&self, cards: Hand) -> u8 {
        self.values[self.place(cards)][0]
    }

    /// The same, or less: for the hand of these cards and any others that needs the fewest plays.
    #[inline(always)]
    pub(super) fn bound(&self, cards: Hand) -> u8 {
        self.values[self.place(cards)][1]
    }

    #[inline(always)]
    fn place(&self, cards: Hand) -> usize {
        let mut place = 0;
        let mut left = usize::from(MOST_CARDS);
        for lane in 0..self.lanes {
            let ranks = cards.at_least(lane + 1).and(RankSet::ORDINARY).len();
            if ranks == 0 {
                break;
            }
            place += usize::from(self.weights[lane][left][ranks]);
            left -= ranks;
        }
        let shift = Rank::BLACK_JOKER.index();
        let jokers = cards.at_least(1).bits() >> shift | cards.at_least(2).bits() >> shift << 2;
        place * JOKERS.len() + usize::from(JOKER_STATE[usize::from(jokers)])
    }

    fn fill(switches: Switches) -> Self {
        let lanes = 4 * usize::from(switches.packs);
        let weights = &WEIGHTS[usize::from(switches.packs) - 1];
        let ordinary: Vec<Holding> =
            std::iter::successors(Some(Holding::default()), |holding| holding.next(lanes)).collect();
        let mut table = Self {
            weights,
            lanes,
            values: vec![[u8::MAX; 2]; ordinary.len() * JOKERS.len()].into(),
        };
        let holdings = ordinary
            .iter()
            .flat_map(|holding| JOKERS.map(|jokers| holding.with_jokers(jokers)));
        let held = |(_, holding): &(usize, Holding)| {
            holding.jokers[1] <= switches.packs && holding.len() <= usize::from(MOST_CARDS)
        };
        let holdings: Vec<_> = holdings.enumerate().filter(held).collect();
        for (place, holding) in &holdings {
            let plays = if holding.len() == 0 {
                0
            } else {
                table.least(switches, holding)
            };
            table.values[*place] = [plays; 2];
        }
        for (place, holding) in holdings.iter().rev() {
            let bound = table.values[*place][1];
            holding.for_each_less_one(|less| {
                let below = &mut table.values[table.place_of(less)][1];
                *below = bound.min(*below);
            });
        }
        table
    }

    fn place_of(&self, holding: &Holding) -> usize {
        let mut place = 0;
        let mut left = usize::from(MOST_CARDS);
        for lane in 0..self.lanes {
            let ranks = usize::from(holding.at_least[lane]);
            if ranks == 0 {
                break;
            }
            place += usize::from(self.weights[lane][left][ranks]);
            left -= ranks;
        }
        let [one, other] = holding.jokers.map(|jokers| (1 << jokers) - 1);
        // The lower bit of a colour stands in the first lane, the upper one in the second.
        let lanes = one & 1 | (other & 1) << 1 | (one & 2) << 1 | (other & 2) << 2;
        place * JOKERS.len() + usize::from(JOKER_STATE[lanes])
    }

    /// The least plays for a holding when those for every lesser one are known.
    fn least(&self, switches: Switches, holding: &Holding) -> u8 {
        let mut least = u8::MAX;
        for_each_play(switches, holding, |rest| {
            least = least.min(self.values[self.place_of(rest)][0]);
        });
        least + 1
    }
}

/// How many ordinary ranks are held at least once, twice and so on, and how many jokers of each colour.
#[derive(Clone, Copy, Default)]
struct Holding {
    at_least: [u8; MOST_COPIES],
    jokers: [u8; 2],
}

impl Holding {
    fn len(&self) -> usize {
        self.at_least
            .iter()
            .chain(&self.jokers)
            .map(|&cards| usize::from(cards))
            .sum()
    }

    fn with_jokers(mut self, jokers: [u8; 2]) -> Self {
        self.jokers = jokers;
        self
    }

    fn exactly(&self, copies: usize) -> u8 {
        self.at_least[copies - 1] - self.at_least.get(copies).copied().unwrap_or_default()
    }

    /// The most copies of an ordinary rank.
    fn fullest(&self) -> usize {
        self.at_least.iter().filter(|&&ranks| ranks > 0).count()
    }

    /// The ordinary holding that follows in the order of the places.
    fn next(mut self, lanes: usize) -> Option<Self> {
        for lane in (0..lanes).rev() {
            let most = if lane == 0 {
                ORDINARY_RANKS as u8
            } else {
                self.at_least[lane - 1]
            };
            if self.at_least[lane] < most && self.len() < usize::from(MOST_CARDS) {
                self.at_least[lane] += 1;
                return Some(self);
            }
            self.at_least[lane] = 0;
        }
        None
    }

    fn with(mut self, other: &Self) -> Self {
        let mine = self.at_least.iter_mut().chain(&mut self.jokers);
        for (cards, more) in mine.zip(other.at_least.iter().chain(&other.jokers)) {
            *cards += more;
        }
        self
    }

    /// How many copies a source has to give; none where it does not exist.
    fn copies(&self, source: Source) -> usize {
        match source {
            Source::Held(copies) => copies * usize::from(self.exactly(copies) > 0),
            Source::Joker(colour) => usize::from(self.jokers[colour]),
        }
    }

    /// This holding without the rank of a source.
    fn without_rank(mut self, source: Source) -> Self {
        match source {
            Source::Held(copies) => self.at_least[..copies].iter_mut().for_each(|ranks| *ranks -= 1),
            Source::Joker(colour) => self.jokers[colour] = 0,
        }
        self
    }

    /// This holding and so many copies of a new rank.
    fn with_rank(mut self, source: Source, copies: usize) -> Self {
        match source {
            Source::Held(_) => self.at_least[..copies].iter_mut().for_each(|ranks| *ranks += 1),
            Source::Joker(colour) => self.jokers[colour] = copies as u8,
        }
        self
    }

    /// Every holding that lacks one card of this one.
    fn for_each_less_one(&self, mut visit: impl FnMut(&Self)) {
        for source in Source::ALL {
            let copies = self.copies(source);
            if copies > 0 {
                visit(&self.without_rank(source).with_rank(source, copies - 1));
            }
        }
    }
}

/// Where cards of one rank come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// An ordinary rank that is held so many times.
    Held(usize),
    /// The joker of one colour.
    Joker(usize),
}

impl Source {
    const ALL: [Self; MOST_COPIES + 2] = {
        let mut all = [Self::Joker(0); MOST_COPIES + 2];
        let mut copies = 1;
        while copies <= MOST_COPIES {
            all[copies] = Self::Held(copies);
            copies += 1;
        }
        all[MOST_COPIES + 1] = Self::Joker(1);
        all
    };
}

/// Visits what is left after every play that takes a card of the fullest rank, and after every play of jokers where
/// there is no ordinary rank: one of these is among the plays that empty the holding.
fn for_each_play(switches: Switches, held: &Holding, mut visit: impl FnMut(&Holding)) {
    let fullest = held.fullest();
    if fullest == 0 {
        return for_each_play_of_jokers(switches, held, visit);
    }
    for copies in 1..=fullest {
        let source = Source::Held(copies);
        if held.copies(source) == 0 {
            continue;
        }
        let others = held.without_rank(source);
        let kickers = Kickers {
            switches,
            pool: others,
            wanted: (copies < fullest).then_some(Source::Held(fullest)),
        };
        for body in 1..=copies {
            let left = Holding::default().with_rank(source, copies - body);
            if copies == fullest {
                visit(&others.with(&left));
            }
            if body == 3 {
                kickers.of_trios(|kept| visit(&kept.with(&left)));
            }
            if body == 4 && switches.quad_with_kickers {
                kickers.of_quads(|kept| visit(&kept.with(&left)));
            }
        }
    }
}

fn for_each_play_of_jokers(switches: Switches, held: &Holding, mut visit: impl FnMut(&Holding)) {
    held.for_each_less_one(&mut visit);
    for colour in 0..2 {
        if switches.joker_pairs && held.jokers[colour] == 2 {
            visit(&held.without_rank(Source::Joker(colour)));
        }
    }
    if held.jokers == [switches.packs; 2] {
        visit(&Holding::default());
    }
}
/// The kickers that may be attached to a body.
struct Kickers {
    switches: Switches,
    /// The cards of other ranks than the body's.
    pool: Holding,
    /// The source that one kicker must come from, if there is such.
    wanted: Option<Source>,
}

impl Kickers {
    /// Visits what the pool keeps for every kicker of a trio.
    fn of_trios(&self, mut visit: impl FnMut(&Holding)) {
        for (_, source) in self.first() {
            let copies = self.pool.copies(source);
            for size in 1..=2 {
                let exists = if size == 1 {
                    self.switches.trio_with_solo
                } else {
                    self.is_pair(source)
                };
                if exists && copies >= size {
                    visit(&self.pool.without_rank(source).with_rank(source, copies - size));
                }
            }
        }
    }

    /// Visits what the pool keeps for every two kickers of a quad.
    fn of_quads(&self, mut visit: impl FnMut(&Holding)) {
        for (number, source) in self.first() {
            let copies = self.pool.copies(source);
            let pool = self.pool.without_rank(source);
            for size in (1..=2).filter(|&size| copies >= size && (size == 1 || self.is_pair(source))) {
                let left = Holding::default().with_rank(source, copies - size);
                for second in Source::ALL
                    .into_iter()
                    .skip(if self.wanted.is_none() { number } else { 0 })
                {
                    let held = pool.copies(second);
                    if held >= size && (size == 1 || self.is_pair(second)) && self.may_join(size, [source, second]) {
                        visit(&pool.without_rank(second).with_rank(second, held - size).with(&left));
                    }
                }
            }
            if copies >= 2 && self.switches.quad_solos_may_pair {
                visit(&pool.with_rank(source, copies - 2));
            }
        }
    }

    /// The sources in the pool that the first kicker may come from.
    fn first(&self) -> impl Iterator<Item = (usize, Source)> {
        let fits = |source| self.wanted.is_none_or(|wanted| wanted == source) && self.pool.copies(source) > 0;
        Source::ALL
            .into_iter()
            .enumerate()
            .filter(move |&(_, source)| fits(source))
    }

    fn is_pair(&self, source: Source) -> bool {
        self.switches.joker_pairs || matches!(source, Source::Held(_))
    }

    /// Whether one play may have kickers of both sources.
    fn may_join(&self, size: usize, sources: [Source; 2]) -> bool {
        let jokers = sources.iter().all(|source| matches!(source, Source::Joker(_)));
        let allowed = if size == 1 {
            self.switches.both_jokers
        } else {
            self.switches.four_jokers
        };
        !jokers || allowed
    }
}
