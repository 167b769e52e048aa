//! Exact counts of deals: as narrow as the number of all deals allows.

use std::sync::LazyLock;

/// The most cards of any game.
pub(crate) const MOST_CARDS: usize = 108;

/// A count of deals, exact. No sum or product that is asked for passes the number of all deals, and the type is chosen
/// so that it holds that.
pub(crate) trait Number: Copy + Send + Sync + PartialOrd {
    /// Zero.
    const ZERO: Self;

    /// This number plus another times a small one.
    fn plus_times(self, other: Self, factor: u32) -> Self;

    /// The product with any number.
    fn times(self, factor: u128) -> Self;

    /// The difference, which is not negative.
    fn minus(self, other: Self) -> Self;

    /// The number with these 64-bit digits, the lowest first.
    fn from_digits(digits: [u64; 3]) -> Self;

    /// The digits.
    fn digits(self) -> [u64; 3];
}

impl Number for u64 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn plus_times(self, other: Self, factor: u32) -> Self {
        self + other * Self::from(factor)
    }

    #[inline(always)]
    fn times(self, factor: u128) -> Self {
        self * factor as Self
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self - other
    }

    fn from_digits(digits: [u64; 3]) -> Self {
        digits[0]
    }

    fn digits(self) -> [u64; 3] {
        [self, 0, 0]
    }
}

impl Number for u128 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn plus_times(self, other: Self, factor: u32) -> Self {
        self + other * Self::from(factor)
    }

    #[inline(always)]
    fn times(self, factor: u128) -> Self {
        self * factor
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self - other
    }

    fn from_digits(digits: [u64; 3]) -> Self {
        Self::from(digits[1]) << 64 | Self::from(digits[0])
    }

    fn digits(self) -> [u64; 3] {
        [self as u64, (self >> 64) as u64, 0]
    }
}

/// 192 bits: the deals of two packs to three hands and the bottom are more than 128 bits count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wide {
    // The order of the fields is the order of the numbers.
    high: u64,
    low: u128,
}

impl Number for Wide {
    const ZERO: Self = Self { high: 0, low: 0 };

    #[inline(always)]
    fn plus_times(self, other: Self, factor: u32) -> Self {
        let factor = u128::from(factor);
        let lower = (other.low & u128::from(u64::MAX)) * factor;
        let upper = (other.low >> 64) * factor + (lower >> 64);
        let (low, carry) = self.low.overflowing_add(upper << 64 | lower & u128::from(u64::MAX));
        Self {
            high: self.high + other.high * factor as u64 + (upper >> 64) as u64 + u64::from(carry),
            low,
        }
    }

    fn times(self, factor: u128) -> Self {
        let mut product = [0; 3];
        for (place, digit) in self.digits().into_iter().enumerate() {
            let mut carry = 0;
            for (step, part) in [factor as u64, (factor >> 64) as u64, 0].into_iter().enumerate() {
                let Some(sum) = product.get_mut(place + step) else {
                    break;
                };
                let total = u128::from(digit) * u128::from(part) + u128::from(*sum) + carry;
                (*sum, carry) = (total as u64, total >> 64);
            }
        }
        Self::from_digits(product)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Self {
            high: self.high - other.high - u64::from(borrow),
            low,
        }
    }

    fn from_digits(digits: [u64; 3]) -> Self {
        Self {
            high: digits[2],
            low: u128::from_digits(digits),
        }
    }

    fn digits(self) -> [u64; 3] {
        let [lowest, middle, _] = self.low.digits();
        [lowest, middle, self.high]
    }
}

impl Wide {
    /// The lower 128 bits.
    pub(crate) const fn low(self) -> u128 {
        self.low
    }
}

type Row = [u128; MOST_CARDS + 1];

/// Pascal's triangle. The middle of its last row has 105 bits.
static BINOMIALS: LazyLock<Box<[Row]>> = LazyLock::new(|| {
    let mut rows = vec![[0; MOST_CARDS + 1]; MOST_CARDS + 1].into_boxed_slice();
    for row in 0..=MOST_CARDS {
        rows[row][0] = 1;
        for column in 1..=row {
            rows[row][column] = rows[row - 1][column - 1] + rows[row - 1][column];
        }
    }
    rows
});

/// The number of ways to deal `sum of sizes` distinguishable cards to places of these sizes.
#[inline(always)]
pub(crate) fn deals<T: Number>(sizes: impl IntoIterator<Item = usize>) -> T {
    let rows = &*BINOMIALS;
    let mut cards = 0;
    let mut ways = T::from_digits([1, 0, 0]);
    for size in sizes {
        cards += size;
        if size > 0 && size < cards {
            ways = ways.times(rows[cards][size]);
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_numbers_reckon_like_narrow_ones() {
        let numbers: [u128; 6] = [0, 1, 7, (1 << 64) - 1, 1 << 64, 0x1234_5678_9ABC_DEF0_0FED_CBA9];
        let wide = |number: u128| Wide::from_digits(number.digits());
        let mut seen = 0;
        for left in numbers {
            for right in numbers {
                for factor in [0, 1, 2520] {
                    assert_eq!(
                        wide(left).plus_times(wide(right), factor),
                        wide(left.plus_times(right, factor))
                    );
                    seen += 1;
                }
                if let Some(product) = left.checked_mul(right) {
                    assert_eq!(wide(left).times(right), wide(product));
                }
                if left >= right {
                    assert_eq!(wide(left).minus(wide(right)), wide(left - right));
                }
            }
        }
        assert_eq!(seen, 108);
    }

    #[test]
    fn carries_reach_the_third_digit() {
        let large = Wide::from_digits([u64::MAX, u64::MAX, 5]);
        assert_eq!(
            large.plus_times(large, 3),
            Wide::from_digits([u64::MAX - 3, u64::MAX, 23])
        );
        let square = Wide::from_digits([0, 1, 0]).times(1 << 64);
        assert_eq!(square, Wide::from_digits([0, 0, 1]));
        assert_eq!(
            large.minus(Wide::from_digits([0, 0, 5])).digits(),
            [u64::MAX, u64::MAX, 0]
        );
        assert_eq!(
            square.minus(Wide::from_digits([1, 0, 0])).digits(),
            [u64::MAX, u64::MAX, 0]
        );
        assert!(square > large.minus(Wide::from_digits([0, 0, 5])));
    }

    #[test]
    fn deals_of_both_games_are_counted() {
        assert_eq!(deals::<u64>([17, 17, 3]), 18_132_120_329_400);
        let four_players: Wide = deals([25, 25, 25, 8]);
        let digits = [2_219_475_788_818_338_496, 3_046_608_435_514_955_483, 770_562];
        assert_eq!(four_players.digits(), digits);
    }
}
