"""The dice are offered (3.2)."""

from __future__ import annotations

from feltwork.refusal import Refusal
from feltwork.table.live.commands import (
    AcceptDice,
    Leave,
    OfferDice,
    OpenPlay,
    RejectDice,
)
from feltwork.table.live.events import (
    DiceOffered,
    DiceRejected,
)
from tests.rules.live import opened


def test_3_2() -> None:
    """At the commencement the dice go round clockwise from the boxperson's left until one player takes them."""
    live = opened(0).seated(5, 1, 8, 3).bets(8, "win-line")
    for seat in (1, 3, 5, 8):
        assert live.ok(OfferDice(), "stickperson") == (DiceOffered(seat, "3.2"),)
        assert live.no(OfferDice(), "stickperson") == "3.2"
        for other in {1, 3, 5, 8} - {seat}:
            assert (live.no(AcceptDice(other), other), live.no(RejectDice(other), other)) == ("3.2", "3.2")
            assert live.no(AcceptDice(seat), other) == "3.2"
        if seat != 8:
            assert live.ok(RejectDice(seat), seat) == (DiceRejected(seat),)
    live.ok(AcceptDice(8), 8)
    assert live.no(OfferDice(), "stickperson") == "3.2"
    again = opened(3).with_shooter(2).rolled(3, 4).shut().prepared()
    again.ok(OpenPlay(), "boxperson")
    again.seated(1, 2, 3)
    anew = again.asks(OfferDice(), "stickperson")
    theirs = opened(2).offered(1).asks(RejectDice(1), 2)
    gone = opened(2).offered(1).emptied()
    gone.ok(Leave(1), 1)
    after = gone.asks(OfferDice(), "stickperson")
    assert (anew, isinstance(theirs, Refusal), after) == ((DiceOffered(1, "3.2"),), True, (DiceOffered(2, "3.2"),))
