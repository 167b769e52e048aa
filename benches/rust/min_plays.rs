//! The least plays of random hands, one call for each.

#[path = "questions/mod.rs"]
#[allow(dead_code, reason = "least plays have no answers")]
mod questions;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use doudizhu_core::{DealStream, Hand, Rules, least_plays};
use questions::{DEALS, HANDS};

struct Case {
    name: &'static str,
    rules: Rules,
    hands: Vec<Hand>,
    /// The least plays of all hands together.
    plays: u64,
}

/// The first seats' hands, with the bottom cards and with as many cards of the next seat's as make `size`, where these
/// are in the order of their ranks: the random hands that there are, but for a few more low cards.
fn hands(rules: &Rules, size: usize) -> Vec<Hand> {
    let stream = DealStream::new(DEALS.0, DEALS.1);
    let deals = stream.deals_from(rules, 0).take(HANDS);
    let hand = |deal: doudizhu_core::Deal| {
        let own = deal.hands()[0];
        let more = deal.bottom.cards().chain(deal.hands()[1].cards());
        more.take(size - own.len()).fold(own, |hand, card| {
            let mut counts = hand.counts();
            counts[card.index()] += 1;
            Hand::from_counts(counts).unwrap_or(hand)
        })
    };
    deals.map(hand).collect()
}

fn cases() -> [Case; 6] {
    let case = |name, rules: Rules, size, plays| Case {
        name,
        rules,
        hands: hands(&rules, size),
        plays,
    };
    [
        case("17", Rules::three_player(), 17, 59_790),
        case("20", Rules::three_player(), 20, 57_996),
        case("23", Rules::three_player(), 23, 50_431),
        case("20 douzero", Rules::douzero(), 20, 57_996),
        case("23 noip", Rules::noip(), 23, 53_282),
        case("33", Rules::four_player(), 33, 57_075),
    ]
}

fn least(case: &Case) -> u64 {
    let hands = case.hands.iter();
    hands
        .map(|&hand| u64::from(least_plays(&case.rules, black_box(hand))))
        .sum()
}

fn min_plays(criterion: &mut Criterion) {
    for case in cases() {
        assert_eq!(least(&case), case.plays, "{}", case.name);
        let mut group = criterion.benchmark_group("min_plays");
        group.throughput(Throughput::Elements(HANDS as u64));
        group.bench_function(BenchmarkId::new("one", case.name), |bencher| {
            bencher.iter(|| least(&case));
        });
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    min_plays(&mut criterion);
    criterion.final_summary();
}
