"""A live tournament for tests: commands with few words, each event conserved, saved and read back as it happens."""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import deepcopy
from hashlib import sha256
from typing import Any, Self

import msgspec

from feltwork.aggregate import Stamp
from feltwork.entropy.commit import commitment
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asker
from feltwork.table.live.state import LiveTable
from feltwork.table.live.when import MINUTE
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.state import Heat, Tournament
from feltwork.tournament.live.topics import drafting, ending, entries, rounds, rulings, seating, starting, wagering
from feltwork.verifier.log.rows import Row
from feltwork.verifier.tournament.checker import Tournament as Checker
from tests.tournament.conditions import ROULETTE

NOON = 1_800_000_000_000_000
START = NOON + 60 * MINUTE
PURSE = 1_000_000
NAMES = ("ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal")
BOSS = {"star-roulette": "gaming_manager", "crown-craps": "pit_boss"}


def secret_of(session: int) -> bytes:
    return sha256(f"session {session}".encode()).digest()


def small(book: dict[str, Any] = ROULETTE, **parts: dict[str, Any]) -> dict[str, Any]:
    """Conditions for two to eight players at one table: a session of three rounds, chips given, limits that stand."""
    document = deepcopy(book)
    document["entry"] |= {"minimum_players": 2, "maximum_players": 8}
    document["chips"] |= {"allotment": 100, "bought": False}
    document["wagers"] |= {"minimum": 10, "maximum": 100, "change": False}
    document["structure"] |= {
        "sessions": [{"rounds": 3, "tables": 1, "seats": 8, "advance": 1}],
        "repechage": False,
    }
    document["buy_back"] = {"offered": False}
    document["prizes"] |= {"guaranteed": False}
    if document["tournament"] == "star-roulette":
        document["play"] = {"seats": "by draw", "order": False, "pass_cards": 1, "undisclosed": 1}
    for part, fields in parts.items():
        document[part] = document[part] | fields
    return document


class Elsewhere:
    """Other streams, none of which have anything."""

    def __init__(self) -> None:
        self.tables: dict[str, LiveTable] = {}
        self.tournaments: dict[str, Tournament] = {}
        self.cage: Any = None
        self.at = NOON

    def table_names(self) -> list[str]:
        return list(self.tables)

    def table(self, name: str) -> LiveTable:
        return self.tables.get(name) or LiveTable(name)

    def state(self, kind: str, name: str = "") -> Any:
        return self.tournaments[name]

    def names(self, kind: str) -> list[str]:
        return list(self.tournaments)


class Way:
    """The usual way through a tournament, in few words."""

    document: dict[str, Any]
    now: int
    boss: str

    @property
    def state(self) -> Tournament:
        raise NotImplementedError

    def do(self, command: Any, person: str = "mia", role: str = "") -> Refusal | list[Any]:
        raise NotImplementedError

    def ok(self, command: Any, person: str = "mia", role: str = "") -> list[Any]:
        done = self.do(command, person, role)
        assert not isinstance(done, Refusal), done
        return done

    def drafted(self) -> Self:
        self.ok(drafting.DraftTournament(self.document), "olga")
        self.ok(drafting.AppointOfficial("mia", "TM 7"), "olga")
        return self

    def publish(self) -> drafting.PublishTournament:
        count = len(self.document.get("structure", {}).get("sessions", ()))
        starts = [START + number * 60 * MINUTE for number in range(count)]
        return drafting.PublishTournament(starts, START - 10 * MINUTE, commitment(secret_of(1)))

    def published(self) -> Self:
        self.drafted().ok(self.publish())
        return self

    def entered(self, *names: str) -> Self:
        if not self.state.phase:
            self.published()
        for name in names:
            self.ok(entries.EnterTournament(name, form=True, agreed=True), name)
        return self

    def closed(self, *names: str) -> Self:
        self.entered(*names).ok(entries.CloseEntries())
        return self

    def seated(self, *names: str, tables: Iterable[str] = ()) -> Self:
        """Entries closed where there are names, and the seats of the next session drawn."""
        if names:
            self.closed(*names)
        wanted = list(tables) or [f"t{number + 1}" for number in range(self.state.stage.tables)]
        self.ok(seating.DesignateTables(wanted))
        if self.boss == "pit_boss" and not self.state.official.briefed:
            self.ok(starting.BriefPlayers(understood=True))
        if self.boss == "pit_boss" and not self.state.official.present:
            self.ok(starting.SetPresence(present=True))
        self.ok(seating.DrawSeats(secret_of(self.state.session).hex()))
        self.now = max(self.now, self.state.starts[self.state.session - 1])
        return self

    def start(self) -> starting.StartSession:
        last = self.state.is_final
        return starting.StartSession("" if last else commitment(secret_of(self.state.session + 1)))

    def started(self, *names: str, tables: Iterable[str] = ()) -> Self:
        self.seated(*names, tables=tables)
        if self.state.terms and self.state.terms.chips.buy_in:
            for name in self.state.coming:
                self.ok(starting.BuyTournamentChips(name), name)
        self.ok(self.start())
        return self

    @property
    def heat(self) -> Heat:
        """The only table."""
        (heat,) = self.state.heats.values()
        return heat

    def open(self, marker: str = "", absent: Iterable[str] = (), table: str = "t1") -> Self:
        self.ok(rounds.OpenTournamentRound(table, marker, list(absent)), "dee", "dealer")
        return self

    def wager(
        self, name: str, wager: str, amount: int, on: Any = None, table: str = "t1"
    ) -> wagering.PlaceTournamentWagers:
        heat = self.state.heats[table]
        seat = heat.seat(name) if name in heat.seats else 1
        return wagering.PlaceTournamentWagers(table, name, seat, [wagering.WagerLine(wager, amount, on)])

    def put(self, name: str, wager: str, amount: int, on: Any = None, table: str = "t1") -> Self:
        self.ok(self.wager(name, wager, amount, on, table), name)
        return self

    def form(self, name: str, wager: str | None, amount: int | None, on: Any = None) -> Self:
        self.ok(wagering.HandInForm("t1", name, wager, on, amount), name)
        self.ok(wagering.ExamineForm("t1", name), "sue", self.supervisor)
        return self

    @property
    def supervisor(self) -> str:
        return "gaming_supervisor" if self.boss == "gaming_manager" else "boxperson"

    def settle(self, result: Any, taken: Iterable[str] = (), table: str = "t1") -> Self:
        self.ok(rounds.CloseTournamentBetting(table), "dee", "dealer")
        self.ok(rounds.SettleTournamentRound(table, result, list(taken)), "dee", "dealer")
        return self

    def chips(self, table: str = "t1") -> dict[str, int]:
        heat = self.state.heats[table]
        return {name: heat.chips(name) for name in heat.seats}

    def count(self, table: str = "t1") -> ending.RecordTotals:
        heat = self.state.heats[table]
        return ending.RecordTotals(table, {name: heat.chips(name) for name in heat.still_in()})

    def over(self) -> Self:
        """Every table counted and its chips returned, the session announced."""
        for table in self.state.heats:
            self.ok(self.count(table), "dee", "dealer")
            self.ok(ending.ReturnTournamentChips(table), "dee", "dealer")
        self.ok(ending.AnnounceSession())
        return self

    def breach(self, name: str, ground: str, *, disqualify: bool = True, refund: bool = False) -> rulings.FindBreach:
        return rulings.FindBreach(name, ground, "seen by the crew", disqualify, refund)


