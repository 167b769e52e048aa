//! The search: does the landlord reach a goal from here, whatever the others do?

use super::book::{Book, Play};
use super::goal::{Goal, Played};
use super::key::{Key, Squeeze};
use super::shapes::Class;
use super::table::Table;
use crate::position::Position;
use crate::rank::RankSet;
use crate::rules::MOST_SEATS;
use crate::tally::Role;

/// What may be left out without changing an answer; a test solves with every one of them on and off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Answers are noted and looked up.
    pub(super) table: bool,
    /// Positions that differ in ranks that are out of play share an answer.
    pub(super) squeeze_ranks: bool,
    /// A standing play is as high as the lowest answer that anybody still has demands.
    pub(super) level_standing: bool,
    /// Who cannot answer passes without a look at the position.
    pub(super) skip_forced_passes: bool,
    /// A last play is made before anything else is considered.
    pub(super) finish_first: bool,
    /// What no opponent can beat is led first.
    pub(super) unbeaten_first: bool,
}

impl Options {
    pub(super) const ALL: Self = Self {
        table: true,
        squeeze_ranks: true,
        level_standing: true,
        skip_forced_passes: true,
        finish_first: true,
        unbeaten_first: true,
    };
}

/// Plays written into the book between two pauses, well below a millisecond of work.
const PLAYS_PER_PAUSE: u64 = 1 << 12;

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// A position as the search sees it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The pages of the hands by seat.
    pub(super) hands: [u32; MOST_SEATS],
    pub(super) turn: u8,
    /// Who made the standing play.
    pub(super) owner: u8,
    /// [`Class::LEAD`] where none stands.
    pub(super) class: Class,
    pub(super) strength: u8,
    pub(super) goal: Goal,
    pub(super) played: Played,
}

/// What a search has at hand.
pub(super) struct Search<'a> {
    pub(super) book: Book,
    pub(super) table: Table,
    pub(super) options: Options,
    pub(super) seats: u8,
    pub(super) landlord: u8,
    pub(super) spring: bool,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// The number of nodes at which `pause` is asked next.
    pub(super) next_pause: u64,
    /// The number of plays in the book at which it is asked at the latest.
    pub(super) next_writing_pause: u64,
    /// Hears the number of nodes, and says at which number it wants to be asked again, or that the search is to stop.
    pub(super) pause: &'a mut dyn FnMut(u64) -> Result<u64, Stopped>,
}

impl<'a> Search<'a> {
    /// A search of the game that a position belongs to, asking `pause` at once.
    pub(super) fn of(
        position: &Position,
        options: Options,
        book: Book,
        table: Table,
        pause: &'a mut dyn FnMut(u64) -> Result<u64, Stopped>,
    ) -> Self {
        Self {
            book,
            table,
            options,
            seats: position.hands().len() as u8,
            landlord: position.landlord() as u8,
            spring: position.rules().spring,
            nodes: 0,
            next_pause: 0,
            next_writing_pause: 0,
            pause,
        }
    }
}

