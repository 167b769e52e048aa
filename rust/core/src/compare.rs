//! Which play beats which; nothing else decides this.

use crate::play::{Kind, Move, Shape};

/// Whether a play of shape `answer` beats the standing play of shape `standing` (rules 1.5): the same kind and length
/// with a higher rank, a bomb over anything but a rocket or a bomb as high, the rocket over everything. Equal bodies
/// never beat each other.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Kind, Rank, Shape, shape_beats};
/// let solo = |rank| Shape { kind: Kind::Solo, length: 1, rank };
/// assert!(shape_beats(solo(Rank::TWO), solo(Rank::ACE)));
/// assert!(!shape_beats(solo(Rank::TWO), solo(Rank::TWO)));
/// ```
#[must_use]
pub fn shape_beats(answer: Shape, standing: Shape) -> bool {
    match (answer.kind, standing.kind) {
        (_, Kind::Rocket) => false,
        (Kind::Bomb, Kind::Bomb) => (answer.length, answer.rank) > (standing.length, standing.rank),
        (Kind::Rocket | Kind::Bomb, _) => true,
        (kind, standing_kind) => {
            kind == standing_kind && answer.length == standing.length && answer.rank > standing.rank
        }
    }
}

/// The same for moves; a pass beats nothing and is beaten by nothing.
#[must_use]
pub fn beats(answer: Move, standing: Move) -> bool {
    match (answer.shape(), standing.shape()) {
        (Some(answer), Some(standing)) => shape_beats(answer, standing),
        _ => false,
    }
}