class Live(Way):
    """One tournament, driven by commands without a desk."""

    def __init__(self, document: dict[str, Any] | None = None, name: str = "spring") -> None:
        self.document = document or small()
        self._state = AGGREGATE.fresh(name)
        self.now, self.version = NOON, 0
        self.others = Elsewhere()
        self.balances: dict[str, int] = {f"player/{each}": PURSE for each in NAMES}
        self.boss = BOSS[self.document["tournament"]]
        self.said: list[str] = []
        self.checker = Checker(name)
        self.rows: list[Row] = []

    @property
    def state(self) -> Tournament:
        return self._state

    def do(self, command: Any, person: str = "mia", role: str = "") -> Refusal | list[Any]:
        by = Asker(person, role or ("player" if person in NAMES else self.boss), self.now)
        decided = AGGREGATE.decide(self.state, command, by, self.others)
        if isinstance(decided, Refusal):
            return decided
        state = AGGREGATE.copy(self.state)
        for event in decided:
            body = msgspec.json.encode(event)
            assert AGGREGATE.events.read(AGGREGATE.events.version, body) == event
            moved = AGGREGATE.postings(state, event)
            assert sum(posting.cents for posting in moved) == 0, event
            for posting in moved:
                self.balances[posting.account] = self.balances.get(posting.account, 0) + posting.cents
                if not posting.account.startswith(("vault", "tournament-bank/")):
                    assert self.balances[posting.account] >= 0, (posting, event)
            self.version += 1
            self._check(event, moved, person, by.role)
            AGGREGATE.evolve(state, event, Stamp(self.now, person, by.role, self.version))
            self.said += AGGREGATE.tell(event)
        loaded = AGGREGATE.load(AGGREGATE.save(state))
        assert loaded == state
        self._state = loaded
        assert self.balances.get(f"tournament/{state.id}/pool", 0) == state.money.pool
        assert self.balances.get(f"tournament/{state.id}/buy-in", 0) == state.money.bought
        return list(decided)

    def _check(self, event: Any, moved: Iterable[Any], person: str, role: str) -> None:
        """Hold an event against what the verifier makes of it."""
        body = msgspec.json.encode(event)
        kind = str(type(event).__struct_config__.tag)
        posted = tuple(sorted((each.account, each.cents) for each in moved))
        row = Row("tournament/spring", self.version, self.now, "k", person, role, kind, 1, body, "", posted, b"")
        self.rows.append(row)
        wanted, problems = self.checker.take(row, json.loads(body))
        assert problems == [], (problems, event)
        assert tuple(sorted(wanted)) == posted, event

    def no(self, clause: str, command: Any, person: str = "mia", role: str = "") -> str:
        """Refused by this clause, and nothing moves."""
        before, held = AGGREGATE.save(self.state), dict(self.balances)
        done = self.do(command, person, role)
        assert isinstance(done, Refusal), done
        assert done.clause == clause, done
        assert AGGREGATE.save(self.state) == before
        assert self.balances == held
        return done.reason
