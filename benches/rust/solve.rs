//! Positions with open hands, solved with every winning move and a line to the end; the rate is that of positions looked at.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use doudizhu_core::{Hand, Move, Position, Role, Rules, Solution, Tally, Task, classify, solve};

/// Two hands, the first is the landlord's and leads: the table in the README of `WZ403809264/doudizhu_solver`.
const PUBLISHED: [&str; 8] = [
    "3455KK/345522 0 0 - 0",
    "33345AR/QK222B 0 0 - 0",
    "3366789TJQKKR/789TJQKAA 0 0 - 0",
    "45569TKA2/4588TJKB 0 0 - 0",
    "99TTQQKKAABR/TTJJ2222 0 0 - 0",
    "3335688JQK22/445567TTKAAA 0 0 - 0",
    "33334567TT2222/999JJBR 0 0 - 0",
    "448999TJJQQAR/336688TAA22B 0 0 - 0",
];

/// First positions with at most 24 cards left in games of the greedy policy.
const FROM_GAMES: [&str; 12] = [
    "33345578TTJQQQKA2/4TAR/56B 1 2 2 0",
    "48T2B/QR/33445568TTTJJJQKA 0 1 2 0",
    "42/3344566TJJKKKAA22/358BR 2 0 2 0",
    "J/367BR/34455778TTJJKKA22 0 2 AA 0",
    "34455678889TTAA22/8JJJ2/5T 1 2 R 0",
    "367788TTQ2/589TJA/34JJJKBR 2 1 Q 0",
    "4566789TJJQKKK22B/A/46TQQA 1 0 333+55 0",
    "8QABR/333456679TJJQK2/8TJ2 0 2 9 0",
    "3445577TTJJQ22/333489JQ/5 2 2 789TJQKA 0",
    "34445667TTQQKKA2B/579A2R/9 1 0 3456789TJQKA 0",
    "5QAR/566779TJQQKKB/39TQA22 0 1 88 0",
    "7R/4555888TKB/3667789TJQK2 0 1 A 0",
];

/// A position from the words of its text that follow the rules.
fn position(text: &str) -> Position {
    let words: Vec<_> = text.split(' ').collect();
    let number = |word: usize| words[word].parse().expect("a number");
    let hands: Vec<Hand> = words[0].split('/').map(|hand| hand.parse().expect("a hand")).collect();
    let rules = Rules::three_player();
    let standing = match words[3] {
        "-" => Move::PASS,
        cards => {
            let cards = cards.replace('+', "").parse().expect("cards");
            classify(&rules, cards).next().expect("a play")
        }
    };
    let (landlord, turn, passes) = (number(1), Some(number(2)), number(4));
    Position::with_standing(rules, &hands, landlord, turn, standing, passes, Tally::default()).expect("a position")
}

fn solve_all(positions: &[Position]) -> Vec<Solution> {
    let solve = |position| solve(black_box(position), &Task::default());
    positions.iter().map(solve).collect()
}

fn solving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    for (name, texts, expected) in [
        ("published", &PUBLISHED[..], [7, 11]),
        ("24 cards", &FROM_GAMES[..], [6, 6]),
    ] {
        let positions: Vec<_> = texts.iter().map(|text| position(text)).collect();
        let solutions = solve_all(&positions);
        let won = solutions
            .iter()
            .filter(|found| found.winner == Some(Role::Landlord))
            .count();
        let moves: usize = solutions.iter().map(|found| found.winning_moves.len()).sum();
        assert_eq!([won, moves], expected, "{name}");
        group.throughput(Throughput::Elements(solutions.iter().map(|found| found.nodes).sum()));
        group.bench_function(name, |bencher| bencher.iter(|| solve_all(&positions)));
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().sample_size(10).configure_from_args();
    solving(&mut criterion);
    criterion.final_summary();
}
