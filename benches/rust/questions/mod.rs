//! What the benchmarks ask: leads of random hands, and answers of random hands to random leads, from fixed seeds.

use doudizhu_core::{DealStream, Question, Rules, count_moves, nth_move};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng as _;

/// The seed and sequence of all deals of the benchmarks.
pub(crate) const DEALS: (u128, u128) = (0x0DDB_A11C, 0x0005_EED5);
/// Hands in a set of questions: too many for a processor to learn the branches of by heart.
pub(crate) const HANDS: usize = 8_192;

/// The landlord's hands with the bottom cards (20 cards, or 33 in the game of four), to lead.
pub(crate) fn leads(rules: &Rules) -> Vec<Question> {
    let stream = DealStream::new(DEALS.0, DEALS.1);
    let deals = stream.deals_from(rules, 0).take(HANDS);
    deals.map(|deal| (deal.hands()[0].with(deal.bottom), None)).collect()
}

/// The hands of the next seat (17 cards, or 25), each to answer a lead of the landlord drawn uniformly.
pub(crate) fn answers(rules: &Rules) -> Vec<Question> {
    let stream = DealStream::new(DEALS.0, DEALS.1);
    let mut random = Pcg64::new(1, 2);
    let answer = |(deal, (landlord, _)): (doudizhu_core::Deal, Question)| {
        let index = below(&mut random, count_moves(rules, landlord, None));
        let lead = nth_move(rules, landlord, None, index).and_then(doudizhu_core::Move::shape);
        assert!(lead.is_some(), "a lead is a play");
        (deal.hands()[1], lead)
    };
    stream.deals_from(rules, 0).zip(leads(rules)).map(answer).collect()
}

/// For each question the index of one of its moves, drawn uniformly.
#[allow(dead_code, reason = "not every benchmark picks moves")]
pub(crate) fn indices(rules: &Rules, questions: &[Question]) -> Vec<usize> {
    let mut random = Pcg64::new(3, 4);
    let counts = questions
        .iter()
        .map(|&(hand, to_beat)| count_moves(rules, hand, to_beat));
    counts.map(|count| below(&mut random, count)).collect()
}

/// A number below `count`, near enough to uniform.
fn below(random: &mut Pcg64, count: usize) -> usize {
    ((u128::from(random.next_u64()) * count as u128) >> 64) as usize
}
