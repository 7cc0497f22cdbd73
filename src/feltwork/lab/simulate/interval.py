"""A 95% interval for the mean of simulated sessions, where there are enough of them for one.

What sessions end with is skewed: few win much, or few lose much. Two intervals are made, Student's t and t corrected
for the skewness of the sample (Hall 1992, "On the removal of skewness by transformation"), and at each end the wider
one is taken. That holds its level only where the sample is large for its skewness, which the sample itself cannot tell:
one that missed the rare large results looks harmless. So other sessions of the same strategy, a trial run, judge it.

>>> round(t_quantile(99), 3), round(t_quantile(10**6), 3)
(1.984, 1.96)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from feltwork.lab.simulate.figures import Figures

MIN_SESSIONS, PER_SKEWNESS = 50, 10
"""An interval needs so many sessions, and so many times the square of the skewness."""
TRIAL, MIN_TRIAL = 16_384, 1_000
"""Sessions of a trial run, and the fewest that tell how skewed results are."""
METHOD = "Student's t and t corrected for skewness (Hall 1992), the wider at each end"
Z = 1.959963984540054
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """In this range the true mean lies, 19 times in 20 or more often; in cents. Or why there is none."""

    ends: tuple[float, float] | None
    why_not: str = ""

    def __str__(self) -> str:
        if self.ends is None:
            return f"no 95% interval: {self.why_not}"
        return f"95% between {self.ends[0] / 100:,.2f} and {self.ends[1] / 100:,.2f}"

    def as_data(self) -> dict[str, object]:
        """In units of money."""
        return {
            "ci95": None if self.ends is None else [end / 100 for end in self.ends],
            "ci95_why_not": self.why_not or None,
            "ci95_method": METHOD,
        }


def interval_of(figures: Figures, sessions: int, trial: Figures | None, tried: int) -> Interval:
    """The interval of sessions, judged by those of a trial run; by themselves if they are as many as one has."""
    judge, by = (figures, sessions) if trial is None else (trial, tried)
    if sessions < MIN_SESSIONS:
        return Interval(None, f"{_sessions(sessions)} too few; {MIN_SESSIONS} are the least")
    if by < MIN_TRIAL:
        return Interval(None, f"{_sessions(by)} too few to tell how skewed results are; {MIN_TRIAL:,} are the least")
    if not figures.sd or not judge.sd:
        return Interval(None, f"all {by if not judge.sd else sessions:,} sessions that were looked at ended alike")
    skewness = judge.skewness
    needed = ceil(PER_SKEWNESS * skewness**2)
    if sessions < needed:
        seen = f"a skewness of {skewness:.1f} in {'them' if trial is None else f'{by:,} others'}"
        return Interval(None, f"{_sessions(sessions)} too few for {seen}; {needed:,} would do")
    found = mean_interval(np.array(figures.mean), np.array(figures.sd), np.array(figures.skewness), sessions)
    return Interval((float(found[0]), float(found[1])))


def _sessions(count: int) -> str:
    return "1 session is" if count == 1 else f"{count:,} sessions are"


def mean_interval(mean: Floats, sd: Floats, skewness: Floats, sessions: int) -> tuple[Floats, Floats]:
    """The wider of both intervals at each end, for one sample or many of one size.

    The deviation is the samples' own, by their count and not by one less.
    """
    error, t, lean = sd / sqrt(sessions - 1), t_quantile(sessions - 1), skewness / sqrt(sessions)
    below, above = np.maximum(t, _corrected(t, lean)), np.maximum(t, -_corrected(-t, lean))
    return mean - below * error, mean + above * error


def _corrected(t: float, lean: Floats) -> Floats:
    """The number whose cubic transformation for skewness is ``t``."""
    third = np.where(np.abs(lean) > 1e-8, lean, 1e-8) / 3
    return (np.cbrt(1 + 3 * third * (t - third / 2)) - 1) / third


def t_quantile(freedom: int) -> float:
    """The 97.5% point of Student's t, by its expansion about the normal one."""
    first, second = (Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
