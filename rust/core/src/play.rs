//! Moves: kinds, the packed form, and the shape that comparison looks at.

use std::fmt;

use crate::hand::{Hand, NIBBLES, spread_to_nibbles};
use crate::rank::{Rank, RankSet};

/// The shape of a move; the discriminant is the kind code of the packed form (rules 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// No cards.
    Pass = 0,
    /// One card.
    Solo = 1,
    /// Two of a rank.
    Pair = 2,
    /// Three of a rank.
    Trio = 3,
    /// Three of a rank and a card of another.
    TrioWithSolo = 4,
    /// Three of a rank and a pair of another.
    TrioWithPair = 5,
    /// Five or more consecutive ranks.
    SoloChain = 6,
    /// Three or more consecutive pairs.
    PairChain = 7,
    /// Two or more consecutive trios.
    TrioChain = 8,
    /// A trio chain with one solo for each trio.
    TrioChainWithSolos = 9,
    /// A trio chain with one pair for each trio.
    TrioChainWithPairs = 10,
    /// Four of a rank with two solos.
    QuadWithSolos = 11,
    /// Four of a rank with two pairs.
    QuadWithPairs = 12,
    /// Four to eight of a rank.
    Bomb = 13,
    /// All jokers of the game.
    Rocket = 14,
}

/// What each kind is made of: copies of every body rank, cards of each kicker, kickers for each unit of length, and the
/// least length. A bomb's copies are its length, a rocket's body is no rank of copies at all.
const ANATOMY: [(Kind, u8, u8, u8, u8); 15] = [
    (Kind::Pass, 0, 0, 0, 1),
    (Kind::Solo, 1, 0, 0, 1),
    (Kind::Pair, 2, 0, 0, 1),
    (Kind::Trio, 3, 0, 0, 1),
    (Kind::TrioWithSolo, 3, 1, 1, 1),
    (Kind::TrioWithPair, 3, 2, 1, 1),
    (Kind::SoloChain, 1, 0, 0, 5),
    (Kind::PairChain, 2, 0, 0, 3),
    (Kind::TrioChain, 3, 0, 0, 2),
    (Kind::TrioChainWithSolos, 3, 1, 1, 2),
    (Kind::TrioChainWithPairs, 3, 2, 1, 2),
    (Kind::QuadWithSolos, 4, 1, 2, 1),
    (Kind::QuadWithPairs, 4, 2, 2, 1),
    (Kind::Bomb, 0, 0, 0, 4),
    (Kind::Rocket, 0, 0, 0, 1),
];

impl Kind {
    /// Every kind that puts cards on the table, in the order of the codes.
    pub const PLAYS: [Self; 14] = {
        let mut plays = [Self::Solo; 14];
        let mut code = 1;
        while code < 15 {
            plays[code - 1] = ANATOMY[code].0;
            code += 1;
        }
        plays
    };

    /// The kind with this code, 0 to 14.
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        if code < 15 {
            Some(ANATOMY[code as usize].0)
        } else {
            None
        }
    }

    /// The kind code, 0 to 14.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// How often each rank of the body stands in it; 0 where the length or the pack decides.
    #[must_use]
    pub const fn copies(self) -> u8 {
        ANATOMY[self as usize].1
    }

    /// The cards of one kicker: 0 (no kickers), 1 or 2.
    #[must_use]
    pub const fn kicker_size(self) -> u8 {
        ANATOMY[self as usize].2
    }

    /// The number of kickers of a body of this length.
    #[must_use]
    pub const fn kickers(self, length: u8) -> u8 {
        ANATOMY[self as usize].3 * length
    }

    /// The least length.
    #[must_use]
    pub const fn least_length(self) -> u8 {
        ANATOMY[self as usize].4
    }

    /// The cards that one unit of length takes, kickers included; 0 for pass, bomb and rocket.
    #[must_use]
    pub const fn cards_per_unit(self) -> u8 {
        let (_, copies, kicker_size, kickers, _) = ANATOMY[self as usize];
        copies + kicker_size * kickers
    }
}

