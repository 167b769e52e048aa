//! Random deals: a fixed function of a PCG64 stream that numpy and the `rand_pcg` crate share.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng as _;

use crate::hand::Hand;
use crate::position::MOST_SEATS;
use crate::rank::Rank;
use crate::rules::Rules;

/// Raw draws between the starts of two games of a run.
const GAME_STRIDE: u128 = 128;
/// Games between the starts of two redeals of one game.
const REDEAL_STRIDE: u128 = 1 << 64;
/// Bounded draws that share one raw draw.
const BATCH: usize = 8;
const LARGEST_DECK: usize = 108;

/// The seeded stream of deals of a run: deal `redeal` of game `game` starts at raw draw
/// `128 * (game + redeal * 2^64)`, so that every game can be dealt on its own.
///
/// `seed` and `sequence` are what numpy's `PCG64(SeedSequence(root))` is seeded with: the four words of
/// `SeedSequence(root).generate_state(4)`, two and two, the higher word first.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{DealStream, Rules};
/// let rules = Rules::three_player();
/// let stream = DealStream::new(1, 2);
/// let deal = stream.deal(&rules, 0, 0);
/// assert_eq!(deal.hands()[0].len(), 17);
/// assert_eq!(deal, stream.deal(&rules, 0, 0));
/// ```
#[derive(Clone, Debug)]
pub struct DealStream(Pcg64);

/// Dealt cards, before the landlord takes the bottom cards (rules 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    hands: [Hand; MOST_SEATS],
    players: u8,
    /// The bottom cards.
    pub bottom: Hand,
    /// The seat that drew the turned-up card and bids first.
    pub first_bidder: usize,
    /// The rank of the turned-up card.
    pub turned_up: Rank,
}

impl Deal {
    /// The hands by seat.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands[..usize::from(self.players)]
    }
}

impl DealStream {
    /// The stream with this seed and sequence.
    #[must_use]
    pub fn new(seed: u128, sequence: u128) -> Self {
        Self(Pcg64::new(seed, sequence))
    }

    /// Deal number `redeal` of game number `game`.
    #[must_use]
    pub fn deal(&self, rules: &Rules, game: u64, redeal: u64) -> Deal {
        let mut random = self.0.clone();
        let start = u128::from(game).wrapping_add(u128::from(redeal).wrapping_mul(REDEAL_STRIDE));
        random.advance(start.wrapping_mul(GAME_STRIDE));
        draw_deal(rules, &mut random)
    }
}

/// Shuffles all cards but the last hand's into place, then draws the turned-up card among the dealt ones.
fn draw_deal(rules: &Rules, random: &mut Pcg64) -> Deal {
    let table = rules.table();
    let (players, hand_size) = (usize::from(table.players), usize::from(table.hand_size));
    let (mut deck, size) = sorted_deck(table.pack());
    let placed = size - hand_size;
    let mut turned_up_place = 0;
    let ranges = (0..placed)
        .map(|place| (size - place) as u64)
        .chain([(players * hand_size) as u64]);
    draw_in_batches(random, ranges, |number, drawn| {
        if number < placed {
            deck.swap(number, number + drawn);
        } else {
            turned_up_place = drawn;
        }
    });
    // The bottom cards lie before the last hand.
    let bottom_place = (players - 1) * hand_size;
    let first_place = |seat: usize| if seat + 1 == players { placed } else { seat * hand_size };
    let mut hands = [Hand::EMPTY; MOST_SEATS];
    for (seat, hand) in hands.iter_mut().enumerate().take(players) {
        *hand = gather(&deck[first_place(seat)..first_place(seat) + hand_size]);
    }
    let first_bidder = turned_up_place / hand_size;
    Deal {
        hands,
        players: table.players,
        bottom: gather(&deck[bottom_place..placed]),
        first_bidder,
        turned_up: deck[first_place(first_bidder) + turned_up_place % hand_size],
    }
}

