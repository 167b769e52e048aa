//! The compiled engine of `doudizhu_fast`: conversions between Python and `doudizhu-core`, and no rule.

mod convert;
mod error;
mod phase;
mod ruleset;

use pyo3::prelude::*;

use crate::convert::Packed;
use crate::error::not_a_play;

/// The compiled engine; `doudizhu_fast` is its public face.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::convert::install_move_type;
    #[pymodule_export]
    use super::phase::PlayPhase;
    #[pymodule_export]
    use super::ruleset::Ruleset;
    #[pymodule_export]
    use super::{beats, move_shape};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        module.add("BUILD_PROFILE", profile)
    }
}

/// Length and top rank of a play.
#[pyfunction]
fn move_shape(py: Python<'_>, r#move: Packed) -> PyResult<(u8, usize)> {
    let play = r#move.play(py)?;
    let shape = play.shape().ok_or_else(|| not_a_play(py, play))?;
    Ok((shape.length, shape.rank.index()))
}

/// Whether the first play beats the second.
#[pyfunction]
fn beats(py: Python<'_>, r#move: Packed, other: Packed) -> PyResult<bool> {
    Ok(doudizhu_core::beats(r#move.play(py)?, other.play(py)?))
}
