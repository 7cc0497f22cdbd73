"""The dice are offered (3.2)."""

from __future__ import annotations

from feltwork.table.live.commands import (
    AcceptDice,
    OfferDice,
    OpenPlay,
    RejectDice,
)
from feltwork.table.live.events import (
    DiceOffered,
    DiceRejected,
    HouseThrows,
)
from tests.rules.live import Live, dragon


def asked(live: Live) -> DiceOffered:
    """The next offer, which is turned down."""
    (offer,) = live.ok(OfferDice(), "dealer")
    assert isinstance(offer, DiceOffered)
    assert live.ok(RejectDice(offer.seat), offer.seat) == (DiceRejected(offer.seat),)
    return offer


def around() -> Live:
    """Eight at the table, nobody has thrown yet; seats 7, 4, 3 and 1 have a Dragon or a Fire wager."""
    return dragon(8).bets(7, "fire").bets(4, "dragon").bets(3, "fire").bets(1, "dragon").bets(8, "total", 5_00, 7)


def test_3_2() -> None:
    """At the commencement the dice go first to the player on the dealer's right with a Dragon or Fire wager."""
    assert dragon().no(OfferDice(), "dealer") == "3.2"
    live = around()
    (offer,) = live.ok(OfferDice(), "dealer")
    assert isinstance(offer, DiceOffered)
    assert (offer.seat, live.no(OfferDice(), "dealer")) == (7, "3.2")
    for other in set(range(1, 9)) - {7}:
        assert (live.no(AcceptDice(other), other), live.no(RejectDice(other), other)) == ("3.2", "3.2")
        assert live.no(AcceptDice(7), other) == "3.2"
    live.ok(AcceptDice(7), 7)
    assert live.no(OfferDice(), "dealer") == "3.2"
    assert dragon(8).bets(7, "dragon").bets(8, "fire").offered(8).life.shooter.offered == 8
    again = dragon(3).with_shooter(2, "dragon").rolled(6, 6).shut().prepared()
    again.ok(OpenPlay(), "gaming_manager")
    assert again.seated(1, 3).bets(1, "fire").bets(3, "fire").offered(3).life.shooter.refused == set()
    assert offer.clause == "3.2"


def test_3_2_1() -> None:
    """Turned down there, they go to the next on the right who has such a wager."""
    live = around()
    first, second = asked(live), asked(live)
    assert (first.seat, second.seat) == (7, 4)
    assert second.clause == "3.2.1"


def test_3_2_2() -> None:
    """And on anti-clockwise, past those without one, nobody twice."""
    live = around()
    offers = [asked(live) for _ in range(4)]
    assert [offer.seat for offer in offers] == [7, 4, 3, 1]
    assert live.asks(OfferDice(), "dealer") == (HouseThrows("3.8"),)
    assert [offer.clause for offer in offers[2:]] == ["3.2.2", "3.2.2"]
