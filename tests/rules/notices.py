"""Notices of limits and of closing at the desk: each names its time, and comes down again before it."""

from __future__ import annotations

from feltwork.table.live.commands import (
    AnnounceClosure,
    AnnounceLimits,
    CloseTable,
    PlaceWager,
    Sit,
    WithdrawClosure,
    WithdrawLimits,
)
from feltwork.table.live.events import ClosureWithdrawn, Limits, LimitsWithdrawn
from feltwork.table.live.topics.timers import due
from tests.rules.desk import AtDesk

MINUTE = 60_000_000
UNSAID = "not in the book"


def _at(book: str, wager: str, variant: str | None) -> AtDesk:
    return AtDesk(book, variant, limits={wager: (5_00, 100_00, 0)}, cents=0 if book == "aruze-craps" else 100_00)


def limits_name_their_time(book: str, clause: str, wager: str, variant: str | None = None) -> None:
    """The supervisor chooses a time 20 minutes ahead or later; until it comes, the notice can be taken down."""
    table = _at(book, wager, variant)
    higher: dict[str, Limits] = {wager: (10_00, 100_00, 0)}
    boss = table.boss
    for minutes, why in ((19, clause), (25 * 60, UNSAID)):
        assert table.says_no(AnnounceLimits(higher, table.clock.now + minutes * MINUTE), boss) == why
    assert table.says_no(WithdrawLimits(), boss) == UNSAID, "none is up"
    start = table.clock.now + 40 * MINUTE
    table.does(AnnounceLimits(higher, start), boss)
    assert table.last("limits-announced")["effective"] == start
    assert table.says_no(WithdrawLimits(), 1) == clause, "not by a player"
    assert table.says_no(WithdrawLimits(["hop"]), boss) == UNSAID
    table.does(WithdrawLimits([wager]), boss)
    assert table.last("limits-withdrawn") == {"type": "limits-withdrawn", "wagers": [wager], "clause": UNSAID}
    table.clock.now = start + 1
    assert due(table.desk.table(table.name), table.clock.now) == (), "nothing waits to come into force"
    assert table.game.rules.limits[wager].minimum == 5_00
    table.does(AnnounceLimits(higher), boss)
    assert table.last("limits-announced")["effective"] - table.clock.now == 20 * MINUTE, "the earliest"
    table.clock.now = table.last("limits-announced")["effective"]
    assert table.says_no(WithdrawLimits(), boss) == UNSAID, "its time has come"
    table.is_sound()
    for wrong in (LimitsWithdrawn(["hop"], UNSAID), LimitsWithdrawn([wager], UNSAID), LimitsWithdrawn([], UNSAID)):
        assert [f.kind for f in _at(book, wager, variant).forges(boss, wrong).found()] == ["notice"]


def closing_names_its_time(book: str, clause: str, wager: str, variant: str | None = None) -> None:
    """So does the notice of closing; once it is down, the table is as it was."""
    table = _at(book, wager, variant)
    boss = table.boss
    for minutes, why in ((19, clause), (25 * 60, UNSAID)):
        assert table.says_no(AnnounceClosure(table.clock.now + minutes * MINUTE), boss) == why
    assert table.says_no(WithdrawClosure(), boss) == UNSAID, "none is up"
    closes = table.clock.now + 40 * MINUTE
    table.does(AnnounceClosure(closes), boss)
    assert table.last("closure-announced")["effective"] == closes
    assert table.says_no(Sit("player-3", 3), 3) == UNSAID
    table.clock.now = closes - MINUTE
    assert table.says_no(WithdrawClosure(), 1) == clause, "not by a player"
    assert table.says_no(CloseTable(), boss) == clause
    table.does(WithdrawClosure(), boss)
    table.does(Sit("player-3", 3), 3)
    table.clock.now = closes + MINUTE
    assert table.says_no(CloseTable(), boss) == clause, "no notice stands any more"
    if book != "aruze-craps":
        table.betting().does(PlaceWager(1, wager, 10_00), 1)
    table.does(AnnounceClosure(), boss)
    table.clock.now = table.last("closure-announced")["effective"]
    assert table.says_no(WithdrawClosure(), boss) == UNSAID, "its time has come"
    table.is_sound()
    assert [f.kind for f in _at(book, wager, variant).forges(boss, ClosureWithdrawn(UNSAID)).found()] == ["notice"]
