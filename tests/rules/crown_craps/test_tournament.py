"""Crown Craps 8: tournaments by their approved conditions; the book itself has no number, time or order."""

from __future__ import annotations

import pytest

from feltwork.tournament.live.topics import drafting, ending, merging, rounds, rulings, seating, starting, wagering
from tests.rules import tournaments as check
from tests.tournament.conditions import CRAPS, changed, without
from tests.tournament.desk import AtDesk, craps, sessions
from tests.tournament.live import START, secret_of, small

BOOK = "crown-craps"
ENTRY = "8.2.1(h)"
MINUTE = 60_000_000


def test_8_1_1() -> None:
    """From draft to paid, with the same chips and a drawn seat for everybody."""
    live = craps(prizes={"shares": [60, 40]}).seated("ann", "ben", "cat")
    live.no("8.1.1", seating.DrawSeats(secret_of(1).hex()))
    live.ok(live.start())
    assert live.chips() == {"ann": 100, "ben": 100, "cat": 100}
    for dice in ([3, 4], [5, 6], [1, 2]):
        live.open().put("ann", "win-line", 20).put("ben", "dont-win-line", 10).put("cat", "win-line", 10).settle(dice)
    assert live.chips() == {"ann": 120, "ben": 90, "cat": 110}
    live.over().ok(ending.PayPrizes())
    assert list(map(list, live.state.places)) == [["ann"], ["cat"], ["ben"]]
    assert live.balances["tournament/spring/pool"] == live.balances["tournament-bank/spring"] == 0


def test_8_1_1_tables_merge() -> None:
    """With an equal chance for all: not while wagers lie, and with seats drawn anew."""
    steps = sessions(1, 1, rounds=4)
    steps["sessions"][0] |= {"tables": 2, "seats": 4}
    live = craps(structure=steps | {"merge": True}).started("ann", "ben", "cat", "dan")
    for table in ("t1", "t2"):
        live.open(table=table)
        for name in live.state.heats[table].seats:
            live.put(name, "win-line", 10, table=table)
        live.settle([2, 2], table=table)
    live.no("8.1.1", merging.MergeTables("t2", "t1"))
    for table in ("t1", "t2"):
        live.open(table=table).settle([3, 4], table=table)
    live.ok(merging.MergeTables("t2", "t1"))
    assert live.chips() == dict.fromkeys(live.heat.seats, 90)
    assert live.shown("ann")["tables"][0]["advance"] == 2
    first, *rest = live.heat.seats
    live.open().put(first, "field", 20)
    for name in rest:
        live.put(name, "field", 10)
    live.settle([1, 2])
    assert live.chips() == {first: 110} | dict.fromkeys(rest, 100)


def test_8_1_2() -> None:
    live = craps()
    live.ok(drafting.DraftTournament(live.document), "olga")
    live.no("8.1.2", live.publish())
    live.no("8.1.2", drafting.AppointOfficial("mia", ""), "olga")
    live.ok(drafting.AppointOfficial("mia", "TD 7"), "olga")
    live.no("8.1.2", live.publish(), "olga")
    live.ok(live.publish())


def test_8_1_3() -> None:
    """No tournament without the approval in writing, and the conditions that were approved stand."""
    for document in (without(small(CRAPS), "approval"), small(CRAPS) | {"approval": " "}):
        live = AtDesk(document).drafted()
        live.no("8.1.3", live.publish())
    live.ok(drafting.ReviseConditions(small(CRAPS)), "olga")
    live.ok(live.publish())
    live.no("8.1.3", drafting.ReviseConditions(changed(small(CRAPS), "entry.fee", "5.00")), "olga")


def test_8_2_1_a() -> None:
    check.only_if_used(BOOK, "8.2.1(a)", "entry.charged", "entry.fee")
    assert craps(entry={"charged": False}).entered("ann").purse("ann") == 0
    assert craps(entry={"fee": "12.34"}).entered("ann").purse("ann") == -1_234


