"""Roulette 10.6 to 10.9: chips and wagers of a tournament, pass cards, undisclosed wagers, the order of wagering."""

from __future__ import annotations

import pytest

from feltwork.tournament.live.topics import rounds, starting, wagering
from tests.tournament.desk import AtDesk, roulette, sessions

ENTRY = '10.1.1["tournament"]'
SECOND = 1_000_000


def lines(*amounts: int) -> list[wagering.WagerLine]:
    return [wagering.WagerLine("red", amount) for amount in amounts]


def ordered(*names: str) -> AtDesk:
    return roulette(play={"order": True}).started(*names).open()


def told(live: AtDesk) -> list[str]:
    """By which clauses something was put right in the last round."""
    last = live.heat.last
    assert last is not None
    return [clause for _, clause, _ in last.told]


@pytest.mark.parametrize(("amount", "taken"), [(0, False), (1, True), (99, True), (100, True), (101, False)])
def test_10_6_1(amount: int, taken: bool) -> None:
    """A wager is for tournament chips that the player holds, and moves no money."""
    live = roulette().started("ann", "ben").open()
    if taken:
        live.put("ann", "red", amount)
    else:
        live.no("10.6.1", live.wager("ann", "red", amount), "ann")
    assert live.purse("ann") == -10_000


def test_10_6_2() -> None:
    """The same chips for everybody, whether they are given or bought."""
    for chips in ({}, {"bought": True, "buy_in": "50.00"}):
        live = roulette(chips=chips).started("ann", "ben", "cat")
        assert live.chips() == {"ann": 100, "ben": 100, "cat": 100}
        assert live.balances["tournament-bank/spring"] == -300


def test_10_6_3() -> None:
    """Who has not bought in when the session begins is eliminated, and the fee stays."""
    live = roulette(chips={"bought": True, "buy_in": "50.00"}).seated("ann", "ben", "cat")
    for name in ("ann", "ben"):
        live.ok(starting.BuyTournamentChips(name), name)
    live.no("10.6.3", starting.BuyTournamentChips("ann"), "ann")
    live.ok(live.start())
    assert set(live.heat.seats) == {"ann", "ben"}
    assert live.state.entries["cat"].standing == "out"
    assert live.purse("cat") == -10_000
    assert live.balances["tournament/spring/pool"] == 30_000
    live.no(ENTRY, starting.BuyTournamentChips("cat"), "cat")


def test_10_6_4() -> None:
    """Who neither wagers nor plays a pass card is disqualified; one of the two is enough."""
    live = roulette().started("ann", "ben", "cat", "dan").open()
    live.put("ann", "red", 10).put("dan", "red", 10).ok(wagering.PlayPassCard("t1", "ben"), "ben")
    live.settle(2)
    standing = {name: entry.standing for name, entry in live.state.entries.items()}
    assert standing == {"ann": "in", "ben": "in", "cat": "disqualified", "dan": "in"}
    assert "10.6.4" in told(live)
    live.open().no(ENTRY, live.wager("cat", "red", 10), "cat")


def test_10_6_5() -> None:
    must_disqualify("increased", "10.6.5")


def must_disqualify(ground: str, clause: str) -> None:
    """A warning is not enough, the fee does not go back, and only the Manager finds it."""
    live = roulette().started("ann", "ben", "cat")
    live.no(clause, live.breach("ann", ground, disqualify=False))
    live.no(clause, live.breach("ann", ground), "olga")
    live.no(clause, live.breach("ann", ground, refund=True))
    (gone,) = live.ok(live.breach("ann", ground))
    assert gone.clause == clause
    assert live.state.entries["ann"].standing == "disqualified"
    assert live.purse("ann") == -10_000
    live.open().no(ENTRY, live.wager("ann", "red", 10), "ann")


