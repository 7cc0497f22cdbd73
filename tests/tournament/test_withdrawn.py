"""Who withdraws in time has everything back; who no longer takes part stops nothing; nobody fills a pool alone."""

from __future__ import annotations

from feltwork.table.live.when import MINUTE
from feltwork.tournament.live.topics import drafting, ending, entries, rulings, starting
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


def test_10_11_2_who_no_longer_takes_part_stops_nothing() -> None:
    """Withdrawn, disqualified, out, replaced: their disputes are refused, those of the others taken."""
    live = roulette(structure=sessions(2, 1)).entered("ann", "ben", "cat", "dan", "eve", "fay")
    live.ok(entries.WithdrawEntry("fay"), "fay")
    live.ok(entries.RefuseEntry("eve", "not a member"), "olga")
    live.closed().started()
    live.ok(live.breach("dan", "hidden"))
    for name in ("dan", "eve", "fay", "gus"):
        for table in ("", "t1"):
            assert "who take part" in live.no("10.11.2", rulings.RaiseDispute("it was mine", table), name)
    live.rounds(1, ann=("red", 50), ben=("red", 20), cat=("black", 10)).over()
    assert "who take part" in live.no("10.11.2", rulings.RaiseDispute("it was mine"), "cat")
    live.ok(rulings.RaiseDispute("it was mine"), "ann")


def test_a_dispute_is_at_the_own_table() -> None:
    table = {"rounds": 1, "tables": 2, "seats": 2, "advance": 1}
    final = {"rounds": 1, "tables": 1, "seats": 2, "advance": 1}
    live = roulette(entry={"maximum_players": 4}, structure={"sessions": [table, final]})
    live.started("ann", "ben", "cat", "dan")
    other = live.state.heats["t2"].seats[0]
    assert "do not play at table t1" in live.no("10.11.2", rulings.RaiseDispute("it was mine", "t1"), other)
    live.ok(rulings.RaiseDispute("it was mine", "t2"), other)


def test_rulings_do_not_make_room_for_disputes_without_end() -> None:
    live = roulette().started("ann", "ben")
    for number in range(1, rulings.MAX_EACH + 1):
        live.ok(rulings.RaiseDispute("it was mine", "t1"), "ann")
        live.ok(rulings.RuleOnDispute(number, "it was not"))
    assert "20 disputes" in live.no("10.11.2", rulings.RaiseDispute("it was mine", "t1"), "ann")
    live.ok(rulings.RaiseDispute("she says it was hers", "t1"), "dee", "dealer")


def test_who_pays_the_prizes_does_not_add_to_the_pool() -> None:
    """One person alone would move money of the house into a purse: not in charge, nor in charge again afterwards."""
    live = roulette().entered("ann", "ben")
    assert "adds to the pool" in live.no("not in the book", entries.AddToPool(10**12))
    live.ok(drafting.AppointOfficial("olga", "TM 8"))
    live.ok(drafting.AppointOfficial("mia", "TM 7"))
    live.ok(drafting.AppointOfficial("olga", "TM 8"))
    live.ok(entries.AddToPool(10**12))
    assert "appoints you" in live.no("not in the book", drafting.AppointOfficial("mia", "TM 7"))
    live.ok(drafting.AppointOfficial("mia", "TM 7"), "olga")
