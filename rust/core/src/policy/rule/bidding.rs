//! What a hand is worth in the auction.

use super::groups::Groups;
use crate::auction::HIGHEST_BID;
use crate::hand::Hand;
use crate::rank::Rank;
use crate::rules::Rules;

/// Points that a bid of 1 needs, by packs, and how many more each further bid needs.
///
/// Found by playing: a landlord with so many points wins about half of the games.
const FIRST_BID: [i32; 2] = [-3, 6];
const STEP: i32 = 3;

/// The highest bid that a hand is worth, 0 to 3: points for high cards and bombs, less the plays that the hand takes.
pub(super) fn worth(rules: &Rules, hand: Hand) -> u8 {
    let groups = Groups::of(rules, hand);
    let controls = 4 * hand.count(Rank::RED_JOKER)
        + 3 * hand.count(Rank::BLACK_JOKER)
        + 2 * hand.count(Rank::TWO)
        + hand.count(Rank::ACE)
        + 4 * groups.bombs.len();
    let points = controls as i32 - groups.plays as i32;
    let first = FIRST_BID[usize::from(rules.table().packs) - 1];
    (1..=HIGHEST_BID)
        .take_while(|&bid| points >= first + STEP * i32::from(bid - 1))
        .last()
        .unwrap_or(0)
}
