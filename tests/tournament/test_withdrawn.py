"""Who withdraws in time has everything back; who no longer takes part stops nothing."""

from __future__ import annotations

from feltwork.table.live.when import MINUTE
from feltwork.tournament.live.topics import drafting, ending, entries, starting
from tests.tournament.desk import AtDesk, craps, roulette, sessions
from tests.tournament.live import START

CHIPS = {"bought": True, "buy_in": "20.00"}


def bought(live: AtDesk, *names: str) -> AtDesk:
    live.closed(*names)
    for name in names:
        live.ok(starting.BuyTournamentChips(name), name)
    return live


def test_10_4_2_who_withdraws_in_time_has_the_buy_in_back() -> None:
    """Without financial penalty: the fee and what was paid for chips; the pool and the buy-ins end at zero."""
    live = roulette(entry={"withdraw_minutes": 0}, chips=CHIPS, structure=sessions(1), prizes={"shares": [100]})
    bought(live, "ann", "ben", "cat")
    live.ok(entries.WithdrawEntry("cat"), "cat")
    assert live.purse("cat") == 0
    assert "cat" not in live.state.seating.bought_in
    live.no('10.1.1["tournament"]', starting.BuyTournamentChips("cat"), "cat")
    live.seated().ok(live.start())
    live.rounds(1, ann=("red", 50), ben=("red", 10)).over().ok(ending.PayPrizes())
    assert [live.purse(name) for name in ("ann", "ben", "cat")] == [12_000, -12_000, 0]
    assert not any(cents for account, cents in live.balances.items() if account.startswith("tournament"))


def test_who_withdraws_late_has_neither_back() -> None:
    live = bought(roulette(entry={"withdraw_minutes": 5}, chips=CHIPS), "ann", "ben", "cat")
    live.now = START - 4 * MINUTE
    live.ok(entries.WithdrawEntry("cat"), "cat")
    assert live.purse("cat") == -12_000
    live.ok(drafting.CancelTournament("fire"), "olga")
    assert live.purse("cat") == 0
    assert not any(cents for account, cents in live.balances.items() if account.startswith("tournament"))


def test_8_2_1_h_the_same_at_a_craps_tournament() -> None:
    live = bought(craps(entry={"withdraw_minutes": 0}, chips=CHIPS), "ann", "ben", "cat")
    live.ok(entries.WithdrawEntry("ann"), "ann")
    assert live.purse("ann") == 0
