"""What a tournament turns away, each by its clause and with nothing moved."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.tournament.live.topics import drafting, ending, entries, rounds, rulings, seating
from tests.tournament.desk import craps, roulette

LONG = "x" * 501
OUTSIDER = ("bo", "boxperson")
"""Somebody of the house with no part in a game of roulette."""
DISPUTE = rulings.RaiseDispute


def test_a_draft_is_of_a_book_with_tournaments_and_by_the_operator() -> None:
    cup = roulette()
    for book in ("chess", 7):
        named = drafting.DraftTournament(cup.document | {"tournament": book})
        assert "no book" in cup.no(NOT_IN_THE_BOOK, named, "olga")
    assert "the casino operator" in cup.no("10.4.2", drafting.DraftTournament(cup.document), *OUTSIDER)
    cup.ok(drafting.DraftTournament(cup.document), "olga")
    assert "by this name" in cup.no(NOT_IN_THE_BOOK, drafting.DraftTournament(cup.document), "olga")
    other = drafting.ReviseConditions(cup.document | {"tournament": "crown-craps"})
    assert "cannot change its book" in cup.no("10.4.2", other, "olga")


def test_the_person_in_charge_is_appointed_before_the_conditions_are_published() -> None:
    cup, clause = roulette(), '10.1.1["Tournament Manager"]'
    cup.ok(drafting.DraftTournament(cup.document), "olga")
    assert "is appointed" in cup.no(clause, cup.publish())
    assert "does not play" in cup.no(clause, drafting.AppointOfficial("no name", "TM 7"), "olga")
    assert "the licence" in cup.no(clause, drafting.AppointOfficial("mia", " "), "olga")
    assert "that is for" in cup.no(clause, drafting.AppointOfficial("mia", "TM 7"), *OUTSIDER)
    cup.ok(drafting.AppointOfficial("mia", "TM 7"), "olga")
    whole = cup.publish()
    assert "starting times" in cup.no("10.5.3", replace(whole, starts=[]))
    assert "close later than now" in cup.no("10.5.3", replace(whole, entries_close=cup.now))
    assert "64 hex digits" in cup.no(NOT_IN_THE_BOOK, replace(whole, commitment="0123"))
    cup.ok(whole)
    assert "only a draft" in cup.no("10.4.2", whole)
    assert "cannot change" in cup.no("10.10.1", drafting.ReviseConditions(cup.document), "olga")


def test_an_entry_is_a_players_own_and_has_its_form() -> None:
    cup, clause = roulette().published(), '10.1.1["tournament"]'
    enter = entries.EnterTournament("ann", form=True, agreed=True)
    assert "enter themselves" in cup.no(clause, enter, "ben")
    assert "that is for a supervisor" in cup.no(clause, enter, *OUTSIDER)
    assert "no player" in cup.no(clause, replace(enter, player="no name"))
    assert "does not play" in cup.no(NOT_IN_THE_BOOK, replace(enter, player="mia"))
    assert "not filled in" in cup.no(clause, replace(enter, form=False), "ann")
    assert "plain letters" in cup.no(NOT_IN_THE_BOOK, replace(enter, nonce="é"), "ann")
    cup.ok(enter, "ann")
    assert "entered already" in cup.no(clause, enter, "ann")
    assert "1 have entered" in cup.no("10.3.3", entries.CloseEntries())
    assert "withdraw themselves" in cup.no(clause, entries.WithdrawEntry("ann"), "ben")
    assert "that is for a supervisor" in cup.no(clause, entries.WithdrawEntry("ann"), *OUTSIDER)
    assert "has not entered" in cup.no(clause, entries.WithdrawEntry("ben"), "ben")
    assert "has not entered" in cup.no(clause, entries.RefuseEntry("ben", "known to the house"))
    assert "the reason" in cup.no(clause, entries.RefuseEntry("ann", LONG))
    cup.ok(entries.WithdrawEntry("ann"), "ann")
    assert "no longer plays: withdrawn" in cup.no(clause, entries.WithdrawEntry("ann"), "ann")


def test_10_3_1_the_pool_takes_cash_goods_or_services_from_the_operator() -> None:
    cup = roulette()
    cup.drafted()
    assert "not open" in cup.no("10.3.1", entries.AddToPool(100), "olga")
    cup.ok(cup.publish())
    assert "cash, goods or a service" in cup.no("10.3.1", entries.AddToPool(0), "olga")
    assert "cash, goods or a service" in cup.no("10.3.1", entries.AddToPool(-1, "a watch"), "olga")
    assert "what is added" in cup.no("10.3.1", entries.AddToPool(0, LONG), "olga")
    assert "the casino operator" in cup.no("10.3.1", entries.AddToPool(100), *OUTSIDER)
    assert cup.balances["tournament/spring/pool"] == 0


def test_10_11_2_a_dispute_is_raised_by_who_takes_part_and_ruled_on_once() -> None:
    cup = roulette().drafted()
    assert "not under way" in cup.no("10.11.2", DISPUTE("it was mine"), "ann")
    cup.ok(cup.publish())
    cup.started("ann", "ben")
    assert "who take part" in cup.no("10.11.2", DISPUTE("it was mine"), "hal")
    assert "that is for a dealer" in cup.no("10.11.2", DISPUTE("it was mine"), *OUTSIDER)
    assert "no session is played" in cup.no("10.11.2", DISPUTE("it was mine", "t9"), "ann")
    assert "the dispute" in cup.no("10.11.2", DISPUTE(" ", "t1"), "ann")
    assert "no such dispute" in cup.no("10.11.2", rulings.RuleOnDispute(1, "paid as called"))
    assert "no such dispute" in cup.no("10.11.2", rulings.ReviewRuling(1, "paid as called"))
    cup.ok(DISPUTE("it was mine"), "ann")
    assert "that is for the" in cup.no("10.11.2", rulings.RuleOnDispute(1, "paid as called"), *OUTSIDER)
    assert "the ruling" in cup.no("10.11.2", rulings.RuleOnDispute(1, LONG))
    cup.ok(rulings.RuleOnDispute(1, "paid as called"))
    assert "is final" in cup.no("10.11.2", rulings.RuleOnDispute(1, "paid after all"))
    assert "is final" in cup.no("10.11.2", rulings.ReviewRuling(1, "paid after all"))
    cup.ok(DISPUTE("the ball jumped"))
    assert "their own dispute" in cup.no(NOT_IN_THE_BOOK, rulings.RuleOnDispute(2, "no spin"))


def test_9_9_a_ruling_in_craps_is_reviewed_once_by_the_director() -> None:
    cup = craps().started("ann", "ben")
    director = ("dot", "director_of_casino_surveillance")
    cup.ok(DISPUTE("it was mine"), "ann")
    assert "a ruling is reviewed once" in cup.no("9.9", rulings.ReviewRuling(1, "stands"), *director)
    cup.ok(rulings.RuleOnDispute(1, "paid as called"), "pia", "pit_boss")
    assert "that is for" in cup.no("9.9", rulings.ReviewRuling(1, "stands"), "pia", "pit_boss")
    assert "the ruling" in cup.no("9.9", rulings.ReviewRuling(1, ""), *director)
    cup.ok(rulings.ReviewRuling(1, "stands"), *director)
    assert "reviewed once" in cup.no("9.9", rulings.ReviewRuling(1, "stands"), *director)


def test_a_breach_has_a_ground_a_player_and_a_finding() -> None:
    cup = roulette().entered("ann", "ben")
    assert "is no ground" in cup.no("10.4.2", cup.breach("ann", "rudeness"))
    assert "before entries close" in cup.no("10.5.7", cup.breach("ann", "breach"))
    cup.ok(entries.CloseEntries())
    assert "that is for the" in cup.no("10.5.7", cup.breach("ann", "breach"), *OUTSIDER)
    assert "has not entered" in cup.no('10.1.1["tournament"]', cup.breach("hal", "breach"))
    assert "what was found" in cup.no("10.5.7", rulings.FindBreach("ann", "breach", " ", disqualify=True))


def test_chips_are_counted_before_they_are_returned_and_once() -> None:
    cup = roulette().started("ann", "ben").rounds(3, ann=("red", 10), ben=("black", 20))
    dealer = ("dee", "dealer")
    count, back = cup.count(), ending.ReturnTournamentChips("t1")
    assert "that is for a dealer" in cup.no("10.5.8", count, *OUTSIDER)
    assert "the count is of" in cup.no("10.5.8", ending.RecordTotals("t1", {"ann": 1}), *dealer)
    wrong = ending.RecordTotals("t1", count.totals | {"ann": count.totals["ann"] + 1})
    assert "count again" in cup.no("10.5.8", wrong, *dealer)
    assert "count the chips first" in cup.no("10.5.8", back, *dealer)
    cup.ok(count, *dealer)
    assert "that is for a dealer" in cup.no("10.5.9", back, *OUTSIDER)
    for missing in ((0, 1), (5, 0), (5, -1)):
        told = ending.ReturnTournamentChips("t1", [missing])
        assert "by denomination and quantity" in cup.no("10.5.9", told, *dealer)
    cup.ok(back, *dealer)
    assert "returned once" in cup.no("10.5.9", back, *dealer)
    assert "is over" in cup.no("10.5.8", rounds.OpenTournamentRound("t1"), *dealer)
    assert "is over" in cup.no("10.5.8", ending.OrderCount("t1"))


def test_only_who_share_a_place_are_put_in_order() -> None:
    cup = roulette().started("ann", "ben")
    assert "nobody's place is open" in cup.no("10.10.3", ending.OrderTied("t1", ["ann", "ben"], "by lot"))
    assert "say why" in cup.no("10.10.3", ending.OrderTied("t1", ["ann", "ben"], ""))
    assert "that is for the" in cup.no("10.10.3", ending.OrderTied("t1", ["ann", "ben"], "by lot"), *OUTSIDER)


def test_what_is_no_secret_at_all_draws_no_seats() -> None:
    """Of another length, or no hex digits: it is refused like a wrong one, and meets no fault of the program."""
    cup = roulette().closed("ann", "ben")
    cup.ok(seating.DesignateTables(["t1"]))
    for secret in ("ab" * 5, "a b", ""):
        assert "not the secret" in cup.no(NOT_IN_THE_BOOK, seating.DrawSeats(secret))
