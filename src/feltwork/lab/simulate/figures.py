"""What is said of a distribution of sessions, exact or counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import fsum, sqrt
from typing import TYPE_CHECKING

import numpy as np

from feltwork.lab.simulate.drawing import as_svg

if TYPE_CHECKING:
    from numpy.typing import NDArray

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True)
class Figures:
    """What sessions end with: amounts in cents, each with its weight, and what follows from them."""

    finals: NDArray[np.int64] = field(repr=False)
    """Ascending."""
    weights: NDArray[np.float64] = field(repr=False)
    """Chances, or shares of the sessions; they add up to 1."""
    mean: float
    sd: float
    ruin: float
    """The chance to be unable to make the next wager with nothing on the layout."""
    stopped: float
    rolls: float

    @property
    def skewness(self) -> float:
        """The third moment about the mean, over the cube of the standard deviation; 0 where all end alike."""
        if not self.sd:
            return 0.0
        return fsum((((self.finals - self.mean) / self.sd) ** 3 * self.weights).tolist())

    def quantile(self, chance: float) -> int:
        """The smallest amount that at least this share of the sessions does not exceed."""
        at = int(np.searchsorted(np.cumsum(self.weights), chance - 1e-12))
        return int(self.finals[min(at, len(self.finals) - 1)])

    def __str__(self) -> str:
        return f"mean {self.mean / 100:,.4f}, sd {self.sd / 100:,.2f}, ruin {self.ruin:.3%}, {self.rolls:,.2f} rolls"

    def _repr_svg_(self) -> str:
        """In a notebook the figures draw themselves."""
        return as_svg(self, "what sessions end with", None)

    def as_data(self) -> dict[str, object]:
        """In units of money."""
        return {
            "mean": self.mean / 100,
            "sd": self.sd / 100,
            "ruin": self.ruin,
            "stopped": self.stopped,
            "rolls_per_session": self.rolls,
            "quantiles": {str(q): self.quantile(q) / 100 for q in QUANTILES},
            "least": int(self.finals[0]) / 100,
            "most": int(self.finals[-1]) / 100,
        }


def figures_of(
    finals: NDArray[np.int64], weights: NDArray[np.float64], ruin: float, stopped: float, rolls: float
) -> Figures:
    """The figures of a distribution; sums are exact before they are rounded."""
    mean = fsum((finals * weights).tolist())
    square = fsum(((finals - mean) ** 2 * weights).tolist())
    return Figures(finals, weights, mean, sqrt(square), ruin, stopped, rolls)
