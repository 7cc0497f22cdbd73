"""A float that is kept: nobody sells more chips at a table than its tray holds."""

from __future__ import annotations

import pytest

from feltwork.cage.commands import Deposit
from feltwork.games.conduct import Act
from feltwork.store.memory import MemoryStore
from feltwork.table.live import commands as ask
from feltwork.verifier.verify import verify
from tests.verifier.night import Night, listed


def sells(night: Night, cents: int) -> str:
    role = sorted(night.conducts["t"].powers[Act.SELL_CHIPS].roles)[0]
    return night.send("t", f"{role}-t", role, ask.SellChips(1, cents)).reason


@pytest.mark.parametrize("book", ["star-craps", "crown-craps", "star-roulette", "dragon-fire"])
def test_no_more_chips_are_sold_than_the_float_tray_holds(book: str) -> None:
    night = Night(MemoryStore())
    night.open("t", book)
    assert not sells(night, 900_000), "at a table whose float nobody counts"
    assert not night.send("t", *night.boss("t"), ask.FillFloat(1_000_000)).reason
    before = night.desk.store.log.balances()["float/t"]
    assert sells(night, 10**15) == "the float tray holds 1000.00, not 10000000000000.00"
    assert night.desk.store.log.balances()["float/t"] == before
    assert not sells(night, 100_000)
    assert sells(night, 100_000) == "the float tray holds 0.00, not 1000.00", "an empty one sells nothing"
    assert not night.send("t", *night.boss("t"), ask.FillFloat(100_000)).reason
    assert not sells(night, 100_000)
    assert verify(listed(night)) == []


@pytest.mark.parametrize("body", [ask.SellChips(1, 10**15), ask.FillFloat(10**15)])
def test_what_many_large_amounts_come_to_is_bounded(body: ask.SellChips | ask.FillFloat) -> None:
    """Nine thousand of them, each within its bound, passed 2^63: no state could be saved, and no floor started."""
    night = Night(MemoryStore())
    night.open("t", "star-craps")
    who = ("dealer-t", "dealer") if isinstance(body, ask.SellChips) else night.boss("t")
    given = [night.send("t", *who, body).reason for _ in range(12)]
    assert given == [""] * 9 + ["so much cannot be counted here: no sum is larger than 90071992547409.92"] * 3
    assert verify(listed(night)) == []


def test_small_amounts_come_to_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.engine.refusing.MAX_SUM", 10**9)
    night = Night(MemoryStore())
    night.open("t", "star-craps")
    given = [bool(night.send("t", *night.boss("t"), ask.FillFloat(10**8)).reason) for _ in range(12)]
    assert given == [False] * 10 + [True] * 2


def test_what_many_deposits_come_to_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.engine.refusing.MAX_SUM", 5 * 10**12)
    night = Night(MemoryStore())
    given = [bool(night.send("cage", "cass", "cashier", Deposit("ada", 10**12)).reason) for _ in range(6)]
    assert given == [False] * 5 + [True]
