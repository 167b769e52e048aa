//! Hidden cards: which of them are known to lie where, and uniformly random ways to deal the rest.

use crate::deal::{BATCH, Card, DECK_SLOTS, draw_batch, narrow_lanes, wide_lanes};
use crate::hand::Hand;
use crate::places::{Place, loose_cards};
use crate::random::Draws;
use crate::rank::Rank;
use crate::rules::MOST_SEATS;

/// The most places that cards can lie in: every hand, and the bottom.
pub const MOST_PLACES: usize = MOST_SEATS + 1;

/// Copies of a rank that the first word of lanes holds.
const NARROW_COPIES: usize = 4;
/// Shuffled cards of the largest deck in batches; the last place takes what is left.
const MOST_BATCHES: usize = DECK_SLOTS / BATCH;

/// Cards in places, of which some are known to lie where they do: what a random completion is drawn from.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{DrawStream, Hand, Hidden};
/// let unseen: Hand = "3344556R".parse()?;
/// let certain: Hand = "R".parse()?;
/// let hidden = Hidden::new(unseen, &[(certain, 3), (Hand::EMPTY, 5)]).expect("eight cards in eight slots");
/// let hands = hidden.deal(&mut DrawStream::new(1, 2, 64).at(0));
/// assert!(hands[0].contains(certain));
/// assert_eq!((hands[0].len(), hands[0].with(hands[1])), (3, unseen));
/// # Ok::<(), doudizhu_core::ParseHandError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hidden {
    /// The loose cards, each of them another copy of its rank than every certain one.
    deck: [Card; DECK_SLOTS],
    /// The bits of the certain cards, place by place.
    certain: [[u64; 2]; MOST_PLACES],
    /// The places in the order in which they take loose cards, and how many; the largest takes what the others leave.
    takers: [(usize, usize); MOST_PLACES],
    /// Loose cards that are drawn.
    drawn: usize,
    ranges: [[u64; BATCH]; MOST_BATCHES],
    products: [u64; MOST_BATCHES],
    /// Whether there may be more copies of a rank than the first word of lanes holds.
    wide: bool,
}

impl Hidden {
    /// All of `unseen` in places, each with the cards that it holds for certain and with how many it holds in all.
    /// `None` where no such completion exists: the sizes do not add up, a place is too small for what it holds, cards
    /// are certain that are not there, or there are more than [`MOST_PLACES`].
    #[must_use]
    pub fn new(unseen: Hand, places: &[(Hand, usize)]) -> Option<Self> {
        let given = |&(certain, size): &(Hand, usize)| Place { certain, size };
        let given: Vec<Place> = places.iter().map(given).collect();
        loose_cards(unseen, &given, MOST_PLACES).ok()?;
        let mut left = unseen.counts();
        let mut certain = [[0; 2]; MOST_PLACES];
        let mut takers = [(0, 0); MOST_PLACES];
        for (place, &(known, size)) in places.iter().enumerate() {
            takers[place] = (place, size - known.len());
            for rank in known.cards() {
                left[rank.index()] -= 1;
                let copy = usize::from(left[rank.index()]);
                certain[place][copy / NARROW_COPIES] |= 1 << (16 * (copy % NARROW_COPIES) + rank.index());
            }
        }
        takers.sort_by_key(|&(_, takes)| takes);
        let mut deck = [Card::new(0, 0); DECK_SLOTS];
        let copies = Rank::all().flat_map(|rank| (0..usize::from(left[rank.index()])).map(move |copy| (rank, copy)));
        let mut loose = 0;
        for (slot, (rank, copy)) in deck.iter_mut().zip(copies) {
            *slot = Card::new(rank.index(), copy);
            loose += 1;
        }
        let drawn = loose - takers[MOST_PLACES - 1].1;
        // A range of 1 draws nothing: it fills up the last batch.
        let mut ranges = [[1; BATCH]; MOST_BATCHES];
        for draw in 0..drawn {
            ranges[draw / BATCH][draw % BATCH] = (loose - draw) as u64;
        }
        Some(Self {
            deck,
            certain,
            takers,
            drawn,
            products: ranges.map(|batch| batch.iter().product()),
            ranges,
            wide: unseen.counts().iter().any(|&count| usize::from(count) > NARROW_COPIES),
        })
    }

