"""Whole tournaments of both books, drawn at random: chips conserved, the pool zero-sum, and the verifier agrees."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from feltwork.store.sqlite import SqliteStore
from feltwork.tournament.live.topics import rulings
from feltwork.verifier.log.rows import Finding
from tests.faults.load import verified
from tests.tournament.desk import AtDesk
from tests.tournament.live import Live, small
from tests.tournament.playing import Player
from tests.tournament.tampering import is_found, tampered


@settings(max_examples=25, deadline=None)
@example(146097)  # who stands above a play-off retires while it goes on
@given(st.integers(0, 2**32))
def test_random_tournaments_end_with_an_order_and_an_empty_pool(seed: int) -> None:
    """Every event sums to zero, no player owes, nobody acts when out, and the verifier finds nothing."""
    live = Player(Random(seed)).whole()
    assert live.state.phase in ("paid", "finished")
    assert list(live.checker.left_over()) == []
    assert all(len(names) == len(set(names)) for names in [[n for place in live.state.places for n in place]])
    if live.state.phase == "paid":
        assert not any(cents for account, cents in live.balances.items() if account.startswith("tournament"))


def test_200_of_200_tamperings_with_tournaments_are_found() -> None:
    """One fact of any event changed, but for what people said or chose; or an event left out or doubled."""
    logs: list[Live] = [Player(Random(seed)).whole() for seed in range(20)]
    assert not any(is_found("spring", live.rows) for live in logs)
    chance, missed = Random(7), []
    for _ in range(200):
        what, rows = tampered(chance.choice(logs).rows, chance)
        if not is_found("spring", rows):
            missed.append(what)
    assert missed == []


WORDS = (
    ("tournament-drafted", "Thursday", "Saturday"),
    ("official-appointed", "TM 7", "TM 8"),
    ("tournament-published", "starts", "begins"),
    ("dispute-raised", "the spin", "the ball"),
    ("dispute-ruled", "it stands", "it falls"),
    ("breach-found", "seen by the crew", "heard by a guest"),
)


def test_words_and_times_of_a_tournament_are_chained(tmp_path: Path) -> None:
    """What no count depends on is in the hash of its record: another word or another moment is found too."""
    database = str(tmp_path / "floor.sqlite")
    store = SqliteStore(database)
    live = AtDesk(small() | {"title": "Thursday"}, store=store).started("ann", "ben", "cat").open()
    live.ok(rulings.RaiseDispute("the spin", "t1"), "ann")
    live.ok(rulings.RuleOnDispute(1, "it stands"))
    live.ok(live.breach("ann", "advice", disqualify=False))
    live.desk.close()
    store.close()
    assert verified(database) == []
    with closing(sqlite3.connect(database)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        rows = db.execute("SELECT seq, kind, body, at FROM records WHERE stream = 'tournament/spring'").fetchall()
        for kind, before, after in WORDS:
            seq, body = next((row[0], bytes(row[2])) for row in rows if row[1] == kind)
            assert before.encode() in body, kind
            _with(db, "body", body.replace(before.encode(), after.encode()), seq)
            assert _found(database), f"{kind}: {after}"
            _with(db, "body", body, seq)
        for seq, kind, _, at in rows[::4]:
            _with(db, "at", at + 1, seq)
            assert _found(database), f"{kind} a moment later"
            _with(db, "at", at, seq)
    assert not _found(database)


def _with(db: sqlite3.Connection, column: str, value: object, seq: int) -> None:
    db.execute(f"UPDATE records SET {column} = ? WHERE seq = ?", (value, seq))  # our own two columns
    db.commit()


def _found(database: str) -> list[Finding]:
    """What is found in the tournament's own stream; that nothing guards the file any longer is found besides."""
    return [found for found in verified(database) if found.stream == "tournament/spring"]
