//! Least plays against a search that knows nothing but the legal moves.

use std::collections::HashMap;

use doudizhu_core::{DealStream, Hand, Rank, Rules, least_plays, legal_moves};

/// The least plays by definition: some play must take a card of the lowest rank.
struct Definition {
    rules: Rules,
    known: HashMap<Hand, u8>,
}

impl Definition {
    fn least(&mut self, hand: Hand) -> u8 {
        let Some(lowest) = hand.ranks().lowest() else { return 0 };
        if let Some(&known) = self.known.get(&hand) {
            return known;
        }
        let plays = legal_moves(&self.rules, hand, None);
        let takes_lowest = plays.into_iter().filter(|play| play.cards().count(lowest) > 0);
        let least = takes_lowest
            .map(|play| 1 + self.least(hand.without(play.cards())))
            .min();
        let least = least.expect("a solo is always a play");
        self.known.insert(hand, least);
        least
    }
}

#[test]
fn random_hands() {
    for &(name, rules) in Rules::PRESETS {
        let mut seen = 0;
        for deal in DealStream::new(3, 7).deals_from(&rules, 0).take(300) {
            let whole = deal.hands()[0];
            for size in 1..=whole.len().min(15) {
                let mut counts = [0; Rank::COUNT];
                // Spread over the hand by a stride.
                let cards: Vec<_> = whole.cards().collect();
                let step = 1 + (seen % (cards.len() - 1));
                let mut at = 0;
                let mut left = cards;
                while left.len() > whole.len() - size {
                    at = (at + step) % left.len();
                    counts[left.remove(at).index()] += 1;
                }
                let hand = Hand::from_counts(counts).expect("a hand");
                let mut definition = Definition {
                    rules,
                    known: HashMap::new(),
                };
                assert_eq!(least_plays(&rules, hand), definition.least(hand), "{name} {hand}");
                seen += 1;
            }
        }
    }
}
