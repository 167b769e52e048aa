//! `Rollouts` and `Calls`: sampled deals played out, as one byte for each game.

use doudizhu_core::{Auction, Ending, Exact, Hidden, Move, Objective, Position};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::bulk::{named_policy, threads};
use crate::convert::Packed;
use crate::error::{illegal_move, out_of_range};
use crate::phase::PlayPhase;
use crate::ruleset::Ruleset;

/// Games of one call at most, so that no answer fills the memory.
const MOST_GAMES: usize = 1 << 28;

type Bytes<'py> = Bound<'py, PyArray1<u8>>;
pub(crate) type Stream = (u128, u128);
/// How rollouts are ended by a search: at how many cards, whether for the payoff, and after how many positions it gives up.
pub(crate) type ExactEnd = (usize, bool, u64);

pub(crate) fn exact_end((cards, payoff, most_nodes): ExactEnd) -> Exact {
    Exact {
        cards,
        objective: if payoff { Objective::Payoff } else { Objective::Win },
        most_nodes,
    }
}

/// Cards in places: for each the cards that it holds for certain, and how many it holds.
fn hidden(py: Python<'_>, rules: &Ruleset, unseen: Packed, places: &[(Packed, usize)]) -> PyResult<Hidden> {
    let cards = rules.hand(py, unseen)?;
    let known = places
        .iter()
        .map(|&(known, size)| Ok((rules.hand(py, known)?, size)))
        .collect::<PyResult<Vec<_>>>()?;
    Hidden::new(cards, &known).ok_or_else(|| impossible(py, places.len()))
}

fn impossible(py: Python<'_>, places: usize) -> PyErr {
    out_of_range(py, "places", "places that hold the unseen cards", places.into())
}

/// An open position, and the cards that are dealt into its hands anew: the places must be these hands.
pub(crate) fn hidden_hands(
    py: Python<'_>,
    ruleset: &Ruleset,
    phase: &Bound<'_, PlayPhase>,
    unseen: Packed,
    places: &[(Packed, usize)],
) -> PyResult<(Position, Hidden)> {
    let start = *phase.try_borrow()?.open_position(py)?;
    let hidden = hidden(py, ruleset, unseen, places)?;
    let sizes = start.hands().iter().map(|hand| hand.len());
    if !sizes.eq(places.iter().map(|&(_, size)| size)) || *start.rules() != ruleset.rules {
        return Err(impossible(py, places.len()));
    }
    Ok((start, hidden))
}

fn check_count(py: Python<'_>, count: usize, games: usize) -> PyResult<()> {
    match count.checked_mul(games) {
        Some(all) if all <= MOST_GAMES => Ok(()),
        _ => Err(out_of_range(py, "count", "at most 2**28 games", count.into())),
    }
}

fn codes(endings: Vec<Ending>) -> Vec<u8> {
    endings.into_iter().map(Ending::code).collect()
}

/// A position of the play phase whose hands are dealt anew for every deal, and the policy that plays it out.
#[pyclass(frozen, module = "doudizhu_fast._native")]
pub(crate) struct Rollouts {
    rollouts: doudizhu_core::Rollouts,
    start: Position,
}

#[pymethods]
impl Rollouts {
    #[new]
    #[pyo3(signature = (ruleset, phase, unseen, places, policy, deals, decisions, exact=None))]
    #[expect(
        clippy::too_many_arguments,
        clippy::needless_pass_by_value,
        reason = "a run has that many parts"
    )]
    fn new(
        py: Python<'_>,
        ruleset: &Bound<'_, Ruleset>,
        phase: &Bound<'_, PlayPhase>,
        unseen: Packed,
        places: Vec<(Packed, usize)>,
        policy: &str,
        deals: Stream,
        decisions: Stream,
        exact: Option<ExactEnd>,
    ) -> PyResult<Self> {
        let (start, hidden) = hidden_hands(py, ruleset.get(), phase, unseen, &places)?;
        let policy = named_policy(py, policy)?;
        let mut rollouts = doudizhu_core::Rollouts::new(start, hidden, policy, deals, decisions);
        if let Some(exact) = exact {
            rollouts = rollouts.ended_exactly(exact_end(exact));
        }
        Ok(Self { rollouts, start })
    }

    /// How deals in a row end: bits 0 to 6 of each byte are the exponent of the multiplier, bit 7 is set where the
    /// landlord won.
    fn endings<'py>(&self, py: Python<'py>, first: u64, count: usize, threads: usize) -> PyResult<Bytes<'py>> {
        check_count(py, count, 1)?;
        let endings = py.detach(|| codes(self.rollouts.endings(first, count, self::threads(threads))));
        Ok(endings.into_pyarray(py))
    }

    /// The same after each of some legal moves: one row for each deal, one column for each move.
    fn endings_of_moves<'py>(
        &self,
        py: Python<'py>,
        moves: Vec<Packed>,
        first: u64,
        count: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        check_count(py, count, moves.len())?;
        let moves = moves
            .into_iter()
            .map(|packed| {
                let play = packed.play(py)?;
                match self.start.why_illegal(play) {
                    None => Ok(play),
                    Some(error) => Err(illegal_move(py, error)),
                }
            })
            .collect::<PyResult<Vec<Move>>>()?;
        let endings = py.detach(|| {
            let all = self
                .rollouts
                .endings_of_moves(&moves, first, count, self::threads(threads));
            codes(all)
        });
        endings.into_pyarray(py).reshape([count, moves.len()])
    }
}

