"""Figures of the laboratory in the terminal."""

from __future__ import annotations

from feltwork.cli.common import say
from feltwork.cli.laboratory import money
from feltwork.simulate.drawing import bins
from feltwork.simulate.figures import QUANTILES, Figures
from feltwork.simulate.lab import Prepared

BAR = 48


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


def show_unmet(ready: Prepared) -> None:
    """What the strategy can come to want and not get, each with its clause; cash aside, which ruin tells."""
    if ready.automaton is None:
        return
    for each in ready.automaton.unmet.values():
        if not each.for_cash:
            say(f"  wanted at times and not placed: {each}")
