"""Figures of the laboratory in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from feltwork.cli.common import say
from feltwork.cli.laboratory import money
from feltwork.lab.simulate.drawing import bins
from feltwork.lab.simulate.figures import QUANTILES, Figures
from feltwork.lab.simulate.standing import AtEnd
from feltwork.lab.simulate.unplaced import NotPlaced

BAR = 48
MAX_UNMET = 12
MAX_STANDING = 4


def histogram(figures: Figures) -> None:
    """What sessions end with, as bars."""
    rows = bins(figures, 16)
    most = max(share for _, _, share in rows)
    wide = max(len(money(high)) for _, high, _ in rows)
    for low, high, share in rows:
        bar = "█" * round(BAR * share / most) or ("▏" if share else "")
        say(f"  {money(low):>{wide}} to {money(high):>{wide}}  {share:7.2%}  {bar}".rstrip())


def show_quantiles(figures: Figures) -> None:
    say("  quantiles " + ", ".join(f"{q:.0%} {money(figures.quantile(q))}" for q in QUANTILES))


def show_at_end(at_end: AtEnd | None) -> None:
    """What is in hand and what stands, with what that is worth; the most frequent wagers first."""
    if at_end is None:
        return
    say(f"  {at_end}")
    for each in at_end.stands[:MAX_STANDING]:
        say(f"    {each}")
    if len(at_end.stands) > MAX_STANDING:
        say(f"    and {len(at_end.stands) - MAX_STANDING} more; --json has them all")


def show_unmet(unmet: Sequence[NotPlaced], strategy: str = "") -> None:
    """What was wanted and not placed, each with its clause, the most frequent first."""
    often = sorted(unmet, key=lambda each: -(each.times or 0))
    whose = f"{strategy}: " if strategy else ""
    for each in often[:MAX_UNMET]:
        say(f"  {whose}{each}")
    if len(often) > MAX_UNMET:
        say(f"  {whose}wanted and not placed for {len(often) - MAX_UNMET} more reasons; --json has them all")
