"""A table opened, checked and manned, until play opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from feltwork.games import BookError, open_book
from feltwork.games.book import Book
from feltwork.games.conduct import RULES, SHOWN_LIMITS, Act, Conduct
from feltwork.games.layouts import MARKED_LAYOUT, unfit, usual_layout
from feltwork.games.registry import conduct_of
from feltwork.money import format_money
from feltwork.readings import ReadingError, Readings
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.gear import NONE, READY, Gear
from feltwork.table.live.topic import CHECKING, CLOSED, DEALER, OPEN, OS_DRAW, SEEDED, Guard, Topic, tag
from feltwork.table.live.topics import limits
from feltwork.table.live.topics.draws import mega_chance
from feltwork.table.live.topics.limits import ONE_MINIMUM, Limits
from feltwork.table.play.limits import MAX_AMOUNT, not_on_sign
from feltwork.table.play.state import TableRules, TableState, applies_late_rule, finds_late, open_state

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


MAX_SEATS = 24
LUCKY_IS_DRAWN = "Lucky Ball numbers and boosts are drawn: such a table takes them from os-draw"
LONGEST_BETTING = 600
UNDER_OTHER_ROWS = Refusal(
    NOT_IN_THE_BOOK, "the rules of this table's wagers have changed since it was opened: close it and open it again"
)
"""No wager is added where the program has other rows than the table was opened under, as after an upgrade. What lies
is settled by the rows it was placed under."""


class OpenTable(Asked, frozen=True, tag="open-table"):
    """A table is opened for a game, with its chip, its limits and its equipment."""

    book: str
    chip: int
    seats: int
    limits: dict[str, Limits] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    variant: str | None = None
    wheel: str = "single"
    lucky_ball: bool | str = False
    source: str = "dealer"
    """Where results come from: ``dealer`` (people and sensors), ``os-draw``, or ``seeded`` at a rehearsal table."""
    rehearsal: bool = False
    betting_seconds: int = 0
    """How long wagers are taken at an electronic table; 0 leaves the close to its system."""
    layout: str | None = None
    """One of the book's layouts; ``None``: its usual one."""
    uspin: bool = False
    max_award: int | None = None
    """The most that one result may win at this table, if the operator declares it."""
    shooting: int | None = None
    """At an electronic table the stake that makes a shooter, where it is not the minimum on the sign."""


class OpenPlay(Asked, frozen=True, tag="open-play"):
    pass


class TableOpened(Struct, frozen=True, tag="table-opened"):
    """Under which book, readings and limits the table is played; the compiled book is stored by its fingerprint."""

    book: str
    variant: str | None
    wheel: str
    lucky_ball: bool | str
    readings: dict[str, str]
    fingerprint: str
    chip: int
    seats: int
    limits: dict[str, Limits]
    source: str = "dealer"
    rehearsal: bool = False
    betting_seconds: int = 0
    layout: str = ""
    """Which of the book's layouts the cloth has."""
    uspin: bool = False
    """Has the wheel a uSpin unit?"""
    max_award: int | None = None
    rules: int = 1
    """The number of the rules of conduct it is run by."""
    shooting: int | None = None
    """The stake that makes a shooter at an electronic table, where it is not the minimum on the sign."""


class PlayOpened(Struct, frozen=True, tag="play-opened"):
    pass


class Opening(Struct, frozen=True):
    """Under which book and limits a table was last opened, and where its results come from."""

    opened: TableOpened | None = None
    capacity: int = 0
    """How many seats it has."""
    source: str = DEALER
    """Where results come from."""
    rehearsal: bool = False
    """No money is real here; so the draws may come from a seed."""
    betting_seconds: int = 0
    opens_rounds: bool = False
    """Must a round be opened before wagers are taken?"""


def open_table(live: LiveTable, command: OpenTable, by: Asker) -> Decision:
    if live.status != CLOSED:
        return Refusal(NOT_IN_THE_BOOK, "this table is already open")
    conduct = conduct_of(command.book, command.variant)
    if conduct is None:
        return Refusal(NOT_IN_THE_BOOK, f"no table of '{shown(command.book)}' can be opened here")
    try:
        book = open_book(
            command.book,
            variant=command.variant,
            wheel=command.wheel,
            lucky_ball=command.lucky_ball,
            readings=command.readings,
        )
    except (BookError, ReadingError) as wrong:
        return may(by, conduct, Act.CHANGE_LIMITS, NOT_IN_THE_BOOK) or Refusal(NOT_IN_THE_BOOK, str(wrong))
    conduct = conduct_of(command.book, command.variant, readings=book.readings) or conduct
    if refused := may(by, conduct, Act.CHANGE_LIMITS, NOT_IN_THE_BOOK):
        return refused
    if command.max_award is not None and not 0 < command.max_award <= MAX_AMOUNT:
        return Refusal(NOT_IN_THE_BOOK, "a maximum award is more than nothing, and no more than could be paid")
    if command.shooting is not None and not (conduct.terminals.no_shooter and 0 < command.shooting <= MAX_AMOUNT):
        clause = conduct.terminals.no_shooter or NOT_IN_THE_BOOK
        return Refusal(clause, "a dice shooting value is some credits, at an electronic table")
    in_bounds = 0 < command.chip <= MAX_AMOUNT and 1 <= command.seats <= MAX_SEATS
    if not in_bounds or set(command.limits) - set(book.wagers):
        return Refusal(NOT_IN_THE_BOOK, f"a table has a chip, 1 to {MAX_SEATS} seats, and limits for its own wagers")
    for wager, limit in command.limits.items():
        if why := limits.unfit(limit):
            return Refusal(NOT_IN_THE_BOOK, f"that limit cannot be on the sign for '{wager}': {why}")
    if limits.minimum_differs(book, command.limits):
        return Refusal(book.house.sign, ONE_MINIMUM)
    lucky = bool(command.lucky_ball)
    layout = command.layout or usual_layout(command.book, command.wheel, lucky)
    wrong_cloth = unfit(command.book, layout, command.wheel, lucky) if layout else None
    if wrong_cloth or (command.uspin and not book.spins):
        clause = MARKED_LAYOUT if wrong_cloth else NOT_IN_THE_BOOK
        return Refusal(clause, wrong_cloth or "a uSpin unit belongs to a wheel")
    return wrong_source(live, command, conduct, book) or (
        TableOpened(
            command.book,
            command.variant,
            command.wheel,
            command.lucky_ball,
            command.readings,
            book.fingerprint,
            command.chip,
            command.seats,
            command.limits,
            command.source,
            command.rehearsal,
            command.betting_seconds,
            layout,
            command.uspin,
            command.max_award,
            RULES,
            command.shooting,
        ),
    )


