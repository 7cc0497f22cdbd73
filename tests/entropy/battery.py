"""Three tests of a long row of symbols whose chances are known: frequencies, pairs, runs.

Each tail of each test gives a false alarm once in 2 * 10**8 rows. One run of the tests tries seven fresh rows, which
is 42 tails: a false alarm about once in five million runs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from operator import ne

ALARM = 5e-9


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that chi-square with this many degrees of freedom is larger: a finite sum, exact but for rounding."""
    half = statistic / 2
    if half <= 0:
        return 1.0
    even = freedom % 2 == 0
    start = 1.0 if even else 0.5
    terms = [math.exp(-half)] if even else [math.erfc(math.sqrt(half))]
    powers = [start + k for k in range((freedom - 1) // 2)]
    terms += [math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers]
    return math.fsum(terms)


def normal_tail(deviation: float) -> float:
    """The chance of a larger standard normal deviation on this side."""
    return math.erfc(abs(deviation) / math.sqrt(2)) / 2


def fit(counts: Counter[int], chances: Sequence[Fraction], size: int) -> float:
    """The smaller tail of chi-square: too uneven, or too even to be chance."""
    expected = [float(size * chance) for chance in chances]
    assert min(expected) > 10, "too few draws for this many cells"
    assert set(counts) <= set(range(len(chances)))
    statistic = math.fsum((counts[k] - mean) ** 2 / mean for k, mean in enumerate(expected))
    above = chi_square_tail(statistic, len(chances) - 1)
    return min(above, 1 - above)


def frequencies(row: bytes, chances: Sequence[Fraction]) -> float:
    """Each symbol comes as often as it should."""
    return fit(Counter(row), chances, len(row))


def pairs(row: bytes, chances: Sequence[Fraction]) -> float:
    """Each pair of neighbours, no draw in two pairs, comes as often as it should."""
    n = len(chances)
    found = Counter(zip(row[0::2], row[1::2], strict=False))
    together = Counter({a * n + b: count for (a, b), count in found.items()})
    return fit(together, [a * b for a in chances for b in chances], len(row) // 2)


def runs(row: bytes, chances: Sequence[Fraction]) -> float:
    """Draws change between the lower and the upper half of the symbols as often as they should."""
    half = len(chances) // 2
    low = float(sum(chances[:half]))
    both = low * (1 - low)
    sides = row.translate(bytes(k >= half for k in range(256)))
    changes = sum(map(ne, sides, sides[1:]))
    size = len(row) - 1
    spread = size * 2 * both * (1 - 2 * both) + 2 * (size - 1) * (both - 4 * both * both)
    return normal_tail((changes - size * 2 * both) / math.sqrt(spread))


BATTERY = (frequencies, pairs, runs)


def alarms(row: bytes, chances: Sequence[Fraction]) -> set[str]:
    """The tests that this row fails."""
    return {test.__name__ for test in BATTERY if test(row, chances) < ALARM}
