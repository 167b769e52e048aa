//! Every selection of kickers, attached to a body.

use super::{Kickers, MOST_KICKERS};
use crate::expand::append_each;
use crate::play::Move;
use crate::rank::RankSet;

/// One step of a selection: the ranks that are still to be its highest, and how often.
#[derive(Clone, Copy, Default)]
struct Step {
    ranks: RankSet,
    copies: u8,
    /// How many kickers are still to be taken.
    number: u8,
    /// The body with what is taken already.
    chosen: u64,
}

impl Kickers {
    /// Appends a move for every selection: the packed body and kind, and the selection, in ascending order.
    #[inline(always)]
    pub(crate) fn list(&self, packed_body: u64, moves: &mut Vec<Move>) {
        let [once, twice, ..] = self.takable;
        let unit = u64::from(self.copies);
        match self.number {
            1 => append_each(once, packed_body, unit, moves),
            2 => {
                for highest in once.iter() {
                    let others = once
                        .below(self.bound_below(highest))
                        .or(twice.and(RankSet::only(highest)));
                    append_each(others, packed_body + (unit << highest.shift()), unit, moves);
                }
            }
            _ => self.list_steps(packed_body, moves),
        }
    }

    /// The same for three kickers or more. The last two are taken together: where the last is of the rank of the one
    /// before it, that is the highest it can be.
    #[inline(always)]
    fn list_steps(&self, packed_body: u64, moves: &mut Vec<Move>) {
        let [once, twice, ..] = self.takable;
        let unit = u64::from(self.copies);
        let mut steps = [Step::default(); MOST_KICKERS];
        let mut depth = 0;
        steps[0] = Step {
            ranks: once,
            copies: 1,
            number: self.number,
            chosen: packed_body,
        };
        loop {
            let step = &mut steps[depth];
            let Some(highest) = step.ranks.lowest() else {
                if depth == 0 {
                    return;
                }
                depth -= 1;
                continue;
            };
            let only = RankSet::only(highest);
            let (copies, number) = (step.copies, step.number);
            let chosen = step.chosen + ((unit * u64::from(copies)) << highest.shift());
            let mut others = RankSet::EMPTY;
            if self.takable[usize::from(copies) - 1].contains(highest) {
                others = once.below(self.bound_below(highest));
            }
            let last = copies + 1 == number;
            if last || !twice.contains(highest) {
                step.ranks = step.ranks.without(only);
                step.copies = 1;
            } else {
                step.copies += 1;
            }
            if last {
                let again = self.takable[usize::from(number) - 1].and(only);
                append_each(others.or(again), chosen, unit, moves);
            } else if !others.is_empty() {
                depth += 1;
                steps[depth] = Step {
                    ranks: others,
                    copies: 1,
                    number: number - copies,
                    chosen,
                };
            }
        }
    }
}
