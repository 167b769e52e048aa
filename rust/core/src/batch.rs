//! Many games side by side, stepped together.

use thiserror::Error;

use crate::auction::Auction;
use crate::bulk::{CHUNK, List, Threads, Workers, join_lists};
use crate::cpu::{Loop, run_with_best_instructions};
use crate::deal::{Deal, DealStream};
use crate::encode::{Seen, observation_width};
use crate::error::IllegalMove;
use crate::hand::Hand;
use crate::movegen::append_moves;
use crate::play::Move;
use crate::position::Position;
use crate::rules::{AllPass, AuctionMode, MOST_SEATS, Rules};
use crate::simulate::{MOST_REDEALS, Outcome};

/// The kind code that marks a call of the auction in packed form; the bid stands in the lowest bits.
const CALL: u64 = 15 << 60;

/// Why a step of a batch is refused; no game has moved then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BatchError {
    /// An index past the legal moves of a game.
    #[error("game {game} has {count} legal moves, there is no move {index}")]
    NoSuchMove {
        /// The game.
        game: usize,
        /// The index.
        index: i64,
        /// How many moves are legal.
        count: usize,
    },
    /// A move that is not legal in a game.
    #[error("game {game}: {reason}")]
    IllegalMove {
        /// The game.
        game: usize,
        /// Why.
        reason: IllegalMove,
    },
    /// A call that is not legal in a game, or a move in the auction.
    #[error("game {game}: {packed:#x} is no legal call")]
    IllegalCall {
        /// The game.
        game: usize,
        /// The packed form.
        packed: u64,
    },
}

/// Where one game stands.
#[derive(Clone, Debug)]
enum Stage {
    Auction(Auction),
    Play(Position),
    Over,
}

/// One game of a batch.
#[derive(Clone, Debug)]
struct Table {
    /// The number of the game in the run.
    number: u64,
    redeal: u64,
    deal: Deal,
    stage: Stage,
    landlord: Option<usize>,
    bid: u8,
    /// The last move of every seat, passes included.
    last: [Move; MOST_SEATS],
    done: bool,
    /// How the game that ended last did.
    outcome: Outcome,
}

/// Many games of one run. Table `t` plays the games `t`, `t + n`, `t + 2 n`, .. of the run, one after the other.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Batch, Rules, Threads};
/// let mut batch = Batch::new(Rules::three_player(), 2, (1, 2), false, true, Threads::Calling);
/// assert_eq!(batch.counts().len(), 2);
/// batch.step(&[0, 1])?;
/// assert_eq!(batch.turns(), [Some(1), Some(1)]);
/// # Ok::<(), doudizhu_core::BatchError>(())
/// ```
#[derive(Debug)]
pub struct Batch {
    rules: Rules,
    deals: DealStream,
    auction: bool,
    auto_reset: bool,
    tables: Vec<Table>,
    workers: Workers,
    /// What [`Batch::counts`] would count, if it was counted or listed since the last step.
    known_counts: Option<Vec<usize>>,
}

impl Batch {
    /// `count` games of a run whose deals come from this seed and sequence. Without an auction seat 0 is landlord at a
    /// bid of 1. With `auto_reset` a table whose game has ended takes up its next one at once.
    #[must_use]
    pub fn new(
        rules: Rules,
        count: usize,
        deals: (u128, u128),
        auction: bool,
        auto_reset: bool,
        threads: Threads,
    ) -> Self {
        let mut batch = Self {
            rules,
            deals: DealStream::new(deals.0, deals.1),
            auction: auction && rules.auction != AuctionMode::None,
            auto_reset,
            tables: Vec::new(),
            workers: Workers::new(threads),
            known_counts: None,
        };
        let first = batch.deals.deals_from(&rules, 0).take(count);
        batch.tables = (0..)
            .zip(first)
            .map(|(number, deal)| batch.open(number, deal))
            .collect();
        batch
    }

    fn open(&self, number: u64, deal: Deal) -> Table {
        let mut table = Table {
            number,
            redeal: 0,
            deal,
            stage: Stage::Over,
            landlord: None,
            bid: 0,
            last: [Move::PASS; MOST_SEATS],
            done: false,
            outcome: Outcome::VOID,
        };
        if self.auction {
            table.stage = Stage::Auction(Auction::new(&self.rules, table.deal.first_bidder));
        } else {
            table.start_play(self.rules, 0, 1);
        }
        table
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of tables.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether there is no table.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The seat to act at every table, `None` where the game is over.
    #[must_use]
    pub fn turns(&self) -> Vec<Option<usize>> {
        self.tables.iter().map(Table::turn).collect()
    }

    /// Where the last step ended a game.
    #[must_use]
    pub fn done(&self) -> Vec<bool> {
        self.tables.iter().map(|table| table.done).collect()
    }

    /// How the game did that ended last at every table; a void game before the first end.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Outcome> {
        self.tables.iter().map(|table| table.outcome).collect()
    }

