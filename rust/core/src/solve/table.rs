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

/// Answers by key. It begins small, since most searches are, and grows up to its bound, a little with every answer: no
/// single one waits for it.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The buckets that will take the place of these, as far as they are cleared, and how many they will be.
    larger: Vec<Bucket>,
    larger_size: usize,
    /// The buckets whose place these took, and how many of them have been moved over.
    old: Vec<Bucket>,
    moved: usize,
    most_buckets: usize,
    stored: usize,
}

const FIRST_BUCKETS: usize = 1 << 11;
const GROWTH: usize = 8;
/// Buckets that are cleared, or moved over, with every answer while the table grows.
const CLEARED_AT_ONCE: usize = 64;
const MOVED_AT_ONCE: usize = 4;

fn find(buckets: &[Bucket], key: Key) -> Option<bool> {
    let entry = buckets[place(buckets, key.0[0])].iter().find(|entry| entry.is(key))?;
    Some(entry.answer())
}

fn place(buckets: &[Bucket], first_half: u64) -> usize {
    // The high bits of the product are spread evenly over any number of buckets.
    ((u128::from(first_half) * buckets.len() as u128) >> u64::BITS) as usize
}

impl Table {
    /// An empty table that takes about so many bytes at most.
    pub(super) fn new(most_bytes: usize) -> Self {
        let most_buckets = (most_bytes / size_of::<Bucket>()).max(1);
        Self {
            buckets: vec![Bucket::default(); FIRST_BUCKETS.min(most_buckets)],
            larger: Vec::new(),
            larger_size: 0,
            old: Vec::new(),
            moved: 0,
            most_buckets,
            stored: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.stored == 0
    }

    /// What is known under this key.
    pub(super) fn get(&self, key: Key) -> Option<bool> {
        let found = find(&self.buckets, key);
        if found.is_none() && !self.old.is_empty() {
            return find(&self.old, key);
        }
        found
    }

    /// Notes an answer that took so many nodes to find.
    pub(super) fn put(&mut self, key: Key, answer: bool, effort: u64) {
        self.grow();
        self.stored += 1;
        self.insert(Entry::new(key, answer, effort));
    }

    fn insert(&mut self, entry: Entry) {
        let place = place(&self.buckets, entry.0[0]);
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

    /// Takes the next step of growing, where it is time to.
    fn grow(&mut self) {
        if !self.old.is_empty() {
            self.move_over();
        } else if self.larger_size > 0 {
            self.clear_more();
        } else if self.stored > self.buckets.len() && self.buckets.len() < self.most_buckets {
            let size = (self.buckets.len() * GROWTH).min(self.most_buckets);
            match self.larger.try_reserve_exact(size) {
                Ok(()) => self.larger_size = size,
                // There is no more memory to be had: the table stays as it is.
                Err(_) => self.most_buckets = self.buckets.len(),
            }
        }
    }

    fn clear_more(&mut self) {
        let cleared = (self.larger.len() + CLEARED_AT_ONCE).min(self.larger_size);
        self.larger.resize(cleared, Bucket::default());
        if cleared == self.larger_size {
            let larger = std::mem::take(&mut self.larger);
            self.old = std::mem::replace(&mut self.buckets, larger);
            (self.larger_size, self.moved) = (0, 0);
        }
    }

    fn move_over(&mut self) {
        let end = (self.moved + MOVED_AT_ONCE).min(self.old.len());
        for number in self.moved..end {
            for entry in self.old[number] {
                if entry != Entry::default() {
                    self.insert(entry);
                }
            }
        }
        self.moved = end;
        if end == self.old.len() {
            self.old = Vec::new();
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
        let keys = keys(60_000);
        let mut table = Table::new(1 << 22);
        for (number, &key) in keys.iter().enumerate() {
            assert_eq!(table.get(key), None);
            table.put(key, number.is_multiple_of(3), 1);
        }
        let known = |number: &usize| table.get(keys[*number]) == Some(number.is_multiple_of(3));
        let wrong = |number: &usize| table.get(keys[*number]) == Some(!number.is_multiple_of(3));
        assert!((0..keys.len()).filter(known).count() > 50_000);
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
