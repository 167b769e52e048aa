//! The play phase with open hands, for any number of seats: whose turn, what stands, who won, what doubles.

use crate::classify::{is_play, shape_of_cards};
use crate::compare::shape_beats;
use crate::deal::Deal;
use crate::error::{IllegalMove, InvalidPosition};
use crate::hand::Hand;
use crate::movegen::{count_moves, legal_moves, list_moves, nth_move, nth_play, pick_play};
use crate::play::{Kind, Move, Parts, Shape};
use crate::rank::Rank;
use crate::rules::{MOST_SEATS, Rules};
use crate::tally::{Role, Spring, Tally};

/// The most plays that a side can have made before a position.
const MOST_PLAYS: u16 = 1 << 15;
/// The most doublings that can lie before a position.
const MOST_DOUBLINGS: u8 = 30;

/// A position of the play phase.
///
/// # Examples
///
/// ```
/// use doudizhu_core::{Position, Role, Rules};
/// let hands = ["4".parse()?, "3".parse()?, "5".parse()?];
/// let mut position = Position::new(Rules::three_player(), &hands, 0, Some(0))?;
/// let lead = position.nth_move(0).expect("a lead");
/// position.play(lead)?;
/// assert_eq!(position.winner(), Some(Role::Landlord));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    hands: [Hand; MOST_SEATS],
    seats: u8,
    landlord: u8,
    turn: u8,
    passes: u8,
    standing: Option<Parts>,
    tally: Tally,
    winner: Option<Role>,
}

/// What [`Position::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    played: Option<Parts>,
    turn: u8,
    passes: u8,
    standing: Option<Parts>,
    tally: Tally,
}

impl Undo {
    /// The move that was made.
    #[must_use]
    pub fn played(&self) -> Move {
        self.played.map_or(Move::PASS, Parts::play)
    }
}

impl Position {
    /// A position in which `turn` leads; `turn` is `None` where the game is over. Under rules for three players there may be two hands: the
    /// landlord's and one peasant's.
    ///
    /// # Errors
    ///
    /// [`InvalidPosition`] says why no such position exists.
    pub fn new(rules: Rules, hands: &[Hand], landlord: usize, turn: Option<usize>) -> Result<Self, InvalidPosition> {
        Self::with_standing(rules, hands, landlord, turn, Move::PASS, 0, Tally::default())
    }

    /// A position in which `to_beat` stands and was followed by `passes` passes; [`Move::PASS`] stands for a lead.
    ///
    /// # Errors
    ///
    /// [`InvalidPosition`] says why no such position exists.
    pub fn with_standing(
        rules: Rules,
        hands: &[Hand],
        landlord: usize,
        turn: Option<usize>,
        to_beat: Move,
        passes: usize,
        tally: Tally,
    ) -> Result<Self, InvalidPosition> {
        let seats = hands.len();
        Self::check_table(&rules, seats, landlord, turn, tally)?;
        check_cards(&rules, hands, to_beat)?;
        let standing = standing(&rules, to_beat)?;
        let empty = hands.iter().filter(|hand| hand.is_empty()).count();
        if empty > 1 {
            return Err(InvalidPosition::TwoEmptyHands(empty));
        }
        if passes > seats - 2 {
            return Err(InvalidPosition::PassesOutOfRange(passes));
        }
        if standing.is_none() && passes > 0 {
            return Err(InvalidPosition::PassesOnLead(passes));
        }
        let out = hands.iter().position(|hand| hand.is_empty());
        if turn.is_none() && out.is_none() {
            return Err(InvalidPosition::TurnMissing);
        }
        let mut all_hands = [Hand::EMPTY; MOST_SEATS];
        all_hands[..seats].copy_from_slice(hands);
        Ok(Self {
            rules,
            hands: all_hands,
            seats: seats as u8,
            landlord: landlord as u8,
            turn: turn.unwrap_or(0) as u8,
            passes: passes as u8,
            standing,
            tally,
            winner: out.map(|seat| Role::of(seat, landlord)),
        })
    }

