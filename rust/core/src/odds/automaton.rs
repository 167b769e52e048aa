//! A pattern as a table: the states that matter at each step, and where each count leads. States that no further cards
//! tell apart are one state.

use super::pattern::{JOKERS, Pattern, Reading, STEPS};

/// The counts that one step can read: 0 to 8 of a rank, or black jokers times three plus red ones.
pub(crate) const KEYS: usize = 9;
/// Where a step leads that ends in what was asked for.
pub(crate) const HELD: u16 = u16::MAX;

/// One step: where each state goes with each count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The target for every count, by state.
    pub(crate) next: Vec<[u16; KEYS]>,
    /// Whether the counts that can occur make a difference.
    pub(crate) matters: bool,
}

/// The cards that can be in a hand, by step.
pub(crate) type KeyRange = Vec<u8>;

/// Walks without what is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Automaton {
    pub(crate) steps: Vec<Step>,
}

impl Automaton {
    /// The least automaton that refuses hands in which any of the patterns is found; `keys` are the counts that can
    /// occur at each step. `None` where every hand is refused.
    pub(crate) fn new(patterns: &[Pattern], keys: &[KeyRange]) -> Option<Self> {
        if patterns.iter().all(Pattern::is_plain) {
            return Self::of_plain(patterns, keys);
        }
        let mut levels = vec![vec![vec![Reading::default(); patterns.len()]]];
        let mut steps: Vec<Step> = Vec::with_capacity(STEPS);
        for step in 0..STEPS {
            let mut reached: Vec<Vec<Reading>> = Vec::new();
            let mut next = vec![[HELD; KEYS]; levels[step].len()];
            for (row, readings) in next.iter_mut().zip(&levels[step]) {
                for &key in &keys[step] {
                    let Some(after) = read_all(patterns, readings, step, key) else {
                        continue;
                    };
                    let known = reached.iter().position(|other| *other == after);
                    row[usize::from(key)] = known.unwrap_or(reached.len()) as u16;
                    if known.is_none() {
                        reached.push(after);
                    }
                }
            }
            steps.push(Step { next, matters: true });
            levels.push(reached);
        }
        let mut automaton = Self { steps };
        let alive = automaton.merge_states(keys);
        alive.then_some(automaton)
    }

    /// The same where there is one state only.
    fn of_plain(patterns: &[Pattern], keys: &[KeyRange]) -> Option<Self> {
        let held = |step: usize, key: u8| {
            let reading = Reading::default();
            patterns.iter().any(|pattern| match step {
                JOKERS => pattern.read_jokers(reading, key / 3, key % 3),
                _ => pattern.read(reading, step, key).is_none(),
            })
        };
        let steps = keys.iter().enumerate().map(|(step, range)| {
            let mut row = [HELD; KEYS];
            let mut clear = 0;
            for &key in range.iter().filter(|&&key| !held(step, key)) {
                row[usize::from(key)] = 0;
                clear += 1;
            }
            (clear > 0).then(|| Step {
                next: vec![row],
                matters: clear < range.len(),
            })
        });
        Some(Self {
            steps: steps.collect::<Option<_>>()?,
        })
    }

    /// Joins the states that lead to the same ends, from the last step back. False where none leads to any end.
    fn merge_states(&mut self, keys: &[KeyRange]) -> bool {
        // What the states of the following step have become.
        let mut renamed: Option<Vec<u16>> = None;
        for (step, range) in self.steps.iter_mut().zip(keys).rev() {
            let mut rows: Vec<[u16; KEYS]> = Vec::new();
            let mut names = Vec::with_capacity(step.next.len());
            for row in &mut step.next {
                for target in row.iter_mut().filter(|target| **target != HELD) {
                    *target = renamed.as_ref().map_or(0, |names| names[usize::from(*target)]);
                }
                if row.iter().all(|&target| target == HELD) {
                    names.push(HELD);
                    continue;
                }
                let known = rows.iter().position(|other| other == row);
                names.push(known.unwrap_or(rows.len()) as u16);
                if known.is_none() {
                    rows.push(*row);
                }
            }
            step.matters = rows.iter().any(|row| {
                range
                    .iter()
                    .any(|&key| row[usize::from(key)] != row[usize::from(range[0])])
            });
            step.next = rows;
            renamed = Some(names);
        }
        !self.steps[0].next.is_empty()
    }

    /// How many states there are before a step; one after the last.
    pub(crate) fn states(&self, step: usize) -> usize {
        self.steps.get(step).map_or(1, |step| step.next.len())
    }
}

fn read_all(patterns: &[Pattern], readings: &[Reading], step: usize, key: u8) -> Option<Vec<Reading>> {
    let pairs = patterns.iter().zip(readings);
    if step < JOKERS {
        return pairs
            .map(|(pattern, &reading)| pattern.read(reading, step, key))
            .collect();
    }
    let (black, red) = (key / 3, key % 3);
    let mut held = pairs.map(|(pattern, &reading)| pattern.read_jokers(reading, black, red));
    (!held.any(|held| held)).then(Vec::new)
}
