//! Searches of whole positions: what is tried how often, what decides, and when a search ends.

use std::convert::Infallible;

use super::*;
use crate::deal::DealStream;
use crate::hand::Hand;
use crate::policy::{Greedy, Random, Rule};
use crate::rules::Rules;
use crate::solve::{Objective, Task, solve};
use crate::tally::Role;

/// What an ending is worth to the seat to move of a position: won or lost.
fn worth(position: &Position) -> [f64; ENDINGS] {
    let landlord = position.turn() == Some(position.landlord());
    std::array::from_fn(|code| if (code >= LANDLORD_WON) == landlord { 1.0 } else { -1.0 })
}

/// A search in which the seat to move knows its own hand only.
fn search_of(position: &Position, policy: &'static dyn Policy) -> TreeSearch {
    let own = position.turn().expect("the game is open");
    let all = position.hands().iter().fold(Hand::EMPTY, |all, &hand| all.with(hand));
    let known = |(seat, hand): (usize, &Hand)| (if seat == own { *hand } else { Hand::EMPTY }, hand.len());
    let places: Vec<_> = position.hands().iter().enumerate().map(known).collect();
    let hidden = Hidden::new(all, &places).expect("these cards lie in these places");
    TreeSearch::new(*position, hidden, policy, (1, 2), (3, 4), worth(position))
}

/// The same with all hands known.
fn open_search_of(position: &Position) -> TreeSearch {
    let all = position.hands().iter().fold(Hand::EMPTY, |all, &hand| all.with(hand));
    let places: Vec<_> = position.hands().iter().map(|&hand| (hand, hand.len())).collect();
    let hidden = Hidden::new(all, &places).expect("these cards lie in these places");
    TreeSearch::new(*position, hidden, &Rule, (1, 2), (3, 4), worth(position))
}

fn run(search: &TreeSearch, first: u64, budget: Budget) -> Vec<Tried> {
    let mut pause = || ControlFlow::<Infallible>::Continue(());
    let found = search.run(first, budget, &mut pause).continue_value();
    found.expect("nobody stops it").moves
}

/// Positions of games of the rule policy, every so many moves.
fn positions(rules: Rules, games: usize, every: usize) -> Vec<Position> {
    let mut found = Vec::new();
    for deal in DealStream::new(1, 2).deals_from(&rules, 0).take(games) {
        let mut position = Position::after_deal(rules, &deal, 0);
        let mut draws = crate::random::DrawStream::new(1, 2, 256).at(0);
        let mut made = 0;
        while position.turn().is_some() {
            if made % every == 0 {
                found.push(position);
            }
            Rule.play(&mut position, &mut draws);
            made += 1;
        }
    }
    found
}

#[test]
fn all_legal_moves_come_back_and_the_contenders_see_all_deals() {
    let mut seen = 0;
    for &(name, rules) in Rules::PRESETS {
        for position in positions(rules, 2, 7) {
            let tried = run(&search_of(&position, &Rule), 5, Budget::Deals(20));
            let mut moves: Vec<_> = tried.iter().map(|tried| tried.play.packed()).collect();
            let mut legal: Vec<_> = position.legal_moves().into_iter().map(Move::packed).collect();
            moves.sort_unstable();
            legal.sort_unstable();
            assert_eq!(moves, legal, "{name}");
            assert!(tried.iter().take(2).all(|tried| tried.visits == 20));
            assert!(
                tried
                    .iter()
                    .all(|tried| tried.visits <= 20 && tried.mean().abs() <= 1.0)
            );
            let played: u64 = tried.iter().map(|tried| tried.visits).sum();
            assert!(played <= 20 * 10, "{played}");
            seen += 1;
        }
    }
    assert!(seen > 80, "{seen}");
}