def open_play(live: LiveTable, table: TableState, conduct: Conduct, command: OpenPlay, by: Asker) -> Decision:
    if live.status != CHECKING:
        return Refusal(NOT_IN_THE_BOOK, "play is already open")
    missing = [item for item in conduct.equipment if item not in live.equipment.checked]
    if missing:
        return Refusal(conduct.equipment[missing[0]], f"{missing[0]} has not been checked")
    absent = [role for role in conduct.crew if role not in live.crew.roster.values()]
    if absent:
        return Refusal(NOT_IN_THE_BOOK, f"no {absent[0]} is at the table")
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if not refused and conduct.rules >= SHOWN_LIMITS and (open_ended := not_on_sign(table)):
        title = table.book.wagers[open_ended[0]].title
        refused = Refusal(table.book.house.sign, f"the sign shows no minimum and maximum for {title}")
    return refused or (PlayOpened(),)


def wrong_source(live: LiveTable, command: OpenTable, conduct: Conduct, book: Book) -> Refusal | None:
    """Refuse a table whose results cannot come from where it says."""
    clause = book.house.result
    if command.source not in (DEALER, OS_DRAW, SEEDED):
        return Refusal(NOT_IN_THE_BOOK, f"results come from dealer or os-draw, not from '{shown(command.source)}'")
    if command.source == SEEDED and not command.rehearsal:
        return Refusal(NOT_IN_THE_BOOK, "a seeded draw is for rehearsals: a live table cannot be opened with it")
    if live.version and live.opening.rehearsal != command.rehearsal:
        return Refusal(NOT_IN_THE_BOOK, "a table is for rehearsals from its first day on, or never")
    if not 0 <= command.betting_seconds <= LONGEST_BETTING or (command.betting_seconds and not conduct.terminals.shot):
        return Refusal(NOT_IN_THE_BOOK, f"wagers are timed at electronic tables only, up to {LONGEST_BETTING} seconds")
    if command.source != DEALER and not conduct.terminals.shot and book.lucky is None:
        return Refusal(NOT_IN_THE_BOOK, "nothing is drawn at this table: its results are entered by the dealer")
    if command.source == DEALER and book.lucky and not command.rehearsal:
        return Refusal(book.house.lucky.lucky_draw or clause, LUCKY_IS_DRAWN)
    if command.source != DEALER and book.lucky and "mega" in book.lucky.value and mega_chance(book) is None:
        return Refusal(NOT_IN_THE_BOOK, "draws with Mega Odds need the reading mega_probability")
    return None


def conduct_at(event: TableOpened, readings: Readings) -> Conduct | None:
    """How the table that was opened so is conducted, with all that is to be checked at it."""
    return conduct_of(
        event.book,
        event.variant,
        wheel=event.wheel,
        lucky_ball=bool(event.lucky_ball),
        uspin=event.uspin,
        rules=event.rules,
        readings=readings,
    )


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case TableOpened():
            told = f"table opened for {event.book}, chips of {format_money(event.chip)}, book {event.fingerprint[:12]}"
            drawn = "" if event.source == DEALER else f", results from {event.source}"
            return [f"{told}{drawn}{', for a rehearsal' if event.rehearsal else ''}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """What an event makes of the table's day."""
    match event:
        case TableOpened():
            _open(live, event)
        case PlayOpened():
            live.status = OPEN


def _open(live: LiveTable, event: TableOpened) -> None:
    """A table opens afresh: nothing of its last day is left on it but what its tray, drop box and meters hold."""
    tray = live.game.tray if live.game else 0
    live.clear()
    book = open_book(
        event.book, variant=event.variant, wheel=event.wheel, lucky_ball=event.lucky_ball, readings=event.readings
    )
    signs = {wager: limits.as_limit(limit) for wager, limit in event.limits.items()}
    late, finds = applies_late_rule(book, None), finds_late(book, event.rules)
    rules = TableRules(event.chip, signs, late, event.max_award, finds, event.shooting)
    live.game = open_state(book, rules, {})
    live.game.tray = tray
    live.conduct = conduct_at(event, book.readings)
    opens_rounds = event.source != DEALER or event.betting_seconds > 0
    live.opening = Opening(
        event, event.seats, event.source, event.rehearsal, event.betting_seconds, opens_rounds=opens_rounds
    )
    live.status = CHECKING
    live.gear = Gear(layout=event.layout, unit=READY if event.uspin else NONE)


TOPIC = Topic(
    opens={OpenTable: open_table},
    commands={OpenPlay: open_play},
    guards={Guard.BEFORE_PLAY: (OpenPlay,)},
    events=(TableOpened, PlayOpened),
    happen=happen,
    tell=tell,
)
