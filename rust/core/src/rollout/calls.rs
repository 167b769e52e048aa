//! Auctions with hidden cards: what becomes of each call of one seat.

use crate::auction::{Auction, HIGHEST_BID};
use crate::bulk::{Threads, Workers};
use crate::cpu::{Loop, run_with_best_instructions};
use crate::hand::Hand;
use crate::hidden::Hidden;
use crate::policy::Policy;
use crate::position::Position;
use crate::random::Draws;
use crate::rollout::moves::seats;
use crate::rollout::{Ending, GAMES_PER_TASK, Samples, play_out};
use crate::rules::{MOST_SEATS, Rules};

/// The most calls that a seat can choose from: the pass and three bids.
pub const MOST_CALLS: usize = 1 + HIGHEST_BID as usize;

/// Games that a deal is played out for at most: a landlord for each seat.
const GAMES_PER_DEAL: usize = MOST_SEATS;

/// What became of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Called {
    /// The landlord's seat and the bid; `None` where all passed to no effect.
    pub landlord: Option<(u8, u8)>,
    /// How the game ended, if there was one.
    pub ending: Ending,
}

/// What became of one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CallsSample {
    /// The bottom cards.
    pub bottom: Hand,
    /// The game with the calling seat as landlord, whatever the others would have bid.
    pub as_landlord: Ending,
    /// What became of every legal call: the pass, then the bids above the highest. Later calls of the seat are passes.
    pub calls: [Called; MOST_CALLS],
}

/// An auction in which a seat is to call, and the policy that bids and plays for all seats from there.
#[derive(Clone)]
pub struct Calls {
    rules: Rules,
    auction: Auction,
    seat: usize,
    samples: Samples,
    policy: &'static dyn Policy,
}

impl Calls {
    /// Sampled endings of `auction`, which must be open. `hidden` deals the hands by seat, then the bottom. `deals` and
    /// `decisions` are the seed and sequence of the two streams.
    ///
    /// `None` where the auction is over.
    #[must_use]
    pub fn new(
        rules: Rules,
        auction: Auction,
        hidden: Hidden,
        policy: &'static dyn Policy,
        deals: (u128, u128),
        decisions: (u128, u128),
    ) -> Option<Self> {
        Some(Self {
            rules,
            seat: auction.turn()?,
            auction,
            // One window for the calls, one for the moves.
            samples: Samples::new(hidden, deals, decisions, 2),
            policy,
        })
    }

    /// What becomes of the deals from number `first` on, as many as `count`.
    #[must_use]
    pub fn play(&self, first: u64, count: usize, threads: Threads) -> Vec<CallsSample> {
        let mut endings = vec![CallsSample::default(); count];
        let deals = GAMES_PER_TASK / GAMES_PER_DEAL;
        let workers = Workers::for_tasks(threads, count.div_ceil(deals));
        workers.for_chunks(&mut endings, deals, |start, endings| {
            run_with_best_instructions(CallDeals {
                calls: self,
                first: first.wrapping_add(start as u64),
                endings,
            });
        });
        endings
    }

    #[inline(always)]
    fn play_deal(&self, hands: [Hand; MOST_SEATS], bottom: Hand, bids: &Draws, plays: Draws) -> CallsSample {
        let mut games = Games {
            calls: self,
            hands,
            bottom,
            draws: plays,
            endings: [None; MOST_SEATS],
        };
        let mut sample = CallsSample {
            bottom,
            as_landlord: games.with_landlord(self.seat),
            ..CallsSample::default()
        };
        for (call, called) in sample.calls.iter_mut().enumerate().take(self.auction.count_calls()) {
            let landlord = self.auction_after(call, &hands, bids.clone());
            if let Some((seat, bid)) = landlord {
                called.landlord = Some((seat as u8, bid));
                called.ending = games.with_landlord(seat);
            }
        }
        sample
    }

    /// The landlord and the bid after the legal call with this index.
    fn auction_after(&self, call: usize, hands: &[Hand; MOST_SEATS], mut draws: Draws) -> Option<(usize, u8)> {
        let mut auction = self.auction.clone();
        let bid = if call == 0 { 0 } else { auction.highest() + call as u8 };
        auction.call(bid);
        while let Some(seat) = auction.turn() {
            let bid = if seat == self.seat {
                0
            } else {
                self.policy.bid(&auction, hands[seat], &mut draws)
            };
            auction.call(bid);
        }
        auction.landlord()
    }
}

