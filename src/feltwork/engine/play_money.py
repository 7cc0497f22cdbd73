"""Play money is told from real money by the table: it never comes to where money is real."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from feltwork.cage import events as at_cage
from feltwork.cage.state import AT_TERMINAL, Cage
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.store.opening import place_name
from feltwork.store.port import EventLog, Store, StoreError

TABLE = "table/"
NOT_PLAYED = Refusal(NOT_IN_THE_BOOK, "a table of play money: nothing is played at it where money is real")


class _Opened(Struct):
    """What a table's first record says for all its days."""

    rehearsal: bool = False


def is_play(log: EventLog, table: str) -> bool:
    """Was this table opened for a demonstration or a rehearsal?"""
    first = next(log.read(f"{TABLE}{table}"), None)
    try:
        return first is not None and msgspec.json.decode(first.body, type=_Opened).rehearsal
    except (msgspec.DecodeError, UnicodeDecodeError):  # whoever reads it whole says so
        return False


class TableKinds:
    """Which tables are of play money; each is looked up once, for it never becomes one of the other kind."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, bool] = {}

    def is_play(self, table: str) -> bool:
        if table not in self._known and self._store.log.head(f"{TABLE}{table}").version:
            self._known[table] = is_play(self._store.log, table)
        return self._known.get(table, False)


def tables_by_kind(log: EventLog) -> tuple[list[str], list[str]]:
    """The tables of play money, and those where money is real."""
    names = [head.stream.removeprefix(TABLE) for head in log.heads() if head.stream.startswith(TABLE)]
    play = [name for name in names if is_play(log, name)]
    return play, [name for name in names if name not in play]


def check_for_play(log: EventLog, url: str) -> None:
    """Refuse a database that is not empty and that no demonstration or rehearsal made."""
    play, real = tables_by_kind(log)
    if real or (not play and any(log.heads())):
        raise StoreError(
            f"{place_name(url)} is a real floor's: a demonstration opens only an empty database, or one of its own"
        )


def check_for_real(log: EventLog, url: str) -> None:
    """Refuse a database in which play money stands: whose tickets and purses are real could not be told."""
    play, _ = tables_by_kind(log)
    if play:
        named = ", ".join(play[:5]) + (", ..." if len(play) > 5 else "")
        raise StoreError(
            f"{place_name(url)} has tables of play money ({named}): no floor of real money starts in it; "
            "give the floor a database of its own, or restore its backup from before"
        )


def crosses(kinds: TableKinds, cage: Cage, event: at_cage.CageEvent) -> Refusal | None:
    """Would this event pay a ticket of play money? Asked where money is real."""
    match event:
        case at_cage.TicketPaid() | at_cage.TicketVoided() | at_cage.HandPayPrepared() | at_cage.PaidToTable():
            return of_play(kinds, cage, event.ticket)
        case at_cage.HandPaid():
            return of_play(kinds, cage, cage.forms[event.form].ticket)
        case _:
            return None


def of_play(kinds: TableKinds, cage: Cage, serial: int) -> Refusal | None:
    """Why the ticket of this serial is not to be paid, if a table of play money printed it."""
    ticket = cage.tickets.get(serial)
    table, printed, _ = ticket.where.rpartition(AT_TERMINAL) if ticket else ("", "", "")
    if not printed or not kinds.is_play(table):
        return None
    return Refusal("3.4.2", f"this ticket is play money: it was printed at table {table}, where no money is real")
