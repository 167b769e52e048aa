//! How the ways that the cards so far can lie are numbered, and which of them are mirror images of others.

use super::table::{BySlot, MOST_SLOTS, WATCHED};

/// Cards of each slot.
type Counts = [usize; MOST_SLOTS];

/// The cells of one state: the cards that all slots but the largest have so far, which tell those of the largest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells {
    /// The slots in the order of growing size.
    pub(crate) order: [usize; MOST_SLOTS],
    pub(crate) stride: [usize; MOST_SLOTS],
    pub(crate) number: usize,
    /// Whether the second slot of the order can change places with the third, and the third with the last.
    alike: [bool; 2],
}

/// Neighbouring cells, in which the third slot of the order grows at the cost of the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) start: usize,
    pub(crate) length: usize,
    /// The cards of the slots in the first cell, in the order of the slots.
    first: [usize; MOST_SLOTS],
}

impl Cells {
    /// The cells for slots of these sizes; `alike` says of two slots of one size whether they can change places.
    pub(crate) fn new(sizes: BySlot, alike: impl Fn(usize, usize) -> bool) -> Self {
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|&slot| sizes[slot]);
        let mut stride = [0; MOST_SLOTS];
        let mut number = 1;
        for &slot in order[..MOST_SLOTS - 1].iter().rev() {
            stride[slot] = number;
            number *= usize::from(sizes[slot]) + 1;
        }
        let same = |one: usize, other: usize| sizes[one] == sizes[other] && alike(one, other);
        Self {
            order,
            stride,
            number,
            alike: [same(order[1], order[2]), same(order[2], order[3])],
        }
    }

    /// The cell of these counts.
    pub(crate) fn cell(&self, counts: Counts) -> usize {
        (0..MOST_SLOTS).map(|slot| counts[slot] * self.stride[slot]).sum()
    }

    pub(crate) const fn has_alike(&self) -> bool {
        self.alike[0] || self.alike[1]
    }

    /// For the states of the watched slots, which neighbours in the order are alike in state as well; `None` where the
    /// states are out of order, so that everything is told by a mirror image.
    pub(crate) fn ties(&self, states: [usize; WATCHED]) -> Option<[bool; 2]> {
        let mut ties = [false; 2];
        for (number, tie) in ties.iter_mut().enumerate().filter(|&(number, _)| self.alike[number]) {
            let (one, other) = (states[self.order[number + 1]], states[self.order[number + 2]]);
            if one > other {
                return None;
            }
            *tie = one == other;
        }
        Some(ties)
    }

    /// The mirror image that is in order, `None` where this is it.
    pub(crate) fn sorted(&self, states: [usize; WATCHED], counts: Counts) -> Option<([usize; WATCHED], Counts)> {
        let (mut sorted_states, mut sorted_counts) = (states, counts);
        let mut changed = false;
        for number in [0, 1, 0] {
            let (one, other) = (self.order[number + 1], self.order[number + 2]);
            if self.alike[number]
                && (sorted_states[one], sorted_counts[one]) > (sorted_states[other], sorted_counts[other])
            {
                sorted_states.swap(one, other);
                sorted_counts.swap(one, other);
                changed = true;
            }
        }
        changed.then_some((sorted_states, sorted_counts))
    }

    /// The counts of a cell of a run.
    pub(crate) fn counts(&self, run: Run, index: usize) -> Counts {
        let mut counts = [0; MOST_SLOTS];
        for (&slot, &count) in self.order.iter().zip(&run.first) {
            counts[slot] = count;
        }
        counts[self.order[2]] += index;
        counts[self.order[3]] -= index;
        counts
    }

    /// Visits runs of cells: `room` is how many cards each slot may have at most, `cards` how many all have together. Of
    /// slots that tie only the order in which the cards do not fall is visited.
    #[inline(always)]
    pub(crate) fn for_each_run(&self, room: Counts, cards: usize, ties: [bool; 2], mut visit: impl FnMut(Run)) {
        let [outer, middle, inner, last] = self.order;
        for first in 0..=room[outer].min(cards) {
            for second in 0..=room[middle].min(cards - first) {
                let left = cards - first - second;
                let fewest = if ties[0] { second } else { 0 };
                let most = if ties[1] { left / 2 } else { left };
                let from = left.saturating_sub(room[last]).max(fewest);
                let to = room[inner].min(most);
                if from <= to {
                    let start = first * self.stride[outer] + second * self.stride[middle] + from * self.stride[inner];
                    visit(Run {
                        start,
                        length: to + 1 - from,
                        first: [first, second, from, left - from],
                    });
                }
            }
        }
    }
}