def test_10_6_6() -> None:
    """Exchanging chips, or taking them from the table, is a ground; no command hands chips to another player."""
    live = roulette().started("ann", "ben", "cat")
    (warned,) = live.ok(live.breach("ann", "exchanged", disqualify=False))
    live.no("10.6.6", live.breach("ann", "exchanged", refund=True))
    (gone,) = live.ok(live.breach("ann", "exchanged"))
    assert warned.clause == gone.clause == "10.6.6"
    live.rounds(1, ben=("red", 10), cat=("black", 10))
    assert live.chips() == {"ann": 100, "ben": 110, "cat": 90}


def test_10_6_7() -> None:
    must_disqualify("hidden", "10.6.7")


def test_10_6_8() -> None:
    """Made and paid in chips of the tournament, whatever colours they have (R25)."""
    colours = [{"colour": "red", "value": 5, "count": 12}, {"colour": "blue", "value": 20, "count": 2}]
    live = roulette(chips={"set": colours}).started("ann", "ben")
    live.rounds(1, ann=("straight", 10, 7), ben=("red", 10), result=7)
    assert live.chips() == {"ann": 450, "ben": 110}
    assert live.balances["tournament-chips/spring/ann"] == 450
    assert live.balances["tournament-bank/spring"] == -560
    assert live.purse("ann") == -10_000


def test_10_6_9() -> None:
    """Chips that are held at the end go back to the house, and are the house's."""
    live = roulette(structure=sessions(1)).started("ann", "ben").rounds(1, ann=("red", 10), ben=("black", 10))
    assert live.balances["tournament-bank/spring"] == -200
    live.over()
    assert live.balances["tournament-bank/spring"] == 0
    assert {live.balances[f"tournament-chips/spring/{name}"] for name in ("ann", "ben")} == {0}


def test_10_6_10() -> None:
    live = roulette().started("ann", "ben").open()
    seat = live.heat.seat("ann")
    for wrong in (seat - 1, seat + 1):
        live.no("10.6.10", wagering.PlaceTournamentWagers("t1", "ann", wrong, lines(10)), "ann")
    live.no("10.6.10", wagering.PlaceTournamentWagers("t1", "ann", seat, lines(10)), "ben")
    live.ok(wagering.PlaceTournamentWagers("t1", "ann", seat, lines(10)), "ann")


def test_10_6_11() -> None:
    """The Manager limits the time, and players know it before a round to which it applies begins."""
    live = roulette().started("ann", "ben").open()
    live.no("10.6.11", starting.LimitWagerTime(30), "olga")
    live.no("10.6.11", starting.LimitWagerTime(3601))
    live.no("10.6.11", starting.LimitWagerTime(-1))
    live.ok(starting.LimitWagerTime(30))
    assert live.shown("ann")["tables"][0]["closes_at"] == 0, "not in the round that is played"
    live.put("ann", "red", 10).put("ben", "black", 10).settle(1)
    live.open()
    assert live.shown("ann")["tables"][0]["closes_at"] == live.now + 30 * SECOND


@pytest.mark.parametrize(
    ("late", "amount", "taken"), [(-1, 20, True), (0, 20, False), (0, 10, True), (0, 11, False), (1, 9, True)]
)
def test_10_6_12(late: int, amount: int, taken: bool) -> None:
    live = roulette().started("ann", "ben")
    live.ok(starting.LimitWagerTime(30))
    live.open()
    live.now += 30 * SECOND + late
    if taken:
        live.put("ann", "red", amount)
    else:
        live.no("10.6.12", live.wager("ann", "red", amount), "ann")
        live.no("10.6.12", wagering.HandInForm("t1", "ann", "red", None, amount), "ann")