def test_8_2_1_b() -> None:
    """Chips of each session, the buy-in where there is one, and what becomes of chips at the end."""
    clause = "8.2.1(b)"
    check.must_say(BOOK, clause, "chips.allotment", "chips.disposition")
    check.only_if_used(BOOK, clause, "chips.bought", "chips.buy_in")
    for to, won in (("pool", 30_000), ("house", 20_000)):
        chips = {"bought": True, "buy_in": "50.00", "buy_in_to": to}
        live = craps(chips=chips, prizes={"shares": [100]}, structure=sessions(1)).seated("ann", "ben", "cat")
        for name in ("ann", "ben"):
            live.ok(starting.BuyTournamentChips(name), name)
        live.no(clause, starting.BuyTournamentChips("ann"), "ann")
        live.ok(live.start())
        assert live.state.entries["cat"].standing == "out"
        live.rounds(1, [3, 4], ann=("win-line", 10), ben=("field", 10)).over().ok(ending.PayPrizes())
        assert live.purse("ann") == -15_000 + won + 10_000
        assert live.balances["tournament/spring/buy-in"] == live.balances["tournament/spring/pool"] == 0
    cash = craps(chips={"cashed": True, "cash_value": "0.10"}, structure=sessions(1)).started("ann", "ben")
    cash.rounds(1, [3, 4], ann=("win-line", 10), ben=("field", 10)).over()
    assert [cash.purse(name) for name in ("ann", "ben")] == [-10_000 + 1_100, -10_000 + 900]


@pytest.mark.parametrize(("amount", "taken"), [(9, False), (10, True), (100, True), (101, False)])
def test_8_2_1_c(amount: int, taken: bool) -> None:
    """Limits are those of the conditions, and so is what follows where a compulsory wager is not made."""
    check.must_say(BOOK, "8.2.1(c)", "wagers.compulsory")
    live = craps(chips={"allotment": 500}).started("ann", "ben").open()
    if taken:
        live.put("ann", "win-line", amount)
    else:
        why = live.no("4.4", live.wager("ann", "win-line", amount), "ann")
        assert f"would be {amount}, " in why, "chips have no cents"
    for follows, chips, state in (("nothing", 100, "in"), ("deduct", 90, "in"), ("disqualify", 100, "disqualified")):
        live = craps(play={"no_wager": follows}).started("ann", "ben", "cat")
        live.open().put("ben", "win-line", 10).put("cat", "win-line", 10).settle([3, 4])
        assert (live.heat.players["ann"].chips, live.heat.players["ann"].state) == (chips, state)
    free = small(CRAPS) | {"wagers": {"compulsory": False}}
    live = AtDesk(free).started("ann", "ben").open().settle([3, 4])
    assert live.heat.still_in() == list(live.heat.seats)


def test_8_2_1_d() -> None:
    """Sessions, progression, repechage; equal chips at the cut as the conditions say."""
    clause = "8.2.1(d)"
    check.must_say(BOOK, clause, "structure.sessions", "structure.progression")
    check.only_if_used(BOOK, clause, "structure.repechage", "structure.repechage_how")
    for ties in ("official", "play-off"):
        live = craps(structure=sessions(1, 1) | {"ties": ties}).started("ann", "ben", "cat")
        live.rounds(1, [3, 4], ann=("field", 10), ben=("field", 10), cat=("field", 20))
        if ties == "official":
            live.no(clause, ending.OrderTied("t1", ["ben", "cat"], "by lot"))
            live.no(clause, ending.OrderTied("t1", ["ben", "ann"], "by lot"), "pit")
            live.ok(ending.OrderTied("t1", ["ben", "ann"], "by lot"))
            assert live.heat.places == [["ben"], ["ann"], ["cat"]]
        else:
            live.rounds(1, [3, 4], ann=("field", 10), ben=("field", 20))
            assert live.heat.places == [["ann"], ["ben"], ["cat"]]


@pytest.mark.parametrize("how", ["retires", "disqualified", "a third leaves"])
def test_8_2_1_d_a_tie_that_ends_because_somebody_leaves(how: str) -> None:
    """Whoever is left of those who shared the place has it, and the table is over; a tie that is still there waits."""
    live = craps(structure=sessions(1, 1) | {"ties": "official"}).started("ann", "ben", "cat")
    live.rounds(1, [3, 4], ann=("field", 10), ben=("field", 10), cat=("field", 20))
    assert live.heat.phase == "undecided"
    if how == "a third leaves":
        live.ok(rulings.RetirePlayer("cat"), "cat")
        assert live.heat.phase == "undecided"
        live.ok(ending.OrderTied("t1", ["ben", "ann"], "by lot"))
        assert live.heat.places[:2] == [["ben"], ["ann"]]
        return
    if how == "retires":
        live.ok(rulings.RetirePlayer("ann"), "ann")
    else:
        live.ok(rulings.FindBreach("ann", "conditions", "told twice", disqualify=True))
    assert live.heat.phase == "ended"
    assert live.heat.places[0] == ["ben"]


