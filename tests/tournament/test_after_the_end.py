"""Somebody is disqualified when a table is over and nothing is announced yet: no place, no prize, no way on."""

from __future__ import annotations

import pytest

from feltwork.tournament.live.topics import ending, rounds
from tests.tournament.desk import AtDesk, craps, roulette, sessions

ENDS = [(False, False), (True, False), (True, True)]
"""Whether the chips are counted, and returned, before it is found."""


def closing(live: AtDesk, counted: bool, returned: bool) -> AtDesk:
    if counted:
        live.ok(live.count(), "dee", "dealer")
    if returned:
        live.ok(ending.ReturnTournamentChips("t1"), "dee", "dealer")
    return live


def announced(live: AtDesk) -> AtDesk:
    """Whatever is still to be done at the table, then the announcement."""
    if not live.heat.closing.returned:
        live.ok(live.count(), "dee", "dealer")
        live.ok(ending.ReturnTournamentChips("t1"), "dee", "dealer")
    live.ok(ending.AnnounceSession())
    return live


@pytest.mark.parametrize(("counted", "returned"), ENDS)
def test_10_6_7_chips_found_hidden_after_the_final_take_place_and_prize(counted: bool, returned: bool) -> None:
    live = roulette(structure=sessions(1), prizes={"shares": [70, 30]}).started("ann", "ben", "cat")
    live.rounds(1, ann=("red", 50), ben=("red", 10), cat=("black", 10))
    closing(live, counted, returned).ok(live.breach("ann", "hidden"))
    assert live.shown("wall", "wall")["tables"][0]["standings"][0]["player"] == "ben"
    announced(live).ok(ending.PayPrizes())
    assert live.state.places == (("ben",), ("cat",))
    assert [live.purse(name) for name in ("ann", "ben", "cat")] == [-10_000, 11_000, -1_000]
    assert live.balances["tournament/spring/pool"] == 0


@pytest.mark.parametrize(("counted", "returned"), ENDS)
def test_10_10_2_the_next_goes_on_for_who_is_disqualified(counted: bool, returned: bool) -> None:
    live = roulette(structure=sessions(2, 1)).started("ann", "ben", "cat", "dan")
    live.rounds(1, ann=("red", 40), ben=("red", 30), cat=("red", 20), dan=("red", 10))
    closing(live, counted, returned).ok(live.breach("ann", "breach"))
    assert set(announced(live).state.coming) == {"ben", "cat"}


@pytest.mark.parametrize("counted", [False, True])
def test_10_10_3_equal_chips_below_who_is_disqualified_play_off(counted: bool) -> None:
    live = roulette(structure=sessions(1, 1)).started("ann", "ben", "cat")
    live.rounds(1, ann=("red", 40), ben=("red", 20), cat=("red", 20))
    assert live.heat.phase == "ended"
    closing(live, counted, returned=False).ok(live.breach("ann", "hidden"))
    assert live.heat.phase == "waiting"
    live.no("10.5.8", ending.AnnounceSession())
    live.rounds(1, 2, ben=("red", 10), cat=("black", 10))
    assert announced(live).state.places == (("cat",),)


def test_10_10_3_with_the_chips_returned_the_official_orders_the_equal() -> None:
    """Nothing is left to play off with."""
    live = roulette(structure=sessions(1, 1)).started("ann", "ben", "cat")
    live.rounds(1, ann=("red", 40), ben=("red", 20), cat=("red", 20))
    closing(live, counted=True, returned=True).ok(live.breach("ann", "hidden"))
    assert live.heat.phase == "undecided"
    live.no("10.5.8", ending.AnnounceSession())
    live.no('10.1.1["tournament chips"]', rounds.OpenTournamentRound("t1"), "dee", "dealer")
    live.ok(ending.OrderTied("t1", ["cat", "ben"], "by lot before both"))
    assert announced(live).state.places == (("cat",),)


@pytest.mark.parametrize(("counted", "returned"), ENDS)
def test_8_2_1_i_who_is_disqualified_after_a_final_of_craps_has_no_prize(counted: bool, returned: bool) -> None:
    live = craps(structure=sessions(1), prizes={"shares": [70, 30]}).started("ann", "ben", "cat").open()
    live.put("ann", "field", 50).put("ben", "field", 20).put("cat", "field", 10).settle([5, 4])
    closing(live, counted, returned).ok(live.breach("ann", "conditions"))
    announced(live).ok(ending.PayPrizes())
    assert live.state.places == (("ben",), ("cat",))
    assert live.purse("ann") <= 0
