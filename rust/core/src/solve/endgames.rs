//! The values of many positions of one game, one after the other: what a rollout ends with where few cards are left.

use std::mem;

use super::book::Book;
use super::root::Root;
use super::search::{Options, Search, Stopped};
use super::table::Table;
use super::{Objective, Task};
use crate::position::Position;
use crate::tally::Role;

/// What is kept of hands and of answers; both are small, since no single search is long.
const BOOK_BYTES: usize = 32 << 20;
const TABLE_BYTES: usize = 16 << 20;

/// When rollouts are ended by a search, and at what expense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// A position with so many cards or fewer in all hands is searched.
    pub cards: usize,
    /// What both sides play for.
    pub objective: Objective,
    /// After so many positions a search gives up.
    pub most_nodes: u64,
}

/// Searches positions of one game, and keeps what it learns of hands.
pub(crate) struct Endgames {
    exact: Exact,
    kept: Option<(Book, Table)>,
}

impl Endgames {
    pub(crate) fn new(exact: Exact) -> Self {
        Self { exact, kept: None }
    }

    pub(crate) fn exact(&self) -> Exact {
        self.exact
    }

    /// Forgets the positions searched so far, so that the next answers depend on no earlier one.
    pub(crate) fn forget(&mut self) {
        if let Some((_, table)) = &mut self.kept
            && !table.is_empty()
        {
            *table = Table::new(TABLE_BYTES);
        }
    }

    /// Who wins the open position, and the doublings of the whole game, a spring included; under [`Objective::Win`] only
    /// those so far. `None` where it takes too long to tell.
    pub(crate) fn value(&mut self, position: &Position) -> Option<(Role, u8)> {
        let task = Task {
            objective: self.exact.objective,
            ..Task::default()
        };
        let (book, table) = self.kept.take().unwrap_or_else(|| {
            let book = Book::new(*position.rules(), 0, BOOK_BYTES);
            (book, Table::new(TABLE_BYTES))
        });
        let mark = book.mark();
        let mut pause = |_| Err(Stopped);
        let mut search = Search {
            next_pause: self.exact.most_nodes,
            next_writing_pause: u64::MAX,
            ..Search::of(position, Options::ALL, book, table, &mut pause)
        };
        let value = Root::new(position, &task).value(&mut search);
        let (mut book, table) = (
            mem::replace(&mut search.book, Book::new(*position.rules(), 0, 0)),
            search.table,
        );
        if let Some(mark) = mark {
            book.tear_back(mark);
        }
        self.kept = Some((book, table));
        value.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealStream;
    use crate::policy::{Policy, Rule};
    use crate::random::{Draws, Pcg64};
    use crate::rules::Rules;
    use crate::solve::solve;

    #[test]
    fn values_are_those_of_the_solver_one_after_the_other() {
        let mut draws = Draws::new(Pcg64::new(1, 2));
        let mut seen = 0;
        for rules in [Rules::three_player(), Rules::four_player()] {
            for objective in [Objective::Win, Objective::Payoff] {
                let exact = Exact {
                    cards: 14,
                    objective,
                    most_nodes: 1 << 20,
                };
                for deal in DealStream::new(3, 4).deals_from(&rules, 0).take(40) {
                    let mut endgames = Endgames::new(exact);
                    let mut position = Position::after_deal(rules, &deal, 0);
                    while position.turn().is_some() {
                        if position.cards_left() <= exact.cards {
                            let task = Task {
                                objective,
                                ..Task::default()
                            };
                            let expected = solve(&position, &task);
                            let (winner, doublings) = endgames.value(&position).expect("few cards");
                            assert_eq!(Some(winner), expected.winner);
                            let of_payoff = expected.value.map(|(_, doublings)| doublings);
                            assert_eq!(doublings, of_payoff.unwrap_or(position.tally().doublings));
                            seen += 1;
                        }
                        Rule.play(&mut position, &mut draws);
                    }
                }
            }
        }
        assert!(seen > 150, "{seen}");
    }

    #[test]
    fn what_takes_too_long_has_no_value_and_spoils_nothing() {
        let exact = Exact {
            cards: 54,
            objective: Objective::Win,
            most_nodes: 100,
        };
        let rules = Rules::three_player();
        let mut endgames = Endgames::new(exact);
        let deal = DealStream::new(3, 4).deals_from(&rules, 0).next().expect("a deal");
        assert_eq!(endgames.value(&Position::after_deal(rules, &deal, 0)), None);
        let hands = ["34", "3", "4"].map(|hand| hand.parse().expect("a hand"));
        let won = Position::new(rules, &hands, 0, Some(0)).expect("a position");
        assert_eq!(endgames.value(&won), Some((Role::Landlord, 0)));
        endgames.forget();
        assert_eq!(endgames.value(&won), Some((Role::Landlord, 0)));
    }
}
