//! The plays of every hand that comes up in a search, found once: hands are sub-hands of few, so they come up again and
//! again.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::shapes::{Class, class_and_strength};
use crate::hand::{Hand, NIBBLES};
use crate::movegen::list_moves;
use crate::packed_hash::PackedHasher;
use crate::play::{Kind, Move, Shape};
use crate::rank::{Rank, RankSet};
use crate::rules::Rules;

/// The cards of a packed move.
const CARDS: u64 = NIBBLES * 0xF;
/// A hand after a play that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// One play of a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    packed: u64,
    /// The page of the hand that is left.
    rest: u32,
    pub(super) class: Class,
    pub(super) strength: u8,
    /// Cards left after it.
    pub(super) left: u8,
    /// Whether it doubles the stake.
    pub(super) doubles: bool,
}

impl Play {
    /// Whether it beats a standing play.
    pub(super) fn beats(&self, class: Class, strength: u8) -> bool {
        if self.class == class {
            self.strength > strength
        } else {
            self.class == Class::BOMBS
        }
    }

    pub(super) fn play(&self) -> Move {
        Move::from_sum(self.packed)
    }
}

/// A hand with all its plays.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The packed cards.
    pub(super) cards: u64,
    /// The ranks held.
    pub(super) ranks: u16,
    /// The ranks that stand in some chain of the hand together with the rank below.
    pub(super) links: u16,
    /// The most bombs and rockets that the hand can still play and that double.
    pub(super) doublings: u8,
    /// The plays in the book, those of a class together.
    first: u32,
    count: u32,
    /// Where the plays of each class begin, counted from the first.
    starts: [u32; Class::COUNT],
    /// The strengths at which the hand has plays of each class, bombs left out.
    tops: [u16; Class::COUNT - 1],
    /// One more than the strength of the best bomb, 0 without.
    bomb: u8,
    /// The plays that empty the hand: some cards can be read in two ways, and none in more.
    last: [Option<Play>; 2],
}

impl Page {
    /// Whether the hand can answer a play.
    pub(super) fn beats(&self, class: Class, strength: u8) -> bool {
        if class == Class::BOMBS {
            return self.bomb > strength + 1;
        }
        self.bomb > 0 || self.answer_tops(class, strength) != 0
    }

    /// The strengths of the answers of the same class, which is not that of bombs.
    pub(super) fn answer_tops(&self, class: Class, strength: u8) -> u16 {
        self.tops[class.index()] & (0xFFFE << strength)
    }

    /// The plays that empty the hand.
    pub(super) fn last_plays(&self) -> impl Iterator<Item = Play> {
        self.last.into_iter().flatten()
    }

    /// The places of all plays in the book.
    pub(super) fn plays(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// The places of the plays of one class.
    pub(super) fn plays_of(&self, class: Class) -> std::ops::Range<usize> {
        let start = |class: usize| self.starts.get(class).copied().unwrap_or(self.count);
        let [from, to] = [class.index(), class.index() + 1].map(|class| (self.first + start(class)) as usize);
        from..to
    }
}

/// All hands seen so far, with their plays.
pub(super) struct Book {
    rules: Rules,
    banned: u16,
    /// Pages and plays, counted together in bytes, that are kept for good; beyond, a page is torn out when the search
    /// leaves the place where it was written.
    most_bytes: usize,
    known: HashMap<u64, u32, BuildHasherDefault<PackedHasher>>,
    pages: Vec<Page>,
    plays: Vec<Play>,
    /// For each place of `plays` the place that comes next where a trick is led: the order of leading.
    leads: Vec<u32>,
    /// Plays found so far, those torn out again included.
    written: u64,
    moves: Vec<Move>,
    drafts: Vec<Draft>,
    order: Vec<(u32, u32)>,
}

/// A play that is about to be written down, with its place in the two orders.
struct Draft {
    play: Play,
    /// Those of a class together: first what leaves few plays to make, then the weaker.
    answering: u32,
    /// First what leaves few plays to make, then what takes more cards.
    leading: u32,
}

impl Draft {
    fn new(rules: &Rules, hand: Hand, play: Move, shape: Shape) -> Self {
        let (class, strength) = class_and_strength(shape);
        let rest = hand.without(play.cards());
        let (left, plays) = (rest.len() as u8, plays_left(rest));
        let bomb_doubles = shape.kind == Kind::Bomb && shape.length >= rules.bomb_double_min;
        let [class_key, strength_key, left_key] = [class.0, strength, left].map(u32::from);
        Self {
            play: Play {
                packed: play.packed(),
                rest: UNKNOWN,
                class,
                strength,
                left,
                doubles: bomb_doubles || shape.kind == Kind::Rocket,
            },
            answering: class_key << 16 | plays << 8 | strength_key,
            leading: plays << 16 | left_key << 8 | strength_key,
        }
    }
}

/// How far a book was written at some time.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pages: usize,
    plays: usize,
}

