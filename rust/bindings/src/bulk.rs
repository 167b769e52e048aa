//! Arrays in, arrays out: many hands, many deals and many games in one call, without the interpreter lock.

use std::num::NonZeroUsize;

use doudizhu_core::{
    DealStream, Hand, Move, POLICIES, Policy, Question, Shape, Simulation, Threads, beats, classify, count_many,
    list_many, policy,
};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::convert::Packed;
use crate::error::{exception, no_play_at};
use crate::ruleset::{Ruleset, items};

type Words<'py> = Bound<'py, PyArray1<u64>>;
type Numbers<'py> = Bound<'py, PyArray1<i64>>;

pub(crate) fn threads(number: usize) -> Threads {
    Threads::new(NonZeroUsize::new(number))
}

/// One question for each hand; the standing plays are as many as the hands, or one for all.
fn questions<'py>(
    py: Python<'py>,
    rules: &Ruleset,
    hands: &Bound<'py, PyAny>,
    to_beat: &Bound<'py, PyAny>,
) -> PyResult<Vec<Question>> {
    let (hands, to_beat) = (items("hands", hands)?, items("to_beat", to_beat)?);
    let standing = to_beat
        .into_iter()
        .enumerate()
        .map(|(index, play)| rules.to_beat_at(py, play, index));
    let standing = standing.collect::<PyResult<Vec<Option<Shape>>>>()?;
    let of_all = if standing.len() == 1 { Some(standing[0]) } else { None };
    let asked = hands.into_iter().enumerate().map(|(index, hand)| {
        let shape = of_all.or_else(|| standing.get(index).copied()).flatten();
        Ok((rules.hand_at(py, hand, index)?, shape))
    });
    asked.collect()
}

fn csr(py: Python<'_>, offsets: Vec<usize>, moves: Vec<Move>) -> (Numbers<'_>, Words<'_>) {
    let offsets: Vec<i64> = offsets.into_iter().map(|offset| offset as i64).collect();
    let moves: Vec<u64> = moves.into_iter().map(Move::packed).collect();
    (offsets.into_pyarray(py), moves.into_pyarray(py))
}

/// Legal moves of many hands: offsets and packed moves.
#[pyfunction]
pub(crate) fn legal_moves_batch<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    hands: &Bound<'py, PyAny>,
    to_beat: &Bound<'py, PyAny>,
    threads: usize,
) -> PyResult<(Numbers<'py>, Words<'py>)> {
    let rules = ruleset.get().rules;
    let questions = questions(py, ruleset.get(), hands, to_beat)?;
    let (offsets, moves) = py.detach(|| list_many(&rules, &questions, self::threads(threads)));
    Ok(csr(py, offsets, moves))
}

/// How many legal moves many hands have.
#[pyfunction]
pub(crate) fn count_moves_batch<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    hands: &Bound<'py, PyAny>,
    to_beat: &Bound<'py, PyAny>,
    threads: usize,
) -> PyResult<Numbers<'py>> {
    let rules = ruleset.get().rules;
    let questions = questions(py, ruleset.get(), hands, to_beat)?;
    let counts = py.detach(|| count_many(&rules, &questions, self::threads(threads)));
    let counts: Vec<i64> = counts.into_iter().map(|count| count as i64).collect();
    Ok(counts.into_pyarray(py))
}

/// Readings of many sets of cards: offsets and packed moves.
#[pyfunction]
pub(crate) fn classify_batch<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    cards: &Bound<'py, PyAny>,
) -> PyResult<(Numbers<'py>, Words<'py>)> {
    let rules = ruleset.get().rules;
    let checked = items("cards", cards)?.into_iter().enumerate();
    let checked = checked.map(|(index, cards)| ruleset.get().hand_at(py, cards, index));
    let hands = checked.collect::<PyResult<Vec<Hand>>>()?;
    let (offsets, moves) = py.detach(|| {
        let mut offsets = vec![0];
        let mut moves = Vec::new();
        for hand in hands {
            moves.extend(classify(&rules, hand));
            offsets.push(moves.len());
        }
        (offsets, moves)
    });
    Ok(csr(py, offsets, moves))
}

/// For each pair of packed moves, whether the first beats the second.
#[pyfunction]
pub(crate) fn beats_batch<'py>(
    py: Python<'py>,
    moves: &Bound<'py, PyAny>,
    others: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let plays = |name, array: &Bound<'py, PyAny>| -> PyResult<Vec<Move>> {
        let packed = items(name, array)?.into_iter().enumerate();
        let is_move = |play: &Move| play.is_pass() || play.shape().is_some();
        let play = |(index, packed)| {
            let play = Move::from_packed(packed).filter(is_move);
            play.ok_or_else(|| no_play_at(py, Packed(packed), index))
        };
        packed.map(play).collect()
    };
    let (moves, others) = (plays("moves", moves)?, plays("others", others)?);
    let answers: Vec<bool> = py.detach(|| {
        moves
            .iter()
            .zip(&others)
            .map(|(&one, &other)| beats(one, other))
            .collect()
    });
    Ok(answers.into_pyarray(py))
}

