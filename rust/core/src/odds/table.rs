//! Counting deals in which several hands at once stay clear of what is asked for, rank by rank.
//!
//! The table holds, for every step and every way the cards so far can lie, in how many ways the remaining cards can be
//! dealt so that no watched hand ever holds what it must not. The first cell is the number of all such deals, and going
//! on from it, step by step, with these numbers as weights draws one of them evenly.

use std::ops::ControlFlow;

use super::automaton::{Automaton, HELD, KEYS};
use super::cells::Cells;
use super::layer::{Layer, LayerNumber};
use super::number::{Number, Wide, deals};
use super::pattern::{JOKERS, STEPS};
use crate::rank::Rank;

/// Hands that are watched, and the place of all other cards.
pub(crate) const MOST_SLOTS: usize = 4;
/// Index of the place that nothing is asked of.
pub(crate) const REST: usize = MOST_SLOTS - 1;
pub(crate) const WATCHED: usize = MOST_SLOTS - 1;

pub(crate) type BySlot = [u8; MOST_SLOTS];

/// The cards to be dealt and where they go. Watched slots come first; the last slot is the place of all other cards.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// How many cards of each rank are to be dealt.
    pub(crate) free: [u8; Rank::COUNT],
    /// How many of them each slot takes; slots that are not in use take none.
    pub(crate) sizes: BySlot,
    /// What the slots hold anyway.
    pub(crate) certain: [[u8; Rank::COUNT]; MOST_SLOTS],
}

/// One way to deal the cards of a step: how many go to each slot, what each watched hand then reads, and how many ways
/// there are to choose the cards.
#[derive(Clone, Copy, Debug)]
struct Way {
    taken: BySlot,
    /// The cards taken rank by rank: the jokers' step has two.
    split: [BySlot; 2],
    keys: [u8; WATCHED],
    factor: u32,
    /// How far the cell moves.
    shift: usize,
}

/// The ways of one step.
#[derive(Clone, Debug)]
struct Stage {
    step: usize,
    ways: Vec<Way>,
    /// Cards dealt before this step.
    before: usize,
    /// Whether the cards of the step are dealt with it; if not, it only renames states, and they are dealt last.
    reads: bool,
}

/// Numbers of deals by step, state and cell.
pub(crate) struct Table {
    layout: Layout,
    automata: Vec<Automaton>,
    cells: Cells,
    stages: Vec<Stage>,
    /// The cells of all states before each stage and behind the last one.
    layers: Vec<Layer>,
}

/// The types of number that layers have.
pub(crate) enum Width {
    Narrow,
    Middle,
    Wide,
}

/// The cards of a deal that make a difference.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    /// How many cards of each rank went to each slot.
    pub(crate) taken: [BySlot; Rank::COUNT],
    /// The ranks whose cards may go anywhere and are still to be dealt.
    pub(crate) unread: [bool; Rank::COUNT],
}

impl Stage {
    fn new(step: usize, layout: &Layout, automata: &[Automaton], cells: &Cells, before: usize) -> Self {
        let mut stage = Self {
            step,
            ways: Vec::new(),
            before,
            reads: true,
        };
        let first_rank = step;
        for (taken, factor) in distributions(layout.free[first_rank], layout.sizes) {
            if step < JOKERS {
                stage.add([taken, [0; MOST_SLOTS]], factor, layout, automata, cells);
                continue;
            }
            let left = std::array::from_fn(|slot| layout.sizes[slot] - taken[slot]);
            for (red, further) in distributions(layout.free[first_rank + 1], left) {
                stage.add([taken, red], factor * further, layout, automata, cells);
            }
        }
        stage
    }

    /// Adds a way unless some hand would hold what it must not, whatever it had before.
    fn add(&mut self, split: [BySlot; 2], factor: u32, layout: &Layout, automata: &[Automaton], cells: &Cells) {
        let held = |slot: usize, part: usize| layout.certain[slot][self.step + part] + split[part][slot];
        let mut keys = [0; WATCHED];
        for (slot, automaton) in automata.iter().enumerate() {
            keys[slot] = if self.step < JOKERS {
                held(slot, 0)
            } else {
                3 * held(slot, 0) + held(slot, 1)
            };
            let key = usize::from(keys[slot]);
            if automaton.steps[self.step].next.iter().all(|row| row[key] == HELD) {
                return;
            }
        }
        let taken = std::array::from_fn(|slot| split[0][slot] + split[1][slot]);
        self.ways.push(Way {
            taken,
            split,
            keys,
            factor,
            shift: cells.cell(taken.map(usize::from)),
        });
    }
}

