"""A felt as one SVG picture, the same for the terminals, notebooks and documents."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html import escape

from feltwork.felt import tokens
from feltwork.felt.area import Area, Felt, Lettering, Page, Places
from feltwork.felt.cloth import two_dice
from feltwork.felt.style import stylesheet
from feltwork.felt.wheel import order_of, turn_of
from feltwork.outcomes import Pocket, Selection, say_selection, selection_data
from feltwork.wagers.prices import pays_on, say_prices
from feltwork.wagers.wheel import colour

Place = tuple[str, Selection]
"""A wager and what it is on."""


def name_of(felt: Felt, area: Area) -> str:
    """What a screen reader says of an area."""
    row = felt.book.wagers[area.wager]
    on = "" if area.on is None else f" on {say_selection(area.on)}"
    outside = ", outside the layout" if area.stands_for else ""
    return f"{row.title}{on}{outside}, pays {say_prices(pays_on(row, area.on))}"


def render(
    felt: Felt,
    *,
    chips: Mapping[Place, int] | None = None,
    lit: Iterable[Place] = (),
    puck: int | None = None,
    dolly: Pocket | None = None,
    thrown: tuple[int, int] | None = None,
    styled: bool = True,
    fonts: str = "",
) -> str:
    """The picture.

    ``styled`` leaves the style sheet out for pages that link it themselves; ``fonts`` declares the fonts in it
    (``feltwork.fonts.embedded``), which are otherwise only named.
    """
    shining = set(lit)
    parts = [
        _opening(felt),
        f"<style>{fonts}{stylesheet()}</style>" if styled else "",
        _definitions(felt),
        f'<rect width="{felt.width}" height="{felt.height}" rx="18" fill="url(#cloth-{felt.book.id})"/>',
        *(f'<path class="ornament" d="{path}"/>' for path in felt.ornaments),
        *(_area(felt, area, place in shining) for place, area in _upwards(felt, shining)),
        *map(_text, felt.marks),
        *_chips(felt, chips or {}),
        _markers(felt, puck, dolly),
        _thrown(felt, thrown),
        "</svg>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


def _upwards(felt: Felt, shining: set[Place]) -> list[tuple[Place, Area]]:
    """Areas from the cloth up: what shines lies over its neighbours, the places on the lines over everything."""
    placed = [((area.wager, area.on), area) for area in felt.areas]
    return sorted(placed, key=lambda each: (each[1].group == "edge", each[0] in shining))


def _opening(felt: Felt) -> str:
    kind = f"{felt.book.id} spins" if felt.book.wheel else felt.book.id
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {felt.width} {felt.height}" class="felt {kind}" '
        f'role="group" aria-label="{escape(felt.book.name)}">'
    )


def _definitions(felt: Felt) -> str:
    light, shade = felt.cloth
    return (
        f'<defs><radialGradient id="cloth-{felt.book.id}" cx="50%" cy="42%" r="75%">'
        f'<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{shade}"/></radialGradient>'
        '<pattern id="frost" width="12" height="12" patternUnits="userSpaceOnUse">'
        '<path d="M0 12 L12 0" stroke="#cfe6ff" stroke-opacity=".28" stroke-width="2"/></pattern>'
        f"{tokens.dice_symbols()}{tokens.chip_symbols()}{tokens.marker_symbols()}</defs>"
    )


def _area(felt: Felt, area: Area, shines: bool) -> str:
    name = escape(name_of(felt, area))
    on = escape(json.dumps(selection_data(area.on)))
    kinds = ["area", area.group, *([f"tone tone-{area.tone}"] if area.tone else []), *(["lit"] if shines else [])]
    inner = "".join(
        [
            f'<path class="line" d="{area.outline.path()}"/>',
            *map(_text, area.lettering),
            *(tokens.die_svg(die.face, die.at, die.size) for die in area.dice),
        ]
    )
    return (
        f'<g class="{" ".join(kinds)}" role="button" tabindex="0" aria-label="{name}" data-wager="{area.wager}" '
        f'data-on="{on}" data-spot="{area.spot[0]},{area.spot[1]}"><title>{name}</title>{inner}</g>'
    )


def _text(line: Lettering) -> str:
    x, y = line.at
    turn = f' transform="rotate({line.turn} {x} {y})"' if line.turn else ""
    ring = f'<circle class="ringed" cx="{x}" cy="{y - line.size // 3}" r="{line.size * 4 // 5}"/>'
    text = f'<text x="{x}" y="{y}" font-size="{line.size}" class="{line.style}"{turn}>{escape(line.text)}</text>'
    return ring + text if line.style == "ring" else text


def _markers(felt: Felt, puck: int | None, dolly: Pocket | None) -> str:
    found = ""
    if felt.off:
        found += tokens.puck_svg(felt.off if puck is None else felt.pucks[puck], puck is not None)
    if dolly is not None:
        found += tokens.dolly_svg(felt.dollies[dolly])
    return found


def _thrown(felt: Felt, dice: tuple[int, int] | None) -> str:
    if not felt.dice or not dice:
        return ""
    return "".join(tokens.die_svg(die.face, die.at, die.size) for die in two_dice(felt.dice, *dice, 38))


def _chips(felt: Felt, chips: Mapping[Place, int]) -> list[str]:
    found = []
    for (wager, on), cents in chips.items():
        places = felt.places(wager, on)
        if places is None:
            raise KeyError(f"{wager} on {on} has no place on this felt")
        found.append(tokens.stack_svg(places, cents))
    return found


def _places(places: Places) -> dict[str, object]:
    return {"own": list(places.own), "others": list(places.others), "chip": places.chip, "strip": places.strip}


def layout_data(felt: Felt) -> dict[str, object]:
    """The felt as plain data for a terminal's program."""
    rows = felt.book.wagers
    return {
        "book": felt.book.id,
        "name": felt.book.name,
        "diagram": felt.figure,
        "clauses": list(felt.clauses),
        "canvas": [felt.width, felt.height],
        "pages": _pages(felt.pages),
        "lying": _pages(felt.lying),
        "areas": [
            {
                "wager": area.wager,
                "on": selection_data(area.on),
                "title": rows[area.wager].title,
                "name": name_of(felt, area),
                "pays": list(pays_on(rows[area.wager], area.on)),
                "clause": rows[area.wager].clause,
                "group": area.group,
                "places": _places(area.places),
                "outline": [list(point) for point in area.outline.points],
                "stands_for": area.stands_for,
            }
            for area in felt.areas
        ],
        "travelled": [{"wager": w, "on": n, "places": _places(at)} for (w, n), at in felt.travelled.items()],
        "pucks": {str(n): list(at) for n, at in felt.pucks.items()},
        "puck_off": list(felt.off) if felt.off else None,
        "dollies": {str(pocket): list(at) for pocket, at in felt.dollies.items()},
        "dice": list(felt.dice) if felt.dice else None,
        "wheel": [{"pocket": p, "colour": colour(p), "turn": turn_of(felt.book, p)} for p in order_of(felt.book)],
        "chips": [{"cents": chip.value, "face": chip.face} for chip in tokens.CHIPS],
    }


def _pages(pages: tuple[Page, ...]) -> list[dict[str, object]]:
    return [{"name": page.name, "top": page.top, "bottom": page.bottom} for page in pages]