impl Book {
    /// An empty book of plays whose kind is not banned; bit `k` bans the kind with code `k`.
    pub(super) fn new(rules: Rules, banned: u16, most_bytes: usize) -> Self {
        Self {
            rules,
            banned,
            most_bytes,
            known: HashMap::default(),
            pages: Vec::new(),
            plays: Vec::new(),
            leads: Vec::new(),
            written: 0,
            moves: Vec::new(),
            drafts: Vec::new(),
            order: Vec::new(),
        }
    }

    pub(super) fn page(&self, number: u32) -> &Page {
        &self.pages[number as usize]
    }

    pub(super) fn play(&self, place: usize) -> Play {
        self.plays[place]
    }

    /// The place of the play to lead as number `index`, counted from the first place of the page.
    pub(super) fn lead(&self, index: usize) -> usize {
        self.leads[index] as usize
    }

    /// How many plays were found so far: a measure of the time that took.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// Where the book ends, to be handed to [`Book::tear_back`]; `None` while all that is written is kept.
    pub(super) fn mark(&self) -> Option<Mark> {
        self.is_full().then_some(Mark {
            pages: self.pages.len(),
            plays: self.plays.len(),
        })
    }

    /// Tears out what was written since the mark.
    pub(super) fn tear_back(&mut self, mark: Mark) {
        self.pages.truncate(mark.pages);
        self.plays.truncate(mark.plays);
        self.leads.truncate(mark.plays);
    }

    fn is_full(&self) -> bool {
        self.pages.len() * (size_of::<Page>() + 16) + self.plays.len() * (size_of::<Play>() + 4) > self.most_bytes
    }

    /// The page of a hand.
    pub(super) fn open(&mut self, cards: u64) -> u32 {
        if let Some(&number) = self.known.get(&cards) {
            return number;
        }
        let keep = !self.is_full();
        let number = self.write(cards);
        if keep {
            self.known.insert(cards, number);
        }
        number
    }

    /// The page of what is left of a hand after the play at this place.
    pub(super) fn after(&mut self, page: u32, place: usize) -> u32 {
        let play = self.plays[place];
        if play.rest != UNKNOWN {
            return play.rest;
        }
        let number = self.open(self.pages[page as usize].cards - (play.packed & CARDS));
        if !self.is_full() {
            self.plays[place].rest = number;
        }
        number
    }

    fn write(&mut self, cards: u64) -> u32 {
        let hand = Hand::from_packed_unchecked(cards);
        self.moves.clear();
        list_moves(&self.rules, hand, None, &mut self.moves);
        self.drafts.clear();
        for &play in &self.moves {
            if self.banned >> play.kind().code() & 1 == 0
                && let Some(shape) = play.shape()
            {
                self.drafts.push(Draft::new(&self.rules, hand, play, shape));
            }
        }
        self.written += self.moves.len() as u64;
        self.drafts.sort_unstable_by_key(|draft| draft.answering);
        let first = self.plays.len();
        self.plays.extend(self.drafts.iter().map(|draft| draft.play));
        self.order.clear();
        self.order
            .extend(self.drafts.iter().map(|draft| draft.leading).zip(first as u32..));
        self.order.sort_unstable();
        self.leads.extend(self.order.iter().map(|&(_, place)| place));
        let page = self.page_of(hand, cards, first);
        self.pages.push(page);
        (self.pages.len() - 1) as u32
    }

