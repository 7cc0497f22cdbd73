"""Nobody ends below zero: what would leave a player owing is refused at the last moment, and never written."""

from __future__ import annotations

import pytest

from feltwork.cage.commands import AskTransfer, Deposit, PrepareHandPay
from feltwork.cage.decide import decide as decide_at_cage
from feltwork.engine import cage as cages
from feltwork.engine import decide as decides
from feltwork.engine import vouchers
from feltwork.engine.envelope import Envelope
from feltwork.table.live import commands as ask
from feltwork.table.live.decide import decide
from feltwork.table.live.events import BoughtIn, Collected, ColourIssued, TokensHandedIn
from feltwork.table.play.events import Placed
from tests.rules.desk import TABLE, AtDesk


def test_money_that_is_not_at_the_cage_does_not_come_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check before the transaction left out: the transaction itself refuses, with a clause."""
    table = AtDesk("star-craps")
    table.ok(Deposit("player-1", 5_00))
    monkeypatch.setattr(vouchers, "cage_refuses", lambda *_: None)
    assert table.says_no(ask.BuyIn(1, 5_01), 1) == table.game.book.house.placing
    table.does(ask.BuyIn(1, 5_00), 1)
    assert table.desk.cage.purses["player-1"] == 0
    table.is_sound()


@pytest.mark.parametrize(
    "event",
    [
        Placed((1, "red", None), 1_000_01, 0),
        Placed((1, "red", None), 1_00, 0, "tokens"),
        Placed((1, "red", None), 1_00, 0, "checks"),
        Placed((1, "red", None), 1_000_00, 5_00),
        Collected(1, "player-1", 1_001_00),
        TokensHandedIn(1, 1_00),
        ColourIssued(1, "blue", 1_00, 1_001_00, False, "3.8"),
        BoughtIn(1, "player-1", 1_00),
    ],
)
def test_whatever_was_decided_nobody_owes(event: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision that is wrong is not written: not its record, not its postings, not what came before it."""
    table = AtDesk("star-roulette").betting()
    monkeypatch.setattr(vouchers, "cage_refuses", lambda *_: None)

    def wrong(life: object, command: object, *rest: object) -> object:
        if isinstance(command, ask.Collect):
            return (Placed((1, "red", None), 1_00, 0), event)
        return decide(life, command, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(decides, "decide", wrong)
    assert table.says_no(ask.Collect(1), 1) == "not in the book"
    assert (table.rail(1), table.game.layout) == (1_000_00, {})
    table.does(ask.PlaceWager(1, "red", 5_00), 1)
    assert table.rail(1) == 995_00


def test_the_others_of_a_batch_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that share a commit with one that would leave a player owing are answered as ever."""
    table = AtDesk("star-craps", players=3)
    monkeypatch.setattr(vouchers, "cage_refuses", lambda *_: None)
    bodies: list[tuple[int, ask.Command]] = [
        (1, ask.PlaceWager(1, "field", 5_00)),
        (1, ask.BuyIn(1, 1_00)),
        (2, ask.PlaceWager(2, "field", 6_00)),
        (2, ask.BuyIn(2, 1_00)),
        (3, ask.PlaceWager(3, "field", 7_00)),
    ]
    sent = [Envelope(f"b{n}", TABLE, f"player-{seat}", "player", body) for n, (seat, body) in enumerate(bodies)]
    answers = table.desk.submit_many(sent)
    assert [bool(answer.reason) for answer in answers] == [False, True, False, True, False]
    assert {key[0]: lying.stake for key, lying in table.game.layout.items()} == {1: 5_00, 2: 6_00, 3: 7_00}
    assert table.desk.submit_many(sent) == answers, "the same keys, the same answers"


def test_the_cage_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = AtDesk("star-craps")
    table.ok(Deposit("player-1", 5_00))

    def wrong(cage: object, command: object, *rest: object) -> object:
        """What a purse of a thousand more would allow."""
        rich = table.desk.cage.tentative()
        rich.purses["player-1"] = 1_000_00
        return decide_at_cage(rich, command, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(cages, "decide_at_cage", wrong)
    for body in (AskTransfer("player-1", 6_00, inward=False), PrepareHandPay("player-1", 6_00)):
        assert table.no(body)[0] == "not in the book"
    table.ok(AskTransfer("player-1", 5_00, inward=False))
    assert table.desk.cage.purses["player-1"] == 0
