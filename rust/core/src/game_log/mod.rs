//! Whole games written down as columns, deals, calls and moves included: here how they are made, in `check.rs` how they are checked.

mod check;

pub use check::{Fault, Origin, Step, Why};

use crate::bulk::{Threads, Workers};
use crate::deal::Deal;
use crate::rules::{MOST_SEATS, Rules, Scoring};
use crate::simulate::{Outcome, Simulation};
use crate::tally::Spring;

/// Games that one thread takes at a time.
const PIECE: usize = 256;

/// Deals with the calls that were made on them, item `i` of each column for deal `i`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoggedDeals {
    /// Packed hands, those of one deal after the other, before the bottom is taken.
    pub hands: Vec<u64>,
    /// Packed bottom cards.
    pub bottom: Vec<u64>,
    /// The seats that call first.
    pub first_bidder: Vec<i8>,
    /// Ranks of the turned-up cards, -1 where there is none.
    pub turned_up: Vec<i8>,
    /// Where the calls of each deal end.
    pub call_ends: Vec<usize>,
    /// The bids of all deals, 0 for a pass.
    pub calls: Vec<i8>,
}

/// Games, item `i` of each column for game `i`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameLog {
    /// The deals that were played, the last of each game.
    pub deals: LoggedDeals,
    /// The deals before them, in which all passed.
    pub thrown_in: LoggedDeals,
    /// Where the deals of each game that were thrown in end.
    pub thrown_in_ends: Vec<usize>,
    /// Where the moves of each game end.
    pub move_ends: Vec<usize>,
    /// The packed moves of all games, passes included.
    pub moves: Vec<u64>,
    /// The landlords' seats, -1 without one.
    pub landlord: Vec<i8>,
    /// The highest bids, at the end of the auction what is played for.
    pub bid: Vec<i8>,
    /// The factors on the bids.
    pub multiplier: Vec<i64>,
    /// What each seat won, one game after the other; zeros for a game that is not over.
    pub payoffs: Vec<i64>,
    /// 0 without a spring, 1 for the landlord's, 2 for the peasants'.
    pub spring: Vec<i8>,
    /// Whether the game is over.
    pub finished: Vec<bool>,
}

impl LoggedDeals {
    fn push(&mut self, rules: &Rules, deal: &Deal, calls: &[u8]) {
        self.hands.extend(deal.hands().iter().map(|hand| hand.packed()));
        self.bottom.push(deal.bottom.packed());
        self.first_bidder.push(deal.first_bidder as i8);
        self.turned_up.push(turned_up(rules, deal));
        self.calls.extend(calls.iter().map(|&bid| bid as i8));
        self.call_ends.push(self.calls.len());
    }

    fn append(&mut self, mut other: Self) {
        let before = self.calls.len();
        self.hands.append(&mut other.hands);
        self.bottom.append(&mut other.bottom);
        self.first_bidder.append(&mut other.first_bidder);
        self.turned_up.append(&mut other.turned_up);
        self.calls.append(&mut other.calls);
        self.call_ends.extend(other.call_ends.iter().map(|end| before + end));
    }

    /// The hands of a deal.
    fn hands(&self, players: usize, deal: usize) -> &[u64] {
        &self.hands[deal * players..(deal + 1) * players]
    }

    fn calls(&self, deal: usize) -> &[i8] {
        span(&self.call_ends, deal, &self.calls)
    }
}

/// The items of one row among those of all rows.
fn span<'a, T>(ends: &[usize], row: usize, items: &'a [T]) -> &'a [T] {
    let start = if row == 0 { 0 } else { ends[row - 1] };
    &items[start..ends[row]]
}

/// The rank that a log tells of.
fn turned_up(rules: &Rules, deal: &Deal) -> i8 {
    if rules.turned_up_card {
        deal.turned_up.index() as i8
    } else {
        -1
    }
}

/// The factor on the bid (rules 1.6).
fn multiplier(outcome: Outcome) -> i64 {
    1 << (outcome.doublings + u8::from(outcome.spring != Spring::None))
}

