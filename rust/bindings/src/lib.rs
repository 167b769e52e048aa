//! The compiled engine of `doudizhu_fast`: conversions between Python and `doudizhu-core`, and no rule.

mod batch;
mod bulk;
mod convert;
mod error;
mod game_log;
mod min_plays;
mod odds;
mod phase;
mod policies;
mod rollout;
mod ruleset;
mod sample;
mod search;
mod signals;
mod solve;

use doudizhu_core::{Move, Shape, shape_beats};
use pyo3::prelude::*;

use crate::convert::Packed;
use crate::error::not_a_play;

/// The compiled engine; `doudizhu_fast` is its public face.
#[pymodule]
mod _native {
    use numpy::PyArrayMethods;
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::bulk::{
        beats_batch, classify_batch, count_moves_batch, deal_batch, legal_moves_batch, policy_names, simulate,
        simulate_counts, simulate_game,
    };
    #[pymodule_export]
    use super::convert::install_move_type;
    #[pymodule_export]
    use super::game_log::{simulate_log, verify_games};
    #[pymodule_export]
    use super::min_plays::{min_plays, min_plays_batch};
    #[pymodule_export]
    use super::odds::Unseen;
    #[pymodule_export]
    use super::phase::PlayPhase;
    #[pymodule_export]
    use super::policies::{policy_bid, policy_play};
    #[pymodule_export]
    use super::rollout::{Calls, Rollouts};
    #[pymodule_export]
    use super::ruleset::Ruleset;
    #[pymodule_export]
    use super::sample::Sampler;
    #[pymodule_export]
    use super::search::tree_search;
    #[pymodule_export]
    use super::solve::solve;
    #[pymodule_export]
    use super::{beats, move_shape};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // The array interface is looked up once and for all: a signal that arrives while it is would be a panic later.
        numpy::PyArray1::<u64>::zeros(module.py(), 1, false).try_readonly()?;
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        module.add("BUILD_PROFILE", profile)
    }
}

/// The shape of a play; a pass has none.
fn shape(py: Python<'_>, packed: Packed) -> PyResult<Option<Shape>> {
    let play = packed.play(py)?;
    match play.shape() {
        None if !play.is_pass() => Err(not_a_play(py, play)),
        shape => Ok(shape),
    }
}

/// Length and top rank of a play.
#[pyfunction]
fn move_shape(py: Python<'_>, r#move: Packed) -> PyResult<(u8, usize)> {
    let shape = shape(py, r#move)?.ok_or_else(|| not_a_play(py, Move::PASS))?;
    Ok((shape.length, shape.rank.index()))
}

/// Whether the first play beats the second.
#[pyfunction]
fn beats(py: Python<'_>, r#move: Packed, other: Packed) -> PyResult<bool> {
    let shapes = shape(py, r#move)?.zip(shape(py, other)?);
    Ok(shapes.is_some_and(|(answer, standing)| shape_beats(answer, standing)))
}
