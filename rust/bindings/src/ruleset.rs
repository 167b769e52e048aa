//! `Ruleset`: a rule set and what can be asked of it, over packed ints.

use std::sync::OnceLock;

use doudizhu_core::{
    ActionSpace, DealStream, Hand, Move, Named, Rank, Rules, Shape, classify, count_moves, is_play, list_moves,
    nth_move, shape_of_play,
};
use numpy::{
    Element, IntoPyArray, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple};

use crate::convert::{Integer, Packed, Whole, move_list};
use crate::error::{
    Datum, at_index, exception, invalid_rules, no_play, no_play_at, no_such_move, not_a_play, not_in_pack, out_of_range,
};

/// A rule set, compiled.
#[pyclass(frozen, module = "doudizhu_fast._native")]
pub(crate) struct Ruleset {
    pub(crate) rules: Rules,
    space: OnceLock<ActionSpace>,
}

/// The value of a switch that has names for its values.
fn named<T: Named>(field: &str, given: &Bound<'_, PyAny>) -> PyResult<T> {
    let name = given.cast_exact::<PyString>().ok();
    name.and_then(|name| T::from_name(name.to_str().ok()?))
        .ok_or_else(|| unknown_value(field, T::NAMES.iter().map(|(known, _)| *known), given))
}

/// The value of a switch that is on or off.
fn flag(field: &str, given: &Bound<'_, PyAny>) -> PyResult<bool> {
    let flag = given.cast_exact::<PyBool>();
    flag.map(PyBoolMethods::is_true)
        .map_err(|_| unknown_value(field, ["True", "False"], given))
}

/// The value of a switch that is one of these numbers.
fn number(field: &str, given: &Bound<'_, PyAny>, allowed: &[u8]) -> PyResult<u8> {
    let number = given.cast_exact::<PyInt>().ok();
    number
        .and_then(|number| number.extract().ok())
        .filter(|number| allowed.contains(number))
        .ok_or_else(|| unknown_value(field, allowed.iter().map(u8::to_string), given))
}

fn unknown_value<T: AsRef<str>>(field: &str, allowed: impl IntoIterator<Item = T>, given: &Bound<'_, PyAny>) -> PyErr {
    let allowed = allowed.into_iter().map(|value| value.as_ref().to_owned());
    let data = [
        ("field", field.into()),
        ("allowed", allowed.collect::<Vec<_>>().join(", ").into()),
        ("value", given.clone().unbind().into()),
    ];
    exception(given.py(), "InvalidRulesError", "unknown_value", data)
}

/// The cards among these that the pack does not hold.
pub(crate) fn beyond_pack(rules: &Rules, counts: [u8; Rank::COUNT]) -> [u8; Rank::COUNT] {
    let pack = rules.table().pack().counts();
    std::array::from_fn(|rank| counts[rank].saturating_sub(pack[rank]))
}

/// A number that `bits` bits hold.
fn below<T: for<'py> FromPyObjectOwned<'py>>(name: &str, bits: u32, value: Integer<'_>) -> PyResult<T> {
    let number = value.0.extract().ok();
    number.ok_or_else(|| {
        let expected = format!("0 to 2**{bits} - 1");
        out_of_range(value.0.py(), name, expected, value.0.into_any().unbind().into())
    })
}

/// An array of one dimension and this type of item.
fn flat<'py, T: Element>(name: &str, given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, T>> {
    let py = given.py();
    let expected = numpy::dtype::<T>(py);
    let refused = |reason, expected: Datum, value: Datum| {
        let data = [("name", name.into()), ("expected", expected), ("value", value)];
        exception(py, "InvalidArgumentError", reason, data)
    };
    let Ok(array) = given.cast::<PyUntypedArray>() else {
        let expected = format!("an array of {expected}");
        return Err(refused("wrong_type", expected.into(), given.clone().unbind().into()));
    };
    if !array.dtype().is_equiv_to(&expected) {
        let found = array.dtype().to_string();
        return Err(refused("wrong_dtype", expected.to_string().into(), found.into()));
    }
    if array.ndim() != 1 {
        let shape = given.getattr("shape")?.unbind();
        return Err(refused("wrong_shape", "(n,)".into(), shape.into()));
    }
    // Items that do not stand where their type has to stand cannot be read in place.
    let aligned: bool = given.getattr("flags")?.getattr("aligned")?.extract()?;
    let array = if aligned {
        given.clone()
    } else {
        given.call_method0("copy")?
    };
    Ok(array.cast_into::<PyArray1<T>>()?.try_readonly()?)
}

/// The items of such an array.
pub(crate) fn items<T: Element + Copy>(name: &'static str, given: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    Ok(flat::<T>(name, given)?.as_array().iter().copied().collect())
}

impl Ruleset {
    fn space(&self) -> &ActionSpace {
        self.space.get_or_init(|| ActionSpace::new(&self.rules))
    }

