//! Counting the deals in which none of up to three hands holds what it is asked for.
//!
//! From the first step on it is counted in how many ways the hands can come to where they are, from the last step back in
//! how many ways the other cards can then be dealt; both meet halfway, where their products add up to the answer. Hands
//! that are alike can change places, so that only one order of them is reckoned.

use std::ops::ControlFlow;

use super::automaton::{Automaton, KEYS};
use super::layer::{Layer, LayerNumber};
use super::number::{Number, Wide, deals};
use super::pattern::STEPS;
use super::table::{Layout, REST, WATCHED, Width};
use super::walk::{NOWHERE, Walk};

/// Ways from cell to cell between two questions whether to go on.
const LINKS_BETWEEN_PAUSES: usize = 1 << 18;

/// What the hands together may have before a step: for any two states of the first two hands a row of states of the
/// third, which are neighbours because the place of all other cards is small. With alike hands only rows in order exist.
struct Grid {
    rows: Vec<Row>,
    /// The states of the second hand.
    breadth: usize,
    size: usize,
}

#[derive(Clone, Copy, Default)]
struct Row {
    start: usize,
    from: usize,
    to: usize,
    /// The fewest cards that the third hand has in it.
    least: usize,
}

/// The ways to take cards of a step: those of the first two hands, and for each the ways of the third.
struct Ways {
    pairs: Vec<Pair>,
    thirds: Vec<Third>,
}

struct Pair {
    taken: [usize; 2],
    thirds: std::ops::Range<usize>,
}

struct Third {
    taken: usize,
    cards: usize,
    factor: u32,
}

/// Where the states of the third hand go that can take some cards of a step.
struct Column {
    links: Vec<(u16, u16)>,
    /// By state, how many links come before it.
    before: Vec<usize>,
}

/// Hands that are watched at once.
pub(crate) struct Joint {
    layout: Layout,
    /// The steps that are read.
    read: Vec<usize>,
    /// The cards dealt before each of them and behind the last.
    before: Vec<usize>,
    /// The walks of three hands; those that are not in use take no cards.
    walks: [Walk; WATCHED],
    /// How many hands, from the first on, are alike.
    alike: usize,
    /// The cells before each of the steps and behind the last.
    grids: Vec<Grid>,
}

impl Row {
    fn cell(self, third: usize) -> usize {
        self.start + third - self.from
    }
}

impl Grid {
    fn new(cards: [&[u8]; WATCHED], before: usize, rest: usize, alike: usize) -> Self {
        let mut grid = Self {
            rows: Vec::with_capacity(cards[0].len() * cards[1].len()),
            breadth: cards[1].len(),
            size: 0,
        };
        for (one, &of_one) in cards[0].iter().enumerate() {
            for (other, &of_other) in cards[1].iter().enumerate() {
                let taken = usize::from(of_one) + usize::from(of_other);
                let mut row = Row::default();
                if taken <= before && (alike < 2 || one <= other) {
                    let most = before - taken;
                    row.least = most.saturating_sub(rest);
                    row.from = cards[2].partition_point(|&cards| usize::from(cards) < row.least);
                    row.to = cards[2].partition_point(|&cards| usize::from(cards) <= most);
                    row.start = grid.size;
                    grid.size += row.to - row.from;
                }
                grid.rows.push(row);
            }
        }
        grid
    }

    fn row(&self, one: usize, other: usize) -> Row {
        self.rows[one * self.breadth + other]
    }

    /// Visits all rows that may hold something, with the first state of the third hand that is in order.
    fn for_each_row(&self, alike: usize, mut visit: impl FnMut([usize; 2], usize, Row)) {
        for (number, &row) in self.rows.iter().enumerate() {
            let pair = [number / self.breadth, number % self.breadth];
            let first = if alike == WATCHED {
                row.from.max(pair[1])
            } else {
                row.from
            };
            if row.from < row.to {
                visit(pair, first, row);
            }
        }
    }
}

impl Column {
    fn new(next: &[[u16; KEYS]], taken: usize) -> Self {
        let mut column = Self {
            links: Vec::with_capacity(next.len()),
            before: Vec::with_capacity(next.len() + 1),
        };
        for (state, targets) in next.iter().enumerate() {
            column.before.push(column.links.len());
            if targets[taken] != NOWHERE {
                column.links.push((state as u16, targets[taken]));
            }
        }
        column.before.push(column.links.len());
        column
    }
}

