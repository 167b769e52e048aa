//! The position that is asked about: each of its moves, the value, and a line to the end of the game.

use std::cell::Cell;
use std::time::Instant;

use super::book::Book;
use super::goal::{Goal, Played};
use super::search::{Node, Options, Search, Stopped};
use super::shapes::{Class, class_and_strength};
use super::table::Table;
use super::{Objective, Progress, Solution, Task};
use crate::play::Move;
use crate::position::Position;
use crate::rules::{MOST_SEATS, Scoring};
use crate::tally::{Role, Spring};

/// Positions between two looks at the clock, well below a millisecond of work.
const NODES_PER_PAUSE: u64 = 1 << 10;
/// The share of the memory that is for the plays of hands; the rest is for the table.
const BOOK_SHARE: usize = 4;

/// A move of the position that is asked about: the place of a play in the book, or `None` for the pass.
type Choice = Option<usize>;

/// One question.
pub(super) struct Root<'a> {
    position: &'a Position,
    task: &'a Task,
}

impl<'a> Root<'a> {
    pub(super) fn new(position: &'a Position, task: &'a Task) -> Self {
        Self { position, task }
    }

    /// Answers as far as the limits and `keep_on` allow.
    pub(super) fn solve(&self, options: Options, keep_on: &mut dyn FnMut(Progress) -> bool) -> Solution {
        let mut solution = Solution {
            winner: self.position.winner(),
            complete: false,
            winning_moves: Vec::new(),
            line: Vec::new(),
            value: None,
            nodes: 0,
        };
        if let Some(winner) = solution.winner {
            solution.complete = true;
            solution.value = self.plays_for_payoff().then(|| {
                let spring = self.position.spring() != Spring::None;
                (winner, self.position.tally().doublings + u8::from(spring))
            });
            return solution;
        }
        let (done, moves) = (Cell::new(0), Cell::new(0));
        let deadline = self.task.most_time.and_then(|time| Instant::now().checked_add(time));
        let most_nodes = self.task.most_nodes.unwrap_or(u64::MAX);
        let mut pause = |nodes: u64| {
            let late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let progress = Progress {
                nodes,
                done: done.get(),
                moves: moves.get(),
            };
            if nodes >= most_nodes || late() || !keep_on(progress) {
                return Err(Stopped);
            }
            Ok(most_nodes.min(nodes + NODES_PER_PAUSE))
        };
        let mut search = self.search(options, &mut pause);
        let node = self.node(&mut search);
        let choices = choices(&search, &node);
        moves.set(choices.len());
        let searched = self.search_all(&mut search, &node, &choices, &mut solution, &|count| done.set(count));
        solution.complete = searched.is_ok();
        solution.nodes = search.nodes;
        let winning = std::mem::take(&mut solution.winning_moves);
        let legal = self.position.legal_moves().into_iter();
        solution.winning_moves = legal.filter(|play| winning.contains(play)).collect();
        solution
    }

    fn plays_for_payoff(&self) -> bool {
        self.task.objective == Objective::Payoff
    }

    /// Whether both sides look at doublings, too.
    fn doublings_count(&self) -> bool {
        self.plays_for_payoff() && self.position.rules().scoring == Scoring::Exponential
    }

    fn search<'p>(&self, options: Options, pause: &'p mut dyn FnMut(u64) -> Result<u64, Stopped>) -> Search<'p> {
        let rules = *self.position.rules();
        let book_bytes = self.task.memory / BOOK_SHARE;
        let book = Book::new(rules, self.task.banned & !Task::NEVER_BANNED, book_bytes);
        let table = Table::new(self.task.memory - book_bytes);
        Search::of(self.position, options, book, table, pause)
    }

    /// The winner and the doublings of the whole game, as far as the objective counts them, of an open position.
    pub(super) fn value(&self, search: &mut Search) -> Result<(Role, u8), Stopped> {
        let node = self.node(search);
        let landlord_wins = search.reached(node)?;
        let winner = if landlord_wins { Role::Landlord } else { Role::Peasant };
        let so_far = self.position.tally().doublings;
        if !self.doublings_count() {
            return Ok((winner, so_far));
        }
        Ok((winner, so_far + value(search, &node, winner)?.doublings()))
    }

    fn node(&self, search: &mut Search) -> Node {
        let position = self.position;
        let seats = position.hands().len();
        let turn = position.turn().unwrap_or(0);
        let mut hands = [0; MOST_SEATS];
        for (page, hand) in hands.iter_mut().zip(position.hands()) {
            *page = search.book.open(hand.packed());
        }
        let standing = position.shape_to_beat().map(class_and_strength);
        let (class, strength) = standing.unwrap_or((Class::LEAD, 0));
        Node {
            hands,
            turn: turn as u8,
            owner: ((turn + seats - 1 - position.passes()) % seats) as u8,
            class,
            strength,
            goal: Goal::WIN,
            played: Played::new(position.tally().plays),
        }
    }

    fn search_all(
        &self,
        search: &mut Search,
        node: &Node,
        choices: &[Choice],
        solution: &mut Solution,
        report: &dyn Fn(usize),
    ) -> Result<(), Stopped> {
        let side = search.side(node.turn);
        for (done, &choice) in choices.iter().enumerate() {
            report(done);
            if winner_after(search, node, choice)? == side {
                solution.winner = Some(side);
                solution.winning_moves.push(move_of(search, choice));
            }
        }
        report(choices.len());
        let winner = solution.winner.unwrap_or(other(side));
        solution.winner = Some(winner);
        let so_far = self.position.tally().doublings;
        if self.plays_for_payoff() {
            solution.value = Some((winner, so_far));
        }
        let (floor, ceiling) = if self.doublings_count() {
            solution.value = None;
            let value = value(search, node, winner)?;
            solution.value = Some((winner, so_far + value.doublings()));
            (Some(value), Some(value.next()))
        } else if winner == Role::Landlord {
            (Some(Goal::WIN), None)
        } else {
            (None, Some(Goal::WIN))
        };
        trace(search, node, floor, ceiling, &mut solution.line)
    }
}

