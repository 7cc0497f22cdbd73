"""What the verifier says when tokens, checks, float, drop or meters are not as they should be."""

from __future__ import annotations

import msgspec
import pytest

from feltwork.cage.commands import IssueVoucher
from feltwork.store.memory import MemoryStore
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import OpenBets
from feltwork.verifier.log.rows import Listed, Row
from feltwork.verifier.verify import verify
from tests.build import enters
from tests.verifier.night import Night, listed, night_answers, night_rows


@pytest.fixture(scope="module")
def night() -> Night:
    """A wheel where everything that moves money is done once."""
    night = Night(MemoryStore())
    night.open("r", "star-roulette")
    dealer, boss, ada = ("dealer-r", "dealer"), night.boss("r"), ("ada", "player")
    unit = ("unit", "system")
    issued = night.send("cage", "cass", "cashier", IssueVoucher("ada", 2_000, book="star-roulette"))
    for who, body in (
        (dealer, OpenBets()),
        (boss, ask.FillFloat(500_000)),
        (dealer, ask.ExchangeVoucher(1, f"V{issued.first}", 2_000)),
        (ada, ask.BuyColour(1, "blue", 200, 4_000)),
        (dealer, ask.BuyColour(1, "blue", 200, 4_000)),
        (ada, ask.PlaceWager(1, "red", 1_000, None, "tokens")),
        (ada, ask.PlaceWager(1, "black", 400, None, "checks")),
        (dealer, ask.SpinBall()),
        (unit, ask.DrawNumbers({"red": 7, "blue": 8, "green": 9, "yellow": 10})),
        (dealer, ask.CloseBets()),
        (unit, ask.BoostNumber("red", "super")),
        (dealer, enters(1)),
        (dealer, ask.ConfirmNumber(1)),
        (dealer, ask.SellChips(2, 10_000)),
        (boss, ask.EmptyDropBox()),
        (boss, ask.CreditFloat(100_000)),
        (ada, ask.RedeemColour(1)),
        (ada, ask.HandInTokens(1)),
        (ada, ask.Collect(1)),
    ):
        assert not night.send("r", *who, body).reason, body
    assert verify(listed(night)) == []
    return night


def findings(night: Night, kind: str, field: str, value: object, *accounts: str) -> set[str]:
    """The kinds of findings at an event, once a field of it says something else and its postings follow suit."""
    rows, found = [], 0
    for row in night_rows(night):
        if row.kind == kind:
            body = msgspec.json.decode(row.body)
            change = value - body[field] if isinstance(value, int) and not isinstance(value, bool) else 0
            body[field], found = value, row.version
            moved = {a: c + (change if c > 0 else -change) if a in accounts else c for a, c in row.postings}
            row = Row(*row[:8], msgspec.json.encode(body), row.link, tuple(sorted(moved.items())), row.digest)  # noqa: PLW2901  # as changed
        rows.append(row)
    log = listed(night)
    said = verify(Listed(rows, night_answers(night), log.books()))
    return {finding.kind for finding in said if finding.version >= found and finding.stream == "table/r"} - {"chain"}


def test_more_tokens_than_were_handed_in_are_found(night: Night) -> None:
    assert "money" in findings(night, "tokens-handed-in", "amount", 1_900, "tokens/r/1", "tokens-house")


def test_a_token_wager_that_becomes_chips_is_found(night: Night) -> None:
    assert {"postings", "lines"} & findings(night, "wager-placed", "instrument", "chips")


def test_checks_at_another_value_are_found(night: Night) -> None:
    assert "placing" in findings(night, "colour-issued", "value", 1_000)
    assert "money" in findings(night, "colour-issued", "marker", False)


def test_a_drop_that_is_short_is_found(night: Night) -> None:
    assert "money" in findings(night, "drop-counted", "amount", 9_000, "drop/r", "vault")


def test_more_than_the_tray_held_is_found(night: Night) -> None:
    assert "money" in findings(night, "float-credited", "amount", 90_000_000, "float/r", "vault")


def test_chips_from_nowhere_break_the_meters(night: Night) -> None:
    """Postings that give a seat a chip no event gave it: the next time the meters are read they say so."""
    rows = []
    for row in night_rows(night):
        moved = row.postings
        if row.kind == "colour-redeemed":
            moved = (*tuple((a, c + 100 if a == "seat/r/1" else c) for a, c in moved), ("vault", -100))
        rows.append(Row(*row[:10], moved, row.digest))
    said = verify(Listed(rows, night_answers(night), listed(night).books()))
    assert "meters" in {finding.kind for finding in said}
