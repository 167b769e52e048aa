//! Positions with hidden cards, played out as they stand or after each of some moves.

use crate::bulk::{Threads, Workers};
use crate::cpu::{Loop, run_with_best_instructions};
use crate::hand::Hand;
use crate::hidden::{Hidden, MOST_PLACES};
use crate::play::Move;
use crate::policy::Policy;
use crate::position::Position;
use crate::rollout::{Ending, GAMES_PER_TASK, Samples, play_out, play_out_exactly};
use crate::rules::MOST_SEATS;
use crate::solve::{Endgames, Exact};

/// One position of the play phase whose hands are not all known, and the policy that plays it out for all seats.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Hand, Hidden, Position, Rollouts, Rules, Threads, policy};
/// let hands: [Hand; 3] = ["33R".parse()?, "44".parse()?, "5".parse()?];
/// let start = Position::new(Rules::three_player(), &hands, 0, Some(0))?;
/// let unseen = "33R445".parse()?;
/// let hidden = Hidden::new(unseen, &[(hands[0], 3), (Hand::EMPTY, 2), (Hand::EMPTY, 1)]).expect("it can be dealt");
/// let greedy = policy("greedy").expect("a policy");
/// let rollouts = Rollouts::new(start, hidden, greedy, (1, 2), (3, 4));
/// let endings = rollouts.endings(0, 100, Threads::Calling);
/// assert!(endings.iter().all(|ending| ending.exponent() <= 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Rollouts {
    start: Position,
    samples: Samples,
    policy: &'static dyn Policy,
    exact: Option<Exact>,
}

impl Rollouts {
    /// Rollouts from `start`, whose hands are replaced by what `hidden` deals: place `s` is the hand of seat `s`, and
    /// as large as that of `start`. `deals` and `decisions` are the seed and sequence of the two streams.
    #[must_use]
    pub fn new(
        start: Position,
        hidden: Hidden,
        policy: &'static dyn Policy,
        deals: (u128, u128),
        decisions: (u128, u128),
    ) -> Self {
        Self {
            start,
            samples: Samples::new(hidden, deals, decisions, 1),
            policy,
            exact: None,
        }
    }

    /// The same, ended by a search where few cards are left. The endings of a deal then depend on all the moves that it is
    /// played out after where a search of it gives up.
    #[must_use]
    pub fn ended_exactly(self, exact: Exact) -> Self {
        Self {
            exact: Some(exact),
            ..self
        }
    }

    /// How the deals from number `first` on end, as many as `count`, played out from the start.
    #[must_use]
    pub fn endings(&self, first: u64, count: usize, threads: Threads) -> Vec<Ending> {
        self.played(&[None], first, count, threads)
    }

    /// The same with each of these moves made first, all of them on the same deals: the ending of move `m` of `moves` on
    /// deal `first + d` is at `d * moves.len() + m`. The moves must be legal whatever the hidden cards are.
    #[must_use]
    pub fn endings_of_moves(&self, moves: &[Move], first: u64, count: usize, threads: Threads) -> Vec<Ending> {
        let moves: Vec<_> = moves.iter().copied().map(Some).collect();
        self.played(&moves, first, count, threads)
    }

    fn played(&self, moves: &[Option<Move>], first: u64, count: usize, threads: Threads) -> Vec<Ending> {
        if moves.is_empty() {
            return Vec::new();
        }
        let mut endings = vec![Ending::default(); count * moves.len()];
        let deals = GAMES_PER_TASK.div_ceil(moves.len());
        let workers = Workers::for_tasks(threads, count.div_ceil(deals));
        workers.for_chunks(&mut endings, deals * moves.len(), |start, endings| {
            run_with_best_instructions(PlayDeals {
                rollouts: self,
                moves,
                first: first.wrapping_add((start / moves.len()) as u64),
                endings,
            });
        });
        endings
    }
}

/// Deals in a row, each played out after every move.
struct PlayDeals<'a> {
    rollouts: &'a Rollouts,
    moves: &'a [Option<Move>],
    first: u64,
    endings: &'a mut [Ending],
}