@pytest.mark.parametrize(("left", "out"), [(9, True), (10, False), (11, False)])
def test_10_6_13(left: int, out: bool) -> None:
    """Who cannot cover the minimum of the next round is out before it, and plays no more."""
    changes = [{"round": 2, "minimum": 10, "maximum": 100}]
    limits = {"minimum": 1, "maximum": 100, "change": True, "changes": changes}
    live = roulette(chips={"allotment": 20 + left}, wagers=limits).started("ann", "ben", "cat")
    live.open().put("ann", "red", 20).put("ben", "black", 1).put("cat", "black", 1).settle(2)
    assert (live.heat.players["ann"].state == "eliminated") is out
    if out:
        assert "10.6.13" in told(live)
        live.open().no("10.10.3", live.wager("ann", "red", 1), "ann")


@pytest.mark.parametrize(
    ("amounts", "maximum", "lost"),
    [
        ((9,), 100, 10),
        ((10,), 100, 10),
        ((11,), 100, 10),
        ((19,), 100, 10),
        ((20,), 100, 20),
        ((9, 9), 100, 10),
        ((49,), 50, 40),
        ((50,), 50, 50),
        ((60,), 50, 50),
        ((40, 20), 50, 50),
    ],
)
def test_10_6_14(amounts: tuple[int, ...], maximum: int, lost: int) -> None:
    """Units of the minimum, made up to it, paid or collected to the maximum: of the round in total (T1, T2)."""
    live = roulette(wagers={"maximum": maximum}).started("ann", "ben").open().put("ben", "black", 10)
    live.ok(wagering.PlaceTournamentWagers("t1", "ann", live.heat.seat("ann"), lines(*amounts)), "ann")
    live.settle(2)
    assert live.chips()["ann"] == 100 - lost
    assert ("10.6.14" in told(live)) is (sum(amounts) != lost)


def test_10_6_15() -> None:
    """Limits change at the round that was told before, and the maximum may fall as the minimum rises."""
    changes = [{"round": 2, "minimum": 20, "maximum": 30}]
    live = roulette(wagers={"change": True, "changes": changes}).started("ann", "ben")
    live.rounds(1, 2, ann=("red", 40), ben=("black", 40))
    assert live.chips() == {"ann": 60, "ben": 140}
    live.rounds(1, 2, ann=("red", 40), ben=("black", 15))
    assert live.chips() == {"ann": 30, "ben": 160}


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_10_7_1(cards: int) -> None:
    """The same number for everybody, one in lieu of a wager, collected when the round is over; anew in each heat."""
    live = roulette(play={"pass_cards": cards}, structure=sessions(2, 2, rounds=4)).started("ann", "ben", "cat")
    assert {player.cards for player in live.heat.players.values()} == {cards}
    for _ in range(cards):
        live.open().put("ben", "red", 10).put("cat", "black", 10).ok(wagering.PlayPassCard("t1", "ann"), "ann")
        live.no("10.7.1", wagering.PlayPassCard("t1", "ann"), "ann")
        live.no("10.9.5", live.wager("ann", "red", 10), "ann")
        live.settle(2)
    live.open().no("10.7.1", wagering.PlayPassCard("t1", "ann"), "ann")
    live.put("ann", "red", 10).put("ben", "red", 10).put("cat", "black", 10).settle(2)
    live.rounds(3 - cards, ann=("red", 20), ben=("red", 10), cat=("black", 20)).over()
    live.started()
    assert {player.cards for player in live.heat.players.values()} == {cards}


@pytest.mark.parametrize("forms", [0, 1, 2])
def test_10_8_1(forms: int) -> None:
    live = roulette(play={"undisclosed": forms}).started("ann", "ben")
    for _ in range(forms):
        live.open().put("ben", "red", 10).form("ann", "red", 10)
        live.no("10.9.5", wagering.HandInForm("t1", "ann", "red", None, 10), "ann")
        live.settle(2)
    live.open().no("10.8.1", wagering.HandInForm("t1", "ann", "red", None, 10), "ann")


