//! Leads and answers of random hands: all of them listed, their number, and one of them by its index.
//!
//! `one` calls the function for each hand, as a caller of the crate does: a list is long enough to choose the best
//! instructions of the processor for each, counting and picking are compiled for any processor of the family. `many`
//! hands a thousand questions over at once, which is where the instructions are chosen once for all and what the
//! bindings build on.

#[path = "questions/mod.rs"]
mod questions;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use doudizhu_core::{Question, Rules, Threads, count_many, count_moves, list_many, list_moves, nth_move};
use questions::{HANDS, answers, indices, leads};

/// Questions handed over at once: what they answer stays in the cache.
const AT_ONCE: usize = 1_024;

struct Case {
    name: &'static str,
    rules: Rules,
    questions: Vec<Question>,
    /// Legal moves of all questions together.
    moves: u64,
    /// The packed forms of the moves at `indices`, exclusive-ored.
    picked: u64,
}

fn cases() -> [Case; 6] {
    let case = |name, rules, questions: fn(&Rules) -> Vec<Question>, moves, picked| Case {
        name,
        questions: questions(&rules),
        rules,
        moves,
        picked,
    };
    [
        case("lead 20", Rules::three_player(), leads, 641_028, 0xE005_0033_5231_3520),
        case("lead 33", Rules::four_player(), leads, 1_876_609, 0x6000_7340_3106_4200),
        case("lead 20 rlcard", Rules::rlcard(), leads, 654_964, 0x7101_7525_3642_5675),
        case(
            "answer 17",
            Rules::three_player(),
            answers,
            34_823,
            0xB000_5077_2332_2611,
        ),
        case(
            "answer 25",
            Rules::four_player(),
            answers,
            59_902,
            0x7110_1561_7053_0643,
        ),
        case(
            "answer 17 rlcard",
            Rules::rlcard(),
            answers,
            34_987,
            0xB014_1306_1177_3631,
        ),
    ]
}

/// Lists every question on its own into one list that is used again; the number of moves.
fn list_one_by_one(rules: &Rules, questions: &[Question]) -> u64 {
    let mut moves = Vec::with_capacity(4_096);
    let mut listed = 0;
    for &(hand, to_beat) in questions {
        moves.clear();
        list_moves(rules, black_box(hand), to_beat, &mut moves);
        listed += black_box(&moves).len() as u64;
    }
    listed
}

fn list_at_once(rules: &Rules, questions: &[Question]) -> u64 {
    let pieces = questions.chunks(AT_ONCE);
    let list = |piece| black_box(list_many(rules, piece, Threads::Calling)).1.len() as u64;
    pieces.map(list).sum()
}

fn count_one_by_one(rules: &Rules, questions: &[Question]) -> u64 {
    let count = |&(hand, to_beat): &Question| count_moves(rules, black_box(hand), to_beat) as u64;
    questions.iter().map(count).sum()
}

fn count_at_once(rules: &Rules, questions: &[Question]) -> u64 {
    let pieces = questions.chunks(AT_ONCE);
    let counts = pieces.flat_map(|piece| count_many(rules, piece, Threads::Calling));
    counts.map(|count| count as u64).sum()
}

fn pick_one_by_one(rules: &Rules, questions: &[Question], indices: &[usize]) -> u64 {
    let pick = |(&(hand, to_beat), &index): (&Question, &usize)| nth_move(rules, black_box(hand), to_beat, index);
    let picked = questions.iter().zip(indices).filter_map(pick);
    picked.fold(0, |sum, play| sum ^ play.packed())
}

fn moves(criterion: &mut Criterion) {
    for case in cases() {
        let (rules, questions) = (&case.rules, &case.questions[..]);
        let indices = indices(rules, questions);
        let listed =
            [list_one_by_one, list_at_once, count_one_by_one, count_at_once].map(|work| work(rules, questions));
        assert_eq!(listed, [case.moves; 4], "{}", case.name);
        assert_eq!(
            pick_one_by_one(rules, questions, &indices),
            case.picked,
            "{}",
            case.name
        );

        let mut group = criterion.benchmark_group("moves");
        group.throughput(Throughput::Elements(HANDS as u64));
        let mut time = |work: &str, answer: &dyn Fn() -> u64| {
            group.bench_function(BenchmarkId::new(work, case.name), |bencher| bencher.iter(answer));
        };
        time("list one", &|| list_one_by_one(rules, questions));
        time("list many", &|| list_at_once(rules, questions));
        time("count one", &|| count_one_by_one(rules, questions));
        time("count many", &|| count_at_once(rules, questions));
        time("pick one", &|| pick_one_by_one(rules, questions, &indices));
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    moves(&mut criterion);
    criterion.final_summary();
}