    /// Checks what can be said of a position before its cards are known: the number of hands, the seats, the tally.
    ///
    /// # Errors
    ///
    /// [`InvalidPosition`] says why no such position exists.
    pub fn check_table(
        rules: &Rules,
        seats: usize,
        landlord: usize,
        turn: Option<usize>,
        tally: Tally,
    ) -> Result<(), InvalidPosition> {
        let expected = rules.table().hand_counts();
        if !expected.contains(&seats) {
            return Err(InvalidPosition::HandCount { count: seats, expected });
        }
        if landlord >= seats {
            return Err(InvalidPosition::LandlordOutOfRange(landlord));
        }
        if let Some(turn) = turn.filter(|&turn| turn >= seats) {
            return Err(InvalidPosition::TurnOutOfRange(turn));
        }
        if tally.plays.iter().any(|&made| made > MOST_PLAYS) {
            return Err(InvalidPosition::PlaysOutOfRange(tally.plays));
        }
        if tally.doublings > MOST_DOUBLINGS {
            return Err(InvalidPosition::DoublingsOutOfRange(tally.doublings));
        }
        Ok(())
    }

    /// The start of play after a deal: the landlord has taken the bottom cards and leads (rules 1.4).
    #[must_use]
    #[inline(always)]
    pub fn after_deal(rules: Rules, deal: &Deal, landlord: usize) -> Self {
        let mut hands = [Hand::EMPTY; MOST_SEATS];
        hands[..deal.hands().len()].copy_from_slice(deal.hands());
        hands[landlord] = hands[landlord].with(deal.bottom);
        Self::at_first_lead(rules, hands, landlord)
    }

    /// The landlord is to lead, with these hands by seat.
    #[must_use]
    #[inline(always)]
    pub(crate) fn at_first_lead(rules: Rules, hands: [Hand; MOST_SEATS], landlord: usize) -> Self {
        Self {
            rules,
            hands,
            seats: rules.table().players,
            landlord: landlord as u8,
            turn: landlord as u8,
            passes: 0,
            standing: None,
            tally: Tally::default(),
            winner: None,
        }
    }

    /// The same with other cards in the hands, as many in each as before.
    #[must_use]
    #[inline(always)]
    pub(crate) fn with_hands(mut self, hands: &[Hand; MOST_SEATS]) -> Self {
        self.hands = *hands;
        self
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The hands by seat.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands[..usize::from(self.seats)]
    }

    /// The landlord's seat.
    #[must_use]
    pub fn landlord(&self) -> usize {
        usize::from(self.landlord)
    }

