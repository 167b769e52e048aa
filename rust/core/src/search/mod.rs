//! Information-set tree search: one decision of a seat that does not see the other hands.
//!
//! The legal moves race against each other on the same random deals, the worse half dropping out again and again. After a
//! move both sides play by a tree over what the searching seat knows, which learns from further games where the policy's
//! moves can be improved on; below the tree the policy plays to the end.

mod information;
mod tree;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::hidden::Hidden;
use crate::play::Move;
use crate::policy::Policy;
use crate::position::Position;
use crate::random::Draws;
use crate::rollout::moves::seats;
use crate::rollout::{Ending, Samples, Stream, play_out, play_out_exactly};
use crate::solve::{Endgames, Exact};
use tree::{Purpose, Tree, cost, policy_move};

/// Codes of endings.
pub const ENDINGS: usize = 1 << 8;
/// The ending without doublings in which the landlord wins; in ending 0 he loses.
const LANDLORD_WON: usize = Ending::LANDLORD_WON as usize;

/// Information sets that a tree holds at most: with their moves some 100 megabytes.
const MOST_NODES: usize = 1 << 19;

/// How many moves are tried. Few deals for each of many moves choose by chance.
const FEWEST_MOVES: usize = 4;
const DEALS_PER_MOVE: u64 = 2;
const GAMES_PER_MOVE: u128 = 32;
/// The tree learns nothing that matters from a few games: so many are judged before, and then for each lesson.
const JUDGED_BEFORE: u64 = 64;
const JUDGED_PER_LESSON: u64 = 4;

/// By how many standard deviations a move must do better than the policy's.
const CAUTION: f64 = 1.2;

/// How long a search takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// So many deals for the last two moves.
    Deals(u64),
    /// So much time, with a guess of how long a game takes: it decides how many moves are tried.
    Time(Duration, Duration),
}

/// A move, and how it did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// The move.
    pub play: Move,
    /// On how many deals it was tried.
    pub visits: u64,
    /// What these games were worth in all.
    pub total: f64,
    /// How much more than those after the policy's move, and the sum of the squares of that.
    gain: f64,
    squares: f64,
}

impl Tried {
    fn new(play: Move) -> Self {
        Self {
            play,
            visits: 0,
            total: 0.0,
            gain: 0.0,
            squares: 0.0,
        }
    }

    /// What a game was worth in the mean; 0 where there was none.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "nobody waits for so many games")]
    pub fn mean(&self) -> f64 {
        self.total / self.visits.max(1) as f64
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// All legal moves, the best first, then the others as they dropped out, the last first; some may not have been tried.
    pub moves: Vec<Tried>,
    /// How many games were played in all.
    pub games: u64,
    /// How long that took.
    pub took: Duration,
}

/// A position of the play phase in which a seat is to choose, not knowing the other hands.
///
/// # Examples
///
/// ```
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
/// use doudizhu_core::{Budget, Hand, Hidden, Position, Rules, TreeSearch, policy};
/// let hands: [Hand; 3] = ["3R".parse()?, "44".parse()?, "5".parse()?];
/// let start = Position::new(Rules::three_player(), &hands, 0, Some(0))?;
/// let hidden = Hidden::new("3R445".parse()?, &[(hands[0], 2), (Hand::EMPTY, 2), (Hand::EMPTY, 1)]).expect("it fits");
/// let rule = policy("rule").expect("a policy");
/// let worth = std::array::from_fn(|code| if code < 128 { 0.0 } else { 1.0 });
/// let search = TreeSearch::new(start, hidden, rule, (1, 2), (3, 4), worth);
/// let mut pause = || ControlFlow::<Infallible>::Continue(());
/// let found = search.run(0, Budget::Deals(100), &mut pause).continue_value().expect("nobody stops it");
/// assert_eq!((found.moves.len(), found.moves[0].play.to_string()), (2, "R".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TreeSearch {
    start: Position,
    samples: Samples,
    policy: &'static dyn Policy,
    worth: [f64; ENDINGS],
    exact: Option<Exact>,
}

