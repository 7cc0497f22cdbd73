"""The wheel as SVG: pockets in their order and colours (2.3.1 to 2.3.4), on a rotor that a page can turn.

A pocket is a dash of a circle whose path is measured in half pockets, so that no angle needs a fraction of a unit.
"""

from __future__ import annotations

from feltwork.felt.area import Rows
from feltwork.fonts import SERIF
from feltwork.outcomes import DOUBLE_ZERO, Pocket
from feltwork.wagers.wheel import DOUBLE_ORDER, SINGLE_ORDER, colour

FILLS = {"red": "#a3222b", "black": "#17181b", "green": "#0e7a4b"}
SIZE = 1000


def order_of(book: Rows) -> tuple[Pocket, ...]:
    """The pockets clockwise from 0; none where the game has no wheel."""
    if not book.wheel:
        return ()
    return DOUBLE_ORDER if DOUBLE_ZERO in book.wheel else SINGLE_ORDER


def turn_of(book: Rows, pocket: Pocket) -> int:
    """How far clockwise from 0 a pocket lies, in thousandths of a degree."""
    order = order_of(book)
    return order.index(pocket) * 360000 // len(order)


def render_wheel(book: Rows, result: Pocket | None = None, fonts: str = "") -> str:
    """The wheel at rest: the ball in the result's pocket, which stands at the top; without a result no ball."""
    style = f"<style>{fonts}</style>" if fonts else ""
    order = order_of(book)
    turned = turn_of(book, result) if result is not None else 0
    ball = '<circle id="ball" cx="0" cy="-298" r="17" fill="#f8f5ea" stroke="#0008"/>' if result is not None else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-500 -500 {SIZE} {SIZE}" class="wheel" role="img" '
        f'aria-label="{_said(book, result)}">{style}{_bowl()}'
        f'<g id="rotor" transform="rotate(-{_degrees(turned)})">'
        f"{''.join(_pocket(order, i) for i in range(len(order)))}{_frets(len(order))}{_cone()}</g>{ball}</svg>\n"
    )


def _said(book: Rows, result: Pocket | None) -> str:
    kind = "double zero" if DOUBLE_ZERO in book.wheel else "single zero"
    return f"Roulette wheel, {kind}" if result is None else f"Roulette wheel, {kind}: {result} {colour(result)}"


def _degrees(thousandths: int) -> str:
    return f"{thousandths // 1000}.{thousandths % 1000:03d}"


def _bowl() -> str:
    return (
        '<defs><radialGradient id="bowl"><stop offset=".74" stop-color="#2a1710"/><stop offset=".86" '
        'stop-color="#5b3520"/><stop offset=".95" stop-color="#3a2014"/><stop offset="1" stop-color="#180c07"/>'
        '</radialGradient><radialGradient id="cone"><stop offset="0" stop-color="#8a5634"/>'
        '<stop offset="1" stop-color="#3d2114"/></radialGradient></defs>'
        '<circle r="496" fill="url(#bowl)"/><circle r="440" fill="none" stroke="#efe6cc" stroke-opacity=".35"/>'
        f"{_deflectors()}"
    )


def _deflectors() -> str:
    """Eight studs on the bowl that scatter the ball."""
    return "".join(
        f'<path transform="rotate({45 * i})" d="M0 -478 L7 -456 L0 -434 L-7 -456 Z" fill="#d8d2c0" fill-opacity=".7"/>'
        for i in range(8)
    )


def _pocket(order: tuple[Pocket, ...], place: int) -> str:
    pocket, count = order[place], len(order)
    fill = FILLS[colour(pocket)]
    dash = f'pathLength="{2 * count}" stroke-dasharray="2 {2 * count - 2}" stroke-dashoffset="1"'
    ring = f'{dash} fill="none" stroke="{fill}"'
    turn = _degrees(place * 360000 // count)
    return (
        f'<g class="pocket" data-pocket="{pocket}" data-turn="{turn}" transform="rotate({turn})">'
        f'<g transform="rotate(-90)"><circle r="380" stroke-width="70" {ring}/>'
        f'<circle r="300" stroke-width="90" {ring} stroke-opacity=".8"/></g>'
        '<text y="-367" font-size="38" font-weight="700" text-anchor="middle" fill="#f4ecd6" '
        f"font-family='{SERIF}'>{pocket}</text></g>"
    )


def _frets(count: int) -> str:
    """The walls between the pockets and the rings that bound them."""
    walls = "".join(
        f'<path transform="rotate({_degrees((2 * i + 1) * 180000 // count)})" d="M0 -415 L0 -255"/>'
        for i in range(count)
    )
    rings = "".join(f'<circle r="{r}" fill="none"/>' for r in (415, 345, 255))
    return f'<g stroke="#d8cfb4" stroke-width="3">{walls}{rings}</g>'


def _cone() -> str:
    arms = "".join(
        f'<path transform="rotate({90 * i})" d="M-9 0 L-6 -120 Q0 -150 6 -120 L9 0 Z" fill="#cfc8b4"/>'
        f'<circle transform="rotate({90 * i})" cy="-140" r="14" fill="#e6dfcb"/>'
        for i in range(4)
    )
    return f'<circle r="254" fill="url(#cone)"/>{arms}<circle r="44" fill="#cfc8b4"/><circle r="24" fill="#efe9d8"/>'
