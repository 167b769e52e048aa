//! `PlayPhase`: the play phase of one game, the native base of the Python `Game`.

use std::ops::ControlFlow;

use doudizhu_core::{Hand, Move, Position, Rank, Rules, Tally, Undo, perft_while};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple};

use crate::convert::{Packed, Whole, move_list, move_object, whole_number};
use crate::error::{
    GivenNumbers, exception, illegal_move, illegal_move_reason, invalid_position, no_play, no_such_move, not_in_pack,
    out_of_range, wrong_phase,
};
use crate::ruleset::{Ruleset, beyond_pack};
use crate::signals::watch_signals;

/// So often a count of positions looks at the clock.
const NODES_PER_LOOK: u32 = 256;

/// Where a play phase stands.
#[derive(Clone, Copy, Default)]
enum State {
    /// Nothing has begun.
    #[default]
    Empty,
    /// In play, or over because a hand is empty.
    Playing(Position),
    /// Over without play: the hand was thrown in.
    Closed,
}

/// The play phase of one game. Empty until `_begin`.
#[pyclass(subclass, module = "doudizhu_fast._native")]
#[derive(Default)]
pub(crate) struct PlayPhase {
    state: State,
    history: Vec<Undo>,
}

impl PlayPhase {
    pub(crate) fn position(&self) -> Option<&Position> {
        match &self.state {
            State::Playing(position) => Some(position),
            State::Empty | State::Closed => None,
        }
    }

    pub(crate) fn open_position(&self, py: Python<'_>) -> PyResult<&Position> {
        match &self.state {
            State::Empty => Err(wrong_phase(py, "auction_not_over")),
            State::Playing(position) if position.winner().is_none() => Ok(position),
            State::Playing(_) | State::Closed => Err(wrong_phase(py, "game_over")),
        }
    }

    fn tally(&self) -> Tally {
        self.position().map_or_else(Tally::default, Position::tally)
    }

    fn record(&mut self, position: Position, undo: Undo) {
        self.state = State::Playing(position);
        self.history.push(undo);
    }
}

/// Why a position with a hand or standing play that exists in no game is refused.
fn unreadable(py: Python<'_>, rules: &Rules, hands: &[Packed], to_beat: Packed) -> PyErr {
    let mut counts = to_beat.counts();
    for hand in hands {
        for (total, count) in counts.iter_mut().zip(hand.counts()) {
            *total += count;
        }
    }
    let excess = beyond_pack(rules, counts);
    // A number with a kind is a move, not a hand.
    if excess != [0; Rank::COUNT] || hands.iter().any(|hand| hand.has_kind()) {
        not_in_pack(py, counts, excess)
    } else {
        no_play(py, to_beat)
    }
}

/// The packed form of whatever names a move: a Move object carries it, anything else is read by the subclass.
fn read_move(phase: &Bound<'_, PlayPhase>, given: &Bound<'_, PyAny>) -> PyResult<Move> {
    let py = phase.py();
    let carried = given
        .getattr_opt(pyo3::intern!(py, "_packed"))?
        .and_then(|packed| packed.cast_exact::<PyInt>().ok()?.extract().ok());
    if let Some(packed) = carried.map(Packed) {
        // Without a kind the packed form is that of a hand, unless the object is the pass.
        let is_move = packed.has_kind() || (packed.0 == 0 && is_move_object(given)?);
        if is_move {
            return packed.play(py);
        }
    }
    phase
        .call_method1(pyo3::intern!(py, "_read"), (given,))?
        .extract::<Packed>()?
        .play(py)
}

fn is_move_object(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    let pass = move_object(given.py(), Move::PASS)?;
    given.is_instance(&pass.bind(given.py()).get_type())
}

