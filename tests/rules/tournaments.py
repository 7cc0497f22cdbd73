"""What both books ask of a tournament's conditions, checked alike under each book's own clauses."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from feltwork.tournament.live.topics import drafting, entries
from tests.aggregates.scenes import opened_table
from tests.tournament.conditions import CRAPS, ROULETTE, changed, without
from tests.tournament.desk import AtDesk
from tests.tournament.live import small

BOOKS = {"star-roulette": ROULETTE, "crown-craps": CRAPS}


def whole(book: str, **parts: dict[str, Any]) -> dict[str, Any]:
    """Conditions in which everything is used that a book asks about."""
    document = small(deepcopy(BOOKS[book]))
    table = {"rounds": 3, "tables": 1, "seats": 8, "advance": 1}
    document["chips"] |= {"bought": True}
    document["wagers"] |= {"change": True}
    document["structure"] |= {"sessions": [table, table | {"repechage": True}, table], "repechage": True}
    document["buy_back"] = BOOKS[book]["buy_back"]
    document["prizes"] |= {"guaranteed": True}
    for part, fields in parts.items():
        document[part] = document[part] | fields
    return document


def must_say(book: str, clause: str, *paths: str) -> None:
    """Conditions without one of these are not published, and the letter is named; with all of them they are."""
    for path in paths:
        live = AtDesk(without(whole(book), path)).drafted()
        assert clause in live.no(clause, live.publish())
        assert clause in {lack["clause"] for lack in live.shown("mia")["desk"]["lacks"]}
        live.document = whole(book)
        live.ok(drafting.ReviseConditions(live.document), "olga")
        live.ok(live.publish())


def only_if_used(book: str, clause: str, switch: str, *paths: str) -> None:
    """Where something is not used, nothing need be said of it; where it is, or it is not said whether, it must."""
    must_say(book, clause, switch, *paths)
    document = changed(whole(book), switch, False)
    if switch == "structure.repechage":
        document["structure"]["sessions"] = document["structure"]["sessions"][:1]
    for path in paths:
        document = without(document, path)
    live = AtDesk(document).drafted()
    live.ok(live.publish())


def cannot_say(book: str, clause: str, path: str, *wrong: object) -> None:
    """What cannot be is refused by the same letter."""
    for value in wrong:
        live = AtDesk(changed(whole(book), path, value)).drafted()
        live.no(clause, live.publish())


def closes(book: str, most: str, least: str) -> None:
    """The most and the fewest players: one below, at, one above."""
    live = AtDesk(small(BOOKS[book], entry={"minimum_players": 3, "maximum_players": 4})).entered("ann", "ben")
    live.no(least, entries.CloseEntries())
    live.entered("cat", "dan").no(most, entries.EnterTournament("eve", form=True), "eve")
    live.ok(entries.WithdrawEntry("dan"), "dan")
    live.ok(entries.CloseEntries())
    assert live.state.coming == ("ann", "ben", "cat")


def withdraws(book: str, clause: str) -> None:
    """Without a penalty until the time that the conditions say, and with the whole fee lost after it."""
    live = AtDesk(small(BOOKS[book], entry={"withdraw_minutes": 30})).entered("ann", "ben", "cat", "dan")
    live.now = live.state.starts[0] - 30 * 60_000_000 - 1
    live.ok(entries.WithdrawEntry("ann"), "ann")
    live.now += 1
    live.ok(entries.WithdrawEntry("ben"), "ben")
    live.now += 1
    live.ok(entries.WithdrawEntry("cat"), "cat")
    assert [live.purse(name) for name in ("ann", "ben", "cat")] == [0, 0, -10_000]
    live.no(clause, entries.WithdrawEntry("dan"), "ann")
    live.no(clause, entries.WithdrawEntry("ann"), "ann")


def entry_form(book: str, clause: str) -> None:
    """Nobody is in who has not filled in the form, and nobody is entered by another player."""
    live = AtDesk(small(BOOKS[book])).published()
    live.no(clause, entries.EnterTournament("ann", form=False), "ann")
    live.no(clause, entries.EnterTournament("ben", form=True), "ann")
    live.ok(entries.EnterTournament("ann", form=True), "ann")
    live.no(clause, entries.EnterTournament("ann", form=True), "ann")
    for late, taken in ((-1, True), (0, False), (1, False)):
        at = AtDesk(small(BOOKS[book])).published()
        at.now = at.state.entries_close + late
        if taken:
            at.ok(entries.EnterTournament("ann", form=True), "ann")
        else:
            at.no(clause, entries.EnterTournament("ann", form=True), "ann")


def signed(book: str, clause: str) -> None:
    """Agreement in writing may be required, and then nobody is in without it; it need not be."""
    live = AtDesk(small(BOOKS[book], entry={"agreement": True})).published()
    live.no(clause, entries.EnterTournament("ann", form=True), "ann")
    live.ok(entries.EnterTournament("ann", form=True, agreed=True), "ann")
    assert live.state.entries["ann"].agreed
    free = AtDesk(small(BOOKS[book], entry={"agreement": False})).published()
    free.ok(entries.EnterTournament("ann", form=True), "ann")


def may_refuse(book: str, clause: str, switch: str) -> None:
    """An application is refused, with the fee back, only where the conditions keep that right."""
    off = {"may_refuse": False, "selects": False}
    live = AtDesk(small(BOOKS[book], eligibility=off | {switch: True})).entered("ann")
    live.no("not in the book", entries.RefuseEntry("ann", "not a member"), "ben")
    live.ok(entries.RefuseEntry("ann", "not a member"), "sue", live.supervisor)
    assert live.purse("ann") == 0
    live.no(clause, entries.EnterTournament("ann", form=True), "ann")
    open_ = AtDesk(small(BOOKS[book], eligibility=off)).entered("ann")
    open_.no(clause, entries.RefuseEntry("ann", "not a member"), "sue", open_.supervisor)


def only_this(book: str, clause: str) -> None:
    """While a session is played at a table there is no other tournament there, and nobody plays for money."""
    first = AtDesk(small(BOOKS[book]))
    second = AtDesk(small(BOOKS[book]), "autumn", beside=first)
    first.closed("ann", "ben")
    second.closed("cat", "dan")
    first.started()
    second.now = first.now
    second.seated()
    assert "spring" in second.no(clause, second.start())
    money = opened_table(book, "t1")
    first.now = second.now
    given = [first.send(sent.body, sent.actor, sent.role, sent.table) for sent in money]
    assert clause in {refused.clause for refused in given if refused}
    for _ in range(3):
        wager = ("red", 1) if book == "star-roulette" else ("field", [1, 2])
        first.open().put("ann", wager[0], 10).put("ben", wager[0], 20).settle(wager[1])
    first.over()
    second.now = first.now
    second.ok(second.start())


def not_among_players_for_money(book: str, clause: str) -> None:
    """No session begins at a table where somebody plays for money."""
    live = AtDesk(small(BOOKS[book])).seated("ann", "ben")
    for sent in opened_table(book, "t1"):
        assert sent.secret or live.send(sent.body, sent.actor, sent.role, sent.table) is None
    assert "for money" in live.no(clause, live.start())
