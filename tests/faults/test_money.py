"""Random nights on the real stores: every kind of command, and after each step the money adds up."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.refusal import Refusal
from feltwork.rehearse.aruze import AruzeRehearsal
from feltwork.rehearse.kinds import kind_of
from feltwork.rehearse.night import CREW
from feltwork.rehearse.roulette import RouletteRehearsal
from feltwork.store.clock import machine_time
from feltwork.store.port import Answer, Store
from feltwork.store.postgres import PostgresStore
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live import commands as ask
from feltwork.table.live.asker import Asker
from feltwork.table.live.commands import BuyColour, ExamineBall, OpenBets, RedeemChecks, RestoreUnit, VacateSeat
from feltwork.table.live.decide import decide
from feltwork.table.live.topic import CLOSED, OPEN
from feltwork.table.live.topics.meters import Meter
from tests.faults.asking import KINDS, TABLES, Asking, tag
from tests.faults.load import SEED, verified
from tests.store.postgres import empty_schema

MACHINES = int(os.environ.get("FELTWORK_MACHINES", "4"))
STEPS = 20
MAX_MORE = 18
SEEDS = st.integers(0, 2**32)
MINUTE = 60_000_000
NAME = "n"


CROWN = {"crown-craps", "crown-craps mini"}
WITH_DICE = {"star-craps", *CROWN, "dragon-fire"}
ONLY_AT = {
    "authorise-thrower": CROWN,
    "spin-ball draw-numbers boost-number enter-number confirm-number load-ball examine-ball": {"star-roulette"},
    "take-ball-out redeem-checks": {"star-roulette"},
    "press-shoot shoot-dice sense-result": {"aruze-craps"},
    "offer-dice accept-dice reject-dice select-dice pass-dice throw-dice": WITH_DICE,
    "enter-result confirm-result report-die check-die bring-dice": WITH_DICE,
}
"""Kinds that the other books cannot have."""


ELSEWHERE = {"move-zero"}
"""Kinds that none of these tables can have: the zero is moved on layout C."""
BY_THE_DESK = {"correct-paid-round", "second-correction"}
"""Kinds that only the desk can decide, for it looks up an old round."""


class Late:
    """How much later it is than the machine thinks."""

    minutes = 0


class LatePostgres(PostgresStore):
    """Signs have to stand for 20 minutes, and a test has not so long."""

    def now(self) -> int:
        return super().now() + Late.minutes * MINUTE


class Night(RuleBasedStateMachine):
    """One table of one book from its opening on, in a store of its own."""

    table: tuple[str, str | None]
    opened: Callable[[], tuple[Store, str]]
    reached: Counter[tuple[str, str]]

    @initialize(seed=SEEDS)
    def open(self, seed: int) -> None:
        book, variant = self.table
        self.store, self.url = type(self).opened()
        self.desk = Desk(self.store)
        self.sent = self.between = 0
        self.rounds = 0
        """Asked for since the players last went home, played or not: what may come next must follow from what was
        drawn, and whether they are played depends on what other nights have reached."""
        self.chance = random.Random(seed)
        self.book = f"{book} {variant}" if variant else book
        self._submit = self.desk.submit
        vars(self.desk)["submit"] = self.counted  # it listens in
        self.played = kind_of(book)(self.desk, NAME, book, variant, seed)
        self.played.open()

    def counted(self, envelope: Envelope) -> Answer:
        """Note what is accepted; and while a round is played, somebody else says something now and then."""
        answer = self._submit(envelope)
        if not answer.reason:
            self.reached[self.book, tag(envelope.body)] += 1
            if self.between and self.chance.random() < 0.15:
                self.between, often = 0, self.between
                self.insist(self.chance)
                self.between = often - 1
        return answer

    def ask(self, body: Any, actor: str, role: str) -> Answer:
        self.sent += 1
        return self.desk.submit(Envelope(f"asked-{self.sent}", NAME, actor, role, body))

    @rule(rounds=st.integers(1, 3))
    def play(self, rounds: int) -> None:
        """Rounds as they are rehearsed, while the table is open."""
        self.rounds += rounds
        life = self.desk.table(NAME)
        if life.status == OPEN and life.stops.reason is None:
            self.between = 2 * rounds
            for _ in self.played.rounds(rounds):
                pass
            self.between = 0

    @rule(seed=SEEDS)
    def ask_something(self, seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(3):
            self.insist(chance)

    def insist(self, chance: random.Random) -> None:
        """A kind of command that has seldom been accepted, in many forms and by everybody, until one would be."""
        life, now = self.desk.table(NAME), self.store.now()
        often = {kind: self.reached[self.book, tag(kind)] + chance.randint(0, 5) for kind in KINDS}
        for kind in sorted(set(KINDS) - {ask.OpenTable}, key=lambda kind: (often[kind], tag(kind))):
            if tag(kind) in BY_THE_DESK and chance.random() < 0.5:
                body = Asking(life, chance).sensible(kind)
                if any(not self.ask(body, *who).reason for who in self.everybody(body)):
                    return
            for _ in range(6):
                body = Asking(life, chance).sensible(kind)
                for who in self.everybody(body):
                    if not isinstance(decide(life, body, Asker(*who, now)), Refusal):
                        self.ask(body, *who)
                        return
        self.ask(body, *chance.choice(self.everybody(body)))

    def everybody(self, body: Any) -> list[tuple[str, str]]:
        seat = getattr(body, "seat", None)
        player = self.desk.table(NAME).seats.players.get(seat or 0) or getattr(body, "player", None) or "nobody"
        conduct = self.desk.table(NAME).conduct
        powers = conduct.powers.values() if conduct else ()
        others = sorted({role for power in powers for role in power.roles} - {"player", *CREW.values()})
        return [
            (player, "player"),
            *CREW.items(),
            ("sup", self.played.night.boss),
            ("till", "cashier"),
            *((f"the-{role}", role) for role in others),
        ]

    @rule()
    def fill(self) -> None:
        """Every place is taken, some by people who only look on, and in the end are told to go."""
        life = self.desk.table(NAME)
        for seat in range(1, life.opening.capacity + 1):
            if seat not in life.seats.players:
                self.ask(ask.Sit(f"late-{seat}", seat), f"late-{seat}", "player")
        if life.status == OPEN:
            for _ in self.played.rounds(5):
                pass
            body = VacateSeat(life.opening.capacity)
            for who in self.everybody(body):
                self.ask(body, *who)

    @precondition(lambda self: self.table[0] == "star-roulette")
    @rule()
    def lose_the_ball(self) -> None:
        """The ball leaves the wheel, and is looked over before it is spun again."""
        for body in (OpenBets(), ask.SpinBall(), ask.CallNoRoll("ball out of the wheel"), ExamineBall()):
            for who in self.everybody(body):
                self.ask(body, *who)

    @rule()
    def wait(self) -> None:
        Late.minutes += 21

    @rule()
    def reopen(self) -> None:
        """Whatever is at the table comes out of the log."""
        again = Desk(self.store)
        assert again.table(NAME) == self.desk.table(NAME)
        assert again.cage.purses == self.desk.cage.purses

    @precondition(lambda self: self.rounds >= 4)
    @rule()
    def go_home(self) -> None:
        """Chips are taken down and collected, players leave, the table is closed after its notice."""
        self.rounds = 0
        life = self.desk.table(NAME)
        if life.status == OPEN and life.stops.reason is not None:
            self.played.night.equipment.checks()
            self.ask(RestoreUnit("repaired"), "sup", self.played.night.boss)
            self.ask(ask.ClearFault("looked at"), "sup", self.played.night.boss)
        if life.status != OPEN or life.stops.reason is not None:
            return
        self.played.close()
        for seat, player in list(life.seats.players.items())[:2]:
            self.ask(ask.Leave(seat), player, "player")
        if self.table[0] == "star-roulette":  # somebody still has colour checks in hand
            for body, who, role in (
                (Deposit("kim", 100_00), "till", "cashier"),
                (ask.Sit("kim", 7), "kim", "player"),
                (ask.BuyIn(7, 100_00), "kim", "player"),
                (BuyColour(7, "white", 2_00, 20_00), "deal", "dealer"),
                (ask.Collect(7), "kim", "player"),
            ):
                self.ask(body, who, role)
        self.ask(ask.AnnounceClosure(), "sup", self.played.night.boss)
        Late.minutes += 21
        if isinstance(self.played, AruzeRehearsal | RouletteRehearsal):
            self.played.dealer.attend_table()  # the secret of a round that nobody wagered in is told
        self.ask(ask.CloseTable(), "sup", self.played.night.boss)
        for player, held in self.desk.table(NAME).colours.out.items():
            self.ask(RedeemChecks(player, held), "till", "cashier")

    @rule()
    def open_again(self) -> None:
        if self.desk.table(NAME).status == CLOSED:
            self.played.open()

    @invariant()
    def money_adds_up(self) -> None:
        if not hasattr(self, "desk"):
            return
        balances = self.store.log.balances()
        assert sum(balances.values()) == 0
        life = self.desk.table(NAME)
        if life.game:
            for seat, held in life.game.balances.items():
                assert held == balances.get(f"seat/{NAME}/{seat}", 0) >= 0
            at_risk = balances.get(f"felt/{NAME}", 0) + balances.get(f"tokens-felt/{NAME}", 0)
            assert sum(s.stake for s in life.game.layout.values()) == at_risk
        for player, cents in self.desk.cage.purses.items():
            assert cents == balances.get(f"player/{player}", 0) >= 0

    @invariant()
    def meters_agree(self) -> None:
        """in + won = out + staked + credit at every seat, the credit as the store's postings have it."""
        if not hasattr(self, "desk"):
            return
        balances = self.store.log.balances()
        for seat, meter in self.desk.table(NAME).money.meters.items():
            credit = balances.get(f"seat/{NAME}/{seat}", 0) + balances.get(f"checks/{NAME}/{seat}", 0)
            assert meter.came_in + meter.won == meter.out + meter.staked + credit, (seat, meter, credit)
            assert meter.tokens == balances.get(f"tokens/{NAME}/{seat}", 0), (seat, meter)
            self.reached[self.book, "(meters compared)"] += meter != Meter()

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.reopen()
            self.store.close()
            assert verified(self.url) == []


