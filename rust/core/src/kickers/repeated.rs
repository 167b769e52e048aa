//! Kickers of which some may share a rank: the rule sets that are looser than the common ones.

use super::MOST_KICKERS;
use crate::hand::Hand;
use crate::play::{Kind, Move, Shape};
use crate::rank::Rank;
use crate::rules::Rules;

/// A choice of `number` cards of which some may share a rank.
#[derive(Clone, Debug)]
pub(crate) struct Repeated {
    number: u8,
    /// How many cards of each rank may be taken.
    most: [u8; Rank::COUNT],
    /// A rank of which exactly three may not be taken: with them the cards have a higher body (rules 1.5).
    not_three_of: Option<Rank>,
    jokers_together: bool,
}

/// `ways[r][n]`: selections of `n` cards out of the ranks below `r`.
type Ways = [[u32; MOST_KICKERS + 1]; Rank::COUNT + 1];

impl Repeated {
    /// The selections of solos that the hand offers to this body, at most so many of one rank.
    pub(super) fn new(rules: &Rules, hand: Hand, body: Shape, most_of_a_rank: u8) -> Self {
        let mut most = hand.counts().map(|count| count.min(most_of_a_rank));
        for rank in body.body_ranks().iter() {
            most[rank.index()] = 0;
        }
        let mut not_three_of = None;
        if body.kind == Kind::TrioChainWithSolos {
            let above = neighbour(body.rank, 1);
            let below = neighbour(body.rank, -i8::try_from(body.length).unwrap_or(i8::MAX));
            if rules.adjacent_trio_as_kickers {
                not_three_of = above;
            } else {
                for rank in [above, below].into_iter().flatten() {
                    most[rank.index()] = most[rank.index()].min(2);
                }
            }
        }
        Self {
            number: body.kind.kickers(body.length),
            most,
            not_three_of,
            jokers_together: rules.both_jokers_as_kickers,
        }
    }

    /// Counted when it is asked for: a choice is passed around by value, and most are never asked.
    fn ways(&self) -> Ways {
        let mut ways = [[0; MOST_KICKERS + 1]; Rank::COUNT + 1];
        ways[0][0] = 1;
        for rank in Rank::all() {
            for number in 0..=usize::from(self.number) {
                let taken = (1..=number).filter(|&copies| self.may_take(rank, copies));
                let with_rank: u32 = taken.map(|copies| ways[self.bound_below(rank)][number - copies]).sum();
                ways[rank.index() + 1][number] = ways[rank.index()][number] + with_rank;
            }
        }
        ways
    }

    fn may_take(&self, rank: Rank, copies: usize) -> bool {
        copies <= usize::from(self.most[rank.index()]) && !(copies == 3 && self.not_three_of == Some(rank))
    }

    /// The first rank that may no longer be taken once `rank` is the highest taken.
    fn bound_below(&self, rank: Rank) -> usize {
        if rank == Rank::RED_JOKER && !self.jokers_together {
            Rank::BLACK_JOKER.index()
        } else {
            rank.index()
        }
    }

    /// How many selections there are.
    pub(super) fn count(&self) -> usize {
        if self.number == 2 {
            return self.count_twos();
        }
        self.ways()[Rank::COUNT][usize::from(self.number)] as usize
    }

    /// Two different ranks, or one of which two may be taken; never two jokers of both colours unless they may.
    fn count_twos(&self) -> usize {
        let ranks = self.most.iter().filter(|&&most| most > 0).count();
        let twice = self.most.iter().filter(|&&most| most > 1).count();
        let jokers = [Rank::BLACK_JOKER, Rank::RED_JOKER]
            .iter()
            .all(|joker| self.most[joker.index()] > 0);
        ranks * ranks.saturating_sub(1) / 2 + twice - usize::from(jokers && !self.jokers_together)
    }

    /// The selection with this number, in packed form.
    pub(super) fn nth(&self, mut index: usize) -> u64 {
        let ways = self.ways();
        let mut packed = 0;
        let mut bound = Rank::COUNT;
        let mut number = usize::from(self.number);
        while number > 0 {
            let Some((rank, copies)) = self.locate(&ways, bound, number, &mut index) else {
                break;
            };
            packed += (copies as u64) << rank.shift();
            bound = self.bound_below(rank);
            number -= copies;
        }
        packed
    }

    /// The highest rank, and how often it is taken, in the selection with this index among those of `number` cards
    /// below `bound`; `index` becomes the index among the selections that share them.
    fn locate(&self, ways: &Ways, bound: usize, number: usize, index: &mut usize) -> Option<(Rank, usize)> {
        for rank in Rank::all().take(bound) {
            for copies in (1..=number).filter(|&copies| self.may_take(rank, copies)) {
                let lower = ways[self.bound_below(rank)][number - copies] as usize;
                if *index < lower {
                    return Some((rank, copies));
                }
                *index -= lower;
            }
        }
        None
    }

    /// Appends a move for every selection: the packed body and kind, and the selection.
    pub(super) fn list(&self, body: u64, moves: &mut Vec<Move>) {
        self.list_below(&self.ways(), Rank::COUNT, usize::from(self.number), body, moves);
    }

    fn list_below(&self, ways: &Ways, bound: usize, number: usize, chosen: u64, moves: &mut Vec<Move>) {
        if number == 0 {
            return moves.push(Move::from_sum(chosen));
        }
        for rank in Rank::all().take(bound) {
            for copies in (1..=number).filter(|&copies| self.may_take(rank, copies)) {
                let lower = self.bound_below(rank);
                if ways[lower][number - copies] > 0 {
                    self.list_below(
                        ways,
                        lower,
                        number - copies,
                        chosen + ((copies as u64) << rank.shift()),
                        moves,
                    );
                }
            }
        }
    }
}

/// The chain rank `distance` steps from `rank`, if there is one.
fn neighbour(rank: Rank, distance: i8) -> Option<Rank> {
    let index = rank.index().checked_add_signed(isize::from(distance))?;
    Rank::new(index).filter(|&rank| rank <= Rank::ACE)
}
