//! Whole games played by policies: deal, auction, play, tally.

use crate::auction::Auction;
use crate::cpu::{Loop, run_with_best_instructions};
use crate::deal::{Deal, DealStream};
use crate::play::Move;
use crate::policy::{DECISION_STRIDE, Policy, Random, chosen_move};
use crate::position::Position;
use crate::random::{Draws, Jump, Pcg64};
use crate::rules::{AllPass, AuctionMode, MOST_SEATS, Rules};
use crate::tally::{Role, Spring};

/// Games between the starts of two redeals of one game.
const REDEAL_STRIDE: u128 = 1 << 64;
/// Redeals after which a game in which nobody bids is void.
pub(crate) const MOST_REDEALS: u64 = 1000;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The landlord's seat; `None` where nobody became landlord, and all else is zero then.
    pub landlord: Option<u8>,
    /// Whether the landlord won.
    pub landlord_won: bool,
    /// The bid that was played for.
    pub bid: u8,
    /// Bombs that double, and rockets.
    pub doublings: u8,
    /// Plays made by all; a pass is no play.
    pub plays: u16,
    /// Bombs played.
    pub bombs: u8,
    /// Rockets played.
    pub rockets: u8,
    /// The shut-out, if there was one.
    pub spring: Spring,
}

impl Outcome {
    pub(crate) const VOID: Self = Self {
        landlord: None,
        landlord_won: false,
        bid: 0,
        doublings: 0,
        plays: 0,
        bombs: 0,
        rockets: 0,
        spring: Spring::None,
    };

    /// How a finished game ended that was played for this bid.
    pub(crate) fn of(position: &Position, bid: u8) -> Self {
        let tally = position.tally();
        Self {
            landlord: Some(position.landlord() as u8),
            landlord_won: position.winner() == Some(Role::Landlord),
            bid,
            doublings: tally.doublings,
            plays: tally.plays[0] + tally.plays[1],
            bombs: tally.bombs,
            rockets: tally.rockets,
            spring: position.spring(),
        }
    }
}

/// A game that was watched: its last deal, the calls on it, and how it ended.
pub(crate) struct Watched {
    pub(crate) deal: Deal,
    pub(crate) calls: Vec<u8>,
    pub(crate) outcome: Outcome,
}

