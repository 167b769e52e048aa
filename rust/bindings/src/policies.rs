//! Single decisions of the policies, for players that are asked one question at a time.

use doudizhu_core::{Auction, DECISION_STRIDE, DrawStream, Draws, chosen_move};
use pyo3::prelude::*;

use crate::bulk::named_policy;
use crate::convert::Packed;
use crate::error::out_of_range;
use crate::phase::PlayPhase;
use crate::ruleset::Ruleset;

type Stream = (u128, u128);

fn draws(decisions: Stream, number: u64) -> Draws {
    DrawStream::new(decisions.0, decisions.1, DECISION_STRIDE).at(number)
}

/// What a policy calls with this hand after these calls.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "numbers that come from a list")]
#[expect(clippy::too_many_arguments, reason = "a decision has that many parts")]
pub(crate) fn policy_bid(
    py: Python<'_>,
    policy: &str,
    ruleset: &Bound<'_, Ruleset>,
    first_bidder: usize,
    bids: Vec<u8>,
    hand: Packed,
    decisions: Stream,
    number: u64,
) -> PyResult<u8> {
    let policy = named_policy(py, policy)?;
    let ruleset = ruleset.get();
    let hand = ruleset.hand(py, hand)?;
    let auction = Auction::after(&ruleset.rules, first_bidder, &bids)
        .ok_or_else(|| out_of_range(py, "bids", "calls of an auction that is not over", bids.len().into()))?;
    Ok(policy.bid(&auction, hand, &mut draws(decisions, number)))
}

/// The move that a policy makes in a position, packed.
#[pyfunction]
pub(crate) fn policy_play(
    py: Python<'_>,
    policy: &str,
    phase: &Bound<'_, PlayPhase>,
    decisions: Stream,
    number: u64,
) -> PyResult<u64> {
    let policy = named_policy(py, policy)?;
    let mut position = *phase.try_borrow()?.open_position(py)?;
    let chosen = chosen_move(policy, &mut position, &mut draws(decisions, number));
    Ok(chosen.packed())
}
