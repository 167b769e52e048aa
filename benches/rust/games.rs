//! Whole games on one thread: deal, play and tally, random ones without and with the auction, and those of the rule policy.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use doudizhu_core::{Outcome, Random, Rule, Rules, Simulation};

/// Games in one round of the clock.
const AT_ONCE: usize = 1_000;

/// What a run adds up to: games the landlord won, plays, doublings, and bids.
type Totals = [u64; 4];

fn play(run: &Simulation, first: u64) -> Totals {
    let mut totals = [0; 4];
    run.play_games(first, AT_ONCE, |game: Outcome| {
        let parts = [
            u64::from(game.landlord_won),
            game.plays.into(),
            game.doublings.into(),
            game.bid.into(),
        ];
        for (total, part) in totals.iter_mut().zip(parts) {
            *total += part;
        }
    });
    totals
}

fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random games");
    group.throughput(Throughput::Elements(AT_ONCE as u64));
    for (name, rules, auction, expected) in [
        ("three_player", Rules::three_player(), false, [364, 29_594, 366, 1_000]),
        ("four_player", Rules::four_player(), false, [287, 46_251, 68, 1_000]),
        ("rlcard", Rules::rlcard(), false, [360, 29_581, 356, 1_000]),
        (
            "three_player with auction",
            Rules::three_player(),
            true,
            [376, 29_569, 382, 2_808],
        ),
        (
            "four_player with auction",
            Rules::four_player(),
            true,
            [267, 45_913, 65, 2_902],
        ),
    ] {
        let run = Simulation::new(rules, &[&Random], auction, (5, 6), (7, 8));
        assert_eq!(play(&run, 0), expected, "{name}");
        let mut first = 0;
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            // Other games in every round: the same would be learnt by heart.
            bencher.iter(|| {
                first += AT_ONCE as u64;
                black_box(play(&run, first))
            });
        });
    }
    group.finish();
}

/// The moves of so many games, passes included.
fn count_moves(run: &Simulation) -> usize {
    (0..AT_ONCE as u64).map(|game| run.trace(game).1.len()).sum()
}

fn rule_games(criterion: &mut Criterion) {
    for (name, rules, expected, moves) in [
        ("three_player", Rules::three_player(), [431, 18_238, 528, 1_000], 32_836),
        ("four_player", Rules::four_player(), [530, 23_150, 94, 1_000], 54_647),
    ] {
        let run = Simulation::new(rules, &[&Rule], false, (5, 6), (7, 8));
        assert_eq!(play(&run, 0), expected, "{name}");
        assert_eq!(count_moves(&run), moves, "{name}");
        for (unit, elements) in [("games", AT_ONCE), ("moves", moves)] {
            let mut group = criterion.benchmark_group(format!("rule policy, {unit}"));
            group.throughput(Throughput::Elements(elements as u64));
            let mut first = 0;
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter(|| {
                    first += AT_ONCE as u64;
                    black_box(play(&run, first))
                });
            });
            group.finish();
        }
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    games(&mut criterion);
    rule_games(&mut criterion);
    criterion.final_summary();
}
