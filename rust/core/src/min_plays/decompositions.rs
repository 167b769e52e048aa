//! The plays themselves: one optimal decomposition, or all of them.

use std::ops::ControlFlow;

use super::chains::Search;
use super::check;
use crate::error::TooManyCards;
use crate::hand::Hand;
use crate::movegen::legal_moves;
use crate::play::Move;
use crate::rank::Rank;
use crate::rules::Rules;

/// Optimal decompositions of one hand.
///
/// Every play takes a card of the lowest rank that the plays before it left, and plays that take the same lowest rank
/// ascend in action id: so each decomposition stands here once, and the lists ascend, compared play by play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decompositions {
    /// The least number of plays.
    pub count: u8,
    /// The decompositions that were asked for.
    pub plays: Vec<Vec<Move>>,
    /// Whether these are all.
    pub complete: bool,
}

/// The first `most` optimal decompositions of a hand, asking `pause` now and then whether to go on.
///
/// # Errors
///
/// [`TooManyCards`] for hands that are not searched.
///
/// # Examples
///
/// ```
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
/// use doudizhu_core::{Rules, decompositions_while};
/// let mut pause = || ControlFlow::<Infallible>::Continue(());
/// let hand = "5789TJAA".parse()?;
/// let ControlFlow::Continue(found) = decompositions_while(&Rules::noip(), hand, 10, &mut pause)?;
/// let texts: Vec<_> = found.plays[0].iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["5", "789TJ", "AA"]);
/// assert!(found.complete && found.plays.len() == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decompositions_while<B>(
    rules: &Rules,
    hand: Hand,
    most: usize,
    pause: &mut impl FnMut() -> ControlFlow<B>,
) -> Result<ControlFlow<B, Decompositions>, TooManyCards> {
    check(rules, hand)?;
    let count = Search::new(rules).least(hand, u8::MAX);
    let mut walk = Walk {
        rules,
        most,
        found: Decompositions {
            count,
            plays: Vec::new(),
            complete: true,
        },
        plays: Vec::with_capacity(usize::from(count)),
        pause,
    };
    Ok(match walk.visit(hand, None) {
        ControlFlow::Break(Stop::Paused(reason)) => ControlFlow::Break(reason),
        ControlFlow::Break(Stop::Full) | ControlFlow::Continue(()) => ControlFlow::Continue(walk.found),
    })
}

enum Stop<B> {
    /// The pause asked for it.
    Paused(B),
    /// There are more than were asked for.
    Full,
}

struct Walk<'a, P> {
    rules: &'a Rules,
    most: usize,
    found: Decompositions,
    /// The plays up to here.
    plays: Vec<Move>,
    pause: &'a mut P,
}

impl<B, P: FnMut() -> ControlFlow<B>> Walk<'_, P> {
    /// Visits every way to go on with `hand`; `before` is the play before and the lowest rank that it took.
    fn visit(&mut self, hand: Hand, before: Option<(Move, Rank)>) -> ControlFlow<Stop<B>> {
        let Some(lowest) = hand.ranks().lowest() else {
            if self.found.plays.len() == self.most {
                self.found.complete = false;
                return ControlFlow::Break(Stop::Full);
            }
            self.found.plays.push(self.plays.clone());
            return ControlFlow::Continue(());
        };
        let moves = legal_moves(self.rules, hand, None);
        // The play before is on the list still, where it may be made again, and all after it come later in order.
        let again = before.filter(|&(_, rank)| rank == lowest);
        let least = again.map_or(0, |(play, _)| order(play));
        let left = self.found.count - self.plays.len() as u8;
        for play in moves {
            let cards = play.cards();
            if cards.count(lowest) == 0 || least > 0 && order(play) < least {
                continue;
            }
            (self.pause)().map_break(Stop::Paused)?;
            let rest = hand.without(cards);
            if Search::new(self.rules).least(rest, left) < left {
                self.plays.push(play);
                self.visit(rest, Some((play, lowest)))?;
                self.plays.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

/// A number that ascends with the action id.
fn order(play: Move) -> u128 {
    let shape = play.shape();
    let (length, rank) = shape.map_or((0, 0), |shape| (shape.length, shape.rank.index()));
    let cards = play.cards().packed();
    u128::from(play.kind().code()) << 100 | u128::from(length) << 80 | (rank as u128) << 70 | u128::from(cards)
}
