"""Tournaments of Crown Craps: the book has no number of its own, everything comes from the approved conditions (8)."""

from __future__ import annotations

from typing import Any

from feltwork.tournament.live.topics import rounds, rulings, seating, wagering
from tests.tournament.conditions import CRAPS
from tests.tournament.live import Live, small


def craps(**parts: dict[str, Any]) -> Live:
    return Live(small(CRAPS, **parts))


def test_wagers_lie_from_roll_to_roll_and_follow_the_rules_of_craps() -> None:
    live = craps().started("ann", "ben").open().put("ann", "win-line", 20).put("ben", "field", 10).settle([2, 2])
    assert live.chips() == {"ann": 100, "ben": 110}  # the point is 4: 20 lie on the Win Line
    live.open().no("3.4.1", wagering.TakeBackWager("t1", "ann", "win-line"), "ann")
    live.put("ben", "place", 10, 6)
    live.ok(wagering.TakeBackWager("t1", "ben", "place", 6), "ben")
    live.put("ben", "field", 10).settle([3, 4])
    assert live.chips() == {"ann": 80, "ben": 100}


def test_without_limits_in_the_conditions_there_are_none() -> None:
    document = small(CRAPS, chips={"allotment": 500})
    document["wagers"] = {"compulsory": False}
    live = Live(document).started("ann", "ben").open()
    live.put("ann", "win-line", 1).put("ben", "win-line", 500).settle([3, 4])
    live.open().settle([1, 2])  # nobody must wager, and nobody is disqualified
    assert live.heat.still_in() == list(live.heat.seats)


def test_9_9_a_pit_boss_rules_and_the_director_of_surveillance_reviews_unless_the_conditions_change_it() -> None:
    live = craps().started("ann", "ben").open()
    live.ok(rulings.RaiseDispute("the dice", "t1"), "ann")
    live.put("ben", "field", 10)  # 9.9 stops no game
    live.no("9.9", rulings.RuleOnDispute(1, "they stand"), "dee", "dealer")
    live.ok(rulings.RuleOnDispute(1, "they stand"), "pit")
    live.no("9.9", rulings.ReviewRuling(1, "so be it"), "pit")
    live.ok(rulings.ReviewRuling(1, "so be it"), "dir", "director_of_casino_surveillance")
    document = small(CRAPS) | {"override": [{"clause": "9.9", "how": "the Director decides"}]}
    other = Live(document).started("ann", "ben")
    other.ok(rulings.RaiseDispute("the dice", "t1"), "ann")
    other.no("9.9", rulings.RuleOnDispute(1, "they stand"), "pit")
    other.ok(rulings.RuleOnDispute(1, "they stand"))


def test_roulettes_numbers_do_not_leak() -> None:
    """No 20 minutes, no three rounds of absence, no pass card, no limit of time, no disqualification for nothing."""
    live = craps().closed("ann", "ben")
    live.ok(seating.MoveStart(1, live.now + 1))
    live = craps(structure={"sessions": [{"rounds": 9, "tables": 1, "seats": 8, "advance": 1}]}).started("ann", "ben")
    for _ in range(5):
        live.open(absent=["ann"]).put("ben", "field", 10).settle([2, 2])
    assert live.heat.players["ann"].state == "in"
    assert live.chips()["ann"] == 100
    live.open().no("not in the book", wagering.PlayPassCard("t1", "ann"), "ann")
    live.put("ann", "field", 10).ok(rounds.CloseTournamentBetting("t1"), "dee", "dealer")
    live.no("not in the book", rounds.SettleTournamentRound("t1", [7, 1]), "dee", "dealer")
