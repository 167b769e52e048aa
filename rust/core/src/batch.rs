//! Many games side by side, stepped together.

use crate::bulk::{List, Threads, Workers, list_in_chunks};
use crate::cpu::{Loop, run_with_best_instructions};
use crate::deal::DealStream;
use crate::encode::{encode, observation_width, sets_of, width_of};
use crate::error::BatchError;
use crate::play::Move;
use crate::rules::{AllPass, AuctionMode, Rules};
use crate::simulate::{MOST_REDEALS, Outcome};
use crate::table::{Stage, Table};

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
    tables: Vec<Table>,
    dealer: Dealer,
    workers: Workers,
    /// What [`Batch::counts`] counts, right where `counted`.
    counts: Vec<usize>,
    /// Whether the moves were counted or listed since the last step.
    counted: bool,
    /// Moves in the last list, which tell how many to make room for.
    listed: usize,
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
        let dealer = Dealer {
            rules,
            deals: DealStream::new(deals.0, deals.1),
            auction: auction && rules.auction != AuctionMode::None,
            auto_reset,
            stride: count as u64,
        };
        let first = dealer.deals.deals_from(&rules, 0).take(count);
        let tables = (0..).zip(first);
        Self {
            tables: tables
                .map(|(number, deal)| Table::open(&rules, dealer.auction, number, deal))
                .collect(),
            dealer,
            workers: Workers::for_items(threads, count),
            counts: vec![0; count],
            counted: false,
            // Most tables have a handful of moves; a lead has some dozens.
            listed: 8 * count,
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.dealer.rules
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
    pub fn counts(&mut self) -> &[usize] {
        if !self.counted {
            let chunk = self.workers.chunk(self.len());
            self.workers.for_chunks(&mut self.counts, chunk, |first, counts| {
                run_with_best_instructions(CountEach(&self.tables[first..], counts));
            });
            self.counted = true;
        }
        &self.counts
    }

    /// The legal calls and moves of every table in packed form, one list after the other: those of table `t` stand from
    /// the `t`-th of the offsets on and end before the next.
    #[must_use]
    pub fn legal_moves(&mut self) -> (Vec<usize>, Vec<u64>) {
        let room = self.listed + self.listed / 8;
        let (offsets, moves) = list_in_chunks(&self.workers, &self.tables, room, |tables, list| {
            run_with_best_instructions(ListEach(tables, list));
        });
        for (count, pair) in self.counts.iter_mut().zip(offsets.windows(2)) {
            *count = pair[1] - pair[0];
        }
        (self.counted, self.listed) = (true, moves.len());
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
        for (game, (&index, &count)) in indices.iter().zip(self.counts()).enumerate() {
            // A negative index is past every count.
            if count > 0 && index.cast_unsigned() >= count as u64 {
                return Err(BatchError::NoSuchMove { game, index, count });
            }
        }
        self.act(&ByIndex(indices));
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
        self.act(&ByMove(packed));
        Ok(())
    }

    fn act(&mut self, choices: &impl Choices) {
        self.counted = false;
        let dealer = &self.dealer;
        let chunk = self.workers.chunk(self.len());
        self.workers.for_chunks(&mut self.tables, chunk, |first, tables| {
            run_with_best_instructions(ActAtEach {
                dealer,
                first,
                tables,
                choices,
            });
        });
    }

    /// Writes what the seat to act may know, [`observation_width`] bytes for each table, zeros where the game is over.
    ///
    /// # Panics
    ///
    /// If `out` has not exactly that many bytes.
    pub fn observe(&self, out: &mut [u8]) {
        let width = observation_width(self.rules());
        assert_eq!(out.len(), width * self.tables.len(), "one row for each table");
        self.workers
            .for_chunks(out, width * self.workers.chunk(self.len()), |first, rows| {
                let tables = &self.tables[first / width..];
                if self.rules().table().players == 3 {
                    run_with_best_instructions(ObserveEach::<3, { sets_of(3) }, { width_of(3) }>(tables, rows));
                } else {
                    run_with_best_instructions(ObserveEach::<4, { sets_of(4) }, { width_of(4) }>(tables, rows));
                }
            });
    }
}

/// What decides how a table goes on where an auction or a game has ended.
#[derive(Debug)]
struct Dealer {
    rules: Rules,
    deals: DealStream,
    auction: bool,
    auto_reset: bool,
    /// From one game of a table to its next.
    stride: u64,
}

impl Dealer {
    /// Goes on where an auction or a game has ended.
    #[inline(always)]
    fn settle(&self, table: &mut Table) {
        match &table.stage {
            Stage::Play(position) => {
                if position.winner().is_some() {
                    let outcome = Outcome::of(position, table.bid);
                    self.finish(table, outcome);
                }
            }
            Stage::Auction(auction, _) => {
                if auction.turn().is_none() {
                    self.settle_auction(table);
                }
            }
            Stage::Over => {}
        }
    }

    fn settle_auction(&self, table: &mut Table) {
        let Stage::Auction(auction, deal) = &table.stage else {
            return;
        };
        match auction.landlord() {
            Some((landlord, bid)) => {
                let deal = *deal;
                table.start_play(&self.rules, &deal, landlord, bid);
            }
            None if self.rules.all_pass == AllPass::Redeal && table.redeal < MOST_REDEALS => {
                table.redeal += 1;
                let deal = self.deals.deal(&self.rules, table.number, table.redeal);
                table.hold_auction(&self.rules, deal);
            }
            None => self.finish(table, Outcome::VOID),
        }
    }

    fn finish(&self, table: &mut Table, outcome: Outcome) {
        table.stage = Stage::Over;
        if self.auto_reset {
            let number = table.number.wrapping_add(self.stride);
            let deal = self.deals.deal(&self.rules, number, 0);
            *table = Table::open(&self.rules, self.auction, number, deal);
        }
        (table.done, table.outcome) = (true, outcome);
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
        for table in tables {
            table.list(&mut list.moves);
            list.end_one();
        }
    }
}

struct ObserveEach<'a, const SEATS: usize, const SETS: usize, const WIDTH: usize>(&'a [Table], &'a mut [u8]);

impl<const SEATS: usize, const SETS: usize, const WIDTH: usize> Loop for ObserveEach<'_, SEATS, SETS, WIDTH> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (rows, _) = self.1.as_chunks_mut();
        encode::<Table, SEATS, SETS, WIDTH>(self.0, rows);
    }
}

/// What is done at each table. A trait and no closure, since closures are not inlined by force.
trait Choices: Sync {
    fn make(&self, game: usize, table: &mut Table);
}

struct ByIndex<'a>(&'a [i64]);

impl Choices for ByIndex<'_> {
    #[inline(always)]
    fn make(&self, game: usize, table: &mut Table) {
        table.act_nth(self.0[game].cast_unsigned() as usize);
    }
}

struct ByMove<'a>(&'a [u64]);

impl Choices for ByMove<'_> {
    #[inline(always)]
    fn make(&self, game: usize, table: &mut Table) {
        table.act_packed(self.0[game]);
    }
}

struct ActAtEach<'a, C> {
    dealer: &'a Dealer,
    first: usize,
    tables: &'a mut [Table],
    choices: &'a C,
}

impl<C: Choices> Loop for ActAtEach<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (game, table) in (self.first..).zip(self.tables) {
            table.done = false;
            self.choices.make(game, table);
            self.dealer.settle(table);
        }
    }
}