/// An auction in which a seat is to call, with the policy that bids and plays for all seats from there.
#[pyclass(frozen, module = "doudizhu_fast._native")]
pub(crate) struct Calls {
    calls: doudizhu_core::Calls,
    legal: usize,
}

#[pymethods]
impl Calls {
    #[new]
    #[expect(
        clippy::too_many_arguments,
        clippy::needless_pass_by_value,
        reason = "a run has that many parts"
    )]
    fn new(
        py: Python<'_>,
        ruleset: &Bound<'_, Ruleset>,
        first_bidder: usize,
        bids: Vec<u8>,
        unseen: Packed,
        places: Vec<(Packed, usize)>,
        policy: &str,
        deals: Stream,
        decisions: Stream,
    ) -> PyResult<Self> {
        let rules = ruleset.get().rules;
        let table = rules.table();
        let hidden = hidden(py, ruleset.get(), unseen, &places)?;
        let hands = std::iter::repeat_n(usize::from(table.hand_size), usize::from(table.players));
        let expected = hands.chain([usize::from(table.bottom_size)]);
        if !expected.eq(places.iter().map(|&(_, size)| size)) {
            return Err(impossible(py, places.len()));
        }
        let policy = named_policy(py, policy)?;
        let auction = Auction::after(&rules, first_bidder, &bids);
        let legal = auction.as_ref().map_or(0, Auction::count_calls);
        auction
            .and_then(|auction| doudizhu_core::Calls::new(rules, auction, hidden, policy, deals, decisions))
            .map(|calls| Self { calls, legal })
            .ok_or_else(|| out_of_range(py, "bids", "calls of an auction that is not over", bids.len().into()))
    }

    /// What becomes of deals in a row: the bottom, packed; the ending with the seat as landlord; then, one row
    /// for each deal and one column for each legal call, the landlord's seat (-1 for none), the bid, and the ending.
    #[expect(clippy::type_complexity, reason = "one array for each column")]
    fn play<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        count: usize,
        threads: usize,
    ) -> PyResult<(
        Bound<'py, PyArray1<u64>>,
        Bytes<'py>,
        Bound<'py, PyArray2<i8>>,
        Bound<'py, PyArray2<i8>>,
        Bound<'py, PyArray2<u8>>,
    )> {
        check_count(py, count, self.legal)?;
        let samples = py.detach(|| self.calls.play(first, count, self::threads(threads)));
        let called = || samples.iter().flat_map(|sample| &sample.calls[..self.legal]);
        let bottoms = samples.iter().map(|sample| sample.bottom.packed());
        let as_landlord = samples.iter().map(|sample| sample.as_landlord.code());
        let landlords = called().map(|call| call.landlord.map_or(-1, |(seat, _)| seat as i8));
        let bids = called().map(|call| call.landlord.map_or(0, |(_, bid)| bid as i8));
        let endings = called().map(|call| call.ending.code());
        let shape = [count, self.legal];
        Ok((
            bottoms.collect::<Vec<_>>().into_pyarray(py),
            as_landlord.collect::<Vec<_>>().into_pyarray(py),
            landlords.collect::<Vec<_>>().into_pyarray(py).reshape(shape)?,
            bids.collect::<Vec<_>>().into_pyarray(py).reshape(shape)?,
            endings.collect::<Vec<_>>().into_pyarray(py).reshape(shape)?,
        ))
    }
}
