"""Entries, withdrawals and refusals; the pool, what the house adds to it, and its guarantee."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from feltwork.aggregate import Elsewhere, Stamp
from feltwork.games.tournament import Duty, Who
from feltwork.money import format_money, say_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, RefusalKind, shown
from feltwork.table.live.asker import PLAYER, Asked, Asker
from feltwork.table.live.names import may_be_person
from feltwork.table.live.when import MINUTE
from feltwork.tournament.bounds import MOST_MONEY
from feltwork.tournament.live.guards import not_official, not_staff, not_words, rules_of, still_in
from feltwork.tournament.live.state import (
    CANCELLED,
    CLOSED,
    DRAFT,
    OPEN,
    PAID,
    REFUSED,
    WITHDRAWN,
    Decision,
    Entry,
    Tournament,
)
from feltwork.tournament.live.topic import Happens, Sender, Topic
from feltwork.tournament.live.topics.rulings import BuyInRefunded

MAX_ADDED = 10**12
MAX_NONCE = 60
MAX_GOODS = 100


class EnterTournament(Asked, frozen=True, tag="enter-tournament"):
    """Enter with the form filled in; the fee comes from the player's money at the cage."""

    player: str
    form: bool
    agreed: bool = False
    nonce: str = ""
    """A word of the player's own that goes into the draw of seats."""


class RefuseEntry(Asked, frozen=True, tag="refuse-entry"):
    player: str
    reason: str


class WithdrawEntry(Asked, frozen=True, tag="withdraw-entry"):
    player: str


class AddToPool(Asked, frozen=True, tag="add-to-pool"):
    """Cash, goods or services that the house adds."""

    amount: int = 0
    goods: str = ""


class CloseEntries(Asked, frozen=True, tag="close-entries"):
    pass


class PlayerEntered(Struct, frozen=True, tag="player-entered"):
    """Entered, with a copy of the conditions by their digest."""

    player: str
    fee: int
    copy: str
    agreed: bool
    nonce: str


class EntryRefused(Struct, frozen=True, tag="entry-refused"):
    player: str
    fee: int
    """What was given back."""
    reason: str


class EntryWithdrawn(Struct, frozen=True, tag="entry-withdrawn"):
    player: str
    fee: int
    """What was given back; nothing after the time for it."""


class PoolAdded(Struct, frozen=True, tag="pool-added"):
    amount: int
    goods: str


class EntriesClosed(Struct, frozen=True, tag="entries-closed"):
    """Who plays the first session, and what the house owes the pool by its guarantee."""

    players: tuple[str, ...]
    topped_up: int


def enter(tournament: Tournament, command: EnterTournament, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    clause = rules.clause(Duty.ENTRY)
    if tournament.phase != OPEN or terms is None or by.at >= tournament.entries_close:
        return Refusal(clause, "entries are not open")
    if not may_be_person(command.player):
        return Refusal(clause, "that is no player")
    if by.role == PLAYER and by.person != command.player:
        return Refusal(clause, "players enter themselves", RefusalKind.ROLE)
    if by.role != PLAYER and (refused := not_staff(rules, Who.SUPERVISOR, by, clause)):
        return refused
    if known := next((name for name in tournament.entries if name.casefold() == command.player.casefold()), None):
        return Refusal(clause, f"{known} has entered already, or may not")
    if command.player.casefold() == tournament.official.person.casefold():
        return Refusal(NOT_IN_THE_BOOK, f"the {rules.official} does not play")
    if not command.form:
        return Refusal(clause, "the entry form is not filled in")
    if terms.entry.agreement and not command.agreed:
        return Refusal(rules.clause(Duty.AGREEMENT), "agreement to the rules and conditions in writing is required")
    if len(_playing(tournament)) >= terms.entry.most:
        return Refusal(clause, f"there are {terms.entry.most} players, which is the most")
    if len(command.nonce) > MAX_NONCE or not command.nonce.isascii() or not (command.nonce + "x").isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"a word for the draw is at most {MAX_NONCE} plain letters")
    return (PlayerEntered(command.player, terms.entry.fee, tournament.digest, command.agreed, command.nonce),)


def _playing(tournament: Tournament) -> list[str]:
    return [name for name, entry in tournament.entries.items() if entry.standing not in (WITHDRAWN, REFUSED)]