/// What comparison looks at: the kind, the length and the top rank of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The kind.
    pub kind: Kind,
    /// Chain units; a bomb's size; otherwise 1.
    pub length: u8,
    /// The top rank of the body.
    pub rank: Rank,
}

impl Shape {
    /// The shape of these cards as a play of this kind, see [`Move::shape`].
    pub(crate) fn of(kind: Kind, cards: Hand) -> Option<Self> {
        let shape = match kind {
            Kind::Pass => return None,
            Kind::Rocket => Self {
                kind,
                length: 1,
                rank: Rank::RED_JOKER,
            },
            Kind::Bomb => {
                let rank = cards.ranks().and(RankSet::ORDINARY).highest()?;
                Self {
                    kind,
                    length: u8::try_from(cards.len()).ok()?,
                    rank,
                }
            }
            _ => {
                let per_unit = usize::from(kind.cards_per_unit());
                let length = u8::try_from(cards.len() / per_unit).ok()?;
                Self {
                    kind,
                    length,
                    rank: body_tops(kind, length, cards).highest()?,
                }
            }
        };
        is_sound(shape, cards).then_some(shape)
    }

    /// The ranks of the body.
    #[must_use]
    pub const fn body_ranks(self) -> RankSet {
        match self.kind {
            Kind::Rocket => RankSet::JOKERS,
            Kind::Bomb => RankSet::only(self.rank),
            _ => RankSet::run(self.rank, self.length),
        }
    }

    /// How often each rank of the body stands in it; a rocket's copies are the number of packs and not told here.
    pub(crate) const fn copies(self) -> u8 {
        if matches!(self.kind, Kind::Bomb) {
            self.length
        } else {
            self.kind.copies()
        }
    }
}

/// A play taken apart: what the generator picks and a position puts on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) shape: Shape,
    /// The ranks of the body.
    pub(crate) body: RankSet,
    /// How often each rank of the body stands in it.
    pub(crate) copies: u8,
    /// The cards attached, in packed form: most plays have none, and eight bytes are passed on more cheaply than a hand.
    pub(crate) kickers: u64,
}

impl Parts {
    /// A play without kickers, of any kind but a rocket.
    pub(crate) const fn bare(shape: Shape) -> Self {
        Self {
            shape,
            body: shape.body_ranks(),
            copies: shape.copies(),
            kickers: 0,
        }
    }

    /// Cards that have this shape.
    pub(crate) fn of(shape: Shape, cards: Hand) -> Self {
        if shape.kind == Kind::Rocket {
            return Self::rocket(cards.count(Rank::RED_JOKER) as u8);
        }
        let bare = Self::bare(shape);
        Self {
            kickers: cards.without_each(bare.body, usize::from(bare.copies)).packed(),
            ..bare
        }
    }

    /// A solo, pair or trio.
    #[inline]
    pub(crate) const fn plain(kind: Kind, rank: Rank) -> Self {
        let shape = Shape { kind, length: 1, rank };
        Self {
            shape,
            body: RankSet::only(rank),
            copies: kind as u8,
            kickers: 0,
        }
    }

    /// All jokers of a game with this many packs.
    pub(crate) const fn rocket(packs: u8) -> Self {
        let shape = Shape {
            kind: Kind::Rocket,
            length: 1,
            rank: Rank::RED_JOKER,
        };
        Self {
            shape,
            body: RankSet::JOKERS,
            copies: packs,
            kickers: 0,
        }
    }

    /// The cards attached.
    pub(crate) const fn kicker_cards(self) -> Hand {
        Hand::from_packed_unchecked(self.kickers)
    }

    /// The same as a move.
    pub(crate) const fn play(self) -> Move {
        let body = spread_to_nibbles(self.body.bits()) * self.copies as u64;
        Move::from_parts(self.shape.kind, body + self.kickers)
    }
}

