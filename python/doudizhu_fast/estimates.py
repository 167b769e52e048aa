"""Estimate: a sampled figure with its error bar."""

import math
from dataclasses import dataclass
from typing import Final, Self

from doudizhu_fast._checks import whole
from doudizhu_fast.exceptions import InvalidArgumentError

__all__ = ["Estimate", "Z"]

Z: Final = 1.959963984540054
"""A normal variable lies within this many standard deviations of its mean in 95 % of all cases."""

_MOST = 2**64
_LARGEST_TOTAL = 2**128


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a sample says of a rate or a mean, and how well it knows: an immutable value.

    The interval from ``low`` to ``high`` covers the true value in about 95 % of all samples: Wilson's for a rate, which
    holds near 0 and 1 and in small samples as well, the normal one for a mean.

    Attributes:
        mean: The sample's rate or mean, nan where the sample is empty.
        stderr: Its standard error, nan where the sample is too small to tell.
        low: The lower end of the interval, nan likewise.
        high: The upper end, nan likewise.
        n: The size of the sample.

    Example:
        >>> rate = Estimate.of_rate(353, 1000)
        >>> print(rate)
        0.353 ± 0.030 (n = 1,000)
        >>> rate.low < 0.3527 < rate.high
        True
    """

    mean: float
    stderr: float
    low: float
    high: float
    n: int

    @classmethod
    def of_rate(cls, successes: int, n: int) -> Self:
        """Estimate a rate from the number of successes (Wilson's interval).

        Args:
            successes: How often it happened, 0 to n.
            n: In how many trials, 0 to 2**64.

        Raises:
            InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``.

        Example:
            >>> Estimate.of_rate(0, 20).low, round(Estimate.of_rate(0, 20).high, 3)
            (0.0, 0.161)
            >>> Estimate.of_rate(0, 0).mean
            nan
        """
        n = whole(n, "n", 0, _MOST)
        successes = whole(successes, "successes", 0, n)
        if n == 0:
            return cls(math.nan, math.nan, math.nan, math.nan, 0)
        failures = n - successes
        stderr = math.sqrt(successes * failures / n) / n
        centre = successes + Z * Z / 2
        reach = Z * math.sqrt(successes * failures / n + Z * Z / 4)
        trials = n + Z * Z
        # Rounding must not push a rate that is certain in the sample off its end.
        low = (centre - reach) / trials if successes else 0.0
        high = (centre + reach) / trials if failures else 1.0
        return cls(successes / n, stderr, low, high, n)

    @classmethod
    def of_mean(cls, total: int, total_of_squares: int, n: int) -> Self:
        """Estimate a mean of whole numbers from their sums, which are exact (normal interval).

        Args:
            total: The sum of the numbers.
            total_of_squares: The sum of their squares.
            n: How many numbers, 0 to 2**64. The error of one number is unknown.

        Raises:
            InvalidArgumentError: Reason ``out_of_range`` or ``wrong_type``; ``out_of_range`` too for sums that no n
                whole numbers have.

        Example:
            >>> Estimate.of_mean(10, 30, 4)  # of 1, 2, 3 and 4
            Estimate(mean=2.5, stderr=0.6454972243679028, low=1.23484868811834, high=3.76515131188166, n=4)
        """
        n = whole(n, "n", 0, _MOST)
        total = whole(total, "total", -_LARGEST_TOTAL, _LARGEST_TOTAL)
        squares = whole(total_of_squares, "total_of_squares", 0, _LARGEST_TOTAL**2)
        # n times the sum of the squared distances from the mean.
        spread = n * squares - total * total
        if spread < 0 or (n == 0 and squares):
            raise InvalidArgumentError(
                "out_of_range",
                name="total_of_squares",
                expected="possible for this total and n",
                value=squares,
            )
        if n == 0:
            return cls(math.nan, math.nan, math.nan, math.nan, 0)
        mean = total / n
        if n == 1:
            return cls(mean, math.nan, math.nan, math.nan, 1)
        stderr = math.sqrt(spread / (n * n * (n - 1)))
        return cls(mean, stderr, mean - Z * stderr, mean + Z * stderr, n)

    def __eq__(self, other: object) -> bool:
        """Compare the figures; what is not known equals what is not known, also after a pickle."""
        if not isinstance(other, Estimate):
            return NotImplemented
        return self._figures() == other._figures()

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._figures())

    def _figures(self) -> tuple[float | None, ...]:
        figures = (self.mean, self.stderr, self.low, self.high)
        return (self.n, *(None if math.isnan(figure) else figure for figure in figures))

    @property
    def brief(self) -> str:
        """The mean and half the width of the interval as a text; of a sample of one the figure alone.

        Example:
            >>> Estimate.of_rate(353, 1000).brief, Estimate.of_mean(-6, 36, 1).brief
            ('0.353 ± 0.030', '-6')
        """
        return f"{self.mean:g}" if self.n == 1 else self._with_error()

    def _with_error(self) -> str:
        half = (self.high - self.low) / 2
        places = 3 if math.isnan(half) or half == 0 else max(0, 1 - math.floor(math.log10(half)))
        return f"{self.mean:.{places}f} ± {half:.{places}f}"

    def __str__(self) -> str:
        """Write the mean, half the width of the interval, and the size of the sample."""
        return f"{self._with_error()} (n = {self.n:,})"

    def _repr_html_(self) -> str:
        """Show it in a notebook."""
        from doudizhu_fast.html.results import figure

        return figure(self)