impl Ways {
    fn new(layout: &Layout, step: usize, walks: &[Walk; WATCHED], number: usize) -> Self {
        // What no state of a hand can take is left out at once.
        let of_hand = |hand: usize| {
            let next = &walks[hand].steps[number].next;
            layout
                .splits(step)
                .filter(|&(taken, _)| next.iter().any(|targets| targets[taken] != NOWHERE))
        };
        let mut ways = Self {
            pairs: Vec::new(),
            thirds: Vec::new(),
        };
        for (one, of_one) in of_hand(0) {
            for (other, of_other) in of_hand(1) {
                let start = ways.thirds.len();
                for (third, of_third) in of_hand(2) {
                    if let Some(factor) = choices(layout, step, [of_one, of_other, of_third]) {
                        ways.thirds.push(Third {
                            taken: third,
                            cards: usize::from(of_third[0] + of_third[1]),
                            factor,
                        });
                    }
                }
                if start < ways.thirds.len() {
                    ways.pairs.push(Pair {
                        taken: [one, other],
                        thirds: start..ways.thirds.len(),
                    });
                }
            }
        }
        ways
    }
}

/// The ways to choose the cards that the hands take; `None` where there are not so many.
fn choices(layout: &Layout, step: usize, splits: [[u8; 2]; WATCHED]) -> Option<u32> {
    let mut factor = 1;
    for part in 0..2 {
        let mut left = if part == 0 {
            layout.free[step]
        } else {
            layout.jokers(step)
        };
        for split in splits {
            for chosen in 0..split[part] {
                factor = factor * u32::from(left) / u32::from(chosen + 1);
                left = left.checked_sub(1)?;
            }
        }
    }
    Some(factor)
}

impl Joint {
    /// The hands in the slots of these automata, of which the first `alike` can change places.
    pub(crate) fn new(layout: Layout, automata: &[Automaton], alike: usize) -> Self {
        let matters = |&step: &usize| automata.iter().any(|automaton| automaton.steps[step].matters);
        let read: Vec<usize> = (0..STEPS).filter(matters).collect();
        let mut before = vec![0];
        for &step in &read {
            before.push(before.last().map_or(0, |sum| sum + layout.cards_of(step)));
        }
        let unread = layout.cards() - before.last().copied().unwrap_or(0);
        let mut walks: [Walk; WATCHED] = std::array::from_fn(|_| Walk::of_nobody(read.len()));
        for slot in 0..automata.len() {
            walks[slot] = if slot > 0 && slot < alike {
                walks[0].clone()
            } else {
                Walk::new(&automata[slot], &layout, slot, &read, unread)
            };
        }
        let rest = usize::from(layout.sizes[REST]);
        let grids = before.iter().enumerate().map(|(step, &before)| {
            let cards = std::array::from_fn(|hand| &*walks[hand].steps[step].cards);
            Grid::new(cards, before, rest, alike)
        });
        Self {
            grids: grids.collect(),
            layout,
            read,
            before,
            walks,
            alike,
        }
    }

    /// The number of deals. `pause` is asked now and then whether to go on.
    pub(crate) fn number<B>(&self, pause: &mut impl FnMut() -> ControlFlow<B>) -> ControlFlow<B, Wide> {
        let half = self.layout.cards() / 2;
        let middle = self.before.partition_point(|&before| before <= half) - 1;
        let mut pause = Pause { pause, links: 0 };

        let mut ahead = u64::layer(vec![1]);
        for step in 0..middle {
            ahead = match self.layout.width(self.before[step + 1]) {
                Width::Narrow => u64::layer(self.push(step, &ahead, &mut pause)?),
                Width::Middle => u128::layer(self.push(step, &ahead, &mut pause)?),
                Width::Wide => Wide::layer(self.push(step, &ahead, &mut pause)?),
            };
        }
        let last = self.read.len();
        let mut behind = match self.width_behind(last) {
            Width::Narrow => u64::layer(self.unread_deals()),
            Width::Middle => u128::layer(self.unread_deals()),
            Width::Wide => Wide::layer(self.unread_deals()),
        };
        for step in (middle..last).rev() {
            behind = match self.width_behind(step) {
                Width::Narrow => u64::layer(self.pull(step, &behind, &mut pause)?),
                Width::Middle => u128::layer(self.pull(step, &behind, &mut pause)?),
                Width::Wide => Wide::layer(self.pull(step, &behind, &mut pause)?),
            };
        }
        let mut sum = Wide::ZERO;
        self.grids[middle].for_each_row(self.alike, |_, first, row| {
            for third in first..row.to {
                let cell = row.cell(third);
                let product = behind.at(cell).times(ahead.at(cell).low());
                sum = sum.plus_times(product, 1);
            }
        });
        ControlFlow::Continue(sum)
    }