impl TreeSearch {
    /// A search from `start`, which must be open; hands, policy and streams as for [`crate::Rollouts::new`]. `worth` tells
    /// what an ending with each code is worth to the seat to move; to the other side it is worth the opposite.
    #[must_use]
    pub fn new(
        start: Position,
        hidden: Hidden,
        policy: &'static dyn Policy,
        deals: (u128, u128),
        decisions: (u128, u128),
        worth: [f64; ENDINGS],
    ) -> Self {
        Self {
            start,
            // One window for what is judged, one for lessons.
            samples: Samples::new(hidden, deals, decisions, 2),
            policy,
            worth,
            exact: None,
        }
    }

    /// The same, with games ended by an exact search where few cards are left.
    #[must_use]
    pub fn ended_exactly(self, exact: Exact) -> Self {
        Self {
            exact: Some(exact),
            ..self
        }
    }

    /// Searches on the deals from number `first` on.
    ///
    /// `pause` is asked after every deal whether to go on. With [`Budget::Deals`] the result depends on the arguments only.
    pub fn run<B>(
        &self,
        first: u64,
        budget: Budget,
        pause: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B, Searched> {
        let began = Instant::now();
        let mut race = Race::new(self, first);
        match budget {
            Budget::Deals(deals) => race.by_deals(deals.max(1), pause)?,
            Budget::Time(time, per_game) => race.by_time(began, time, per_game, pause)?,
        }
        let games = race.judged + race.lessons;
        ControlFlow::Continue(Searched {
            moves: race.ranked(),
            games,
            took: began.elapsed(),
        })
    }
}

/// The moves of which the worse half is dropped again and again; the first is the policy's, which never is.
struct Race<'a> {
    search: &'a TreeSearch,
    moves: Vec<Tried>,
    dropped: Vec<Tried>,
    tree: Tree,
    deals: Stream<'a>,
    seen: u64,
    judged: u64,
    lessons: u64,
    endgames: Option<Endgames>,
    worths: Vec<f64>,
    /// When to break off.
    deadline: Option<Instant>,
}

impl<'a> Race<'a> {
    fn new(search: &'a TreeSearch, first: u64) -> Self {
        let position = &search.start;
        let hand = position.hand_to_move();
        let own = policy_move(position, search.policy, &mut search.samples.from(first).decisions());
        let mut ordered = position.legal_moves();
        ordered.sort_by_cached_key(|&play| (play != own, cost(position.rules(), hand, play)));
        Self {
            search,
            moves: ordered.into_iter().map(Tried::new).collect(),
            dropped: Vec::new(),
            tree: Tree::new(position.turn().unwrap_or(0), MOST_NODES),
            deals: search.samples.from(first),
            seen: 0,
            judged: 0,
            lessons: 0,
            endgames: search.exact.map(Endgames::new),
            worths: Vec::new(),
            deadline: None,
        }
    }

    fn by_deals<B>(&mut self, deals: u64, pause: &mut impl FnMut() -> ControlFlow<B>) -> ControlFlow<B> {
        self.keep(usize::try_from(deals / DEALS_PER_MOVE).unwrap_or(usize::MAX));
        for halvings in (0..=self.halvings()).rev() {
            let end = (deals >> halvings).max(1);
            while self.seen < end {
                self.see();
                pause()?;
            }
            self.halve(halvings);
        }
        ControlFlow::Continue(())
    }

    /// Gives every halving an equal share of the time.
    fn by_time<B>(
        &mut self,
        began: Instant,
        time: Duration,
        per_game: Duration,
        pause: &mut impl FnMut() -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.deadline = began.checked_add(time);
        let games = time.as_nanos() / per_game.as_nanos().max(1);
        self.keep(usize::try_from(games / GAMES_PER_MOVE).unwrap_or(usize::MAX));
        for halvings in (0..=self.halvings()).rev() {
            let mut now = began.elapsed();
            let end = now + time.saturating_sub(now) / (halvings + 1);
            let mut last = Duration::ZERO;
            // A deal is begun where more than half of it is likely to fit.
            while now + last / 2 < end {
                self.see();
                pause()?;
                last = began.elapsed().saturating_sub(now);
                now += last;
            }
            self.halve(halvings);
        }
        ControlFlow::Continue(())
    }

