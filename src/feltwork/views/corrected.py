"""What a correction comes to, seat by seat: before, after, difference, and what the crew take and pay by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from feltwork.table.live.topics.corrections import Adjustment
from feltwork.table.live.topics.last_round import Owed

Told = dict[str, Any]
Lines = Iterable[Mapping[str, Any]]
"""Lines of a settlement as screens see them."""


def net(lines: Lines) -> dict[int, int]:
    """What a round brought each seat: won less lost."""
    found: dict[int, int] = {}
    for line in lines:
        came = line["winnings"] + line["returned"] + line["commission_back"] - line["stake"]
        found[line["seat"]] = found.get(line["seat"], 0) + came
    return found


def differences(was: Lines, now: Lines, players: Mapping[int, str]) -> list[Told]:
    """Each seat that a round decided something of, as it was settled and as it is instead."""
    before, after = net(was), net(now)
    up = {(line["seat"], line["wager"], str(line["on"])) for line in now}
    found = []
    for seat in sorted(before.keys() | after.keys()):
        again = [
            {"wager": line["wager"], "on": line["on"], "stake": line["stake"]}
            for line in was
            if line["seat"] == seat and (seat, line["wager"], str(line["on"])) not in up
        ]
        cents = after.get(seat, 0) - before.get(seat, 0)
        told = {"seat": seat, "player": players.get(seat, ""), "before": before.get(seat, 0)}
        found.append(told | {"after": after.get(seat, 0), "cents": cents, "here": cents, "again": again})
    return found


def compared(was: Lines, owed: Mapping[int, int], players: Mapping[int, str]) -> list[Told]:
    """Each seat of a round as it was settled, and with what it is due or owes since."""
    before = net(was)
    return [
        {
            "seat": seat,
            "player": players.get(seat, ""),
            "before": before.get(seat, 0),
            "after": before.get(seat, 0) + owed.get(seat, 0),
            "cents": owed.get(seat, 0),
            "again": [],
        }
        for seat in sorted(before.keys() | owed.keys())
    ]


def taken_back(kept: Told, owed: Iterable[Owed]) -> Told:
    """The last round is taken back; how it ends instead comes next, and what players owe of it."""
    return {
        "was": kept.get("result"),
        "result": None,
        "open": True,
        "seats": [],
        "owed": {str(debt.seat): debt.cents for debt in owed},
    }


def ends_instead(told: Told, was: Lines, now: Lines, players: Mapping[int, str], result: object) -> None:
    """The round that was taken back ends so."""
    told |= {"open": False, "result": result, "seats": differences(list(was), list(now), players)}
    for seat in told["seats"]:
        seat["here"] += told["owed"].get(str(seat["seat"]), 0)


def repaid(told: Told, seat: int, cents: int) -> None:
    """A debt of the round taken from what it then paid."""
    for row in told["seats"]:
        if row["seat"] == seat:
            row["here"] -= cents


def by_two(lines: Iterable[Adjustment], was: Lines) -> list[Told]:
    """The differences that two people agreed on, each where the player sits now."""
    before = net(was)
    return [
        {
            "seat": line.now or line.seat,
            "player": line.player,
            "before": before.get(line.seat, 0),
            "after": before.get(line.seat, 0) + line.cents,
            "cents": line.cents,
            "here": line.at_seat,
            "gone": line.now is None,
            "again": [],
        }
        for line in lines
    ]