    /// A completion: what lies in each place, nothing in those beyond the last. All ways to deal the loose cards, told
    /// apart as if they had suits, are equally likely.
    #[must_use]
    #[inline(always)]
    pub fn deal(&self, draws: &mut Draws) -> [Hand; MOST_PLACES] {
        let mut deck = self.deck;
        let mut place = 0;
        for (ranges, &product) in self.ranges.iter().zip(&self.products) {
            if place >= self.drawn {
                break;
            }
            for offset in draw_batch(draws.random(), ranges, product) {
                // The masks change nothing: they spare the bounds checks. A range of 1 leaves its card where it is.
                let (here, there) = (place & (DECK_SLOTS - 1), (place + offset) & (DECK_SLOTS - 1));
                (deck[here], deck[there]) = (deck[there], deck[here]);
                place += 1;
            }
        }
        let mut hands = [Hand::EMPTY; MOST_PLACES];
        let mut first = 0;
        for (place, takes) in self.takers {
            let cards = &deck[first..first + takes];
            let [low, high] = self.certain[place];
            let lanes = if self.wide {
                let [loose_low, loose_high] = wide_lanes(cards);
                [low | loose_low, high | loose_high]
            } else {
                [low | narrow_lanes(cards), 0]
            };
            hands[place] = Hand::from_unsorted_lanes(lanes);
            first += takes;
        }
        hands
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::random::DrawStream;
    use crate::rules::Rules;

    fn hand(text: &str) -> Hand {
        text.parse().expect("the cards exist")
    }

    /// Lays all loose cards into the places in every order and counts how often each completion comes out.
    fn count_orders(loose: &mut Vec<Rank>, places: &mut [(Hand, usize)], counts: &mut HashMap<Vec<u64>, u32>) {
        let open = places.iter().position(|&(held, size)| held.len() < size);
        let Some(place) = open else {
            let key = places.iter().map(|(held, _)| held.packed()).collect();
            *counts.entry(key).or_default() += 1;
            return;
        };
        for number in 0..loose.len() {
            let rank = loose.swap_remove(number);
            let held = places[place].0;
            places[place].0 = held.with(hand(&rank.to_string()));
            count_orders(loose, places, counts);
            places[place].0 = held;
            loose.push(rank);
            let last = loose.len() - 1;
            loose.swap(number, last);
        }
    }

    /// Holds the share of each completion of a small case against that of all orders of the loose cards.
    fn assert_uniform(unseen: &str, places: &[(&str, usize)]) {
        const DRAWS: u32 = 100_000;
        let mut places: Vec<_> = places.iter().map(|&(known, size)| (hand(known), size)).collect();
        let hidden = Hidden::new(hand(unseen), &places).expect("a completion exists");
        let stream = DrawStream::new(7, 11, 16);
        let mut seen: HashMap<Vec<u64>, u32> = HashMap::new();
        for number in 0..u64::from(DRAWS) {
            let hands = hidden.deal(&mut stream.at(number));
            let key = hands[..places.len()].iter().map(|hand| hand.packed()).collect();
            *seen.entry(key).or_default() += 1;
        }
        let known = places.iter().fold(Hand::EMPTY, |all, &(known, _)| all.with(known));
        let mut loose = hand(unseen).without(known).cards().collect();
        let mut orders = HashMap::new();
        count_orders(&mut loose, &mut places, &mut orders);
        assert!(orders.len() > 5 && seen.keys().all(|key| orders.contains_key(key)));
        let total = f64::from(orders.values().sum::<u32>());
        let chi_square: f64 = orders
            .iter()
            .map(|(key, &count)| {
                let expected = f64::from(DRAWS) * f64::from(count) / total;
                (f64::from(seen.get(key).copied().unwrap_or(0)) - expected).powi(2) / expected
            })
            .sum();
        // The mean of the distribution and four standard deviations.
        let freedom = f64::from(u32::try_from(orders.len() - 1).expect("few"));
        assert!(
            chi_square < freedom + 4.0 * (2.0 * freedom).sqrt(),
            "{chi_square} for {unseen}"
        );
    }

    #[test]
    fn completions_are_uniform() {
        assert_uniform("345678", &[("", 2), ("", 2), ("", 2)]);
        assert_uniform("333445R", &[("3", 2), ("", 3), ("R", 2)]);
        assert_uniform("33333344", &[("3", 3), ("3", 3), ("", 2)]);
        assert_uniform("34567", &[("", 1), ("3", 1), ("", 0), ("", 1), ("", 2)]);
    }

    #[test]
    fn every_card_lies_in_every_place_as_often_as_the_place_is_large() {
        const DEALS: u32 = 40_000;
        let own = hand("3334445678TJQKA22");
        let unseen = Rules::three_player().table().pack().without(own);
        let places = [(Hand::EMPTY, 17), (Hand::EMPTY, 17), (Hand::EMPTY, 3)];
        let hidden = Hidden::new(unseen, &places).expect("37 cards in 37 slots");
        let stream = DrawStream::new(3, 4, 64);
        let mut held = [[0u32; Rank::COUNT]; 3];
        for number in 0..u64::from(DEALS) {
            for (held, hand) in held.iter_mut().zip(hidden.deal(&mut stream.at(number))) {
                for (held, count) in held.iter_mut().zip(hand.counts()) {
                    *held += u32::from(count);
                }
            }
        }
        for (held, (_, size)) in held.iter().zip(places) {
            for (&held, count) in held.iter().zip(unseen.counts()) {
                let share = f64::from(u8::try_from(size).expect("few")) / 37.0;
                let expected = f64::from(DEALS) * f64::from(count) * share;
                // The copies of a rank exclude each other from a place, which only narrows the spread.
                let spread = (expected * (1.0 - share)).sqrt();
                assert!(
                    (f64::from(held) - expected).abs() <= 4.5 * spread,
                    "{held} for {expected}"
                );
            }
        }
    }

    #[test]
    fn impossible_places_are_none() {
        let unseen = hand("33445");
        for places in [
            &[(Hand::EMPTY, 2), (Hand::EMPTY, 2)][..],
            &[(Hand::EMPTY, 2), (Hand::EMPTY, 4)],
            &[(hand("345"), 2), (Hand::EMPTY, 3)],
            &[(hand("6"), 2), (Hand::EMPTY, 3)],
            &[(hand("33"), 2), (hand("3"), 3)],
            &[(Hand::EMPTY, usize::MAX), (Hand::EMPTY, 6)],
            &[(Hand::EMPTY, 1); 6],
        ] {
            assert!(Hidden::new(unseen, places).is_none(), "{places:?}");
        }
        assert!(Hidden::new(Hand::EMPTY, &[]).is_some());
    }

    proptest! {
        #[test]
        fn no_card_is_lost_and_certain_cards_stay(
            order in Just((0..108usize).collect::<Vec<_>>()).prop_shuffle(),
            cuts in proptest::collection::vec(0..=108usize, 5),
            known in proptest::collection::vec(0..30usize, 5),
            packs in 1..=2usize,
            number: u64,
        ) {
            let rules = if packs == 1 { Rules::three_player() } else { Rules::four_player() };
            let pack: Vec<Rank> = rules.table().pack().cards().collect();
            let cards: Vec<Rank> = order.into_iter().filter(|&card| card < pack.len()).map(|card| pack[card]).collect();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(cards.len())).collect();
            cuts.sort_unstable();
            let as_hand = |cards: &[Rank]| {
                let mut counts = [0; Rank::COUNT];
                for rank in cards {
                    counts[rank.index()] += 1;
                }
                Hand::from_counts(counts).expect("the cards come from the pack")
            };
            let mut places = Vec::new();
            let mut first = 0;
            for (&cut, known) in cuts.iter().zip(known) {
                let held = &cards[first..cut];
                places.push((as_hand(&held[..known.min(held.len())]), held.len()));
                first = cut;
            }
            let unseen = as_hand(&cards[..first]);
            let hidden = Hidden::new(unseen, &places).expect("these cards lay in these places");
            let hands = hidden.deal(&mut DrawStream::new(5, 6, 64).at(number));
            let mut all = Hand::EMPTY;
            for (hand, (known, size)) in hands.into_iter().zip(places) {
                prop_assert_eq!(hand.len(), size);
                prop_assert!(hand.contains(known));
                prop_assert_eq!(Hand::from_packed(hand.packed()), Some(hand));
                all = all.with(hand);
            }
            prop_assert_eq!(all, unseen);
        }
    }
}
