"""A tournament from its draft to its prizes, by clause (Roulette 10.3 to 10.5, 10.10; Crown Craps 8.1 and 8.2)."""

from __future__ import annotations

from feltwork.engine.desk import Desk
from feltwork.table.live.when import MINUTE
from feltwork.tournament.live.topics import drafting, ending, entries, rounds, rulings, seating
from tests.tournament.desk import roulette
from tests.tournament.live import NOON, PURSE, Live, secret_of, small


def test_from_draft_to_paid_the_pool_ends_at_nothing() -> None:
    live = Live(small(prizes={"shares": [70, 30], "ties": "share"})).started("ann", "ben", "cat")
    for result in (1, 1, 1):  # 1 is red
        live.open().put("ann", "red", 50).put("ben", "red", 10).put("cat", "black", 10).settle(result)
    assert live.chips() == {"ann": 250, "ben": 130, "cat": 70}
    live.over().ok(ending.PayPrizes())
    assert live.state.phase == "paid"
    assert live.balances["tournament/spring/pool"] == 0
    assert [live.balances[f"player/{name}"] - PURSE for name in ("ann", "ben", "cat")] == [11_000, -1_000, -10_000]
    assert live.balances["tournament-bank/spring"] == 0


def test_no_refusal_keeps_the_secret_of_a_draw() -> None:
    """Sent too early, by the wrong person, or as what is no secret: the log of refusals has nothing of it."""
    live = roulette().entered("ann", "ben")
    secret = secret_of(1).hex()
    live.no("10.5.4", seating.DrawSeats(secret))
    live.ok(entries.CloseEntries())
    live.no("10.5.4", seating.DrawSeats(secret), "olga")
    live.no("not in the book", seating.DrawSeats(secret), "ann")
    live.no("10.5.1", seating.DrawSeats("my own word"))
    kept = b"".join(record.body for record in live.store.log.read("refused/tournament/spring", 0))
    assert kept.count(b"draw-seats") == 4
    assert secret.encode() not in kept
    assert b"my own word" not in kept
    live.ok(seating.DesignateTables(["t1"]))
    (drawn,) = live.ok(seating.DrawSeats(secret))
    assert drawn.secret == secret


def test_a_clock_that_a_dispute_stops_survives_a_crash() -> None:
    """A process that starts anew on the same log shows the same time, and lets it go on from there."""
    steps = {"sessions": [{"minutes": 10, "tables": 1, "seats": 8, "advance": 1}]}
    live = roulette(structure=steps).started("ann", "ben")
    live.now += 4 * MINUTE
    live.ok(rulings.RaiseDispute("that was red", "t1"), "ann")
    live.now += 30 * MINUTE
    live.desk = Desk(live.store)
    assert live.heat.clock.elapsed(live.now) == 4 * MINUTE
    live.ok(rulings.RuleOnDispute(1, "it was black"))
    live.now += 6 * MINUTE - 1
    live.desk = Desk(live.store)
    live.no("10.5.8", rounds.CallTime("t1"), "dee", "dealer")
    live.now += 1
    live.no("10.5.8", rounds.OpenTournamentRound("t1"), "dee", "dealer")
    live.ok(rounds.CallTime("t1"), "dee", "dealer")


def test_what_no_book_has_is_not_drafted() -> None:
    live = Live(small())
    live.no("not in the book", drafting.DraftTournament({"tournament": "dragon-fire"}), "olga")
    live.no("10.4.2", drafting.DraftTournament(live.document), "ann")
    live.no("not in the book", entries.EnterTournament("ann", form=True), "ann")
    assert live.now == NOON


def test_10_1_1_play_off_for_a_prize_that_is_not_shared() -> None:
    for ties, plays in (("share", False), ("play-off", True)):
        live = Live(small(prizes={"shares": [70, 30], "ties": ties}, structure={})).started("ann", "ben")
        for _ in range(3):
            live.open().put("ann", "red", 10).put("ben", "red", 10).settle(1)
        assert (live.heat.ties is not None) is plays
        if plays:
            live.open().put("ann", "red", 10).put("ben", "black", 10).settle(1)
            assert live.heat.places == [["ann"], ["ben"]]


def test_tables_merge_from_session_to_session_and_seats_are_drawn_anew() -> None:
    document = small(
        structure={
            "sessions": [
                {"rounds": 1, "tables": 2, "seats": 4, "advance": 1},
                {"rounds": 1, "tables": 1, "seats": 4, "advance": 1},
            ]
        }
    )
    live = Live(document).started("ann", "ben", "cat", "dan")
    assert sorted(map(len, (heat.seats for heat in live.state.heats.values()))) == [2, 2]
    for table, heat in live.state.heats.items():
        live.open(table=table).put(heat.seats[0], "red", 10, table=table)
        live.put(heat.seats[1], "black", 10, table=table).settle(1, table=table)
    live.over().started()
    assert len(live.heat.seats) == 2
