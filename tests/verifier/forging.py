"""An insider's tool: cut a rehearsed log where something could be forged, and go on with events of one's own.

Postings, versions and hashes of what is added are as they should be, so only its meaning can give it away.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from feltwork.engine.desk import Desk
from feltwork.games.conduct import Act
from feltwork.rehearse.kinds import kind_of
from feltwork.store.memory import MemoryStore
from feltwork.verifier.log.bodies import read_event
from feltwork.verifier.log.rows import Finding, Row
from feltwork.verifier.table.checker import TableChecker
from feltwork.verifier.table.lines import SettledLine
from feltwork.verifier.table.settlement import area_after, decided, sent_back, symbol_of
from feltwork.verifier.verify import verify
from tests.verifier.night import Night, listed, night_rows
from tests.verifier.tampering import Log

Body = dict[str, Any]
Where = Callable[[TableChecker, Row, Body], object]
CRAPS = ("star-craps", "crown-craps", "crown-craps:mini")
DICE = (*CRAPS, "dragon-fire")
WHEELS = ("star-roulette", "star-roulette:layout-c")
ALL = (*DICE, *WHEELS, "aruze-craps")
OUTSIDE = {"answer", "link"}
"""What is wrong with a table's stream only because the rest of its log is not there."""


@cache
def rehearsed(name: str, rounds: int = 60, seed: int = 3) -> Log:
    """One rehearsed table, with most of what can happen at one."""
    night = Night(MemoryStore())
    night.desk = Desk(night.desk.store)
    book, _, variant = name.partition(":")
    rehearsal = kind_of(book)(night.desk, "t", book, variant or None, seed)
    rehearsal.open()
    for _ in rehearsal.rounds(rounds):
        pass
    rehearsal.close()
    rehearsal.shut()
    return Log([row for row in night_rows(night) if row.stream == "table/t"], [], list(listed(night)._books))


class Forged:
    """A table's log up to some event, and what was made up after it."""

    def __init__(self, played: str | Log, where: Where) -> None:
        log = rehearsed(played) if isinstance(played, str) else played
        self.fold = TableChecker("t", dict(log.books).get)
        self.log = Log([], [], log.books)
        for row, after in zip(log.rows, (*log.rows[1:], None), strict=True):
            self._take(row)
            done = after is None or after.key != row.key
            if done and self.fold.facts.state is not None and where(self.fold, row, msgspec.json.decode(row.body)):
                break
        else:
            raise AssertionError(f"nothing like it happened at {played}")
        self.at, self.true = row.at, row.version

    def _take(self, row: Row) -> None:
        body = read_event(row)
        assert isinstance(body, dict), body
        facts = self.fold.facts
        facts.version, facts.at, facts.actor, facts.role = row.version, row.at, row.actor, row.role
        moved, _ = self.fold.take(row.kind, body)
        self.log.rows.append(row._replace(postings=moved))

    def add(self, kind: str, who: tuple[str, str], /, **body: Any) -> Forged:
        """One more event."""
        self.at += 1000
        raw = msgspec.json.encode({"type": kind, **body})
        version = self.log.rows[-1].version + 1
        self._take(Row("table/t", version, self.at, f"made-up-{version}", *who, kind, 1, raw, "", (), b""))
        return self

    def place(self, seat: int, name: str, amount: int, on: Any = None, commission: int = 0) -> Forged:
        return self.add("wager-placed", self.player(seat), key=[seat, name, on], amount=amount, commission=commission)

    def remove(self, key: tuple[Any, ...], amount: int, who: tuple[str, str] | None = None) -> Forged:
        tokens, checks = self.fold.facts.game().layout[key].parts(amount)
        return self.add(
            "wager-removed",
            who or self.player(key[0]),
            key=list(key),
            amount=amount,
            commission_back=0,
            lines=[],
            tokens=tokens,
            checks=checks,
        )

    def settle(self, result: Any, by: tuple[str, str] | None = None) -> Forged:
        """A round settled as the book has it."""
        felt, who = self.fold.facts.game(), by or self.power(Act.CALL_RESULT)
        caller = self.fold.round.caller if by is None else ""
        symbol = symbol_of(felt, result)
        lines, moved = decided(felt, symbol)
        return self.add(
            "round-settled",
            who,
            result=result,
            lines=lines,
            moved=[[key, to] for key, to in moved.items()],
            area=area_after(felt, symbol),
            warned=[],
            called_by=list(dict.fromkeys(filter(None, (caller, who[0])))),
        )

    def void(self, clause: str, who: tuple[str, str], reason: str = "x") -> Forged:
        """All wagers of somebody's handed back."""
        lying = self.fold.facts.game().layout.values()
        seat = next(iter(lying)).seat
        lines: list[SettledLine] = sorted((sent_back(w, "void", clause) for w in lying if w.seat == seat), key=str)
        return self.add("wagers-voided", who, reason=reason, lines=lines, clause=clause)

    def power(self, what: str) -> tuple[str, str]:
        """Somebody who may do this."""
        assert self.fold.facts.conduct
        roles = self.fold.facts.conduct.powers[Act(what)].roles
        crew = {role: person for person, role in self.fold.facts.crew.items()}
        role = next((role for role in roles if role in crew), roles[-1])
        return crew.get(role, "sue"), role

    def clause(self, what: str) -> str:
        """By which clause they may."""
        assert self.fold.facts.conduct
        return self.fold.facts.conduct.clause_of(Act(what))

    def player(self, seat: int) -> tuple[str, str]:
        return self.fold.facts.seats[seat], "player"

    def found(self) -> set[str]:
        """What kinds of findings there are of what was made up, and none of anything else."""
        self.log.rechain()
        findings: list[Finding] = [f for f in verify(self.log.reading()) if f.kind not in OUTSIDE and f.version]
        assert [f for f in findings if f.version <= self.true] == []
        return {f.kind for f in findings}


def betting(fold: TableChecker, *_: object) -> bool:
    """May wagers be put down, and is somebody there to do it?"""
    return bool(
        fold.facts.status == "open" and not fold.round.thrown and not fold.facts.game().closed and rich(fold)
    ) and (
        (fold.round.bets_open or not fold.wagers.period.opens_wagers)
        and (fold.draws.open is not None or not fold.draws.opens_rounds)
        and not fold.staff.standing.suspended
        and fold.players.notices.closing is None
    )


def rich(fold: TableChecker) -> int:
    """A seat with chips to play on; 0 if there is none."""
    has = [
        s
        for s in fold.facts.seats
        if fold.facts.game().held.rail.get(s, 0) >= 50_00 and s not in fold.players.terminals.faulty
    ]
    return next(
        (
            s
            for s in has
            if s in fold.players.cards.inserted or not (fold.facts.conduct and fold.facts.conduct.terminals.card)
        ),
        0,
    )


def simple(name: str) -> str:
    """A wager that anybody may make at any time."""
    return "red" if name in WHEELS else "dragon" if name == "dragon-fire" else "field"