def test_10_8_2_1() -> None:
    """Type and amount in writing, handed to the supervisor, who has it as it was written."""
    live = roulette().started("ann", "ben").open()
    for amount in (0, -1):
        live.no("10.8.2.1", wagering.HandInForm("t1", "ann", "dozen", 2, amount), "ann")
    live.no("3.2", wagering.HandInForm("t1", "ann", "hardway", 4, 10), "ann")
    live.ok(wagering.HandInForm("t1", "ann", "dozen", 2, 30), "ann")
    seen = live.shown("sue", "gaming_supervisor")["crew"]["t1"]["forms"]
    assert seen == {"ann": {"wager": "dozen", "on": "2", "amount": 30}}


def test_10_8_2_2() -> None:
    """What a player left out or wrote wrongly is the player's: it stands, and cannot be altered."""
    live = roulette().started("ann", "ben").open().put("ben", "red", 10)
    live.ok(wagering.HandInForm("t1", "ann", None, None, 30), "ann")
    live.no("10.9.5", wagering.HandInForm("t1", "ann", "red", None, 30), "ann")
    live.ok(wagering.ExamineForm("t1", "ann"), "sue", "gaming_supervisor")
    live.settle(1)
    assert live.chips()["ann"] == 90


@pytest.mark.parametrize(("amount", "counted"), [(9, 10), (10, 10), (60, 60), (61, 60)])
def test_10_8_2_3(amount: int, counted: int) -> None:
    """Within the limits by itself, beside open wagers that are within them by themselves (T1)."""
    live = roulette(wagers={"maximum": 60}, chips={"allotment": 150}).started("ann", "ben").open()
    live.put("ben", "red", 10).put("ann", "black", 60).form("ann", "red", amount).settle(1)
    assert live.chips()["ann"] == 150 - 60 + counted


@pytest.mark.parametrize(("amount", "counted"), [(39, 39), (40, 40), (41, 40)])
def test_10_8_2_4(amount: int, counted: int) -> None:
    """Open and undisclosed together do not exceed the chips held."""
    live = roulette().started("ann", "ben", "cat").open().put("ann", "black", 60).form("ann", "red", amount)
    live.put("ben", "red", 10).put("cat", "red", 10).settle(1)
    assert live.heat.last is not None
    assert live.heat.last.forms[0].counted == counted
    assert live.chips()["ann"] == 100 - 60 + counted


def test_10_8_2_5() -> None:
    """No spin before a supervisor has examined the form; an indicator, and nothing more, is seen by the table."""
    live = roulette().started("ann", "ben").open().put("ben", "red", 10)
    live.ok(wagering.HandInForm("t1", "ann", "dozen", 2, 30), "ann")
    live.no("10.8.2.5", rounds.CloseTournamentBetting("t1"), "dee", "dealer")
    live.no("10.8.2.5", wagering.ExamineForm("t1", "ann"), "dee", "dealer")
    live.no("10.8.2.5", wagering.ExamineForm("t1", "ben"), "sue", "gaming_supervisor")
    live.ok(wagering.ExamineForm("t1", "ann"), "sue", "gaming_supervisor")
    live.no("10.8.2.5", wagering.ExamineForm("t1", "ann"), "sue", "gaming_supervisor")
    crew = live.shown("dee", "dealer")["crew"]["t1"]
    assert crew["indicators"] == ["ann"]
    assert crew["forms"] == {}
    live.ok(rounds.CloseTournamentBetting("t1"), "dee", "dealer")
    for wager, amount, clause in (("red", None, "10.8.3.4"), (None, 20, "10.8.3.4"), ("red", 9, "10.8.3.1")):
        handed_back(wager, amount, clause)
    handed_back("red", 101, "10.8.3.2")