def missing(reached: Counter[tuple[str, str]]) -> set[str]:
    return {tag(kind) for kind in KINDS} - {kind for _, kind in reached} - ELSEWHERE


def _has(table: tuple[str, str | None], kind: str) -> bool:
    """Could this kind be accepted at this table?"""
    book = " ".join(filter(None, table))
    return all(book in books for kinds, books in ONLY_AT.items() if kind in kinds.split())


def chase(machines: list[Any], reached: Counter[tuple[str, str]]) -> None:
    """More nights while some kind has been missed: most steps ask for what was seldom accepted."""
    chance = random.Random(SEED)
    for turn in range(MAX_MORE):
        if not missing(reached):
            return
        able = [machine for machine in machines if any(_has(machine.table, kind) for kind in missing(reached))]
        night = able[turn % len(able)]()
        night.open(chance.randrange(2**32))
        night.fill()
        for _ in range(STEPS):
            step = chance.randrange(10)
            if step < 3:
                night.play(2)
            elif step < 8:
                night.ask_something(chance.randrange(2**32))
            elif step == 8 and night.table[0] == "star-roulette":
                night.lose_the_ball()
            else:
                (night.go_home if step == 8 and night.rounds > 2 else night.wait)()
            night.money_adds_up()
            night.meters_agree()
        night.go_home()
        night.money_adds_up()
        night.teardown()


