//! Counting move sequences: the testing instrument.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::position::Position;

/// The number of sequences of exactly `depth` moves from here, passes included. A finished position has none.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Position, Rules, perft};
/// let hands = ["34".parse()?, "5".parse()?, "6".parse()?];
/// let position = Position::new(Rules::three_player(), &hands, 0, Some(0))?;
/// assert_eq!([0, 1, 2].map(|depth| perft(&position, depth)), [1, 2, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let counted: ControlFlow<Infallible, u64> = perft_while(position, depth, &mut || ControlFlow::Continue(()));
    match counted {
        ControlFlow::Continue(sequences) => sequences,
        ControlFlow::Break(never) => match never {},
    }
}

/// The same, asking `pause` now and then whether to go on.
pub fn perft_while<B>(
    position: &Position,
    depth: u32,
    pause: &mut impl FnMut() -> ControlFlow<B>,
) -> ControlFlow<B, u64> {
    match depth {
        0 => ControlFlow::Continue(1),
        1 => ControlFlow::Continue(position.count_moves() as u64),
        _ => {
            pause()?;
            let mut sequences = 0;
            for play in position.legal_moves() {
                let mut child = *position;
                child.play_unchecked(play);
                sequences += perft_while(&child, depth - 1, pause)?;
            }
            ControlFlow::Continue(sequences)
        }
    }
}
