//! Least plays against the definition: a search that knows nothing but the legal moves.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::ops::ControlFlow;

use doudizhu_core::{
    DealStream, Decompositions, Hand, KickerSolos, MOST_CARDS, Move, QuadSolos, Rank, Rules, TooManyCards, classify,
    decompositions_while, least_plays, legal_moves,
};

/// The least plays by definition: one of them takes a card of the lowest rank.
struct Definition {
    rules: Rules,
    known: HashMap<Hand, u8>,
}

impl Definition {
    /// Hands remembered at most.
    const MOST_KNOWN: usize = 1 << 20;

    fn new(rules: Rules) -> Self {
        let known = HashMap::new();
        Self { rules, known }
    }

    fn least(&mut self, hand: Hand) -> u8 {
        let Some(lowest) = hand.ranks().lowest() else { return 0 };
        if let Some(&known) = self.known.get(&hand) {
            return known;
        }
        let plays = legal_moves(&self.rules, hand, None);
        let rests: HashSet<Hand> = plays
            .into_iter()
            .filter(|play| play.cards().count(lowest) > 0)
            .map(|play| hand.without(play.cards()))
            .collect();
        let least = rests.into_iter().map(|rest| 1 + self.least(rest)).min();
        let least = least.expect("a solo is always a play");
        if self.known.len() >= Self::MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(hand, least);
        least
    }
}

/// A small generator of numbers, so that hands do not depend on deals.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// A hand of so many cards: of the whole pack, or of some neighbouring ranks, where chains and quads abound, with up to
    /// three cards of any rank.
    fn hand(&mut self, rules: &Rules, size: usize) -> Hand {
        let pack = rules.table().pack().counts();
        let mut cards = Vec::new();
        let copies = 2 + self.below(3) as u8 * (1 + u8::from(rules.players == 4));
        let (first, span) = if self.below(3) == 0 {
            (0, Rank::COUNT)
        } else {
            (self.below(9), 3 + self.below(5))
        };
        for (rank, &all) in pack.iter().enumerate().skip(first).take(span) {
            let most = if span == Rank::COUNT { all } else { all.min(copies) };
            cards.extend((0..most).map(|_| rank));
        }
        let mut counts = [0; Rank::COUNT];
        let loose = self.below(4).min(size);
        for _ in loose..size.min(cards.len() + loose) {
            let at = self.below(cards.len());
            counts[cards.swap_remove(at)] += 1;
        }
        for _ in 0..loose {
            let rank = self.below(Rank::COUNT);
            counts[rank] = (counts[rank] + 1).min(pack[rank]);
        }
        Hand::from_counts(counts).expect("cards of the pack")
    }
}

/// Every rule set that differs from the others in its plays.
fn all_plays() -> Vec<Rules> {
    let mut sets = Vec::new();
    for bits in 0..1u16 << 9 {
        let on = |bit: u16| bits >> bit & 1 == 1;
        for kicker_solos in [KickerSolos::Distinct, KickerSolos::Repeat3, KickerSolos::Free] {
            let rules = Rules {
                trio_with_solo: on(1),
                trio_chain_with_solos: on(2),
                trio_chain_with_pairs: on(3),
                quad_with_kickers: on(4),
                kicker_solos,
                adjacent_trio_as_kickers: on(5),
                both_jokers_as_kickers: on(6),
                quad_solos: if on(7) { QuadSolos::PairOk } else { QuadSolos::Distinct },
                joker_pairs: on(0) && on(8),
                four_jokers_as_kickers: on(0) && on(8) && on(6),
                ..if on(0) {
                    Rules::four_player()
                } else {
                    Rules::three_player()
                }
            };
            if rules.validate().is_ok() && !sets.contains(&rules) {
                sets.push(rules);
            }
        }
    }
    sets
}

/// Compares so many hands of each size, and returns how many.
fn compare(rules: Rules, sizes: impl Iterator<Item = usize>, hands: usize, seed: u64) -> usize {
    let mut definition = Definition::new(rules);
    let mut numbers = Numbers(seed);
    let mut compared = 0;
    for size in sizes {
        for _ in 0..hands {
            let hand = numbers.hand(&rules, size);
            assert_eq!(
                least_plays(&rules, hand),
                definition.least(hand),
                "{hand} under {rules:?}"
            );
            compared += 1;
        }
    }
    compared
}

#[test]
fn least_plays_are_those_of_the_definition_under_every_preset() {
    let compared = Rules::PRESETS.iter().map(|&(_, rules)| compare(rules, 0..=13, 40, 1));
    assert_eq!(compared.sum::<usize>(), 8 * 14 * 40);
}