impl Loop for PlayDeals<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Rollouts {
            start,
            samples,
            policy,
            exact,
        } = self.rollouts;
        let mut endgames = exact.map(Endgames::new);
        let mut stream = samples.from(self.first);
        for endings in self.endings.chunks_mut(self.moves.len()) {
            let position = start.with_hands(&seats(&stream.deal()));
            let draws = stream.decisions();
            if let Some(endgames) = &mut endgames {
                endgames.forget();
            }
            for (ending, play) in endings.iter_mut().zip(self.moves) {
                let mut position = position;
                if let Some(play) = play {
                    position.play_unchecked(*play);
                }
                *ending = match &mut endgames {
                    None => play_out(*policy, position, draws.clone()),
                    Some(endgames) => play_out_exactly(*policy, position, draws.clone(), endgames),
                };
            }
        }
    }
}

/// The places that are hands.
#[inline(always)]
pub(crate) fn seats(places: &[Hand; MOST_PLACES]) -> [Hand; MOST_SEATS] {
    std::array::from_fn(|seat| places[seat])
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::policy::{Greedy, Random};
    use crate::random::DrawStream;
    use crate::rules::Rules;

    fn hand(text: &str) -> Hand {
        text.parse().expect("the cards exist")
    }

    fn rollouts(policy: &'static dyn Policy) -> Rollouts {
        let own = hand("333445578999TJQKA22R");
        let pack = Rules::three_player().table().pack();
        let places = [(own, 20), (Hand::EMPTY, 17), (Hand::EMPTY, 17)];
        let hidden = Hidden::new(pack, &places).expect("a whole pack in its places");
        let hands = hidden.deal(&mut DrawStream::new(0, 0, 64).at(0));
        let start = Position::new(Rules::three_player(), &hands[..3], 0, Some(0)).expect("a deal");
        Rollouts::new(start, hidden, policy, (1, 2), (3, 4))
    }

    #[test]
    fn endings_do_not_depend_on_cuts_and_threads() {
        let moves: Vec<Move> = rollouts(&Greedy).start.legal_moves().into_iter().step_by(7).collect();
        assert!(moves.len() > 5);
        for policy in [&Greedy as &'static dyn Policy, &Random] {
            let rollouts = rollouts(policy);
            let pool = Threads::Pool(NonZeroUsize::new(3).expect("three"));
            let whole = rollouts.endings_of_moves(&moves, 7, 200, Threads::Calling);
            let mut pieces = rollouts.endings_of_moves(&moves, 7, 90, pool);
            pieces.extend(rollouts.endings_of_moves(&moves, 97, 110, Threads::Calling));
            assert_eq!(whole, pieces);
            // A move on its own is rolled out on the same deals, with the same decisions.
            for (column, &play) in moves.iter().enumerate() {
                let alone = rollouts.endings_of_moves(&[play], 7, 200, Threads::Calling);
                assert!(alone.iter().eq(whole.iter().skip(column).step_by(moves.len())));
            }
        }
        assert!(
            rollouts(&Greedy)
                .endings_of_moves(&[], 0, 10, Threads::Calling)
                .is_empty()
        );
    }

    #[test]
    fn endings_are_those_of_the_games_played_one_by_one() {
        let rollouts = rollouts(&Greedy);
        let endings = rollouts.endings(3, 50, Threads::Calling);
        let mut won = 0;
        for (number, ending) in (3..).zip(&endings) {
            let hands = rollouts.samples.hidden.deal(&mut rollouts.samples.deals.at(number));
            let mut position = Position::new(Rules::three_player(), &hands[..3], 0, Some(0)).expect("a deal");
            let mut draws = rollouts.samples.decisions.at(number);
            while position.turn().is_some() {
                Greedy.play(&mut position, &mut draws);
            }
            assert_eq!(*ending, Ending::of(&position));
            won += usize::from(ending.landlord_won());
        }
        assert!(won > 0 && endings.len() == 50);
    }

    #[test]
    fn an_ending_is_a_byte() {
        let mut position = Position::new(Rules::three_player(), &[hand("3333"), hand("4"), hand("5")], 0, Some(0))
            .expect("a position");
        position.play_nth(position.count_moves() - 1);
        // The bomb and the spring.
        let ending = Ending::of(&position);
        assert_eq!(
            (ending.code(), ending.landlord_won(), ending.exponent()),
            (0x82, true, 2)
        );
    }
}
