//! Signals during long calls: Ctrl-C is obeyed although the interpreter lock is released.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// Time between two looks at pending signals.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Runs the handlers of pending signals.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the bare method does not fit every lifetime"
)]
fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// A pause for long work that looks at pending signals when it is time to.
pub(crate) fn watch_signals() -> impl FnMut() -> ControlFlow<PyErr> {
    let mut last = Instant::now();
    move || {
        if last.elapsed() < BETWEEN_LOOKS {
            return ControlFlow::Continue(());
        }
        last = Instant::now();
        match check_signals() {
            Ok(()) => ControlFlow::Continue(()),
            Err(interrupt) => ControlFlow::Break(interrupt),
        }
    }
}
