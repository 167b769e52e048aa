//! The least number of plays that empty a hand.

mod chains;
mod leftover;

use crate::hand::Hand;
use crate::rules::Rules;
use chains::Search;

/// The least number of plays that empty the hand.
#[must_use]
pub fn least_plays(rules: &Rules, hand: Hand) -> u8 {
    Search::new(rules).least(hand)
}
