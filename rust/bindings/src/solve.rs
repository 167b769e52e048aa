//! Solving positions with open hands.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use doudizhu_core::{Move, Objective, Progress, Task, solve_while};
use pyo3::prelude::*;

use crate::error::wrong_phase;
use crate::phase::PlayPhase;

/// The time between two looks at pending signals, and between two reports of progress.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Who wins, whether all is answered, the winning moves, a line to the end, the doublings of the game where they were
/// asked for, and the positions looked at.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    clippy::type_complexity,
    reason = "a task has that many parts, and so has its answer, and arguments arrive by value"
)]
pub(crate) fn solve(
    py: Python<'_>,
    phase: &Bound<'_, PlayPhase>,
    payoff: bool,
    banned: u16,
    most_nodes: Option<u64>,
    most_seconds: Option<f64>,
    memory_mb: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Option<u8>, bool, Vec<u64>, Vec<u64>, Option<u8>, u64)> {
    let position = phase.try_borrow()?.position().copied();
    let position = position.ok_or_else(|| wrong_phase(py, "auction_not_over"))?;
    let task = Task {
        objective: if payoff { Objective::Payoff } else { Objective::Win },
        banned,
        most_nodes,
        // Longer than any duration is no limit.
        most_time: most_seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        memory: memory_mb << 20,
    };
    let mut last_look = Instant::now();
    let solved = py.detach(|| {
        solve_while(&position, &task, &mut |told| {
            if last_look.elapsed() < BETWEEN_LOOKS {
                return ControlFlow::Continue(());
            }
            let looked = Python::attach(|py| look(py, progress.as_ref(), told));
            last_look = Instant::now();
            looked.map_or_else(ControlFlow::Break, ControlFlow::Continue)
        })
    });
    let solution = match solved {
        ControlFlow::Continue(solution) => solution,
        ControlFlow::Break(error) => return Err(error),
    };
    let packed = |moves: Vec<Move>| moves.into_iter().map(Move::packed).collect();
    Ok((
        solution.winner.map(|role| role as u8),
        solution.complete,
        packed(solution.winning_moves),
        packed(solution.line),
        solution.value.map(|(_, doublings)| doublings),
        solution.nodes,
    ))
}

fn look(py: Python<'_>, progress: Option<&Py<PyAny>>, told: Progress) -> PyResult<()> {
    py.check_signals()?;
    if let Some(progress) = progress {
        progress.call1(py, (told.done, told.moves))?;
    }
    Ok(())
}
