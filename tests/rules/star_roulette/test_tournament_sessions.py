"""Roulette 10.5, 10.10 and 10.11: how sessions are conducted, who wins them, disputes, advice and counts."""

from __future__ import annotations

import pytest

from feltwork.entropy.commit import commitment
from feltwork.tournament.live.seat_draw import drawn_order
from feltwork.tournament.live.topics import ending, entries, merging, rounds, rulings, seating, wagering
from tests.rules import tournaments as check
from tests.tournament.desk import AtDesk, roulette, sessions
from tests.tournament.live import NAMES, secret_of

ENTRY = '10.1.1["tournament"]'
MINUTE = 60_000_000


def test_10_5_1() -> None:
    """The Manager names the tables, as many as the conditions have, and no seat is drawn before."""
    live = roulette().closed("ann", "ben")
    live.no("10.5.1", seating.DesignateTables(["t1"]), "olga")
    live.no("10.5.1", seating.DesignateTables([]))
    live.no("10.5.1", seating.DesignateTables(["t1", "t2"]))
    live.no("10.5.1", seating.DrawSeats(secret_of(1).hex()))
    live.ok(seating.DesignateTables(["t1"]))
    live.ok(seating.DrawSeats(secret_of(1).hex()))


def test_10_5_2() -> None:
    """While a session is played its table is for nothing else: no other tournament, nobody for money."""
    check.only_this("star-roulette", "10.5.2")
    check.not_among_players_for_money("star-roulette", "10.5.2")


@pytest.mark.parametrize(("late", "given"), [(-1, False), (0, True), (1, True)])
def test_10_5_3(late: int, given: bool) -> None:
    """Another start is told at least twenty minutes before it, and the session begins then, not sooner."""
    live = roulette().seated("ann", "ben")
    live.now = live.state.starts[0] - 30 * MINUTE
    move = seating.MoveStart(1, live.now + 20 * MINUTE + late)
    live.no("10.5.3", move, "olga")
    if not given:
        live.no("10.5.3", move)
        return
    live.ok(move)
    assert live.shown("ann")["sessions"][0]["starts"] == move.at
    live.now = move.at - 1
    live.no("10.5.3", live.start())
    live.now += 1
    live.ok(live.start())
    live.no("10.5.3", seating.MoveStart(1, live.now + 60 * MINUTE))


def test_10_5_4() -> None:
    """Seats by a draw that was promised before anybody knew who plays, and that anybody recomputes."""
    live = roulette().published()
    live.ok(entries.EnterTournament("ann", form=True, nonce="blue"), "ann")
    live.closed("ben", "cat", "dan").ok(seating.DesignateTables(["t1"]))
    live.no("not in the book", seating.DrawSeats(secret_of(2).hex()))
    live.no("10.5.4", seating.DrawSeats(secret_of(1).hex()), "olga")
    (drawn,) = live.ok(seating.DrawSeats(secret_of(1).hex()))
    assert commitment(bytes.fromhex(drawn.secret)) == live.publish().commitment
    again = drawn_order(secret_of(1), "spring-seats-1", ("blue",), ["ann", "ben", "cat", "dan"])
    assert drawn.seats == (("t1", tuple(again)),)
    assert drawn.nonces == ("blue",)
    live.no("10.5.4", seating.DrawSeats(secret_of(1).hex()))


def two_tables(**parts: object) -> AtDesk:
    """Eight players at two tables, four of them out after the first round; two go on from each table."""
    steps = sessions(2, 1, rounds=4)
    steps["sessions"][0] |= {"tables": 2, "seats": 5}
    live = roulette(structure=steps | {"merge": True} | parts).started(*NAMES)
    for table, heat in live.state.heats.items():
        live.open(table=table)
        for number, name in enumerate(heat.seats):
            live.put(name, "red" if number % 2 else "black", 100 if number % 2 else 10 * number + 10, table=table)
        live.settle(2, table=table)
    return live


