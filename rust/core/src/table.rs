//! One table of a batch: a game in its auction or in play, and what can be seen of it in packed form.

use crate::auction::Auction;
use crate::deal::Deal;
use crate::encode::{Notes, Observed, Seen};
use crate::error::BatchError;
use crate::movegen::append_moves;
use crate::play::Move;
use crate::position::Position;
use crate::rules::{MOST_SEATS, Rules};
use crate::simulate::Outcome;

/// The kind code that marks a call of the auction in packed form; the bid stands in the lowest bits.
const CALL: u64 = 15 << 60;
/// The bits of the cards in packed form.
const CARDS: u64 = !CALL;

/// Where one game stands.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    Auction(Auction, Deal),
    Play(Position),
    Over,
}

/// One game of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The number of the game in the run.
    pub(crate) number: u64,
    pub(crate) redeal: u64,
    pub(crate) stage: Stage,
    pub(crate) bid: u8,
    pub(crate) done: bool,
    /// How the game that ended last did.
    pub(crate) outcome: Outcome,
    /// The cards of every seat, packed, and how many they are: observations are written from them.
    held: [u64; MOST_SEATS],
    left: [u8; MOST_SEATS],
    /// The last move of every seat, passes included.
    last: [Move; MOST_SEATS],
}

impl Table {
    /// A game that has been dealt and begins with an auction, or with the landlord of seat 0 at a bid of 1.
    pub(crate) fn open(rules: &Rules, auction: bool, number: u64, deal: Deal) -> Self {
        let mut table = Self {
            number,
            redeal: 0,
            stage: Stage::Over,
            bid: 0,
            done: false,
            outcome: Outcome::VOID,
            held: [0; MOST_SEATS],
            left: [0; MOST_SEATS],
            last: [Move::PASS; MOST_SEATS],
        };
        if auction {
            table.hold_auction(rules, deal);
        } else {
            table.start_play(rules, &deal, 0, 1);
        }
        table
    }

    pub(crate) fn hold_auction(&mut self, rules: &Rules, deal: Deal) {
        self.hold(&deal);
        self.stage = Stage::Auction(Auction::new(rules, deal.first_bidder), deal);
    }

    pub(crate) fn start_play(&mut self, rules: &Rules, deal: &Deal, landlord: usize, bid: u8) {
        self.hold(deal);
        self.held[landlord] += deal.bottom.packed();
        self.left[landlord] += deal.bottom.len() as u8;
        self.stage = Stage::Play(Position::after_deal(*rules, deal, landlord));
        self.bid = bid;
    }

    fn hold(&mut self, deal: &Deal) {
        for (seat, hand) in deal.hands().iter().enumerate() {
            self.held[seat] = hand.packed();
            self.left[seat] = hand.len() as u8;
        }
    }

    pub(crate) fn turn(&self) -> Option<usize> {
        match &self.stage {
            Stage::Auction(auction, _) => auction.turn(),
            Stage::Play(position) => position.turn(),
            Stage::Over => None,
        }
    }

    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        match &self.stage {
            Stage::Auction(auction, _) => auction.count_calls(),
            Stage::Play(position) => position.count_moves(),
            Stage::Over => 0,
        }
    }

    #[inline(always)]
    pub(crate) fn list(&self, moves: &mut Vec<Move>) {
        match &self.stage {
            Stage::Auction(auction, _) => {
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

    /// Makes the legal call or move with this index.
    #[inline(always)]
    pub(crate) fn act_nth(&mut self, index: usize) {
        match &mut self.stage {
            Stage::Auction(auction, _) => auction.call(if index == 0 { 0 } else { auction.highest() + index as u8 }),
            Stage::Play(position) => {
                let Some(seat) = position.turn() else { return };
                // What draws is fast where there are few answers; leads need not be counted to pick one.
                let leads = position.standing().is_none();
                if leads {
                    position.play_nth(index);
                } else {
                    position.play_drawn(|_| index);
                }
                let passes = index == 0 && !leads;
                let made = if passes { Move::PASS } else { position.to_beat() };
                self.keep(seat, made);
            }
            Stage::Over => {}
        }
    }

    /// Whether this call or move is legal; `game` is named in the error.
    pub(crate) fn check(&self, game: usize, packed: u64) -> Result<(), BatchError> {
        let illegal_call = Err(BatchError::IllegalCall { game, packed });
        match &self.stage {
            Stage::Auction(auction, _) => {
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

    /// Makes this legal call or move.
    #[inline(always)]
    pub(crate) fn act_packed(&mut self, packed: u64) {
        match &mut self.stage {
            Stage::Auction(auction, _) => auction.call((packed ^ CALL) as u8),
            Stage::Play(position) => {
                if let (Some(seat), Some(play)) = (position.turn(), Move::from_packed(packed)) {
                    position.play_unchecked(play);
                    self.keep(seat, play);
                }
            }
            Stage::Over => {}
        }
    }

    #[inline(always)]
    fn keep(&mut self, seat: usize, made: Move) {
        let seat = seat % MOST_SEATS;
        self.last[seat] = made;
        let cards = made.packed() & CARDS;
        self.held[seat] -= cards;
        self.left[seat] -= packed_len(cards);
    }
}

impl Observed for Table {
    #[inline(always)]
    fn note<const SEATS: usize, const SETS: usize>(&self, notes: Notes<'_, SETS>) {
        let blank = Seen {
            turn: 0,
            held: &self.held,
            left: &self.left,
            bottom: 0,
            standing: None,
            passes: 0,
            landlord: None,
            highest_bid: self.bid,
            doublings: 0,
            last: &self.last,
        };
        match &self.stage {
            Stage::Play(position) => {
                let Some(turn) = position.turn() else { return };
                let seen = Seen {
                    turn,
                    standing: position.shape_to_beat(),
                    passes: position.passes(),
                    landlord: Some(position.landlord()),
                    doublings: position.tally().doublings,
                    ..blank
                };
                seen.note::<SEATS, SETS>(notes);
            }
            Stage::Auction(auction, deal) => {
                let Some(turn) = auction.turn() else { return };
                let seen = Seen {
                    turn,
                    bottom: deal.bottom.packed(),
                    highest_bid: auction.highest(),
                    ..blank
                };
                seen.note::<SEATS, SETS>(notes);
            }
            Stage::Over => {}
        }
    }
}

/// The number of cards in packed form, without kind bits.
#[inline(always)]
fn packed_len(cards: u64) -> u8 {
    const EVEN: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let pairs = (cards & EVEN) + (cards >> 4 & EVEN);
    // The highest byte of the product is the sum of all bytes.
    (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}
