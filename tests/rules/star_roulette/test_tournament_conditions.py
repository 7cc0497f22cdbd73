"""Roulette 10.1 to 10.4: what a tournament is, its fees and pool, and its conditions."""

from __future__ import annotations

import pytest

from feltwork.games.register import find_clause
from feltwork.tournament.live.topics import drafting, ending, entries, rounds, starting, wagering
from tests.rules import tournaments as check
from tests.tournament.conditions import changed
from tests.tournament.desk import AtDesk, roulette, sessions
from tests.tournament.live import START, small

BOOK = "star-roulette"
ENTRY = '10.1.1["tournament"]'
MINUTE = 60_000_000


def test_1_1_tournament() -> None:
    """The term means the same in both places: nobody plays who has not entered."""
    assert "entry form" in find_clause(BOOK, '1.1["tournament"]').obligation
    live = roulette().started("ann", "ben").open()
    live.no(ENTRY, live.wager("cat", "red", 10), "cat")


def test_10_1_1() -> None:
    terms = {
        "buy-in": "before each session",
        "marker": "wagering order",
        "pass card": "instead of a wager",
        "play-off": "other than zero",
        "session": "advance",
        "tie": "equal chips",
        "tournament": "entry form",
        "tournament chips": "no cash value",
        "Tournament Manager": "Licensed",
        "undisclosed wager": "hidden",
    }
    for term, told in terms.items():
        assert told in find_clause(BOOK, f'10.1.1["{term}"]').obligation


def test_10_1_1_buy_in() -> None:
    """The prescribed money becomes chips before each session, the final too."""
    live = roulette(chips={"bought": True, "buy_in": "50.00"}, structure=sessions(2, 1)).started("ann", "ben", "cat")
    assert live.balances["tournament/spring/buy-in"] == 15_000
    live.rounds(1, ann=("red", 30), ben=("red", 20), cat=("black", 10)).over()
    live.seated().ok(starting.BuyTournamentChips("ann"), "ann")
    live.ok(starting.BuyTournamentChips("ben"), "ben")
    assert [live.purse(name) for name in ("ann", "ben", "cat")] == [-20_000, -20_000, -15_000]
    assert live.balances["tournament/spring/buy-in"] == 25_000
    live.ok(live.start())
    assert live.chips() == {"ann": 100, "ben": 100}


def test_10_1_1_marker() -> None:
    """Everybody sees whose box the marker is on, and it goes to the left."""
    live = roulette(play={"order": True}).started("ann", "ben", "cat")
    first, second, third = live.heat.seats
    for turn in (first, second, third):
        live.open()
        assert {live.shown(who)["tables"][0]["marker"] for who in ("ann", "ben", "mia")} == {turn}
        at = live.heat.seats.index(turn)
        for name in (*live.heat.seats[at:], *live.heat.seats[:at]):
            live.put(name, "red", 10)
        live.settle(2)


def test_10_1_1_pass_card() -> None:
    live = roulette().started("ann", "ben", "cat").open().put("ben", "red", 10).put("cat", "red", 10)
    live.ok(wagering.PlayPassCard("t1", "ann"), "ann")
    live.settle(2)
    assert live.chips() == {"ann": 100, "ben": 90, "cat": 90}
    assert live.state.entries["ann"].standing == "in"


def test_10_1_1_play_off() -> None:
    """Equal chips other than nothing play off; those with nothing are in the order in which they went out."""
    live = roulette(structure=sessions(1, 1)).started("ann", "ben", "cat")
    live.rounds(1, ann=("red", 10), ben=("red", 10), cat=("black", 10))
    assert live.heat.ties is not None
    assert set(live.heat.ties.tied) == {"ann", "ben"}
    none = roulette(structure=sessions(1, 1)).started("ann", "ben", "cat").open()
    none.put("ann", "red", 100).put("ben", "red", 100).put("cat", "red", 100).settle(2, ["ben", "ann", "cat"])
    assert none.heat.phase == "ended"
    assert none.heat.places == [["cat"], ["ann"], ["ben"]]


