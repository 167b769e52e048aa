//! From core errors to Python exceptions: the only such place. Messages are worded in `doudizhu_fast.exceptions`.

use doudizhu_core::{Hand, IllegalMove, InvalidPosition, InvalidRules, Move, Rank};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::convert::{Packed, Whole};

/// One named datum of an exception.
pub(crate) enum Datum {
    Text(String),
    Number(i64),
    Object(Py<PyAny>),
}

impl From<String> for Datum {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Datum {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<usize> for Datum {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<i64> for Datum {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<Py<PyAny>> for Datum {
    fn from(object: Py<PyAny>) -> Self {
        Self::Object(object)
    }
}

/// An exception of `doudizhu_fast.exceptions` with this reason and data.
pub(crate) fn exception(
    py: Python<'_>,
    class: &str,
    reason: &str,
    data: impl IntoIterator<Item = (&'static str, Datum)>,
) -> PyErr {
    let build = || {
        let arguments = PyDict::new(py);
        for (name, datum) in data {
            match datum {
                Datum::Text(text) => arguments.set_item(name, text)?,
                Datum::Number(number) => arguments.set_item(name, number)?,
                Datum::Object(object) => arguments.set_item(name, object)?,
            }
        }
        let class = py.import("doudizhu_fast.exceptions")?.getattr(class)?;
        class.call((PyString::new(py, reason),), Some(&arguments))
    };
    match build() {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// Cards as text; `-` where there are none.
pub(crate) fn cards_text(hand: Hand) -> String {
    counts_text(hand.counts())
}

fn counts_text(counts: [u8; Rank::COUNT]) -> String {
    if counts == [0; Rank::COUNT] {
        return "-".to_owned();
    }
    Rank::all()
        .flat_map(|rank| std::iter::repeat_n(rank.letter(), usize::from(counts[rank.index()])))
        .collect()
}

/// The text of a packed move, whatever it is.
fn packed_text(packed: Packed) -> String {
    match Move::from_packed(packed.0) {
        Some(play) if play.cards().is_empty() && !play.is_pass() => "-".to_owned(),
        Some(play) => play.to_string(),
        None => counts_text(packed.counts()),
    }
}

pub(crate) fn no_play(py: Python<'_>, packed: Packed) -> PyErr {
    let data = [("move", packed_text(packed).into())];
    exception(py, "IllegalMoveError", "not_a_play", data)
}

/// The same for an item of an array.
pub(crate) fn no_play_at(py: Python<'_>, packed: Packed, index: usize) -> PyErr {
    let data = [("move", packed_text(packed).into()), ("index", index.into())];
    exception(py, "IllegalMoveError", "not_a_play", data)
}

pub(crate) fn not_a_play(py: Python<'_>, play: Move) -> PyErr {
    no_play(py, Packed(play.packed()))
}

pub(crate) fn not_in_pack(py: Python<'_>, counts: [u8; Rank::COUNT], excess: [u8; Rank::COUNT]) -> PyErr {
    let data = [
        ("cards", counts_text(counts).into()),
        ("excess", counts_text(excess).into()),
    ];
    exception(py, "InvalidCardsError", "not_in_pack", data)
}

pub(crate) fn no_such_move(py: Python<'_>, index: Whole, count: usize) -> PyErr {
    let data = [("index", index.into()), ("count", count.into())];
    exception(py, "InvalidArgumentError", "index_out_of_range", data)
}

pub(crate) fn out_of_range(py: Python<'_>, name: &str, expected: impl Into<Datum>, value: Datum) -> PyErr {
    let data = [("name", name.into()), ("expected", expected.into()), ("value", value)];
    exception(py, "InvalidArgumentError", "out_of_range", data)
}

pub(crate) fn wrong_phase(py: Python<'_>, reason: &str) -> PyErr {
    exception(py, "WrongPhaseError", reason, [("action", "play".into())])
}

/// The same error for an item of an array: what it says, and the index of the item.
pub(crate) fn at_index(py: Python<'_>, error: &PyErr, index: usize) -> PyErr {
    match error.value(py).call_method1("at_index", (index,)) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// The slug of a reason why a move may not be made.
pub(crate) fn illegal_move_reason(error: IllegalMove) -> &'static str {
    match error {
        IllegalMove::GameOver => "game_over",
        IllegalMove::PassOnLead => "pass_on_lead",
        IllegalMove::NotAPlay(_) => "not_a_play",
        IllegalMove::CardsNotHeld { .. } => "cards_not_held",
        IllegalMove::DoesNotBeat { .. } => "does_not_beat",
    }
}

pub(crate) fn illegal_move(py: Python<'_>, error: IllegalMove) -> PyErr {
    let reason = illegal_move_reason(error);
    match error {
        IllegalMove::GameOver => wrong_phase(py, reason),
        IllegalMove::PassOnLead => exception(py, "IllegalMoveError", reason, []),
        IllegalMove::NotAPlay(play) => not_a_play(py, play),
        IllegalMove::CardsNotHeld { play, hand } => {
            let missing = cards_text(hand.missing(play.cards()));
            let data = [
                ("move", play.to_string().into()),
                ("hand", cards_text(hand).into()),
                ("missing", missing.into()),
            ];
            exception(py, "IllegalMoveError", reason, data)
        }
        IllegalMove::DoesNotBeat { play, to_beat } => {
            let data = [
                ("move", play.to_string().into()),
                ("to_beat", to_beat.to_string().into()),
            ];
            exception(py, "IllegalMoveError", reason, data)
        }
    }
}

pub(crate) fn invalid_rules(py: Python<'_>, error: InvalidRules) -> PyResult<PyErr> {
    Ok(match error {
        InvalidRules::UnknownValue { field, allowed, value } => {
            let allowed: Vec<_> = allowed.iter().map(u8::to_string).collect();
            let data = [
                ("field", field.into()),
                ("allowed", allowed.join(", ").into()),
                ("value", Datum::from(i64::from(value))),
            ];
            exception(py, "InvalidRulesError", "unknown_value", data)
        }
        InvalidRules::Contradiction { fields } => {
            let names = PyTuple::new(py, fields)?.into_any().unbind();
            let data = [("fields", names.into()), ("detail", fields.join(", ").into())];
            exception(py, "InvalidRulesError", "contradiction", data)
        }
    })
}

/// The numbers of a position as they were given.
pub(crate) struct GivenNumbers {
    pub(crate) landlord: Whole,
    pub(crate) turn: Option<Whole>,
    pub(crate) passes: Whole,
    pub(crate) plays: (Whole, Whole),
    pub(crate) doublings: Whole,
}

/// Errors name the numbers that were given, since those that the core saw may have been cut to its types.
pub(crate) fn invalid_position(py: Python<'_>, error: InvalidPosition, seats: usize, given: GivenNumbers) -> PyErr {
    let last_seat = Datum::from(seats.saturating_sub(1));
    match error {
        InvalidPosition::HandCount { count, expected } => {
            let expected: Vec<_> = expected.iter().map(usize::to_string).collect();
            let data = [("expected", expected.join(" or ").into()), ("count", count.into())];
            argument(py, "hand_count", data)
        }
        InvalidPosition::LandlordOutOfRange(_) => {
            let data = [("last", last_seat), ("value", given.landlord.into())];
            argument(py, "landlord_out_of_range", data)
        }
        InvalidPosition::TurnOutOfRange(seat) => {
            let turn = given.turn.map_or_else(|| seat.into(), Datum::from);
            argument(py, "turn_out_of_range", [("last", last_seat), ("value", turn)])
        }
        InvalidPosition::PlaysOutOfRange(_) => match plays_object(py, given.plays) {
            Ok(plays) => argument(py, "plays_out_of_range", [("value", plays.into())]),
            Err(error) => error,
        },
        InvalidPosition::DoublingsOutOfRange(_) => {
            argument(py, "doublings_out_of_range", [("value", given.doublings.into())])
        }
        InvalidPosition::NotInPack { counts, excess } => not_in_pack(py, counts, excess),
        InvalidPosition::NotAPlay(play) => not_a_play(py, play),
        InvalidPosition::TwoEmptyHands(count) => argument(py, "two_empty_hands", [("count", count.into())]),
        InvalidPosition::PassesOutOfRange(_) => {
            let last = seats.saturating_sub(2).into();
            argument(
                py,
                "passes_out_of_range",
                [("last", last), ("value", given.passes.into())],
            )
        }
        InvalidPosition::PassesOnLead(_) => argument(py, "passes_on_lead", [("value", given.passes.into())]),
        InvalidPosition::TurnMissing => argument(py, "turn_missing", []),
    }
}

fn argument<const N: usize>(py: Python<'_>, reason: &str, data: [(&'static str, Datum); N]) -> PyErr {
    exception(py, "InvalidArgumentError", reason, data)
}

fn plays_object(py: Python<'_>, plays: (Whole, Whole)) -> PyResult<Py<PyAny>> {
    let both = (plays.0.object(py)?, plays.1.object(py)?);
    Ok(both.into_pyobject(py)?.into_any().unbind())
}