/// What a player does in the play phase: a play of some kind, or [`Move::PASS`].
///
/// The value is the packed form: bits `4r` to `4r + 3` are the count of rank `r`, bits 60 to 63 the kind code. Under
/// all rules a move is its kind and its cards.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Kind, Rules, classify};
/// let plays: Vec<_> = classify(&Rules::three_player(), "333444TK".parse()?).collect();
/// assert_eq!(plays.len(), 1);
/// assert_eq!(plays[0].kind(), Kind::TrioChainWithSolos);
/// assert_eq!(plays[0].to_string(), "333444+TK");
/// # Ok::<(), doudizhu_core::ParseHandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u64);

const KIND_SHIFT: u32 = 60;

impl Move {
    /// No cards.
    pub const PASS: Self = Self(0);

    /// These cards as a play of this kind. Nothing is checked: see [`crate::is_play`].
    #[must_use]
    pub const fn new(kind: Kind, cards: Hand) -> Self {
        Self::from_parts(kind, cards.packed())
    }

    /// The move of a packed form that the generator has added up from body, kickers and kind.
    pub(crate) const fn from_sum(packed: u64) -> Self {
        Self(packed)
    }

    pub(crate) const fn from_parts(kind: Kind, packed_cards: u64) -> Self {
        Self((kind as u64) << KIND_SHIFT | packed_cards)
    }

    /// The move with this packed form, or `None` where the kind code or the cards do not exist. Whether it is a play is
    /// for [`crate::is_play`] to say.
    #[must_use]
    pub fn from_packed(packed: u64) -> Option<Self> {
        Kind::from_code((packed >> KIND_SHIFT) as u8)?;
        Hand::exists(packed & !(0xF << KIND_SHIFT)).then_some(Self(packed))
    }

    /// The packed form.
    #[must_use]
    pub const fn packed(self) -> u64 {
        self.0
    }

    /// Whether this is [`Move::PASS`].
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }

    /// The kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        ANATOMY[(self.0 >> KIND_SHIFT) as usize].0
    }

    /// The cards, body and kickers.
    #[must_use]
    pub const fn cards(self) -> Hand {
        Hand::from_packed_unchecked(self.0)
    }

    /// The shape, found from kind and cards alone; where two bodies are possible the higher one is meant (rules 1.5).
    /// `None` for a pass and for cards that are no play of the kind under any rules.
    #[must_use]
    pub fn shape(self) -> Option<Shape> {
        Shape::of(self.kind(), self.cards())
    }

    /// The move taken apart, where it has a shape.
    pub(crate) fn parts(self) -> Option<Parts> {
        let cards = self.cards();
        Some(Parts::of(Shape::of(self.kind(), cards)?, cards))
    }

    /// The cards of the body; the whole move where the shape is unknown.
    #[must_use]
    pub fn body(self) -> Hand {
        self.parts()
            .map_or(self.cards(), |parts| self.cards().without(parts.kicker_cards()))
    }
}

/// The top ranks at which `cards` as a whole can have a body of this kind and length. Kickers never share a rank with
/// the body, so a body rank is held exactly as often as the body needs.
fn body_tops(kind: Kind, length: u8, cards: Hand) -> RankSet {
    if length == 0 || usize::from(length) > RankSet::CHAIN.len() {
        return RankSet::EMPTY;
    }
    let ranks = cards.exactly(usize::from(kind.copies()));
    if length == 1 {
        ranks
    } else {
        ranks.and(RankSet::CHAIN).run_tops(length)
    }
}