def a_secret_wager_goes_back() -> None:
    """A secret wager that could not be put down goes back when it is examined; one that could stands."""
    live = craps(play={"secret": True, "secret_number": 1, "secret_how": "on the form"}).started("ann", "ben").open()
    live.ok(wagering.HandInForm("t1", "ann", "field", None, 5), "ann")
    back = wagering.HandBackForm("t1", "ann")
    live.no("8.2.1(e)", back, "dee", "dealer")
    live.ok(back, "sue", "boxperson")
    live.ok(wagering.HandInForm("t1", "ann", "field", None, 20), "ann")
    live.no("8.2.1(e)", back, "sue", "boxperson")
    live.ok(wagering.ExamineForm("t1", "ann"), "sue", "boxperson")
    assert live.settle([3, 4]).chips()["ann"] == 80


def test_8_2_1_e() -> None:
    """Secret wagers as many as the conditions allow, seen by nobody else before the roll is over."""
    clause = "8.2.1(e)"
    check.only_if_used(BOOK, clause, "play.secret", "play.secret_number", "play.secret_how")
    live = craps().started("ann", "ben").open().put("ben", "win-line", 10)
    live.no(clause, wagering.HandInForm("t1", "ann", "field", None, 101), "ann")
    live.form("ann", "field", 30)
    live.no(clause, wagering.HandInForm("t1", "ann", "field", None, 10), "ann")
    onlookers = (("ben", "player"), ("dee", "dealer"), ("mia", "pit_boss"), ("w", "wall"), ("i", "inspector"))
    for who in onlookers:
        assert "field" not in str(live.shown(*who) | {"conditions": ""})
    assert "field" in str(live.shown("sue", "boxperson"))
    assert not any("field" in line for line in live.said)
    live.settle([1, 2])
    assert live.chips()["ann"] == 130
    for who in onlookers:
        assert "field" in str(live.shown(*who))
    none = craps(play={"secret": False}).started("ann", "ben").open()
    none.no(clause, wagering.HandInForm("t1", "ann", "field", None, 10), "ann")
    a_secret_wager_goes_back()


def test_8_2_1_f() -> None:
    clause = "8.2.1(f)"
    check.only_if_used(BOOK, clause, "buy_back.offered", "buy_back.method", "buy_back.timing")
    back = {
        "offered": True,
        "method": "desk",
        "timing": "after 1",
        "price": "40.00",
        "times": 1,
        "until": 1,
        "to": "house",
    }
    live = craps(structure=sessions(2, 2, 2), buy_back=back).started("ann", "ben", "cat")
    live.rounds(1, [1, 2], ann=("field", 30), ben=("field", 20), cat=("win-line", 10))
    live.no(clause, ending.BuyBack("cat"), "cat")
    live.over().no(clause, ending.BuyBack("ann"), "ann")
    live.ok(ending.BuyBack("cat"), "cat")
    live.no(clause, ending.BuyBack("cat"), "cat")
    assert live.purse("cat") == -14_000
    live.started().rounds(1, [1, 2], ann=("field", 30), ben=("field", 20), cat=("win-line", 10))
    live.over().no(clause, ending.BuyBack("cat"), "cat")


def test_8_2_1_g_i() -> None:
    check.must_say(BOOK, "8.2.1(g)(i)", "eligibility.entitled")


def test_8_2_1_g_ii() -> None:
    check.only_if_used(BOOK, "8.2.1(g)(ii)", "eligibility.may_refuse", "eligibility.refusal")
    check.may_refuse(BOOK, ENTRY, "may_refuse")


def test_8_2_1_g_iii() -> None:
    check.only_if_used(BOOK, "8.2.1(g)(iii)", "eligibility.selects", "eligibility.criteria")
    check.may_refuse(BOOK, ENTRY, "selects")


def test_8_2_1_h() -> None:
    fields = ("terms", "withdraw_until", "form", "minimum_players", "maximum_players")
    check.must_say(BOOK, "8.2.1(h)", *(f"entry.{field}" for field in fields))
    check.closes(BOOK, ENTRY, "8.2.1(h)")
    check.withdraws(BOOK, ENTRY)
    check.entry_form(BOOK, ENTRY)


