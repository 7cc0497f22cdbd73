"""What one table did in a period, folded from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct, field

from feltwork.ledger.postings import postings
from feltwork.reports.devices import SavedDevices, TableDevices
from feltwork.reports.outside_limits import outside_limits
from feltwork.reports.period import Period
from feltwork.reports.terminal_meters import METERED, Meter, TerminalMeter, differences, meter_rows, off_accounts
from feltwork.store.port import Record
from feltwork.table.live.events import BoughtIn, ChipsSold, Collected, LiveEvent, PlayOpened, RoundReversed, TableClosed
from feltwork.table.live.state import LiveTable
from feltwork.table.play.events import RoundInvalid, RoundSettled
from feltwork.views.takings import Sums, Takings

HOUSE = ("float", "commission", "rounding")
"""Accounts of a table that are the house's."""
FUNDED = frozenset(("float-filled", "float-credited", "chips-sold", "voucher-changed"))
"""Events that move the house's own chips without a wager: fills, credits, sales, vouchers changed."""
HOUR = 3_600 * 1_000_000


class Part(Struct):
    """An hour of the period, or a day of a long one."""

    drop: int = 0
    win: int = 0
    rounds: int = 0


class Figures(Struct):
    """One table in a period, in cents and counts."""

    table: str
    book: str = ""
    drop: int = 0
    """Money that players brought: buy-ins, and chips sold for cash."""
    collected: int = 0
    win: int = 0
    """What the house's accounts gained by play: the ledger's word."""
    commission: int = 0
    rounding: int = 0
    """Given to players over exact winnings, because chips cannot make them."""
    turnover: int = 0
    """Stakes and commission of wagers that were decided."""
    rounds: int = 0
    open_time: int = 0
    """Microseconds of the period in which play was open."""
    over: int = 0
    under: int = 0
    """Wagers found above the maximum, or below the minimum, when they were decided."""
    no_rolls: int = 0
    no_rolls_by_shooter: Counter[str] = field(default_factory=Counter)
    no_rolls_by_caller: Counter[str] = field(default_factory=Counter)
    hold: dict[str, object] = field(default_factory=dict)
    """Against what the rows expect, with its band and a sentence."""
    sums: Sums = Sums()
    """What the hold was made from."""
    parts: dict[int, Part] = field(default_factory=dict)
    """Hour by hour, or day by day, from the beginning of the period; those in which nothing happened left out."""
    meters: list[TerminalMeter] = field(default_factory=list)
    """Of each terminal of an electronic table, against the ledger."""

    @property
    def rounds_an_hour(self) -> int:
        return self.rounds * HOUR // self.open_time if self.open_time else 0


class SavedFold(Struct, frozen=True):
    """What a period needs of everything before it, beside the table itself: the same whichever period it is."""

    book: str
    open_since: int | None
    held: dict[str, int]
    rounds: dict[int, tuple[int, int, int, str, str]]
    """Of the rounds that can still be taken back; what may be longer than a machine's number is text."""
    outside: dict[int, tuple[int, int]]
    devices: SavedDevices