/// The games of one deal, each played out once.
struct Games<'a> {
    calls: &'a Calls,
    hands: [Hand; MOST_SEATS],
    bottom: Hand,
    draws: Draws,
    endings: [Option<Ending>; MOST_SEATS],
}

impl Games<'_> {
    fn with_landlord(&mut self, seat: usize) -> Ending {
        if let Some(ending) = self.endings[seat] {
            return ending;
        }
        let mut hands = self.hands;
        hands[seat] = hands[seat].with(self.bottom);
        let position = Position::at_first_lead(self.calls.rules, hands, seat);
        let ending = play_out(self.calls.policy, position, self.draws.clone());
        self.endings[seat] = Some(ending);
        ending
    }
}

/// Deals in a row.
struct CallDeals<'a> {
    calls: &'a Calls,
    first: u64,
    endings: &'a mut [CallsSample],
}

impl Loop for CallDeals<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let players = usize::from(self.calls.rules.players);
        let mut stream = self.calls.samples.from(self.first);
        for ending in self.endings {
            let mut places = stream.deal();
            let bottom = std::mem::take(&mut places[players]);
            *ending = self
                .calls
                .play_deal(seats(&places), bottom, &stream.decisions(), stream.decisions());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::policy::{Greedy, Random};
    use crate::rules::AllPass;

    fn calls(rules: Rules, said: &[u8], policy: &'static dyn Policy) -> Calls {
        let table = rules.table();
        let pack = table.pack();
        let mut auction = Auction::new(&rules, 0);
        for &bid in said {
            auction.call(bid);
        }
        let seat = auction.turn().expect("the auction is open");
        let own = pack.cards().step_by(3).take(usize::from(table.hand_size));
        let own = own.fold(Hand::EMPTY, |hand, rank| {
            hand.with(rank.to_string().parse().expect("a card"))
        });
        let mut places = vec![(Hand::EMPTY, usize::from(table.hand_size)); usize::from(table.players)];
        places[seat].0 = own;
        places.push((Hand::EMPTY, usize::from(table.bottom_size)));
        let hidden = Hidden::new(pack, &places).expect("a whole pack in its places");
        Calls::new(rules, auction, hidden, policy, (1, 2), (3, 4)).expect("the auction is open")
    }

    #[test]
    fn samples_do_not_depend_on_cuts_and_threads() {
        for rules in [Rules::three_player(), Rules::four_player()] {
            for policy in [&Greedy as &'static dyn Policy, &Random] {
                let calls = calls(rules, &[1], policy);
                let whole = calls.play(5, 300, Threads::Calling);
                let pool = Threads::Pool(NonZeroUsize::new(3).expect("three"));
                let mut pieces = calls.play(5, 130, pool);
                pieces.extend(calls.play(135, 170, Threads::Calling));
                assert_eq!(whole, pieces);
            }
        }
    }

    #[test]
    fn calls_are_the_pass_and_the_bids_above_the_highest() {
        let samples = calls(Rules::three_player(), &[1], &Greedy).play(0, 400, Threads::Calling);
        let mut outbid = 0;
        for sample in &samples {
            let [pass, two, three, none] = sample.calls;
            assert_eq!(none, Called::default());
            assert!(pass.landlord.is_some_and(|(seat, bid)| seat != 1 && bid >= 1));
            // A bid of three ends the auction; a bid of two may be outbid, and else makes the seat landlord.
            assert_eq!(three.landlord, Some((1, 3)));
            assert_eq!(three.ending, sample.as_landlord);
            match two.landlord {
                Some((1, bid)) => assert_eq!((bid, two.ending), (2, sample.as_landlord)),
                Some((_, bid)) => {
                    outbid += 1;
                    assert_eq!(bid, 3);
                }
                None => panic!("somebody is landlord"),
            }
        }
        assert!(outbid > 0);
    }

    #[test]
    fn where_all_pass_nobody_is_landlord_or_the_first_bidder_is() {
        let redeal = Rules::three_player();
        let thrown_in = |rules| {
            let samples = calls(rules, &[0, 0], &Greedy).play(0, 50, Threads::Calling);
            samples.into_iter().all(|sample| sample.calls[0].landlord.is_none())
        };
        assert!(thrown_in(redeal));
        let forced = Rules {
            all_pass: AllPass::FirstBidder,
            ..redeal
        };
        let samples = calls(forced, &[0, 0], &Greedy).play(0, 50, Threads::Calling);
        assert!(samples.iter().all(|sample| sample.calls[0].landlord == Some((0, 1))));
    }
}
