//! What simulated games came to, gathered while they are played: a column for each thing that is told, or counts alone.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::auction::HIGHEST_BID;
use crate::bulk::{Threads, Workers};
use crate::simulate::{Outcome, Simulation};
use crate::tally::Spring;

/// Exponents of multipliers, springs included, are lower: two packs hold 26 bombs.
const EXPONENTS: usize = 28;
/// What decides a payment, numbered: `(bid * 28 + exponent) * 2 + landlord_won`.
const PAYMENTS: usize = (HIGHEST_BID as usize + 1) * EXPONENTS * 2;
/// A game has no more plays than two packs have cards.
const MOST_PLAYS: usize = 108;
/// Games that are counted on by themselves: enough that adding up is nothing beside playing.
const PIECE: usize = 512;

/// Games in a row, item `i` of each column for game `i`. Void games have a landlord of -1 and zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The landlords' seats.
    pub landlord: Vec<i8>,
    /// Where the landlord won.
    pub landlord_won: Vec<bool>,
    /// The bids that were played for.
    pub bid: Vec<i8>,
    /// Bombs that double, and rockets.
    pub doublings: Vec<i8>,
    /// Plays made by all; a pass is no play.
    pub plays: Vec<i16>,
    /// Bombs played.
    pub bombs: Vec<i8>,
    /// Rockets played.
    pub rockets: Vec<i8>,
    /// 0 without a spring, 1 for the landlord's, 2 for the peasants'.
    pub spring: Vec<i8>,
}

/// How many games came to what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Games by bid, exponent of the multiplier and winner: those with number `(bid * 28 + exponent) * 2 + landlord_won`,
    /// where the exponent is that of the doublings and the spring together. Void games have number 0.
    pub payments: Vec<i64>,
    /// Games by the number of plays, 0 to 108. Void games, and no others, have none.
    pub plays: Vec<i64>,
}

impl Counts {
    fn zero() -> Self {
        Self {
            payments: vec![0; PAYMENTS],
            plays: vec![0; MOST_PLAYS + 1],
        }
    }

    fn count(&mut self, game: Outcome) {
        let exponent = usize::from(game.doublings) + usize::from(game.spring != Spring::None);
        let number = (usize::from(game.bid) * EXPONENTS + exponent) * 2 + usize::from(game.landlord_won);
        self.payments[number] += 1;
        self.plays[usize::from(game.plays)] += 1;
    }

    fn add(&mut self, other: &Self) {
        let pairs = self.payments.iter_mut().chain(&mut self.plays);
        for (sum, count) in pairs.zip(other.payments.iter().chain(&other.plays)) {
            *sum += count;
        }
    }
}

impl Simulation {
    /// The columns of `count` games from number `first` on; they do not depend on the number of threads.
    ///
    /// # Examples
    ///
    /// ```
    /// use doudizhu_core::{Random, Rules, Simulation, Threads};
    /// let run = Simulation::new(Rules::three_player(), &[&Random], false, (1, 2), (3, 4));
    /// let columns = run.columns(0, 100, Threads::Calling);
    /// assert_eq!(columns.landlord, [0; 100]);
    /// let won = columns.landlord_won.iter().filter(|&&won| won).count();
    /// let counts = run.counts(0, 100, Threads::Calling);
    /// assert_eq!(counts.payments.iter().skip(1).step_by(2).sum::<i64>(), won as i64);
    /// ```
    #[must_use]
    pub fn columns(&self, first: u64, count: usize, threads: Threads) -> Columns {
        let mut columns = Columns {
            landlord: vec![0; count],
            landlord_won: vec![false; count],
            bid: vec![0; count],
            doublings: vec![0; count],
            plays: vec![0; count],
            bombs: vec![0; count],
            rockets: vec![0; count],
            spring: vec![0; count],
        };
        let mut pieces = pieces(&mut columns);
        Workers::for_items(threads, count).for_chunks(&mut pieces, 1, |number, pieces| {
            for (piece, number) in pieces.iter_mut().zip(number..) {
                let mut place = 0;
                self.play_games(first_of(first, number), piece.plays.len(), |game| {
                    piece.write(place, game);
                    place += 1;
                });
            }
        });
        columns
    }

