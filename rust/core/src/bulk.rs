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

/// Items that one task takes at least and at most.
const LEAST_CHUNK: usize = 64;
const MOST_CHUNK: usize = 1024;

/// How many threads to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// The calling thread and no other.
    Calling,
    /// A pool of so many threads, made for the call; smaller where there is less to do, or where there are far fewer
    /// cores.
    Pool(NonZeroUsize),
}

/// Threads for each core at most. Those that wait for work look for it time and again, and hundreds of them leave a
/// core no time for anything else.
const MOST_PER_CORE: usize = 4;

impl Threads {
    /// The choice for a number of threads: the calling thread for one, as many as there are cores for none.
    #[must_use]
    pub fn new(number: Option<NonZeroUsize>) -> Self {
        if number == Some(NonZeroUsize::MIN) {
            return Self::Calling;
        }
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let asked = number.unwrap_or(cores).get().min(MOST_PER_CORE * cores.get());
        match NonZeroUsize::new(asked) {
            None | Some(NonZeroUsize::MIN) => Self::Calling,
            Some(number) => Self::Pool(number),
        }
    }
}

/// The threads themselves, for one call or for many.
#[derive(Debug)]
pub(crate) struct Workers {
    pool: Option<ThreadPool>,
    /// The process that has the threads: a child that was forked off has none of them.
    process: u32,
}

impl Workers {
    /// The workers for a choice; the calling thread alone where the system has no threads to give.
    pub(crate) fn new(threads: Threads) -> Self {
        let pool = match threads {
            Threads::Calling => None,
            Threads::Pool(number) => ThreadPoolBuilder::new().num_threads(number.get()).build().ok(),
        };
        let process = std::process::id();
        Self { pool, process }
    }

    /// The same for so many small items of work.
    pub(crate) fn for_items(threads: Threads, items: usize) -> Self {
        Self::for_tasks(threads, items.div_ceil(LEAST_CHUNK))
    }

    /// The same for so many tasks: no more threads than have something to do.
    pub(crate) fn for_tasks(threads: Threads, tasks: usize) -> Self {
        Self::new(match threads {
            Threads::Calling => Threads::Calling,
            Threads::Pool(number) => {
                let useful = NonZeroUsize::new(tasks).unwrap_or(NonZeroUsize::MIN);
                Threads::new(Some(number.min(useful)))
            }
        })
    }

    fn pool(&self) -> Option<&ThreadPool> {
        self.pool.as_ref().filter(|_| self.process == std::process::id())
    }

    /// How many threads work.
    pub(crate) fn len(&self) -> usize {
        self.pool().map_or(1, ThreadPool::current_num_threads)
    }

    /// How many of so many items to take at a time: all of them on one thread, else enough to make a task worth handing
    /// over and few enough to share them out evenly.
    pub(crate) fn chunk(&self, items: usize) -> usize {
        match self.pool() {
            None => items.max(1),
            Some(pool) => (items / (8 * pool.current_num_threads())).clamp(LEAST_CHUNK, MOST_CHUNK),
        }
    }

