//! A log is the games of its run, and what is changed in it is found.

use std::num::NonZeroUsize;

use super::*;
use crate::deal::DealStream;
use crate::error::IllegalMove;
use crate::policy::{Greedy, Random};

fn run(rules: Rules) -> (Simulation, DealStream) {
    let run = Simulation::new(rules, &[&Random, &Greedy], true, (1, 2), (3, 4));
    (run, DealStream::new(1, 2))
}

fn origins(first: u64, count: usize) -> Vec<Origin> {
    let stream = Some(0);
    (0..count as u64)
        .map(|number| Origin {
            stream,
            index: first.wrapping_add(number),
        })
        .collect()
}

#[test]
fn a_log_is_the_games_of_the_run_for_any_threads() {
    let count = 3 * PIECE + 17;
    for rules in [Rules::three_player(), Rules::four_player(), Rules::national()] {
        let (run, stream) = run(rules);
        let first = u64::MAX - count as u64;
        let mut games = Vec::new();
        run.play_games(first, count, |game| games.push(game));
        let log = run.log(first, count, Threads::Calling);
        let landlords: Vec<i8> = games
            .iter()
            .map(|game| game.landlord.map_or(-1, |seat| seat as i8))
            .collect();
        assert_eq!(log.landlord, landlords);
        let multipliers: Vec<i64> = games.iter().map(|&game| multiplier(game)).collect();
        assert_eq!(log.multiplier, multipliers);
        assert!(
            log.payoffs
                .chunks(usize::from(rules.players))
                .all(|paid| paid.iter().sum::<i64>() == 0)
        );
        for threads in [1, 2, 8].map(NonZeroUsize::new) {
            assert_eq!(run.log(first, count, Threads::new(threads)), log);
            let found = log.first_fault(
                &rules,
                std::slice::from_ref(&stream),
                &origins(first, count),
                Threads::new(threads),
            );
            assert_eq!(found, None);
        }
        let (calls, moves) = run.trace(first);
        assert_eq!(log.thrown_in_ends[0] + 1, calls.len());
        assert_eq!(log.move_ends[0], moves.len());
    }
}

#[test]
fn the_first_fault_is_told() {
    let rules = Rules::three_player();
    let (run, stream) = run(rules);
    let good = run.log(0, 600, Threads::Calling);
    let fault_of = |change: &dyn Fn(&mut GameLog)| {
        let mut log = good.clone();
        change(&mut log);
        log.first_fault(
            &rules,
            std::slice::from_ref(&stream),
            &origins(0, 600),
            Threads::Calling,
        )
    };
    let lead = good.move_ends[498];
    let thrown_in = good.thrown_in_ends[499] - good.thrown_in_ends[498];
    assert_eq!(fault_of(&|_| ()), None);
    let told = [
        (fault_of(&|log| log.spring[499] ^= 1), Step::Spring, Why::Mismatch),
        (fault_of(&|log| log.bid[499] ^= 1), Step::Bid, Why::Mismatch),
        (fault_of(&|log| log.finished[499] = false), Step::Payoffs, Why::Mismatch),
        (
            fault_of(&|log| log.moves[lead] = 0),
            Step::Play(1),
            Why::Illegal(IllegalMove::PassOnLead),
        ),
        (
            fault_of(&|log| log.deals.bottom[499] ^= 1),
            Step::Deal(thrown_in),
            Why::WrongDeal,
        ),
    ];
    for (found, step, why) in told {
        assert_eq!(found, Some((499, Fault { step, why })));
    }
}
