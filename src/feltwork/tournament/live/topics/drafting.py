"""Drafting, appointing the official, publishing, and cancelling."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from feltwork.aggregate import Elsewhere, Stamp
from feltwork.games.tournament import Duty, Who
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker
from feltwork.table.live.names import is_name
from feltwork.tournament.bounds import beyond, complete_terms
from feltwork.tournament.live.guards import not_official, not_staff, not_words, rules_of, rules_of_book
from feltwork.tournament.live.seat_draw import HEX
from feltwork.tournament.live.state import (
    CANCELLED,
    DRAFT,
    OPEN,
    PAID,
    Decision,
    Seating,
    Tournament,
)
from feltwork.tournament.live.topic import Happens, Sender, Topic
from feltwork.tournament.terms import Terms, read_terms

MAX_DOCUMENT = 100_000
"""Bytes of conditions."""
FIRST, LAST = 0, 2**53
"""Times that a clock can show."""


class DraftTournament(Asked, frozen=True, tag="draft-tournament"):
    """Conditions to work on; nothing is open to players yet."""

    document: dict[str, Any]


class ReviseConditions(Asked, frozen=True, tag="revise-conditions"):
    document: dict[str, Any]


class AppointOfficial(Asked, frozen=True, tag="appoint-official"):
    """Put somebody in charge: the Tournament Manager, or the Director."""

    person: str
    licence: str


class PublishTournament(Asked, frozen=True, tag="publish-tournament"):
    """Open entries, bound to these conditions, these times and the draw of the first seats."""

    starts: list[int]
    entries_close: int
    commitment: str
    sealed: str = ""


class CancelTournament(Asked, frozen=True, tag="cancel-tournament"):
    reason: str


class TournamentDrafted(Struct, frozen=True, tag="tournament-drafted"):
    document: dict[str, Any]


class ConditionsRevised(Struct, frozen=True, tag="conditions-revised"):
    document: dict[str, Any]


class OfficialAppointed(Struct, frozen=True, tag="official-appointed"):
    person: str
    licence: str


class TournamentPublished(Struct, frozen=True, tag="tournament-published"):
    """The digest is that of the conditions; each player is given a copy of them."""

    digest: str
    starts: tuple[int, ...]
    entries_close: int
    commitment: str
    sealed: str


class TournamentCancelled(Struct, frozen=True, tag="tournament-cancelled"):
    """What each player gets back, in cents; what is left in the pool and of buy-ins goes back to the house."""

    reason: str
    fees: tuple[tuple[str, int], ...]
    buy_ins: tuple[tuple[str, int], ...]
    house: int


def digest_of(document: Mapping[str, Any]) -> str:
    """SHA-256 of conditions, whatever the order of their fields."""
    return sha256(msgspec.json.encode(document, order="sorted")).hexdigest()


def draft(tournament: Tournament, command: DraftTournament, by: Asker, others: Elsewhere) -> Decision:
    if tournament.phase:
        return Refusal(NOT_IN_THE_BOOK, "there is a tournament by this name")
    return _document(command.document, by) or (TournamentDrafted(command.document),)


def _document(document: dict[str, Any], by: Asker) -> Refusal | None:
    rules = rules_of_book(document.get("tournament"))
    if isinstance(rules, Refusal):
        return rules
    if len(msgspec.json.encode(document)) > MAX_DOCUMENT:
        return Refusal(rules.conditions, "these conditions are too long")
    return not_staff(rules, Who.OPERATOR, by, rules.conditions)


def revise(tournament: Tournament, command: ReviseConditions, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    if tournament.phase != DRAFT:
        return Refusal(rules.clause(Duty.FIXED), "the conditions are published and cannot change")
    refused = not_staff(rules, Who.OPERATOR, by, rules.conditions) or _document(command.document, by)
    if refused:
        return refused
    if command.document.get("tournament") != tournament.document.get("tournament"):
        return Refusal(rules.conditions, "a tournament cannot change its book")
    return (ConditionsRevised(command.document),)


def appoint(tournament: Tournament, command: AppointOfficial, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    clause = rules.clause(Duty.OFFICIAL)
    if tournament.phase in (CANCELLED, PAID):
        return Refusal(clause, "the tournament is over")
    if not is_name(command.person) or command.person.casefold() in map(str.casefold, tournament.entries):
        return Refusal(clause, f"the {rules.official} is a member of staff who does not play")
    if command.person == by.person and tournament.money.added:
        return Refusal(NOT_IN_THE_BOOK, "the pool has money of the house: somebody else appoints you")
    return (
        not_staff(rules, Who.OPERATOR, by, clause)
        or not_words(command.licence, clause, "the licence")
        or (OfficialAppointed(command.person, command.licence),)
    )


def publish(tournament: Tournament, command: PublishTournament, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    if tournament.phase != DRAFT:
        return Refusal(rules.conditions, "only a draft is published")
    if not tournament.official.person:
        return Refusal(rules.clause(Duty.OFFICIAL), f"no {rules.official} is appointed")
    refused = not_official(tournament, by, Duty.OFFICIAL)
    if refused:
        return refused
    terms = complete_terms(tournament.document, rules)
    if isinstance(terms, list):
        rest = f", and {len(terms) - 1} more" if terms[1:] else ""
        named = ", ".join(dict.fromkeys(each.clause for each in terms))
        return Refusal(terms[0].clause, f"the conditions are not complete ({named}): {terms[0].about}{rest}")
    if too_much := beyond(terms):
        return Refusal(too_much[0].clause, too_much[0].about)
    return _times(command, terms, by, rules.clause(Duty.NOTICE)) or (
        TournamentPublished(
            digest_of(tournament.document),
            tuple(command.starts),
            command.entries_close,
            command.commitment,
            command.sealed,
        ),
    )


def _times(command: PublishTournament, terms: Terms, by: Asker, clause: str) -> Refusal | None:
    starts = command.starts
    if len(starts) != len(terms.stages) or sorted(starts) != starts:
        return Refusal(
            clause, f"{len(terms.stages)} sessions have {len(terms.stages)} starting times, one after another"
        )
    if not by.at < command.entries_close <= starts[0] or starts[-1] > LAST:
        return Refusal(clause, "entries close later than now, and before the first session")
    if not HEX.fullmatch(command.commitment):
        return Refusal(NOT_IN_THE_BOOK, "the draw of seats is committed to by 64 hex digits")
    return None


def cancel(tournament: Tournament, command: CancelTournament, by: Asker, others: Elsewhere) -> Decision:
    rules = rules_of(tournament)
    clause = rules.clause(Duty.CANCEL)
    if tournament.phase in (CANCELLED, PAID):
        return Refusal(clause, "the tournament is over")
    refused = not_staff(rules, Who.OPERATOR, by, clause) or not_words(command.reason, clause, "the reason")
    if refused:
        return refused
    money = tournament.money
    fees = tuple((entry.player, entry.fee) for entry in tournament.entries.values() if entry.fee)
    bought = _buy_ins(tournament)
    house = money.pool - sum(cents for _, cents in fees) + money.bought - sum(cents for _, cents in bought)
    return (TournamentCancelled(command.reason, fees, bought, house),)


def _buy_ins(tournament: Tournament) -> tuple[tuple[str, int], ...]:
    """Buy-ins that go back: all of them, or where chips are paid in cash those of a session that has not begun."""
    terms = tournament.terms
    if terms is not None and terms.chips.cash_value:
        return tuple((name, terms.chips.buy_in) for name in sorted(tournament.seating.bought_in))
    return tuple((entry.player, entry.bought) for entry in tournament.entries.values() if entry.bought)


def drafted(tournament: Tournament, event: TournamentDrafted | ConditionsRevised, stamp: Stamp) -> None:
    tournament.phase = DRAFT
    tournament.conditions_text = msgspec.json.encode(event.document, order="sorted").decode()
    tournament.digest = digest_of(event.document)


def appointed(tournament: Tournament, event: OfficialAppointed, stamp: Stamp) -> None:
    tournament.official = replace(tournament.official, person=event.person, licence=event.licence, present=False)


def published(tournament: Tournament, event: TournamentPublished, stamp: Stamp) -> None:
    terms = read_terms(tournament.document, rules_of(tournament))
    assert isinstance(terms, Terms)
    tournament.phase, tournament.terms, tournament.session = OPEN, terms, 1
    tournament.starts, tournament.entries_close = event.starts, event.entries_close
    tournament.seating = Seating(commitment=event.commitment, sealed=event.sealed)


def cancelled(tournament: Tournament, event: TournamentCancelled, stamp: Stamp) -> None:
    tournament.phase, tournament.kept = CANCELLED, {}
    tournament.entries = {name: replace(entry, fee=0, bought=0) for name, entry in tournament.entries.items()}
    tournament.money = replace(tournament.money, pool=0, bought=0, to_pool=0)


def _tell_cancelled(event: TournamentCancelled) -> str:
    back = format_money(sum(cents for _, cents in (*event.fees, *event.buy_ins)))
    return f"The tournament is cancelled: {shown(event.reason)}. Players get {back} back."


TOPIC = Topic(
    commands={
        DraftTournament: (Sender.DESK, draft),
        ReviseConditions: (Sender.DESK, revise),
        AppointOfficial: (Sender.DESK, appoint),
        PublishTournament: (Sender.DESK, publish),
        CancelTournament: (Sender.DESK, cancel),
    },
    events={
        TournamentDrafted: Happens(
            drafted, lambda e: f"A tournament of {shown(e.document.get('tournament'))} is drafted."
        ),
        ConditionsRevised: Happens(drafted, lambda e: "The draft's conditions are revised."),
        OfficialAppointed: Happens(appointed, lambda e: f"{e.person} is in charge, licence {shown(e.licence)}."),
        TournamentPublished: Happens(
            published, lambda e: f"The conditions {e.digest[:12]} are published; entries are open."
        ),
        TournamentCancelled: Happens(cancelled, _tell_cancelled),
    },
)
