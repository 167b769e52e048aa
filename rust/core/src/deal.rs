//! Random deals: a fixed function of a PCG64 stream.

use crate::hand::Hand;
use crate::random::{Jump, Pcg64};
use crate::rank::Rank;
use crate::rules::{MOST_SEATS, Rules, Table};

/// Raw draws between the starts of two games of a run.
const GAME_STRIDE: u128 = 128;
/// Games between the starts of two redeals of one game.
const REDEAL_STRIDE: u128 = 1 << 64;
/// Bounded draws that share one raw draw.
pub(crate) const BATCH: usize = 8;
/// Slots for the cards of the largest deck, a power of two.
pub(crate) const DECK_SLOTS: usize = 128;
/// The draws of the largest game: a place for every card but the last hand's, and the turned-up card.
const MOST_BATCHES: usize = 11;

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
pub struct DealStream {
    start: Pcg64,
    next_game: Jump,
}

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
        let start = Pcg64::new(seed, sequence);
        let next_game = start.jump_over(GAME_STRIDE);
        Self { start, next_game }
    }

    /// Deal number `redeal` of game number `game`.
    #[must_use]
    pub fn deal(&self, rules: &Rules, game: u64, redeal: u64) -> Deal {
        draw_deal(rules, &mut self.window(game, redeal))
    }

    /// The first deals of the games from number `game` on, one after the other, without end.
    #[must_use]
    pub fn deals_from(&self, rules: &Rules, game: u64) -> Deals {
        Deals {
            rules: *rules,
            window: self.window(game, 0),
            next_game: self.next_game,
        }
    }

    fn window(&self, game: u64, redeal: u64) -> Pcg64 {
        let mut window = self.start.clone();
        let games = u128::from(game).wrapping_add(u128::from(redeal).wrapping_mul(REDEAL_STRIDE));
        window.jump(window.jump_over(games.wrapping_mul(GAME_STRIDE)));
        window
    }
}

/// Deals in a row.
#[derive(Clone, Debug)]
pub struct Deals {
    rules: Rules,
    window: Pcg64,
    next_game: Jump,
}

impl Deals {
    /// The next deal.
    #[inline(always)]
    pub fn deal(&mut self) -> Deal {
        let deal = draw_deal(&self.rules, &mut self.window.clone());
        self.window.jump(self.next_game);
        deal
    }
}

impl Iterator for Deals {
    type Item = Deal;

    #[inline(always)]
    fn next(&mut self) -> Option<Deal> {
        Some(self.deal())
    }
}

/// How the cards of one game are drawn: the sorted deck, and the ranges of the draws in batches.
struct Drawing {
    /// For each card, its bit in the word of lanes of its copies.
    deck: [Card; DECK_SLOTS],
    cards: usize,
    /// Cards that are shuffled into place; the last hand is what is left.
    placed: usize,
    ranges: [[u64; BATCH]; MOST_BATCHES],
    products: [u64; MOST_BATCHES],
    batches: usize,
}

/// One card: its rank, and which of the equal cards it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Card(u8);

impl Card {
    pub(crate) const fn new(rank: usize, copy: usize) -> Self {
        Self((copy * 16 + rank) as u8)
    }

    const fn rank(self) -> usize {
        self.0 as usize % 16
    }
}

static DRAWINGS: [Drawing; 2] = [drawing(Table::ALL[0]), drawing(Table::ALL[1])];

const fn drawing(table: Table) -> Drawing {
    let mut drawing = Drawing {
        deck: [Card(0); DECK_SLOTS],
        cards: 0,
        placed: 0,
        // A range of 1 draws nothing: it fills up the last batch.
        ranges: [[1; BATCH]; MOST_BATCHES],
        products: [1; MOST_BATCHES],
        batches: 0,
    };
    let mut rank = 0;
    while rank < Rank::COUNT {
        let copies = table.copies(rank);
        let mut copy = 0;
        while copy < copies {
            drawing.deck[drawing.cards] = Card::new(rank, copy);
            drawing.cards += 1;
            copy += 1;
        }
        rank += 1;
    }
    drawing.placed = drawing.cards - table.hand_size as usize;
    drawing.batches = drawing.placed / BATCH + 1;
    let mut draw = 0;
    while draw <= drawing.placed {
        let turned_up = draw == drawing.placed;
        let range = if turned_up {
            table.players as usize * table.hand_size as usize
        } else {
            drawing.cards - draw
        };
        drawing.ranges[draw / BATCH][draw % BATCH] = range as u64;
        drawing.products[draw / BATCH] *= range as u64;
        draw += 1;
    }
    drawing
}

