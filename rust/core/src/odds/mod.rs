//! Odds: exact probabilities of what lies in hands that nobody has seen, by counting all deals.

mod automaton;
mod cells;
mod joint;
mod layer;
mod number;
mod pattern;
pub(crate) mod table;
mod walk;

use std::ops::ControlFlow;

use crate::hand::Hand;
use crate::places::{InvalidPlaces, Place, loose_cards};
use crate::rank::Rank;
use crate::rules::Rules;
use automaton::Automaton;
use joint::Joint;
use number::MOST_CARDS;
pub(crate) use number::{Number, Wide, deals};
pub use pattern::Held;
use pattern::Pattern;
use table::{Layout, MOST_SLOTS, Table};

/// The most places of unseen cards: three hands and the bottom.
const MOST_PLACES: usize = 4;
/// The most hands that one question is about.
const MOST_WATCHED: usize = MOST_SLOTS - 1;

/// The unseen cards and the places where they lie, every deal of distinguishable cards as likely as any other.
#[derive(Clone, Debug)]
pub struct Unseen {
    rules: Rules,
    cards: Hand,
    places: Vec<Place>,
}

/// How many deals there are, and how many of them have what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Deals with what was asked for: digits of 64 bits, the lowest first.
    pub favourable: [u64; 3],
    /// All deals, likewise.
    pub all: [u64; 3],
}

impl Unseen {
    /// The unseen cards and their places.
    ///
    /// # Errors
    ///
    /// [`InvalidPlaces`] where the cards cannot lie like that.
    pub fn new(rules: Rules, cards: Hand, places: &[Place]) -> Result<Self, InvalidPlaces> {
        loose_cards(cards, places, MOST_PLACES)?;
        if cards.len() > MOST_CARDS {
            let cards = cards.len();
            return Err(InvalidPlaces::Sizes { cards, sizes: cards });
        }
        Ok(Self {
            rules,
            cards,
            places: places.to_vec(),
        })
    }

    /// The places.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How likely it is that at least one of the places, at most three different ones, holds what is asked for.
    /// `pause` is asked now and then whether to go on.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use doudizhu_core::{Hand, Held, Place, Rules, Unseen};
    ///
    /// let rules = Rules::three_player();
    /// let pack = rules.table().pack();
    /// let own: Hand = "3344556677889TTJQ".parse()?;
    /// let places = [17, 17, 3].map(|size| Place { certain: Hand::EMPTY, size });
    /// let unseen = Unseen::new(rules, pack.without(own), &places)?;
    /// let go_on = &mut || ControlFlow::<()>::Continue(());
    /// let ControlFlow::Continue(odds) = unseen.odds(&[2], Held::Rocket, go_on) else { unreachable!() };
    /// assert_eq!(odds.all[0], 222 * odds.favourable[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where a place does not exist or more than three are asked about.
    pub fn odds<B>(
        &self,
        watched: &[usize],
        held: Held,
        pause: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, Odds> {
        let (order, alike) = self.alike_first(watched);
        let watched: Vec<_> = order.into_iter().map(|place| (place, vec![held])).collect();
        let layout = self.layout(&watched);
        let all: Wide = deals(layout.sizes.map(usize::from));
        let clear = match self.automata(&watched, &layout) {
            None => Wide::ZERO,
            // What makes many hands quick to count is not worth its while for few.
            Some(automata) if automata.len() < MOST_WATCHED => Table::new(layout, automata, pause)?.number(),
            Some(automata) => Joint::new(layout, &automata, alike).number(pause)?,
        };
        ControlFlow::Continue(Odds {
            favourable: all.minus(clear).digits(),
            all: all.digits(),
        })
    }

    /// The places in an order in which those that are alike come first, and how many these are.
    fn alike_first(&self, watched: &[usize]) -> (Vec<usize>, usize) {
        let alike = |place: usize| {
            watched
                .iter()
                .filter(move |&&other| self.places[other] == self.places[place])
        };
        let most = watched.iter().copied().max_by_key(|&place| alike(place).count());
        let mut order = watched.to_vec();
        order.sort_by_key(|&place| most.is_some_and(|most| self.places[place] != self.places[most]));
        (order, most.map_or(0, |most| alike(most).count()))
    }

    /// The slots of the table: the places that something is asked of, then all others together.
    pub(crate) fn layout(&self, watched: &[(usize, Vec<Held>)]) -> Layout {
        assert!(watched.len() <= MOST_WATCHED, "more hands than a table has opponents");
        let mut layout = Layout {
            free: self.cards.counts(),
            sizes: [0; MOST_SLOTS],
            certain: [[0; Rank::COUNT]; MOST_SLOTS],
        };
        for (number, place) in self.places.iter().enumerate() {
            let slot = watched.iter().position(|&(other, _)| other == number);
            let slot = slot.unwrap_or(MOST_SLOTS - 1);
            layout.sizes[slot] += (place.size - place.certain.len()) as u8;
            for (rank, count) in place.certain.counts().into_iter().enumerate() {
                layout.certain[slot][rank] += count;
                layout.free[rank] -= count;
            }
        }
        layout
    }

    pub(crate) fn automata(&self, watched: &[(usize, Vec<Held>)], layout: &Layout) -> Option<Vec<Automaton>> {
        let automata = watched.iter().enumerate().map(|(slot, (place, asked))| {
            let size = self.places[*place].size;
            let pattern = |&held: &Held| Pattern::new(&self.rules, held, size);
            let patterns: Vec<_> = asked.iter().map(pattern).collect();
            Automaton::new(&patterns, &layout.keys(slot))
        });
        automata.collect()
    }
}
