//! The same question for many hands at once, on as many threads as asked for.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::cpu::{Loop, run_with_best_instructions};
use crate::hand::Hand;
use crate::min_plays::least_plays;
use crate::movegen::{append_moves, count_moves};
use crate::play::{Move, Shape};
use crate::rules::Rules;

/// Hands that one task takes: enough to make a task worth handing over, few enough to share them out evenly.
pub(crate) const CHUNK: usize = 1024;

/// How many threads to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// The calling thread and no other.
    Calling,
    /// A pool of so many threads, made for the call.
    Pool(NonZeroUsize),
}

impl Threads {
    /// The choice for a number of threads: the calling thread for one, as many as there are cores for none.
    #[must_use]
    pub fn new(number: Option<NonZeroUsize>) -> Self {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        match number.unwrap_or_else(cores) {
            NonZeroUsize::MIN => Self::Calling,
            number => Self::Pool(number),
        }
    }
}

/// The threads themselves, for one call or for many.
#[derive(Debug)]
pub(crate) struct Workers(Option<ThreadPool>);

impl Workers {
    /// The workers for a choice; the calling thread alone where the system has no threads to give.
    pub(crate) fn new(threads: Threads) -> Self {
        match threads {
            Threads::Calling => Self(None),
            Threads::Pool(number) => Self(ThreadPoolBuilder::new().num_threads(number.get()).build().ok()),
        }
    }

    /// Does `work` on pieces of `results` of at most `size`, each with the number of its first item.
    pub(crate) fn for_chunks<T: Send>(&self, results: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Sync) {
        match &self.0 {
            None => (0..)
                .step_by(size)
                .zip(results.chunks_mut(size))
                .for_each(|(first, piece)| work(first, piece)),
            Some(pool) => pool.install(|| {
                let pieces = results.par_chunks_mut(size).enumerate();
                pieces.for_each(|(number, piece)| work(number * size, piece));
            }),
        }
    }
}

/// A hand and the shape of the play it is to answer, `None` on a lead.
pub type Question = (Hand, Option<Shape>);

/// The number of legal moves for each question.
#[must_use]
pub fn count_many(rules: &Rules, questions: &[Question], threads: Threads) -> Vec<usize> {
    let mut counts = vec![0; questions.len()];
    Workers::new(threads).for_chunks(&mut counts, CHUNK, |first, counts| {
        run_with_best_instructions(CountEach(rules, &questions[first..], counts));
    });
    counts
}

struct CountEach<'a>(&'a Rules, &'a [Question], &'a mut [usize]);

impl Loop for CountEach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(rules, questions, counts) = self;
        for (&(hand, to_beat), count) in questions.iter().zip(counts) {
            *count = count_moves(rules, hand, to_beat);
        }
    }
}

/// The legal moves for each question, one list after the other: those of question `i` stand from the `i`-th of the
/// offsets on and end before the next.
#[must_use]
pub fn list_many(rules: &Rules, questions: &[Question], threads: Threads) -> (Vec<usize>, Vec<Move>) {
    let mut lists = vec![List::default(); questions.len().div_ceil(CHUNK)];
    Workers::new(threads).for_chunks(&mut lists, 1, |number, lists| {
        let questions = questions.chunks(CHUNK).skip(number);
        for (questions, list) in questions.zip(lists) {
            run_with_best_instructions(ListEach(rules, questions, list));
        }
    });
    join_lists(lists)
}

struct ListEach<'a>(&'a Rules, &'a [Question], &'a mut List);

impl Loop for ListEach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(rules, questions, list) = self;
        for &(hand, to_beat) in questions {
            append_moves(rules, hand, to_beat, &mut list.moves);
            list.ends.push(list.moves.len());
        }
    }
}

/// The moves of some hands one after the other, and where those of each hand end.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) moves: Vec<Move>,
    pub(crate) ends: Vec<usize>,
}

/// Lists one after the other: offsets, of which the first is 0, and all moves.
pub(crate) fn join_lists(lists: Vec<List>) -> (Vec<usize>, Vec<Move>) {
    let mut offsets = Vec::with_capacity(1 + lists.iter().map(|list| list.ends.len()).sum::<usize>());
    offsets.push(0);
    let total = lists.iter().map(|list| list.moves.len()).sum::<usize>();
    let mut lists = lists.into_iter();
    let first = lists.next().unwrap_or_default();
    offsets.extend(first.ends);
    // The moves of a single list stay where they are.
    let mut all = first.moves;
    all.reserve_exact(total - all.len());
    for list in lists {
        let start = all.len();
        offsets.extend(list.ends.into_iter().map(|end| start + end));
        all.extend(list.moves);
    }
    (offsets, all)
}

