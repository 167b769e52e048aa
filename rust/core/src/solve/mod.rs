//! Open-hand solving: who wins when nobody makes a mistake and all cards are seen, and by which moves.
//!
//! The peasants are one side. The search asks one question of every position, whether the landlord reaches a goal, and
//! answers it depth first; nothing that it leaves out can change an answer.

mod book;
mod endgames;
mod goal;
mod key;
mod root;
mod search;
mod shapes;
mod table;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::play::{Kind, Move};
use crate::position::Position;
use crate::tally::Role;
pub(crate) use endgames::Endgames;
pub use endgames::Exact;
use root::Root;
use search::Options;

/// What both sides play for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// To win.
    Win,
    /// The highest payoff: to win, then with as many doublings as possible, or to lose with as few (rules 1.6).
    Payoff,
}

/// What is asked of a position, and at what expense.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// What both sides play for.
    pub objective: Objective,
    /// The kinds that nobody may play, bit `k` for the kind with code `k`. Passes and solos cannot be banned: with them
    /// every hand can lead.
    pub banned: u16,
    /// After so many positions the search gives up.
    pub most_nodes: Option<u64>,
    /// After so much time the search gives up.
    pub most_time: Option<Duration>,
    /// About how many bytes the search may take.
    pub memory: usize,
}

impl Task {
    /// The kinds that cannot be banned, as a set like [`Task::banned`].
    pub const NEVER_BANNED: u16 = 1 << Kind::Pass as u16 | 1 << Kind::Solo as u16;
}

impl Default for Task {
    /// Who wins, with no kind banned, without limit, in 256 MiB.
    fn default() -> Self {
        Self {
            objective: Objective::Win,
            banned: 0,
            most_nodes: None,
            most_time: None,
            memory: 256 << 20,
        }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions looked at.
    pub nodes: u64,
    /// Moves of the side to move that are decided.
    pub done: usize,
    /// All its moves.
    pub moves: usize,
}

/// What was found out about a position. All of it is proven, even where a limit cut the search short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The side that wins, `None` while it is not proven.
    pub winner: Option<Role>,
    /// Whether everything that was asked is answered.
    pub complete: bool,
    /// The moves that win for the side to move, in the order of the action ids: all of them where the solution is
    /// complete, otherwise those found.
    pub winning_moves: Vec<Move>,
    /// A game in which both sides play for the objective, to its end, passes included; the side that loses makes the
    /// first move of the search's order where all are as good. Shorter, or empty, where a limit was reached.
    pub line: Vec<Move>,
    /// Under [`Objective::Payoff`] the winner and the number of doublings of the whole game, a spring included; `None`
    /// under [`Objective::Win`] and while it is not proven.
    pub value: Option<(Role, u8)>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Solves a position with all hands open.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Kind, Move, Position, Role, Rules, Task, solve};
/// let hands = ["34".parse()?, "3".parse()?, "4".parse()?];
/// let position = Position::new(Rules::three_player(), &hands, 0, Some(0))?;
/// let solution = solve(&position, &Task::default());
/// assert_eq!(solution.winner, Some(Role::Landlord));
/// assert_eq!(solution.winning_moves, [Move::new(Kind::Solo, "4".parse()?)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve(position: &Position, task: &Task) -> Solution {
    let solved: ControlFlow<Infallible, Solution> = solve_while(position, task, &mut |_| ControlFlow::Continue(()));
    match solved {
        ControlFlow::Continue(solution) => solution,
        ControlFlow::Break(never) => match never {},
    }
}

/// The same, asking `pause` now and then whether to go on.
pub fn solve_while<B>(
    position: &Position,
    task: &Task,
    pause: &mut impl FnMut(Progress) -> ControlFlow<B>,
) -> ControlFlow<B, Solution> {
    solve_with(position, task, Options::ALL, pause)
}

fn solve_with<B>(
    position: &Position,
    task: &Task,
    options: Options,
    pause: &mut impl FnMut(Progress) -> ControlFlow<B>,
) -> ControlFlow<B, Solution> {
    let mut broken = None;
    let mut keep_on = |progress: Progress| match pause(progress) {
        ControlFlow::Continue(()) => true,
        ControlFlow::Break(reason) => {
            broken = Some(reason);
            false
        }
    };
    let solution = Root::new(position, task).solve(options, &mut keep_on);
    match broken {
        Some(reason) => ControlFlow::Break(reason),
        None => ControlFlow::Continue(solution),
    }
}