/// The cards of a pack in ascending order, and how many they are.
fn sorted_deck(pack: Hand) -> ([Rank; LARGEST_DECK], usize) {
    let mut deck = [Rank::THREE; LARGEST_DECK];
    for (place, card) in deck.iter_mut().zip(pack.cards()) {
        *place = card;
    }
    (deck, pack.len())
}

fn gather(cards: &[Rank]) -> Hand {
    Hand::from_packed_unchecked(cards.iter().map(|rank| 1 << rank.shift()).sum())
}

/// Draws one number below each of the ranges, exactly uniformly, and hands each to `take` with its place in the row.
///
/// Up to eight ranges share a raw draw `x`: the first number is the high word of `x * range`, the low word serves the
/// next range in the same way. A batch whose last low word falls below `2^64 mod (product of the ranges)` is drawn
/// again; that leaves every combination equally likely.
fn draw_in_batches(random: &mut Pcg64, ranges: impl Iterator<Item = u64>, mut take: impl FnMut(usize, usize)) {
    let mut ranges = ranges.peekable();
    let mut number = 0;
    while ranges.peek().is_some() {
        let mut batch = [0; BATCH];
        let mut size = 0;
        for (place, range) in batch.iter_mut().zip(ranges.by_ref().take(BATCH)) {
            *place = range;
            size += 1;
        }
        for drawn in draw_batch(random, &batch[..size]).into_iter().take(size) {
            take(number, drawn);
            number += 1;
        }
    }
}

fn draw_batch(random: &mut Pcg64, ranges: &[u64]) -> [usize; BATCH] {
    let product: u64 = ranges.iter().product();
    let (mut drawn, mut rest) = split_draw(random.next_u64(), ranges);
    if rest < product {
        let biased_below = product.wrapping_neg() % product;
        while rest < biased_below {
            (drawn, rest) = split_draw(random.next_u64(), ranges);
        }
    }
    drawn
}

fn split_draw(raw: u64, ranges: &[u64]) -> ([usize; BATCH], u64) {
    let mut drawn = [0; BATCH];
    let mut rest = raw;
    for (number, &range) in drawn.iter_mut().zip(ranges) {
        let product = u128::from(rest) * u128::from(range);
        *number = (product >> 64) as usize;
        rest = product as u64;
    }
    (drawn, rest)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_deal_is_the_whole_pack() {
        for rules in [Rules::three_player(), Rules::four_player()] {
            for game in 0..500 {
                let deal = DealStream::new(7, 11).deal(&rules, game, game % 3);
                let together = deal.hands().iter().fold(deal.bottom, |all, &hand| all.with(hand));
                assert_eq!(together, rules.table().pack());
                assert!(
                    deal.hands()
                        .iter()
                        .all(|hand| hand.len() == usize::from(rules.table().hand_size))
                );
                assert!(deal.hands()[deal.first_bidder].count(deal.turned_up) > 0);
            }
        }
    }

    #[test]
    fn batches_draw_what_single_draws_would() {
        // The smallest numbers whose first words are known: x = 2^63 halves every range.
        assert_eq!(split_draw(1 << 63, &[10, 7]), ([5, 0, 0, 0, 0, 0, 0, 0], 0));
        assert_eq!(split_draw(u64::MAX, &[3, 5]).0[..2], [2, 4]);
    }

    #[test]
    fn windows_of_games_and_redeals_do_not_meet() {
        let stream = DealStream::new(1, 1);
        let rules = Rules::three_player();
        let windows = (0..20).flat_map(|game| (0..20).map(move |redeal| (game, redeal)));
        let deals: Vec<_> = windows
            .map(|(game, redeal)| stream.deal(&rules, game, redeal))
            .collect();
        let different: HashSet<_> = deals.iter().map(|deal| deal.hands).collect();
        assert_eq!((deals.len(), different.len()), (400, 400));
    }
}