def quiet(machines: list[Any], reached: Counter[tuple[str, str]]) -> None:
    """Short nights that end in order, until what is asked of a closed table has been accepted once."""
    for machine in (m for m in machines if _has(m.table, "redeem-checks")):
        for seed in range(12):
            if "redeem-checks" not in missing(reached):
                return
            night = machine()
            night.open(seed)
            night.play(1)
            night.go_home()
            night.money_adds_up()
            night.meters_agree()
            night.teardown()


def nights(opened: Callable[[], tuple[Store, str]]) -> None:
    """Nights at every book; then every kind of command must have been accepted somewhere."""
    reached: Counter[tuple[str, str]] = Counter()
    machines = []
    for table in TABLES:
        machine = type("Night", (Night,), {"table": table, "opened": staticmethod(opened), "reached": reached})
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=MACHINES,
                stateful_step_count=STEPS,
                deadline=None,
                database=None,
                phases=(Phase.generate,),
                suppress_health_check=list(HealthCheck),
            ),
        )
        machines.append(machine)
    quiet(machines, reached)
    chase(machines, reached)
    for book in sorted({book for book, _ in reached}):
        print(book, {kind: count for (of, kind), count in sorted(reached.items()) if of == book})
    assert {book for book, kind in reached if kind == "(meters compared)"} == {book for book, _ in reached}
    never = missing(reached)
    assert not never, f"never accepted: {sorted(never)}; tests/faults/asking.py may need a hint how to ask for it"
    for kinds, books in ONLY_AT.items():
        assert {book for book, kind in reached if kind in kinds.split()} <= books, kinds


def test_nights_on_sqlite(tmp_path: Path) -> None:
    numbers = count()

    def opened() -> tuple[Store, str]:
        path = tmp_path / f"{next(numbers)}.sqlite"
        return SqliteStore(path, clock=lambda: machine_time() + Late.minutes * MINUTE), str(path)

    nights(opened)


def test_nights_on_postgres(postgres_url: str) -> None:
    with ExitStack() as schemas:

        def opened() -> tuple[Store, str]:
            schemas.close()  # the night before is over: each holds a connection, and a server has only so many
            url = schemas.enter_context(empty_schema(postgres_url))
            return LatePostgres(url), url

        nights(opened)