/// Work between two pauses: long enough to be worth the threads, short enough for whoever waits for the pause.
const ROUND: Duration = Duration::from_millis(20);
/// Hands that one task takes.
const PIECE: usize = 64;

/// The least plays of many hands as [`least_plays`] has them, asking `pause` now and then whether to go on.
///
/// # Examples
///
/// ```
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
/// use doudizhu_core::{Rules, Threads, least_plays_while};
/// let hands = ["33344456".parse()?, "3579".parse()?];
/// let mut pause = || ControlFlow::<Infallible>::Continue(());
/// let counts = least_plays_while(&Rules::three_player(), &hands, Threads::Calling, &mut pause);
/// assert_eq!(counts, ControlFlow::Continue(vec![1, 4]));
/// # Ok::<(), doudizhu_core::ParseHandError>(())
/// ```
pub fn least_plays_while<B>(
    rules: &Rules,
    hands: &[Hand],
    threads: Threads,
    pause: &mut impl FnMut() -> ControlFlow<B>,
) -> ControlFlow<B, Vec<u8>> {
    let workers = Workers::new(threads);
    let mut counts = vec![0; hands.len()];
    let mut round = 16 * PIECE;
    let (mut hands, mut left) = (hands, counts.as_mut_slice());
    while !hands.is_empty() {
        pause()?;
        let begun = Instant::now();
        let (now, later) = hands.split_at(round.min(hands.len()));
        let (counted, uncounted) = left.split_at_mut(now.len());
        workers.for_chunks(counted, PIECE, |first, counts| {
            run_with_best_instructions(LeastOfEach(rules, &now[first..], counts));
        });
        (hands, left) = (later, uncounted);
        round = if begun.elapsed() < ROUND {
            round * 2
        } else {
            PIECE.max(round / 2)
        };
    }
    ControlFlow::Continue(counts)
}

struct LeastOfEach<'a>(&'a Rules, &'a [Hand], &'a mut [u8]);

impl Loop for LeastOfEach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(rules, hands, counts) = self;
        for (&hand, count) in hands.iter().zip(counts) {
            *count = least_plays(rules, hand);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::deal::DealStream;
    use crate::movegen::legal_moves;
    use crate::play::Kind;
    use crate::rank::Rank;

    #[test]
    fn many_questions_have_the_answers_of_each() {
        let rules = Rules::four_player();
        let stream = DealStream::new(1, 2);
        let deals = stream.deals_from(&rules, 0).take(1500);
        let solo = Shape {
            kind: Kind::Solo,
            length: 1,
            rank: Rank::THREE,
        };
        let questions: Vec<Question> = deals
            .flat_map(|deal| [(deal.hands()[0], None), (deal.hands()[1], Some(solo))])
            .collect();
        for threads in [Threads::Calling, Threads::Pool(NonZeroUsize::new(3).expect("three"))] {
            let (offsets, moves) = list_many(&rules, &questions, threads);
            let counts = count_many(&rules, &questions, threads);
            assert_eq!((offsets.len(), counts.len()), (3001, 3000));
            for (index, &(hand, to_beat)) in questions.iter().enumerate() {
                let listed = &moves[offsets[index]..offsets[index + 1]];
                assert_eq!(listed, legal_moves(&rules, hand, to_beat));
                assert_eq!(listed.len(), counts[index]);
            }
        }
    }

    #[test]
    fn many_hands_have_the_least_plays_of_each() {
        let rules = Rules::three_player();
        let deals = DealStream::new(1, 2).deals_from(&rules, 0).take(1500);
        let hands: Vec<Hand> = deals.map(|deal| deal.hands()[0]).collect();
        let each: Vec<u8> = hands.iter().map(|&hand| least_plays(&rules, hand)).collect();
        for threads in [Threads::Calling, Threads::Pool(NonZeroUsize::new(3).expect("three"))] {
            let mut pauses = 0;
            let counts: ControlFlow<Infallible, _> = least_plays_while(&rules, &hands, threads, &mut || {
                pauses += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(counts, ControlFlow::Continue(each.clone()));
            assert!(pauses > 1);
        }
        let stopped = least_plays_while(&rules, &hands, Threads::Calling, &mut || ControlFlow::Break("enough"));
        assert_eq!(stopped, ControlFlow::Break("enough"));
    }
}
