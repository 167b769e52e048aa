//! Dealing: the deals of the games of a run, one after the other.

#[path = "questions/mod.rs"]
#[allow(dead_code, reason = "only the seed is used")]
mod questions;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use doudizhu_core::{DealStream, Rules};
use questions::DEALS;

/// Deals in one round of the clock.
const AT_ONCE: usize = 1_000;

/// All hands of these deals, exclusive-ored in packed form.
fn deal(rules: &Rules, stream: &DealStream, first: u64) -> u64 {
    let deals = stream.deals_from(rules, first).take(AT_ONCE);
    deals.fold(0, |sum, deal| {
        deal.hands()
            .iter()
            .fold(sum, |sum, hand| sum.rotate_left(7) ^ hand.packed())
    })
}

fn deals(criterion: &mut Criterion) {
    let stream = DealStream::new(DEALS.0, DEALS.1);
    let mut group = criterion.benchmark_group("deal");
    group.throughput(Throughput::Elements(AT_ONCE as u64));
    for (name, rules, checksum) in [
        ("three_player", Rules::three_player(), 0x4983_E199_CE1D_8F43),
        ("four_player", Rules::four_player(), 0x7FFD_CE2D_BE2E_2510),
    ] {
        assert_eq!(deal(&rules, &stream, 0), checksum, "{name}");
        let mut first = 0;
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                first += AT_ONCE as u64;
                black_box(deal(&rules, &stream, first))
            });
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    deals(&mut criterion);
    criterion.final_summary();
}