def test_10_5_4_tables_merge() -> None:
    """Two tables become one between rounds: seats by a draw that is recomputed, as many go on as from both."""
    live = two_tables()
    before = live.chips("t1") | live.chips("t2")
    inside = {name for heat in live.state.heats.values() for name in heat.still_in()}
    live.no("10.5.4", merging.MergeTables("t1", "t2"), "olga")
    live.no("10.5.4", merging.MergeTables("t1", "t1"))
    live.open(table="t1").no("10.5.4", merging.MergeTables("t1", "t2"))
    for name in live.state.heats["t1"].still_in():
        live.put(name, "black", 10, table="t1")
    live.settle(1, table="t1").no("10.5.4", merging.MergeTables("t1", "t2"))
    live.open(table="t2")
    for name in live.state.heats["t2"].still_in():
        live.put(name, "black", 10, table="t2")
    live.settle(3, table="t2")
    (event,) = live.ok(merging.MergeTables("t1", "t2"))
    again = drawn_order(secret_of(1), "spring-seats-1-t1-t2", ("1", "3"), sorted(inside))
    assert list(event.seats) == again
    assert list(live.heat.seats[:4]) == again
    assert {name: chips + 10 for name, chips in live.chips("t2").items() if name in inside} == {
        name: before[name] for name in inside
    }
    assert live.shown("ann")["tables"][0]["advance"] == 4
    for number, name in enumerate(live.open(table="t2").heat.seats[:4]):
        live.put(name, "red", 10 * number + 10, table="t2")
    live.settle(2, table="t2")
    live.ok(ending.EndTableEarly("t2"))
    live.over()
    assert set(live.state.coming) == inside


def test_10_5_4_tables_merge_only_as_the_conditions_say() -> None:
    live = two_tables(merge=False)
    live.no("10.4.2(e)", merging.MergeTables("t1", "t2"))
    live = two_tables()
    live.ok(rulings.RaiseDispute("the seat", "t2"), live.state.heats["t2"].still_in()[0])
    live.no("10.11.2", merging.MergeTables("t1", "t2"))


def test_10_5_5_1() -> None:
    """A table ends before its time only when who goes on from it is determined."""
    live = roulette(structure=sessions(2, 1, rounds=9), chips={"allotment": 50}).started("ann", "ben", "cat")
    live.no("10.5.5.1", ending.EndTableEarly("t1"))
    live.rounds(1, 2, ann=("red", 50), ben=("black", 10), cat=("black", 20))
    live.no("10.5.5.1", ending.EndTableEarly("t1"), "olga")
    live.open().no("10.5.5.1", ending.EndTableEarly("t1"))
    live.put("ben", "red", 10).put("cat", "red", 10).settle(2)
    live.ok(ending.EndTableEarly("t1"))
    live.over()
    assert set(live.state.coming) == {"ben", "cat"}


def test_10_5_5_2() -> None:
    """Where chips are paid in cash, all players at the table agree besides."""
    chips = {"allotment": 50, "cashed": True, "cash_value": "0.10"}
    live = roulette(structure=sessions(2, 1, rounds=9), chips=chips).started("ann", "ben", "cat")
    live.rounds(1, 2, ann=("red", 50), ben=("black", 10), cat=("black", 20))
    live.no("10.5.5.2", ending.EndTableEarly("t1"))
    live.no("10.5.5.2", ending.AgreeToEnd("t1", "ann"), "ann")
    live.ok(ending.AgreeToEnd("t1", "ben"), "ben")
    live.no("10.5.5.2", ending.EndTableEarly("t1"))
    live.no("10.6.10", ending.AgreeToEnd("t1", "cat"), "ben")
    live.ok(ending.AgreeToEnd("t1", "cat"), "cat")
    live.ok(ending.EndTableEarly("t1"))


@pytest.mark.parametrize(
    ("away", "chips", "state"), [(1, 90, "in"), (2, 80, "in"), (3, 70, "in"), (4, 70, "disqualified")]
)
def test_10_5_6_1(away: int, chips: int, state: str) -> None:
    """The minimum of each round, for three rounds at most, whatever is spun."""
    live = roulette(structure=sessions(1, rounds=6)).started("ann", "ben", "cat")
    live.no("10.5.6.1", rounds.OpenTournamentRound("t1", "", ["ann", "ann"]), "dee", "dealer")
    live.no("10.5.6.1", rounds.OpenTournamentRound("t1", "", ["dan"]), "dee", "dealer")
    for _ in range(away):
        live.open(absent=["ann"]).no("10.5.6.1", live.wager("ann", "red", 10), "ann")
        live.put("ben", "red", 10).put("cat", "red", 10).settle(1)
    assert live.heat.players["ann"].state == state
    assert live.heat.players["ann"].chips == chips


def test_10_5_6_2() -> None:
    """Cancelled and disqualified; the fee goes back only if the Manager approves; chips stay on record (R16)."""
    for cash, paid in ((False, 0), (True, 1_000)):
        live = roulette(chips={"cashed": cash, "cash_value": "0.10"}, structure=sessions(1)).started(
            "ann", "ben", "cat"
        )
        live.no("10.5.6.2", live.breach("ann", "absent"), "olga")
        live.ok(live.breach("ann", "absent"))
        live.rounds(1, ben=("red", 10), cat=("black", 10))
        assert live.heat.players["ann"].chips == 100
        live.over()
        assert live.purse("ann") == -10_000 + paid
    back = roulette().started("ann", "ben", "cat")
    back.ok(back.breach("ann", "absent", refund=True))
    assert back.purse("ann") == 0
    assert back.balances["tournament/spring/pool"] == 20_000


