"""What a book hands over to the rest of the house: one value, all of it data and pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from feltwork.felt.area import Felt
from feltwork.games.book import Book
from feltwork.games.conduct import RULES, Conduct
from feltwork.games.discipline import Discipline
from feltwork.games.promotion import PromotionRules
from feltwork.games.tournament import TournamentRules
from feltwork.outcomes import Selection
from feltwork.readings import Option, Readings

Command = Mapping[str, object]
"""A command as table scripts write it."""


@dataclass(frozen=True)
class Kind:
    """One kind of table that a book is played at."""

    variant: str | None = None
    wheel: str = "single"
    lucky_ball: bool | str = False
    """``"mega"`` where Lucky Ball comes with Mega Odds."""
    title: str = ""
    """What a sign over such a table says; empty where a sign says no more than for another kind."""


@dataclass(frozen=True)
class Run:
    """How one table is run, beside its kind: what its conduct depends on."""

    kind: Kind = Kind()
    uspin: bool = False
    rules: int = RULES
    """The rules number of its opening."""
    readings: Readings | None = None


@dataclass(frozen=True)
class Layout:
    """One drawing of a book: which wheel it belongs to, and what is marked on it."""

    name: str
    clause: str
    wheel: str = "single"
    lucky_ball: bool = False
    outside_zero: bool = False


@dataclass(frozen=True)
class Hue:
    """The colour of the cloth: under the light, in the shade, and behind a wall display."""

    light: str
    shade: str
    wall: str


@dataclass(frozen=True)
class DemoTable:
    """A table of the demonstration floor."""

    name: str
    seats: int
    bots: int
    kind: Kind = Kind()
    signs: tuple[tuple[str, ...], str, str] = ((), "", "")
    """Wagers with a minimum and a maximum of their own."""
    source: str = "dealer"
    betting_seconds: int = 0


@dataclass(frozen=True)
class Rehearsal:
    """What a rehearsal plays at the book's tables, and who does there what others do elsewhere."""

    plays: str
    """Which of the rehearsals: ``dice``, ``dice and terminal``, ``wheel`` or ``terminals``."""
    tables: tuple[str, ...] = ("",)
    """The tables, by what stands behind the colon of their name."""
    without_stick: frozenset[str] = frozenset()
    """At these tables the dealer does the work of a stickperson."""
    box: tuple[str, str] = ("box", "boxperson")
    """Who rules on a face and checks a die, with their role."""
    at_the_box: str = "box"
    """Who does the rest of a boxperson's work."""
    managers: tuple[str, str] = ("sup", "sup2")
    """Two who may decide about money together."""
    replaceable: str = "puck"
    """A piece of equipment that is replaced between two rounds."""


@dataclass(frozen=True)
class Habit:
    """What a player on the tour puts up whenever it is not there."""

    seat: int
    wager: str
    amount: str
    on: int | str | list[int | str] | None = None
    when: str = "always"
    """``come out``, ``point`` or ``always``."""


@dataclass(frozen=True)
class Tour:
    """A narrated session: a table, its players' habits, and what is tried that is worth showing."""

    about: str
    habits: tuple[Habit, ...]
    rounds: int
    kind: Kind = Kind()
    chip: str | None = "1.00"
    """The smallest chip; none where the book has a usual one."""
    tries: Mapping[int, tuple[Command, ...]] = field(default_factory=dict)
    """Commands tried at the start of a round, by its number; some are refused, which is the point."""


@dataclass(frozen=True)
class Shortcut:
    """Several ordinary wagers by one button; it is offered where the table has all of them."""

    name: str
    spots: Mapping[tuple[str, Selection], int]
    """What a wager is (its concept) and what it is on, with how many parts of the stake go there."""
    not_point: bool = False
    """Is the number that is the point left out?"""
    pockets: int = 0
    """Only on a wheel of so many numbers."""


@dataclass(frozen=True)
class Game:
    """One approved book: its rows, its conduct, its readings, its felt, and what is shown and tried of it."""

    id: str
    package: str
    """The package that holds ``clauses.tsv``, the register of the book's clauses in our words."""
    book: Callable[[Kind, Readings], Book]
    conduct: Callable[[Run], Conduct]
    options: tuple[Option, ...]
    felt: Callable[[Book, str | None], Felt]
    """The layout that a table of this kind has; a name chooses one of the book's layouts."""
    hue: Hue
    upright: Callable[[Book], Felt] | None = None
    """The felt composed anew for an upright screen; one is made of the layout where the book brings none."""
    kinds: tuple[Kind, ...] = (Kind(),)
    """The kinds of table there are, the usual one first."""
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    """The drawings that the book tells apart by name."""
    codes: Mapping[str, str] = field(default_factory=dict)
    """Short codes of its wagers for the trainer, by what a wager is (its concept)."""
    strategies: tuple[str, ...] = ()
    """The shipped strategies that fit."""
    edges: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """House edges that the book itself states, in percent, by the kind of wheel, each with its clause."""
    rehearsal: Rehearsal | None = None
    demo: tuple[DemoTable, ...] = ()
    tour: Tour | None = None
    environments: Mapping[str, Kind] = field(default_factory=dict)
    """Names of its environments for learning agents."""
    shortcuts: tuple[Shortcut, ...] = ()
    """Groups of wagers that a player's screen offers by one button."""
    tournament: TournamentRules | None = None
    promotion: PromotionRules | None = None
    discipline: Discipline | None = None
    """What is banned, what may be done about it, who decides a dispute."""

    @property
    def variants(self) -> frozenset[str]:
        return frozenset(kind.variant for kind in self.kinds if kind.variant is not None)

    @property
    def spins(self) -> bool:
        """Does it choose between wheels?"""
        return any(kind.wheel != "single" or kind.lucky_ball for kind in self.kinds)