    /// The seat to move, `None` when the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<usize> {
        self.winner.is_none().then_some(usize::from(self.turn))
    }

    /// The standing play, [`Move::PASS`] on a lead.
    #[must_use]
    pub fn to_beat(&self) -> Move {
        self.standing.map_or(Move::PASS, Parts::play)
    }

    /// The standing play taken apart.
    pub(crate) fn standing(&self) -> Option<Parts> {
        self.standing
    }

    /// Passes since the standing play.
    #[must_use]
    pub fn passes(&self) -> usize {
        usize::from(self.passes)
    }

    /// What counts towards payment so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The side that is out of cards.
    #[must_use]
    pub fn winner(&self) -> Option<Role> {
        self.winner
    }

    /// The shut-out that ended the game; none before the end or where the rules have none. A landlord who is out on
    /// his very first play has his own spring, never both.
    #[must_use]
    pub fn spring(&self) -> Spring {
        match (self.winner, self.tally.plays) {
            (Some(Role::Landlord), [_, 0]) if self.rules.spring => Spring::Landlord,
            (Some(Role::Peasant), [1, _]) if self.rules.spring => Spring::Peasants,
            _ => Spring::None,
        }
    }

    /// The hand of the seat to move, or of the one that is out at the end.
    #[must_use]
    pub fn hand_to_move(&self) -> Hand {
        self.hand()
    }

    /// The cards in all hands together.
    #[must_use]
    #[inline(always)]
    pub fn cards_left(&self) -> usize {
        self.hands.iter().map(|hand| hand.len()).sum()
    }

    /// Whether the play to beat was made by a partner of the seat to move.
    #[must_use]
    pub fn partner_stands(&self) -> bool {
        let owner = (self.turn + self.seats - 1 - self.passes) % self.seats;
        self.standing.is_some() && owner != self.landlord && self.turn != self.landlord
    }

    fn hand(&self) -> Hand {
        self.hands[usize::from(self.turn)]
    }

    pub(crate) fn shape_to_beat(&self) -> Option<Shape> {
        self.standing.map(|standing| standing.shape)
    }

    /// All legal moves in ascending order of the action ids; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.winner {
            None => legal_moves(&self.rules, self.hand(), self.shape_to_beat()),
            Some(_) => Vec::new(),
        }
    }

    /// Appends the same moves to a list, which a caller can use again and again.
    pub fn list_moves(&self, moves: &mut Vec<Move>) {
        if self.winner.is_none() {
            list_moves(&self.rules, self.hand(), self.shape_to_beat(), moves);
        }
    }

    /// The number of legal moves.
    #[must_use]
    #[inline(always)]
    pub fn count_moves(&self) -> usize {
        match self.winner {
            None => count_moves(&self.rules, self.hand(), self.shape_to_beat()),
            Some(_) => 0,
        }
    }

    /// The legal move with this index.
    #[must_use]
    pub fn nth_move(&self, index: usize) -> Option<Move> {
        match self.winner {
            None => nth_move(&self.rules, self.hand(), self.shape_to_beat(), index),
            Some(_) => None,
        }
    }

    /// Why this move may not be made, `None` where it may.
    #[must_use]
    pub fn why_illegal(&self, play: Move) -> Option<IllegalMove> {
        self.check(play).err()
    }

    /// The move taken apart, `None` for a pass.
    fn check(&self, play: Move) -> Result<Option<Parts>, IllegalMove> {
        if self.winner.is_some() {
            return Err(IllegalMove::GameOver);
        }
        if play.is_pass() {
            return if self.standing.is_some() {
                Ok(None)
            } else {
                Err(IllegalMove::PassOnLead)
            };
        }
        let cards = play.cards();
        let shape = shape_of_cards(&self.rules, play.kind(), cards).ok_or(IllegalMove::NotAPlay(play))?;
        let hand = self.hand();
        if !hand.contains(cards) {
            return Err(IllegalMove::CardsNotHeld { play, hand });
        }
        match self.standing {
            Some(standing) if !shape_beats(shape, standing.shape) => Err(IllegalMove::DoesNotBeat {
                play,
                to_beat: standing.play(),
            }),
            _ => Ok(Some(Parts::of(shape, cards))),
        }
    }

    /// Makes a move and returns what takes it back.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] says why the move may not be made; the position is then as it was.
    pub fn play(&mut self, play: Move) -> Result<Undo, IllegalMove> {
        let parts = self.check(play)?;
        Ok(self.apply(parts))
    }

    /// Makes the legal move with this index, or returns `None` and changes nothing.
    #[inline(always)]
    pub fn play_nth(&mut self, index: usize) -> Option<Undo> {
        if self.winner.is_some() {
            return None;
        }
        if index == 0 && self.standing.is_some() {
            return Some(self.apply(None));
        }
        let parts = nth_play(&self.rules, self.hand(), self.shape_to_beat(), index)?;
        Some(self.apply(Some(parts)))
    }

    /// Makes the legal move with the index that `draw` picks below the number of legal moves. The game must be open.
    #[inline(always)]
    pub fn play_drawn(&mut self, draw: impl FnOnce(usize) -> usize) {
        debug_assert!(self.winner.is_none(), "the game is open");
        match pick_play(&self.rules, self.hand(), self.shape_to_beat(), draw) {
            None => self.pass(),
            Some(parts) => self.lay_down(parts),
        }
        self.pass_the_turn();
    }

    /// Makes a move that is known to be legal.
    pub fn play_unchecked(&mut self, play: Move) -> Undo {
        self.apply(play.parts())
    }

    /// Makes a legal move, which is not taken back; `None` is the pass. The game must be open.
    #[inline(always)]
    pub(crate) fn make(&mut self, played: Option<Parts>) {
        debug_assert!(
            self.check(played.map_or(Move::PASS, Parts::play)).is_ok(),
            "the move is legal"
        );
        match played {
            None => self.pass(),
            Some(parts) => self.lay_down(parts),
        }
        self.pass_the_turn();
    }

    /// Makes a legal move; `None` is the pass.
    fn apply(&mut self, played: Option<Parts>) -> Undo {
        let undo = Undo {
            played,
            turn: self.turn,
            passes: self.passes,
            standing: self.standing,
            tally: self.tally,
        };
        match played {
            None => self.pass(),
            Some(parts) => self.lay_down(parts),
        }
        self.pass_the_turn();
        undo
    }

    fn pass_the_turn(&mut self) {
        if self.winner.is_none() {
            self.turn = if self.turn + 1 == self.seats { 0 } else { self.turn + 1 };
        }
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.passes += 1;
        // The trick ends when all others have passed.
        if self.passes + 1 == self.seats {
            self.passes = 0;
            self.standing = None;
        }
    }

    #[inline(always)]
    fn lay_down(&mut self, parts: Parts) {
        let seat = usize::from(self.turn);
        let side = Role::of(seat, self.landlord());
        let mut hand = self.hands[seat].without_each(parts.body, usize::from(parts.copies));
        if parts.kickers != 0 {
            hand = hand.without(parts.kicker_cards());
        }
        self.hands[seat] = hand;
        self.standing = Some(parts);
        self.passes = 0;
        self.tally.plays[side as usize] += 1;
        if parts.shape.kind >= Kind::Bomb {
            self.tally.count_bomb(parts.shape, self.rules.bomb_double_min);
        }
        if hand.is_empty() {
            self.winner = Some(side);
        }
    }

    /// Takes back the last move; `undo` is what making it returned.
    pub fn undo(&mut self, undo: Undo) {
        let seat = usize::from(undo.turn);
        if let Some(parts) = undo.played {
            let body = Hand::of_each(parts.body, usize::from(parts.copies));
            self.hands[seat] = self.hands[seat].with(body).with(parts.kicker_cards());
        }
        self.turn = undo.turn;
        self.passes = undo.passes;
        self.standing = undo.standing;
        self.tally = undo.tally;
        self.winner = None;
    }
}

/// The hands and the standing play together must come out of the pack.
fn check_cards(rules: &Rules, hands: &[Hand], to_beat: Move) -> Result<(), InvalidPosition> {
    let mut counts = to_beat.cards().counts();
    for hand in hands {
        for (total, count) in counts.iter_mut().zip(hand.counts()) {
            *total += count;
        }
    }
    let pack = rules.table().pack().counts();
    let excess: [u8; Rank::COUNT] = std::array::from_fn(|rank| counts[rank].saturating_sub(pack[rank]));
    if excess.iter().any(|&copies| copies > 0) {
        return Err(InvalidPosition::NotInPack { counts, excess });
    }
    Ok(())
}

fn standing(rules: &Rules, to_beat: Move) -> Result<Option<Parts>, InvalidPosition> {
    if to_beat.is_pass() {
        return Ok(None);
    }
    let parts = to_beat.parts().filter(|_| is_play(rules, to_beat));
    parts.map(Some).ok_or(InvalidPosition::NotAPlay(to_beat))
}