def test_8_2_1_i() -> None:
    """Who is disqualified or retires, and whether the fee goes back, in whole or in part, as the conditions say."""
    clause = "8.2.1(i)"
    check.must_say(BOOK, clause, "play.disqualified", "play.retire", "play.refunds")
    live = craps().started("ann", "ben", "cat")
    live.no(clause, live.breach("ann", "conditions", refund=True))
    live.ok(live.breach("ann", "conditions"))
    assert live.purse("ann") == -10_000
    live.ok(rulings.RetirePlayer("ben"), "ben")
    assert live.purse("ben") == -10_000
    for part, back in ((100, 10_000), (50, 5_000), (33, 3_300)):
        some = craps(play={"refundable": True, "refund_percent": part}).started("ann", "ben", "cat")
        some.ok(some.breach("ann", "conditions", refund=True))
        some.ok(rulings.RetirePlayer("ben"), "ben")
        assert [some.purse(name) for name in ("ann", "ben")] == [back - 10_000, back - 10_000]
        assert some.balances["tournament/spring/pool"] == 30_000 - 2 * back
    check.cannot_say(BOOK, "8.2.1", "play.refund_percent", 101, -1)
    for part, back in ((0, 0), (33, 1_650), (100, 5_000)):
        a_buy_in_goes_back(part, back)


def a_buy_in_goes_back(part: int, back: int) -> None:
    """What goes back of a buy-in to who retires, or is disqualified with a refund, as the conditions say."""
    bought = {"bought": True, "buy_in": "50.00"}
    refunds = {"buy_in_refund_percent": part, "refundable": True, "refund_percent": 0}
    live = craps(chips=bought, play=refunds, prizes={"shares": [100]}).started("ann", "ben", "cat", "dan")
    live.ok(rulings.RetirePlayer("ann"), "ann")
    live.ok(live.breach("ben", "conditions", refund=True))
    live.ok(live.breach("dan", "conditions"))
    assert [live.purse(name) for name in ("ann", "ben", "dan")] == [back - 15_000, back - 15_000, -15_000]
    assert live.balances["tournament/spring/buy-in"] == 20_000 - 2 * back
    live.over().ok(ending.PayPrizes())
    assert live.purse("cat") == 60_000 - 2 * back - 15_000
    assert live.balances["tournament/spring/buy-in"] == live.balances["tournament/spring/pool"] == 0
    check.cannot_say(BOOK, "8.2.1", "play.buy_in_refund_percent", 101, -1)


def test_8_2_1_i_buy_in_of_chips_in_cash() -> None:
    """Chips of a session that began are paid as chips; only a buy-in of one to come goes back."""
    bought = {"bought": True, "buy_in": "50.00", "cashed": True, "cash_value": "0.50"}
    live = craps(chips=bought, play={"buy_in_refund_percent": 100}).seated("ann", "ben", "cat")
    for name in ("ann", "ben", "cat"):
        live.ok(starting.BuyTournamentChips(name), name)
    live.ok(rulings.RetirePlayer("ann"), "ann")
    assert live.purse("ann") == -10_000
    live.ok(live.start())
    live.ok(rulings.RetirePlayer("ben"), "ben")
    assert live.purse("ben") == -15_000
    live.over()
    assert live.purse("ben") == -10_000, "100 chips of 0.50"


@pytest.mark.parametrize(("away", "chips", "state"), [(1, 95, "in"), (2, 90, "in"), (3, 90, "disqualified")])
def test_8_2_1_j(away: int, chips: int, state: str) -> None:
    check.must_say(BOOK, "8.2.1(j)", "play.late")
    late = {"late_rounds": 2, "late_deduct": 5}
    live = craps(play=late, structure=sessions(1, rounds=9)).started("ann", "ben", "cat")
    for _ in range(away):
        live.open(absent=["ann"]).no("8.2.1(j)", live.wager("ann", "field", 10), "ann")
        live.no("8.2.1(j)", wagering.HandInForm("t1", "ann", "field", None, 10), "ann")
        live.put("ben", "field", 10).put("cat", "field", 10).settle([2, 2])
    assert live.heat.players["ann"].chips == chips
    assert live.heat.players["ann"].state == state
    free = craps(structure=sessions(1, rounds=9)).started("ann", "ben")
    for _ in range(5):
        free.open(absent=["ann"]).put("ben", "field", 10).settle([2, 2])
    assert free.chips()["ann"] == 100, "no number of another book leaks in"


