"""Table scripts: a small JSON file that plays a table from an empty layout.

``read_script`` turns text into commands or says, in one line, where the file is not a script. What a
table would not take (an unknown wager, a stake too high) is not its business: that is a refused step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from feltwork.games import BookError, check_book, nearest, open_book
from feltwork.games.book import Book
from feltwork.games.registry import find_game, with_wheels
from feltwork.outcomes import COLOURS
from feltwork.readings import ReadingError
from feltwork.refusal import shown
from feltwork.table.play.commands import (
    Bet,
    Boost,
    Call,
    Command,
    DrawLuckyBall,
    NoMoreBets,
    NoRoll,
    NoSpin,
    Remove,
    Roll,
    Spin,
)
from feltwork.table.play.fields import ScriptError, as_money, as_object, known_names, only_fields, parse_fields
from feltwork.table.play.state import Limit, TableRules, applies_late_rule

SEAT = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)


@dataclass(frozen=True)
class Script:
    """A table to open and what happens at it."""

    book: Book
    rules: TableRules
    seats: dict[int, int]
    steps: tuple[Command, ...]


def read_script(text: str, readings: Mapping[str, str] | None = None) -> Script:
    """A script from its text; ``readings`` override the script's own."""
    whole = parse_fields(text)
    only_fields(whole, "script", ("book", "seats", "steps"), ("table", "variant", "readings"))
    if not isinstance(whole["book"], str):
        raise ScriptError("field 'book': the name of a book is text")
    table = as_object(whole.get("table", {}), "table")
    try:
        check_book(whole["book"])
        book = _open(whole, table, readings or {})
    except BookError as wrong:
        raise ScriptError(f"field '{wrong.field}': {wrong}") from None
    except ReadingError as wrong:
        raise ScriptError(f"field 'readings.{shown(wrong.reading)}': {wrong}") from None
    rules = _rules(table, book)
    seats = _seats(as_object(whole["seats"], "seats"))
    if not isinstance(whole["steps"], list):
        raise ScriptError("field 'steps': steps are a list")
    steps = tuple(read_step(step, index) for index, step in enumerate(whole["steps"]))
    return Script(book, rules, seats, steps)


def _open(whole: Mapping[str, object], table: Mapping[str, object], overrides: Mapping[str, str]) -> Book:
    """The book with the variant, wheel, Lucky Ball and readings that the script asks for."""
    for name in ("variant", "readings"):
        if name in whole and name in table:
            raise ScriptError(f"field '{name}' stands both in the script and in its table")
    variant = whole.get("variant", table.get("variant"))
    if variant is not None and not isinstance(variant, str):
        raise ScriptError("field 'variant': a variant is text")
    chosen = as_object(whole.get("readings", table.get("readings", {})), "readings")
    for name, value in chosen.items():
        if not isinstance(value, str | bool):
            raise ScriptError(f"field 'readings.{shown(name)}': a reading is text")
    said = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in chosen.items()}
    book = str(whole["book"])
    if not find_game(book).spins:
        for name in ("wheel", "lucky_ball"):
            if name in table:
                raise ScriptError(f"table: field '{name}' is only for {' and '.join(with_wheels())}")
    wheel, lucky = table.get("wheel", "single"), table.get("lucky_ball", False)
    if not isinstance(wheel, str):
        raise ScriptError("field 'table.wheel': its value must be 'single' or 'double'")
    if lucky is not True and lucky is not False and lucky != "mega":
        raise ScriptError("field 'table.lucky_ball': its value must be true, false or 'mega'")
    return open_book(book, variant=variant, wheel=wheel, lucky_ball=lucky, readings={**said, **overrides})


def _rules(table: Mapping[str, object], book: Book) -> TableRules:
    only_fields(
        table,
        "table",
        (),
        ("smallest_chip", "limits", "limit_check", "variant", "readings", "wheel", "lucky_ball"),
    )
    chip = as_money(table["smallest_chip"], "table.smallest_chip") if "smallest_chip" in table else book.default_chip
    if chip == 0:
        raise ScriptError("field 'table.smallest_chip': a chip is worth something")
    limits: dict[str, Limit] = {}
    for wager, given in as_object(table.get("limits", {}), "field 'table.limits'").items():
        where = f"table.limits.{shown(wager)}"
        if wager not in book.wagers and wager not in book.withheld:
            raise ScriptError(f"field '{where}': {book.id} has no wager '{shown(wager)}'{nearest(wager, book.wagers)}")
        limits[wager] = _limit(as_object(given, f"field '{where}'"), where)
    check = table.get("limit_check")
    if "limit_check" in table and check not in ("refuse", "late"):
        raise ScriptError("field 'table.limit_check': its value must be 'refuse' or 'late'")
    return TableRules(chip, limits, applies_late_rule(book, None if check is None else check == "late"))


def _limit(given: Mapping[str, object], where: str) -> Limit:
    only_fields(given, f"field '{where}'", (), ("min", "max"))
    low = as_money(given["min"], f"{where}.min") if "min" in given else 0
    high = as_money(given["max"], f"{where}.max") if "max" in given else None
    return Limit(low, high)


