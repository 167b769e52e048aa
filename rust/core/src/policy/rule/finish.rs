//! Plays that empty the hand.

use super::plays::run;
use crate::classify::classify;
use crate::compare::shape_beats;
use crate::hand::Hand;
use crate::play::{Kind, Parts};
use crate::policy::view::View;
use crate::rank::{Rank, RankSet};

/// The hand as one play, if it is one.
#[inline(always)]
pub(super) fn whole_hand(view: View) -> Option<Parts> {
    let hand = view.hand();
    let cards = hand.len();
    let ranks = hand.ranks();
    if ranks.len() == 1 && cards <= 3 && ranks.lowest() <= Some(Rank::TWO) || cards == 1 {
        let kind = [Kind::Solo, Kind::Pair, Kind::Trio][cards - 1];
        return ranks.lowest().map(|rank| Parts::plain(kind, rank));
    }
    let trios = hand.at_least(3).len();
    let quad = !hand.at_least(4).is_empty() && cards <= 8;
    let may_be_chain = ranks == hand.at_least(1) && trios == 0;
    if may_be_chain && hand.at_least(2).is_empty() {
        let chain = ranks.bits();
        let neighbours = (chain >> chain.trailing_zeros()).count_zeros() + chain.count_ones() == 16
            && chain >> chain.trailing_zeros() == ((1u32 << cards) - 1) as u16;
        let fits = cards >= 5 && neighbours && RankSet::CHAIN.contains_all(ranks);
        if fits {
            return Some(run(Kind::SoloChain, chain));
        }
    }
    if 5 * trios < cards && !quad && cards > 4 && !(trios == 0 && hand.at_least(2) == ranks) {
        return None;
    }
    classify(view.rules(), hand).next()?.parts()
}

/// An answer that empties the hand.
#[inline(always)]
pub(super) fn last_answer(view: View, standing: Parts) -> Option<Parts> {
    let hand = view.hand();
    let cards = hand.len();
    let size = usize::from(standing.copies) * standing.body.len() + Hand::from_packed_unchecked(standing.kickers).len();
    let bomb = hand.ranks().len() <= 2 && cards >= 2 && (hand.ranks().len() == 1 || hand.ranks() == RankSet::JOKERS);
    if cards != size && !bomb {
        return None;
    }
    for play in classify(view.rules(), hand) {
        let parts = play.parts()?;
        if shape_beats(parts.shape, standing.shape) {
            return Some(parts);
        }
    }
    None
}