class TableFold:
    """Follows one table's stream and counts what lies in the period; it begins with the first record of the stream, or
    goes on from what was saved of a time before the period."""

    def __init__(self, table: str, period: Period) -> None:
        self.period = period
        self.figures = Figures(table)
        self.takings = Takings(rounds={}, trace=[])
        self.devices = TableDevices(table)
        """Watched from the first record to the end of the period: alarms are about the device, not about the day."""
        self.variances: Counter[str] = Counter()
        """Cents by which an account was posted otherwise than its events say."""
        self._open_since: int | None = None
        self._outside_of: dict[int, tuple[int, int]] = {}
        """Wagers over and under in the rounds that can still be taken back, each by its entry in the log."""
        self._held: Counter[str] = Counter()
        """What the ledger has of each seat."""
        self._meters: tuple[Mapping[int, Meter], Mapping[int, Meter]] = ({}, {})
        """As they stood at the beginning and at the end of the period."""
        self._has_terminals = False

    def saved(self) -> SavedFold:
        """As it stands, before anything of the period."""
        rounds = {
            version: (sums.rounds, sums.handle, sums.kept, str(sums.expected), str(sums.variance))
            for version, sums in self.takings.rounds.items()
        }
        held = {account: cents for account, cents in self._held.items() if cents}
        return SavedFold(self.figures.book, self._open_since, held, rounds, self._outside_of, self.devices.saved())

    def go_on_from(self, kept: SavedFold, live: LiveTable) -> None:
        """Go on from what was saved, with the table as it stood then."""
        self.figures.book, self._open_since = kept.book, kept.open_since
        self._held, self._outside_of = Counter(kept.held), dict(kept.outside)
        for version, (rounds, handle, cents, expected, variance) in kept.rounds.items():
            self.takings.rounds[version] = Sums(rounds, handle, cents, Fraction(expected), int(variance))
        self._meters = (dict(live.money.meters),) * 2
        self.devices.go_on_from(kept.devices)

    def happen(self, live: LiveTable, record: Record, event: LiveEvent) -> None:
        """One event, with the table as it was before."""
        self._open_time(record.at, event)
        if live.game is not None:
            self.figures.book = live.game.book.id
        self.devices.happen(record.version, event)
        if record.at >= self.period.until:
            return
        self._hold(record)
        if not self.period.has(record.at):
            if isinstance(event, RoundSettled):  # so that a reversal in the period finds the round it takes back
                self._remember(live, record, event)
            return
        self._money(record)
        self._compare(live, record, event)
        self.takings.happen(live, event, record.version)
        part = self._part(record.at)
        match event:
            case BoughtIn() | ChipsSold():
                self.figures.drop += event.amount
                part.drop += event.amount
            case Collected():
                self.figures.collected += event.amount
            case RoundSettled():
                self._outside_of = {record.version: outside_limits(live, event)}
                self._count(part, 1, record.version)
            case RoundReversed():
                self._count(part, -1, event.version)
            case RoundInvalid() if event.called:
                self._no_roll(live, record)
            case _:
                pass

    def moved_on(self, live: LiveTable, record: Record) -> None:
        """The table after an event: what its meters say at the period's beginning and end."""
        if record.at < self.period.since:
            self._meters = (dict(live.money.meters),) * 2
        elif record.at < self.period.until:
            self._meters = (self._meters[0], dict(live.money.meters))
            self._has_terminals = self._has_terminals or bool(live.conduct and live.conduct.terminals.meters)

    def _part(self, at: int) -> Part:
        number = (at - self.period.since) // self.period.step
        return self.figures.parts.setdefault(number, Part())

    def _count(self, part: Part, sign: int, version: int) -> None:
        """A round more, or one less with all that it counted."""
        over, under = self._outside_of.get(version, (0, 0))
        self.figures.rounds += sign
        self.figures.over += sign * over
        self.figures.under += sign * under
        part.rounds += sign

    def _remember(self, live: LiveTable, record: Record, event: RoundSettled) -> None:
        before = self.takings.sums
        self.takings.happen(live, event, record.version)
        self.takings.sums, self.takings.trace = before, []
        self._outside_of = {record.version: outside_limits(live, event)}

    def _hold(self, record: Record) -> None:
        for posting in record.postings:
            if posting.account.startswith(METERED):
                self._held[posting.account] += posting.cents

    def _money(self, record: Record) -> None:
        table = self.figures.table
        own = {f"{name}/{table}": name for name in HOUSE}
        for posting in record.postings:
            name = own.get(posting.account)
            if name is None or record.kind in FUNDED:
                continue
            self.figures.win += posting.cents
            self._part(record.at).win += posting.cents
            if name == "commission":
                self.figures.commission += posting.cents
            elif name == "rounding":
                self.figures.rounding -= posting.cents

    def _compare(self, live: LiveTable, record: Record, event: LiveEvent) -> None:
        """What the log posted, against what the event moves."""
        for sign, moved in ((1, record.postings), (-1, postings(live, event))):
            for posting in moved:
                self.variances[posting.account] += sign * posting.cents

    def _open_time(self, at: int, event: LiveEvent) -> None:
        if isinstance(event, PlayOpened):
            self._open_since = at
        elif isinstance(event, TableClosed) and self._open_since is not None:
            self._was_open(self._open_since, at)
            self._open_since = None

    def _was_open(self, since: int, until: int) -> None:
        self.figures.open_time += max(0, min(until, self.period.until) - max(since, self.period.since))

    def _no_roll(self, live: LiveTable, record: Record) -> None:
        self.figures.no_rolls += 1
        self.figures.no_rolls_by_caller[record.actor] += 1
        seat = live.shooter.seat
        if seat is not None:
            self.figures.no_rolls_by_shooter[live.seats.players.get(seat, "")] += 1

    def finish(self, now: int) -> Figures:
        """The figures once the log has been read."""
        if self._open_since is not None:
            self._was_open(self._open_since, now)
        self.figures.turnover = self.takings.sums.handle
        self.figures.sums = self.takings.sums
        self.figures.hold = self.takings.reading()
        if self._has_terminals:
            self.figures.meters = meter_rows(self.figures.table, *self._meters, self._held)
        return self.figures

    def wrong(self) -> list[str]:
        """What does not come to zero, each with its account."""
        return off_accounts(self.variances) + differences(self.figures.table, self._meters[1], self._held)