    /// How many calls or moves are legal at every table, 0 where the game is over.
    #[must_use]
    pub fn counts(&mut self) -> Vec<usize> {
        if let Some(counts) = &self.known_counts {
            return counts.clone();
        }
        let mut counts = vec![0; self.tables.len()];
        self.workers.for_chunks(&mut counts, CHUNK, |first, counts| {
            run_with_best_instructions(CountEach(&self.tables[first..], counts));
        });
        self.known_counts = Some(counts.clone());
        counts
    }

    /// The legal calls and moves of every table in packed form, one list after the other: those of table `t` stand from
    /// the `t`-th of the offsets on and end before the next.
    #[must_use]
    pub fn legal_moves(&mut self) -> (Vec<usize>, Vec<u64>) {
        let mut lists = vec![List::default(); self.tables.len().div_ceil(CHUNK)];
        self.workers.for_chunks(&mut lists, 1, |number, lists| {
            for (tables, list) in self.tables.chunks(CHUNK).skip(number).zip(lists) {
                run_with_best_instructions(ListEach(tables, list));
            }
        });
        let (offsets, moves) = join_lists(lists);
        self.known_counts = Some(offsets.windows(2).map(|pair| pair[1] - pair[0]).collect());
        (offsets, moves.into_iter().map(Move::packed).collect())
    }

    /// Makes at every table the legal call or move with this index; the index of a finished table is not looked at.
    ///
    /// # Errors
    ///
    /// [`BatchError::NoSuchMove`] for the first index that is out of range; no game has moved then.
    ///
    /// # Panics
    ///
    /// If there are not as many indices as tables.
    pub fn step(&mut self, indices: &[i64]) -> Result<(), BatchError> {
        assert_eq!(indices.len(), self.tables.len(), "one index for each table");
        let counts = self.counts();
        for (game, (&index, &count)) in indices.iter().zip(&counts).enumerate() {
            let in_range = usize::try_from(index).is_ok_and(|index| index < count);
            if count > 0 && !in_range {
                return Err(BatchError::NoSuchMove { game, index, count });
            }
        }
        self.act(|table, game| table.act_nth(usize::try_from(indices[game]).unwrap_or(usize::MAX)));
        Ok(())
    }

    /// Makes at every table this call or move, in packed form; that of a finished table is not looked at.
    ///
    /// # Errors
    ///
    /// [`BatchError`] for the first that is not legal; no game has moved then.
    ///
    /// # Panics
    ///
    /// If there are not as many moves as tables.
    pub fn step_moves(&mut self, packed: &[u64]) -> Result<(), BatchError> {
        assert_eq!(packed.len(), self.tables.len(), "one move for each table");
        for (game, (&packed, table)) in packed.iter().zip(&self.tables).enumerate() {
            table.check(game, packed)?;
        }
        self.act(|table, game| table.act_packed(packed[game]));
        Ok(())
    }

    fn act(&mut self, act: impl Fn(&mut Table, usize) + Sync) {
        self.known_counts = None;
        let mut tables = std::mem::take(&mut self.tables);
        let stride = tables.len() as u64;
        self.workers.for_chunks(&mut tables, CHUNK, |first, tables| {
            run_with_best_instructions(ActAtEach {
                batch: self,
                stride,
                first,
                tables,
                act: &act,
            });
        });
        self.tables = tables;
    }

    /// Goes on where an auction or a game has ended.
    fn settle(&self, table: &mut Table, stride: u64) {
        match &table.stage {
            Stage::Auction(auction) if auction.turn().is_none() => match auction.landlord() {
                Some((landlord, bid)) => table.start_play(self.rules, landlord, bid),
                None if self.rules.all_pass == AllPass::Redeal && table.redeal < MOST_REDEALS => {
                    table.redeal += 1;
                    table.deal = self.deals.deal(&self.rules, table.number, table.redeal);
                    table.stage = Stage::Auction(Auction::new(&self.rules, table.deal.first_bidder));
                }
                None => self.finish(table, Outcome::VOID, stride),
            },
            Stage::Play(position) if position.winner().is_some() => {
                let outcome = Outcome::of(position, table.bid);
                self.finish(table, outcome, stride);
            }
            _ => {}
        }
    }

    fn finish(&self, table: &mut Table, outcome: Outcome, stride: u64) {
        table.stage = Stage::Over;
        if self.auto_reset {
            let number = table.number.wrapping_add(stride);
            *table = self.open(number, self.deals.deal(&self.rules, number, 0));
        }
        (table.done, table.outcome) = (true, outcome);
    }

    /// Writes what the seat to act may know, [`observation_width`] bytes for each table, zeros where the game is over.
    ///
    /// # Panics
    ///
    /// If `out` has not exactly that many bytes.
    pub fn observe(&self, out: &mut [u8]) {
        let width = observation_width(&self.rules);
        assert_eq!(out.len(), width * self.tables.len(), "one row for each table");
        self.workers.for_chunks(out, width * CHUNK, |first, rows| {
            run_with_best_instructions(ObserveEach(&self.tables[first / width..], width, rows));
        });
    }
}