    fn width_behind(&self, step: usize) -> Width {
        self.layout.width(self.layout.cards() - self.before[step])
    }

    /// The cards that make no difference are dealt last, all at once.
    fn unread_deals<T: Number>(&self) -> Vec<T> {
        let last = self.read.len();
        let grid = &self.grids[last];
        let mut layer = vec![T::ZERO; grid.size];
        let cards = |hand: usize, state: usize| usize::from(self.walks[hand].steps[last].cards[state]);
        let sizes = self.layout.sizes.map(usize::from);
        let unread = self.layout.cards() - self.before[last];
        grid.for_each_row(1, |pair, first, row| {
            for third in first..row.to {
                let left = [
                    sizes[0] - cards(0, pair[0]),
                    sizes[1] - cards(1, pair[1]),
                    sizes[2] - cards(2, third),
                ];
                let rest = unread - left.iter().sum::<usize>();
                layer[row.cell(third)] = deals([rest, left[0], left[1], left[2]]);
            }
        });
        layer
    }

    /// In how many ways the hands can come to where they are behind a step. Of alike hands only one order is told, for
    /// all of them.
    fn push<T: LayerNumber, B>(
        &self,
        step: usize,
        before: &Layer,
        pause: &mut Pause<impl FnMut() -> ControlFlow<B>>,
    ) -> ControlFlow<B, Vec<T>>
    where
        [T]: ToOwned<Owned = Vec<T>>,
    {
        let before = T::counts(before);
        let grid = &self.grids[step + 1];
        let mut layer = vec![T::ZERO; grid.size];
        self.for_each_link(step, pause, |here, there, factor| {
            layer[there] = layer[there].plus_times(before[here], factor);
        })?;
        if self.alike == WATCHED {
            grid.for_each_row(1, |[one, other], first, row| {
                for third in first..row.to.min(other) {
                    let sorted = grid.row(one.min(third), one.max(third)).cell(other);
                    layer[sorted] = layer[sorted].plus_times(layer[row.cell(third)], 1);
                }
            });
        }
        ControlFlow::Continue(layer)
    }

    /// In how many ways the cards from a step on can be dealt.
    fn pull<T: LayerNumber, B>(
        &self,
        step: usize,
        behind: &Layer,
        pause: &mut Pause<impl FnMut() -> ControlFlow<B>>,
    ) -> ControlFlow<B, Vec<T>>
    where
        [T]: ToOwned<Owned = Vec<T>>,
    {
        let behind = T::counts(behind);
        let grid = &self.grids[step];
        let mut layer = vec![T::ZERO; grid.size];
        self.for_each_link(step, pause, |here, there, factor| {
            layer[here] = layer[here].plus_times(behind[there], factor);
        })?;
        if self.alike == WATCHED {
            grid.for_each_row(WATCHED, |[one, other], first, row| {
                for third in first..row.to {
                    let count = layer[row.cell(third)];
                    layer[grid.row(one, third).cell(other)] = count;
                    layer[grid.row(other, third).cell(one)] = count;
                }
            });
        }
        ControlFlow::Continue(layer)
    }