    fn page_of(&self, hand: Hand, cards: u64, first: usize) -> Page {
        let plays = &self.plays[first..];
        let mut page = Page {
            cards,
            ranks: hand.ranks().bits(),
            links: links(hand),
            doublings: self.most_doublings(hand),
            first: first as u32,
            count: plays.len() as u32,
            starts: [0; Class::COUNT],
            tops: [0; Class::COUNT - 1],
            bomb: 0,
            last: [None; 2],
        };
        for (last, play) in page.last.iter_mut().zip(plays.iter().filter(|play| play.left == 0)) {
            *last = Some(*play);
        }
        for play in plays {
            match page.tops.get_mut(play.class.index()) {
                Some(tops) => *tops |= 1 << play.strength,
                None => page.bomb = page.bomb.max(play.strength + 1),
            }
        }
        let mut at = 0;
        for (class, start) in page.starts.iter_mut().enumerate() {
            while plays.get(at).is_some_and(|play| play.class.index() < class) {
                at += 1;
            }
            *start = at as u32;
        }
        page
    }

    fn most_doublings(&self, hand: Hand) -> u8 {
        let size = usize::from(self.rules.bomb_double_min);
        let bombs: usize = hand.counts().iter().map(|&count| usize::from(count) / size).sum();
        let packs = usize::from(self.rules.table().packs);
        let rocket = [Rank::BLACK_JOKER, Rank::RED_JOKER]
            .iter()
            .all(|&joker| hand.count(joker) == packs);
        (bombs + usize::from(rocket)) as u8
    }
}

/// The ranks that are neighbours, in some chain of the hand, of the rank below.
fn links(hand: Hand) -> u16 {
    let linked = |copies, shortest: u8| {
        let ranks = hand.at_least(copies).and(RankSet::CHAIN).bits();
        // The bottoms of all runs of the shortest length, and all ranks above them in such a run.
        let mut bottoms = ranks;
        for step in 1..shortest {
            bottoms &= ranks >> step;
        }
        (1..shortest).fold(0, |links, step| links | bottoms << step)
    };
    linked(1, Kind::SoloChain.least_length())
        | linked(2, Kind::PairChain.least_length())
        | linked(3, Kind::TrioChain.least_length())
}

/// About how many plays empty a hand: good enough to order moves by.
fn plays_left(hand: Hand) -> u32 {
    let plain = |hand: Hand| {
        let (groups, trios) = (hand.ranks().len(), hand.at_least(3).len());
        (groups - trios.min(groups - trios)) as u32
    };
    let mut fewest = plain(hand);
    for (copies, shortest) in [(1, 5), (2, 3), (3, 2)] {
        let ranks = hand.at_least(copies).and(RankSet::CHAIN);
        if let Some((top, length)) = longest_run(ranks).filter(|&(_, length)| length >= shortest) {
            let rest = hand.without_each(RankSet::run(top, length), copies);
            fewest = fewest.min(1 + plain(rest));
        }
    }
    fewest
}

fn longest_run(ranks: RankSet) -> Option<(Rank, u8)> {
    let mut tops = ranks.bits();
    let mut longest = None;
    let mut length = 0;
    while let Some(top) = RankSet::from_bits(tops).lowest() {
        length += 1;
        longest = Some((top, length));
        // A longer run ends one rank above a run of this length.
        tops = tops << 1 & ranks.bits();
    }
    longest
}