impl Stage {
    /// Notes the cards of a way that was drawn.
    fn note(&self, way: &Way, drawn: &mut Drawn) {
        if !self.reads {
            return;
        }
        let ranks = if self.step < JOKERS { 1 } else { 2 };
        for (part, split) in way.split.iter().enumerate().take(ranks) {
            drawn.taken[self.step + part] = *split;
            drawn.unread[self.step + part] = false;
        }
    }
}

/// The ways to deal so many equal cards to places with so much room, with the number of ways to choose the cards.
fn distributions(cards: u8, room: BySlot) -> Vec<(BySlot, u32)> {
    let mut found = Vec::new();
    let mut taken = [0; MOST_SLOTS];
    spread(cards, 1, 0, room, &mut taken, &mut found);
    found
}

fn spread(left: u8, factor: u32, slot: usize, room: BySlot, taken: &mut BySlot, found: &mut Vec<(BySlot, u32)>) {
    if slot == REST {
        if left <= room[slot] {
            taken[slot] = left;
            found.push((*taken, factor));
        }
        return;
    }
    let mut choices = 1;
    for count in 0..=left.min(room[slot]) {
        taken[slot] = count;
        spread(left - count, factor * choices, slot + 1, room, taken, found);
        choices = choices * u32::from(left - count) / u32::from(count + 1);
    }
    taken[slot] = 0;
}