    /// Visits every way from a cell before a step to one behind it, with the number of ways to choose the cards.
    #[inline(always)]
    fn for_each_link<B>(
        &self,
        step: usize,
        pause: &mut Pause<impl FnMut() -> ControlFlow<B>>,
        mut visit: impl FnMut(usize, usize, u32),
    ) -> ControlFlow<B> {
        let ways = Ways::new(&self.layout, self.read[step], &self.walks, step);
        let [first, second, third] = std::array::from_fn(|hand| &self.walks[hand].steps[step]);
        let columns: [Column; KEYS] = std::array::from_fn(|taken| Column::new(&third.next, taken));
        // By a number of cards, the first state of the third hand that has as many.
        let having: Vec<usize> = (0..=usize::from(self.layout.sizes[WATCHED - 1]))
            .map(|least| third.cards.partition_point(|&cards| usize::from(cards) < least))
            .collect();
        let mut stopped = ControlFlow::Continue(());
        let after = &self.grids[step + 1];
        self.grids[step].for_each_row(self.alike, |[one, other], from, row| {
            if from >= row.to || stopped.is_break() {
                return;
            }
            for pair in &ways.pairs {
                let (to_one, to_other) = (first.next[one][pair.taken[0]], second.next[other][pair.taken[1]]);
                if to_one == NOWHERE || to_other == NOWHERE {
                    continue;
                }
                let (to_one, to_other) = (usize::from(to_one), usize::from(to_other));
                let target = if self.alike >= 2 && to_one > to_other {
                    after.row(to_other, to_one)
                } else {
                    after.row(to_one, to_other)
                };
                for way in &ways.thirds[pair.thirds.clone()] {
                    let column = &columns[way.taken];
                    let Some(&fits) = having.get(target.least.saturating_sub(way.cards)) else {
                        continue;
                    };
                    let fits = fits.clamp(from, row.to);
                    for &(state, to) in &column.links[column.before[fits]..column.before[row.to]] {
                        let (cell, to) = (row.cell(usize::from(state)), target.cell(usize::from(to)));
                        visit(cell, to, way.factor);
                    }
                }
            }
            stopped = pause.after((row.to - from) * ways.thirds.len());
        });
        stopped
    }
}

/// Asks whether to go on when enough was done.
struct Pause<'a, F> {
    pause: &'a mut F,
    links: usize,
}

impl<B, F: FnMut() -> ControlFlow<B>> Pause<'_, F> {
    fn after(&mut self, links: usize) -> ControlFlow<B> {
        self.links += links;
        if self.links < LINKS_BETWEEN_PAUSES {
            return ControlFlow::Continue(());
        }
        self.links = 0;
        (self.pause)()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::hand::Hand;
    use crate::odds::table::Table;
    use crate::odds::{Held, Unseen};
    use crate::places::Place;
    use crate::rank::Rank;
    use crate::rules::Rules;

    fn hand(text: &str) -> Hand {
        text.parse().unwrap_or_default()
    }

    fn number<B: std::fmt::Debug>(flow: ControlFlow<B, Wide>) -> Wide {
        match flow {
            ControlFlow::Continue(number) => number,
            ControlFlow::Break(stopped) => panic!("{stopped:?}"),
        }
    }

    #[test]
    fn mirror_images_and_the_table_for_drawing_agree() {
        let go_on = &mut || ControlFlow::<Infallible>::Continue(());
        let rules = Rules::four_player();
        let cards = hand("333344445555666667778889999TTTJJJQQQKKKAAA2222BBR");
        let alike = [14, 14, 14, 7].map(|size| (size, ""));
        let pair = [(15, ""), (15, ""), (12, ""), (7, "")];
        let unlike = [(14, "3"), (13, "44"), (14, "3"), (8, "B")];
        let beats = |text: &str| {
            let plays: Vec<_> = crate::classify::classify(&rules, hand(text)).collect();
            Held::Beats(plays[0].shape().expect("it is a play"))
        };
        let mut seen = 0;
        for (places, most_alike) in [(alike, 3), (pair, 2), (unlike, 1)] {
            let places = places.map(|(size, certain)| Place {
                certain: hand(certain),
                size,
            });
            let unseen = Unseen::new(rules, cards, &places).expect("the places take the cards");
            for held in [
                Held::Bomb(4),
                Held::AtLeast(Rank::TWO, 2),
                beats("KK"),
                beats("34567"),
                beats("33344"),
            ] {
                for hands in 1..=3 {
                    let watched: Vec<_> = (0..hands).map(|place| (place, vec![held])).collect();
                    let layout = unseen.layout(&watched);
                    let automata = unseen.automata(&watched, &layout).expect("some hands hold none");
                    let mut count = |alike| number(Joint::new(layout.clone(), &automata, alike).number(go_on));
                    let expected = count(1);
                    assert!(expected > Wide::ZERO);
                    for alike in 2..=hands.min(most_alike) {
                        assert_eq!(count(alike), expected);
                    }
                    let ControlFlow::Continue(table) = Table::new(layout.clone(), automata.clone(), go_on);
                    assert_eq!(table.number(), expected);
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, 45);
    }
}
