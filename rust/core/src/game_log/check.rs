//! Games of a log made again, step by step.

use super::{GameLog, LoggedDeals, PIECE, multiplier, payoffs, span, turned_up};
use crate::auction::{Auction, HIGHEST_BID};
use crate::bulk::{Threads, Workers};
use crate::classify::is_play;
use crate::deal::DealStream;
use crate::error::IllegalMove;
use crate::hand::Hand;
use crate::play::Move;
use crate::position::Position;
use crate::rank::Rank;
use crate::rules::{AllPass, AuctionMode, MOST_SEATS, Rules};
use crate::simulate::{MOST_REDEALS, Outcome};

/// Where a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Which of the streams the deals are drawn from; `None` where they were given.
    pub stream: Option<usize>,
    /// The number of the game in its run.
    pub index: u64,
}

/// The part of a game that is wrong. Deals count from 0; calls of a deal, and plays, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A deal.
    Deal(usize),
    /// A call of a deal.
    Call(usize, usize),
    /// A move.
    Play(usize),
    /// The landlord's seat.
    Landlord,
    /// The bid.
    Bid,
    /// The multiplier.
    Multiplier,
    /// The payoffs.
    Payoffs,
    /// The spring.
    Spring,
}

/// Why it is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Cards, first bidder or turned-up card make no deal.
    WrongDeal,
    /// A deal follows one that was not thrown in for another.
    ExtraDeal,
    /// The deal is not what the seed gives.
    NotOfSeed,
    /// All passed, and the next deal lacks.
    MissingDeal,
    /// The call comes after all have passed.
    ThrownIn,
    /// No bid.
    NotABid,
    /// A bid that is not above the highest.
    TooLow,
    /// A call after the auction.
    AuctionOver,
    /// A call, and the rules have no auction.
    NoAuction,
    /// A call or a move in a game that is void.
    GameOver,
    /// A move before the end of the auction.
    AuctionNotOver,
    /// A move that may not be made.
    Illegal(IllegalMove),
    /// What is told is not what deals, calls and moves come to.
    Mismatch,
}

/// The first thing that is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub step: Step,
    /// Why.
    pub why: Why,
}

const fn fault(step: Step, why: Why) -> Fault {
    Fault { step, why }
}

impl GameLog {
    /// The first game that is not as the rules have it, and what is wrong with it. Every deal, call and move is made
    /// again, and compared with what the streams give and with what the log tells.
    #[must_use]
    pub fn first_fault(
        &self,
        rules: &Rules,
        streams: &[DealStream],
        origins: &[Origin],
        threads: Threads,
    ) -> Option<(usize, Fault)> {
        let mut pieces = vec![None; origins.len().div_ceil(PIECE)];
        Workers::for_items(threads, origins.len()).for_chunks(&mut pieces, 1, |number, pieces| {
            for (piece, number) in pieces.iter_mut().zip(number..) {
                let begin = number * PIECE;
                let mut games = begin..origins.len().min(begin + PIECE);
                *piece = games.find_map(|row| {
                    let Origin { stream, index } = origins[row];
                    let game = LoggedGame {
                        rules,
                        log: self,
                        row,
                        stream: stream.and_then(|number| streams.get(number)),
                        index,
                    };
                    game.check().err().map(|fault| (row, fault))
                });
            }
        });
        pieces.into_iter().flatten().next()
    }
}

/// How far the game has come.
enum Stage {
    Auction(Auction),
    Redeal,
    Play(Position),
    Void,
}

/// One game of a log.
struct LoggedGame<'a> {
    rules: &'a Rules,
    log: &'a GameLog,
    row: usize,
    stream: Option<&'a DealStream>,
    index: u64,
}

