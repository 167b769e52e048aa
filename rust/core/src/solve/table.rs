//! What the search has found out, within a bounded memory.

use super::key::Key;

/// Two places share a bucket: the first keeps what was hard to find out, the second what is new.
type Bucket = [Entry; 2];

/// The first half of a key; then the second half without its lowest bits, in which the effort and the answer stand.
/// All zero where nothing is known.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Entry([u64; 2]);

const ANSWER_BIT: u64 = 1;
const EFFORT_SHIFT: u32 = 1;
const EFFORT_BITS: u64 = 0x3F << EFFORT_SHIFT;
/// What of the second half of a key is not kept.
const TAKEN_BITS: u64 = EFFORT_BITS | ANSWER_BIT;

impl Entry {
    fn new(key: Key, answer: bool, effort: u64) -> Self {
        let effort = u64::from(effort.max(1).ilog2()) << EFFORT_SHIFT;
        Self([key.0[0], key.0[1] & !TAKEN_BITS | effort | u64::from(answer)])
    }

    fn is(self, key: Key) -> bool {
        self.0[0] == key.0[0] && (self.0[1] ^ key.0[1]) & !TAKEN_BITS == 0
    }

    fn answer(self) -> bool {
        self.0[1] & ANSWER_BIT != 0
    }

    fn effort(self) -> u64 {
        self.0[1] & EFFORT_BITS
    }
}

/// Answers by key. It begins small, since most searches are, and grows up to its bound.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    most_buckets: usize,
    stored: usize,
}

const FIRST_BUCKETS: usize = 1 << 11;
const GROWTH: usize = 8;

impl Table {
    /// An empty table that takes so many bytes at most.
    pub(super) fn new(most_bytes: usize) -> Self {
        let most_buckets = (most_bytes / size_of::<Bucket>()).max(1);
        Self {
            buckets: vec![Bucket::default(); FIRST_BUCKETS.min(most_buckets)],
            most_buckets,
            stored: 0,
        }
    }

    fn place(&self, first_half: u64) -> usize {
        // The high bits of the product are spread evenly over any number of buckets.
        ((u128::from(first_half) * self.buckets.len() as u128) >> u64::BITS) as usize
    }

    /// What is known under this key.
    pub(super) fn get(&self, key: Key) -> Option<bool> {
        let bucket = &self.buckets[self.place(key.0[0])];
        let entry = bucket.iter().find(|entry| entry.is(key))?;
        Some(entry.answer())
    }

    /// Notes an answer that took so many nodes to find.
    pub(super) fn put(&mut self, key: Key, answer: bool, effort: u64) {
        if self.stored > self.buckets.len() && self.buckets.len() < self.most_buckets {
            self.grow();
        }
        self.stored += 1;
        self.insert(Entry::new(key, answer, effort));
    }

    fn insert(&mut self, entry: Entry) {
        let place = self.place(entry.0[0]);
        let [hard, new] = &mut self.buckets[place];
        if entry.effort() >= hard.effort() {
            // What gives way moves over, unless it is the same position.
            if hard.0[0] != entry.0[0] {
                *new = *hard;
            }
            *hard = entry;
        } else {
            *new = entry;
        }
    }

    /// Makes the table larger, or leaves it for good as it is where there is no memory to be had.
    fn grow(&mut self) {
        let size = (self.buckets.len() * GROWTH).min(self.most_buckets);
        let mut larger = Vec::new();
        if larger.try_reserve_exact(size).is_err() {
            self.most_buckets = self.buckets.len();
            return;
        }
        larger.resize(size, Bucket::default());
        let old = std::mem::replace(&mut self.buckets, larger);
        for entry in old.into_iter().flatten().filter(|&entry| entry != Entry::default()) {
            self.insert(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Pcg64;

    fn keys(count: usize) -> Vec<Key> {
        let mut draws = Pcg64::new(1, 2);
        (0..count).map(|_| Key::mixed([draws.draw(), 0, 0, 0], 7)).collect()
    }

    #[test]
    fn what_fits_is_kept_while_the_table_grows() {
        let keys = keys(20_000);
        let mut table = Table::new(1 << 24);
        for (number, &key) in keys.iter().enumerate() {
            assert_eq!(table.get(key), None);
            table.put(key, number.is_multiple_of(3), 1);
        }
        let known = |number: &usize| table.get(keys[*number]) == Some(number.is_multiple_of(3));
        let wrong = |number: &usize| table.get(keys[*number]) == Some(!number.is_multiple_of(3));
        assert!((0..keys.len()).filter(known).count() > 15_000);
        assert_eq!((0..keys.len()).filter(wrong).count(), 0);
    }

    #[test]
    fn the_bound_holds_and_hard_answers_outlive_easy_ones() {
        let keys = keys(5_000);
        let mut table = Table::new(1 << 12);
        for &key in &keys[..10] {
            table.put(key, true, 1 << 20);
        }
        for &key in &keys[10..] {
            table.put(key, false, 1);
        }
        assert_eq!(table.buckets.len() * size_of::<Bucket>(), 1 << 12);
        assert!(keys[..10].iter().filter(|&&key| table.get(key) == Some(true)).count() >= 8);
    }
}
