"""What is no command, or has a field of another type, is refused and logged; its neighbours are done."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.cage.commands import Deposit
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.memory import MemoryStore
from feltwork.table.live import commands as ask

WRONG: list[Any] = [
    ask.PlaceWager(1, "field", "x"),  # type: ignore[arg-type]  # on purpose
    ask.PlaceWager(1, "field", 10.5),  # type: ignore[arg-type]  # on purpose
    ask.PlaceWager("1", "field", 500),  # type: ignore[arg-type]  # on purpose
    ask.SelectDice(1, ["a", None]),  # type: ignore[list-item]  # on purpose
    ask.AssignCrew(None, "dealer"),  # type: ignore[arg-type]  # on purpose
    None,
    "hi",
    {"a": 1},
    object(),
]


@pytest.mark.parametrize("body", WRONG, ids=lambda body: type(body).__name__)
def test_a_wrong_body_stops_no_other(body: Any) -> None:
    desk = Desk(MemoryStore())
    wrong, right = desk.submit_many(
        [
            Envelope("k1", "t1", "p1", "player", body),
            Envelope("k2", "cage", "till", "cashier", Deposit("p1", 1_000)),
        ]
    )
    assert (wrong.reason, right.reason) == ("this cannot be read as a command", "")
    (logged,) = desk.store.log.read("refused/t1")
    assert b"unreadable" in logged.body
    assert desk.store.log.balances()["player/p1"] == 1_000


@pytest.mark.parametrize("field", ["key", "table", "actor", "role"])
def test_an_envelope_names_everybody_in_letters(field: str) -> None:
    desk = Desk(MemoryStore())
    names: dict[str, Any] = {"key": "k", "table": "t1", "actor": "p1", "role": "player", field: 7}
    assert desk.submit(Envelope(**names, body=ask.Leave(1))).reason == "this cannot be read as a command"
