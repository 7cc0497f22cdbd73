"""Session scripts: a JSON file that plays one table of a tournament, from the first chip to the prizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from feltwork.games import BookError, check_book, open_book
from feltwork.games.book import Book
from feltwork.games.registry import find_game, with_sessions
from feltwork.games.tournament import SessionRules
from feltwork.refusal import shown
from feltwork.table.play.fields import ScriptError, as_money, as_object, known_names, only_fields, parse_fields
from feltwork.tournament.betting import MAX_CHIPS
from feltwork.tournament.conditions import Conditions
from feltwork.tournament.steps import Absent, Open, Pass, Skip, Step, Undisclosed, Wagers

WHEELS = ("single", "double")
CONDITIONS = ("players", "fee", "chips", "minimum", "maximum", "advance", "prizes", "ties")
MAY_BE_LEFT_OUT = ("added", "limits", "pass_cards", "undisclosed", "order")


@dataclass(frozen=True)
class ScriptRound:
    """A round of the script: the steps before the spin, the pocket, and the order of taking losing chips."""

    steps: tuple[Step, ...]
    pocket: int
    taken: tuple[str, ...]
    marker: str | None


@dataclass(frozen=True)
class SessionScript:
    """A session to play: its book, its conditions, its rounds, and those of a play-off."""

    book: Book
    rules: SessionRules
    conditions: Conditions
    rounds: tuple[ScriptRound, ...]
    playoff: tuple[ScriptRound, ...]


def read_session(text: str) -> SessionScript:
    """A script from its text, or a complaint that names the place."""
    whole = parse_fields(text)
    only_fields(whole, "script", ("tournament", "wheel", "conditions", "rounds"), ("playoff",))
    book, rules = open_session(whole["tournament"], whole["wheel"])
    conditions = _conditions(as_object(whole["conditions"], "conditions"))
    reader = _Rounds(book, conditions)
    rounds = tuple(reader.read(each, f"round {number}") for number, each in _numbered(whole["rounds"], "rounds"))
    playoff = _numbered(whole.get("playoff", []), "playoff")
    return SessionScript(
        book,
        rules,
        conditions,
        rounds,
        tuple(reader.read(each, f"play-off round {number}") for number, each in playoff),
    )


def open_session(book: object, wheel: object) -> tuple[Book, SessionRules]:
    """The book of a session at this wheel, and its rules of a session."""
    if not isinstance(book, str):
        raise ScriptError("field 'tournament': the name of a book is text")
    try:
        check_book(book)
    except BookError as wrong:
        raise ScriptError(f"field 'tournament': {wrong}") from None
    game = find_game(book)
    rules = game.tournament.session if game.tournament else None
    if rules is None:
        known = " and ".join(with_sessions())
        raise ScriptError(f"field 'tournament': {game.id} does not say how a session is played; {known} does")
    if wheel not in WHEELS:
        raise ScriptError("field 'wheel': its value must be 'single' or 'double'")
    return open_book(game.id, wheel=str(wheel)), rules


def _numbered(value: object, where: str) -> list[tuple[int, object]]:
    if not isinstance(value, list):
        raise ScriptError(f"field '{where}': expected a list of rounds")
    return list(enumerate(value, 1))


def _conditions(given: Mapping[str, object]) -> Conditions:
    only_fields(given, "conditions", CONDITIONS, MAY_BE_LEFT_OUT)
    players = given["players"]
    if (
        not isinstance(players, list)
        or len(players) < 2
        or not all(isinstance(name, str) and name.strip() for name in players)
        or len(set(players)) < len(players)
    ):
        raise ScriptError("field 'conditions.players': at least two players, each with a name of their own")
    if given["ties"] != "share":
        raise ScriptError("field 'conditions.ties': its value must be 'share'")
    if not isinstance(given.get("order", False), bool):
        raise ScriptError("field 'conditions.order': its value must be true or false")
    return Conditions(
        tuple(players),
        _count(given["chips"], "conditions.chips", 1),
        *_between((given["minimum"], given["maximum"]), ("conditions.minimum", "conditions.maximum")),
        as_money(given["fee"], "conditions.fee"),
        as_money(given.get("added", "0.00"), "conditions.added"),
        _count(given["advance"], "conditions.advance", 0),
        _percentages(given["prizes"]),
        _limits(as_object(given.get("limits", {}), "field 'conditions.limits'")),
        _count(given.get("pass_cards", 0), "conditions.pass_cards", 0),
        _count(given.get("undisclosed", 0), "conditions.undisclosed", 0),
        given.get("order") is True,
    )


def _count(value: object, where: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MAX_CHIPS:
        raise ScriptError(f"field '{where}': a whole number from {least}")
    return value


def _between(limits: Sequence[object], where: tuple[str, str]) -> tuple[int, int]:
    low, high = _count(limits[0], where[0], 1), _count(limits[1], where[1], 1)
    if high < low:
        raise ScriptError(f"field '{where[1]}': the maximum is at least the minimum")
    return low, high


def _limits(given: Mapping[str, object]) -> dict[int, tuple[int, int]]:
    found = {}
    for number, limits in given.items():
        where = f"conditions.limits.{shown(number)}"
        if not number.isascii() or not number.isdigit() or not 0 < len(number) <= 9 or number[0] == "0":
            raise ScriptError(f"field '{where}': limits hold from a round, which is a number from 1")
        if not isinstance(limits, list) or len(limits) != 2:
            raise ScriptError(f"field '{where}': a minimum and a maximum, such as [20, 400]")
        found[int(number)] = _between(limits, (where, where))
    return found


def _percentages(given: object) -> tuple[int, ...]:
    where = "conditions.prizes"
    if not isinstance(given, list):
        raise ScriptError(f"field '{where}': whole percentages by place")
    found = tuple(_count(each, where, 0) for each in given)
    if sum(found) != 100:
        raise ScriptError(f"field '{where}': they come to {sum(found)}, and must come to 100")
    return found


class _Rounds:
    """Reads rounds, whose names and pockets depend on players and wheel."""

    def __init__(self, book: Book, conditions: Conditions) -> None:
        self.pockets = {pocket: number for number, pocket in enumerate(book.wheel)}
        self.players, self.order = conditions.players, conditions.order

    def read(self, given: object, where: str) -> ScriptRound:
        fields = as_object(given, where)
        only_fields(fields, where, ("steps", "spin", *(("marker",) if self.order else ())), ("taken", "marker"))
        steps, spin, taken = fields["steps"], fields["spin"], fields.get("taken", [])
        if not isinstance(steps, list) or not isinstance(taken, list):
            raise ScriptError(f"{where}: steps and taken are lists")
        if isinstance(spin, bool) or not isinstance(spin, int | str) or spin not in self.pockets:
            raise ScriptError(f"{where}: field 'spin': this wheel has no pocket {shown(spin)}")
        marker = self._name(fields["marker"], f"{where}: field 'marker'") if "marker" in fields else None
        return ScriptRound(
            tuple(self._step(step, f"{where}, step {number}") for number, step in enumerate(steps)),
            self.pockets[spin],
            tuple(self._name(name, f"{where}: field 'taken'") for name in taken),
            marker if self.order else None,
        )

    def _name(self, name: object, where: str) -> str:
        if not isinstance(name, str) or name not in self.players:
            raise ScriptError(f"{where}: {shown(name)} is no player here")
        return name

    def _step(self, given: object, where: str) -> Step:
        fields = as_object(given, where)
        if len(fields) != 1:
            raise ScriptError(f'{where}: a step is one verb with what it needs, such as {{"pass": "ann"}}')
        verb, value = next(iter(fields.items()))
        if verb in _ALONE:
            return _ALONE[verb](self._name(value, where))
        if verb == "wagers":
            name, lines = _parts(value, 2, f"{where}: wagers are a player and a list of wagers")
            if not isinstance(lines, list):
                raise ScriptError(f"{where}: wagers are a player and a list of wagers")
            shape = f"{where}: a wager is its name, what it is on, and an amount"
            return Wagers(self._name(name, where), tuple(Open(*_parts(line, 3, shape)) for line in lines))
        if verb == "undisclosed":
            name, *line = _parts(value, 4, f"{where}: a form is a player, a wager, what it is on, and an amount")
            return Undisclosed(self._name(name, where), Open(*line))
        raise ScriptError(f"{where}: unknown verb '{shown(verb)}'{known_names(verb, _VERBS)}")


def _parts(value: object, count: int, complaint: str) -> list[object]:
    if not isinstance(value, list) or len(value) != count:
        raise ScriptError(complaint)
    return value


_ALONE: dict[str, Callable[[str], Step]] = {"pass": Pass, "absent": Absent, "skip": Skip}
_VERBS = ("wagers", "undisclosed", *_ALONE)