def refuse(tournament: Tournament, command: RefuseEntry, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    clause = rules.clause(Duty.ENTRY)
    refused = not_staff(rules, Who.SUPERVISOR, by, clause) or not_words(command.reason, clause, "the reason")
    if refused:
        return refused
    entry = still_in(tournament, command.player)
    if isinstance(entry, Refusal):
        return entry
    if tournament.phase != OPEN or terms is None:
        return Refusal(clause, "entries are closed")
    if not terms.entry.may_refuse:
        return Refusal(clause, "the conditions do not reserve the right to refuse an entry")
    return (EntryRefused(command.player, entry.fee, command.reason),)


def withdraw(tournament: Tournament, command: WithdrawEntry, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    clause = rules.clause(Duty.ENTRY)
    if by.role == PLAYER and by.person != command.player:
        return Refusal(clause, "players withdraw themselves", RefusalKind.ROLE)
    if by.role != PLAYER and (refused := not_staff(rules, Who.SUPERVISOR, by, clause)):
        return refused
    entry = still_in(tournament, command.player)
    if isinstance(entry, Refusal):
        return entry
    if tournament.phase not in (OPEN, CLOSED) or tournament.session > 1 or terms is None:
        return Refusal(clause, "play has begun")
    if terms.entry.withdraw_minutes is None:
        in_time = tournament.phase == OPEN
    else:
        in_time = by.at <= tournament.starts[0] - terms.entry.withdraw_minutes * MINUTE
    gone = EntryWithdrawn(command.player, entry.fee if in_time else 0)
    return (gone, BuyInRefunded(command.player, entry.bought)) if in_time and entry.bought else (gone,)


def add(tournament: Tournament, command: AddToPool, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    clause = rules.clause(Duty.ADDITION)
    refused = not_staff(rules, Who.OPERATOR, by, clause)
    if refused:
        return refused
    if tournament.phase in ("", DRAFT, PAID, CANCELLED):
        return Refusal(clause, "the pool is not open")
    if by.person == tournament.official.person:
        return Refusal(NOT_IN_THE_BOOK, f"somebody else than the {rules.official} adds to the pool")
    if not 0 <= command.amount <= MAX_ADDED or not (command.amount or command.goods):
        return Refusal(clause, "what is added is cash, goods or a service")
    if command.goods and (wrong := not_words(command.goods, clause, "what is added")):
        return wrong
    if tournament.money.pool + command.amount > MOST_MONEY or len(tournament.money.goods) >= MAX_GOODS:
        return Refusal(NOT_IN_THE_BOOK, f"a pool has {say_money(MOST_MONEY)} and {MAX_GOODS} goods at most")
    return (PoolAdded(command.amount, command.goods),)


def close(tournament: Tournament, command: CloseEntries, by: Asker, others: Elsewhere) -> Decision:
    rules, terms = rules_of(tournament), tournament.terms
    if tournament.phase != OPEN or terms is None:
        return Refusal(rules.clause(Duty.ENTRY), "entries are not open")
    refused = not_official(tournament, by, Duty.ENTRY)
    if refused:
        return refused
    players = _playing(tournament)
    if len(players) < max(terms.entry.least, 2):
        least = max(terms.entry.least, 2)
        clause = rules.clause(Duty.GUARANTEE if rules.has(Duty.GUARANTEE) else Duty.ENTRY)
        return Refusal(clause, f"{len(players)} have entered; with fewer than {least} it is cancelled")
    first = terms.stages[0]
    if len(players) > first.tables * first.seats:
        return Refusal(rules.clause(Duty.SEATS), f"the first session has {first.tables * first.seats} seats")
    owed = terms.prizes.guaranteed - tournament.money.pool if len(players) >= terms.prizes.entries else 0
    return (EntriesClosed(tuple(players), max(owed, 0)),)


def has_entered(tournament: Tournament, event: PlayerEntered, stamp: Stamp) -> None:
    tournament.entries[event.player] = Entry(event.player, event.fee, event.copy, event.agreed, event.nonce)
    tournament.money = replace(tournament.money, pool=tournament.money.pool + event.fee)


def given_back(tournament: Tournament, event: EntryRefused | EntryWithdrawn, stamp: Stamp) -> None:
    entry = tournament.entries[event.player]
    standing = REFUSED if isinstance(event, EntryRefused) else WITHDRAWN
    tournament.entries[event.player] = replace(entry, standing=standing, fee=entry.fee - event.fee)
    tournament.money = replace(tournament.money, pool=tournament.money.pool - event.fee)
    tournament.coming = tuple(name for name in tournament.coming if name != event.player)


def added(tournament: Tournament, event: PoolAdded, stamp: Stamp) -> None:
    money = tournament.money
    goods = (*money.goods, event.goods) if event.goods else money.goods
    tournament.money = replace(money, pool=money.pool + event.amount, added=money.added + event.amount, goods=goods)


def closed(tournament: Tournament, event: EntriesClosed, stamp: Stamp) -> None:
    money, up = tournament.money, event.topped_up
    tournament.phase, tournament.coming = CLOSED, event.players
    tournament.money = replace(money, pool=money.pool + up, added=money.added + up)


def _tell_added(event: PoolAdded) -> str:
    parts = [format_money(event.amount)] if event.amount else []
    return f"The house adds {' and '.join([*parts, *([shown(event.goods)] if event.goods else [])])} to the pool."


TOPIC = Topic(
    commands={
        EnterTournament: (Sender.ALL, enter),
        RefuseEntry: (Sender.DESK, refuse),
        WithdrawEntry: (Sender.ALL, withdraw),
        AddToPool: (Sender.DESK, add),
        CloseEntries: (Sender.DESK, close),
    },
    events={
        PlayerEntered: Happens(has_entered, lambda e: f"{e.player} enters and pays {format_money(e.fee)}."),
        EntryRefused: Happens(given_back, lambda e: f"{e.player} is refused: {shown(e.reason)}."),
        EntryWithdrawn: Happens(given_back, lambda e: f"{e.player} withdraws; {format_money(e.fee)} goes back."),
        PoolAdded: Happens(added, _tell_added),
        EntriesClosed: Happens(
            closed, lambda e: f"Entries are closed with {len(e.players)}; the house adds {format_money(e.topped_up)}."
        ),
    },
)