    pub(crate) fn hand(&self, py: Python<'_>, packed: Packed) -> PyResult<Hand> {
        let pack = self.rules.table().pack();
        let hand = Hand::from_packed(packed.0).filter(|&hand| pack.contains(hand));
        hand.ok_or_else(|| {
            let counts = packed.counts();
            not_in_pack(py, counts, beyond_pack(&self.rules, counts))
        })
    }

    pub(crate) fn to_beat(&self, py: Python<'_>, packed: Packed) -> PyResult<Option<Shape>> {
        let play = packed.play(py)?;
        if play.is_pass() {
            return Ok(None);
        }
        let shape = shape_of_play(&self.rules, play).ok_or_else(|| not_a_play(py, play))?;
        Ok(Some(shape))
    }

    /// A hand out of an array.
    pub(crate) fn hand_at(&self, py: Python<'_>, packed: u64, index: usize) -> PyResult<Hand> {
        let hand = self.hand(py, Packed(packed));
        hand.map_err(|error| at_index(py, &error, index))
    }

    /// The shape of a standing play out of an array, `None` for 0.
    pub(crate) fn to_beat_at(&self, py: Python<'_>, packed: u64, index: usize) -> PyResult<Option<Shape>> {
        let shape = self.to_beat(py, Packed(packed));
        shape.map_err(|error| at_index(py, &error, index))
    }

    fn id_of(&self, packed: Packed) -> Option<usize> {
        self.space().id(Move::from_packed(packed.0)?)
    }

    fn action_of(&self, py: Python<'_>, id: Whole, index: Option<usize>) -> PyResult<Move> {
        self.space().action(id.index()).ok_or_else(|| {
            let last = self.space().len() - 1;
            let data = [("id", id.into()), ("last", last.into())];
            let index = index.map(|index| ("index", index.into()));
            exception(
                py,
                "InvalidArgumentError",
                "action_out_of_range",
                data.into_iter().chain(index),
            )
        })
    }
}

