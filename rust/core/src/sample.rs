//! Random deals of unseen cards, evenly among all that fit what is known and what players could not beat.

use std::ops::ControlFlow;

use crate::bulk::{Threads, Workers};
use crate::hand::Hand;
use crate::movegen::count_moves;
use crate::odds::table::{BySlot, Layout, MOST_SLOTS, Table};
use crate::odds::{Held, Number, Unseen, Wide};
use crate::play::{Kind, Shape};
use crate::random::{DrawStream, Draws};
use crate::rank::Rank;

/// Raw draws between the starts of two windows: more than all tries of one take.
const WINDOW_STRIDE: u64 = 1 << 20;
/// A window is given up after so many deals that did not fit.
pub const MOST_TRIES: u32 = 1000;
/// A table of more numbers is not made: what it would tell exactly is found by trying instead.
const MOST_CELLS: usize = 1 << 24;

/// Chains and plays with kickers of a place that a table keeps apart: each multiplies its states.
const MOST_COMBINATIONS: usize = 2;

/// What a place cannot do: beat a play of this shape.
pub type CannotBeat = (usize, Shape);

/// Draws deals.
pub struct Sampler {
    unseen: Unseen,
    layout: Layout,
    table: Table,
    /// Which place every slot stands for; the last slot has no place of its own.
    watched: Vec<usize>,
    /// What the table does not tell and every deal is tried for.
    tried: Vec<CannotBeat>,
}

/// A uniform number below a bound that is not zero: as many bits as the bound has, until they are below it.
fn below(bound: Wide, draws: &mut Draws) -> Wide {
    let digits = bound.digits();
    let highest = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0);
    let mask = u64::MAX >> digits[highest].leading_zeros().min(u64::BITS - 1);
    loop {
        let mut number = [0; 3];
        for digit in &mut number[..=highest] {
            *digit = draws.random().draw();
        }
        number[highest] &= mask;
        let number = Wide::from_digits(number);
        if number < bound {
            return number;
        }
    }
}

impl Sampler {
    /// A sampler of deals in which the places, at most three different ones, hold nothing that beats these plays, bombs
    /// and the rocket included; `None` where there is no such deal. `pause` is asked now and then whether to go on.
    ///
    /// # Panics
    ///
    /// Where a place does not exist.
    pub fn new<B>(
        unseen: &Unseen,
        cannot_beat: &[CannotBeat],
        pause: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, Option<Self>> {
        let mut watched: Vec<usize> = cannot_beat.iter().map(|&(place, _)| place).collect();
        watched.sort_unstable();
        watched.dedup();
        let asked = |exact: bool| -> Vec<_> {
            let of_place = |&place: &usize| {
                let shapes = cannot_beat.iter().filter(|(other, _)| *other == place);
                let held = shapes.map(|&(_, shape)| if exact { Held::Beats(shape) } else { simpler(shape) });
                (place, held.collect())
            };
            watched.iter().map(of_place).collect()
        };
        let mut exact = watched
            .iter()
            .all(|&place| combinations(cannot_beat, place) <= MOST_COMBINATIONS);
        let questions: Vec<(usize, Vec<Held>)> = asked(exact);
        let layout = unseen.layout(&questions);
        let Some(mut automata) = unseen.automata(&questions, &layout) else {
            return ControlFlow::Continue(None);
        };
        if exact && Table::cells(&layout, &automata) > MOST_CELLS {
            exact = false;
            let Some(simple) = unseen.automata(&asked(false), &layout) else {
                return ControlFlow::Continue(None);
            };
            automata = simple;
        }
        let tried = if exact { Vec::new() } else { cannot_beat.to_vec() };
        let table = Table::new(layout.clone(), automata, pause)?;
        if table.number() == Wide::ZERO {
            return ControlFlow::Continue(None);
        }
        ControlFlow::Continue(Some(Self {
            unseen: unseen.clone(),
            layout,
            table,
            watched,
            tried,
        }))
    }

    /// Deals by place, one for each of these windows of the stream, each with the number of deals that were tried for it;
    /// `None` where [`MOST_TRIES`] did not fit. A deal depends on the stream and its window alone.
    #[must_use]
    pub fn deals(
        &self,
        stream: (u128, u128),
        windows: &[u64],
        threads: Threads,
    ) -> Vec<Option<([Hand; MOST_SLOTS], u32)>> {
        let stream = DrawStream::new(stream.0, stream.1, WINDOW_STRIDE);
        let mut dealt = vec![None; windows.len()];
        let workers = Workers::for_items(threads, windows.len());
        workers.for_chunks(&mut dealt, workers.chunk(windows.len()), |first, dealt| {
            for (&window, deal) in windows[first..].iter().zip(dealt) {
                *deal = self.deal(&mut stream.at(window));
            }
        });
        dealt
    }

    /// Whether the first deal that is drawn always fits; where it does not, it may take many tries.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.tried.is_empty()
    }