#[pymethods]
impl PlayPhase {
    #[new]
    #[pyo3(signature = (*args, **kwargs))]
    fn new(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> Self {
        // The arguments are those of the subclass, for its own initialiser.
        let _ = (args, kwargs);
        Self::default()
    }

    #[pyo3(
        name = "_begin",
        signature = (ruleset, hands, landlord, turn, to_beat = Packed(0), passes = Whole::Held(0),
            plays = (Whole::Held(0), Whole::Held(0)), doublings = Whole::Held(0)),
        text_signature = "($self, ruleset, hands, landlord, turn, to_beat=0, passes=0, plays=(0, 0), doublings=0)"
    )]
    #[expect(
        clippy::too_many_arguments,
        clippy::needless_pass_by_value,
        reason = "a position has that many parts, and arguments arrive by value"
    )]
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
        // Beyond what the types hold lies beyond every limit too.
        let tally = Tally {
            plays: [plays.0.get().unwrap_or(u16::MAX), plays.1.get().unwrap_or(u16::MAX)],
            doublings: doublings.get().unwrap_or(u8::MAX),
            ..Tally::default()
        };
        let (landlord_seat, turn_seat) = (landlord.index(), turn.as_ref().map(Whole::index));
        let cards: Option<Vec<_>> = hands.iter().map(|hand| Hand::from_packed(hand.0)).collect();
        let begun = match cards.zip(Move::from_packed(to_beat.0)) {
            Some((cards, standing)) => {
                Position::with_standing(rules, &cards, landlord_seat, turn_seat, standing, passes.index(), tally)
                    .map(Some)
            }
            None => Position::check_table(&rules, hands.len(), landlord_seat, turn_seat, tally).map(|()| None),
        };
        match begun {
            Ok(Some(position)) => {
                self.state = State::Playing(position);
                self.history.clear();
                Ok(())
            }
            Ok(None) => Err(unreadable(py, &rules, &hands, to_beat)),
            Err(error) => {
                let given = GivenNumbers {
                    landlord,
                    turn,
                    passes,
                    plays,
                    doublings,
                };
                Err(invalid_position(py, error, hands.len(), given))
            }
        }
    }

    #[pyo3(name = "_clear")]
    fn clear(&mut self) {
        *self = Self::default();
    }

    #[pyo3(name = "_close")]
    fn close(&mut self) {
        self.state = State::Closed;
        self.history.clear();
    }

    #[pyo3(name = "_copy_from", signature = (source, history = true))]
    fn copy_from(slf: &Bound<'_, Self>, source: &Bound<'_, Self>, history: bool) -> PyResult<()> {
        if slf.is(source) {
            if !history {
                slf.try_borrow_mut()?.history.clear();
            }
            return Ok(());
        }
        let source = source.try_borrow()?;
        let mut phase = slf.try_borrow_mut()?;
        phase.state = source.state;
        phase.history.clear();
        if history {
            phase.history.extend_from_slice(&source.history);
        }
        Ok(())
    }

    #[pyo3(name = "_undo_play")]
    fn undo_play(&mut self, py: Python<'_>) -> PyResult<()> {
        match (&mut self.state, self.history.pop()) {
            (State::Playing(position), Some(undo)) => {
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
    fn perft(&self, py: Python<'_>, depth: Whole) -> PyResult<u64> {
        let position = match self.state {
            State::Empty => return Err(wrong_phase(py, "auction_not_over")),
            State::Playing(position) => Some(position),
            State::Closed => None,
        };
        if depth.is_negative(py)? {
            return Err(out_of_range(py, "depth", "at least 0", depth.into()));
        }
        // No game has as many moves as 32 bits count, so what is deeper than that is as empty.
        let depth = depth.get().unwrap_or(u32::MAX);
        let Some(position) = position else {
            return Ok(u64::from(depth == 0));
        };
        let mut nodes = 0;
        let mut pause = watch_signals();
        let counted = py.detach(|| {
            perft_while(&position, depth, &mut || {
                nodes += 1;
                // Looking at the clock at every node would take longer than the node.
                if nodes % NODES_PER_LOOK == 0 {
                    pause()
                } else {
                    ControlFlow::Continue(())
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
    fn read<'py>(&self, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyInt>> {
        whole_number(r#move.as_borrowed())?.ok_or_else(|| {
            let data = [
                ("name", "move".into()),
                ("expected", "a move".into()),
                ("value", r#move.clone().unbind().into()),
            ];
            exception(r#move.py(), "InvalidArgumentError", "wrong_type", data)
        })
    }

    /// The legal moves in ascending order of the action ids; none outside the play phase.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        move_list(py, |moves| {
            if let Some(position) = self.position() {
                position.list_moves(moves);
            }
        })
    }

    /// The number of legal moves.
    fn count_moves(&self) -> usize {
        self.position().map_or(0, Position::count_moves)
    }

    /// Makes a move.
    #[pyo3(signature = (r#move, seat = None))]
    fn play(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>, seat: Option<Whole>) -> PyResult<()> {
        let py = slf.py();
        let turn = slf.try_borrow()?.open_position(py)?.turn();
        if let (Some(seat), Some(turn)) = (seat, turn)
            && seat.index() != turn
        {
            let data = [("seat", seat.into()), ("turn", turn.into())];
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
            None => Err(no_such_move(py, k, position.count_moves())),
        }
    }

    #[getter]
    fn _begun(&self) -> bool {
        !matches!(self.state, State::Empty)
    }

    #[getter]
    fn _over(&self) -> bool {
        match &self.state {
            State::Empty => false,
            State::Playing(position) => position.winner().is_some(),
            State::Closed => true,
        }
    }

    #[getter]
    fn _turn(&self) -> Option<usize> {
        self.position().and_then(Position::turn)
    }

    #[getter]
    fn _landlord(&self) -> i8 {
        self.position().map_or(-1, |position| position.landlord() as i8)
    }

    #[getter]
    fn _hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hands = self.position().map_or(&[][..], Position::hands);
        PyTuple::new(py, hands.iter().map(|hand| hand.packed()))
    }

    #[getter]
    fn _to_beat(&self) -> u64 {
        self.position().map_or(0, |position| position.to_beat().packed())
    }

    #[getter]
    fn _passes(&self) -> usize {
        self.position().map_or(0, Position::passes)
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
        self.position().map_or(0, |position| position.spring() as u8)
    }

    #[getter]
    fn _winner(&self) -> Option<u8> {
        self.position().and_then(Position::winner).map(|role| role as u8)
    }

    #[getter]
    fn _moves(&self) -> Vec<u64> {
        self.history.iter().map(|undo| undo.played().packed()).collect()
    }
}
