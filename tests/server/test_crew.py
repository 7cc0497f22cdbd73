"""What a crew's screen is told and may ask: its steps, its calls, its dice; and who is at it."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import Running, Talk

from feltwork.cage.commands import Deposit
from feltwork.engine.envelope import Envelope
from feltwork.server.auth.sessions import Session
from feltwork.table.live import commands as ask


def told(talk: Talk) -> Any:
    return talk.ask("actions")["actions"]


def sit(floor: Running, seat: int = 1, name: str = "ann") -> None:
    for where, actor, role, body in (
        ("cage", "till", "cashier", Deposit(name, 10_000)),
        ("one", name, "player", ask.Sit(name, seat)),
        ("one", name, "player", ask.BuyIn(seat, 10_000)),
    ):
        key = f"{name}-{type(body).__name__}"
        assert not floor.floor.house.post(Envelope(key, where, actor, role, body)).result().reason


def test_the_next_step_is_one_that_the_table_takes(floor: Running) -> None:
    """Pressing whatever is next deals a round, and nothing that is offered as possible is refused."""
    sit(floor)
    crew = Talk(floor.screen("one", floor.crew()))
    assert "ack" in crew.do("place-wager", seat=1, wager="win-line", amount=500)
    pressed = []
    for _ in range(4):
        step = next(step for step in told(crew)["steps"] if step.get("next"))
        pressed.append(step["type"])
        fields = {name: value for name, value in step["command"].items() if name != "type"}
        assert "ack" in crew.do(step["type"], **fields)
    assert pressed == ["offer-dice", "accept-dice", "select-dice", "throw-dice"]
    assert not any(step.get("next") for step in told(crew)["steps"])


def test_what_cannot_be_done_says_why(floor: Running) -> None:
    crew = Talk(floor.screen("one", floor.crew()))
    steps = {step["type"]: step for step in told(crew)["steps"]}
    assert not steps["throw-dice"]["ok"]
    assert steps["throw-dice"]["why"] == "nobody has the dice"
    assert steps["throw-dice"]["clause"] == "3.2"
    assert steps["bring-dice"]["why"] == "a new set comes when two dice are lost"


def test_only_those_who_deal_are_told(floor: Running) -> None:
    sit(floor)
    for kind in ("player", "inspector", "cashier", "wall"):
        watching = Talk(floor.screen("one", floor.token(Session(kind, (("x", kind),), "one", 1))))
        assert told(watching) == {}
    wheel = Talk(floor.screen("wheel", floor.token(Session("supervisor", (("boss", "casino_supervisor"),)))))
    assert [step["type"] for step in told(wheel)["steps"]] == ["open-bets", "spin-ball", "close-bets"]


def test_somebody_not_assigned_to_the_table_can_do_nothing_there(floor: Running) -> None:
    sit(floor)
    stranger = Talk(floor.screen("one", floor.token(Session("crew", (("eve", "stickperson"),), "one"))))
    assert not any(step["ok"] for step in told(stranger)["steps"])
    assert "no" in stranger.do("offer-dice")


def test_staff_ask_where_a_seats_chip_may_go(floor: Running) -> None:
    """On time as the player might; in the air only what staff may confirm. A player asks for no other seat."""
    sit(floor)
    crew = Talk(floor.screen("one", floor.crew()))
    player = Talk(floor.screen("one", floor.player()))

    def field_ok(talk: Talk, seat: int) -> bool:
        legal: Any = talk.ask("legal", seat=seat, chip=500)["legal"]
        return bool(legal["spots"]["field"]["ok"])

    assert (field_ok(crew, 1), field_ok(crew, 2), field_ok(player, 2)) == (True, False, True)
    crew.do("place-wager", seat=1, wager="win-line", amount=500)
    for step in ("offer-dice", "throw-dice"):
        if step == "throw-dice":
            crew.do("accept-dice", seat=1, asked="ann takes them")
            crew.do("select-dice", seat=1, dice=[1, 2], asked="these two")
        assert "ack" in crew.do(step)
    assert (field_ok(crew, 1), field_ok(player, 1)) == (True, False)


def test_joining_a_crew_and_leaving_it(floor: Running) -> None:
    """The screens of that session hear who is at them at once; a password is needed, and nobody but staff joins."""
    staff = floor.floor.staff
    staff.add("dana", "crew", ("dealer",), "a long password")
    staff.add("carl", "cashier", ("cashier",), "a long password")
    token = floor.crew()
    crew = Talk(floor.screen("one", token))
    dana = {"person": "dana", "password": "a long password", "joins": True}
    assert floor.fetch("/signin", token, dana)[0] == 200
    people: Any = crew.until(lambda m: "hello" in m)["hello"]
    assert people["people"][-1] == ["dana", "dealer"]
    assert len(people["people"]) == 4
    for wrong in (dana | {"password": "another"}, dana | {"person": "carl"}):
        assert floor.fetch("/signin", token, wrong)[0] == 403
    assert floor.fetch("/signin", floor.player(), dana)[0] == 403, "a player's screen is no crew's"
    assert floor.fetch("/signout", token, {"person": "one-stickperson"})[0] == 200
    left: Any = crew.until(lambda m: "hello" in m)["hello"]
    assert [person for person, _ in left["people"]] == ["one-dealer", "one-boxperson", "dana"]
    assert "no" in crew.do("offer-dice"), "who has signed out acts no more, on the open line too"
    assert floor.fetch("/deal", token)[0] == 200
    floor.fetch("/signout", token, {})
    assert floor.fetch("/deal", token)[0] == 303
