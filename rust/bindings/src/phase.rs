//! `PlayPhase`: the play phase of one game, the native base of the Python `Game`.

use std::ops::ControlFlow;

use doudizhu_core::{Move, Position, Tally, Undo, perft_while};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::convert::{Packed, Whole, move_list, move_object};
use crate::error::{exception, illegal_move, illegal_move_reason, invalid_position, no_such_move, wrong_phase};
use crate::ruleset::Ruleset;

const MOST_PLAYS: u16 = 1 << 15;
const MOST_DOUBLINGS: u8 = 30;
/// Inner nodes of a perft between two looks at pending signals, a few milliseconds of work.
const NODES_PER_SIGNAL_CHECK: u32 = 1 << 12;

/// The play phase of one game. Empty until `_begin`.
#[pyclass(subclass, module = "doudizhu_fast._native")]
pub(crate) struct PlayPhase {
    position: Option<Position>,
    history: Vec<Undo>,
}

impl PlayPhase {
    fn open_position(&self, py: Python<'_>) -> PyResult<&Position> {
        let position = self
            .position
            .as_ref()
            .ok_or_else(|| wrong_phase(py, "auction_not_over"))?;
        if position.winner().is_some() {
            Err(wrong_phase(py, "game_over"))
        } else {
            Ok(position)
        }
    }

    fn tally(&self) -> Tally {
        self.position.map_or_else(Tally::default, |position| position.tally())
    }

    fn record(&mut self, position: Position, undo: Undo) {
        self.position = Some(position);
        self.history.push(undo);
    }
}

fn made_plays(py: Python<'_>, made: Whole, both: (Whole, Whole)) -> PyResult<u16> {
    u16::try_from(made.0)
        .ok()
        .filter(|&made| made <= MOST_PLAYS)
        .ok_or_else(|| {
            let shown = format!("({}, {})", both.0.0, both.1.0);
            exception(
                py,
                "InvalidArgumentError",
                "plays_out_of_range",
                [("value", shown.into())],
            )
        })
}

fn made_doublings(py: Python<'_>, made: Whole) -> PyResult<u8> {
    u8::try_from(made.0)
        .ok()
        .filter(|&made| made <= MOST_DOUBLINGS)
        .ok_or_else(|| {
            exception(
                py,
                "InvalidArgumentError",
                "doublings_out_of_range",
                [("value", made.0.into())],
            )
        })
}

/// The packed form of whatever names a move: a Move object carries it, anything else is read by the subclass.
fn read_move(phase: &Bound<'_, PlayPhase>, given: &Bound<'_, PyAny>) -> PyResult<Move> {
    let py = phase.py();
    let carried = given
        .getattr_opt(pyo3::intern!(py, "_packed"))?
        .and_then(|packed| packed.extract::<u64>().ok());
    if let Some(play) = carried.and_then(Move::from_packed) {
        let is_pass = play.is_pass() && move_object(py, Move::PASS)?.is(given);
        // Without kind bits the packed form is that of a hand, unless the object is the pass.
        if is_pass || play.packed() >> 60 != 0 {
            return Ok(play);
        }
    }
    phase
        .call_method1(pyo3::intern!(py, "_read"), (given,))?
        .extract::<Packed>()?
        .play(py)
}

#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the bare method does not fit every lifetime"
)]
fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