def handed_back(wager: str | None, amount: int | None, clause: str) -> None:
    """A form that is not in order goes back before the round, and may be filled in anew."""
    live = roulette().started("ann", "ben").open().put("ben", "red", 10)
    live.ok(wagering.HandInForm("t1", "ann", wager, None, amount), "ann")
    back = wagering.HandBackForm("t1", "ann")
    live.no("10.8.2.5", back, "dee", "dealer")
    live.no("10.8.2.5", wagering.HandBackForm("t1", "ben"), "sue", "gaming_supervisor")
    assert live.shown("sue", "gaming_supervisor")["crew"]["t1"]["defects"]["ann"]["clause"] == clause
    for person, role in (("dee", "dealer"), ("mia", ""), ("ben", "")):
        assert clause not in str(live.shown(person, role).get("crew")), f"{person} is not told what is wrong"
    live.ok(back, "sue", "gaming_supervisor")
    assert live.shown("ann")["me"]["forms"] == 1
    live.no("10.8.2.5", back, "sue", "gaming_supervisor")
    live.ok(wagering.HandInForm("t1", "ann", "red", None, 30), "ann")
    live.no("10.8.2.5", back, "sue", "gaming_supervisor")  # in order now, and stands
    live.ok(wagering.ExamineForm("t1", "ann"), "sue", "gaming_supervisor")
    live.no("10.8.2.5", back, "sue", "gaming_supervisor")
    assert live.settle(1).chips()["ann"] == 130


def test_10_8_2_5_handed_back_in_turn() -> None:
    """With an order of wagering, whose form goes back acts before those who have not acted."""
    live = roulette(play={"order": True}).started("ann", "ben", "cat")
    first, second, third = live.heat.seats
    live.open(marker=first)
    live.ok(wagering.HandInForm("t1", first, None, None, 20), first)
    live.put(second, "red", 10)
    live.ok(wagering.HandBackForm("t1", first), "sue", "gaming_supervisor")
    live.no("10.9.4", live.wager(third, "red", 10), third)
    live.put(first, "red", 20).put(third, "red", 10)
    assert live.settle(1).chips() == {first: 120, second: 110, third: 110}


def test_10_8_2_6() -> None:
    """Revealed and settled only when the round is over, and announced to everybody."""
    live = roulette().started("ann", "ben").open().put("ben", "red", 10).form("ann", "dozen", 30, 2)
    live.no("10.8.2.6", rounds.SettleTournamentRound("t1", 17), "dee", "dealer")
    live.settle(17)
    assert live.chips()["ann"] == 160
    (form,) = live.shown("wall", "wall")["tables"][0]["last"]["forms"]
    assert form == {"player": "ann", "wager": "dozen", "on": "2", "amount": 30, "counted": 30}


def deemed(wager: str | None, amount: int | None, lost: int, clause: str, *, open_: int = 0, chips: int = 100) -> None:
    """A form that loses costs so much, and the clause by which it counts is told, or none is."""
    live = roulette(wagers={"maximum": 60}, chips={"allotment": chips}).started("ann", "ben").open()
    live.put("ben", "red", 10)
    if open_:
        live.put("ann", "red", open_)
    live.form("ann", wager, amount).settle(2)
    assert live.chips()["ann"] == chips - open_ - lost
    assert [each for each in told(live) if each.startswith("10.8.3")] == ([clause] if clause else [])
    assert live.heat.last is not None
    assert live.heat.last.forms[0].counted == lost


@pytest.mark.parametrize(("amount", "lost", "clause"), [(9, 10, "10.8.3.1"), (10, 10, ""), (11, 11, "")])
def test_10_8_3_1(amount: int, lost: int, clause: str) -> None:
    deemed("red", amount, lost, clause)


@pytest.mark.parametrize(("amount", "lost", "clause"), [(59, 59, ""), (60, 60, ""), (61, 60, "10.8.3.2")])
def test_10_8_3_2(amount: int, lost: int, clause: str) -> None:
    deemed("red", amount, lost, clause)