/// Shuffles all cards but the last hand's into place, then draws the turned-up card among the dealt ones.
#[inline(always)]
fn draw_deal(rules: &Rules, random: &mut Pcg64) -> Deal {
    let table = rules.table();
    let (players, hand_size) = (usize::from(table.players), usize::from(table.hand_size));
    let drawing = &DRAWINGS[usize::from(table.packs) - 1];
    let mut deck = drawing.deck;
    let mut drawn = [0; BATCH];
    let mut place = 0;
    for (ranges, &product) in drawing.ranges.iter().zip(&drawing.products).take(drawing.batches) {
        drawn = draw_batch(random, ranges, product);
        for &offset in &drawn[..BATCH.min(drawing.placed - place)] {
            // The masks change nothing: they spare the bounds checks.
            let (here, there) = (place & (DECK_SLOTS - 1), (place + offset) & (DECK_SLOTS - 1));
            (deck[here], deck[there]) = (deck[there], deck[here]);
            place += 1;
        }
    }
    let turned_up_place = drawn[drawing.placed % BATCH];
    // The bottom cards lie before the last hand.
    let bottom_place = (players - 1) * hand_size;
    let first_place = |seat: usize| {
        if seat + 1 == players {
            drawing.placed
        } else {
            seat * hand_size
        }
    };
    let mut hands = [Hand::EMPTY; MOST_SEATS];
    for (seat, hand) in hands.iter_mut().enumerate().take(players) {
        *hand = gather(&deck[first_place(seat)..first_place(seat) + hand_size], table.packs);
    }
    let first_bidder = turned_up_place / hand_size;
    let turned_up = deck[first_place(first_bidder) + turned_up_place % hand_size];
    Deal {
        hands,
        players: table.players,
        bottom: gather(&deck[bottom_place..drawing.placed], table.packs),
        first_bidder,
        turned_up: Rank::new(turned_up.rank()).unwrap_or(Rank::THREE),
    }
}

/// The hand of some cards: their bits, then every column of lanes filled from below.
#[inline(always)]
fn gather(cards: &[Card], packs: u8) -> Hand {
    if packs == 1 {
        return Hand::from_unsorted_lanes([narrow_lanes(cards), 0]);
    }
    Hand::from_unsorted_lanes(wide_lanes(cards))
}

/// The bits of some cards, none of which is more than the fourth of its rank.
#[inline(always)]
pub(crate) fn narrow_lanes(cards: &[Card]) -> u64 {
    cards.iter().fold(0, |lanes, &Card(bit)| lanes | 1 << (bit % 64))
}

/// The bits of any cards.
#[inline(always)]
pub(crate) fn wide_lanes(cards: &[Card]) -> [u64; 2] {
    let lanes = cards.iter().fold(0u128, |lanes, &Card(bit)| lanes | 1 << (bit % 128));
    [lanes as u64, (lanes >> 64) as u64]
}

/// Draws one number below each of the ranges, exactly uniformly.
///
/// All ranges share a raw draw `x`: the first number is the high word of `x * range`, the low word serves the next
/// range in the same way. A batch whose last low word falls below `2^64 mod (product of the ranges)` is drawn again;
/// that leaves every combination equally likely.
#[inline(always)]
pub(crate) fn draw_batch(random: &mut Pcg64, ranges: &[u64; BATCH], product: u64) -> [usize; BATCH] {
    let (mut drawn, mut rest) = split_draw(random.draw(), ranges);
    if rest < product {
        let biased_below = product.wrapping_neg() % product;
        while rest < biased_below {
            (drawn, rest) = split_draw(random.draw(), ranges);
        }
    }
    drawn
}

#[inline(always)]
fn split_draw(raw: u64, ranges: &[u64; BATCH]) -> ([usize; BATCH], u64) {
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
        assert_eq!(
            split_draw(1 << 63, &[10, 7, 1, 1, 1, 1, 1, 1]),
            ([5, 0, 0, 0, 0, 0, 0, 0], 0)
        );
        assert_eq!(split_draw(u64::MAX, &[3, 5, 1, 1, 1, 1, 1, 1]).0[..2], [2, 4]);
    }

    #[test]
    fn deals_in_a_row_are_those_of_their_numbers() {
        let stream = DealStream::new(3, 5);
        for rules in [Rules::three_player(), Rules::four_player()] {
            for (game, deal) in (1 << 40..).zip(stream.deals_from(&rules, 1 << 40).take(50)) {
                assert_eq!(deal, stream.deal(&rules, game, 0));
            }
        }
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