def may_disqualify(ground: str, clause: str) -> None:
    """A warning, or disqualified, as the Manager finds; no fee goes back."""
    live = roulette().started("ann", "ben", "cat")
    (warned,) = live.ok(live.breach("ann", ground, disqualify=False))
    assert warned.clause == clause
    assert live.state.entries["ann"].standing == "in"
    live.no(clause, live.breach("ann", ground), "olga")
    live.no(clause, live.breach("ann", ground, refund=True))
    (gone,) = live.ok(live.breach("ann", ground))
    assert gone.clause == clause
    assert live.purse("ann") == -10_000
    live.open().no(ENTRY, live.wager("ann", "red", 10), "ann")


def test_10_5_7() -> None:
    may_disqualify("breach", "10.5.7")


def test_10_5_8() -> None:
    """Crew total what is in front of each remaining player; the Manager has it and announces."""
    live = roulette(structure=sessions(1)).started("ann", "ben").rounds(1, ann=("red", 10), ben=("black", 10))
    live.no("10.5.8", ending.ReturnTournamentChips("t1"), "dee", "dealer")
    for wrong in (109, 111):
        live.no("10.5.8", ending.RecordTotals("t1", {"ann": wrong, "ben": 90}), "dee", "dealer")
    live.no("10.5.8", ending.RecordTotals("t1", {"ann": 110}), "dee", "dealer")
    live.no("not in the book", live.count(), "ann")
    live.ok(live.count(), "dee", "dealer")
    live.ok(ending.ReturnTournamentChips("t1"), "dee", "dealer")
    live.no("10.5.8", ending.AnnounceSession(), "olga")
    live.ok(ending.AnnounceSession())
    assert live.shown("ann")["places"] == [["ann"], ["ben"]]


def test_10_5_9() -> None:
    """Nothing is announced before the chips are back; what is missing is told by quantity and denomination."""
    chips = {"set": [{"colour": "red", "value": 5, "count": 10}, {"colour": "blue", "value": 25, "count": 2}]}
    live = roulette(chips=chips, structure=sessions(1)).started("ann", "ben")
    live.rounds(1, ann=("red", 10), ben=("black", 10)).ok(live.count(), "dee", "dealer")
    live.no("10.5.9", ending.AnnounceSession())
    live.no("10.5.9", ending.ReturnTournamentChips("t1", [(7, 1)]), "dee", "dealer")
    live.no("10.5.9", ending.ReturnTournamentChips("t1", [(5, 0)]), "dee", "dealer")
    live.ok(ending.ReturnTournamentChips("t1", [(5, 2), (25, 1)]), "dee", "dealer")
    live.no("10.5.9", ending.ReturnTournamentChips("t1"), "dee", "dealer")
    told = [{"table": "t1", "value": 5, "quantity": 2}, {"table": "t1", "value": 25, "quantity": 1}]
    assert live.shown("mia")["desk"]["missing"] == told
    assert live.balances["tournament-bank/spring"] == 0


def test_10_10_2() -> None:
    """The most chips at the end of the session win it, at each table."""
    table = {"rounds": 1, "seats": 4, "advance": 1}
    steps = {"sessions": [table | {"tables": 2}, table | {"tables": 1}]}
    live = roulette(structure=steps).started("ann", "ben", "cat", "dan")
    winners = []
    for name, heat in live.state.heats.items():
        first, second = heat.seats
        live.open(table=name).put(first, "red", 10, table=name).put(second, "red", 20, table=name)
        live.settle(1, table=name)
        winners.append(second)
        assert live.state.heats[name].places == [[second], [first]]
    live.over()
    assert sorted(live.state.coming) == sorted(winners)


@pytest.mark.parametrize(("advance", "plays"), [(1, True), (2, False)])
def test_10_10_3(advance: int, plays: bool) -> None:
    """Equal chips play off only where they are more than the places left (R17); a count after each round decides."""
    live = roulette(structure=sessions(advance, 1)).started("ann", "ben", "cat")
    live.rounds(1, ann=("red", 10), ben=("red", 10), cat=("black", 10))
    assert (live.heat.phase == "waiting") is plays
    if plays:
        live.open().no("10.10.3", live.wager("cat", "red", 10), "cat")
        live.put("ann", "red", 10).put("ben", "red", 10).settle(1)
        assert live.heat.phase == "waiting", "still equal: another round"
        live.rounds(1, 2, ann=("red", 10), ben=("red", 20))
        assert live.heat.places == [["ann"], ["ben"], ["cat"]]
    live.over()
    assert set(live.state.coming or [n for place in live.state.places for n in place]) == (
        {"ann"} if plays else {"ann", "ben"}
    )


