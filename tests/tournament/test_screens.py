"""What the screens of tournaments are given: offers that are taken, forms that stay closed, texts for every field."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from feltwork.games.registry import games
from feltwork.server.demo.tournaments import HOUSE, next_order
from feltwork.server.demo.tournaments import NAMES as HOUSE_NAMES
from feltwork.server.texts import catalogue, languages
from feltwork.table.live.asker import PLAYER, Asker
from feltwork.tournament.form import form_of
from feltwork.tournament.live.aggregate import AGGREGATE
from feltwork.tournament.live.foreseen import foreseen
from feltwork.tournament.live.speaking import speaks
from feltwork.tournament.live.topics import drafting, entries, rounds, starting, wagering
from feltwork.tournament.terms import Terms, read_terms
from tests.tournament.conditions import CRAPS
from tests.tournament.live import Live, small


def seen(live: Live, person: str = "mia", role: str = "") -> dict[str, Any]:
    return AGGREGATE.view(live.state, Asker(person, role or live.boss, live.now))


def offer(live: Live, type_: str, person: str = "mia", role: str = "") -> dict[str, Any] | None:
    return next((each for each in seen(live, person, role)["offers"] if each["do"]["type"] == type_), None)


def test_10_8_2_nobody_but_the_player_and_who_examines_is_sent_a_form() -> None:
    live = Live().started("ann", "ben").open()
    live.ok(wagering.HandInForm("t1", "ann", "low", None, 70), "ann")
    for person, role in (("ben", PLAYER), ("wall", "wall"), ("dee", "dealer"), ("mia", ""), ("zoe", PLAYER)):
        assert '"low"' not in json.dumps(seen(live, person, role)), person
    assert seen(live, "ann", PLAYER)["me"]["form"]["wager"] == "low"
    assert '"low"' in json.dumps(seen(live, "sue", "gaming_supervisor")), "who examines it"


def test_10_8_2_6_what_a_result_would_pay_leaves_the_form_closed() -> None:
    live = Live().started("ann", "ben").open()
    live.ok(wagering.HandInForm("t1", "ann", "low", None, 70), "ann")
    live.put("ben", "red", 10)
    live.ok(wagering.ExamineForm("t1", "ann"), "sue", "gaming_supervisor")
    live.ok(rounds.CloseTournamentBetting("t1"), "dee", "dealer")
    told = foreseen(live.state, "t1", 1, Asker("dee", "dealer", live.now))
    ann, ben = (next(each for each in told["lines"] if each["player"] == name) for name in ("ann", "ben"))
    assert (ann["after"], ann["form"], ann["wagers"]) == (None, True, [])
    assert (ben["after"], ben["wagers"][0]["wins"]) == (110, 10)


def test_10_6_10_a_player_is_offered_only_the_own_position() -> None:
    live = Live().started("ann", "ben").open()
    placed = offer(live, "place-tournament-wagers", "ann", PLAYER)
    assert placed is not None
    assert placed["do"]["player"] == "ann"
    assert offer(live, "place-tournament-wagers", "zoe", PLAYER) is None


def test_10_9_the_crew_is_offered_the_wagers_of_whose_turn_it_is_and_no_form() -> None:
    live = Live(small(play={"order": True})).started("ann", "ben").open()
    (turn, *_) = seen(live, "dee", "dealer")["crew"]["t1"]["turn"]
    acts = [each["do"] for each in seen(live, "dee", "dealer")["offers"] if "player" in each["do"]]
    assert [(each["type"], each["player"]) for each in acts] == [
        ("play-pass-card", turn),
        ("place-tournament-wagers", turn),
    ]
    assert offer(live, "place-tournament-wagers", "ann", "dealer") is None, "who plays enters nothing for others"


def test_8_2_5_a_step_that_is_next_and_cannot_be_done_names_its_clause() -> None:
    live = Live(small(CRAPS)).seated("ann", "ben")
    assert not [each for each in seen(live)["offers"] if each.get("why")]
    live.ok(starting.SetPresence(present=False))
    blocked = [each for each in seen(live)["offers"] if each.get("why")]
    assert [(each["do"]["type"], each["clause"]) for each in blocked] == [("start-session", "8.2.5")]


def test_what_is_offered_without_a_question_is_taken() -> None:
    """Every offer that asks for nothing more and is not held up is done when it is sent."""
    live = Live().closed("ann", "ben", "cat")
    tried = 0
    for each in seen(live)["offers"]:
        if (
            not each.get("asks")
            and not each.get("why")
            and "secret" not in each["do"]
            and "commitment" not in each["do"]
        ):
            kind = next(kind for kind in AGGREGATE.senders if kind.__struct_config__.tag == each["do"]["type"])
            fields = {name: value for name, value in each["do"].items() if name != "type"}
            by = Asker("mia", live.boss, live.now)
            assert not hasattr(AGGREGATE.decide(live.state, kind(**fields), by, live.others), "clause"), each
            tried += 1
    assert tried


def test_of_several_roles_at_a_screen_the_one_that_the_book_knows_asks() -> None:
    people = (("mia", "casino_supervisor"), ("mia", "boxperson"), ("mia", "pit_boss"))
    fresh = AGGREGATE.fresh("spring")
    for book, role in (("crown-craps", "pit_boss"), ("star-roulette", "casino_supervisor")):
        assert speaks(fresh, drafting.DraftTournament({"tournament": book}), people) == ("mia", role)


@pytest.mark.parametrize("language", languages())
def test_every_field_of_the_form_has_a_text(language: str) -> None:
    texts = catalogue(language)
    for game in games():
        for item in form_of(game.tournament) if game.tournament else ():
            for field in item["fields"]:
                name = field["path"].replace(".", "-").replace("_", "-")
                wanted = [f"tournament.field-{name}", *(f"tournament.option-{word}" for word in field["options"])]
                assert [key for key in wanted if key not in texts] == []


def test_each_book_s_example_can_be_published() -> None:
    found = [game.tournament for game in games() if game.tournament]
    assert len(found) > 1
    assert all(isinstance(read_terms(rules.example, rules), Terms) for rules in found)


def test_house_players_enter_and_wager_by_themselves() -> None:
    """At a demonstration: they take some seats, leave some free, and each acts once in a round."""
    live, chance = Live().published(), Random(7)
    live.balances |= {f"player/{HOUSE}{name}": 1_000_000 for name in HOUSE_NAMES}

    def house() -> int:
        done = 0
        while order := next_order(live.state, chance, live.now):
            live.ok(order[0], order[1], PLAYER)
            done += 1
        return done

    assert house() == 6, "of eight seats"
    live.ok(entries.EnterTournament("ann", form=True), "ann")
    live.closed()
    live.started()
    live.open()
    assert house() == 6
    assert house() == 0