impl Search<'_> {
    pub(super) fn side(&self, seat: u8) -> Role {
        if seat == self.landlord {
            Role::Landlord
        } else {
            Role::Peasant
        }
    }

    pub(super) fn next(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    /// Whether the landlord reaches the goal.
    pub(super) fn reached(&mut self, mut node: Node) -> Result<bool, Stopped> {
        self.skip_passes(&mut node);
        // Large hands take long to write down: they count, too.
        if self.nodes >= self.next_pause || self.book.written() >= self.next_writing_pause {
            self.next_pause = (self.pause)(self.nodes)?;
            self.next_writing_pause = self.book.written() + PLAYS_PER_PAUSE;
        }
        self.nodes += 1;
        if !node.goal.is_win()
            && let Some(answer) = node.goal.settled(self.most_doublings(&node))
        {
            return Ok(answer);
        }
        let wanted = self.side(node.turn) == Role::Landlord;
        if self.options.finish_first && self.finishes(&node, wanted) {
            return Ok(wanted);
        }
        let key = self.options.table.then(|| self.key(&node));
        if let Some(answer) = key.and_then(|key| self.table.get(key)) {
            return Ok(answer);
        }
        let before = self.nodes;
        let answer = if node.class == Class::LEAD {
            self.leads_to(&node, wanted)?
        } else {
            self.follows_to(&node, wanted)?
        };
        if let Some(key) = key {
            self.table.put(key, answer, self.nodes - before + 1);
        }
        Ok(answer)
    }

    /// Lets those pass who cannot do anything else, and the owner of an unbeaten play lead.
    fn skip_passes(&self, node: &mut Node) {
        while node.class != Class::LEAD {
            if node.turn == node.owner {
                node.class = Class::LEAD;
            } else if self.options.skip_forced_passes && !self.can_answer(node, node.turn) {
                node.turn = self.next(node.turn);
            } else {
                return;
            }
        }
    }

    fn can_answer(&self, node: &Node, seat: u8) -> bool {
        let page = self.book.page(node.hands[usize::from(seat)]);
        page.beats(node.class, node.strength)
    }

    fn most_doublings(&self, node: &Node) -> u8 {
        let hands = &node.hands[..usize::from(self.seats)];
        let bombs: u8 = hands.iter().map(|&page| self.book.page(page).doublings).sum();
        bombs + u8::from(self.spring && node.played.spring_is_open())
    }

    /// Whether the seat to move can go out at once and has what it wants by that.
    fn finishes(&self, node: &Node, wanted: bool) -> bool {
        let page = self.book.page(node.hands[usize::from(node.turn)]);
        let side = self.side(node.turn);
        page.last_plays().any(|play| {
            let answers = node.class == Class::LEAD || play.beats(node.class, node.strength);
            answers && self.outcome(node, &play, side) == wanted
        })
    }

    /// Whether the landlord has reached the goal when this last play is made.
    fn outcome(&self, node: &Node, play: &Play, side: Role) -> bool {
        let spring = self.spring && node.played.after(side).is_spring(side);
        node.goal.is_reached(side, u8::from(play.doubles) + u8::from(spring))
    }

    /// Whether the landlord reaches the goal after the play at this place of the book.
    pub(super) fn after(&mut self, node: &Node, place: usize) -> Result<bool, Stopped> {
        let play = self.book.play(place);
        if play.left == 0 {
            return Ok(self.outcome(node, &play, self.side(node.turn)));
        }
        let mark = self.book.mark();
        let child = self.child(node, place);
        let answer = self.reached(child)?;
        if let Some(mark) = mark {
            self.book.tear_back(mark);
        }
        Ok(answer)
    }

    /// The position after a play that leaves cards.
    pub(super) fn child(&mut self, node: &Node, place: usize) -> Node {
        let play = self.book.play(place);
        let mut child = *node;
        let hand = &mut child.hands[usize::from(node.turn)];
        *hand = self.book.after(*hand, place);
        child.turn = self.next(node.turn);
        child.owner = node.turn;
        (child.class, child.strength) = (play.class, play.strength);
        child.played = node.played.after(self.side(node.turn));
        if play.doubles {
            child.goal = node.goal.halved();
        }
        child
    }

    /// The position after a pass, in which the trick may still have to be given to its owner.
    pub(super) fn child_of_pass(&self, node: &Node) -> Node {
        Node {
            turn: self.next(node.turn),
            ..*node
        }
    }

    /// Whether the landlord reaches the goal after a pass.
    pub(super) fn after_pass(&mut self, node: &Node) -> Result<bool, Stopped> {
        self.reached(self.child_of_pass(node))
    }

    /// Tries the leads; whether one gives what is wanted, told as the landlord's answer.
    fn leads_to(&mut self, node: &Node, wanted: bool) -> Result<bool, Stopped> {
        let plays = self.book.page(node.hands[usize::from(node.turn)]).plays();
        if !self.options.unbeaten_first {
            for index in plays {
                if self.after(node, self.book.lead(index))? == wanted {
                    return Ok(wanted);
                }
            }
            return Ok(!wanted);
        }
        for unbeaten in [true, false] {
            for index in plays.clone() {
                let place = self.book.lead(index);
                let play = self.book.play(place);
                if self.is_unbeaten(node, &play) == unbeaten && self.after(node, place)? == wanted {
                    return Ok(wanted);
                }
            }
        }
        Ok(!wanted)
    }

    /// Whether nobody of the other side can beat a play.
    fn is_unbeaten(&self, node: &Node, play: &Play) -> bool {
        let side = self.side(node.turn);
        let opponents = (0..self.seats).filter(|&seat| self.side(seat) != side);
        opponents
            .map(|seat| self.book.page(node.hands[usize::from(seat)]))
            .all(|page| !page.beats(play.class, play.strength))
    }

    /// Tries the answers and the pass, the pass first where a partner holds the trick.
    fn follows_to(&mut self, node: &Node, wanted: bool) -> Result<bool, Stopped> {
        let partner_holds = self.side(node.owner) == self.side(node.turn);
        if partner_holds && self.after_pass(node)? == wanted {
            return Ok(wanted);
        }
        let page = self.book.page(node.hands[usize::from(node.turn)]);
        let same = page.plays_of(node.class);
        let bombs = page.plays_of(Class::BOMBS);
        let bombs = if node.class == Class::BOMBS { 0..0 } else { bombs };
        for place in same {
            if self.book.play(place).strength > node.strength && self.after(node, place)? == wanted {
                return Ok(wanted);
            }
        }
        for place in bombs {
            if self.after(node, place)? == wanted {
                return Ok(wanted);
            }
        }
        if !partner_holds && self.after_pass(node)? == wanted {
            return Ok(wanted);
        }
        Ok(!wanted)
    }

    fn key(&self, node: &Node) -> Key {
        let mut hands = [0; MOST_SEATS];
        let seats = usize::from(self.seats);
        let (mut held, mut links) = (0, 0);
        for (cards, &page) in hands[..seats].iter_mut().zip(&node.hands) {
            let page = self.book.page(page);
            *cards = page.cards;
            held |= page.ranks;
            links |= page.links;
        }
        let squeeze = Squeeze::to(if self.options.squeeze_ranks { held } else { !0 });
        squeeze.apply(&mut hands[..seats], &mut links);
        let jokers = held >> RankSet::JOKERS.bits().trailing_zeros();
        let standing = self.standing(node, squeeze);
        let fields = [
            (u64::from(links), 12),
            (u64::from(jokers), 2),
            (u64::from(node.turn), 2),
            (u64::from(standing.map_or(0, |_| node.owner)), 2),
            (u64::from(node.class.0), 6),
            (u64::from(standing.unwrap_or(0)), 7),
            (node.goal.code(), 6),
            (node.goal.relevant(node.played), 4),
        ];
        let rest = fields.iter().fold(0, |word, &(field, bits)| word << bits | field);
        Key::mixed(hands, rest)
    }

    /// The standing play's strength as far as it matters, `None` on a lead.
    fn standing(&self, node: &Node, squeeze: Squeeze) -> Option<u8> {
        if node.class == Class::LEAD {
            return None;
        }
        if node.class == Class::BOMBS {
            let (length, rank) = (node.strength & 0x70, node.strength & 0xF);
            return Some(length | squeeze.below(u32::from(rank) + 1) as u8);
        }
        let mut lowest = u32::from(node.strength) + 1;
        if self.options.level_standing {
            // Whoever still may answer this play: higher ones have an owner and a rank of their own.
            let mut tops = 0;
            let mut seat = node.turn;
            while seat != node.owner {
                let page = self.book.page(node.hands[usize::from(seat)]);
                tops |= page.answer_tops(node.class, node.strength);
                seat = self.next(seat);
            }
            lowest = tops.trailing_zeros();
        }
        Some(squeeze.below(lowest) as u8)
    }
}