#[test]
fn least_plays_are_those_of_the_definition_under_every_switch() {
    let sets = all_plays();
    assert_eq!(sets.len(), 420);
    let compared = sets
        .into_iter()
        .enumerate()
        .map(|(seed, rules)| compare(rules, 8..=11, 2, seed as u64));
    assert_eq!(compared.sum::<usize>(), 420 * 4 * 2);
}

/// Every decomposition of a hand by definition, as packed moves in ascending order.
fn decompositions(rules: &Rules, hand: Hand, plays: u8) -> HashSet<Vec<u64>> {
    let Some(lowest) = hand.ranks().lowest() else {
        return HashSet::from([Vec::new()]);
    };
    let mut found = HashSet::new();
    if plays == 0 {
        return found;
    }
    for play in legal_moves(rules, hand, None) {
        if play.cards().count(lowest) == 0 {
            continue;
        }
        for mut rest in decompositions(rules, hand.without(play.cards()), plays - 1) {
            rest.push(play.packed());
            rest.sort_unstable();
            found.insert(rest);
        }
    }
    found
}

fn listed(rules: &Rules, hand: Hand, most: usize) -> Result<Decompositions, TooManyCards> {
    let found = decompositions_while(rules, hand, most, &mut || ControlFlow::<Infallible>::Continue(()));
    found.map(|found| match found {
        ControlFlow::Continue(found) => found,
        ControlFlow::Break(never) => match never {},
    })
}

#[test]
fn decompositions_are_all_there_are_and_each_stands_once() {
    let mut numbers = Numbers(4);
    let mut several = 0;
    for &(name, rules) in Rules::PRESETS {
        for _ in 0..60 {
            let hand = numbers.hand(&rules, 10);
            let found = listed(&rules, hand, 10_000).expect("a hand of ten cards");
            assert!(found.complete, "{name} {hand}");
            let packed = |plays: &Vec<Move>| {
                let mut packed: Vec<_> = plays.iter().map(|play| play.packed()).collect();
                packed.sort_unstable();
                packed
            };
            let sets: HashSet<_> = found.plays.iter().map(packed).collect();
            assert_eq!(sets.len(), found.plays.len(), "{name} {hand}");
            assert_eq!(sets, decompositions(&rules, hand, found.count), "{name} {hand}");
            for plays in &found.plays {
                assert!(
                    plays
                        .iter()
                        .all(|&play| classify(&rules, play.cards()).any(|reading| reading == play))
                );
            }
            several += usize::from(sets.len() > 1);
            let first = listed(&rules, hand, 1).expect("a hand of ten cards");
            assert_eq!(first.plays, found.plays[..1]);
            assert_eq!(first.complete, sets.len() == 1);
        }
    }
    assert!(several > 200, "{several}");
}

#[test]
fn a_pause_can_end_a_search() {
    let hand = "3344556677889TJQK".parse().expect("a hand");
    let mut pauses = 0;
    let stopped = decompositions_while(&Rules::three_player(), hand, 1000, &mut || {
        pauses += 1;
        if pauses == 5 {
            ControlFlow::Break("enough")
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(stopped, Ok(ControlFlow::Break("enough")));
}

#[test]
fn hands_that_are_not_searched_have_no_answer() {
    let pack = Rules::three_player().table().pack();
    assert_eq!(least_plays(&Rules::three_player(), pack), u8::MAX);
    assert_eq!(listed(&Rules::three_player(), pack, 1), Err(TooManyCards { count: 54 }));
    let five = "33333".parse().expect("a hand");
    assert_eq!(least_plays(&Rules::three_player(), five), u8::MAX);
    assert_eq!(least_plays(&Rules::four_player(), five), 1);
    let largest = "333344445555666677778888999TTTJJJ".parse::<Hand>().expect("a hand");
    assert_eq!(largest.len(), usize::from(MOST_CARDS));
    assert!(least_plays(&Rules::three_player(), largest) < 8);
}

#[test]
fn least_plays_are_those_of_the_definition_on_many_hands() {
    let of_presets = Rules::PRESETS.iter().map(|&(_, rules)| compare(rules, 6..=16, 800, 2));
    let of_switches = all_plays().into_iter().map(|rules| compare(rules, 10..=14, 20, 3));
    let compared = of_presets.sum::<usize>() + of_switches.sum::<usize>();
    assert!(compared >= 100_000, "{compared}");
}

#[test]
fn least_plays_of_whole_hands_are_those_of_the_definition() {
    let mut compared = 0;
    for (_, rules) in Rules::PRESETS.iter().filter(|(_, rules)| rules.players == 3) {
        let mut definition = Definition::new(*rules);
        for deal in DealStream::new(5, 6).deals_from(rules, 0).take(150) {
            let hand = deal.hands()[0].with(deal.bottom);
            assert_eq!(
                least_plays(rules, hand),
                definition.least(hand),
                "{hand} under {rules:?}"
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 7 * 150);
}