/// What every game of a run shares.
#[derive(Clone)]
pub struct Simulation {
    rules: Rules,
    policies: [&'static dyn Policy; MOST_SEATS],
    auction: bool,
    deals: DealStream,
    decisions: Pcg64,
    next_game: Jump,
}

impl Simulation {
    /// A run under these rules with a policy for each seat, of which the last stands for all seats it is short of.
    ///
    /// Without an auction seat 0 is landlord at a bid of 1. `deals` and `decisions` are the seed and sequence of the two
    /// streams.
    #[must_use]
    pub fn new(
        rules: Rules,
        policies: &[&'static dyn Policy],
        auction: bool,
        deals: (u128, u128),
        decisions: (u128, u128),
    ) -> Self {
        let last = policies.last().copied().unwrap_or(&Random);
        let decisions = Pcg64::new(decisions.0, decisions.1);
        Self {
            rules,
            policies: std::array::from_fn(|seat| policies.get(seat).copied().unwrap_or(last)),
            auction: auction && rules.auction != AuctionMode::None,
            deals: DealStream::new(deals.0, deals.1),
            next_game: decisions.jump_over(DECISION_STRIDE.into()),
            decisions,
        }
    }

    /// Plays the games from number `first` on and hands each outcome to `record`, as many as `count`.
    pub fn play_games(&self, first: u64, count: usize, record: impl FnMut(Outcome)) {
        let players = Players::of(&self.policies);
        run_with_best_instructions(PlayGames {
            run: self,
            first,
            count,
            players,
            record,
        });
    }

    /// One game with every call and move: the calls of each of its deals, then the moves, passes included.
    #[must_use]
    pub fn trace(&self, game: u64) -> (Vec<Vec<u8>>, Vec<Move>) {
        let mut calls = Vec::new();
        let mut moves = Vec::new();
        let played = self.play_watched(game, |bids, _| calls.push(bids.to_vec()), |play| moves.push(play));
        calls.push(played.calls);
        (calls, moves)
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Plays one game. `thrown_in` hears of each deal in which all passed for another, with its calls; `made` of
    /// each move, passes included.
    pub(crate) fn play_watched(
        &self,
        game: u64,
        mut thrown_in: impl FnMut(&[u8], &Deal),
        mut made: impl FnMut(Move),
    ) -> Watched {
        let mut calls: Vec<Vec<u8>> = Vec::new();
        let mut draws = Draws::new(self.window(game, 0));
        let first = self.deals.deal(&self.rules, game, 0);
        let found = self.find_landlord(game, first, &mut draws, |bid| match bid {
            None => calls.push(Vec::new()),
            Some(bid) => calls.last_mut().into_iter().for_each(|calls| calls.push(bid)),
        });
        // A deal without an auction has no calls.
        let last_calls = calls.pop().unwrap_or_default();
        for (redeal, calls) in (0..).zip(&calls) {
            thrown_in(calls, &self.deals.deal(&self.rules, game, redeal));
        }
        let Some((deal, landlord, bid)) = found else {
            return Watched {
                deal: self.deals.deal(&self.rules, game, calls.len() as u64),
                calls: last_calls,
                outcome: Outcome::VOID,
            };
        };
        let mut position = Position::after_deal(self.rules, &deal, landlord);
        while let Some(seat) = position.turn() {
            made(chosen_move(self.policies[seat], &mut position, &mut draws));
        }
        Watched {
            deal,
            calls: last_calls,
            outcome: Outcome::of(&position, bid),
        }
    }

    /// The draws of a game start at raw draw `256 * (game + redeal * 2^64)` of the stream of decisions.
    fn window(&self, game: u64, redeal: u64) -> Pcg64 {
        let mut window = self.decisions.clone();
        let games = u128::from(game).wrapping_add(u128::from(redeal).wrapping_mul(REDEAL_STRIDE));
        window.jump(window.jump_over(games.wrapping_mul(DECISION_STRIDE.into())));
        window
    }

    /// The deal that is played, its landlord and the bid; `None` where nobody bids and nothing is dealt anew.
    /// `observe` hears `None` for every auction that opens, and every call.
    #[inline(always)]
    fn find_landlord(
        &self,
        game: u64,
        deal: Deal,
        draws: &mut Draws,
        observe: impl FnMut(Option<u8>),
    ) -> Option<(Deal, usize, u8)> {
        if !self.auction {
            return Some((deal, 0, 1));
        }
        self.hold_auctions(game, deal, draws, observe)
    }

    fn hold_auctions(
        &self,
        game: u64,
        mut deal: Deal,
        draws: &mut Draws,
        mut observe: impl FnMut(Option<u8>),
    ) -> Option<(Deal, usize, u8)> {
        for redeal in 1.. {
            observe(None);
            let mut auction = Auction::new(&self.rules, deal.first_bidder);
            while let Some(seat) = auction.turn() {
                let bid = self.policies[seat].bid(&auction, deal.hands()[seat], draws);
                auction.call(bid);
                observe(Some(bid));
            }
            if let Some((landlord, bid)) = auction.landlord() {
                return Some((deal, landlord, bid));
            }
            if self.rules.all_pass != AllPass::Redeal || redeal > MOST_REDEALS {
                break;
            }
            deal = self.deals.deal(&self.rules, game, redeal);
            *draws = Draws::new(self.window(game, redeal));
        }
        None
    }
}

/// Games in a row.
struct PlayGames<'a, R> {
    run: &'a Simulation,
    first: u64,
    count: usize,
    players: Players<'a>,
    record: R,
}

impl<R: FnMut(Outcome)> Loop for PlayGames<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let mut deals = self.run.deals.deals_from(&self.run.rules, self.first);
        let mut window = self.run.window(self.first, 0);
        for game in (0..self.count).map(|number| self.first.wrapping_add(number as u64)) {
            let deal = deals.deal();
            let mut draws = Draws::new(window.clone());
            window.jump(self.run.next_game);
            (self.record)(match self.run.find_landlord(game, deal, &mut draws, |_| ()) {
                Some((deal, landlord, bid)) => {
                    let mut position = Position::after_deal(self.run.rules, &deal, landlord);
                    self.players.play_out(&mut position, &mut draws);
                    Outcome::of(&position, bid)
                }
                None => Outcome::VOID,
            });
        }
    }
}

/// Who makes the moves.
enum Players<'a> {
    /// One policy in every seat, which plays a whole game in one call.
    Alike(&'static dyn Policy),
    /// A policy for each seat.
    Mixed(&'a [&'static dyn Policy; MOST_SEATS]),
}

impl<'a> Players<'a> {
    fn of(policies: &'a [&'static dyn Policy; MOST_SEATS]) -> Self {
        let [first, others @ ..] = policies;
        if others.iter().all(|policy| policy.name() == first.name()) {
            Self::Alike(*first)
        } else {
            Self::Mixed(policies)
        }
    }

    #[inline(always)]
    fn play_out(&self, position: &mut Position, draws: &mut Draws) {
        match self {
            Self::Alike(policy) => policy.play_out(position, draws),
            Self::Mixed(policies) => {
                while let Some(seat) = position.turn() {
                    policies[seat].play(position, draws);
                }
            }
        }
    }
}
