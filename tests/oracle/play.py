"""Play a table script from an empty layout and report what was settled and refused."""

from __future__ import annotations

from typing import Any

from . import craps, craps_dice, dragon, roulette
from .state import Line, RefusedError, Table, on_key, parse_money, pay, require, show_money

CRAPS_BOOKS = ("star-craps", "crown-craps", "aruze-craps")


def read_option(script: dict[str, Any], name: str, default: Any) -> Any:
    """An option that may stand beside the table or inside it."""
    table = script.get("table") or {}
    if name in table:
        return table[name]
    return script.get(name, default)


def read_value(value: object) -> str:
    """The value of a reading as text: true and false may be written as such or as text."""
    if value is True:
        return "true"
    if value is False:
        return "false"
    return str(value)


def open_table(script: dict[str, Any]) -> Table:
    """Set up the table that the script describes."""
    book: str = script["book"]
    limits: dict[str, dict[str, str]] = read_option(script, "limits", {})
    lucky = read_option(script, "lucky_ball", False)
    readings: dict[str, object] = read_option(script, "readings", {})
    smallest = "0.01" if book == "aruze-craps" else "1.00"
    return Table(
        book=book,
        chip=parse_money(read_option(script, "smallest_chip", smallest)),
        minimums={kind: parse_money(sign["min"]) for kind, sign in limits.items() if "min" in sign},
        maximums={kind: parse_money(sign["max"]) for kind, sign in limits.items() if "max" in sign},
        late=read_option(script, "limit_check", "refuse") == "late",
        mini=book == "crown-craps" and read_option(script, "variant", "") == "mini",
        wheel=read_option(script, "wheel", "single"),
        lucky="mega" if lucky == "mega" else ("yes" if lucky is True else "no"),
        readings={name: read_value(value) for name, value in readings.items()},
        balances={int(seat): parse_money(money) for seat, money in script["seats"].items()},
    )


def do_bet(table: Table, step: dict[str, Any]) -> None:
    """Place or add to a wager."""
    amount = parse_money(step["amount"])
    if table.book in CRAPS_BOOKS:
        craps.bet(table, step["seat"], step["wager"], step.get("on"), amount)
    elif table.book == "star-roulette":
        roulette.bet(table, step["seat"], step["wager"], step.get("on"), amount)
    else:
        dragon.bet(table, step["seat"], step["wager"], step.get("on"), amount)


def do_remove(table: Table, step: dict[str, Any]) -> list[Line]:
    """Take back a wager or part of it."""
    amount = parse_money(step["amount"]) if step.get("amount") is not None else None
    if table.book in CRAPS_BOOKS:
        return craps.remove(table, step["seat"], step["wager"], step.get("on"), amount)
    if table.book == "star-roulette":
        roulette.remove(table, step["seat"], step["wager"], step.get("on"), amount)
    else:
        dragon.remove(table, step["seat"], step["wager"], step.get("on"), amount)
    return []


def do_dice_step(table: Table, verb: str, what: Any) -> list[Line]:
    """The verbs of a dice table."""
    if verb == "call":
        require(table.book in CRAPS_BOOKS)
        craps.call(table, what["seat"], what["wager"], what.get("on"), what["working"])
        return []
    if verb == "no_more_bets":
        if table.book == "dragon-fire":
            dragon.no_more_bets(table)
        else:
            craps.no_more_bets(table)
        return []
    if verb == "roll":
        dice = (what[0], what[1])
        return dragon.roll(table, dice) if table.book == "dragon-fire" else craps_dice.roll(table, dice)
    if verb == "no_roll":
        return dragon.no_roll(table) if table.book == "dragon-fire" else craps_dice.no_roll(table)
    raise RefusedError


def do_wheel_step(table: Table, verb: str, what: Any) -> list[Line]:
    """The verbs of a roulette table."""
    if verb == "no_more_bets":
        roulette.no_more_bets(table)
        return []
    if verb == "lucky_ball":
        roulette.lucky_ball(table, what)
        return []
    if verb == "boost":
        roulette.boost(table, what["colour"], what["odds"])
        return []
    if verb == "spin":
        return roulette.spin(table, what)
    if verb == "no_spin":
        return roulette.no_spin(table)
    raise RefusedError


def do_step(table: Table, step: dict[str, Any]) -> list[Line]:
    """One step; a verb that the book has no use for is turned away."""
    ((verb, what),) = step.items()
    if verb == "bet":
        do_bet(table, what)
        return []
    if verb == "remove":
        return do_remove(table, what)
    if table.book == "star-roulette":
        return do_wheel_step(table, verb, what)
    return do_dice_step(table, verb, what)


def standing(table: Table) -> list[dict[str, object]]:
    """What still lies, in report order."""
    wagers = sorted(table.wagers, key=lambda wager: (wager.seat, wager.kind, on_key(wager.on)))
    return [
        {"seat": wager.seat, "wager": wager.kind, "on": wager.on, "stake": show_money(wager.stake)} for wager in wagers
    ]


def play(script: dict[str, Any]) -> dict[str, Any]:
    """Play a well-formed script; `refused` is only true or false and no clauses are named."""
    table = open_table(script)
    steps: list[dict[str, Any]] = []
    for index, step in enumerate(script["steps"]):
        try:
            lines = do_step(table, step)
        except RefusedError:
            steps.append({"step": index, "refused": True, "settled": []})
        else:
            steps.append({"step": index, "refused": False, "settled": pay(table, lines)})
    balances = {str(seat): show_money(money) for seat, money in table.balances.items()}
    return {"steps": steps, "balances": balances, "standing": standing(table)}