struct CountEach<'a>(&'a [Table], &'a mut [usize]);

impl Loop for CountEach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (table, count) in self.0.iter().zip(self.1) {
            *count = table.count();
        }
    }
}

struct ListEach<'a>(&'a [Table], &'a mut List);

impl Loop for ListEach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(tables, list) = self;
        // Most tables have a handful of moves; a lead has some dozens.
        list.moves.reserve(8 * tables.len());
        list.ends.reserve(tables.len());
        for table in tables {
            table.list(&mut list.moves);
            list.ends.push(list.moves.len());
        }
    }
}

struct ObserveEach<'a>(&'a [Table], usize, &'a mut [u8]);

impl Loop for ObserveEach<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (table, row) in self.0.iter().zip(self.2.chunks_mut(self.1)) {
            table.observe(row);
        }
    }
}

struct ActAtEach<'a, F> {
    batch: &'a Batch,
    stride: u64,
    first: usize,
    tables: &'a mut [Table],
    act: &'a F,
}

impl<F: Fn(&mut Table, usize)> Loop for ActAtEach<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (game, table) in (self.first..).zip(self.tables) {
            table.done = false;
            (self.act)(table, game);
            self.batch.settle(table, self.stride);
        }
    }
}

impl Table {
    fn start_play(&mut self, rules: Rules, landlord: usize, bid: u8) {
        self.stage = Stage::Play(Position::after_deal(rules, &self.deal, landlord));
        (self.landlord, self.bid) = (Some(landlord), bid);
    }

    fn turn(&self) -> Option<usize> {
        match &self.stage {
            Stage::Auction(auction) => auction.turn(),
            Stage::Play(position) => position.turn(),
            Stage::Over => None,
        }
    }

    #[inline(always)]
    fn count(&self) -> usize {
        match &self.stage {
            Stage::Auction(auction) => auction.count_calls(),
            Stage::Play(position) => position.count_moves(),
            Stage::Over => 0,
        }
    }

    #[inline(always)]
    fn list(&self, moves: &mut Vec<Move>) {
        match &self.stage {
            Stage::Auction(auction) => {
                let bids = (1..auction.count_calls() as u64).map(|call| u64::from(auction.highest()) + call);
                moves.extend(std::iter::once(0).chain(bids).map(|bid| Move::from_sum(CALL | bid)));
            }
            Stage::Play(position) => {
                append_moves(
                    position.rules(),
                    position.hand_to_move(),
                    position.shape_to_beat(),
                    moves,
                );
            }
            Stage::Over => {}
        }
    }

    #[inline(always)]
    fn act_nth(&mut self, index: usize) {
        match &mut self.stage {
            Stage::Auction(auction) => auction.call(if index == 0 { 0 } else { auction.highest() + index as u8 }),
            Stage::Play(position) => {
                let Some(seat) = position.turn() else { return };
                if let Some(undo) = position.play_nth(index) {
                    self.last[seat] = undo.played();
                }
            }
            Stage::Over => {}
        }
    }

    fn check(&self, game: usize, packed: u64) -> Result<(), BatchError> {
        let illegal_call = Err(BatchError::IllegalCall { game, packed });
        match &self.stage {
            Stage::Auction(auction) => {
                let bid = packed ^ CALL;
                let raises = (u64::from(auction.highest()) + 1..=3).contains(&bid);
                if bid == 0 || raises { Ok(()) } else { illegal_call }
            }
            Stage::Play(position) => match Move::from_packed(packed) {
                None => illegal_call,
                Some(play) => match position.why_illegal(play) {
                    Some(reason) => Err(BatchError::IllegalMove { game, reason }),
                    None => Ok(()),
                },
            },
            Stage::Over => Ok(()),
        }
    }

    fn act_packed(&mut self, packed: u64) {
        match &mut self.stage {
            Stage::Auction(auction) => auction.call((packed ^ CALL) as u8),
            Stage::Play(position) => {
                if let (Some(seat), Some(play)) = (position.turn(), Move::from_packed(packed)) {
                    position.play_unchecked(play);
                    self.last[seat] = play;
                }
            }
            Stage::Over => {}
        }
    }

    #[inline(always)]
    fn observe(&self, row: &mut [u8]) {
        row.fill(0);
        let Some(turn) = self.turn() else { return };
        let seen = match &self.stage {
            Stage::Play(position) => Seen {
                turn,
                hands: position.hands(),
                bottom: Hand::EMPTY,
                standing: position.standing(),
                passes: position.passes(),
                landlord: self.landlord,
                highest_bid: self.bid,
                doublings: position.tally().doublings,
                last: &self.last,
            },
            Stage::Auction(auction) => Seen {
                turn,
                hands: self.deal.hands(),
                bottom: self.deal.bottom,
                standing: None,
                passes: 0,
                landlord: None,
                highest_bid: auction.highest(),
                doublings: 0,
                last: &self.last,
            },
            Stage::Over => return,
        };
        seen.encode(row);
    }
}
