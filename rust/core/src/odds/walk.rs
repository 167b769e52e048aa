//! The walks of one hand of known size: what an automaton tells of its cards so far, joined with how many they are.
//! Most of what an automaton tells makes no difference to a hand that has too few cards to come.

use super::automaton::{Automaton, HELD, KEYS};
use super::table::Layout;

/// Where a step leads that no deal goes on from.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// Where a state goes, by the number of the way to take cards of the step.
type Targets = [u16; KEYS];

/// One step of a hand: its states in the order of their cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WalkStep {
    /// How many cards the hand has so far, by state.
    pub(crate) cards: Vec<u8>,
    /// Where each state goes; of no use behind the last step.
    pub(crate) next: Vec<Targets>,
}

/// All that one hand may have before each step that is read and behind the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    pub(crate) steps: Vec<WalkStep>,
}

impl Walk {
    /// The walks of the hand in a slot. `read` are the steps whose cards are dealt one after the other, `unread` is the
    /// number of all other cards, which are dealt at the end.
    pub(crate) fn new(automaton: &Automaton, layout: &Layout, slot: usize, read: &[usize], unread: usize) -> Self {
        let size = layout.sizes[slot];
        let mut steps = Vec::with_capacity(read.len() + 1);
        let mut states = vec![(0, 0)];
        let mut passed = 0;
        for &step in read {
            for (state, _) in &mut states {
                *state = unread_between(automaton, layout, slot, passed..step, *state);
            }
            passed = step + 1;
            let per_state = usize::from(size) + 1;
            let mut known = vec![NOWHERE; automaton.states(step + 1) * per_state];
            let mut reached = Vec::new();
            let mut next = vec![[NOWHERE; KEYS]; states.len()];
            for (targets, &(state, before)) in next.iter_mut().zip(&states) {
                for (number, split) in layout.splits(step) {
                    let cards = before + split[0] + split[1];
                    let target = automaton.steps[step].next[usize::from(state)][layout.key(slot, step, split)];
                    if cards > size || target == HELD {
                        continue;
                    }
                    let name = &mut known[usize::from(target) * per_state + usize::from(cards)];
                    if *name == NOWHERE {
                        *name = reached.len() as u16;
                        reached.push((target, cards));
                    }
                    targets[number] = *name;
                }
            }
            let cards = states.iter().map(|&(_, cards)| cards).collect();
            steps.push(WalkStep { cards, next });
            states = reached;
        }
        let cards: Vec<u8> = states.iter().map(|&(_, cards)| cards).collect();
        let next = vec![[NOWHERE; KEYS]; cards.len()];
        steps.push(WalkStep { cards, next });
        let mut walk = Self { steps };
        walk.merge(usize::from(size).saturating_sub(unread));
        walk
    }

    /// The walks of a hand that takes no cards.
    pub(crate) fn of_nobody(read: usize) -> Self {
        let mut targets = [NOWHERE; KEYS];
        targets[0] = 0;
        let step = WalkStep {
            cards: vec![0],
            next: vec![targets],
        };
        Self {
            steps: vec![step; read + 1],
        }
    }

    /// Joins the states that the rest of the walk does not tell apart, puts them in the order of their cards, and drops
    /// those that no deal goes on from; at the end a hand must have `fewest` cards.
    fn merge(&mut self, fewest: usize) {
        let mut names: Option<Vec<u16>> = None;
        for step in self.steps.iter_mut().rev() {
            if let Some(names) = &names {
                for target in step.next.iter_mut().flatten().filter(|target| **target != NOWHERE) {
                    *target = names[usize::from(*target)];
                }
            }
            let goes_on = |state: usize| match names {
                Some(_) => step.next[state] != [NOWHERE; KEYS],
                None => usize::from(step.cards[state]) >= fewest,
            };
            let mut order: Vec<usize> = (0..step.cards.len()).filter(|&state| goes_on(state)).collect();
            order.sort_unstable_by_key(|&state| (step.cards[state], &step.next[state]));
            let mut merged = WalkStep::default();
            let mut renamed = vec![NOWHERE; step.cards.len()];
            for state in order {
                let (cards, next) = (step.cards[state], step.next[state]);
                if merged.cards.last() != Some(&cards) || merged.next.last() != Some(&next) {
                    merged.cards.push(cards);
                    merged.next.push(next);
                }
                renamed[state] = merged.cards.len() as u16 - 1;
            }
            *step = merged;
            names = Some(renamed);
        }
    }
}

/// The state behind steps whose cards make no difference.
fn unread_between(
    automaton: &Automaton,
    layout: &Layout,
    slot: usize,
    steps: std::ops::Range<usize>,
    state: u16,
) -> u16 {
    steps.fold(state, |state, step| {
        automaton.steps[step].next[usize::from(state)][layout.key(slot, step, [0; 2])]
    })
}
