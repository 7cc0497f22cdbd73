"""Commands through the desk: answered once, durable, conserved, the same after reopening."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from feltwork.cage.cards import own_card
from feltwork.cage.commands import BlockCard, Deposit
from feltwork.engine.commit import CHECK_OTHERS
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.rehearse.craps import Rehearsal
from feltwork.rehearse.kinds import kind_of
from feltwork.store.memory import MemoryLog, MemoryStore, Shared
from feltwork.store.port import Answer, Batch, CommitMark, StoreError
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live import commands as ask
from tests.cage.till import Clock, Till

TABLES = [
    ("star-craps", None),
    ("crown-craps", None),
    ("crown-craps", "mini"),
    ("dragon-fire", None),
    ("star-roulette", None),
    ("aruze-craps", None),
]


def rehearse(desk: Desk, book: str, variant: str | None, rounds: int, seed: int = 3) -> Rehearsal:
    table = kind_of(book)(desk, f"{book}-{variant or 'full'}", book, variant, seed)
    table.open()
    for _ in table.rounds(rounds):
        check_money(desk)
    table.close()
    return table


@pytest.mark.parametrize(("book", "variant"), TABLES)
def test_in_a_long_night_every_wager_of_the_book_has_been_up(book: str, variant: str | None) -> None:
    desk = Desk(MemoryStore())
    table = kind_of(book)(desk, "t", book, variant, 7)
    table.open()
    for _ in table.rounds(200):
        pass
    up = {msgspec.json.decode(r.body)["key"][1] for r in desk.store.log.read("table/t") if r.kind == "wager-placed"}
    assert set(table.night.game.book.wagers) <= up


def check_money(desk: Desk) -> None:
    """The ledger and the tables agree to the cent, and nobody is below zero."""
    balances = desk.store.log.balances()
    assert sum(balances.values()) == 0
    for name, life in desk.streams.live_tables.items():
        if life.game is None:
            continue
        for seat, held in life.game.balances.items():
            assert held == balances.get(f"seat/{name}/{seat}", 0) >= 0
        laid = balances.get(f"felt/{name}", 0) + balances.get(f"tokens-felt/{name}", 0)
        assert sum(s.stake for s in life.game.layout.values()) == laid
    for player, cents in desk.cage.purses.items():
        assert cents == balances.get(f"player/{player}", 0) >= 0


@pytest.mark.parametrize(("book", "variant"), TABLES)
def test_a_rehearsal_keeps_the_books(book: str, variant: str | None) -> None:
    desk = Desk(MemoryStore())
    table = rehearse(desk, book, variant, 120)
    assert table.night.tally.accepted > 500
    assert table.night.tally.refused > 50
    again = Desk(desk.store)
    assert again.table(table.night.table) == desk.table(table.night.table), "reopening gives the same table"
    assert again.cage == desk.cage


def test_the_same_seed_gives_the_same_events() -> None:
    logs = []
    for _ in range(2):
        desk = Desk(MemoryStore())
        table = rehearse(desk, "star-craps", None, 40)
        logs.append([(r.kind, r.body, r.postings) for r in desk.store.log.read(f"table/{table.night.table}")])
    assert logs[0] == logs[1]


def test_on_disk_as_in_memory(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "t.db"))
    desk = Desk(store)
    table = rehearse(desk, "star-craps", None, 15)
    memory = Desk(MemoryStore())
    rehearse(memory, "star-craps", None, 15)
    stream = f"table/{table.night.table}"
    assert [r.body for r in store.log.read(stream)] == [r.body for r in memory.store.log.read(stream)]
    store.close()
    reopened = Desk(SqliteStore(str(tmp_path / "t.db")))
    assert reopened.table(table.night.table) == desk.table(table.night.table)
    check_money(reopened)
    reopened.store.close()


def recorded(rounds: int = 30) -> list[Envelope]:
    """All commands of a rehearsal, as they were sent."""
    sent: list[Envelope] = []

    class Recorder(Desk):
        def submit(self, envelope: Envelope) -> object:  # type: ignore[override]  # only listens in
            sent.append(envelope)
            return super().submit(envelope)

    rehearse(Recorder(MemoryStore()), "star-craps", None, rounds)
    return sent


def test_duplicates_leave_the_state_of_one_execution() -> None:
    sent = recorded()
    once, often = Desk(MemoryStore()), Desk(MemoryStore())
    answers = [once.submit(envelope) for envelope in sent]
    chance = random.Random(5)
    for number, envelope in enumerate(sent):
        for _ in range(chance.randint(1, 3)):
            assert often.submit(envelope).reason == answers[number].reason
        earlier = chance.randrange(number + 1)
        assert often.submit(sent[earlier]).reason == answers[earlier].reason
    assert often.table("star-craps-full") == once.table("star-craps-full")
    assert [h.version for h in often.store.log.heads()] == [h.version for h in once.store.log.heads()]


def test_the_same_key_with_another_body_is_refused() -> None:
    desk = Desk(MemoryStore())
    first = Envelope("k", "cage", "till", "cashier", Deposit("ann", 100))
    assert not desk.submit(first).reason
    assert "another command" in desk.submit(Envelope("k", "cage", "till", "cashier", Deposit("ann", 200))).reason
    assert desk.store.log.balances()["player/ann"] == 100


def test_batches_equal_single_commands() -> None:
    sent = recorded()
    single, batched = Desk(MemoryStore()), Desk(MemoryStore())
    for envelope in sent:
        single.submit(envelope)
    for start in range(0, len(sent), 17):
        batched.submit_many(sent[start : start + 17])
    assert batched.table("star-craps-full") == single.table("star-craps-full")
    assert batched.store.log.balances() == single.store.log.balances()


class Failing(MemoryLog):
    """A log whose disk fails now and then."""

    fails = False

    def append(self, batch: Batch) -> CommitMark:
        if self.fails:
            raise StoreError("the disk is full")
        return super().append(batch)


def test_a_failed_commit_has_not_happened() -> None:
    sent = recorded(8)
    store = MemoryStore()
    failing = store.log = Failing(Shared())
    desk, sound = Desk(store), Desk(MemoryStore())
    for envelope in sent:
        sound.submit(envelope)
        failing.fails = True
        with pytest.raises(StoreError):
            desk.submit(envelope)
        failing.fails = False
        desk.submit(envelope)
    assert desk.table("star-craps-full") == sound.table("star-craps-full")
    check_money(desk)


def test_two_desks_on_one_store_take_turns(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    desks = [Desk(SqliteStore(path)), Desk(SqliteStore(path))]
    sent = recorded(10)
    alone = Desk(MemoryStore())
    for number, envelope in enumerate(sent):
        alone.submit(envelope)
        desks[number % 2].submit(envelope)
    fresh = Desk(SqliteStore(path))
    assert fresh.table("star-craps-full") == alone.table("star-craps-full")
    check_money(fresh)
    for desk in (*desks, fresh):
        desk.store.close()


def test_every_kind_of_command_is_rehearsed() -> None:
    seen: Counter[str] = Counter()
    for book, variant in TABLES:
        rehearsal = rehearse(Desk(MemoryStore()), book, variant, 200, seed=7)
        rehearsal.shut()
        seen.update(rehearsal.night.tally.kinds)
    tags = {str(kind.__struct_config__.tag) for kind in ask.Command.__args__}
    print(dict(seen))
    assert tags - set(seen) == set()


@pytest.mark.parametrize(
    "body",
    [
        ask.PlaceWager(1, "win-line", 2**63),
        ask.PlaceWager(1, "win-line", -5),
        ask.PlaceWager(99, "win-line", 500),
        ask.BuyIn(1, 2**63),
        ask.ConfirmResult(6, 6),
        ask.EnterResult(9, 9),
        ask.AcceptDice(1),
        ask.CloseBets(),
        ask.SpinBall(),
        ask.CorrectResult(1, 1, "x"),
        ask.InvalidateOutcome("fire"),
        ask.ChangeLimits({"field": (1000, None, 0)}),
    ],
)
def test_what_is_out_of_turn_or_out_of_role_moves_nothing(body: ask.Command) -> None:
    desk = Desk(MemoryStore())
    table = Rehearsal(desk, "t", "star-craps", None, 1)
    table.open()
    before, balances = desk.table("t").copy(), desk.store.log.balances()
    answer = desk.submit(Envelope("hostile", "t", "t-p1", "player", body))
    assert answer.clause
    assert answer.reason
    assert desk.table("t") == before
    assert desk.store.log.balances() == balances
    assert list(desk.store.log.read("refused/t"))[-1].key == "hostile"


@pytest.mark.parametrize("on_disk", [False, True])
def test_a_key_has_one_answer_also_when_nobody_asks_for_it_first(on_disk: bool, tmp_path: Path) -> None:
    desk = Desk(SqliteStore(tmp_path / "t.db") if on_disk else MemoryStore())

    def pay(key: int, cents: int = 100) -> Answer:
        return desk.submit(Envelope(f"k{key}", "cage", "till", "cashier", Deposit("ann", cents)))

    first = pay(0)
    for key in range(1, 2 * CHECK_OTHERS):
        pay(key)
    before = desk.store.log.heads()
    assert pay(0) == first
    for key in range(2 * CHECK_OTHERS, 4 * CHECK_OTHERS):
        pay(key)
    assert "another command" in pay(0, 200).reason
    assert desk.store.log.balances()["player/ann"] == 4 * CHECK_OTHERS * 100
    assert [head.stream for head in desk.store.log.heads()] == [*(head.stream for head in before), "refused/cage"]
    desk.store.close()


def test_a_desk_that_has_stopped_asking_does_not_overlook_what_another_wrote(tmp_path: Path) -> None:
    """The wager writes to its table alone, the other desk to the cage alone; the refusal stands at the cage."""
    ours, theirs = (Till(SqliteStore(tmp_path / "t.db", clock=Clock())) for _ in range(2))
    theirs.sent = 10_000
    ours.seated(1, cents=1000_00)
    wager = ask.PlaceWager(1, "field", 5_00)
    for _ in range(2 * CHECK_OTHERS):
        ours.at(1, wager)
    theirs.ok(BlockCard(own_card(ours.desk.cage, "p1"), "lost"))
    assert ours.refused(1, wager) == ("3.13", "your player card is not valid any more; please see the cage")
    for till in (ours, theirs):
        till.store.close()