    /// Does `work` on pieces of `results` of at most `size`, each with the number of its first item.
    pub(crate) fn for_chunks<T: Send>(&self, results: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Sync) {
        match self.pool() {
            None => (0..)
                .step_by(size)
                .zip(results.chunks_mut(size))
                .for_each(|(first, piece)| work(first, piece)),
            Some(pool) => pool.install(|| {
                // One piece at a time, or whoever is done first waits for a heap of pieces that the other has begun.
                let pieces = results.par_chunks_mut(size).enumerate().with_max_len(1);
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
    let workers = Workers::for_items(threads, questions.len());
    let mut counts = vec![0; questions.len()];
    let chunk = workers.chunk(counts.len());
    workers.for_chunks(&mut counts, chunk, |first, counts| {
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
    let workers = Workers::for_items(threads, questions.len());
    list_in_chunks(&workers, questions, 0, |questions, list| {
        run_with_best_instructions(ListEach(rules, questions, list));
    })
}

struct ListEach<'a>(&'a Rules, &'a [Question], &'a mut List);

impl Loop for ListEach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(rules, questions, list) = self;
        for &(hand, to_beat) in questions {
            append_moves(rules, hand, to_beat, &mut list.moves);
            list.end_one();
        }
    }
}

/// The moves of some items one after the other, and where those of each item end.
#[derive(Debug, Default)]
pub(crate) struct List {
    pub(crate) moves: Vec<Move>,
    ends: Vec<usize>,
}

impl List {
    /// The moves listed since the last call are those of one item.
    #[inline(always)]
    pub(crate) fn end_one(&mut self) {
        self.ends.push(self.moves.len());
    }
}

/// What `list` lists for all items: offsets, of which the first is 0, and the moves, one list after the other. There is
/// room for so many moves from the start.
pub(crate) fn list_in_chunks<T: Sync>(
    workers: &Workers,
    items: &[T],
    room: usize,
    list: impl Fn(&[T], &mut List) + Sync,
) -> (Vec<usize>, Vec<Move>) {
    let size = workers.chunk(items.len());
    let mut offsets = Vec::with_capacity(1 + items.len());
    offsets.push(0);
    if size >= items.len() {
        let mut all = List {
            moves: Vec::with_capacity(room),
            ends: offsets,
        };
        list(items, &mut all);
        return (all.ends, all.moves);
    }
    let mut lists: Vec<List> = items.chunks(size).map(|_| List::default()).collect();
    let lists_made = lists.len();
    workers.for_chunks(&mut lists, 1, |number, lists| {
        for (items, piece) in items.chunks(size).skip(number).zip(lists) {
            piece.moves.reserve(room / lists_made);
            piece.ends.reserve(items.len());
            list(items, piece);
        }
    });
    for list in &lists {
        let start = offsets[offsets.len() - 1];
        offsets.extend(list.ends.iter().map(|end| start + end));
    }
    // As numbers, since zeros of these come from the system: whoever writes first has the page made.
    let mut all = vec![0; offsets[offsets.len() - 1]];
    let mut places = Vec::with_capacity(lists.len());
    let mut rest = &mut all[..];
    for list in &lists {
        let (place, behind) = rest.split_at_mut(list.moves.len());
        places.push((place, &list.moves));
        rest = behind;
    }
    workers.for_chunks(&mut places, 1, |_, places| {
        for (place, moves) in places {
            for (number, play) in place.iter_mut().zip(*moves) {
                *number = play.packed();
            }
        }
    });
    (offsets, all.into_iter().map(Move::from_sum).collect())
}

/// Work between two pauses: long enough to be worth the threads, short enough for whoever waits for the pause.
const ROUND: Duration = Duration::from_millis(20);
/// What stands for a number that is not found yet: no hand needs as many plays.
const NOT_FOUND: u8 = u8::MAX - 1;

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
    let workers = Workers::for_items(threads, hands.len());
    let mut counts = vec![NOT_FOUND; hands.len()];
    while counts.contains(&NOT_FOUND) {
        pause()?;
        let until = Instant::now() + ROUND;
        workers.for_chunks(&mut counts, LEAST_CHUNK, |first, counts| {
            let hands = &hands[first..];
            run_with_best_instructions(LeastOfEach {
                rules,
                hands,
                counts,
                until,
            });
        });
    }
    ControlFlow::Continue(counts)
}

/// The least plays of each hand that has none yet, until it is time for a pause.
struct LeastOfEach<'a> {
    rules: &'a Rules,
    hands: &'a [Hand],
    counts: &'a mut [u8],
    until: Instant,
}

impl Loop for LeastOfEach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let unknown = self
            .hands
            .iter()
            .zip(self.counts)
            .filter(|(_, count)| **count == NOT_FOUND);
        for (&hand, count) in unknown {
            if Instant::now() >= self.until {
                return;
            }
            *count = least_plays(self.rules, hand);
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
            assert!(pauses > 0);
        }
        let stopped = least_plays_while(&rules, &hands, Threads::Calling, &mut || ControlFlow::Break("enough"));
        assert_eq!(stopped, ControlFlow::Break("enough"));
    }
}
