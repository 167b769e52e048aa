//! PCG64, the generator that numpy and the `rand_pcg` crate share, with jumps of a fixed length.
//!
//! The generator is a few lines; it stands here rather than in a dependency because a run of games jumps from window to
//! window of one stream, and a jump of a fixed length is one multiplication instead of a loop.

const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

/// A generator of the family PCG XSL-RR 128/64.
#[derive(Clone, Debug)]
pub(crate) struct Pcg64 {
    state: u128,
    increment: u128,
}

/// A jump over a fixed number of draws of one stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump {
    multiplier: u128,
    summand: u128,
}

impl Pcg64 {
    /// The generator that numpy seeds with this state and stream.
    pub(crate) const fn new(seed: u128, sequence: u128) -> Self {
        let increment = sequence << 1 | 1;
        let state = increment
            .wrapping_add(seed)
            .wrapping_mul(MULTIPLIER)
            .wrapping_add(increment);
        Self { state, increment }
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub(crate) const fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    /// What it takes to leave out this many draws.
    pub(crate) const fn jump_over(&self, draws: u128) -> Jump {
        // The step as a function is squared for every bit of the number of draws.
        let mut jump = Jump {
            multiplier: 1,
            summand: 0,
        };
        let mut power = Jump {
            multiplier: MULTIPLIER,
            summand: self.increment,
        };
        let mut left = draws;
        while left > 0 {
            if left & 1 == 1 {
                jump = power.after(jump);
            }
            power = power.after(power);
            left >>= 1;
        }
        jump
    }

    /// Leaves out draws.
    pub(crate) const fn jump(&mut self, jump: Jump) {
        self.state = self.state.wrapping_mul(jump.multiplier).wrapping_add(jump.summand);
    }
}

impl Jump {
    const fn after(self, first: Self) -> Self {
        Self {
            multiplier: self.multiplier.wrapping_mul(first.multiplier),
            summand: self.multiplier.wrapping_mul(first.summand).wrapping_add(self.summand),
        }
    }
}

/// Uniform draws for the decisions of a game: halves of raw draws, the low one first.
#[derive(Clone, Debug)]
pub struct Draws {
    random: Pcg64,
    /// The high half of the last raw draw, while it waits for its use.
    high: Option<u32>,
}

impl Draws {
    pub(crate) const fn new(random: Pcg64) -> Self {
        Self { random, high: None }
    }

    /// The next raw draw.
    pub(crate) const fn raw(&mut self) -> u64 {
        self.random.draw()
    }

    #[inline(always)]
    fn half(&mut self) -> u32 {
        if let Some(high) = self.high.take() {
            return high;
        }
        let raw = self.random.draw();
        self.high = Some((raw >> 32) as u32);
        raw as u32
    }

    /// A number below `count`, exactly uniformly: the high word of `half * count`. A half whose low word falls below
    /// `2^32 mod count` is thrown away.
    #[inline(always)]
    pub fn below(&mut self, count: usize) -> usize {
        let count = count as u64;
        let mut product = u64::from(self.half()) * count;
        if product & 0xFFFF_FFFF < count {
            let biased_below = (1 << 32) % count;
            while product & 0xFFFF_FFFF < biased_below {
                product = u64::from(self.half()) * count;
            }
        }
        (product >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use rand_pcg::rand_core::Rng as _;

    use super::*;

    #[test]
    fn draws_are_uniform() {
        let mut draws = Draws::new(Pcg64::new(1, 2));
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[draws.below(7)] += 1;
        }
        let chi_square: f64 = seen.iter().map(|&count| (f64::from(count) - 1e4).powi(2) / 1e4).sum();
        assert!(chi_square < 22.5, "{seen:?}");
    }

    #[test]
    fn the_stream_is_that_of_rand_pcg() {
        let mut drawn = 0;
        for (seed, sequence) in [(0, 0), (1, 2), (u128::MAX, u128::MAX), (7 << 100, 3 << 70)] {
            let mut ours = Pcg64::new(seed, sequence);
            let mut theirs = rand_pcg::Pcg64::new(seed, sequence);
            for jump in [0, 1, 2, 127, 128, 1 << 71, u128::MAX] {
                ours.jump(ours.jump_over(jump));
                theirs.advance(jump);
                for _ in 0..20 {
                    assert_eq!(ours.draw(), theirs.next_u64());
                    drawn += 1;
                }
            }
        }
        assert_eq!(drawn, 4 * 7 * 20);
    }
}