#[pymethods]
impl PlayPhase {
    #[new]
    #[pyo3(signature = (*args, **kwargs))]
    fn new(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> Self {
        // The arguments are those of the subclass, for its own initialiser.
        let _ = (args, kwargs);
        Self {
            position: None,
            history: Vec::new(),
        }
    }

    #[pyo3(
        name = "_begin",
        signature = (ruleset, hands, landlord, turn, to_beat = Packed(0), passes = Whole(0),
            plays = (Whole(0), Whole(0)), doublings = Whole(0)),
        text_signature = "($self, ruleset, hands, landlord, turn, to_beat=0, passes=0, plays=(0, 0), doublings=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "a position has that many parts")]
    fn begin(
        &mut self,
        py: Python<'_>,
        ruleset: &Bound<'_, Ruleset>,
        hands: Vec<Packed>,
        landlord: Whole,
        turn: Option<Whole>,
        to_beat: Packed,
        passes: Whole,
        plays: (Whole, Whole),
        doublings: Whole,
    ) -> PyResult<()> {
        let rules = ruleset.get().rules;
        let hands = hands
            .into_iter()
            .map(|hand| ruleset.get().hand(py, hand))
            .collect::<PyResult<Vec<_>>>()?;
        let tally = Tally {
            plays: [made_plays(py, plays.0, plays)?, made_plays(py, plays.1, plays)?],
            doublings: made_doublings(py, doublings)?,
            ..Tally::default()
        };
        let position = Position::with_standing(
            rules,
            &hands,
            landlord.index(),
            turn.map(Whole::index),
            to_beat.play(py)?,
            passes.index(),
            tally,
        );
        let players = usize::from(rules.table().players);
        self.position = Some(position.map_err(|error| invalid_position(py, error, hands.len(), players))?);
        self.history.clear();
        Ok(())
    }

    #[pyo3(name = "_clear")]
    fn clear(&mut self) {
        self.position = None;
        self.history.clear();
    }

    #[pyo3(name = "_copy_from")]
    fn copy_from(slf: &Bound<'_, Self>, source: &Bound<'_, Self>) -> PyResult<()> {
        if slf.is(source) {
            return Ok(());
        }
        let (position, history) = {
            let source = source.try_borrow()?;
            (source.position, source.history.clone())
        };
        let mut phase = slf.try_borrow_mut()?;
        (phase.position, phase.history) = (position, history);
        Ok(())
    }

    #[pyo3(name = "_undo_play")]
    fn undo_play(&mut self, py: Python<'_>) -> PyResult<()> {
        match (self.position.as_mut(), self.history.pop()) {
            (Some(position), Some(undo)) => {
                position.undo(undo);
                Ok(())
            }
            _ => Err(exception(py, "WrongPhaseError", "nothing_to_undo", [])),
        }
    }

    #[pyo3(name = "_why_illegal")]
    fn why_illegal(&self, py: Python<'_>, r#move: Packed) -> PyResult<Option<&'static str>> {
        let position = self.open_position(py)?;
        let Some(play) = Move::from_packed(r#move.0) else {
            return Ok(Some("not_a_play"));
        };
        Ok(position.why_illegal(play).map(illegal_move_reason))
    }

    #[pyo3(name = "_perft")]
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let position = *self
            .position
            .as_ref()
            .ok_or_else(|| wrong_phase(py, "auction_not_over"))?;
        let mut nodes = 0;
        let counted = py.detach(|| {
            perft_while(&position, depth, &mut || {
                nodes += 1;
                if nodes % NODES_PER_SIGNAL_CHECK != 0 {
                    return ControlFlow::Continue(());
                }
                match check_signals() {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(interrupt) => ControlFlow::Break(interrupt),
                }
            })
        });
        match counted {
            ControlFlow::Continue(sequences) => Ok(sequences),
            ControlFlow::Break(interrupt) => Err(interrupt),
        }
    }

    #[pyo3(name = "_read")]
    #[expect(clippy::unused_self, reason = "a method for subclasses to override")]
    fn read(&self, py: Python<'_>, r#move: Packed) -> PyResult<u64> {
        Ok(r#move.play(py)?.packed())
    }

    /// The legal moves in ascending order of the action ids; none outside the play phase.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves = self.position.map_or_else(Vec::new, |position| position.legal_moves());
        move_list(py, &moves)
    }

    /// The number of legal moves.
    fn count_moves(&self) -> usize {
        self.position.map_or(0, |position| position.count_moves())
    }

    /// Makes a move.
    #[pyo3(signature = (r#move, seat = None))]
    fn play(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>, seat: Option<Whole>) -> PyResult<()> {
        let py = slf.py();
        let turn = slf.try_borrow()?.open_position(py)?.turn();
        if let (Some(seat), Some(turn)) = (seat, turn)
            && seat.index() != turn
        {
            let data = [("seat", seat.0.into()), ("turn", turn.into())];
            return Err(exception(py, "IllegalMoveError", "out_of_turn", data));
        }
        let play = read_move(slf, r#move)?;
        let mut phase = slf.try_borrow_mut()?;
        let mut position = *phase.open_position(py)?;
        let undo = position.play(play).map_err(|error| illegal_move(py, error))?;
        phase.record(position, undo);
        Ok(())
    }

    /// Makes the legal move with index k.
    fn play_index(&mut self, py: Python<'_>, k: Whole) -> PyResult<()> {
        let mut position = *self.open_position(py)?;
        match position.play_nth(k.index()) {
            Some(undo) => {
                self.record(position, undo);
                Ok(())
            }
            None => Err(no_such_move(py, k.0, position.count_moves())),
        }
    }

    #[getter]
    fn _begun(&self) -> bool {
        self.position.is_some()
    }

    #[getter]
    fn _over(&self) -> bool {
        self.position.is_some_and(|position| position.winner().is_some())
    }

    #[getter]
    fn _turn(&self) -> Option<usize> {
        self.position.and_then(|position| position.turn())
    }

    #[getter]
    fn _landlord(&self) -> i8 {
        self.position.map_or(-1, |position| position.landlord() as i8)
    }

    #[getter]
    fn _hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = self.position.as_ref().map_or(&[][..], Position::hands);
        PyTuple::new(py, hands.iter().map(|hand| hand.packed()))
    }

    #[getter]
    fn _to_beat(&self) -> u64 {
        self.position.map_or(0, |position| position.to_beat().packed())
    }

    #[getter]
    fn _passes(&self) -> usize {
        self.position.map_or(0, |position| position.passes())
    }

    #[getter]
    fn _plays(&self) -> (u16, u16) {
        self.tally().plays.into()
    }

    #[getter]
    fn _doublings(&self) -> u8 {
        self.tally().doublings
    }

    #[getter]
    fn _bombs(&self) -> u8 {
        self.tally().bombs
    }

    #[getter]
    fn _rockets(&self) -> u8 {
        self.tally().rockets
    }

    #[getter]
    fn _spring(&self) -> u8 {
        self.position.map_or(0, |position| position.spring() as u8)
    }

    #[getter]
    fn _winner(&self) -> Option<u8> {
        self.position
            .and_then(|position| position.winner())
            .map(|role| role as u8)
    }

    #[getter]
    fn _moves(&self) -> Vec<u64> {
        self.history.iter().map(|undo| undo.played().packed()).collect()
    }
}
