//! Whatever the search leaves out, and however little memory it has, its answers stay the same.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::search::Options;
use super::{Objective, Solution, Task, solve, solve_while, solve_with};
use crate::hand::Hand;
use crate::play::Move;
use crate::position::Position;
use crate::random::{Draws, Pcg64};
use crate::rules::{MOST_SEATS, Rules};
use crate::tally::Tally;

const NONE: Options = Options {
    table: false,
    squeeze_ranks: false,
    level_standing: false,
    skip_forced_passes: false,
    finish_first: false,
    unbeaten_first: false,
};

/// An open position of few cards after a few random moves. The cards are of few ranks, so that there are chains, trios
/// and bombs.
fn ending(rules: Rules, draws: &mut Draws, most_cards: usize) -> Position {
    loop {
        let seats = if rules.players == 4 { 4 } else { 2 + draws.below(2) };
        let mut hands = [0_u64; MOST_SEATS];
        let lowest = draws.below(11);
        let ranks = 4 + draws.below(4).min(15 - lowest);
        for _ in 0..seats + draws.below(most_cards + 1 - seats) {
            let rank = lowest + draws.below(ranks).min(14 - lowest);
            hands[draws.below(seats)] += 1 << (4 * rank);
        }
        let hands: Option<Vec<_>> = hands[..seats].iter().map(|&hand| Hand::from_packed(hand)).collect();
        let tally = Tally {
            plays: [draws.below(3) as u16, draws.below(2) as u16],
            ..Tally::default()
        };
        let [landlord, turn] = [draws.below(seats), draws.below(seats)];
        let begun =
            hands.map(|hands| Position::with_standing(rules, &hands, landlord, Some(turn), Move::PASS, 0, tally));
        let Some(Ok(mut position)) = begun else { continue };
        for _ in 0..draws.below(4) {
            if position.winner().is_none() {
                position.play_drawn(|count| draws.below(count));
            }
        }
        if position.winner().is_none() {
            return position;
        }
    }
}

fn solved(position: &Position, task: &Task, options: Options) -> Solution {
    let solution: ControlFlow<Infallible, Solution> =
        solve_with(position, task, options, &mut |_| ControlFlow::Continue(()));
    match solution {
        ControlFlow::Continue(solution) => solution,
        ControlFlow::Break(never) => match never {},
    }
}

#[test]
fn nothing_that_is_left_out_changes_an_answer() {
    let switched: [fn(&mut Options); 6] = [
        |options| options.table = !options.table,
        |options| options.squeeze_ranks = !options.squeeze_ranks,
        |options| options.level_standing = !options.level_standing,
        |options| options.skip_forced_passes = !options.skip_forced_passes,
        |options| options.finish_first = !options.finish_first,
        |options| options.unbeaten_first = !options.unbeaten_first,
    ];
    let mut draws = Draws::new(Pcg64::new(11, 1));
    let mut seen = 0;
    let mut leads = 0;
    for round in 0..120 {
        for &(name, rules) in Rules::PRESETS {
            let position = ending(rules, &mut draws, 8);
            leads += usize::from(position.to_beat().is_pass());
            let objective = if round % 3 == 0 {
                Objective::Payoff
            } else {
                Objective::Win
            };
            let task = Task {
                objective,
                ..Task::default()
            };
            let answer = |options| {
                let found = solved(&position, &task, options);
                assert!(found.complete);
                (found.winner, found.winning_moves, found.value)
            };
            let expected = answer(NONE);
            for start in [NONE, Options::ALL] {
                for switch in switched {
                    let mut options = start;
                    switch(&mut options);
                    assert_eq!(answer(options), expected, "{name} {position:?} {options:?}");
                }
            }
            assert_eq!(answer(Options::ALL), expected, "{name} {position:?}");
            seen += 1;
        }
    }
    assert_eq!(seen, 120 * 8);
    assert!((200..800).contains(&leads), "{leads} leads");
}

#[test]
fn an_answer_needs_no_memory() {
    let mut draws = Draws::new(Pcg64::new(12, 1));
    for _ in 0..100 {
        let position = ending(Rules::national(), &mut draws, 11);
        for objective in [Objective::Win, Objective::Payoff] {
            let task = Task {
                objective,
                ..Task::default()
            };
            let bare = solve(&position, &Task { memory: 0, ..task });
            let expected = solve(&position, &task);
            assert_eq!(bare.value.is_some(), objective == Objective::Payoff);
            assert!(!bare.line.is_empty());
            assert_eq!(
                (bare.winner, bare.value, bare.winning_moves, bare.line),
                (expected.winner, expected.value, expected.winning_moves, expected.line),
                "{position:?}"
            );
        }
    }
}

#[test]
fn lines_are_legal_and_end_as_solved() {
    let mut draws = Draws::new(Pcg64::new(13, 1));
    for _ in 0..200 {
        let mut position = ending(Rules::douzero(), &mut draws, 15);
        let objective = Objective::Payoff;
        let solution = solve(
            &position,
            &Task {
                objective,
                ..Task::default()
            },
        );
        for &play in &solution.line {
            position.play(play).expect("a legal move");
        }
        assert_eq!(position.winner(), solution.winner);
        let (winner, doublings) = solution.value.expect("a value");
        assert_eq!((Some(winner), position.tally().doublings), (solution.winner, doublings));
    }
}

#[test]
fn a_pause_can_end_a_search() {
    let hands = ["3445567889TJQQKKKA2", "345778899TQAA22BR", "334566679TJJJQKA2"];
    let hands = hands.map(|hand| hand.parse().expect("a hand"));
    let position = Position::new(Rules::three_player(), &hands, 0, Some(0)).expect("a position");
    let mut asked = 0;
    let ended = solve_while(&position, &Task::default(), &mut |told| {
        asked += 1;
        if told.nodes > 10_000 {
            ControlFlow::Break(told)
        } else {
            ControlFlow::Continue(())
        }
    });
    let told = ended.break_value().expect("it was ended");
    assert!(asked > 5);
    assert!(told.nodes < 20_000);
    assert!(told.done < told.moves);
}