    /// How often the moves can be halved until two are left.
    fn halvings(&self) -> u32 {
        self.moves.len().saturating_sub(1).checked_ilog2().unwrap_or(0)
    }

    fn halve(&mut self, halvings: u32) {
        if halvings > 0 {
            self.moves[1..].sort_by(|one, other| other.gain.total_cmp(&one.gain));
            self.drop_from(self.moves.len().div_ceil(2));
        }
    }

    /// Keeps so many of the first moves, but not too few.
    fn keep(&mut self, count: usize) {
        self.drop_from(count.max(FEWEST_MOVES));
    }

    fn drop_from(&mut self, count: usize) {
        if count < self.moves.len() {
            let mut dropped = self.moves.split_off(count);
            dropped.append(&mut self.dropped);
            self.dropped = dropped;
        }
    }

    /// Tries the moves on the next deal, then gives the tree the lessons that are due. A deal that the deadline cuts short
    /// does not count.
    fn see(&mut self) {
        let position = self.search.start.with_hands(&seats(&self.deals.deal()));
        let [judging, learning] = [self.deals.decisions(), self.deals.decisions()];
        if let Some(endgames) = &mut self.endgames {
            endgames.forget();
        }
        self.worths.clear();
        for number in 0..self.moves.len() {
            if self.is_late() {
                return;
            }
            let worth = self.play(position, self.moves[number].play, Purpose::Judge, judging.clone());
            self.worths.push(worth);
        }
        for (tried, worth) in self.moves.iter_mut().zip(&self.worths) {
            tried.visits += 1;
            tried.total += worth;
            let gain = worth - self.worths[0];
            tried.gain += gain;
            tried.squares += gain * gain;
        }
        self.seen += 1;
        self.judged += self.moves.len() as u64;
        while self.judged > JUDGED_BEFORE + JUDGED_PER_LESSON * self.lessons && !self.is_late() {
            let play = self.moves[(self.lessons % self.moves.len() as u64) as usize].play;
            self.play(position, play, Purpose::Learn, learning.clone());
            self.lessons += 1;
        }
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// What a game is worth after a move.
    fn play(&mut self, mut position: Position, play: Move, purpose: Purpose, mut draws: Draws) -> f64 {
        let policy = self.search.policy;
        position.play_unchecked(play);
        let with_tree = purpose == Purpose::Learn || self.lessons > 0;
        if with_tree {
            self.tree.descend(&mut position, purpose, policy, &mut draws);
        }
        let ending = match &mut self.endgames {
            None => play_out(policy, position, draws),
            Some(endgames) => play_out_exactly(policy, position, draws, endgames),
        };
        let worth = self.search.worth[usize::from(ending.code())];
        if with_tree {
            self.tree.note(worth);
        }
        worth
    }

    /// All moves; of those that were not dropped the best first, as far as can be told: what gains by chance in few deals
    /// must not replace the policy's move.
    fn ranked(mut self) -> Vec<Tried> {
        // One game more, lost or won without doublings: where few deals agree, their spread says little.
        let once = self.search.worth[0].abs().max(self.search.worth[LANDLORD_WON].abs());
        let mut best = (0.0, 0);
        for (number, tried) in self.moves.iter().enumerate().skip(1) {
            let sure = tried.gain - CAUTION * (tried.squares + once * once).sqrt();
            if sure > best.0 {
                best = (sure, number);
            }
        }
        if best.1 > 0 {
            let chosen = self.moves.remove(best.1);
            self.moves.insert(0, chosen);
        }
        self.moves.append(&mut self.dropped);
        self.moves
    }
}

#[cfg(test)]
mod tests;