def two_pairs_are_level(first: list[str]) -> None:
    """Prizes that are not shared: the official decides on one pair after the other, and nothing ends between."""
    clause, shares = "8.2.1(d)", {"shares": [40, 30, 20, 10], "ties": "play-off"}
    live = craps(structure=sessions(1) | {"ties": "official"}, prizes=shares).started("ann", "ben", "cat", "dan")
    level = {"ann": ("field", 10), "ben": ("field", 10), "cat": ("field", 20), "dan": ("field", 20)}
    live.rounds(1, [3, 4], **level)
    second = ["dan", "cat"] if first == ["ben", "ann"] else ["ben", "ann"]
    live.ok(ending.OrderTied("t1", first, "by lot"))
    assert live.heat.phase == "undecided"
    live.no(clause, ending.OrderTied("t1", first, "by lot"))
    live.no(clause, ending.OrderTied("t1", first[:1], "by lot"))
    live.ok(ending.OrderTied("t1", second, "by lot"))
    assert live.heat.places == [["ben"], ["ann"], ["dan"], ["cat"]]
    live.over().ok(ending.PayPrizes())
    assert [live.purse(name) for name in ("ben", "ann", "dan", "cat")] == [6_000, 2_000, -2_000, -6_000]


def test_8_2_1_k() -> None:
    check.must_say(BOOK, "8.2.1(k)", "prizes.shares")
    check.cannot_say(BOOK, "8.2.1(k)", "prizes.shares", [70, 29], [70, 31])
    live = craps(prizes={"shares": [70, 30]}, structure=sessions(1)).started("ann", "ben")
    live.no("8.2.1(k)", ending.PayPrizes())
    live.rounds(1, [3, 4], ann=("win-line", 10), ben=("field", 10)).over()
    live.no("8.2.1(k)", ending.PayPrizes(), "pit")
    live.ok(ending.PayPrizes())
    assert dict(live.state.money.paid) == {"ann": 14_000, "ben": 6_000}
    two_pairs_are_level(["ben", "ann"])
    two_pairs_are_level(["dan", "cat"])


def test_8_2_1_l() -> None:
    check.must_say(BOOK, "8.2.1(l)", "statement.conduct")


def test_8_2_2() -> None:
    """A rule that the conditions change is named with how; where 9.9 is, the Director rules on disputes."""
    for wrong in ([{"clause": "9.9"}], [{"how": "otherwise"}]):
        live = AtDesk(small(CRAPS) | {"override": wrong}).drafted()
        live.no("8.2.2", live.publish())
    live = AtDesk(small(CRAPS) | {"override": [{"clause": "9.9", "how": "the Director decides"}]}).started("ann", "ben")
    live.ok(rulings.RaiseDispute("the dice", "t1"), "ann")
    live.no("9.9", rulings.RuleOnDispute(1, "they stand"), "pit")
    live.ok(rulings.RuleOnDispute(1, "they stand"))
    plain = craps().started("ann", "ben")
    plain.ok(rulings.RaiseDispute("the dice", "t1"), "ann")
    plain.ok(rulings.RuleOnDispute(1, "they stand"), "pit")
    plain.ok(rulings.ReviewRuling(1, "so be it"), "dir", "director_of_casino_surveillance")


def ready() -> AtDesk:
    live = craps().closed("ann", "ben")
    live.ok(seating.DesignateTables(["t1"]))
    live.ok(seating.DrawSeats(secret_of(1).hex()))
    live.now = START
    return live


def test_8_2_3() -> None:
    live = ready()
    live.ok(starting.SetPresence(present=True))
    live.no("8.2.3", live.start())
    live.no("8.2.3", starting.BriefPlayers(understood=False))
    live.no("8.2.3", starting.BriefPlayers(understood=True), "olga")
    live.ok(starting.BriefPlayers(understood=True))
    live.ok(live.start())


def test_8_2_4() -> None:
    check.signed(BOOK, "8.2.4")


