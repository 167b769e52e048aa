//! The auction, as far as bulk simulation needs it: who calls, who wins, and for how much (rules 1.3).

use crate::rules::{AllPass, AuctionMode, MOST_SEATS, Rules};

/// The highest bid there is; it ends the auction.
pub const HIGHEST_BID: u8 = 3;

/// What a seat last said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    None,
    Pass,
    Bid,
}

/// One auction.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Auction, Rules};
/// let mut auction = Auction::new(&Rules::three_player(), 1);
/// for bid in [1, 0, 2, 0, 0] {
///     assert!(auction.turn().is_some());
///     auction.call(bid);
/// }
/// assert_eq!((auction.turn(), auction.landlord()), (None, Some((0, 2))));
/// ```
#[derive(Clone, Debug)]
pub struct Auction {
    rules: Rules,
    first: usize,
    turn: Option<usize>,
    highest: u8,
    leader: Option<usize>,
    said: [Call; MOST_SEATS],
}

impl Auction {
    /// An auction that this seat opens. Rules without an auction are played as if by re-entry.
    #[must_use]
    pub fn new(rules: &Rules, first: usize) -> Self {
        Self {
            rules: *rules,
            first,
            turn: Some(first),
            highest: 0,
            leader: None,
            said: [Call::None; MOST_SEATS],
        }
    }

    /// An auction that this seat opened, after these calls. `None` where there is no such seat, where a call is none of
    /// the auction, and where the calls end it.
    ///
    /// # Examples
    ///
    /// ```
    /// use doudizhu_core::{Auction, Rules};
    /// let open = |bids: &[u8]| Auction::after(&Rules::three_player(), 0, bids).map(|auction| auction.highest());
    /// assert_eq!((open(&[1, 2]), open(&[2, 1]), open(&[3])), (Some(2), None, None));
    /// ```
    #[must_use]
    pub fn after(rules: &Rules, first: usize, bids: &[u8]) -> Option<Self> {
        let mut auction = (first < usize::from(rules.players)).then(|| Self::new(rules, first))?;
        for &bid in bids {
            if !auction.is_legal(bid) {
                return None;
            }
            auction.call(bid);
        }
        auction.turn.map(|_| auction)
    }

    /// Whether the seat to call may make this call: 0, or a bid above the highest.
    #[must_use]
    pub fn is_legal(&self, bid: u8) -> bool {
        self.turn.is_some() && (bid == 0 || (self.highest < bid && bid <= HIGHEST_BID))
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seat to call, `None` at the end.
    #[must_use]
    pub fn turn(&self) -> Option<usize> {
        self.turn
    }

    /// The highest bid so far, 0 without one.
    #[must_use]
    pub fn highest(&self) -> u8 {
        self.highest
    }

    /// How many calls are legal: the pass, and every bid above the highest. Call number `k > 0` is a bid of
    /// `highest + k`.
    #[must_use]
    pub fn count_calls(&self) -> usize {
        usize::from(1 + HIGHEST_BID - self.highest)
    }

    /// Makes a call that is known to be legal: 0, or a bid above the highest.
    pub fn call(&mut self, bid: u8) {
        let Some(seat) = self.turn else { return };
        self.said[seat] = if bid == 0 { Call::Pass } else { Call::Bid };
        if bid > 0 {
            (self.highest, self.leader) = (bid, Some(seat));
        }
        self.turn = self.next_to_ask(seat);
    }

    fn next_to_ask(&self, after: usize) -> Option<usize> {
        let players = usize::from(self.rules.players);
        if self.highest == HIGHEST_BID {
            return None;
        }
        if self.leader.is_none() {
            // Until somebody bids every seat is asked once.
            return Some((after + 1) % players).filter(|&seat| self.said[seat] == Call::None);
        }
        let others = (1..players).map(|step| (after + step) % players);
        let mut in_turn = others.take_while(|&seat| self.leader != Some(seat));
        in_turn.find(|&seat| self.is_asked_again(self.said[seat]))
    }

    fn is_asked_again(&self, said: Call) -> bool {
        match (self.rules.auction, said) {
            (_, Call::None) | (AuctionMode::Reentry | AuctionMode::None, _) => true,
            (AuctionMode::PassIsFinal, said) => said == Call::Bid,
            (AuctionMode::SingleRound, _) => false,
        }
    }

    /// The landlord and the bid that made him so; `None` while the auction is open and where all passed to no effect.
    #[must_use]
    pub fn landlord(&self) -> Option<(usize, u8)> {
        if self.turn.is_some() {
            return None;
        }
        let forced = (self.rules.all_pass == AllPass::FirstBidder).then_some((self.first, 1));
        self.leader.map(|seat| (seat, self.highest)).or(forced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks all histories below an open auction and hands the finished ones to `visit` with their length.
    fn walk(auction: &Auction, calls: usize, visit: &mut impl FnMut(&Auction, usize)) {
        if auction.turn().is_none() {
            return visit(auction, calls);
        }
        for call in 0..auction.count_calls() as u8 {
            let mut next = auction.clone();
            next.call(if call == 0 { 0 } else { auction.highest() + call });
            walk(&next, calls + 1, visit);
        }
    }

    #[test]
    fn complete_histories_are_as_many_as_published() {
        // Rules 1.3: all histories; those in which all passed; by winning bid; the longest.
        let expected = [
            (3, AuctionMode::Reentry, 40, [1, 3, 9, 27], 7),
            (3, AuctionMode::PassIsFinal, 23, [1, 3, 6, 13], 4),
            (3, AuctionMode::SingleRound, 20, [1, 3, 6, 10], 3),
            (4, AuctionMode::Reentry, 85, [1, 4, 16, 64], 10),
            (4, AuctionMode::PassIsFinal, 41, [1, 4, 10, 26], 5),
            (4, AuctionMode::SingleRound, 35, [1, 4, 10, 20], 4),
        ];
        for (players, mode, total, by_bid, longest) in expected {
            let preset = if players == 3 {
                Rules::three_player()
            } else {
                Rules::four_player()
            };
            let rules = Rules {
                auction: mode,
                ..preset
            };
            let (mut seen, mut bids, mut most) = (0, [0; 4], 0);
            walk(&Auction::new(&rules, 1), 0, &mut |auction, calls| {
                seen += 1;
                bids[auction.landlord().map_or(0, |(_, bid)| usize::from(bid))] += 1;
                most = most.max(calls);
            });
            assert_eq!((seen, bids, most), (total, by_bid, longest), "{players} {mode:?}");
        }
    }
}