impl Table {
    /// Counts, asking `pause` now and then whether to go on.
    pub(crate) fn new<B>(
        layout: Layout,
        automata: Vec<Automaton>,
        pause: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, Self> {
        // With fewer slots there are few ways, and mirroring takes longer than reckoning anew.
        let mirrors = layout.sizes.iter().all(|&size| size > 0);
        let cells = Cells::new(layout.sizes, |one, other| {
            let watched = one.max(other) < automata.len();
            mirrors && watched && layout.certain[one] == layout.certain[other] && automata[one] == automata[other]
        });
        let mut stages = Vec::with_capacity(STEPS);
        let mut before = 0;
        for step in 0..STEPS {
            let matters = automata.iter().any(|automaton| automaton.steps[step].matters);
            let cards = layout.cards_of(step);
            if matters {
                stages.push(Stage::new(step, &layout, &automata, &cells, before));
                before += cards;
            } else if states(&automata, step) > 1 || states(&automata, step + 1) > 1 {
                stages.push(Stage::unread(step, &layout, &automata, before));
            }
        }
        let mut table = Self {
            layout,
            automata,
            cells,
            stages,
            layers: Vec::new(),
        };
        let last = match table.width_behind(before) {
            Width::Narrow => u64::layer(table.last_layer(before)),
            Width::Middle => u128::layer(table.last_layer(before)),
            Width::Wide => Wide::layer(table.last_layer(before)),
        };
        table.layers.push(last);
        for stage in (0..table.stages.len()).rev() {
            let layer = match table.width_behind(table.stages[stage].before) {
                Width::Narrow => u64::layer(table.layer_before(stage, pause)?),
                Width::Middle => u128::layer(table.layer_before(stage, pause)?),
                Width::Wide => Wide::layer(table.layer_before(stage, pause)?),
            };
            table.layers.push(layer);
        }
        table.layers.reverse();
        ControlFlow::Continue(table)
    }

    /// How many numbers a table for drawing has.
    pub(crate) fn cells(layout: &Layout, automata: &[Automaton]) -> usize {
        let of_state = Cells::new(layout.sizes, |_, _| false).number;
        let of_step = |step| of_state.saturating_mul(states(automata, step));
        (0..=STEPS).map(of_step).fold(0, usize::saturating_add)
    }

    /// The number of deals in which no watched hand holds what is asked for.
    pub(crate) fn number(&self) -> Wide {
        self.layers[0].at(0)
    }

    fn width_behind(&self, before: usize) -> Width {
        self.layout.width(self.layout.cards() - before)
    }

    /// Draws the cards that make a difference, each deal of the table as likely as any other; there must be one. `below`
    /// gives uniform numbers below a bound.
    pub(crate) fn draw(&self, mut below: impl FnMut(Wide) -> Wide) -> Drawn {
        let mut drawn = Drawn {
            taken: [[0; MOST_SLOTS]; Rank::COUNT],
            unread: [true; Rank::COUNT],
        };
        let (mut state, mut cell) = (0, 0);
        let mut taken = [0; MOST_SLOTS];
        for (stage, layers) in self.stages.iter().zip(self.layers.windows(2)) {
            let apart = self.states_apart(state, stage.step);
            let mut left = below(layers[0].at(state * self.cells.number + cell));
            for way in &stage.ways {
                let fits = (0..MOST_SLOTS).all(|slot| taken[slot] + way.taken[slot] <= self.layout.sizes[slot]);
                let Some(target) = self.target(apart, stage.step, way).filter(|_| fits) else {
                    continue;
                };
                let number = layers[1].at(target * self.cells.number + cell + way.shift);
                let share = Wide::ZERO.plus_times(number, way.factor);
                if left < share {
                    (state, cell) = (target, cell + way.shift);
                    taken = std::array::from_fn(|slot| taken[slot] + way.taken[slot]);
                    stage.note(way, &mut drawn);
                    break;
                }
                left = left.minus(share);
            }
        }
        drawn
    }

    /// The cards that make no difference are dealt last, all at once.
    fn last_layer<T: Number>(&self, before: usize) -> Vec<T> {
        let mut layer = vec![T::ZERO; self.cells.number];
        let sizes = self.layout.sizes.map(usize::from);
        let [outer, middle, inner, last] = self.cells.order;
        for first in 0..=sizes[outer].min(before) {
            for second in 0..=sizes[middle].min(before - first) {
                let shared = before - first - second;
                let start = first * self.cells.stride[outer] + second * self.cells.stride[middle];
                let outside: T = deals([
                    (sizes[inner] + sizes[last]).saturating_sub(shared),
                    sizes[outer] - first,
                    sizes[middle] - second,
                ]);
                for third in shared.saturating_sub(sizes[last])..=sizes[inner].min(shared) {
                    let pair = deals::<u128>([sizes[inner] - third, sizes[last] + third - shared]);
                    layer[start + third * self.cells.stride[inner]] = outside.times(pair);
                }
            }
        }
        layer
    }

    fn layer_before<T: LayerNumber, B>(
        &self,
        stage: usize,
        pause: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, Vec<T>>
    where
        [T]: ToOwned<Owned = Vec<T>>,
    {
        let Stage { step, ways, before, .. } = &self.stages[stage];
        let behind = match self.layers.last() {
            Some(behind) => T::counts(behind),
            None => return ControlFlow::Continue(Vec::new()),
        };
        let mut layer = vec![T::ZERO; self.cells.number * states(&self.automata, *step)];
        for (state, cells) in layer.chunks_exact_mut(self.cells.number).enumerate() {
            pause()?;
            let apart = self.states_apart(state, *step);
            let Some(ties) = self.cells.ties(apart) else { continue };
            for way in ways {
                let Some(target) = self.target(apart, *step, way) else {
                    continue;
                };
                let after = &behind[target * self.cells.number..][..self.cells.number];
                let room = std::array::from_fn(|slot| usize::from(self.layout.sizes[slot] - way.taken[slot]));
                self.cells.for_each_run(room, *before, ties, |run| {
                    let sources = &after[run.start + way.shift..][..run.length];
                    for (cell, &source) in cells[run.start..][..run.length].iter_mut().zip(sources) {
                        *cell = cell.plus_times(source, way.factor);
                    }
                });
            }
        }
        self.mirror(&mut layer, *step, *before, pause)?;
        ControlFlow::Continue(layer)
    }

    /// Hands that are alike can change places: what was reckoned for one order holds for the others.
    fn mirror<T: Number, B>(
        &self,
        layer: &mut [T],
        step: usize,
        before: usize,
        pause: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.cells.has_alike() {
            return ControlFlow::Continue(());
        }
        let room = self.layout.sizes.map(usize::from);
        for state in 0..states(&self.automata, step) {
            pause()?;
            let apart = self.states_apart(state, step);
            let base = state * self.cells.number;
            self.cells.for_each_run(room, before, [false; 2], |run| {
                for index in 0..run.length {
                    let counts = self.cells.counts(run, index);
                    if let Some((states, counts)) = self.cells.sorted(apart, counts) {
                        let source = self.state_of(states, step) * self.cells.number + self.cells.cell(counts);
                        layer[base + run.start + index] = layer[source];
                    }
                }
            });
        }
        ControlFlow::Continue(())
    }

    fn state_of(&self, apart: [usize; WATCHED], step: usize) -> usize {
        let mut unit = 1;
        let mut state = 0;
        for (part, automaton) in apart.iter().zip(&self.automata) {
            state += unit * part;
            unit *= automaton.states(step);
        }
        state
    }

    /// The states of the hands that one number stands for.
    fn states_apart(&self, mut state: usize, step: usize) -> [usize; WATCHED] {
        let mut apart = [0; WATCHED];
        for (part, automaton) in apart.iter_mut().zip(&self.automata) {
            let number = automaton.states(step);
            *part = state % number;
            state /= number;
        }
        apart
    }

    /// The state that a way leads to, `None` where a hand then holds what it must not.
    fn target(&self, apart: [usize; WATCHED], step: usize, way: &Way) -> Option<usize> {
        let mut target = 0;
        let mut unit = 1;
        for (slot, automaton) in self.automata.iter().enumerate() {
            let next = automaton.steps[step].next[apart[slot]][usize::from(way.keys[slot])];
            if next == HELD {
                return None;
            }
            target += unit * usize::from(next);
            unit *= automaton.states(step + 1);
        }
        Some(target)
    }
}

impl Layout {
    /// How many cards are to be dealt.
    pub(crate) fn cards(&self) -> usize {
        self.sizes.iter().map(|&size| usize::from(size)).sum()
    }

    /// What holds every count of the deals of so many cards: with two slots in use no more than 2 to the number of cards,
    /// with three 3, with four 4.
    pub(crate) fn width(&self, cards: usize) -> Width {
        let slots = self.sizes.iter().filter(|&&size| size > 0).count();
        match cards * [0, 0, 10, 16, 20][slots] / 10 {
            0..63 => Width::Narrow,
            63..127 => Width::Middle,
            _ => Width::Wide,
        }
    }

    /// The red jokers where the step reads jokers.
    pub(crate) fn jokers(&self, step: usize) -> u8 {
        if step < JOKERS { 0 } else { self.free[step + 1] }
    }

    /// The ways to take cards of a step into one hand.
    pub(crate) fn splits(&self, step: usize) -> impl Iterator<Item = (usize, [u8; 2])> {
        let (first, second) = (self.free[step], self.jokers(step));
        (0..=first).flat_map(move |one| {
            (0..=second).map(move |other| {
                let taken = if step < JOKERS { one } else { 3 * one + other };
                (usize::from(taken), [one, other])
            })
        })
    }

    /// What the automaton of a slot reads when the slot takes these cards.
    pub(crate) fn key(&self, slot: usize, step: usize, split: [u8; 2]) -> usize {
        let held = |part: usize| self.certain[slot][step + part] + split[part];
        usize::from(if step < JOKERS { held(0) } else { 3 * held(0) + held(1) })
    }

    pub(crate) fn cards_of(&self, step: usize) -> usize {
        let ranks = if step < JOKERS { step..=step } else { step..=step + 1 };
        ranks.map(|rank| usize::from(self.free[rank])).sum()
    }

    /// The counts that a watched hand can read at each step.
    pub(crate) fn keys(&self, slot: usize) -> Vec<Vec<u8>> {
        let range = |rank: usize| {
            let least = self.certain[slot][rank];
            least..=least + self.free[rank].min(self.sizes[slot])
        };
        let mut keys: Vec<Vec<u8>> = (0..JOKERS).map(|rank| range(rank).collect()).collect();
        let jokers = range(JOKERS).flat_map(|black| range(JOKERS + 1).map(move |red| 3 * black + red));
        keys.push(jokers.collect());
        debug_assert!(keys.iter().flatten().all(|&key| usize::from(key) < KEYS));
        keys
    }
}

impl Stage {
    /// A step whose counts make no difference: it only changes the names of the states.
    fn unread(step: usize, layout: &Layout, automata: &[Automaton], before: usize) -> Self {
        let mut keys = [0; WATCHED];
        for (slot, _) in automata.iter().enumerate() {
            keys[slot] = if step < JOKERS {
                layout.certain[slot][step]
            } else {
                3 * layout.certain[slot][step] + layout.certain[slot][step + 1]
            };
        }
        let way = Way {
            taken: [0; MOST_SLOTS],
            split: [[0; MOST_SLOTS]; 2],
            keys,
            factor: 1,
            shift: 0,
        };
        Self {
            step,
            ways: vec![way],
            before,
            reads: false,
        }
    }
}

fn states(automata: &[Automaton], step: usize) -> usize {
    automata.iter().map(|automaton| automaton.states(step)).product()
}
