"""The player terminal's screen of Aruze Craps (2.3, diagram A): buttons with a gap between them, and the hops."""

from __future__ import annotations

from feltwork.felt.area import Felt, Outline, box
from feltwork.felt.cloth import Cloth, Words, centred, priced, title, two_dice, wrapped
from feltwork.games import craps_felt as craps
from feltwork.games.book import Book

GAP, CORNER = 2, 9
LAY, DONTS = 48, 55
"""A button has less room inside than an area of cloth has."""


def felt(book: Book, layout: str | None) -> Felt:
    """Numbers and lines at the left, wagers on the next roll at the right."""
    cloth = Cloth(book, _button)
    craps.dont_come(cloth, box(12, 12, 100, craps.COLUMN))
    craps.numbers(cloth, 112, 12, 110, lay=LAY, donts=DONTS)
    craps.strip(cloth, "come", box(12, 276, 760, 62), 34)
    craps.bigs(cloth, box(12, 338, 50, 74), box(62, 338, 50, 74))
    craps.field(cloth, box(112, 338, 660, 74))
    craps.straight(cloth, "dont-line", "dont-line-odds", 412, 60, 760)
    craps.straight(cloth, "line", "line-odds", 472, 76, 760)
    _next_roll(cloth, 788, 64)
    marks = (*craps.emblem(book, (980, 36)), *centred((1028, 291), (cloth.row("hop").title.upper(), 16, "word")))
    return craps.finished(
        cloth, ("2.3", "2.3.1", "2.3.2", "DIAGRAM A"), marks, 112, 12, 110, off=(62, 40), dice=(1210, 36), donts=DONTS
    )


def _button(outline: Outline) -> Outline:
    x, y, w, h = outline.bounds
    return box(x + GAP, y + GAP, w - 2 * GAP, h - 2 * GAP, CORNER, CORNER, CORNER, CORNER)


def _next_roll(cloth: Cloth, x: int, y: int) -> None:
    for i, concept in enumerate(("any-seven", "any-craps")):
        _named(cloth, concept, box(x + 240 * i, y, 240, 60), 24, "red" if concept == "any-seven" else "word")
    for i, concept in enumerate(("craps", "eleven", "craps-and-eleven", "horn")):
        _named(cloth, concept, box(x + 120 * i, y + 60, 120, 74), 17, "small")
    for i, number in enumerate((4, 6, 8, 10)):
        outline = box(x + 120 * i, y + 134, 120, 82)
        craps.hardway(cloth, number, outline)
    _hops(cloth, x, y + 238, 480)


def _named(cloth: Cloth, concept: str, outline: Outline, size: int, style: str) -> None:
    row = cloth.row(concept)
    words = title(row).upper() if style != "small" else title(row)
    lines: list[Words] = [(line, size, style) for line in wrapped(words, 12)]
    cloth.mark(concept, None, outline, *centred(outline.centre, *lines, *priced(row, None)), group="centre")


def _hops(cloth: Cloth, x: int, y: int, width: int) -> None:
    """Twenty-one throws: the pairs in the first two columns, then the mixed throws."""
    row = cloth.row("hop")
    throws = [on for on in row.shapes if isinstance(on, tuple)]
    pairs = [on for on in throws if on[0] == on[1]]
    mixed = [on for on in throws if on[0] != on[1]]
    edges = [x + i * width // 7 for i in range(8)]
    for places, columns, start in ((pairs, 2, 0), (mixed, 5, 2)):
        for i, on in enumerate(places):
            column, line = start + i % columns, i // columns
            outline = box(edges[column], y + 82 * line, edges[column + 1] - edges[column], 82)
            cx, cy = outline.centre
            first, second = (int(face) for face in on)
            cloth.mark(
                "hop",
                on,
                outline,
                *centred((cx, cy + 21), *priced(row, on)),
                group="centre",
                dice=two_dice((cx, cy - 10), first, second, 27),
            )