impl LoggedGame<'_> {
    fn players(&self) -> usize {
        usize::from(self.rules.players)
    }

    /// How many deals were thrown in, and which is the first of them.
    fn thrown_in(&self) -> (usize, usize) {
        let ends = &self.log.thrown_in_ends;
        let start = if self.row == 0 { 0 } else { ends[self.row - 1] };
        (ends[self.row] - start, start)
    }

    /// Where a deal of the game stands.
    fn place(&self, number: usize) -> (&LoggedDeals, usize) {
        let (thrown_in, start) = self.thrown_in();
        if number < thrown_in {
            (&self.log.thrown_in, start + number)
        } else {
            (&self.log.deals, self.row)
        }
    }

    fn check(&self) -> Result<(), Fault> {
        let deals = self.thrown_in().0 + 1;
        if let Some(number) = (0..deals).find(|&number| !self.is_deal(number)) {
            return Err(fault(Step::Deal(number), Why::WrongDeal));
        }
        let moves = span(&self.log.move_ends, self.row, &self.log.moves);
        self.replay(deals, moves).map_err(|found| {
            // What is no play at all goes before what is wrong in its place.
            let strange = moves.iter().position(|&packed| !self.may_be_played(packed));
            strange.map_or(found, |number| {
                let play = Move::from_packed(moves[number]).unwrap_or(Move::PASS);
                fault(Step::Play(number + 1), Why::Illegal(IllegalMove::NotAPlay(play)))
            })
        })
    }

    fn may_be_played(&self, packed: u64) -> bool {
        packed == 0 || Move::from_packed(packed).is_some_and(|play| is_play(self.rules, play))
    }

    /// Whether the cards of a deal are the pack, dealt by the rules, and its numbers such as exist.
    fn is_deal(&self, number: usize) -> bool {
        let (deals, row) = self.place(number);
        let table = self.rules.table();
        let hands = deals.hands(self.players(), row);
        let (mut low, mut high) = (0, 0);
        for &cards in hands.iter().chain([&deals.bottom[row]]) {
            if Hand::from_packed(cards).is_none() {
                return false;
            }
            low += cards & NIBBLES;
            high += cards >> 4 & NIBBLES;
        }
        let pack = table.pack().packed();
        let size = usize::from(table.hand_size);
        let sizes_fit = hands
            .iter()
            .all(|&cards| Hand::from_packed(cards).is_some_and(|hand| hand.len() == size));
        let Some(&first) = usize::try_from(deals.first_bidder[row])
            .ok()
            .and_then(|seat| hands.get(seat))
        else {
            return false;
        };
        let shown = match usize::try_from(deals.turned_up[row]) {
            Err(_) => deals.turned_up[row] == -1,
            Ok(rank) => self.rules.turned_up_card && rank < Rank::COUNT && first >> (4 * rank) & 0xF != 0,
        };
        sizes_fit && shown && (low, high) == (pack & NIBBLES, pack >> 4 & NIBBLES)
    }

    /// Makes every step, then compares what the game came to.
    fn replay(&self, deals: usize, moves: &[u64]) -> Result<(), Fault> {
        let (mut stage, bid) = self.hold_auctions(deals)?;
        for (number, &packed) in (1..).zip(moves) {
            let illegal = |why| Err(fault(Step::Play(number), why));
            match &mut stage {
                Stage::Auction(_) | Stage::Redeal => return illegal(Why::AuctionNotOver),
                Stage::Void => return illegal(Why::GameOver),
                Stage::Play(position) => {
                    let play = Move::from_packed(packed).ok_or(IllegalMove::NotAPlay(Move::PASS));
                    if let Err(reason) = play.and_then(|play| position.play(play)) {
                        return illegal(Why::Illegal(reason));
                    }
                }
            }
        }
        self.compare(&stage, bid)
    }

    /// Makes all calls on all deals; gives the highest bid too.
    fn hold_auctions(&self, deals: usize) -> Result<(Stage, u8), Fault> {
        let auctioned = self.rules.auction != AuctionMode::None;
        let mut stage = Stage::Redeal;
        let mut bid = 1;
        for number in 0..deals {
            if !matches!(stage, Stage::Redeal) {
                return Err(fault(Step::Deal(number), Why::ExtraDeal));
            }
            if !self.is_of_seed(number) {
                return Err(fault(Step::Deal(number), Why::NotOfSeed));
            }
            let (logged, row) = self.place(number);
            stage = if auctioned {
                let first = usize::try_from(logged.first_bidder[row]).unwrap_or_default();
                Stage::Auction(Auction::new(self.rules, first))
            } else {
                Stage::Play(self.start(number, 0))
            };
            for (call, &said) in (1..).zip(logged.calls(row)) {
                let refused = |why| Err(fault(Step::Call(number, call), why));
                let Stage::Auction(auction) = &mut stage else {
                    return refused(match stage {
                        Stage::Redeal => Why::ThrownIn,
                        Stage::Void => Why::GameOver,
                        _ if auctioned => Why::AuctionOver,
                        _ => Why::NoAuction,
                    });
                };
                match u8::try_from(said) {
                    Ok(said) if said <= HIGHEST_BID => {
                        if said != 0 && said <= auction.highest() {
                            return refused(Why::TooLow);
                        }
                        auction.call(said);
                    }
                    _ => return refused(Why::NotABid),
                }
                bid = auction.highest();
                if auction.turn().is_none() {
                    (stage, bid) = self.after_auction(auction.landlord(), number);
                }
            }
            if let Stage::Auction(auction) = &stage {
                bid = auction.highest();
            }
        }
        if matches!(stage, Stage::Redeal) {
            return Err(fault(Step::Deal(deals), Why::MissingDeal));
        }
        Ok((stage, bid))
    }

    fn after_auction(&self, landlord: Option<(usize, u8)>, number: usize) -> (Stage, u8) {
        if let Some((seat, bid)) = landlord {
            return (Stage::Play(self.start(number, seat)), bid);
        }
        let again = self.rules.all_pass == AllPass::Redeal && self.stream.is_some() && (number as u64) < MOST_REDEALS;
        (if again { Stage::Redeal } else { Stage::Void }, 0)
    }

    /// Whether a deal is what the stream gives, if there is one.
    fn is_of_seed(&self, number: usize) -> bool {
        let Some(stream) = self.stream else { return true };
        let (deals, row) = self.place(number);
        let drawn = stream.deal(self.rules, self.index, number as u64);
        let hands = drawn.hands().iter().map(|hand| hand.packed());
        hands.eq(deals.hands(self.players(), row).iter().copied())
            && drawn.bottom.packed() == deals.bottom[row]
            && drawn.first_bidder as i8 == deals.first_bidder[row]
            && turned_up(self.rules, &drawn) == deals.turned_up[row]
    }

    /// The first lead after a deal.
    fn start(&self, number: usize, landlord: usize) -> Position {
        let (deals, row) = self.place(number);
        let mut hands = [Hand::EMPTY; MOST_SEATS];
        for (hand, &packed) in hands.iter_mut().zip(deals.hands(self.players(), row)) {
            *hand = Hand::from_packed(packed).unwrap_or(Hand::EMPTY);
        }
        let bottom = Hand::from_packed(deals.bottom[row]).unwrap_or(Hand::EMPTY);
        hands[landlord] = hands[landlord].with(bottom);
        Position::at_first_lead(*self.rules, hands, landlord)
    }

    fn compare(&self, stage: &Stage, bid: u8) -> Result<(), Fault> {
        let (log, row, players) = (self.log, self.row, self.players());
        let (outcome, over) = match stage {
            Stage::Play(position) => (Outcome::of(position, bid), position.turn().is_none()),
            Stage::Void => (Outcome::VOID, true),
            Stage::Auction(_) | Stage::Redeal => (Outcome { bid, ..Outcome::VOID }, false),
        };
        let paid = if over {
            payoffs(self.rules, outcome)
        } else {
            [0; MOST_SEATS]
        };
        let told = &log.payoffs[row * players..(row + 1) * players];
        let compared = [
            (
                Step::Landlord,
                log.landlord[row] == outcome.landlord.map_or(-1, |seat| seat as i8),
            ),
            (Step::Bid, log.bid[row] == outcome.bid as i8),
            (Step::Multiplier, log.multiplier[row] == multiplier(outcome)),
            (Step::Payoffs, log.finished[row] == over && *told == paid[..players]),
            (Step::Spring, log.spring[row] == outcome.spring as i8),
        ];
        match compared.iter().find(|(_, agrees)| !agrees) {
            Some(&(step, _)) => Err(fault(step, Why::Mismatch)),
            None => Ok(()),
        }
    }
}

/// The counts of every other rank, with room to add them up.
const NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
