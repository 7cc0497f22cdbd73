"""A tournament as it stands. Only ``evolve`` changes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, field

from feltwork.refusal import Refusal
from feltwork.table.play.saved import SavedGame
from feltwork.tournament.betting import Form
from feltwork.tournament.conditions import Conditions
from feltwork.tournament.placings import Places
from feltwork.tournament.session import Player, Round
from feltwork.tournament.terms import Stage, Terms

DRAFT, OPEN, CLOSED, RUNNING, FINISHED, PAID, CANCELLED = (
    "draft",
    "open",
    "closed",
    "running",
    "finished",
    "paid",
    "cancelled",
)
"""How a tournament stands; ``closed`` is between two sessions as well."""
WAITING, BETTING, NO_MORE, UNDECIDED, ENDED = "waiting", "betting", "no more bets", "undecided", "ended"
"""How a table stands in a session."""
IN, OUT, DISQUALIFIED, RETIRED, WITHDRAWN, REFUSED = "in", "out", "disqualified", "retired", "withdrawn", "refused"
"""How an entry stands."""
CHIP = 100
"""One tournament chip on a table of the game, which counts in hundredths."""
Decision = tuple[Any, ...] | Refusal
"""What happens, or why nothing does."""


class Entry(Struct, frozen=True):
    """A player of the tournament."""

    player: str
    fee: int
    """What was paid and not given back."""
    copy: str
    """Digest of the conditions that the player was given."""
    agreed: bool = False
    nonce: str = ""
    standing: str = IN
    backs: int = 0
    """How often the player bought back."""
    bought: int = 0
    """Paid for buy-ins and to buy back, and not given back."""
    substitute: str = ""
    nominated: str = ""
    """A substitute whom the official has yet to approve."""


class Shown(Struct, frozen=True):
    """A form as it was written, open to everybody from the end of its round to the next."""

    player: str
    wager: str
    on: str
    amount: int | None
    counted: int
    """For how many chips it counted."""


class LastRound(Struct, frozen=True):
    """What the last round of a table was, until the next one begins."""

    number: int
    result: str
    forms: tuple[Shown, ...] = ()
    told: tuple[tuple[str, str, str], ...] = ()
    """Player, clause and words."""


class Clock(Struct, frozen=True):
    """How long a table has been playing, without what it stood still."""

    started: int = 0
    paused_since: int = 0
    stood: int = 0

    def elapsed(self, now: int) -> int:
        """Microseconds of play."""
        return (self.paused_since or now) - self.started - self.stood if self.started else 0


class Ties(Struct, frozen=True):
    """Who plays off for places, between those above and those below."""

    above: tuple[tuple[str, ...], ...]
    tied: tuple[str, ...]
    below: tuple[tuple[str, ...], ...]
    out_before: int
    """Eliminated when it began."""


class Closing(Struct, frozen=True):
    """How far a table is with its count and its end."""

    counting: bool = False
    """Has the official ordered a count that is not made yet?"""
    counted: tuple[tuple[str, int], ...] = ()
    """Totals at the end."""
    returned: bool = False
    """Are the chips back?"""
    agreed: frozenset[str] = frozenset()
    """Who agrees to end early."""


class Official(Struct, frozen=True):
    """The person in charge."""

    person: str = ""
    licence: str = ""
    present: bool = False
    briefed: bool = False
    """Have the players been told the conditions, and understood?"""


class Papers(Struct, frozen=True):
    """What stays on record of sessions that are over."""

    missing: tuple[tuple[str, int, int], ...] = ()
    """Chips that were not returned: table, value and quantity."""
    history: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = ()
    """Places at their tables, as ``session/table``."""
    secret: str = ""
    """Of the last draw of seats, which is revealed."""


def on_rail(game: SavedGame, seat: int) -> int:
    """Chips in front of a seat."""
    return int(game.balances.get(seat, 0))


def on_layout(game: SavedGame, seat: int) -> int:
    """Chips of a seat that lie on the layout."""
    return sum(lies.stake for lies in game.layout if lies.seat == seat)


class Heat(Struct):
    """One table of a session, from its first chip to its count."""

    table: str
    seats: tuple[str, ...]
    """Players clockwise; seat 1 is the first."""
    players: dict[str, Player]
    out: list[str] = field(default_factory=list)
    """The eliminated, first out first."""
    out_at: dict[str, int] = field(default_factory=dict)
    """The round with which each went out."""
    phase: str = WAITING
    number: int = 0
    """Rounds begun."""
    round: Round | None = None
    closes_at: int = 0
    """When the time for wagers of this round is up; 0 without a limit."""
    marker: str = ""
    game: SavedGame | None = None
    """The layout, where wagers lie from round to round."""
    forms: dict[str, Form] = field(default_factory=dict)
    """Secret wagers of this round at such a layout."""
    away: frozenset[str] = frozenset()
    examined: frozenset[str] = frozenset()
    last: LastRound | None = None
    ties: Ties | None = None
    places: Places = field(default_factory=list)
    clock: Clock = Clock()
    closing: Closing = Closing()
    tables: int = 1
    """How many tables of the session were brought together here."""
    ordered: tuple[tuple[str, ...], ...] = ()
    """Those who shared a place, as the official has put them in order, while others still share one."""

    def copy(self) -> Heat:
        """One that can change without this one."""
        twin = copy(self)
        twin.players = {name: copy(player) for name, player in self.players.items()}
        twin.out, twin.out_at = list(self.out), dict(self.out_at)
        twin.forms = dict(self.forms)
        twin.places = [list(place) for place in self.places]
        if self.round is not None:
            twin.round = copy(self.round)
            twin.round.turn = list(self.round.turn)
            twin.round.done = {name: copy(done) for name, done in self.round.done.items()}
        return twin

    def still_in(self) -> list[str]:
        return [name for name, player in self.players.items() if player.state == IN]

    def chips(self, name: str) -> int:
        """What a player has, in the rail and on the layout."""
        if self.game is None or self.players[name].state != IN:
            return self.players[name].chips
        return (on_rail(self.game, self.seat(name)) + on_layout(self.game, self.seat(name))) // CHIP

    def seat(self, name: str) -> int:
        """The number of a player's seat."""
        return self.seats.index(name) + 1