    /// The counts of the same games, in memory that does not grow with them.
    #[must_use]
    pub fn counts(&self, first: u64, count: usize, threads: Threads) -> Counts {
        let workers = Workers::for_items(threads, count);
        let mut counts = vec![Counts::zero(); workers.len()];
        let pieces = count.div_ceil(PIECE);
        let next = AtomicUsize::new(0);
        workers.for_chunks(&mut counts, 1, |_, counts| {
            for counts in counts {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pieces {
                        break;
                    }
                    let length = PIECE.min(count - number * PIECE);
                    self.play_games(first_of(first, number), length, |game| counts.count(game));
                }
            }
        });
        let mut all = Counts::zero();
        for counts in &counts {
            all.add(counts);
        }
        all
    }
}

/// The first game of a piece.
fn first_of(first: u64, piece: usize) -> u64 {
    first.wrapping_add((piece * PIECE) as u64)
}

/// The columns of games that one thread plays at a time.
struct Piece<'a> {
    landlord: &'a mut [i8],
    landlord_won: &'a mut [bool],
    bid: &'a mut [i8],
    doublings: &'a mut [i8],
    plays: &'a mut [i16],
    bombs: &'a mut [i8],
    rockets: &'a mut [i8],
    spring: &'a mut [i8],
}

impl Piece<'_> {
    fn write(&mut self, place: usize, game: Outcome) {
        self.landlord[place] = game.landlord.map_or(-1, |seat| seat as i8);
        self.landlord_won[place] = game.landlord_won;
        self.bid[place] = game.bid as i8;
        self.doublings[place] = game.doublings as i8;
        self.plays[place] = game.plays as i16;
        self.bombs[place] = game.bombs as i8;
        self.rockets[place] = game.rockets as i8;
        self.spring[place] = game.spring as i8;
    }
}

fn pieces(columns: &mut Columns) -> Vec<Piece<'_>> {
    let mut landlord = columns.landlord.chunks_mut(PIECE);
    let mut landlord_won = columns.landlord_won.chunks_mut(PIECE);
    let mut bid = columns.bid.chunks_mut(PIECE);
    let mut doublings = columns.doublings.chunks_mut(PIECE);
    let mut plays = columns.plays.chunks_mut(PIECE);
    let mut bombs = columns.bombs.chunks_mut(PIECE);
    let mut rockets = columns.rockets.chunks_mut(PIECE);
    let mut spring = columns.spring.chunks_mut(PIECE);
    let piece = || {
        Some(Piece {
            landlord: landlord.next()?,
            landlord_won: landlord_won.next()?,
            bid: bid.next()?,
            doublings: doublings.next()?,
            plays: plays.next()?,
            bombs: bombs.next()?,
            rockets: rockets.next()?,
            spring: spring.next()?,
        })
    };
    std::iter::from_fn(piece).collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::policy::{Greedy, Random};
    use crate::rules::Rules;

    #[test]
    fn columns_and_counts_tell_of_the_same_games() {
        let count = 3 * PIECE + 17;
        let mut counted = 0;
        for (rules, first) in [
            (Rules::three_player(), 5),
            (Rules::four_player(), u64::MAX - count as u64),
        ] {
            let run = Simulation::new(rules, &[&Random, &Greedy], true, (1, 2), (3, 4));
            let mut games = Vec::new();
            run.play_games(first, count, |game| games.push(game));
            let mut expected = Counts::zero();
            for &game in &games {
                expected.count(game);
            }
            for threads in [1, 2, 8].map(NonZeroUsize::new) {
                let columns = run.columns(first, count, Threads::new(threads));
                assert_eq!(columns.plays.len(), count);
                for (number, game) in games.iter().enumerate() {
                    assert_eq!(columns.landlord[number], game.landlord.map_or(-1, |seat| seat as i8));
                    assert_eq!(columns.landlord_won[number], game.landlord_won);
                    assert_eq!(columns.bid[number], game.bid as i8);
                    assert_eq!(columns.doublings[number], game.doublings as i8);
                    assert_eq!(columns.plays[number], game.plays as i16);
                    assert_eq!(columns.bombs[number], game.bombs as i8);
                    assert_eq!(columns.rockets[number], game.rockets as i8);
                    assert_eq!(columns.spring[number], game.spring as i8);
                }
                assert_eq!(run.counts(first, count, Threads::new(threads)), expected);
                counted += expected.plays.iter().sum::<i64>();
            }
        }
        assert_eq!(counted, 6 * count as i64);
    }
}