    /// One deal by place.
    fn deal(&self, draws: &mut Draws) -> Option<([Hand; MOST_SLOTS], u32)> {
        let rules = self.unseen.rules();
        for tries in 1..=MOST_TRIES {
            let hands = self.draw(draws);
            let fits = |&(place, shape): &CannotBeat| count_moves(rules, hands[place], Some(shape)) == 1;
            if self.tried.iter().all(fits) {
                return Some((hands, tries));
            }
        }
        None
    }

    fn draw(&self, draws: &mut Draws) -> [Hand; MOST_SLOTS] {
        let read = self.table.draw(|bound| below(bound, draws));
        let mut places: [[u8; Rank::COUNT]; MOST_SLOTS] = [[0; Rank::COUNT]; MOST_SLOTS];
        for (counts, place) in places.iter_mut().zip(self.unseen.places()) {
            *counts = place.certain.counts();
        }
        let mut room: BySlot = self.layout.sizes;
        // Whoever is not watched takes from what the last slot has; cards that make no difference come first.
        let mut rest = Vec::new();
        let mut unread = Vec::new();
        for (rank, (&free, taken)) in self.layout.free.iter().zip(&read.taken).enumerate() {
            if read.unread[rank] {
                unread.extend(std::iter::repeat_n(rank, usize::from(free)));
                continue;
            }
            for (slot, &count) in taken.iter().enumerate() {
                room[slot] -= count;
                match self.watched.get(slot) {
                    Some(&place) => places[place][rank] += count,
                    None => rest.extend(std::iter::repeat_n(rank, usize::from(count))),
                }
            }
        }
        for (&place, &left) in self.watched.iter().zip(&room) {
            for _ in 0..left {
                places[place][take(&mut unread, draws)] += 1;
            }
        }
        rest.append(&mut unread);
        for (number, place) in self.unseen.places().iter().enumerate() {
            if !self.watched.contains(&number) {
                for _ in 0..place.size - place.certain.len() {
                    places[number][take(&mut rest, draws)] += 1;
                }
            }
        }
        places.map(|counts| Hand::from_counts(counts).unwrap_or_default())
    }
}

/// How many different lengths and kinds of chains and plays with kickers a place cannot beat.
fn combinations(cannot_beat: &[CannotBeat], place: usize) -> usize {
    let shapes = cannot_beat.iter().filter(|(other, _)| *other == place);
    let mut combined: Vec<_> = shapes
        .map(|(_, shape)| (shape.kind, shape.length))
        .filter(|(kind, _)| kind.least_length() > 1 || kind.kicker_size() > 0)
        .filter(|(kind, _)| *kind != Kind::Bomb)
        .collect();
    combined.sort_unstable();
    combined.dedup();
    combined.len()
}

/// Takes a card at random; there must be one.
fn take(cards: &mut Vec<usize>, draws: &mut Draws) -> usize {
    cards.swap_remove(draws.below(cards.len()))
}

/// What every hand that beats no play of the shape lacks, as far as single ranks tell.
fn simpler(shape: Shape) -> Held {
    match shape.kind {
        Kind::Bomb | Kind::Rocket => Held::Beats(shape),
        _ => Held::BombOrRocket,
    }
}
