//! From cards to plays: every reading of a set of cards under given rules.

use crate::hand::Hand;
use crate::kickers::Kickers;
use crate::play::{Kind, Move, Shape};
use crate::rank::Rank;
use crate::rules::Rules;

/// Every play that exactly these cards make, at most one of each kind, in the order of the kind codes (rules 1.5).
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Rules, classify};
/// let cards = "333444555666".parse()?;
/// assert_eq!(classify(&Rules::three_player(), cards).count(), 1);
/// assert_eq!(classify(&Rules::openspiel(), cards).count(), 2);
/// # Ok::<(), doudizhu_core::ParseHandError>(())
/// ```
pub fn classify(rules: &Rules, cards: Hand) -> impl Iterator<Item = Move> {
    Kind::PLAYS
        .into_iter()
        .map(move |kind| Move::new(kind, cards))
        .filter(move |&play| is_play(rules, play))
}

/// Whether the move is a play under these rules: its cards are in the pack, not more than a landlord holds, and make
/// a play of its kind. A pass is none.
#[must_use]
pub fn is_play(rules: &Rules, play: Move) -> bool {
    shape_of_play(rules, play).is_some()
}

/// The shape of a move that is a play under these rules, see [`is_play`]; `None` for any other.
#[must_use]
pub fn shape_of_play(rules: &Rules, play: Move) -> Option<Shape> {
    shape_of_cards(rules, play.kind(), play.cards())
}

/// The same for the cards of the move.
pub(crate) fn shape_of_cards(rules: &Rules, kind: Kind, cards: Hand) -> Option<Shape> {
    let table = rules.table();
    if !rules.allows(kind) || !table.pack().contains(cards) || cards.len() > usize::from(table.largest_play()) {
        return None;
    }
    let shape = Shape::of(kind, cards)?;
    let allowed = match kind {
        Kind::Pair => shape.rank < Rank::BLACK_JOKER || rules.joker_pairs,
        // The two jokers of one pack are no rocket where two packs are in play.
        Kind::Rocket => cards.len() == 2 * usize::from(table.packs),
        _ => kind.kicker_size() == 0 || kickers_are_allowed(rules, shape, cards),
    };
    allowed.then_some(shape)
}

/// Out of the cards of the play themselves there is one selection of kickers or none.
fn kickers_are_allowed(rules: &Rules, shape: Shape, cards: Hand) -> bool {
    Kickers::new(rules, cards, shape).is_some_and(|choice| choice.count() == 1)
}
