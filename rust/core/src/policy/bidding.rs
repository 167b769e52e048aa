//! What a hand is worth in the auction.

use super::groups::Groups;
use crate::hand::Hand;
use crate::rank::Rank;
use crate::rules::Rules;

/// The highest bid that a hand of 17 or 25 cards is worth, 0 to 3.
pub(super) fn worth(rules: &Rules, hand: Hand) -> u8 {
    let groups = Groups::of(rules, hand);
    let controls = 4 * hand.count(Rank::RED_JOKER)
        + 3 * hand.count(Rank::BLACK_JOKER)
        + 2 * hand.count(Rank::TWO)
        + hand.count(Rank::ACE)
        + 4 * groups.bombs.len();
    let points = controls as i32 - groups.plays as i32;
    match points {
        ..1 => 0,
        1..3 => 1,
        3..5 => 2,
        _ => 3,
    }
}