@pytest.mark.parametrize(("late", "up"), [(-1, False), (0, True), (1, True)])
def test_10_1_1_session(late: int, up: bool) -> None:
    """A set time: at its end the session is over, and the winner goes on."""
    table = {"minutes": 10, "tables": 1, "seats": 8, "advance": 1}
    live = roulette(structure={"sessions": [table, table]}).started("ann", "ben")
    live.rounds(1, ann=("red", 10), ben=("black", 10))
    live.now = live.heat.clock.started + 10 * MINUTE + late
    if not up:
        live.no("10.5.8", rounds.CallTime("t1"), "dee", "dealer")
        live.open()
        return
    live.no("10.5.8", rounds.OpenTournamentRound("t1"), "dee", "dealer")
    live.ok(rounds.CallTime("t1"), "dee", "dealer")
    assert live.heat.places == [["ann"], ["ben"]]


@pytest.mark.parametrize(("more", "tie"), [(0, False), (10, True), (20, False)])
def test_10_1_1_tie(more: int, tie: bool) -> None:
    """Equal chips at the end share a place; one unit less or more does not."""
    live = roulette(structure=sessions(1)).started("ann", "ben", "cat").open().put("cat", "black", 50)
    live.put("ann", "red", 10)
    if more:
        live.put("ben", "red", more)
    else:
        live.ok(wagering.PlayPassCard("t1", "ben"), "ben")
    live.settle(1)
    assert any(len(place) == 2 for place in live.heat.places) is tie


def test_10_1_1_tournament() -> None:
    check.entry_form(BOOK, ENTRY)
    live = roulette().entered("ann")
    assert live.purse("ann") == -10_000
    live.no("not in the book", entries.EnterTournament("mia", form=True), "mia", "player")
    poor = roulette(entry={"fee": "10000.01"}).published()
    poor.no("not in the book", entries.EnterTournament("ann", form=True), "ann")


def test_10_1_1_tournament_chips() -> None:
    """Worth no cash: nobody's money moves by them, and what is won goes back to the house."""
    live = roulette().started("ann", "ben")
    before = live.balances["player/ann"]
    live.rounds(3, ann=("red", 10), ben=("black", 10)).over()
    assert live.balances["player/ann"] == before
    assert live.balances["tournament-chips/spring/ann"] == live.balances["tournament-bank/spring"] == 0


def test_10_1_1_tournament_manager() -> None:
    """A licensed person whom the operator appoints; nobody else publishes."""
    clause = '10.1.1["Tournament Manager"]'
    live = roulette()
    live.ok(drafting.DraftTournament(live.document), "olga")
    live.no(clause, live.publish())
    live.no(clause, drafting.AppointOfficial("mia", ""), "olga")
    live.no("not in the book", drafting.AppointOfficial("mia", "TM 7"), "dee", "dealer")
    live.ok(drafting.AppointOfficial("mia", "TM 7"), "olga")
    live.no(clause, live.publish(), "olga")
    live.ok(live.publish())
    live.entered("ann").no(clause, drafting.AppointOfficial("ann", "TM 8"), "olga")


ONLOOKERS = [
    ("ben", "player"),
    ("dee", "dealer"),
    ("mia", "gaming_manager"),
    ("wall", "wall"),
    ("ina", "inspector"),
    ("cas", "cashier"),
]


def test_10_1_1_undisclosed_wager() -> None:
    """Shown to the player and to who examines it; to everybody else when the round is over, and not before."""
    live = roulette().started("ann", "ben").open().put("ben", "red", 10).form("ann", "street", 70, [13, 14, 15])
    live.put("ann", "red", 10)
    assert not any("street" in str(live.shown(*who)) for who in ONLOOKERS)
    assert "street" in str(live.shown("ann"))
    assert "street" in str(live.shown("sue", "gaming_supervisor"))
    assert not any("street" in line for line in live.said)
    live.settle(2)
    assert all("street" in str(live.shown(*who)) for who in ONLOOKERS)