/// What each seat wins (rules 1.6).
fn payoffs(rules: &Rules, outcome: Outcome) -> [i64; MOST_SEATS] {
    let Some(landlord) = outcome.landlord else {
        return [0; MOST_SEATS];
    };
    let stake = match rules.scoring {
        Scoring::Exponential => i64::from(outcome.bid) * multiplier(outcome),
        Scoring::WinLoss => 1,
    };
    let peasant = if outcome.landlord_won { -stake } else { stake };
    let mut all = [peasant; MOST_SEATS];
    all[usize::from(landlord)] = -peasant * i64::from(rules.players - 1);
    all
}

impl Simulation {
    /// `count` games from number `first` on, written down; they do not depend on the number of threads.
    ///
    /// # Examples
    ///
    /// ```
    /// use doudizhu_core::{Origin, Random, Rules, Simulation, Threads};
    /// let rules = Rules { auction: doudizhu_core::AuctionMode::None, ..Rules::three_player() };
    /// let run = Simulation::new(rules, &[&Random], false, (1, 2), (3, 4));
    /// let log = run.log(0, 100, Threads::Calling);
    /// let origins = vec![Origin { stream: None, index: 0 }; 100];
    /// assert_eq!(log.first_fault(&rules, &[], &origins, Threads::Calling), None);
    /// ```
    #[must_use]
    pub fn log(&self, first: u64, count: usize, threads: Threads) -> GameLog {
        let mut pieces = vec![GameLog::default(); count.div_ceil(PIECE)];
        Workers::for_items(threads, count).for_chunks(&mut pieces, 1, |number, pieces| {
            for (piece, number) in pieces.iter_mut().zip(number..) {
                let begin = number * PIECE;
                for game in begin..count.min(begin + PIECE) {
                    self.write(first.wrapping_add(game as u64), piece);
                }
            }
        });
        let mut pieces = pieces.into_iter();
        let mut log = pieces.next().unwrap_or_default();
        for piece in pieces {
            log.append(piece);
        }
        log
    }

    /// Plays one game and writes it down.
    fn write(&self, game: u64, log: &mut GameLog) {
        let rules = self.rules();
        let thrown_in = &mut log.thrown_in;
        let played = self.play_watched(
            game,
            |bids, deal| thrown_in.push(rules, deal, bids),
            |play| {
                log.moves.push(play.packed());
            },
        );
        log.deals.push(rules, &played.deal, &played.calls);
        log.thrown_in_ends.push(log.thrown_in.bottom.len());
        log.move_ends.push(log.moves.len());
        log.push_outcome(rules, played.outcome);
    }
}

impl GameLog {
    fn push_outcome(&mut self, rules: &Rules, outcome: Outcome) {
        self.landlord.push(outcome.landlord.map_or(-1, |seat| seat as i8));
        self.bid.push(outcome.bid as i8);
        self.multiplier.push(multiplier(outcome));
        self.payoffs
            .extend(&payoffs(rules, outcome)[..usize::from(rules.players)]);
        self.spring.push(outcome.spring as i8);
        self.finished.push(true);
    }

    fn append(&mut self, mut other: Self) {
        let (deals, moves) = (self.thrown_in.bottom.len(), self.moves.len());
        self.deals.append(other.deals);
        self.thrown_in.append(other.thrown_in);
        self.thrown_in_ends
            .extend(other.thrown_in_ends.iter().map(|end| deals + end));
        self.move_ends.extend(other.move_ends.iter().map(|end| moves + end));
        self.moves.append(&mut other.moves);
        self.landlord.append(&mut other.landlord);
        self.bid.append(&mut other.bid);
        self.multiplier.append(&mut other.multiplier);
        self.payoffs.append(&mut other.payoffs);
        self.spring.append(&mut other.spring);
        self.finished.append(&mut other.finished);
    }
}

#[cfg(test)]
mod tests;
