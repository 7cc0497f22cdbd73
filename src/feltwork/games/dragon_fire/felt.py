"""The electronic cloth of Dragon Fire (2.2, diagram A): areas apart from each other, so that each can be lit alone."""

from __future__ import annotations

from feltwork.felt.area import Felt, Outline, box
from feltwork.felt.cloth import Cloth, Words, centred, priced, title, two_dice
from feltwork.felt.upright import MARGIN, WIDTH
from feltwork.games.book import Book
from feltwork.wagers.prices import pays_on
from feltwork.wagers.shapes import Freeze, OneRoll

CORNER, GAP = 14, 6
ACROSS = WIDTH - 2 * MARGIN + GAP
"""On a phone: from the left edge of the first area to where one more would begin."""


def felt(book: Book, layout: str | None) -> Felt:
    """Dragon at the left, Fire at the right, the tail between them; pairs and totals in rows below."""
    cloth = Cloth(book)
    _side(cloth, "dragon", _apart(20, 20, 380, 276))
    _side(cloth, "fire", _apart(880, 20, 380, 276))
    _tail(cloth, _apart(412, 88, 456, 86))
    for concept, x in (("low-pair", 412), ("high-pair", 646)):
        _faces(cloth, concept, _apart(x, 184, 222, 112))
    for i in range(6):
        _pair(cloth, i + 1, _apart(20 + i * 208, 308, 200, 108))
    totals = list(cloth.row("total").shapes)
    for i, on in enumerate(totals):
        left, right = (20 + j * 1248 // len(totals) for j in (i, i + 1))
        outline = _apart(left, 428, right - left - 8, 120)
        row = cloth.row("total")
        cloth.mark(
            "total",
            on,
            outline,
            *centred(outline.centre, (str(on), 46, "number"), *priced(row, on, 16)),
            group="totals",
        )
    game, _, house = book.title.rstrip(")").partition(" (")
    marks = centred((640, 52), (game.upper(), 26, "name"), (house, 15, "house"))
    return Felt(
        book,
        tuple(cloth.areas),
        ("2.2", "DIAGRAM A"),
        marks,
        figure="DIAGRAM A",
        dice=(824, 50),
        ornaments=(_scales(36, 36, 348, 238), _flames(896, 296, 348)),
    )


def _apart(x: int, y: int, w: int, h: int) -> Outline:
    return box(x, y, w, h, CORNER, CORNER, CORNER, CORNER)


def upright(book: Book) -> Felt:
    """The same for an upright phone: Dragon and Fire side by side, the tail across, pairs and totals in threes."""
    cloth = Cloth(book)
    half, third = ACROSS // 2, ACROSS // 3
    _side(cloth, "dragon", _apart(MARGIN, MARGIN, half - GAP, 158), 32)
    _side(cloth, "fire", _apart(MARGIN + half, MARGIN, half - GAP, 158), 32)
    _tail(cloth, _apart(MARGIN, 172, ACROSS - GAP, 118))
    for i, concept in enumerate(("low-pair", "high-pair")):
        _faces(cloth, concept, _apart(MARGIN + i * half, 298, half - GAP, 114), 18)
    for i in range(6):
        _pair(cloth, i + 1, _apart(MARGIN + i % 3 * third, 420 + i // 3 * 96, third - GAP, 90), 30)
    row = cloth.row("total")
    for i, on in enumerate(row.shapes):
        outline = _apart(MARGIN + i % 3 * third, 612 + i // 3 * 92, third - GAP, 86)
        x, y = outline.centre
        lines = centred((x, y - 16), (str(on), 30, "number"), *priced(row, on))
        cloth.mark("total", on, outline, *lines, group="totals")
    return Felt(book, tuple(cloth.areas), (), width=WIDTH, height=612 + 3 * 92 + MARGIN)


def _side(cloth: Cloth, concept: str, outline: Outline, size: int = 58) -> None:
    """Dragon or Fire, with the totals that win it."""
    row = cloth.row(concept)
    shape = row.shapes[None]
    if not isinstance(shape, Freeze):
        raise TypeError(f"{row.name} is not frozen by a seven")
    totals = range(2, 7) if shape.low else range(8, 13)
    x, y = outline.centre
    numbers = (" · ".join(map(str, totals)), max(size // 2 - 3, 16), "number")
    lines: list[Words] = [(title(row).upper(), size, "word"), numbers, *priced(row, None, 18)]
    low = outline.bounds[3] // 3
    cloth.mark(concept, None, outline, *centred((x, y - size // 3), *lines), group="sides", spot=(x, y + low))


def _tail(cloth: Cloth, outline: Outline) -> None:
    """The tail, with its three prices and what each is for."""
    row = cloth.row("dragons-tail")
    x, y = outline.centre
    narrow = outline.bounds[2] < 400
    top = y - (40 if narrow else 22)
    lettering = list(centred((x, top), (title(row).upper(), 24, "word")))
    for i, (price, where) in enumerate(pays_on(row, None).items()):
        lettering += centred((x + (i - 1) * 126, top + 40), (price, 18, "number"), (next(iter(where)), 14, "pays"))
    cloth.mark("dragons-tail", None, outline, *lettering, group="tail", spot=None if narrow else (x + 204, y + 2))


def _faces(cloth: Cloth, concept: str, outline: Outline, size: int = 22) -> None:
    """Any pair of three low or three high faces."""
    row = cloth.row(concept)
    shape = row.shapes[None]
    if not isinstance(shape, OneRoll):
        raise TypeError(f"{row.name} is not decided by the next roll")
    faces = (1, 2, 3) if 0 in shape.winning[0][0] else (4, 5, 6)
    x, y = outline.centre
    dice = [die for i, face in enumerate(faces) for die in two_dice((x - 60 + 60 * i, y + 4), face, face, 26)]
    cloth.mark(
        concept,
        None,
        outline,
        *centred((x, y - 32), (title(row).upper(), size, "word"), *priced(row, None, 15)),
        group="pairs",
        dice=dice,
    )


def _pair(cloth: Cloth, face: int, outline: Outline, size: int = 46) -> None:
    row = cloth.row("specific-pair")
    x, y = outline.centre
    cloth.mark(
        "specific-pair",
        face,
        outline,
        *centred((x, y + (32 if size > 40 else 1)), *priced(row, face, 16)),
        group="pairs",
        dice=two_dice((x, y - (12 if size > 40 else 24)), face, face, size),
    )


def _scales(x: int, y: int, w: int, h: int) -> str:
    """Rows of dragon scales."""
    size = 29
    rows = range(h // size)
    arcs = [
        f"M{x + (r % 2) * size + c * 2 * size} {y + r * size} a{size} {size} 0 0 0 {2 * size} 0"
        for r in rows
        for c in range((w - (r % 2) * size) // (2 * size))
    ]
    return " ".join(arcs)


def _flames(x: int, y: int, w: int) -> str:
    """Tongues of fire that rise from the lower edge."""
    tongue = 58
    return " ".join(
        f"M{x + i * tongue} {y} q-6 -{70 + 40 * (i % 2)} 28 -{130 + 50 * (i % 2)} q-2 {50 + 20 * (i % 2)} 16 "
        f"{70 + 20 * (i % 2)} q18 {30 + 10 * (i % 2)} 14 {60 + 20 * (i % 2)}"
        for i in range(w // tongue)
    )
