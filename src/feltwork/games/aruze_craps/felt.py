"""The player terminal's screen of Aruze Craps (2.3, diagram A): buttons with a gap between them, and the hops."""

from __future__ import annotations

from feltwork.felt.area import Felt, Outline, box
from feltwork.felt.cloth import Cloth, Words, centred, priced, title, two_dice, wrapped
from feltwork.games import craps_felt as craps
from feltwork.games.book import Book
from feltwork.games.craps_upright import upright as composed

GAP, CORNER = 2, 9
LAY, DONTS = 48, 74
"""A button has less room inside than an area of cloth has."""


def felt(book: Book, layout: str | None) -> Felt:
    """Numbers and lines at the left, wagers on the next roll at the right."""
    cloth = Cloth(book, _button)
    craps.dont_come(cloth, box(12, 12, 100, craps.COLUMN))
    craps.numbers(cloth, 112, 12, 110, lay=LAY, donts=DONTS)
    craps.lower(cloth, 760, 58)
    _next_roll(cloth, 788, 50)
    marks = craps.emblem(book, (980, 26))
    return craps.finished(
        cloth, ("2.3", "2.3.1", "2.3.2", "DIAGRAM A"), marks, 112, 12, 110, off=(62, 40), dice=(1210, 26), donts=DONTS
    )


def _button(outline: Outline) -> Outline:
    x, y, w, h = outline.bounds
    return box(x + GAP, y + GAP, w - 2 * GAP, h - 2 * GAP, CORNER, CORNER, CORNER, CORNER)


def upright(book: Book) -> Felt:
    """The same for an upright phone."""
    return composed(book, cut=_button, propositions=_upright_next)


def _upright_next(cloth: Cloth, x: int, y: int, width: int) -> int:
    return _next_roll(cloth, x, y, width, across=5)


def _next_roll(cloth: Cloth, x: int, y: int, width: int = 480, across: int = 7) -> int:
    half, quarter = width // 2, width // 4
    for i, concept in enumerate(("any-seven", "any-craps")):
        style = "red" if concept == "any-seven" else "word"
        _named(cloth, concept, box(x + half * i, y, half, 54), half // 11, style)
    for i, concept in enumerate(("craps", "eleven", "craps-and-eleven", "horn")):
        _named(cloth, concept, box(x + quarter * i, y + 54, quarter, 88), 14, "small")
    for i, number in enumerate((4, 6, 8, 10)):
        outline = box(x + quarter * i, y + 142, quarter, 98)
        craps.hardway(cloth, number, outline)
    return _hops(cloth, x, y + 240, width, across)


def _named(cloth: Cloth, concept: str, outline: Outline, size: int, style: str) -> None:
    row = cloth.row(concept)
    words = title(row).upper() if style != "small" else title(row)
    lines: list[Words] = [(line, size, style) for line in wrapped(words, 12)]
    x, y = outline.centre
    spot = (x + outline.bounds[2] // 2 - 25, y - 1) if style != "small" else None
    cloth.mark(concept, None, outline, *centred((x, y), *lines, *priced(row, None)), group="centre", spot=spot)


def _hops(cloth: Cloth, x: int, y: int, width: int, across: int) -> int:
    """Twenty-one throws: the pairs in the first two columns, then the mixed throws; the lower edge of the last."""
    row = cloth.row("hop")
    throws = [on for on in row.shapes if isinstance(on, tuple)]
    pairs = [on for on in throws if on[0] == on[1]]
    mixed = [on for on in throws if on[0] != on[1]]
    edges = [x + i * width // across for i in range(across + 1)]
    last = y
    for places, columns, start in ((pairs, 2, 0), (mixed, across - 2, 2)):
        for i, on in enumerate(places):
            column, line = start + i % columns, i // columns
            outline = box(edges[column], y + 87 * line, edges[column + 1] - edges[column], 87)
            last = max(last, y + 87 * (line + 1))
            cx, cy = outline.centre
            first, second = (int(face) for face in on)
            cloth.mark(
                "hop",
                on,
                outline,
                *centred((cx, cy + 12), *priced(row, on)),
                group="centre",
                dice=two_dice((cx, cy - 12), first, second, 25),
            )
    return last