/// Deals in a row: hands by seat, bottom cards, first bidders, ranks of the turned-up cards.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "one array for each column")]
pub(crate) fn deal_batch<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    deals: (u128, u128),
    first: u64,
    count: usize,
) -> PyResult<(
    Bound<'py, PyArray2<u64>>,
    Words<'py>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i8>>,
)> {
    let rules = ruleset.get().rules;
    let players = usize::from(rules.table().players);
    let rows: Vec<_> = py.detach(|| {
        DealStream::new(deals.0, deals.1)
            .deals_from(&rules, first)
            .take(count)
            .collect()
    });
    let hands: Vec<u64> = rows
        .iter()
        .flat_map(|deal| deal.hands().iter().map(|hand| hand.packed()))
        .collect();
    let bottoms: Vec<u64> = rows.iter().map(|deal| deal.bottom.packed()).collect();
    let bidders: Vec<i8> = rows.iter().map(|deal| deal.first_bidder as i8).collect();
    let turned_up: Vec<i8> = rows.iter().map(|deal| deal.turned_up.index() as i8).collect();
    let hands = hands.into_pyarray(py).reshape([count, players])?;
    Ok((
        hands,
        bottoms.into_pyarray(py),
        bidders.into_pyarray(py),
        turned_up.into_pyarray(py),
    ))
}

/// The names of the policies that play in the core.
#[pyfunction]
pub(crate) fn policy_names() -> Vec<&'static str> {
    POLICIES.iter().map(|policy| policy.name()).collect()
}

/// Games in a row, played by policies: landlord, landlord won, bid, doublings, plays, bombs, rockets, spring.
#[pyfunction]
#[expect(
    clippy::type_complexity,
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "one array for each column, and names that come from a list"
)]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    policies: Vec<String>,
    auction: bool,
    deals: (u128, u128),
    decisions: (u128, u128),
    first: u64,
    count: usize,
    threads: usize,
) -> PyResult<(
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i8>>,
)> {
    let policies = named_policies(py, &policies)?;
    let run = Simulation::new(ruleset.get().rules, &policies, auction, deals, decisions);
    let columns = py.detach(|| run.columns(first, count, self::threads(threads)));
    Ok((
        columns.landlord.into_pyarray(py),
        columns.landlord_won.into_pyarray(py),
        columns.bid.into_pyarray(py),
        columns.doublings.into_pyarray(py),
        columns.plays.into_pyarray(py),
        columns.bombs.into_pyarray(py),
        columns.rockets.into_pyarray(py),
        columns.spring.into_pyarray(py),
    ))
}

/// The same games counted: by bid, exponent and winner, and by the number of plays.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "those of the simulation, and names that come from a list"
)]
pub(crate) fn simulate_counts<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    policies: Vec<String>,
    auction: bool,
    deals: (u128, u128),
    decisions: (u128, u128),
    first: u64,
    count: usize,
    threads: usize,
) -> PyResult<(Numbers<'py>, Numbers<'py>)> {
    let policies = named_policies(py, &policies)?;
    let run = Simulation::new(ruleset.get().rules, &policies, auction, deals, decisions);
    let counts = py.detach(|| run.counts(first, count, self::threads(threads)));
    Ok((counts.payments.into_pyarray(py), counts.plays.into_pyarray(py)))
}

pub(crate) fn named_policies(py: Python<'_>, names: &[String]) -> PyResult<Vec<&'static dyn Policy>> {
    names.iter().map(|name| named_policy(py, name)).collect()
}

pub(crate) fn named_policy(py: Python<'_>, name: &str) -> PyResult<&'static dyn Policy> {
    policy(name).ok_or_else(|| {
        let data = [("name", name.into()), ("allowed", policy_names().join(", ").into())];
        exception(py, "InvalidArgumentError", "unknown_policy", data)
    })
}

/// One game with every call of each of its deals, and every move, packed.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "names that come from a list")]
pub(crate) fn simulate_game(
    py: Python<'_>,
    ruleset: &Bound<'_, Ruleset>,
    policies: Vec<String>,
    auction: bool,
    deals: (u128, u128),
    decisions: (u128, u128),
    game: u64,
) -> PyResult<(Vec<Vec<u32>>, Vec<u64>)> {
    let policies = named_policies(py, &policies)?;
    let run = Simulation::new(ruleset.get().rules, &policies, auction, deals, decisions);
    let (calls, moves) = py.detach(|| run.trace(game));
    let calls = calls
        .into_iter()
        .map(|calls| calls.into_iter().map(u32::from).collect())
        .collect();
    Ok((calls, moves.into_iter().map(Move::packed).collect()))
}
