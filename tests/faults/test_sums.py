"""No sum is larger than can be counted: what conditions, terms, additions and decisions may come to is bounded."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.cage.commands import Deposit
from feltwork.engine import refusing
from feltwork.incidents import commands as incident
from feltwork.promotion import commands as promotion
from feltwork.promotion.terms import Prize
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal
from feltwork.table.live.asker import Asker
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.topics import entries, rulings
from feltwork.verifier.verify import verify
from tests.aggregates.test_kept_out import Floor
from tests.promotion.terms import terms_from
from tests.tournament.conditions import CRAPS
from tests.tournament.live import Live, small

HUGE = [
    {"chips": {"cashed": True, "cash_value": "1" + "0" * 20 + ".00", "disposition": "cashed"}},
    {"chips": {"cashed": True, "cash_value": "10000000.00", "allotment": 10**9}},
    {"chips": {"bought": True, "buy_in": "9" * 29 + ".00"}},
    {"entry": {"fee": "1000000000000.00"}},
    {"prizes": {"guaranteed": True, "guarantee": "yes", "guaranteed_amount": "9" * 20 + ".00"}},
    {"buy_back": {"offered": True, "method": "x", "timing": "x", "price": "9" * 15 + ".00", "times": 10**9}},
    {"structure": {"sessions": [{"rounds": 3, "tables": 1, "seats": 10**9, "advance": 1}]}},
    {"structure": {"sessions": [{"rounds": 3, "tables": 1, "seats": 8, "advance": 1}] * 101}},
    {"structure": {"sessions": [{"rounds": 3, "tables": n, "seats": 8, "advance": 1} for n in (10**9, 1)]}},
]


@pytest.mark.parametrize("parts", HUGE)
def test_conditions_that_no_ledger_could_count_are_not_published(parts: dict[str, Any]) -> None:
    live = Live(small(**parts)).drafted()
    said = live.do(live.publish())
    assert said.clause == NOT_IN_THE_BOOK, said  # type: ignore[union-attr]  # a refusal
    assert live.state.phase == "draft"


def test_no_wager_could_win_chips_that_nobody_can_count() -> None:
    """Without a maximum in the conditions a player may put down all chips again and again."""
    sessions = [{"rounds": 9, "tables": 1, "seats": 8, "advance": 1}]
    cash = {"cashed": True, "cash_value": "100000.00"}
    document = small(CRAPS, chips=cash, structure={"sessions": sessions}) | {"wagers": {"compulsory": False}}
    live = Live(document).started("ann", "ben")
    for held in (100, 200, 400):
        live.open().put("ann", "field", held).settle([2, 2])
    said = live.open().do(live.wager("ann", "field", 800), "ann")
    assert isinstance(said, Refusal)
    assert "cannot be counted" in said.reason
    live.put("ann", "field", 100)


def test_a_pool_is_added_to_up_to_a_bound() -> None:
    live = Live().published()
    for _ in range(100):
        live.ok(entries.AddToPool(10**12, "a car"), "olga")
    assert live.do(entries.AddToPool(1), "olga").clause == NOT_IN_THE_BOOK  # type: ignore[union-attr]  # a refusal
    assert live.state.money.pool == 10**14


def test_a_prize_that_could_not_be_counted_out_is_not_drafted() -> None:
    """The cancellation of such a draft counted every single prize, and nobody else's command was decided meanwhile."""
    floor = Floor()
    boss = ("mia", "gaming_manager", "spring")
    for value, count, alternative in ((1, 2**53, 0), (2**53, 1, 0), (1, 1, 2**53)):
        prize = Prize("cups", "goods", value, count, alternative=alternative)
        assert floor.ask(promotion.DraftPromotion(("star-craps",), terms_from(floor.now, prizes=(prize,))), *boss)
    assert floor.ask(promotion.CancelPromotion("never mind"), *boss) == NOT_IN_THE_BOOK


def test_what_is_paid_for_a_dispute_makes_no_purse_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """2^53 cents are the most; here 100.00, so that they are soon there."""
    monkeypatch.setattr(refusing, "MAX_SUM", 100_00)
    floor = Floor()
    floor.does(Deposit("ann", 99_99), "till", "cashier")
    floor.does(incident.RaiseDispute("star-craps", "ann", "short paid"), "ann", "player", "incidents")
    paid = incident.DecideDispute(1, "it was", compensation=2)
    assert floor.ask(paid, "bo", "boxperson", "incidents") == NOT_IN_THE_BOOK
    assert floor.desk.cage.purses["ann"] == 99_99
    floor.does(incident.DecideDispute(1, "it was", compensation=1), "bo", "boxperson", "incidents")
    assert verify(floor.log().reading()) == []


def test_a_player_has_so_many_disputes_open_and_no_more() -> None:
    floor = Floor()
    ask = incident.RaiseDispute("star-craps", "ann", "short paid")
    for _ in range(5):
        floor.does(ask, "ann", "player", "incidents")
    assert floor.ask(ask, "ann", "player", "incidents")
    floor.does(incident.RaiseDispute("star-craps", "ben", "short paid"), "ben", "player", "incidents")
    floor.does(ask, "bo", "boxperson", "incidents")
    floor.does(incident.DecideDispute(1, "it was right"), "bo", "boxperson", "incidents")
    floor.does(incident.DecideDispute(2, "it was right"), "bo", "boxperson", "incidents")
    floor.does(ask, "ann", "player", "incidents")
    assert verify(floor.log().reading()) == []


def test_a_tournament_is_not_stopped_by_one_player_s_disputes_without_end() -> None:
    live = Live().started("ann", "ben")
    for _ in range(5):
        live.ok(rulings.RaiseDispute("short", "t1"), "ann")
    assert "5 open disputes" in live.do(rulings.RaiseDispute("short", "t1"), "ann").reason  # type: ignore[union-attr]  # refused
    live.ok(rulings.RaiseDispute("short", "t1"), "ben")


def test_a_dispute_is_read_by_whose_it_is_and_by_the_house() -> None:
    live = Live().started("ann", "ben")
    live.ok(rulings.RaiseDispute("he saw my form", "t1"), "ann")

    def seen(person: str, role: str) -> tuple[str, str]:
        (dispute,) = AGGREGATE.view(live.state, Asker(person, role, live.now))["disputes"]
        return dispute["about"], dispute["by"]

    assert seen("ann", "player") == ("he saw my form", "ann")
    assert seen("sue", "gaming_supervisor") == ("he saw my form", "ann")
    assert seen("ben", "player") == seen("wall", "wall") == ("...", "")