def test_10_2_1() -> None:
    """Odds and permissible wagers are Roulette's; 4.2 (too little is valid) and 4.6 (more for one) are not in force."""
    live = roulette().started("ann", "ben", "cat").open()
    live.no("3.2", live.wager("ann", "hardway", 10, 4), "ann")
    live.put("ann", "straight", 10, 7).put("ben", "red", 9).put("cat", "black", 100).settle(7)
    assert live.chips() == {"ann": 450, "ben": 110, "cat": 0}


def test_10_2_2_1() -> None:
    """Colours have values of their own, and come to the allotment."""
    colours = [{"colour": "red", "value": 5, "count": 10}, {"colour": "blue", "value": 25, "count": 2}]
    live = roulette(chips={"set": colours}).started("ann", "ben")
    assert live.state.terms is not None
    assert live.state.terms.chips.values == (5, 25)
    for count in (1, 3):
        wrong = roulette(chips={"set": [colours[0], colours[1] | {"count": count}]}).drafted()
        assert f"comes to {50 + 25 * count}" in wrong.no("10.6.2", wrong.publish())


def test_10_3_1() -> None:
    live = roulette().entered("ann")
    assert live.balances["tournament/spring/pool"] == 10_000
    live.ok(entries.AddToPool(5_000), "olga")
    live.ok(entries.AddToPool(goods="a weekend for two"), "olga")
    assert live.balances["tournament/spring/pool"] == 15_000
    assert live.state.money.goods == ("a weekend for two",)
    assert live.balances["vault"] == -5_000
    live.no("10.3.1", entries.AddToPool(), "olga")
    live.no("not in the book", entries.AddToPool(5_000), "dee", "dealer")
    free = roulette(entry={"charged": False}).entered("ann")
    assert free.purse("ann") == 0


def test_10_3_2() -> None:
    """All fees go to the winners, to the cent; nothing goes back but by the conditions (T5: what nobody takes too)."""
    live = roulette(entry={"fee": "33.33"}, prizes={"shares": [50, 30, 20]}, structure=sessions(1))
    live.started("ann", "ben", "cat").rounds(1, ann=("red", 10), ben=("red", 10), cat=("black", 10)).over()
    live.no("10.3.2", ending.PayPrizes(), "olga")
    live.ok(ending.PayPrizes())
    assert dict(live.state.money.paid) == {"ann": 4_000, "ben": 4_000, "cat": 1_999}
    assert live.balances["tournament/spring/pool"] == 0
    live.no("10.3.2", ending.PayPrizes())
    late = roulette(entry={"withdraw_minutes": 30}).entered("ann", "ben")
    late.now = START - 30 * MINUTE + 1
    late.ok(entries.WithdrawEntry("ann"), "ann")
    assert late.balances["tournament/spring/pool"] == 20_000
    few = roulette(prizes={"shares": [50, 30, 20]}, structure=sessions(1)).started("ann", "ben")
    few.rounds(1, ann=("red", 10), ben=("black", 10)).over().ok(ending.PayPrizes())
    assert dict(few.state.money.paid) == {"ann": 14_000, "ben": 6_000}


@pytest.mark.parametrize(("entered", "owed"), [(2, 0), (3, 20_000), (4, 10_000), (5, 0), (6, 0)])
def test_10_3_3(entered: int, owed: int) -> None:
    """The pool is filled up from a number of entries on; with fewer than the least it is cancelled, not played."""
    guarantee = {"guaranteed": True, "guarantee": "from 3", "guaranteed_amount": "500.00", "guaranteed_entries": 3}
    names = ("ann", "ben", "cat", "dan", "eve", "fay")[:entered]
    live = roulette(prizes=guarantee).closed(*names)
    assert live.balances["tournament/spring/pool"] == entered * 10_000 + owed
    assert live.balances["vault"] == -owed
    few = roulette(prizes=guarantee, entry={"minimum_players": entered + 1}).entered(*names)
    assert "cancelled" in few.no("10.3.3", entries.CloseEntries())
    few.ok(drafting.CancelTournament("too few"), "olga")
    assert {few.purse(name) for name in names} == {0}


