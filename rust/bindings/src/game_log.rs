//! Games written down: made in bulk, and checked in bulk.

use doudizhu_core::{DealStream, GameLog, LoggedDeals, Origin, Simulation, Step, Why};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::bulk::{named_policies, threads};
use crate::error::{exception, illegal_move_reason};
use crate::rollout::Stream;
use crate::ruleset::{Ruleset, items};

type Column<'py, T> = Bound<'py, PyArray1<T>>;
/// Hands of all deals, bottom cards, first bidders, turned-up cards, offsets of the calls, calls.
type DealColumns<'py> = (
    Column<'py, u64>,
    Column<'py, u64>,
    Column<'py, i8>,
    Column<'py, i8>,
    Column<'py, i64>,
    Column<'py, i8>,
);
/// Offsets of the deals thrown in, offsets of the moves, moves, landlords, bids, multipliers, payoffs of all seats, springs,
/// whether the game is over.
type GameColumns<'py> = (
    Column<'py, i64>,
    Column<'py, i64>,
    Column<'py, u64>,
    Column<'py, i8>,
    Column<'py, i8>,
    Column<'py, i64>,
    Column<'py, i64>,
    Column<'py, i8>,
    Column<'py, bool>,
);

fn offsets(py: Python<'_>, ends: Vec<usize>) -> Column<'_, i64> {
    let offsets: Vec<i64> = std::iter::once(0)
        .chain(ends.into_iter().map(|end| end as i64))
        .collect();
    offsets.into_pyarray(py)
}

fn deal_columns(py: Python<'_>, deals: LoggedDeals) -> DealColumns<'_> {
    (
        deals.hands.into_pyarray(py),
        deals.bottom.into_pyarray(py),
        deals.first_bidder.into_pyarray(py),
        deals.turned_up.into_pyarray(py),
        offsets(py, deals.call_ends),
        deals.calls.into_pyarray(py),
    )
}

/// Games of a run: the deals that were played, those thrown in before them, and the rest.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "those of the simulation, and names that come from a list"
)]
pub(crate) fn simulate_log<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    policies: Vec<String>,
    auction: bool,
    deals: Stream,
    decisions: Stream,
    first: u64,
    count: usize,
    threads: usize,
) -> PyResult<(DealColumns<'py>, DealColumns<'py>, GameColumns<'py>)> {
    let policies = named_policies(py, &policies)?;
    let run = Simulation::new(ruleset.get().rules, &policies, auction, deals, decisions);
    let log = py.detach(|| run.log(first, count, self::threads(threads)));
    let games = (
        offsets(py, log.thrown_in_ends),
        offsets(py, log.move_ends),
        log.moves.into_pyarray(py),
        log.landlord.into_pyarray(py),
        log.bid.into_pyarray(py),
        log.multiplier.into_pyarray(py),
        log.payoffs.into_pyarray(py),
        log.spring.into_pyarray(py),
        log.finished.into_pyarray(py),
    );
    Ok((deal_columns(py, log.deals), deal_columns(py, log.thrown_in), games))
}

/// Where the rows of a ragged column end, which must all lie among the items, one after the other.
fn ends(py: Python<'_>, name: &'static str, offsets: &Bound<'_, PyAny>, total: usize) -> PyResult<Vec<usize>> {
    let offsets = items::<i64>(name, offsets)?;
    let ascend = offsets.windows(2).all(|pair| pair[0] <= pair[1]);
    let last = offsets.last().and_then(|&last| usize::try_from(last).ok());
    if offsets.first() != Some(&0) || last != Some(total) || !ascend {
        return Err(wrong_length(py, name));
    }
    // They ascend from 0.
    let ends = offsets[1..].iter();
    Ok(ends.map(|&end| usize::try_from(end).unwrap_or(total)).collect())
}

fn wrong_length(py: Python<'_>, name: &'static str) -> PyErr {
    let data = [
        ("name", name.into()),
        ("expected", "that of a game log".into()),
        ("value", "another".into()),
    ];
    exception(py, "InvalidArgumentError", "wrong_shape", data)
}

type GivenDeals<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);
type GivenGames<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

fn given_deals(py: Python<'_>, players: usize, given: &GivenDeals<'_>) -> PyResult<LoggedDeals> {
    let (hands, bottom, first_bidder, turned_up, call_offsets, calls) = given;
    let calls = items::<i8>("calls", calls)?;
    let deals = LoggedDeals {
        hands: items("hands", hands)?,
        bottom: items("bottom", bottom)?,
        first_bidder: items("first_bidder", first_bidder)?,
        turned_up: items("turned_up", turned_up)?,
        call_ends: ends(py, "call_offsets", call_offsets, calls.len())?,
        calls,
    };
    let count = deals.call_ends.len();
    let fits = deals.hands.len() == count * players
        && [deals.bottom.len(), deals.first_bidder.len(), deals.turned_up.len()] == [count; 3];
    if fits {
        Ok(deals)
    } else {
        Err(wrong_length(py, "hands"))
    }
}

