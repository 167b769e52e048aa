//! The five hottest paths, to be counted instruction by instruction: `instructions PATH REPEATS` does the work of one
//! path so many times, `instructions features` says which of its two compiled forms this processor runs.
//!
//! What is not the path itself is done the same way for any number of repeats, so that it cancels out when two runs are
//! subtracted. `run.py` beside this file does that.
#![allow(clippy::print_stdout, reason = "the script beside this file reads what is printed")]

#[path = "../rust/questions/mod.rs"]
mod questions;

use std::hint::black_box;

use doudizhu_core::{DealStream, Question, Random, Rules, Simulation, Threads, list_many};
use questions::{DEALS, answers, leads};

/// Hands, games or deals of one repeat.
const ITEMS: usize = 500;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["features"] => println!("{}", features()),
        [path, repeats] => {
            let repeats = repeats.parse().expect("a number of repeats");
            println!("{ITEMS} {}", run(path, repeats));
        }
        // `cargo bench` passes a flag of its own.
        _ => println!("usage: instructions PATH REPEATS | features"),
    }
}

/// Does the work and returns a checksum of it.
fn run(path: &str, repeats: u64) -> u64 {
    match path {
        "random_game_3_players" => play(Rules::three_player(), repeats),
        "random_game_4_players" => play(Rules::four_player(), repeats),
        "list_leads_20_cards" => list(&leads(&Rules::three_player()), repeats),
        "list_answers_17_cards" => list(&answers(&Rules::three_player()), repeats),
        "deal_3_players" => deal(&Rules::three_player(), repeats),
        _ => panic!("no path {path}"),
    }
}

fn play(rules: Rules, repeats: u64) -> u64 {
    let run = Simulation::new(rules, &[&Random], false, DEALS, (7, 8));
    let mut plays = 0;
    for repeat in 0..repeats {
        run.play_games(repeat * ITEMS as u64, ITEMS, |game| plays += u64::from(game.plays));
    }
    plays
}

fn list(questions: &[Question], repeats: u64) -> u64 {
    let rules = Rules::three_player();
    let pieces = questions.chunks_exact(ITEMS).cycle().take(repeats as usize);
    pieces
        .map(|piece| black_box(list_many(&rules, piece, Threads::Calling)).1.len() as u64)
        .sum()
}

fn deal(rules: &Rules, repeats: u64) -> u64 {
    let stream = DealStream::new(DEALS.0, DEALS.1);
    let deals = stream.deals_from(rules, 0).take(ITEMS * repeats as usize);
    deals.fold(0, |sum, deal| {
        deal.hands()
            .iter()
            .fold(sum, |sum, hand| sum.rotate_left(7) ^ hand.packed())
    })
}

/// The form of the hot loops that the core chooses on this processor, by the features it asks for.
#[cfg(target_arch = "x86_64")]
fn features() -> &'static str {
    let found = is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("avx2");
    if found { "x86-64-v3" } else { "x86-64" }
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> &'static str {
    std::env::consts::ARCH
}
