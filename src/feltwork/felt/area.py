"""What a felt is made of: areas on a canvas of whole units, their lettering, and where things lie on them.

A unit is a pixel of a terminal 1280 wide, so that a finger's size can be checked on the description itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from feltwork.outcomes import Pocket, Selection
from feltwork.wagers.row import Wager

Point = tuple[int, int]
WIDTH, HEIGHT = 1280, 564
LEAN = 14
"""A stack rises by so many parts of its width with every chip."""


@dataclass(frozen=True)
class Outline:
    """A closed line around an area; ``rounded`` gives the radius of each corner between straight edges."""

    points: tuple[Point, ...]
    rounded: tuple[int, ...] = ()

    def path(self) -> str:
        """The outline as SVG path data."""
        count = len(self.points)
        radii = self.rounded or (0,) * count
        steps = []
        for i, (corner, radius) in enumerate(zip(self.points, radii, strict=True)):
            if not radius:
                steps.append(_pair(corner))
                continue
            before, after = self.points[i - 1], self.points[(i + 1) % count]
            enter, leave = _towards(corner, before, radius), _towards(corner, after, radius)
            steps.append(f"{_pair(enter)} Q{_pair(corner)} {_pair(leave)}")
        return f"M{' L'.join(steps)} Z"

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the box around it."""
        xs, ys = zip(*self.points, strict=True)
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    @property
    def centre(self) -> Point:
        x, y, w, h = self.bounds
        return x + w // 2, y + h // 2

    def covers(self, at: Point) -> bool:
        """Does this point lie inside? Exact; of two areas that share an edge, one has it.

        >>> box(0, 0, 10, 10).covers((5, 5)), box(0, 0, 10, 10).covers((15, 5))
        (True, False)
        """
        x, y = at
        inside = False
        for i, (x1, y1) in enumerate(self.points):
            x2, y2 = self.points[i - 1]
            if (y1 > y) != (y2 > y):
                side = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)
                inside ^= side > 0 if y2 > y1 else side < 0
        return inside


def _pair(at: Point) -> str:
    return f"{at[0]} {at[1]}"


def _towards(start: Point, end: Point, distance: int) -> Point:
    """So far from the start along a straight edge."""
    return tuple(s + distance * ((e > s) - (e < s)) for s, e in zip(start, end, strict=True))  # type: ignore[return-value]  # two of them


def box(x: int, y: int, w: int, h: int, *rounded: int) -> Outline:
    """A rectangle; corner radii run from the top left, clockwise.

    >>> box(0, 0, 4, 2).path()
    'M0 0 L4 0 L4 2 L0 2 Z'
    """
    return Outline(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), rounded)


@dataclass(frozen=True)
class Lettering:
    """A line of text, by the middle of its baseline."""

    text: str
    at: Point
    size: int
    style: str = "small"
    turn: int = 0


@dataclass(frozen=True)
class Die:
    """A face of a die printed on the cloth."""

    face: int
    at: Point
    size: int


@dataclass(frozen=True)
class Places:
    """Where chips lie on an area: one's own, everybody else's, and how wide a chip is there."""

    own: Point
    others: Point
    chip: int
    strip: int = 0
    """In a narrow area all lie side by side in a strip so wide, around one's own; 0 where stacks have room."""


NOWHERE = Places((0, 0), (0, 0), 0)


@dataclass(frozen=True)
class Area:
    """One place where chips may be put, for one wager on one selection."""

    wager: str
    on: Selection
    outline: Outline
    group: str
    lettering: tuple[Lettering, ...] = ()
    dice: tuple[Die, ...] = ()
    tone: str = ""
    """A colour of its own: red, black, green, blue or yellow."""
    stands_for: str | None = None
    """The clause by which chips put here belong on another area with the same wager."""
    places: Places = NOWHERE

    @property
    def spot(self) -> Point:
        """Where one's own chips go."""
        return self.places.own


class LayoutError(ValueError):
    """No such layout belongs to this table."""


class Rows(Protocol):
    """What a felt is drawn from: the rows of a book, and its wheel where it has one."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def wagers(self) -> Mapping[str, Wager]: ...
    @property
    def wheel(self) -> tuple[Pocket, ...]: ...


@dataclass(frozen=True)
class Page:
    """A part of a tall canvas that a small screen shows by itself, from its upper edge to its lower."""

    name: str
    top: int
    bottom: int


@dataclass(frozen=True)
class Felt:
    """The whole layout of one kind of table."""

    book: Rows
    areas: tuple[Area, ...]
    clauses: tuple[str, ...]
    """The clauses that say how the layout is marked."""
    marks: tuple[Lettering, ...] = ()
    pucks: Mapping[int, Point] = field(default_factory=dict)
    off: Point | None = None
    """Where the puck lies between points."""
    travelled: Mapping[tuple[str, int], Places] = field(default_factory=dict)
    """Where a wager lies once it has gone to its number."""
    dollies: Mapping[Pocket, Point] = field(default_factory=dict)
    dice: Point | None = None
    """Where the last throw is shown."""
    ornaments: tuple[str, ...] = ()
    """Path data of what is woven into the cloth behind the areas."""
    figure: str = ""
    """Which of the book's diagrams it follows."""
    height: int = HEIGHT
    width: int = WIDTH
    pages: tuple[Page, ...] = ()
    """Parts that a small screen shows one at a time; none where it shows the whole."""
    lying: tuple[Page, ...] = ()
    """The same for one that lies on its side, where it shows other parts."""
    cloth: tuple[str, str] = ("#17633f", "#0c3d27")
    """Its colour under the light, and in the shade."""

    def area(self, wager: str, on: Selection) -> Area | None:
        """The area of a wager, if it is marked."""
        return next((a for a in self.areas if (a.wager, a.on) == (wager, on) and not a.stands_for), None)

    def places(self, wager: str, on: Selection) -> Places | None:
        """Where the chips of a wager lie, at its area or at the number it has travelled to."""
        if isinstance(on, int) and (wager, on) in self.travelled:
            return self.travelled[wager, on]
        area = self.area(wager, on)
        return area.places if area else None

    def spot(self, wager: str, on: Selection) -> Point | None:
        """Where one's own chips of a wager go."""
        places = self.places(wager, on)
        return places.own if places else None