@lru_cache(maxsize=256)
def _heat(raw: bytes) -> Heat:
    """A table from its bytes. It is shared, and nobody changes it."""
    return msgspec.msgpack.decode(raw, type=Heat)


@lru_cache(maxsize=64)
def _document(text: str) -> Mapping[str, Any]:
    return msgspec.json.decode(text, type=dict[str, Any])


class Dispute(Struct, frozen=True):
    """Something that a player or an official does not accept."""

    number: int
    table: str
    by: str
    about: str
    ruling: str = ""
    ruled_by: str = ""
    review: str = ""


class Money(Struct, frozen=True):
    """What a tournament holds, in cents."""

    pool: int = 0
    bought: int = 0
    """Buy-ins, and what was paid to buy back, until the conditions' target gets them."""
    to_pool: int = 0
    """Of these, what goes to the pool."""
    added: int = 0
    goods: tuple[str, ...] = ()
    paid: tuple[tuple[str, int], ...] = ()
    """Prizes paid."""


class Seating(Struct, frozen=True):
    """The next session: its tables, its draw and its players."""

    tables: tuple[str, ...] = ()
    commitment: str = ""
    sealed: str = ""
    drawn: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Tables with their players clockwise."""
    bought_in: frozenset[str] = frozenset()


class Tournament(Struct):
    """A tournament by its id."""

    id: str
    phase: str = ""
    """Empty until it is drafted."""
    conditions_text: str = "{}"
    """The document as JSON."""
    digest: str = ""
    terms: Terms | None = None
    official: Official = Official()
    starts: tuple[int, ...] = ()
    """When each session begins."""
    entries_close: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    money: Money = Money()
    session: int = 0
    """The session that is played or comes next, from 1."""
    coming: tuple[str, ...] = ()
    """Who plays it."""
    waiting: tuple[str, ...] = ()
    """Who is through already and waits while a repechage is played."""
    seating: Seating = Seating()
    kept: dict[str, bytes] = field(default_factory=dict)
    """The tables of the session, each as bytes: no copy shares what changes."""
    seconds: int = 0
    """The limit of time for wagers, from the next round on."""
    disputes: tuple[Dispute, ...] = ()
    places: tuple[tuple[str, ...], ...] = ()
    """The final order."""
    record: Papers = Papers()

    @property
    def document(self) -> Mapping[str, Any]:
        """The conditions."""
        return _document(self.conditions_text)

    @property
    def heats(self) -> Mapping[str, Heat]:
        """The tables of the session, to be looked at."""
        return {table: _heat(raw) for table, raw in self.kept.items()}

    @contextmanager
    def change(self, table: str) -> Iterator[Heat]:
        """A table, for an event that changes it."""
        heat = _heat(self.kept[table]).copy()
        yield heat
        self.keep(heat)

    def keep(self, heat: Heat) -> None:
        """Put a table in its place."""
        self.kept[heat.table] = msgspec.msgpack.encode(heat)

    @property
    def stage(self) -> Stage:
        """The session that is played or comes next."""
        assert self.terms is not None
        return self.terms.stages[self.session - 1]

    @property
    def is_final(self) -> bool:
        return self.terms is not None and self.session == len(self.terms.stages)


def conditions_at(tournament: Tournament, seats: tuple[str, ...]) -> Conditions:
    """What a session at a table with these players goes by."""
    terms = tournament.terms
    assert terms is not None
    return Conditions(
        seats,
        terms.chips.allotment,
        terms.wagers.minimum,
        terms.wagers.maximum,
        terms.entry.fee,
        0,
        tournament.stage.advance,
        terms.prizes.shares,
        {number: (low, high) for number, low, high in terms.wagers.changes},
        terms.play.pass_cards,
        terms.play.forms,
        terms.play.order,
    )


def advance_from(tournament: Tournament, heat: Heat) -> int:
    """How many go on from a table; where tables became one, as many as from all of them."""
    return tournament.stage.advance * heat.tables


def heat_of(tournament: Tournament, player: str) -> Heat | None:
    """The table at which a player sits in this session."""
    return next((heat for heat in tournament.heats.values() if player in heat.players), None)


def open_dispute(tournament: Tournament, table: str) -> Dispute | None:
    """A dispute at a table, or about the whole tournament, that nobody has ruled on."""
    return next((each for each in tournament.disputes if not each.ruling and each.table in ("", table)), None)
