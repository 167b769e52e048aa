//! Tree search: one decision of a seat that does not see the other hands.

use std::ops::ControlFlow;
use std::time::Duration;

use doudizhu_core::{Budget, ENDINGS, TreeSearch};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use crate::bulk::named_policy;
use crate::convert::Packed;
use crate::error::out_of_range;
use crate::phase::PlayPhase;
use crate::rollout::{ExactEnd, Stream, exact_end, hidden_hands};
use crate::ruleset::Ruleset;
use crate::signals::watch_signals;

/// The legal moves, the best first: packed, on how many deals each was tried, and what that was worth in the mean. Then how many
/// games were played in all, and in how many seconds.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "a search has that many parts, and so has its answer"
)]
pub(crate) fn tree_search(
    py: Python<'_>,
    ruleset: &Bound<'_, Ruleset>,
    phase: &Bound<'_, PlayPhase>,
    unseen: Packed,
    places: Vec<(Packed, usize)>,
    policy: &str,
    deals_from: Stream,
    decisions_from: Stream,
    worth: PyReadonlyArray1<'_, f64>,
    first: u64,
    deals: u64,
    seconds: Option<f64>,
    rate: f64,
    exact: Option<ExactEnd>,
) -> PyResult<(Vec<(u64, u64, f64)>, u64, f64)> {
    let (start, hidden) = hidden_hands(py, ruleset.get(), phase, unseen, &places)?;
    let policy = named_policy(py, policy)?;
    let worth = worth
        .as_slice()
        .ok()
        .and_then(|values| <[f64; ENDINGS]>::try_from(values).ok())
        .ok_or_else(|| out_of_range(py, "worth", "one number for each ending", ENDINGS.into()))?;
    let mut search = TreeSearch::new(start, hidden, policy, deals_from, decisions_from, worth);
    if let Some(exact) = exact {
        search = search.ended_exactly(exact_end(exact));
    }
    // Longer than any duration is no limit that anybody waits for.
    let duration = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let budget = match seconds {
        None => Budget::Deals(deals),
        Some(seconds) => Budget::Time(duration(seconds), duration(1.0 / rate)),
    };
    match py.detach(|| search.run(first, budget, &mut watch_signals())) {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(found) => {
            let moves = found.moves.into_iter();
            let moves = moves.map(|tried| (tried.play.packed(), tried.visits, tried.mean()));
            Ok((moves.collect(), found.games, found.took.as_secs_f64()))
        }
    }
}
