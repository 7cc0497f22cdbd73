"""Who is who at a table: no play without its crew, and what those do who run the floor."""

from __future__ import annotations

from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.table.live.commands import (
    AnnounceClosure,
    AnnounceLimits,
    AnswerConcern,
    AssignCrew,
    ChangeLimits,
    CloseTable,
    InvalidateOutcome,
    OpenPlay,
    OpenTable,
    RaiseConcern,
    RefuseWager,
    SetPersonalLimit,
    Sit,
)
from feltwork.table.live.events import CrewAssigned, PlayOpened
from tests.build import checks, signed
from tests.rules import conduct
from tests.rules.duties import Pit
from tests.rules.live import TWENTY_MINUTES, Live
from tests.rules.terms import defined


def needs(pit: Pit, role: str, boss: str, variant: str | None = None) -> Live:
    """Play opens only when a person is assigned to this role; the event keeps who."""
    live = Live(pit.book, variant, pit.roles).prepared(without=role)
    assert role in str(live.asks(OpenPlay(), boss))
    assert live.who_may(OpenPlay()) == set()
    assert live.who_may(AssignCrew("somebody", role)) == pit.floor
    assert live.no(AssignCrew("somebody", "player"), boss) == NOT_IN_THE_BOOK
    assert live.ok(AssignCrew("somebody", role), boss) == (CrewAssigned("somebody", role),)
    assert live.life.crew.roster["somebody"] == role
    assert live.ok(OpenPlay(), boss) == (PlayOpened(),)
    assert live.no(Sit("somebody", 1), "somebody") == NOT_IN_THE_BOOK
    live.ok(AssignCrew(role, role), boss)
    return live


def supervises(pit: Pit, role: str) -> None:
    """All that a casino supervisor may do, from opening the table to closing it, done in this role."""
    live = Live(pit.book, roles=pit.roles)
    live.ok(signed(OpenTable(pit.book, 100, 8, pit.sign(5_00, 100_00))), role)
    live.ok(checks(live.life), role)
    for name in live.conduct.crew:
        live.ok(AssignCrew(name, name), role)
    live.ok(OpenPlay(), role)
    live.seated(1, 2).ok(SetPersonalLimit(2, (5_00, 200_00, 0)), role)
    live.ok(ChangeLimits(pit.sign(1_00, 50_00)), role)
    live.ok(AnnounceLimits(pit.sign(10_00, 50_00)), role)
    live.betting().bets(2, pit.wager).ok(RefuseWager(2, pit.wager, "late hand"), role)
    pit.a_round(live, role)
    live.emptied().ok(AnnounceClosure(), role)
    live.now += TWENTY_MINUTES
    live.ok(CloseTable(), role)
    assert live.life.status == "closed"


def are_casino_supervisors(pit: Pit, limits: str, personal: str, closes: str, invalidates: str) -> None:
    """Whoever manages gaming is a casino supervisor, with all its powers; dealer, player and inspector have none."""
    defined(pit.book, "casino supervisor")
    for role in pit.floor:
        supervises(pit, role)
    live = pit.table(2, pit.sign(1_00, 50_00))
    assert live.who_may(ChangeLimits(pit.sign(1_00, 100_00)), limits) == pit.floor
    assert live.who_may(SetPersonalLimit(1, (1_00, 100_00, 0)), personal) == pit.floor
    assert live.who_may(AnnounceClosure(), closes) == pit.floor
    assert pit.decided
    assert pit.decided.round().who_may(InvalidateOutcome("fire"), invalidates) == pit.floor


def answers_concerns(book: str, roles: set[str], asked: tuple[str, ...]) -> None:
    """What a player raises at the table is answered by those who decide in the first instance or on review."""
    live = Live(book, roles=asked).in_play()
    live.ok(RaiseConcern(1, "dispute", "paid short"), 1)
    assert live.who_may(AnswerConcern(live.life.waiting.concerns[0].number, "looked at")) == roles


def decides_and_answers(
    book: str, clause: str, first: str, review: str, below: str, roles: set[str], asked: tuple[str, ...]
) -> None:
    """First instance, then review by another person of a higher rank if it is asked for; and who answers at a table."""
    conduct.decides(book, clause, first, review, below)
    answers_concerns(book, roles, asked)
