//! From core errors to Python exceptions: the only such place. Messages are worded in `doudizhu_fast.exceptions`.

use doudizhu_core::{Hand, IllegalMove, InvalidPosition, Move, Rank};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

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
    if hand.is_empty() {
        "-".to_owned()
    } else {
        hand.to_string()
    }
}

fn counts_text(counts: [u8; Rank::COUNT]) -> String {
    Rank::all()
        .flat_map(|rank| std::iter::repeat_n(rank.letter(), usize::from(counts[rank.index()])))
        .collect()
}

/// The text of a packed move, whatever it is.
fn packed_text(packed: u64) -> String {
    Move::from_packed(packed).map_or_else(|| format!("{packed:#x}"), |play| play.to_string())
}

pub(crate) fn no_play(py: Python<'_>, packed: u64) -> PyErr {
    exception(
        py,
        "IllegalMoveError",
        "not_a_play",
        [("move", packed_text(packed).into())],
    )
}

/// The same for an item of an array.
pub(crate) fn no_play_at(py: Python<'_>, packed: u64, index: usize) -> PyErr {
    let data = [("move", packed_text(packed).into()), ("index", index.into())];
    exception(py, "IllegalMoveError", "not_a_play", data)
}

pub(crate) fn not_a_play(py: Python<'_>, play: Move) -> PyErr {
    no_play(py, play.packed())
}

pub(crate) fn not_in_pack(py: Python<'_>, counts: [u8; Rank::COUNT], excess: [u8; Rank::COUNT]) -> PyErr {
    let data = [
        ("cards", counts_text(counts).into()),
        ("excess", counts_text(excess).into()),
    ];
    exception(py, "InvalidCardsError", "not_in_pack", data)
}

pub(crate) fn no_such_move(py: Python<'_>, index: i64, count: usize) -> PyErr {
    let data = [("index", index.into()), ("count", count.into())];
    exception(py, "InvalidArgumentError", "index_out_of_range", data)
}

pub(crate) fn wrong_phase(py: Python<'_>, reason: &str) -> PyErr {
    exception(py, "WrongPhaseError", reason, [("action", "play".into())])
}

/// The slug of a reason why a move may not be made.
pub(crate) fn illegal_move_reason(error: IllegalMove) -> &'static str {
    match error {
        IllegalMove::GameOver => "game_over",
        IllegalMove::PassOnLead => "pass_on_lead",
        IllegalMove::NotAPlay(_) => "not_a_play",
        IllegalMove::CardsNotHeld { .. } => "cards_not_held",
        IllegalMove::DoesNotBeat { .. } => "does_not_beat",
        _ => "illegal",
    }
}

pub(crate) fn illegal_move(py: Python<'_>, error: IllegalMove) -> PyErr {
    let reason = illegal_move_reason(error);
    match error {
        IllegalMove::GameOver => wrong_phase(py, reason),
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
        _ => exception(py, "IllegalMoveError", reason, []),
    }
}

pub(crate) fn invalid_position(py: Python<'_>, error: InvalidPosition, seats: usize, players: usize) -> PyErr {
    let last_seat = Datum::from(seats.saturating_sub(1));
    let argument = |reason, data: [(&'static str, Datum); 2]| exception(py, "InvalidArgumentError", reason, data);
    match error {
        InvalidPosition::HandCount(count) => {
            let expected = if players == 3 {
                "3 (or 2)".to_owned()
            } else {
                players.to_string()
            };
            argument("hand_count", [("expected", expected.into()), ("count", count.into())])
        }
        InvalidPosition::LandlordOutOfRange(seat) => {
            argument("landlord_out_of_range", [("last", last_seat), ("value", seat.into())])
        }
        InvalidPosition::TurnOutOfRange(seat) => {
            argument("turn_out_of_range", [("last", last_seat), ("value", seat.into())])
        }
        InvalidPosition::PassesOutOfRange(passes) => {
            let last = Datum::from(seats.saturating_sub(2));
            argument("passes_out_of_range", [("last", last), ("value", passes.into())])
        }
        InvalidPosition::NotInPack { counts, excess } => {
            let data = [
                ("cards", counts_text(counts).into()),
                ("excess", counts_text(excess).into()),
            ];
            exception(py, "InvalidCardsError", "not_in_pack", data)
        }
        InvalidPosition::NotAPlay(play) => not_a_play(py, play),
        InvalidPosition::TwoEmptyHands(count) => {
            exception(py, "InvalidArgumentError", "two_empty_hands", [("count", count.into())])
        }
        InvalidPosition::PassesOnLead(passes) => {
            exception(py, "InvalidArgumentError", "passes_on_lead", [("value", passes.into())])
        }
        _ => exception(py, "InvalidArgumentError", "turn_missing", []),
    }
}
