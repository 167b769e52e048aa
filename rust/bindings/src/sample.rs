//! `Sampler`: random deals of unseen cards.

use std::ops::ControlFlow;

use doudizhu_core::Sampler as CoreSampler;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::bulk::threads;
use crate::convert::Packed;
use crate::error::{not_a_play, out_of_range};
use crate::odds::Unseen;
use crate::ruleset::items;
use crate::signals::watch_signals;

/// Draws deals.
#[pyclass(frozen, module = "doudizhu_fast._native")]
pub(crate) struct Sampler {
    sampler: CoreSampler,
    places: usize,
}

#[pymethods]
impl Sampler {
    /// The sampler of deals in which places cannot beat plays; None where there is no such deal.
    #[staticmethod]
    #[expect(clippy::needless_pass_by_value, reason = "pairs that come from a list")]
    fn of(py: Python<'_>, unseen: &Bound<'_, Unseen>, cannot_beat: Vec<(usize, Packed)>) -> PyResult<Option<Self>> {
        let unseen = unseen.get();
        let places = unseen.unseen.places().len();
        let read = |&(place, play): &(usize, Packed)| {
            // The last place is the bottom, which plays nothing.
            if place + 1 >= places {
                return Err(out_of_range(py, "place", places, place.into()));
            }
            let shape = unseen.ruleset.get().to_beat(py, play)?;
            let shape = shape.ok_or_else(|| not_a_play(py, doudizhu_core::Move::PASS))?;
            Ok((place, shape))
        };
        let cannot_beat = cannot_beat.iter().map(read).collect::<PyResult<Vec<_>>>()?;
        match py.detach(|| CoreSampler::new(&unseen.unseen, &cannot_beat, &mut watch_signals())) {
            ControlFlow::Continue(sampler) => Ok(sampler.map(|sampler| Self { sampler, places })),
            ControlFlow::Break(interrupt) => Err(interrupt),
        }
    }

    /// Whether every deal that is drawn fits.
    #[getter]
    fn is_exact(&self) -> bool {
        self.sampler.is_exact()
    }

    /// Packed hands by place for these windows, and how many deals were tried for each: 0 where none fitted.
    #[expect(clippy::type_complexity, reason = "one array for each column")]
    fn deals<'py>(
        &self,
        py: Python<'py>,
        stream: (u128, u128),
        windows: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyArray2<u64>>, Bound<'py, PyArray1<u32>>)> {
        let windows = items::<u64>("windows", windows)?;
        let dealt = py.detach(|| self.sampler.deals(stream, &windows, self::threads(threads)));
        let mut hands = Vec::with_capacity(dealt.len() * self.places);
        let mut numbers = Vec::with_capacity(dealt.len());
        for row in &dealt {
            let (places, tries_made) = row.unwrap_or_default();
            hands.extend(places[..self.places].iter().map(|hand| hand.packed()));
            numbers.push(tries_made);
        }
        let hands = hands.into_pyarray(py).reshape([dealt.len(), self.places])?;
        Ok((hands, numbers.into_pyarray(py)))
    }
}