/// Whether the cards are a play of this shape under the loosest of all rules.
fn is_sound(shape: Shape, cards: Hand) -> bool {
    let Shape { kind, length, rank } = shape;
    if kind == Kind::Rocket {
        let colours = [Rank::BLACK_JOKER, Rank::RED_JOKER].map(|joker| cards.count(joker));
        return cards.ranks() == RankSet::JOKERS && colours[0] == colours[1];
    }
    if kind == Kind::Bomb {
        return length >= 4 && cards.count(rank) == cards.len();
    }
    let most = if kind.least_length() > 1 { 12 } else { 1 };
    let body = Hand::of_each(shape.body_ranks(), usize::from(shape.copies()));
    let right_size = cards.len() == usize::from(length) * usize::from(kind.cards_per_unit());
    let in_range = (kind.least_length()..=most).contains(&length);
    let joker_trio = kind.copies() > 2 && RankSet::JOKERS.contains(rank);
    if !(right_size && in_range && cards.contains(body)) || joker_trio {
        return false;
    }
    let kickers = cards.without(body);
    kickers.ranks().and(shape.body_ranks()).is_empty()
        && (kind.kicker_size() != 2 || kickers.exactly(2) == kickers.ranks())
}

impl fmt::Display for Move {
    /// Body first, then `+` and the kickers; `pass` for a pass.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return formatter.write_str("pass");
        }
        let body = self.body();
        write!(formatter, "{body}")?;
        if body != self.cards() {
            write!(formatter, "+{}", self.cards().without(body))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Move({:?} {self})", self.kind())
    }
}

const _: () = assert!(NIBBLES >> KIND_SHIFT == 0, "the kind code lies above the counts");

#[cfg(test)]
mod tests {
    use super::*;

    fn shape_of(kind: Kind, text: &str) -> Option<(u8, char)> {
        let shape = Move::new(kind, text.parse().expect("a hand")).shape()?;
        Some((shape.length, shape.rank.letter()))
    }

    #[test]
    fn a_move_is_eight_bytes() {
        assert_eq!(size_of::<Move>(), 8);
        assert_eq!(size_of::<Shape>(), 3);
    }

    #[test]
    fn the_higher_of_two_bodies_is_meant() {
        assert_eq!(shape_of(Kind::TrioChainWithSolos, "333444555666"), Some((3, '6')));
        assert_eq!(shape_of(Kind::TrioChain, "333444555666"), Some((4, '6')));
        let play = Move::new(Kind::TrioChainWithSolos, "333444555666".parse().expect("a hand"));
        assert_eq!(play.to_string(), "444555666+333");
    }

    #[test]
    fn shapes_come_from_kind_and_cards() {
        let expected = [
            (Kind::Solo, "R", Some((1, 'R'))),
            (Kind::Pair, "BB", Some((1, 'B'))),
            (Kind::Pair, "34", None),
            (Kind::Trio, "222", Some((1, '2'))),
            (Kind::TrioWithSolo, "3334", Some((1, '3'))),
            (Kind::TrioWithSolo, "3333", None),
            (Kind::TrioWithPair, "33344", Some((1, '3'))),
            (Kind::TrioWithPair, "33345", None),
            (Kind::SoloChain, "TJQKA", Some((5, 'A'))),
            (Kind::SoloChain, "JQKA2", None),
            (Kind::SoloChain, "3456", None),
            (Kind::PairChain, "334455", Some((3, '5'))),
            (Kind::TrioChainWithPairs, "3334445566", Some((2, '4'))),
            (Kind::TrioChainWithPairs, "3334445555", None),
            (Kind::QuadWithSolos, "333344", Some((1, '3'))),
            (Kind::QuadWithPairs, "33334455", Some((1, '3'))),
            (Kind::QuadWithPairs, "33334444", None),
            (Kind::Bomb, "33333", Some((5, '3'))),
            (Kind::Bomb, "333", None),
            (Kind::Rocket, "BR", Some((1, 'R'))),
            (Kind::Rocket, "BBRR", Some((1, 'R'))),
            (Kind::Rocket, "BBR", None),
            (Kind::Pass, "", None),
        ];
        for (kind, text, shape) in expected {
            assert_eq!(shape_of(kind, text), shape, "{kind:?} {text}");
        }
    }
}
