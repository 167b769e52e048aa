//! What a hand is worth in the auction.

use super::groups::Groups;
use crate::auction::HIGHEST_BID;
use crate::hand::Hand;
use crate::rank::Rank;
use crate::rules::Rules;

/// Points that a bid of 1 needs, and how many more each further bid needs, for one pack and for two.
///
/// Found by playing: with the least points for a bid of 1 the landlord wins about half of the games.
const STEPS: [(i32, i32); 2] = [(-3, 3), (-4, 2)];

/// The highest bid that a hand is worth, 0 to 3.
pub(super) fn worth(rules: &Rules, hand: Hand) -> u8 {
    let (points, (first, step)) = if rules.table().packs == 1 {
        (points_of_one_pack(rules, hand), STEPS[0])
    } else {
        (points_of_two_packs(hand), STEPS[1])
    };
    let bids = 1..=HIGHEST_BID;
    bids.take_while(|&bid| points >= first + step * i32::from(bid - 1))
        .last()
        .unwrap_or(0)
}

/// High cards and bombs, less the plays that the hand takes.
fn points_of_one_pack(rules: &Rules, hand: Hand) -> i32 {
    let groups = Groups::of(rules, hand);
    let controls = 4 * hand.count(Rank::RED_JOKER)
        + 3 * hand.count(Rank::BLACK_JOKER)
        + 2 * hand.count(Rank::TWO)
        + hand.count(Rank::ACE)
        + 4 * groups.bombs.len();
    controls as i32 - groups.plays as i32
}

/// With two packs bombs are common and the other high cards decide little: red jokers, less the ranks held once.
fn points_of_two_packs(hand: Hand) -> i32 {
    3 * hand.count(Rank::RED_JOKER) as i32 - hand.exactly(1).len() as i32
}
