"""A distribution drawn: bars in an SVG of our own making."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from feltwork.fonts import SANS

if TYPE_CHECKING:
    from feltwork.lab.simulate.figures import Figures

WIDTH, HEIGHT, LEFT, FOOT, TOP = 720, 320, 16, 40, 34


def bins(figures: Figures, most: int) -> list[tuple[int, int, float]]:
    """The distribution in round steps of money: from, up to (not counting it), and the share in between."""
    low, high = figures.quantile(0.0005), figures.quantile(0.9995)
    span = max(100, high - low + 1)
    step = next(s for k in range(12) for s in (10**k, 2 * 10**k, 5 * 10**k) if span <= s * (most - 1))
    first = low // step * step
    inside = np.clip((figures.finals - first) // step, 0, most - 1)
    shares = np.bincount(inside, weights=figures.weights, minlength=1)
    return [(first + n * step, first + (n + 1) * step, float(share)) for n, share in enumerate(shares)]


def as_svg(figures: Figures, title: str, start: int | None, fonts: str = "") -> str:
    """Bars, the mean, and what the session started with, if that is said; ``fonts`` declares the font, else named."""
    style = f"<style>{fonts}</style>" if fonts else ""
    rows = bins(figures, 60)
    most = max(share for _, _, share in rows)
    first, last = rows[0][0], rows[-1][1]
    scale = (WIDTH - 2 * LEFT) / (last - first)
    tall = HEIGHT - FOOT - TOP

    def x(cents: float) -> float:
        return LEFT + (min(max(cents, first), last) - first) * scale

    bars = "".join(
        f'<rect x="{x(a) + 0.5:.1f}" y="{HEIGHT - FOOT - tall * share / most:.1f}" '
        f'width="{max(0.5, (b - a) * scale - 1):.1f}" height="{tall * share / most:.1f}">'
        f"<title>{a / 100:,.2f} to {b / 100:,.2f}: {share:.3%}</title></rect>"
        for a, b, share in rows
    )
    marks = "".join(
        f'<line x1="{x(at):.1f}" x2="{x(at):.1f}" y1="{TOP}" y2="{HEIGHT - FOOT}" stroke="{ink}" '
        f'stroke-dasharray="{dash}"/><text x="{x(at) + 4:.1f}" y="{TOP + 12 + drop}">{word} {at / 100:,.2f}</text>'
        for at, word, ink, dash, drop in (
            (start, "start", "#555", "4 3", 0),
            (figures.mean, "mean", "#b00020", "none", 14),
        )
        if at is not None
    )
    ends = "".join(
        f'<text x="{at}" y="{HEIGHT - FOOT + 16}" text-anchor="{anchor}">{cents / 100:,.0f}</text>'
        for at, anchor, cents in ((LEFT, "start", first), (WIDTH - LEFT, "end", last))
    )
    foot = f"mean {figures.mean / 100:,.2f}, sd {figures.sd / 100:,.2f}, ruin {figures.ruin:.2%}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f"font-family='{SANS}' font-size='12'><title>{escape(title)}: {foot}</title>{style}"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/><text x="{LEFT}" y="20" font-size="15">{escape(title)}'
        f'</text><g fill="#0b6e4f">{bars}</g>{marks}{ends}'
        f'<text x="{LEFT}" y="{HEIGHT - 8}">{foot}</text></svg>\n'
    )
