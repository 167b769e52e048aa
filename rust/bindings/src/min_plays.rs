//! Least plays: of one hand with the plays themselves, of many hands as numbers.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use doudizhu_core::{Hand, MOST_CARDS, Threads, decompositions_while, least_plays_while};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::convert::{Packed, move_list};
use crate::error::{at_index, exception};
use crate::ruleset::{Ruleset, items};
use crate::signals::watch_signals;

fn too_large(py: Python<'_>, count: usize) -> PyErr {
    let data = [("count", count.into()), ("most", usize::from(MOST_CARDS).into())];
    exception(py, "InvalidCardsError", "too_large", data)
}

/// The least plays of a hand, up to `most` lists of plays that are so few, and whether these are all.
#[pyfunction]
pub(crate) fn min_plays<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    hand: Packed,
    most: usize,
) -> PyResult<(u8, Vec<Bound<'py, PyList>>, bool)> {
    let rules = ruleset.get().rules;
    let hand = ruleset.get().hand(py, hand)?;
    let found = py.detach(|| decompositions_while(&rules, hand, most, &mut watch_signals()));
    match found {
        Err(error) => Err(too_large(py, error.count)),
        Ok(ControlFlow::Break(interrupt)) => Err(interrupt),
        Ok(ControlFlow::Continue(found)) => {
            let lists = found
                .plays
                .iter()
                .map(|plays| move_list(py, |moves| moves.extend_from_slice(plays)));
            Ok((found.count, lists.collect::<PyResult<_>>()?, found.complete))
        }
    }
}

/// The least plays of many hands.
#[pyfunction]
pub(crate) fn min_plays_batch<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    hands: &Bound<'py, PyAny>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let rules = ruleset.get().rules;
    let checked = items("hands", hands)?.into_iter().enumerate().map(|(index, hand)| {
        let hand = ruleset.get().hand_at(py, hand, index)?;
        if hand.len() > usize::from(MOST_CARDS) {
            return Err(at_index(py, &too_large(py, hand.len()), index));
        }
        Ok(hand)
    });
    let hands = checked.collect::<PyResult<Vec<Hand>>>()?;
    let threads = Threads::new(NonZeroUsize::new(threads));
    match py.detach(|| least_plays_while(&rules, &hands, threads, &mut watch_signals())) {
        ControlFlow::Break(interrupt) => Err(interrupt),
        ControlFlow::Continue(counts) => {
            let counts: Vec<i8> = counts.into_iter().map(|count| count as i8).collect();
            Ok(counts.into_pyarray(py))
        }
    }
}
