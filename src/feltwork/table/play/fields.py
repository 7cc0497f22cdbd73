"""Fields of a script: read strictly, and complained of in one line that names the place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from feltwork.games import nearest
from feltwork.money import MoneyError, parse_money
from feltwork.refusal import shown


class ScriptError(ValueError):
    """The text is not a script; the message names the place."""


def parse_fields(text: str) -> dict[str, object]:
    """The object that a text of JSON holds, read strictly."""
    if text.startswith("\ufeff"):
        raise ScriptError("bad JSON: it starts with a byte order mark")
    try:
        whole = json.loads(text, object_pairs_hook=_no_twins, parse_constant=_no_constant)
    except ScriptError:
        raise
    except RecursionError:
        raise ScriptError("bad JSON: nested too deeply") from None
    except json.JSONDecodeError as wrong:
        raise ScriptError(f"bad JSON: {wrong.msg} in line {wrong.lineno}, column {wrong.colno}") from None
    except ValueError:
        raise ScriptError("bad JSON: a number with thousands of digits") from None
    return as_object(whole, "script")


class _Object(dict[str, object]):
    """A JSON object that remembers a key it was given twice, to be complained of where its place is known."""

    twice: str | None = None


def _no_twins(pairs: list[tuple[str, object]]) -> _Object:
    found = _Object()
    for key, value in pairs:
        if key in found:
            found.twice = key
        found[key] = value
    return found


def _no_constant(name: str) -> object:
    raise ScriptError(f"bad JSON: {name} is not a number")


def as_object(value: object, where: str) -> dict[str, object]:
    """A value that must be an object, none of whose fields stands twice."""
    if not isinstance(value, dict):
        raise ScriptError(f"{where}: expected an object, which is fields in braces")
    if isinstance(value, _Object) and value.twice is not None:
        raise ScriptError(f"{where}: field '{shown(value.twice)}' stands twice")
    return value


def only_fields(
    found: Mapping[str, object], where: str, needed: tuple[str, ...], optional: tuple[str, ...] = ()
) -> None:
    """All fields that are needed, and no unknown one."""
    for name in found:
        if name not in needed and name not in optional:
            raise ScriptError(f"{where}: unknown field '{shown(name)}'{known_names(name, needed + optional)}")
    for name in needed:
        if name not in found:
            raise ScriptError(f"{where}: field '{name}' is missing")


def known_names(word: str, names: Iterable[str]) -> str:
    """The name that was meant, or all there are."""
    return nearest(word, names) or f"; there are {', '.join(names)}"


def as_money(value: object, where: str) -> int:
    """An amount in cents, written as text."""
    try:
        return parse_money(value)
    except MoneyError as wrong:
        raise ScriptError(f"field '{where}': {wrong}") from None