def test_8_2_5() -> None:
    """No play while the Director is away, and the clock of the session stands."""
    live = ready()
    live.ok(starting.BriefPlayers(understood=True))
    live.no("8.2.5", live.start())
    live.ok(starting.SetPresence(present=True))
    live.no("8.2.5", starting.SetPresence(present=True))
    live.ok(live.start())
    live.ok(starting.SetPresence(present=False))
    live.now += 5 * MINUTE
    live.no("8.2.5", rounds.OpenTournamentRound("t1"), "dee", "dealer")
    live.no("8.2.5", starting.SetPresence(present=True), "olga")
    live.ok(starting.SetPresence(present=True))
    live.open()
    assert live.shown("ann")["tables"][0]["elapsed"] == 0


def test_8_3_1() -> None:
    live = craps().closed("ann", "ben")
    live.no("8.3.1", seating.DesignateTables(["t1"]), "olga")
    live.no("8.3.1", seating.DesignateTables(["t1", "t2"]))
    live.no("8.3.1", seating.DrawSeats(secret_of(1).hex()))
    live.ok(seating.DesignateTables(["t1"]))


def test_8_3_2() -> None:
    check.only_this(BOOK, "8.3.2")
    check.not_among_players_for_money(BOOK, "8.3.2")


def test_8_3_3() -> None:
    """Nominated by the player, approved by the Director, and only where no condition speaks against it."""
    live = craps().started("ann", "ben").open()
    for taken in ("ben", "mia"):
        live.no("8.3.3", rulings.NominateSubstitute("ann", taken), "ann")
    live.no("8.3.3", rulings.NominateSubstitute("ann", "zoe"), "ben")
    live.no("8.3.3", rulings.AnswerSubstitute("ann", approved=True))
    live.ok(rulings.NominateSubstitute("ann", "zoe"), "ann")
    live.no("8.3.3", rulings.NominateSubstitute("ben", "zoe"), "ben")
    live.no("not in the book", live.wager("ann", "field", 10), "zoe", "player")
    live.no("8.3.3", rulings.AnswerSubstitute("ann", approved=True), "olga")
    live.ok(rulings.AnswerSubstitute("ann", approved=True))
    live.ok(live.wager("ann", "field", 10), "zoe", "player")
    live.no("not in the book", live.wager("ann", "field", 10), "ann")
    live.no("8.2.1(i)", rulings.RetirePlayer("ann"), "zoe", "player")
    live.ok(rulings.RetirePlayer("ann"), "ann")
    none = craps(play={"substitutes": False}).started("ann", "ben")
    none.no("8.3.3", rulings.NominateSubstitute("ann", "zoe"), "ann")


@pytest.mark.parametrize(("late", "given"), [(-1, False), (0, True), (1, True)])
def test_8_3_4(late: int, given: bool) -> None:
    """The notice that the conditions name; without one any time that is still to come."""
    live = craps(structure={"notice_minutes": 10}).closed("ann", "ben")
    move = seating.MoveStart(1, live.now + 10 * MINUTE + late)
    live.now = live.state.entries_close
    move = seating.MoveStart(1, live.now + 10 * MINUTE + late)
    if given:
        live.ok(move)
        assert live.shown("ann")["sessions"][0]["starts"] == move.at
    else:
        live.no("8.3.4", move)
    live.no("8.3.4", move, "olga")
    free = craps().closed("ann", "ben")
    free.ok(seating.MoveStart(1, free.now + 1))


def cut_to_two(cash: bool) -> AtDesk:
    chips = {"cashed": cash, "cash_value": "0.01"}
    live = craps(structure=sessions(2, 1, rounds=9), chips=chips).started("ann", "ben", "cat")
    live.no("8.3.5(a)", ending.EndTableEarly("t1"))
    live.rounds(1, [3, 4], ann=("field", 100), ben=("field", 10), cat=("field", 20))
    return live


def test_8_3_5_a() -> None:
    """When who goes on is determined; without cash nobody need agree (C14)."""
    live = cut_to_two(cash=False)
    live.no("8.3.5(a)", ending.EndTableEarly("t1"), "pit")
    live.ok(ending.EndTableEarly("t1"))
    live.over()
    assert set(live.state.coming) == {"ben", "cat"}


def test_8_3_5_b() -> None:
    live = cut_to_two(cash=True)
    live.no("8.3.5(b)", ending.EndTableEarly("t1"))
    live.ok(ending.AgreeToEnd("t1", "ben"), "ben")
    live.no("8.3.5(b)", ending.EndTableEarly("t1"))
    live.ok(ending.AgreeToEnd("t1", "cat"), "cat")
    live.ok(ending.EndTableEarly("t1"))