/// The best outcome that the landlord can have, with the winner known.
fn value(search: &mut Search, node: &Node, winner: Role) -> Result<Goal, Stopped> {
    let reached = |search: &mut Search, goal| search.reached(Node { goal, ..*node });
    let mut value = Goal::outcome(winner, 0);
    if winner == Role::Landlord {
        while reached(search, value.next())? {
            value = value.next();
        }
    } else {
        while !reached(search, value)? {
            value = value.previous();
        }
    }
    Ok(value)
}

fn other(side: Role) -> Role {
    match side {
        Role::Landlord => Role::Peasant,
        Role::Peasant => Role::Landlord,
    }
}

/// All moves in the order in which the search tries them.
fn choices(search: &Search, node: &Node) -> Vec<Choice> {
    let page = search.book.page(node.hands[usize::from(node.turn)]);
    if node.class == Class::LEAD {
        return page.plays().map(|index| Some(search.book.lead(index))).collect();
    }
    let answers = page
        .plays()
        .filter(|&place| search.book.play(place).beats(node.class, node.strength));
    let mut choices: Vec<_> = answers.map(Some).collect();
    if search.side(node.owner) == search.side(node.turn) {
        choices.insert(0, None);
    } else {
        choices.push(None);
    }
    choices
}

fn move_of(search: &Search, choice: Choice) -> Move {
    choice.map_or(Move::PASS, |place| search.book.play(place).play())
}

fn winner_after(search: &mut Search, node: &Node, choice: Choice) -> Result<Role, Stopped> {
    let landlord_wins = after(search, node, choice)?;
    Ok(if landlord_wins { Role::Landlord } else { Role::Peasant })
}

/// Whether the landlord reaches the goal of the node after a move.
fn after(search: &mut Search, node: &Node, choice: Choice) -> Result<bool, Stopped> {
    match choice {
        Some(place) => search.after(node, place),
        None => search.after_pass(node),
    }
}

/// Appends the moves of a game in which the landlord keeps to `floor` and the peasants below `ceiling`, where there are
/// such bounds to keep to.
fn trace(
    search: &mut Search,
    root: &Node,
    floor: Option<Goal>,
    ceiling: Option<Goal>,
    line: &mut Vec<Move>,
) -> Result<(), Stopped> {
    let (mut node, mut floor, mut ceiling) = (*root, floor, ceiling);
    loop {
        let wanted = search.side(node.turn) == Role::Landlord;
        let choices = choices(search, &node);
        let mut chosen = choices[0];
        if let Some(goal) = if wanted { floor } else { ceiling } {
            let bound = Node { goal, ..node };
            for choice in choices {
                if after(search, &bound, choice)? == wanted {
                    chosen = choice;
                    break;
                }
            }
        }
        line.push(move_of(search, chosen));
        let Some(place) = chosen else {
            node = search.child_of_pass(&node);
            if node.turn == node.owner {
                node.class = Class::LEAD;
            }
            continue;
        };
        let play = search.book.play(place);
        if play.left == 0 {
            return Ok(());
        }
        if play.doubles {
            (floor, ceiling) = (floor.map(Goal::halved), ceiling.map(Goal::halved));
        }
        node = search.child(&node, place);
    }
}