#[test]
fn the_same_arguments_give_the_same_result() {
    let mut different = 0;
    for rules in [Rules::three_player(), Rules::four_player()] {
        for policy in [&Rule as &'static dyn Policy, &Greedy, &Random] {
            let position = positions(rules, 1, 5)[1];
            let (one, other) = (search_of(&position, policy), search_of(&position, policy));
            let expected = run(&one, 7, Budget::Deals(60));
            assert_eq!(run(&one, 7, Budget::Deals(60)), expected);
            assert_eq!(run(&other, 7, Budget::Deals(60)), expected);
            different += usize::from(run(&one, 8, Budget::Deals(60)) != expected);
        }
    }
    assert!(different > 3);
}

#[test]
fn hidden_cards_do_not_matter() {
    let position = positions(Rules::three_player(), 1, 5)[2];
    let turn = position.turn().expect("the game is open");
    let mut hands: [Hand; 4] = std::array::from_fn(|seat| position.hands().get(seat).copied().unwrap_or_default());
    let others = [(turn + 1) % 3, (turn + 2) % 3];
    let sizes = others.map(|seat| hands[seat].len());
    let together = hands[others[0]].with(hands[others[1]]);
    let (mut first, mut second) = ([0; 15], [0; 15]);
    for (number, card) in together.cards().enumerate() {
        let counts = if number < sizes[0] { &mut first } else { &mut second };
        counts[card.index()] += 1;
    }
    hands[others[0]] = Hand::from_counts(first).expect("part of a pack");
    hands[others[1]] = Hand::from_counts(second).expect("part of a pack");
    let shuffled = position.with_hands(&hands);
    assert_ne!(shuffled, position);
    let expected = run(&search_of(&position, &Rule), 0, Budget::Deals(400));
    assert_eq!(run(&search_of(&shuffled, &Rule), 0, Budget::Deals(400)), expected);
}

#[test]
fn won_endings_with_open_hands_are_won() {
    let (mut won, mut right) = (0, 0);
    for position in positions(Rules::three_player(), 300, 1) {
        if position.cards_left() > 14 || position.count_moves() < 2 {
            continue;
        }
        let solution = solve(&position, &Task::default());
        let landlord = position.turn() == Some(position.landlord());
        let ours = solution.winner == Some(if landlord { Role::Landlord } else { Role::Peasant });
        if !ours || solution.winning_moves.len() == position.count_moves() {
            continue;
        }
        won += 1;
        let exact = Exact {
            cards: 14,
            objective: Objective::Win,
            most_nodes: 1 << 20,
        };
        let tried = run(&open_search_of(&position).ended_exactly(exact), 0, Budget::Deals(20));
        assert!(solution.winning_moves.contains(&tried[0].play), "{position:?}");
        // Without the exact ends the tree finds most of them itself.
        let tried = run(&open_search_of(&position), 0, Budget::Deals(200));
        right += usize::from(solution.winning_moves.contains(&tried[0].play));
    }
    assert!(won > 40, "{won}");
    assert!(right * 10 > won * 9, "{right} of {won}");
}

#[test]
fn time_is_kept_and_no_time_is_an_answer() {
    let position = positions(Rules::three_player(), 1, 1)[0];
    let search = search_of(&position, &Rule);
    let tried = run(&search, 0, Budget::Time(Duration::ZERO, Duration::from_micros(10)));
    assert_eq!(tried.len(), position.count_moves());
    let own = policy_move(&position, &Rule, &mut search.samples.from(0).decisions());
    assert_eq!((tried[0].play, tried[0].visits), (own, 0));
    let began = Instant::now();
    let tried = run(
        &search,
        0,
        Budget::Time(Duration::from_millis(100), Duration::from_micros(10)),
    );
    // Other work on the machine may hold it up.
    assert!((100..1_000).contains(&began.elapsed().as_millis()));
    assert!(tried[0].visits > 5);
}

#[test]
fn a_pause_can_end_a_search() {
    let position = positions(Rules::three_player(), 1, 1)[0];
    let mut asked = 0;
    let ended = search_of(&position, &Rule).run(0, Budget::Deals(u64::MAX), &mut || {
        asked += 1;
        if asked == 50 {
            ControlFlow::Break("enough")
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(ended.break_value(), Some("enough"));
}
