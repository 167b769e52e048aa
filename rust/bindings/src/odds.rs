//! `Unseen`: what lies where among unseen cards, exactly.

use std::ops::ControlFlow;

use doudizhu_core::{Held, Odds, Place, Rank, Unseen as CoreUnseen};
use pyo3::prelude::*;
use pyo3::types::PyInt;

use crate::convert::{Packed, Whole};
use crate::error::{exception, not_a_play, out_of_range};
use crate::ruleset::Ruleset;
use crate::signals::watch_signals;

/// Unseen cards and the places where they lie.
#[pyclass(frozen, module = "doudizhu_fast._native")]
pub(crate) struct Unseen {
    pub(crate) unseen: CoreUnseen,
    pub(crate) ruleset: Py<Ruleset>,
}

type Counts<'py> = (Bound<'py, PyInt>, Bound<'py, PyInt>);

/// A number of 64-bit digits, the lowest first.
fn number(py: Python<'_>, digits: [u64; 3]) -> PyResult<Bound<'_, PyInt>> {
    let [lowest, middle, highest] = digits;
    if middle | highest == 0 {
        return Ok(lowest.into_pyobject(py)?);
    }
    let low = u128::from(middle) << 64 | u128::from(lowest);
    let low = low.into_pyobject(py)?;
    if highest == 0 {
        return Ok(low);
    }
    let high = highest.into_pyobject(py)?.lshift(128)?;
    Ok(high.bitor(low)?.cast_into()?)
}

impl Unseen {
    fn counts<'py>(&self, py: Python<'py>, watched: &[usize], held: Held) -> PyResult<Counts<'py>> {
        let places = self.unseen.places().len();
        if watched.len() > places.min(3) || watched.iter().any(|&place| place >= places) {
            return Err(out_of_range(py, "watched", "places", watched.len().into()));
        }
        match py.detach(|| self.unseen.odds(watched, held, &mut watch_signals())) {
            ControlFlow::Continue(Odds { favourable, all }) => Ok((number(py, favourable)?, number(py, all)?)),
            ControlFlow::Break(interrupt) => Err(interrupt),
        }
    }
}

/// A place as it comes from Python: the packed cards that surely lie there, and how many cards it holds.
type GivenPlace = (Packed, usize);

#[pymethods]
#[expect(clippy::needless_pass_by_value, reason = "numbers that come from a list")]
impl Unseen {
    #[new]
    fn new(py: Python<'_>, ruleset: Bound<'_, Ruleset>, cards: Packed, places: Vec<GivenPlace>) -> PyResult<Self> {
        let rules = ruleset.get();
        let cards = rules.hand(py, cards)?;
        let place = |(certain, size): GivenPlace| {
            let certain = rules.hand(py, certain)?;
            PyResult::Ok(Place { certain, size })
        };
        let places = places.into_iter().map(place).collect::<PyResult<Vec<_>>>()?;
        let unseen = CoreUnseen::new(rules.rules, cards, &places).map_err(|error| {
            let data = [("detail", error.to_string().into())];
            exception(py, "InvalidCardsError", "wrong_deal", data)
        })?;
        Ok(Self {
            unseen,
            ruleset: ruleset.unbind(),
        })
    }

    /// Deals in which one of the places holds a bomb of at least this size, and all deals.
    fn bomb<'py>(&self, py: Python<'py>, watched: Vec<usize>, size: u8) -> PyResult<Counts<'py>> {
        self.counts(py, &watched, Held::Bomb(size))
    }

    /// The same for the rocket.
    fn rocket<'py>(&self, py: Python<'py>, watched: Vec<usize>) -> PyResult<Counts<'py>> {
        self.counts(py, &watched, Held::Rocket)
    }

    /// The same for a bomb of any size or the rocket.
    fn bomb_or_rocket<'py>(&self, py: Python<'py>, watched: Vec<usize>) -> PyResult<Counts<'py>> {
        self.counts(py, &watched, Held::BombOrRocket)
    }

    /// The same for a number of cards of a rank.
    fn at_least<'py>(&self, py: Python<'py>, watched: Vec<usize>, rank: Whole, count: u8) -> PyResult<Counts<'py>> {
        let Some(asked) = Rank::new(rank.index()) else {
            return Err(out_of_range(py, "rank", "0 to 14", rank.into()));
        };
        self.counts(py, &watched, Held::AtLeast(asked, count))
    }

    /// The same for a play that beats this one.
    fn beats<'py>(&self, py: Python<'py>, watched: Vec<usize>, r#move: Packed) -> PyResult<Counts<'py>> {
        let standing = self.ruleset.get().to_beat(py, r#move)?;
        let standing = standing.ok_or_else(|| not_a_play(py, doudizhu_core::Move::PASS))?;
        self.counts(py, &watched, Held::Beats(standing))
    }
}