def _seats(given: Mapping[str, object]) -> dict[int, int]:
    seats = {}
    for name, money in given.items():
        if not SEAT.fullmatch(name):
            raise ScriptError(f"field 'seats.{shown(name)}': a seat is a number from 1")
        seats[int(name)] = as_money(money, f"seats.{name}")
    return seats


def read_step(step: object, index: int) -> Command:
    """A command from a step of a script."""
    where = f"step {index}"
    try:
        fields = as_object(step, where)
        if len(fields) != 1:
            raise ScriptError(f'{where}: a step is one verb with what it needs, such as {{"roll": [3, 4]}}')
        verb, given = next(iter(fields.items()))
        read = _VERBS.get(verb)
        if read is None:
            raise ScriptError(f"{where}: unknown verb '{shown(verb)}'{known_names(verb, _VERBS)}")
        return read(given)
    except _FieldError as wrong:
        raise ScriptError(f"{where}: {wrong}") from None
    except ScriptError as wrong:
        raise ScriptError(str(wrong) if str(wrong).startswith(where) else f"{where}: {wrong}") from None


class _FieldError(ValueError):
    """A field of a step is not what it should be."""


def _bet(given: object) -> Command:
    fields = as_object(given, "field 'bet'")
    only_fields(fields, "bet", ("seat", "wager", "amount"), ("on",))
    return Bet(
        _whole(fields, "bet", "seat"),
        _text(fields, "bet", "wager"),
        as_money(fields["amount"], "bet.amount"),
        _on(fields, "bet"),
    )


def _remove(given: object) -> Command:
    fields = as_object(given, "field 'remove'")
    only_fields(fields, "remove", ("seat", "wager"), ("on", "amount"))
    amount = as_money(fields["amount"], "remove.amount") if "amount" in fields else None
    return Remove(_whole(fields, "remove", "seat"), _text(fields, "remove", "wager"), _on(fields, "remove"), amount)


def _call(given: object) -> Command:
    fields = as_object(given, "field 'call'")
    only_fields(fields, "call", ("seat", "wager", "working"), ("on",))
    if not isinstance(fields["working"], bool):
        raise _FieldError("field 'call.working': its value must be true or false")
    return Call(_whole(fields, "call", "seat"), _text(fields, "call", "wager"), fields["working"], _on(fields, "call"))


def _no_more_bets(given: object) -> Command:
    if given is not True:
        raise _FieldError("field 'no_more_bets': its value must be true")
    return NoMoreBets()


def _roll(given: object) -> Command:
    if not isinstance(given, list) or len(given) != 2 or not all(_is_die(die) for die in given):
        raise _FieldError("field 'roll': its value must be two dice from 1 to 6, such as [3, 4]")
    return Roll(*given)


def _is_die(die: object) -> bool:
    return isinstance(die, int) and not isinstance(die, bool) and 1 <= die <= 6


def _spin(given: object) -> Command:
    return Spin(_pocket(given, "spin"))


def _pocket(given: object, where: str) -> int | str:
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise _FieldError(f"field '{where}': a pocket is 0 to 36 or \"00\"")
    return given


def _reason(given: object, verb: str) -> str:
    if not isinstance(given, str) or not given.strip():
        raise _FieldError(f"field '{verb}': its value must be a reason in words, in quotes")
    return given


def _lucky_ball(given: object) -> Command:
    fields = as_object(given, "field 'lucky_ball'")
    only_fields(fields, "lucky_ball", COLOURS)
    return DrawLuckyBall({colour: _pocket(fields[colour], f"lucky_ball.{colour}") for colour in COLOURS})


def _boost(given: object) -> Command:
    fields = as_object(given, "field 'boost'")
    only_fields(fields, "boost", ("colour", "odds"))
    return Boost(_text(fields, "boost", "colour"), _text(fields, "boost", "odds"))


def _whole(fields: Mapping[str, object], where: str, name: str) -> int:
    value = fields[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise _FieldError(f"field '{where}.{name}': its value must be a whole number, without quotes")
    return value


def _text(fields: Mapping[str, object], where: str, name: str) -> str:
    value = fields[name]
    if not isinstance(value, str):
        raise _FieldError(f"field '{where}.{name}': its value must be text, in quotes")
    return value


def _on(fields: Mapping[str, object], where: str) -> int | str | list[int | str] | None:
    value = fields.get("on")
    parts = value if isinstance(value, list) else [value]
    if value is not None and not all(isinstance(p, int | str) and not isinstance(p, bool) for p in parts):
        raise _FieldError(f"field '{where}.on': its value must be a number, a word, or a list of them")
    return value  # type: ignore[return-value]  # checked part by part just above


_VERBS: dict[str, Callable[[object], Command]] = {
    "bet": _bet,
    "remove": _remove,
    "call": _call,
    "no_more_bets": _no_more_bets,
    "roll": _roll,
    "spin": _spin,
    "no_roll": lambda given: NoRoll(_reason(given, "no_roll")),
    "no_spin": lambda given: NoSpin(_reason(given, "no_spin")),
    "lucky_ball": _lucky_ball,
    "boost": _boost,
}