@pytest.mark.parametrize(("taken", "last"), [(("ann", "ben"), "ben"), (("ben", "ann"), "ann")])
def test_10_10_4(taken: tuple[str, ...], last: str) -> None:
    """Out in one round: fewer residual chips first, then the smaller wager, then whose chips were removed first."""
    live = roulette(chips={"allotment": 50}).started("ann", "ben", "cat").open()
    live.put("ann", "red", 50).put("ben", "red", 50).put("cat", "black", 50).settle(2, taken)
    assert live.heat.places == [["cat"], [last], [taken[0]]]
    residual = roulette(chips={"allotment": 59}, wagers={"maximum": 50}).started("ann", "ben", "cat").open()
    residual.put("ann", "red", 50).put("ben", "red", 50).form("ben", "red", 50).put("cat", "black", 10)
    residual.settle(2, taken)
    assert residual.heat.out == ["ben", "ann"], "nothing left, against nine"
    smaller = roulette(structure=sessions(1, rounds=3), play={"pass_cards": 1}).started("ann", "ben", "cat").open()
    smaller.put("ann", "red", 10).put("cat", "black", 10).ok(wagering.PlayPassCard("t1", "ben"), "ben")
    smaller.settle(2)
    smaller.open().put("ann", "red", 90).put("ben", "red", 100).put("cat", "black", 10).settle(2, ["ben", "ann"])
    assert smaller.heat.out == ["ann", "ben"], "the smaller wager, though the other's chips went first"


def test_10_11_1() -> None:
    may_disqualify("advice", "10.11.1")


def test_10_11_2() -> None:
    """The game does not go on, and no clock runs, until the Manager has ruled; that is final."""
    steps = {"sessions": [{"minutes": 10, "tables": 1, "seats": 8, "advance": 1}]}
    live = roulette(structure=steps).started("ann", "ben").open()
    live.ok(rulings.RaiseDispute("that was red", "t1"), "ann")
    live.no("10.11.2", live.wager("ann", "red", 10), "ann")
    live.no("10.11.2", rounds.CloseTournamentBetting("t1"), "dee", "dealer")
    live.now += 30 * MINUTE
    live.no("10.11.2", rulings.RuleOnDispute(1, "it was black"), "olga")
    live.ok(rulings.RuleOnDispute(1, "it was black"))
    live.no("10.11.2", rulings.RuleOnDispute(1, "it was red"))
    live.no("10.11.2", rulings.ReviewRuling(1, "it was red"), "dir", "director_of_casino_surveillance")
    live.put("ann", "red", 10).put("ben", "black", 10).settle(1)
    assert live.shown("ann")["tables"][0]["elapsed"] == 0
    own = live.ok(rulings.RaiseDispute("the count", "t1"))
    assert "our rule" in live.no("not in the book", rulings.RuleOnDispute(own[0].number, "as I said"))


def test_10_11_3() -> None:
    """Before the next round, if the Manager wants it."""
    live = roulette().started("ann", "ben")
    live.no("10.11.3", ending.OrderCount("t1"), "olga")
    live.ok(ending.OrderCount("t1"))
    live.no("10.11.3", rounds.OpenTournamentRound("t1"), "dee", "dealer")
    live.no("10.5.8", ending.RecordTotals("t1", {"ann": 99, "ben": 100}), "dee", "dealer")
    live.ok(live.count(), "dee", "dealer")
    live.open()


def test_10_11_4() -> None:
    may_disqualify("rules", "10.11.4")
    before = roulette().entered("ann", "ben")
    before.no("10.11.4", before.breach("ann", "rules"))


def test_10_5_7_after_going_out() -> None:
    """Who is out at a table and then disqualified counts no more there; the rounds after it are recounted alike."""
    live = roulette(structure=sessions(1, rounds=3)).started("ann", "ben", "cat")
    live.rounds(1, 1, ann=("black", 100), ben=("red", 10), cat=("red", 20))
    live.ok(live.breach("ann", "breach"))
    live.rounds(1, 1, ben=("red", 10), cat=("red", 20))
    assert live.heat.still_in() == [name for name in live.heat.seats if name != "ann"]
    live.rounds(1, 1, ben=("red", 10), cat=("red", 20))
    assert [name for place in live.heat.places for name in place] == ["cat", "ben"], "no place, so no prize"