#[pymethods]
impl Ruleset {
    #[new]
    #[pyo3(signature = (*, players, auction, all_pass, turned_up_card, bottom_cards, trio_with_solo,
        trio_chain_with_solos, trio_chain_with_pairs, quad_with_kickers, kicker_solos, adjacent_trio_as_kickers,
        both_jokers_as_kickers, quad_solos, joker_pairs, four_jokers_as_kickers, scoring, bomb_double_min, spring))]
    #[expect(clippy::too_many_arguments, reason = "one keyword for each switch")]
    fn new(
        py: Python<'_>,
        players: &Bound<'_, PyAny>,
        auction: &Bound<'_, PyAny>,
        all_pass: &Bound<'_, PyAny>,
        turned_up_card: &Bound<'_, PyAny>,
        bottom_cards: &Bound<'_, PyAny>,
        trio_with_solo: &Bound<'_, PyAny>,
        trio_chain_with_solos: &Bound<'_, PyAny>,
        trio_chain_with_pairs: &Bound<'_, PyAny>,
        quad_with_kickers: &Bound<'_, PyAny>,
        kicker_solos: &Bound<'_, PyAny>,
        adjacent_trio_as_kickers: &Bound<'_, PyAny>,
        both_jokers_as_kickers: &Bound<'_, PyAny>,
        quad_solos: &Bound<'_, PyAny>,
        joker_pairs: &Bound<'_, PyAny>,
        four_jokers_as_kickers: &Bound<'_, PyAny>,
        scoring: &Bound<'_, PyAny>,
        bomb_double_min: &Bound<'_, PyAny>,
        spring: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let rules = Rules {
            players: number("players", players, Rules::PLAYERS)?,
            auction: named("auction", auction)?,
            all_pass: named("all_pass", all_pass)?,
            turned_up_card: flag("turned_up_card", turned_up_card)?,
            bottom_cards: named("bottom_cards", bottom_cards)?,
            trio_with_solo: flag("trio_with_solo", trio_with_solo)?,
            trio_chain_with_solos: flag("trio_chain_with_solos", trio_chain_with_solos)?,
            trio_chain_with_pairs: flag("trio_chain_with_pairs", trio_chain_with_pairs)?,
            quad_with_kickers: flag("quad_with_kickers", quad_with_kickers)?,
            kicker_solos: named("kicker_solos", kicker_solos)?,
            adjacent_trio_as_kickers: flag("adjacent_trio_as_kickers", adjacent_trio_as_kickers)?,
            both_jokers_as_kickers: flag("both_jokers_as_kickers", both_jokers_as_kickers)?,
            quad_solos: named("quad_solos", quad_solos)?,
            joker_pairs: flag("joker_pairs", joker_pairs)?,
            four_jokers_as_kickers: flag("four_jokers_as_kickers", four_jokers_as_kickers)?,
            scoring: named("scoring", scoring)?,
            bomb_double_min: number("bomb_double_min", bomb_double_min, Rules::BOMB_DOUBLE_MINS)?,
            spring: flag("spring", spring)?,
        };
        match rules.validate() {
            Ok(()) => Ok(Self {
                rules,
                space: OnceLock::new(),
            }),
            Err(error) => Err(invalid_rules(py, error)?),
        }
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.rules.table().players
    }

    /// The number of packs.
    #[getter]
    fn packs(&self) -> u8 {
        self.rules.table().packs
    }

    /// Cards dealt to each player.
    #[getter]
    fn hand_size(&self) -> u8 {
        self.rules.table().hand_size
    }

    /// Cards that the landlord picks up.
    #[getter]
    fn bottom_size(&self) -> u8 {
        self.rules.table().bottom_size
    }

    /// The most cards of one play.
    #[getter]
    fn largest_play(&self) -> u8 {
        self.rules.table().largest_play()
    }

    /// The legal moves in ascending order of the action ids, as Move objects.
    #[pyo3(signature = (hand, to_beat = Packed(0)), text_signature = "($self, hand, to_beat=0)")]
    fn legal_moves<'py>(&self, py: Python<'py>, hand: Packed, to_beat: Packed) -> PyResult<Bound<'py, PyList>> {
        let (hand, to_beat) = (self.hand(py, hand)?, self.to_beat(py, to_beat)?);
        move_list(py, |moves| list_moves(&self.rules, hand, to_beat, moves))
    }

    /// The number of legal moves.
    #[pyo3(signature = (hand, to_beat = Packed(0)), text_signature = "($self, hand, to_beat=0)")]
    fn count_moves(&self, py: Python<'_>, hand: Packed, to_beat: Packed) -> PyResult<usize> {
        Ok(count_moves(
            &self.rules,
            self.hand(py, hand)?,
            self.to_beat(py, to_beat)?,
        ))
    }

    /// The legal move with index k, packed.
    #[pyo3(signature = (hand, k, to_beat = Packed(0)), text_signature = "($self, hand, k, to_beat=0)")]
    fn nth_move(&self, py: Python<'_>, hand: Packed, k: Whole, to_beat: Packed) -> PyResult<u64> {
        let (hand, to_beat) = (self.hand(py, hand)?, self.to_beat(py, to_beat)?);
        nth_move(&self.rules, hand, to_beat, k.index())
            .map(Move::packed)
            .ok_or_else(|| no_such_move(py, k, count_moves(&self.rules, hand, to_beat)))
    }

    /// Every play that exactly these cards make, packed.
    fn classify(&self, py: Python<'_>, cards: Packed) -> PyResult<Vec<u64>> {
        Ok(classify(&self.rules, self.hand(py, cards)?).map(Move::packed).collect())
    }

    /// Whether the packed move is a play under these rules.
    fn is_play(&self, r#move: Packed) -> bool {
        Move::from_packed(r#move.0).is_some_and(|play| is_play(&self.rules, play))
    }

    /// The number of actions, the pass included.
    fn action_count(&self, py: Python<'_>) -> usize {
        py.detach(|| self.space().len())
    }

    /// The id of a packed move.
    fn action_id(&self, py: Python<'_>, r#move: Packed) -> PyResult<usize> {
        self.id_of(r#move).ok_or_else(|| no_play(py, r#move))
    }

    /// The packed move with this id.
    fn action(&self, py: Python<'_>, id: Whole) -> PyResult<u64> {
        Ok(self.action_of(py, id, None)?.packed())
    }

    /// The ids of many packed moves.
    fn action_ids<'py>(&self, py: Python<'py>, moves: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let moves = flat::<u64>("moves", moves)?;
        let id_of = |(index, &packed): (usize, &u64)| {
            let packed = Packed(packed);
            let id = self.id_of(packed).ok_or_else(|| no_play_at(py, packed, index))?;
            Ok(i32::try_from(id)?)
        };
        let ids: PyResult<Vec<_>> = moves.as_array().iter().enumerate().map(id_of).collect();
        Ok(ids?.into_pyarray(py))
    }

    /// The packed moves with these ids.
    fn actions<'py>(&self, py: Python<'py>, ids: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let ids = flat::<i64>("ids", ids)?;
        let moves: PyResult<Vec<_>> = ids
            .as_array()
            .iter()
            .enumerate()
            .map(|(index, &id)| Ok(self.action_of(py, Whole::Held(id), Some(index))?.packed()))
            .collect();
        Ok(moves?.into_pyarray(py))
    }

    /// One deal of a stream: hands, bottom cards, first bidder, turned-up rank.
    fn deal<'py>(
        &self,
        py: Python<'py>,
        initstate: Integer<'py>,
        initseq: Integer<'py>,
        game: Integer<'py>,
        redeal: Integer<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, u64, usize, usize)> {
        let initstate = below("initstate", 128, initstate)?;
        let initseq = below("initseq", 128, initseq)?;
        let game = below("game", 64, game)?;
        let redeal = below("redeal", 64, redeal)?;
        let deal = DealStream::new(initstate, initseq).deal(&self.rules, game, redeal);
        let hands = PyTuple::new(py, deal.hands().iter().map(|hand| hand.packed()))?;
        Ok((hands, deal.bottom.packed(), deal.first_bidder, deal.turned_up.index()))
    }
}
