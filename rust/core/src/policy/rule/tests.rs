//! Each rule on a position made for it, and what the policy must not see.

use super::*;
use crate::deal::DealStream;
use crate::play::{Kind, Move};
use crate::random::Pcg64;
use crate::rank::Rank;
use crate::rules::Rules;
use crate::tally::Tally;

fn draws() -> Draws {
    Draws::new(Pcg64::new(1, 2))
}

/// The move that the policy makes.
fn chosen(position: &Position) -> Move {
    decide(View::new(position)).map_or(Move::PASS, Parts::play)
}

/// The move of seat `turn`; seat 0 is the landlord.
fn lead_of(hands: [&str; 3], turn: usize) -> String {
    let hands = hands.map(|text| text.parse().expect("a hand"));
    let position = Position::new(Rules::three_player(), &hands, 0, Some(turn)).expect("a position");
    chosen(&position).to_string()
}

/// The answer of seat `turn` to a play after so many passes.
fn answer_of(hands: [&str; 3], turn: usize, kind: Kind, cards: &str, passes: usize) -> String {
    let hands = hands.map(|text| text.parse().expect("a hand"));
    let standing = Move::new(kind, cards.parse().expect("cards"));
    let rules = Rules::three_player();
    let position = Position::with_standing(rules, &hands, 0, Some(turn), standing, passes, Tally::default());
    chosen(&position.expect("a position")).to_string()
}

#[test]
fn low_cards_are_led_first() {
    assert_eq!(lead_of(["3579JKA2", "44668", "TTQQ7"], 0), "3");
}

#[test]
fn a_trio_takes_the_cheapest_card_along() {
    assert_eq!(lead_of(["444589A2", "3366T", "TTQQ7"], 0), "444+5");
}

#[test]
fn a_lead_that_empties_the_hand_is_made_at_once() {
    assert_eq!(lead_of(["33334455", "66", "77"], 0), "3333+4455");
    assert_eq!(lead_of(["TJQKA", "66", "77"], 0), "TJQKA");
}

#[test]
fn an_answer_that_empties_the_hand_is_made_at_once() {
    assert_eq!(answer_of(["345", "2222", "77"], 1, Kind::Solo, "6", 0), "2222");
    // Even over a partner.
    assert_eq!(answer_of(["345", "A", "77"], 1, Kind::Solo, "K", 1), "A");
}

#[test]
fn no_low_solo_is_led_to_an_opponent_with_one_card() {
    assert_eq!(lead_of(["34KK", "6", "7789"], 0), "KK");
    assert_eq!(lead_of(["359K", "6", "7789"], 0), "K");
    assert_eq!(lead_of(["6", "359K", "7789"], 1), "K");
}

#[test]
fn no_pair_is_led_to_an_opponent_with_two_cards() {
    assert_eq!(lead_of(["337K", "66", "8899T"], 0), "7");
}

#[test]
fn a_partner_with_one_card_gets_a_low_solo() {
    assert_eq!(lead_of(["7789TJ", "3455JA", "6"], 1), "3");
}

#[test]
fn an_opponent_with_one_card_is_answered_with_the_highest() {
    assert_eq!(answer_of(["6", "4TKA", "7789"], 1, Kind::Solo, "3", 0), "A");
}

#[test]
fn a_strong_play_of_a_partner_is_left_alone() {
    assert_eq!(answer_of(["5566778", "4TJ2B", "7789"], 1, Kind::Solo, "A", 1), "pass");
    assert_eq!(
        answer_of(["5566779", "4TJ222", "7799"], 1, Kind::Trio, "888", 1),
        "pass"
    );
}

#[test]
fn a_partner_about_to_win_is_left_alone() {
    assert_eq!(answer_of(["5566778", "4TJ2B", "9"], 1, Kind::Solo, "3", 1), "pass");
}

#[test]
fn the_cheapest_answer_that_breaks_nothing_is_given() {
    assert_eq!(answer_of(["3TTJJK", "5566778", "7789999"], 0, Kind::Solo, "8", 0), "K");
}

#[test]
fn a_chain_is_broken_only_when_an_opponent_is_about_to_go_out() {
    let chains = "89TJQ334455";
    assert_eq!(answer_of([chains, "566779", "99KK"], 0, Kind::Solo, "J", 1), "pass");
    assert_eq!(answer_of([chains, "66", "99KK"], 0, Kind::Solo, "J", 1), "Q");
}

#[test]
fn bombs_wait_until_somebody_is_close_to_the_end() {
    let far = ["3579TQ4444", "556677", "99JJKKQ"];
    assert_eq!(answer_of(far, 0, Kind::Solo, "A", 1), "pass");
    let near = ["3579TQ4444", "55", "99JJKKQ"];
    assert_eq!(answer_of(near, 0, Kind::Solo, "A", 1), "4444");
}

#[test]
fn the_sure_play_comes_first_where_one_group_can_be_beaten() {
    assert_eq!(lead_of(["4R", "5566", "779"], 0), "R");
}

#[test]
fn hidden_cards_do_not_matter() {
    const GAMES: u64 = 300;
    let (mut positions, mut changed) = (0, 0);
    for rules in [Rules::three_player(), Rules::four_player(), Rules::douzero()] {
        for (game, deal) in (0..GAMES).zip(DealStream::new(1, 2).deals_from(&rules, 0)) {
            let mut shuffle = Draws::new(Pcg64::new(game.into(), 9));
            let mut position = Position::after_deal(rules, &deal, 0);
            while let Some(seat) = position.turn() {
                let other = with_hidden_cards_shuffled(&position, seat, &mut shuffle);
                changed += usize::from(other != position);
                assert_eq!(chosen(&other), chosen(&position), "{position:?}");
                positions += 1;
                Rule.play(&mut position, &mut draws());
            }
        }
    }
    assert!(positions > 3 * 30 * GAMES as usize, "{positions}");
    assert!(changed > positions * 9 / 10, "{changed} of {positions}");
}

/// The same position for the seat to move: the other hands keep their numbers of cards, and share the cards anew.
fn with_hidden_cards_shuffled(position: &Position, seat: usize, draws: &mut Draws) -> Position {
    let mut cards: Vec<_> = (1..position.hands().len())
        .flat_map(|distance| position.hands()[(seat + distance) % position.hands().len()].cards())
        .collect();
    let mut hands = position.hands().to_vec();
    for (_, hand) in hands.iter_mut().enumerate().filter(|(other, _)| *other != seat) {
        let mut counts = [0; Rank::COUNT];
        for _ in 0..hand.len() {
            counts[cards.swap_remove(draws.below(cards.len())).index()] += 1;
        }
        *hand = Hand::from_counts(counts).expect("part of a pack");
    }
    let (standing, passes) = (position.to_beat(), position.passes());
    let landlord = position.landlord();
    let turn = position.turn();
    Position::with_standing(
        *position.rules(),
        &hands,
        landlord,
        turn,
        standing,
        passes,
        position.tally(),
    )
    .expect("a position")
}
