//! `Batch`: many games side by side, the native half of `BatchGame`.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use doudizhu_core::{BatchError, OBSERVATION_VERSION, Threads, observation_width};
use numpy::{Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::convert::Packed;
use crate::error::{at_index, exception, illegal_move, no_play_at};
use crate::ruleset::{Ruleset, items};

/// Many games of one run, stepped together.
///
/// Threads that share one wait for each other, without the interpreter lock.
#[pyclass(frozen, module = "doudizhu_fast._native")]
pub(crate) struct Batch {
    games: Mutex<doudizhu_core::Batch>,
    count: usize,
    width: usize,
}

fn refused(py: Python<'_>, error: BatchError) -> PyErr {
    match error {
        BatchError::NoSuchMove { game, index, count } => {
            let data = [("index", index.into()), ("count", count.into()), ("game", game.into())];
            exception(py, "InvalidArgumentError", "index_out_of_range", data)
        }
        BatchError::IllegalMove { game, reason } => at_index(py, &illegal_move(py, reason), game),
        BatchError::IllegalCall { game, packed } => no_play_at(py, Packed(packed), game),
    }
}

impl Batch {
    /// Does `work` on the games while no other thread does.
    fn with_games<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut doudizhu_core::Batch) -> T + Send) -> T {
        py.detach(|| work(&mut self.games.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// An array with one item for each game.
    fn row<T: Element + Copy>(&self, name: &'static str, given: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
        let items: Vec<T> = items(name, given)?;
        if items.len() == self.count {
            return Ok(items);
        }
        let (expected, found) = (format!("({},)", self.count), format!("({},)", items.len()));
        let data = [
            ("name", name.into()),
            ("expected", expected.into()),
            ("value", found.into()),
        ];
        Err(exception(given.py(), "InvalidArgumentError", "wrong_shape", data))
    }
}

#[pymethods]
impl Batch {
    /// The version of the layout of observations.
    #[classattr]
    const OBSERVATION_VERSION: u32 = OBSERVATION_VERSION;

    #[new]
    #[pyo3(signature = (ruleset, count, deals, auction, auto_reset, threads))]
    fn new(
        py: Python<'_>,
        ruleset: &Bound<'_, Ruleset>,
        count: usize,
        deals: (u128, u128),
        auction: bool,
        auto_reset: bool,
        threads: usize,
    ) -> Self {
        let rules = ruleset.get().rules;
        let threads = Threads::new(NonZeroUsize::new(threads));
        let games = py.detach(|| doudizhu_core::Batch::new(rules, count, deals, auction, auto_reset, threads));
        Self {
            games: Mutex::new(games),
            count,
            width: observation_width(&rules),
        }
    }

    /// Legal calls and moves: offsets and packed forms.
    fn legal_moves<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u64>>) {
        let (offsets, moves) = self.with_games(py, doudizhu_core::Batch::legal_moves);
        let offsets: Vec<i64> = offsets.into_iter().map(|offset| offset as i64).collect();
        (offsets.into_pyarray(py), moves.into_pyarray(py))
    }

    /// How many calls or moves are legal in every game.
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let counts: Vec<i64> = self.with_games(py, |games| games.counts().iter().map(|&count| count as i64).collect());
        counts.into_pyarray(py)
    }

    /// Makes the legal call or move with this index in every game.
    fn step(&self, py: Python<'_>, indices: &Bound<'_, PyAny>) -> PyResult<()> {
        let indices: Vec<i64> = self.row("indices", indices)?;
        self.with_games(py, |games| games.step(&indices))
            .map_err(|error| refused(py, error))
    }

    /// Makes this call or move, packed, in every game.
    fn step_moves(&self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<()> {
        let moves: Vec<u64> = self.row("moves", moves)?;
        self.with_games(py, |games| games.step_moves(&moves))
            .map_err(|error| refused(py, error))
    }

    /// The seat to act in every game, -1 where it is over.
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let turns: Vec<i8> = self
            .with_games(py, |games| games.turns())
            .into_iter()
            .map(|turn| turn.map_or(-1, |seat| seat as i8))
            .collect();
        turns.into_pyarray(py)
    }

    /// Where the last step ended a game.
    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.with_games(py, |games| games.done()).into_pyarray(py)
    }

    /// Of the game that ended last in every place: landlord, landlord won, bid, doublings, spring.
    #[expect(clippy::type_complexity, reason = "one array for each column")]
    fn outcomes<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Bound<'py, PyArray1<i8>>,
        Bound<'py, PyArray1<bool>>,
        Bound<'py, PyArray1<i8>>,
        Bound<'py, PyArray1<i8>>,
        Bound<'py, PyArray1<i8>>,
    ) {
        let outcomes = self.with_games(py, |games| games.outcomes());
        let landlord: Vec<i8> = outcomes
            .iter()
            .map(|game| game.landlord.map_or(-1, |seat| seat as i8))
            .collect();
        let won: Vec<bool> = outcomes.iter().map(|game| game.landlord_won).collect();
        let bid: Vec<i8> = outcomes.iter().map(|game| game.bid as i8).collect();
        let doublings: Vec<i8> = outcomes.iter().map(|game| game.doublings as i8).collect();
        let spring: Vec<i8> = outcomes.iter().map(|game| game.spring as i8).collect();
        (
            landlord.into_pyarray(py),
            won.into_pyarray(py),
            bid.into_pyarray(py),
            doublings.into_pyarray(py),
            spring.into_pyarray(py),
        )
    }

    /// Bytes of one observation.
    #[getter]
    fn observation_width(&self) -> usize {
        self.width
    }

    /// Writes one observation for every game into rows of bytes that lie behind one another.
    fn observe(&self, py: Python<'_>, out: &Bound<'_, PyArray2<u8>>) -> PyResult<()> {
        let mut rows = out.try_readwrite()?;
        let bytes = rows.as_slice_mut()?;
        if bytes.len() != self.count * self.observation_width() {
            let expected = format!("({}, {})", self.count, self.observation_width());
            let found = out.getattr("shape")?.unbind();
            let data = [
                ("name", "out".into()),
                ("expected", expected.into()),
                ("value", found.into()),
            ];
            return Err(exception(py, "InvalidArgumentError", "wrong_shape", data));
        }
        self.with_games(py, |games| games.observe(bytes));
        Ok(())
    }
}
