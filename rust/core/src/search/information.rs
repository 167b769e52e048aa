//! Information sets: what the seat that searches knows of a position.

use std::hash::{Hash, Hasher};

use crate::position::Position;

/// Everything in a position that the observer knows and that matters from there on: its own hand, the cards that the others
/// hold together, and the table. Positions in which the others hold these cards in another way are the same set, and so are
/// those reached by the same plays in another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InformationSet([u64; 3]);

impl InformationSet {
    pub(super) fn of(position: &Position, observer: usize) -> Self {
        let hands = position.hands();
        let all: u64 = hands.iter().map(|hand| hand.packed()).sum();
        let own = hands[observer].packed();
        Self([own, all - own, table(position)])
    }
}

/// Word by word, as the hasher of packed hands takes them; the length of the array tells nothing.
impl Hash for InformationSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for word in self.0 {
            state.write_u64(word);
        }
    }
}

/// What lies open: whose turn, what stands, how many cards everybody has, and what counts towards payment.
fn table(position: &Position) -> u64 {
    let tally = position.tally();
    let shape = position.shape_to_beat();
    let [kind, length, rank] = shape.map_or([0; 3], |shape| {
        [shape.kind.code(), shape.length, shape.rank.index() as u8].map(u64::from)
    });
    let fields = [
        (position.turn().unwrap_or(0) as u64, 2),
        (position.passes() as u64, 2),
        (kind, 4),
        (length, 5),
        (rank, 4),
        (u64::from(tally.doublings), 7),
        // Springs depend on no more than this.
        (u64::from(tally.plays[0].min(2)), 2),
        (u64::from(tally.plays[1].min(1)), 1),
    ];
    let counts = position.hands().iter().map(|hand| (hand.len() as u64, 6));
    fields
        .into_iter()
        .chain(counts)
        .fold(0, |word, (field, bits)| word << bits | field)
}
