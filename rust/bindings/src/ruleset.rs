//! `Ruleset`: a rule set and what can be asked of it, over packed ints.

use std::sync::OnceLock;

use doudizhu_core::{
    ActionSpace, DealStream, Hand, Move, Named, Rank, Rules, Shape, classify, count_moves, is_play, legal_moves,
    nth_move,
};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::convert::{Packed, Whole, move_list};
use crate::error::{Datum, exception, no_play, no_play_at, no_such_move, not_a_play, not_in_pack};

/// A rule set, compiled.
#[pyclass(frozen, module = "doudizhu_fast._native")]
pub(crate) struct Ruleset {
    pub(crate) rules: Rules,
    space: OnceLock<ActionSpace>,
}

fn named<T: Named>(py: Python<'_>, field: &str, name: &str) -> PyResult<T> {
    T::from_name(name).ok_or_else(|| {
        let allowed: Vec<_> = T::NAMES.iter().map(|(known, _)| *known).collect();
        unknown_value(py, field, allowed.join(", "), name.into())
    })
}

fn unknown_value(py: Python<'_>, field: &str, allowed: String, value: Datum) -> PyErr {
    let data = [("field", field.into()), ("allowed", allowed.into()), ("value", value)];
    exception(py, "InvalidRulesError", "unknown_value", data)
}

fn small(py: Python<'_>, field: &str, value: Whole, least: u8, most: u8) -> PyResult<u8> {
    u8::try_from(value.0)
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| unknown_value(py, field, format!("{least} to {most}"), value.0.into()))
}

impl Ruleset {
    fn space(&self) -> &ActionSpace {
        self.space.get_or_init(|| ActionSpace::new(&self.rules))
    }

    pub(crate) fn hand(&self, py: Python<'_>, packed: Packed) -> PyResult<Hand> {
        let pack = self.rules.table().pack();
        Hand::from_packed(packed.0)
            .filter(|&hand| pack.contains(hand))
            .ok_or_else(|| {
                let counts: [u8; Rank::COUNT] = std::array::from_fn(|rank| (packed.0 >> (4 * rank) & 0xF) as u8);
                let limits = pack.counts();
                not_in_pack(
                    py,
                    counts,
                    std::array::from_fn(|rank| counts[rank].saturating_sub(limits[rank])),
                )
            })
    }

    fn to_beat(&self, py: Python<'_>, packed: Packed) -> PyResult<Option<Shape>> {
        let play = packed.play(py)?;
        if play.is_pass() {
            return Ok(None);
        }
        play.shape()
            .filter(|_| is_play(&self.rules, play))
            .map(Some)
            .ok_or_else(|| not_a_play(py, play))
    }

    fn id_of(&self, packed: Packed) -> Option<usize> {
        self.space().id(Move::from_packed(packed.0)?)
    }

    fn action_of(&self, py: Python<'_>, id: Whole, place: Option<usize>) -> PyResult<Move> {
        self.space().action(id.index()).ok_or_else(|| {
            let shown_place = place.map_or_else(String::new, |index| format!(" (at index {index})"));
            let last = self.space().len() - 1;
            let data = [
                ("id", id.0.into()),
                ("last", last.into()),
                ("where", shown_place.into()),
            ];
            let index = place.map(|index| ("index", index.into()));
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
    #[expect(
        clippy::too_many_arguments,
        clippy::fn_params_excessive_bools,
        reason = "one keyword for each switch"
    )]
    fn new(
        py: Python<'_>,
        players: Whole,
        auction: &str,
        all_pass: &str,
        turned_up_card: bool,
        bottom_cards: &str,
        trio_with_solo: bool,
        trio_chain_with_solos: bool,
        trio_chain_with_pairs: bool,
        quad_with_kickers: bool,
        kicker_solos: &str,
        adjacent_trio_as_kickers: bool,
        both_jokers_as_kickers: bool,
        quad_solos: &str,
        joker_pairs: bool,
        four_jokers_as_kickers: bool,
        scoring: &str,
        bomb_double_min: Whole,
        spring: bool,
    ) -> PyResult<Self> {
        let rules = Rules {
            players: small(py, "players", players, 3, 4)?,
            auction: named(py, "auction", auction)?,
            all_pass: named(py, "all_pass", all_pass)?,
            turned_up_card,
            bottom_cards: named(py, "bottom_cards", bottom_cards)?,
            trio_with_solo,
            trio_chain_with_solos,
            trio_chain_with_pairs,
            quad_with_kickers,
            kicker_solos: named(py, "kicker_solos", kicker_solos)?,
            adjacent_trio_as_kickers,
            both_jokers_as_kickers,
            quad_solos: named(py, "quad_solos", quad_solos)?,
            joker_pairs,
            four_jokers_as_kickers,
            scoring: named(py, "scoring", scoring)?,
            bomb_double_min: small(py, "bomb_double_min", bomb_double_min, 4, 8)?,
            spring,
        };
        match rules.validate() {
            Ok(()) => Ok(Self {
                rules,
                space: OnceLock::new(),
            }),
            Err(error) => {
                let fields = PyTuple::new(py, error.fields)?.into_any().unbind();
                let data = [("detail", error.fields.join(", ").into()), ("fields", fields.into())];
                Err(exception(py, "InvalidRulesError", "contradiction", data))
            }
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
        move_list(py, &legal_moves(&self.rules, hand, to_beat))
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
            .ok_or_else(|| no_such_move(py, k.0, count_moves(&self.rules, hand, to_beat)))
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
        self.id_of(r#move).ok_or_else(|| no_play(py, r#move.0))
    }

    /// The packed move with this id.
    fn action(&self, py: Python<'_>, id: Whole) -> PyResult<u64> {
        Ok(self.action_of(py, id, None)?.packed())
    }

    /// The ids of many packed moves.
    fn action_ids<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyArray1<u64>>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let moves = moves.try_readonly()?;
        let id_of = |(index, &packed): (usize, &u64)| {
            let id = self
                .id_of(Packed(packed))
                .ok_or_else(|| no_play_at(py, packed, index))?;
            Ok(i32::try_from(id)?)
        };
        let ids: PyResult<Vec<_>> = moves.as_array().iter().enumerate().map(id_of).collect();
        Ok(ids?.into_pyarray(py))
    }

    /// The packed moves with these ids.
    fn actions<'py>(&self, py: Python<'py>, ids: &Bound<'py, PyArray1<i64>>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let ids = ids.try_readonly()?;
        let moves: PyResult<Vec<_>> = ids
            .as_array()
            .iter()
            .enumerate()
            .map(|(index, &id)| Ok(self.action_of(py, Whole(id), Some(index))?.packed()))
            .collect();
        Ok(moves?.into_pyarray(py))
    }

    /// One deal of a stream: hands, bottom cards, first bidder, turned-up rank.
    fn deal<'py>(
        &self,
        py: Python<'py>,
        initstate: u128,
        initseq: u128,
        game: u64,
        redeal: u64,
    ) -> PyResult<(Bound<'py, PyTuple>, u64, usize, usize)> {
        let deal = DealStream::new(initstate, initseq).deal(&self.rules, game, redeal);
        let hands = PyTuple::new(py, deal.hands().iter().map(|hand| hand.packed()))?;
        Ok((hands, deal.bottom.packed(), deal.first_bidder, deal.turned_up.index()))
    }
}