fn given_log(
    py: Python<'_>,
    players: usize,
    deals: &GivenDeals<'_>,
    thrown_in: &GivenDeals<'_>,
    games: &GivenGames<'_>,
) -> PyResult<GameLog> {
    let (thrown_in_offsets, move_offsets, moves, landlord, bid, multiplier, payoffs, spring, finished) = games;
    let deals = given_deals(py, players, deals)?;
    let thrown_in = given_deals(py, players, thrown_in)?;
    let moves = items::<u64>("moves", moves)?;
    let log = GameLog {
        thrown_in_ends: ends(py, "thrown_in_offsets", thrown_in_offsets, thrown_in.bottom.len())?,
        move_ends: ends(py, "move_offsets", move_offsets, moves.len())?,
        deals,
        thrown_in,
        moves,
        landlord: items("landlord", landlord)?,
        bid: items("bid", bid)?,
        multiplier: items("multiplier", multiplier)?,
        payoffs: items("payoffs", payoffs)?,
        spring: items("spring", spring)?,
        finished: items("finished", finished)?,
    };
    let count = log.deals.bottom.len();
    let lengths = [
        log.thrown_in_ends.len(),
        log.move_ends.len(),
        log.landlord.len(),
        log.bid.len(),
        log.multiplier.len(),
        log.spring.len(),
        log.finished.len(),
    ];
    if lengths == [count; 7] && log.payoffs.len() == count * players {
        Ok(log)
    } else {
        Err(wrong_length(py, "landlord"))
    }
}

/// The first game that does not add up: its row, the part that is wrong, the number of the deal or play, that of the
/// call, and the slug of the reason; None where all do. Games of no stream have a stream of -1.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "a log has that many parts"
)]
pub(crate) fn verify_games<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    streams: Vec<Stream>,
    stream: &Bound<'py, PyAny>,
    index: &Bound<'py, PyAny>,
    deals: GivenDeals<'py>,
    thrown_in: GivenDeals<'py>,
    games: GivenGames<'py>,
    threads: usize,
) -> PyResult<Option<(usize, &'static str, usize, usize, &'static str)>> {
    let rules = ruleset.get().rules;
    let log = given_log(py, usize::from(rules.players), &deals, &thrown_in, &games)?;
    let (stream, index) = (items::<i32>("stream", stream)?, items::<u64>("index", index)?);
    if [stream.len(), index.len()] != [log.landlord.len(); 2] {
        return Err(wrong_length(py, "index"));
    }
    let numbers = stream.iter().map(|&number| usize::try_from(number).ok());
    let origins = numbers.zip(index).map(|(stream, index)| Origin { stream, index });
    let origins: Vec<Origin> = origins.collect();
    if origins
        .iter()
        .filter_map(|origin| origin.stream)
        .any(|number| number >= streams.len())
    {
        return Err(wrong_length(py, "stream"));
    }
    let streams: Vec<DealStream> = streams
        .into_iter()
        .map(|(seed, sequence)| DealStream::new(seed, sequence))
        .collect();
    let found = py.detach(|| log.first_fault(&rules, &streams, &origins, self::threads(threads)));
    Ok(found.map(|(row, fault)| {
        let (part, number, call) = step(fault.step);
        (row, part, number, call, reason(fault.why))
    }))
}

const fn step(step: Step) -> (&'static str, usize, usize) {
    match step {
        Step::Deal(number) => ("deal", number, 0),
        Step::Call(number, call) => ("call", number, call),
        Step::Play(number) => ("play", number, 0),
        Step::Landlord => ("landlord", 0, 0),
        Step::Bid => ("bid", 0, 0),
        Step::Multiplier => ("multiplier", 0, 0),
        Step::Payoffs => ("payoffs", 0, 0),
        Step::Spring => ("spring", 0, 0),
    }
}

fn reason(why: Why) -> &'static str {
    match why {
        Why::WrongDeal => "wrong_deal",
        Why::ExtraDeal => "extra_deal",
        Why::NotOfSeed => "not_of_seed",
        Why::MissingDeal => "missing_deal",
        Why::ThrownIn => "thrown_in",
        Why::NotABid => "not_a_bid",
        Why::TooLow => "too_low",
        Why::AuctionOver => "auction_over",
        Why::NoAuction => "no_auction",
        Why::GameOver => "game_over",
        Why::AuctionNotOver => "auction_not_over",
        Why::Illegal(error) => illegal_move_reason(error),
        Why::Mismatch => "mismatch",
    }
}