@pytest.mark.parametrize(("amount", "lost", "clause"), [(29, 29, ""), (30, 30, ""), (31, 30, "10.8.3.3")])
def test_10_8_3_3(amount: int, lost: int, clause: str) -> None:
    """Over the chips that are left: all of those; over the maximum too, the lower of both (R19)."""
    deemed("red", amount, lost, clause, open_=50, chips=80)
    live = roulette(wagers={"maximum": 60}, chips={"allotment": 80}).started("ann", "ben").open()
    live.put("ben", "red", 10).form("ann", "red", 81).settle(2)
    assert live.chips()["ann"] == 20


@pytest.mark.parametrize(("wager", "amount"), [(None, 50), ("red", None), (None, None)])
def test_10_8_3_4(wager: str | None, amount: int | None) -> None:
    """Without its type or amount: the minimum is taken, whatever was spun."""
    deemed(wager, amount, 10, "10.8.3.4")
    live = roulette().started("ann", "ben").open().put("ben", "red", 10).form("ann", wager, amount).settle(1)
    assert live.chips()["ann"] == 90


def test_10_8_4() -> None:
    """Any player may look at the form from the end of its round until the next one begins."""
    live = roulette().started("ann", "ben", "cat").open().put("ben", "red", 10).put("cat", "red", 10)
    live.form("ann", "street", 20, [13, 14, 15])
    live.ok(rounds.CloseTournamentBetting("t1"), "dee", "dealer")
    assert "street" not in str(live.shown("cat"))
    live.ok(rounds.SettleTournamentRound("t1", 2), "dee", "dealer")
    assert "street" in str(live.shown("cat"))
    live.open()
    assert "street" not in str(live.shown("cat"))


def test_10_9_1() -> None:
    """There is an order where the conditions have one, and none where they have none."""
    live = roulette().started("ann", "ben", "cat")
    live.no("10.9.3", rounds.OpenTournamentRound("t1", "ann"), "dee", "dealer")
    live.open()
    for name in reversed(live.heat.seats):
        live.put(name, "red", 10)
    order = ordered("ann", "ben", "cat")
    order.no("10.9.4", order.wager(order.heat.seats[2], "red", 10), order.heat.seats[2])


def test_10_9_2() -> None:
    """The marker shows everybody who is first; without an order there is none."""
    live = ordered("ann", "ben")
    assert live.shown("ben")["tables"][0]["marker"] == live.heat.seats[0]
    assert live.shown("wall", "wall")["tables"][0]["turn"] == live.heat.seats[0]
    assert roulette().started("ann", "ben").open().shown("ben")["tables"][0]["marker"] == ""


def test_10_9_3() -> None:
    """Who has the marker, then to the left, round the table; somebody absent is passed over."""
    live = roulette(play={"order": True}).started("ann", "ben", "cat", "dan")
    one, two, three, four = live.heat.seats
    live.no("10.9.3", rounds.OpenTournamentRound("t1", "zoe"), "dee", "dealer")
    live.open(marker=three, absent=[one])
    assert list(live.shown("dee", "dealer")["crew"]["t1"]["turn"]) == [three, four, two]
    live.put(three, "red", 10).put(four, "red", 10).put(two, "red", 10)


def test_10_9_4() -> None:
    live = ordered("ann", "ben", "cat")
    first, second, third = live.heat.seats
    for early in (second, third):
        live.no("10.9.4", live.wager(early, "red", 10), early)
        live.no("10.9.4", wagering.PlayPassCard("t1", early), early)
        live.no("10.9.4", wagering.HandInForm("t1", early, "red", None, 10), early)
    live.put(first, "red", 10)
    live.no("10.9.4", live.wager(third, "red", 10), third)
    live.put(second, "red", 10).put(third, "red", 10)


def test_10_9_5() -> None:
    live = ordered("ann", "ben", "cat")
    first, second, _ = live.heat.seats
    live.put(first, "red", 10)
    live.no("10.9.5", wagering.TakeBackWager("t1", first, "red"), first)
    live.no("10.9.5", live.wager(first, "black", 10), first)
    live.put(second, "red", 10)
    live.no("10.9.5", wagering.TakeBackWager("t1", second, "red"), second)