def test_10_3_4() -> None:
    """Cancelled at any time before the prizes: every fee goes back, what the house added to the house."""
    live = roulette(entry={"withdraw_minutes": 60}, chips={"bought": True, "buy_in": "50.00"}).entered(
        "ann", "ben", "cat"
    )
    live.ok(entries.AddToPool(5_000), "olga")
    live.now = START - 59 * MINUTE
    live.ok(entries.WithdrawEntry("cat"), "cat")
    live.no("not in the book", drafting.CancelTournament("fire"), "ann")
    live.ok(entries.CloseEntries())
    live.started().rounds(1, ann=("red", 50), ben=("black", 10))
    live.ok(drafting.CancelTournament("fire"), "olga")
    assert [live.purse(name) for name in ("ann", "ben", "cat")] == [0, 0, 0]
    assert not any(cents for account, cents in live.balances.items() if account.startswith(("tournament", "vault")))
    live.no("10.3.4", drafting.CancelTournament("again"), "olga")


def test_10_4_1() -> None:
    """Published to everybody, and each player has a copy of those conditions by which it is played."""
    live = roulette().drafted()
    assert "conditions" not in live.shown("ann")
    live.ok(live.publish())
    live.entered("ann")
    assert live.shown("ann")["conditions"] == live.document
    assert live.shown("wall", "wall")["conditions"] == live.document
    assert live.shown("ann")["me"]["conditions"] == drafting.digest_of(live.document)


def test_10_4_2() -> None:
    """Everything that is missing is named at once; more may be added."""
    live = AtDesk({"tournament": BOOK}).drafted()
    said = live.no("10.4.2(a)", live.publish())
    letters = ["(a)", "(b)", "(c)", "(d)", "(e)", "(f)", "(g)", "(h)(i)", "(h)(ii)", "(h)(iii)", "(i)", "(j)", "(k)"]
    assert all(f"10.4.2{letter}" in said for letter in letters)
    more = AtDesk(small() | {"more": {"dress": "black tie"}}).drafted()
    more.ok(more.publish())


def test_10_4_2_a() -> None:
    check.only_if_used(BOOK, "10.4.2(a)", "entry.charged", "entry.fee")
    check.cannot_say(BOOK, "10.4.2(a)", "entry.fee", "ten", "-1.00")


def test_10_4_2_b() -> None:
    check.must_say(BOOK, "10.4.2(b)", "chips.allotment", "chips.bought")
    check.cannot_say(BOOK, "10.4.2(b)", "chips.allotment", 0, -1)


def test_10_4_2_c() -> None:
    check.must_say(BOOK, "10.4.2(c)", "wagers.compulsory")


def test_10_4_2_d() -> None:
    check.must_say(BOOK, "10.4.2(d)", "wagers.minimum", "wagers.maximum")
    check.only_if_used(BOOK, "10.4.2(d)", "wagers.change", "wagers.changes")
    check.cannot_say(BOOK, "10.4.2(d)", "wagers.maximum", 9, 0)
    check.cannot_say(BOOK, "10.4.2(d)", "wagers.changes", [{"round": 0, "minimum": 10, "maximum": 20}])


def test_10_4_2_e() -> None:
    """The structure, and what it comes to: who did not advance plays the repechage, whose winner joins the rest."""
    clause = "10.4.2(e)"
    check.must_say(BOOK, clause, "structure.sessions", "structure.progression")
    check.only_if_used(BOOK, clause, "structure.repechage", "structure.repechage_how")
    table = {"rounds": 1, "tables": 1, "seats": 8, "advance": 1}
    steps = {"sessions": [table, table | {"repechage": True}, table], "repechage": True}
    live = roulette(structure=steps).started("ann", "ben", "cat")
    live.rounds(1, ann=("red", 30), ben=("red", 20), cat=("black", 10)).over()
    assert live.state.waiting == ("ann",)
    live.started().rounds(1, ben=("black", 10), cat=("red", 10)).over()
    assert set(live.state.coming) == {"ann", "cat"}
    assert live.state.entries["ben"].standing == "out"
    live.started().rounds(1, ann=("black", 10), cat=("red", 10)).over()
    assert list(map(list, live.state.places)) == [["cat"], ["ann"]]
    two = roulette(structure={"sessions": [table | {"tables": 2}]}).drafted()
    two.no(clause, two.publish())  # the last session is one table


def test_10_4_2_f() -> None:
    check.must_say(BOOK, "10.4.2(f)", "play.seats", "play.order", "play.pass_cards", "play.undisclosed")


def test_10_4_2_g() -> None:
    """Buying back as often, until when and for what the conditions say; the money has its own account."""
    clause = "10.4.2(g)"
    check.only_if_used(BOOK, clause, "buy_back.offered", "buy_back.method", "buy_back.timing")
    back = {"offered": True, "method": "desk", "timing": "after session 1", "price": "40.00", "times": 1, "until": 1}
    live = roulette(structure=sessions(2, 2, 2), buy_back=back).started("ann", "ben", "cat", "dan")
    live.rounds(1, ann=("red", 30), ben=("red", 20), cat=("red", 10), dan=("black", 10))
    live.no(clause, ending.BuyBack("cat"), "cat")
    live.over().no(clause, ending.BuyBack("ann"), "ann")
    live.no("10.6.10", ending.BuyBack("cat"), "dan")
    live.ok(ending.BuyBack("cat"), "cat")
    assert live.state.coming == ("ann", "ben", "cat")
    assert live.purse("cat") == -14_000
    assert live.balances["tournament/spring/buy-in"] == 4_000
    live.started().rounds(1, ann=("red", 30), ben=("red", 20), cat=("black", 10))
    live.over().no(clause, ending.BuyBack("cat"), "cat")
    none = roulette(structure=sessions(1, 1)).started("ann", "ben", "cat")
    none.rounds(1, ann=("red", 30), ben=("red", 20), cat=("red", 10)).over().no(clause, ending.BuyBack("cat"), "cat")


def test_10_4_2_h_i() -> None:
    check.must_say(BOOK, "10.4.2(h)(i)", "eligibility.entitled")


def test_10_4_2_h_ii() -> None:
    check.only_if_used(BOOK, "10.4.2(h)(ii)", "eligibility.may_refuse", "eligibility.refusal")
    check.may_refuse(BOOK, ENTRY, "may_refuse")


def test_10_4_2_h_iii() -> None:
    check.only_if_used(BOOK, "10.4.2(h)(iii)", "eligibility.selects", "eligibility.criteria")
    check.may_refuse(BOOK, ENTRY, "selects")


def test_10_4_2_i() -> None:
    fields = ("terms", "withdraw_until", "form", "minimum_players", "maximum_players")
    check.must_say(BOOK, "10.4.2(i)", *(f"entry.{field}" for field in fields))
    check.cannot_say(BOOK, "10.4.2(i)", "entry.maximum_players", 1, 0)
    check.closes(BOOK, ENTRY, "10.3.3")
    check.withdraws(BOOK, ENTRY)


def test_10_4_2_j() -> None:
    check.must_say(BOOK, "10.4.2(j)", "prizes.shares", "prizes.payment")
    check.only_if_used(BOOK, "10.4.2(j)", "prizes.guaranteed", "prizes.guarantee")
    check.cannot_say(BOOK, "10.4.2(j)", "prizes.shares", [70, 29], [70, 31])


def test_10_4_2_k() -> None:
    check.must_say(BOOK, "10.4.2(k)", "statement.conduct")


def test_10_4_3() -> None:
    check.signed(BOOK, "10.4.3")


def test_10_10_1() -> None:
    """The number that advances stands once the conditions are published."""
    live = roulette(structure=sessions(2, 1)).drafted()
    live.ok(drafting.ReviseConditions(changed(live.document, "entry.fee", "5.00")), "olga")
    live.ok(live.publish())
    more = small(structure=sessions(3, 1))
    live.no("10.10.1", drafting.ReviseConditions(more), "olga")
    assert live.shown("ann")["sessions"][0]["advance"] == 2
