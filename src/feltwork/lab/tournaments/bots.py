"""How a bot plays a tournament: a wager and an amount, and others for the last rounds of a session."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from feltwork.games import nearest
from feltwork.games.book import Book
from feltwork.refusal import Refusal, shown
from feltwork.tournament.betting import Stake, find_place, is_chips
from feltwork.tournament.steps import Open
from feltwork.wagers.arms import Result

AMOUNTS = ("minimum", "maximum", "half", "all", "catch up")
MAX_BOTS = 1000
FIELDS = ("name", "players", "wager", "on", "amount", "last_rounds", "last_wager", "last_on", "last_amount")


class BotError(ValueError):
    """The text has no strategies for a tournament; the message names the place."""


@dataclass(frozen=True)
class Habit:
    """Wagers that pay alike, one of which is drawn each round, and how much goes on it.

    The amount is a word of ``AMOUNTS``, or a number of chips.
    """

    places: tuple[Stake, ...]
    odds: Fraction
    amount: str | int

    def stake(self, chips: int, limits: tuple[int, int], target: int, chance: Random) -> Stake:
        """What is put down by a player with these chips, who wants to have more than ``target``."""
        minimum, maximum = limits
        most = min(chips, maximum)
        match self.amount:
            case "maximum" | "all":
                wanted = most
            case "half":
                wanted = chips // 2
            case "catch up":
                wanted = -(-max(target + 1 - chips, 0) // self.odds)
                wanted = -(-wanted // minimum) * minimum
            case int():
                wanted = self.amount
            case _:
                wanted = minimum
        wanted = min(max(wanted, minimum), most)
        place = self.places[0] if len(self.places) == 1 else chance.choice(self.places)
        return Stake(place.wager, place.on, max(wanted - wanted % minimum, minimum))


@dataclass(frozen=True)
class Bot:
    """A strategy: what it does, and what it does in the last rounds of a session."""

    name: str
    players: int
    """Its share of the field, in parts."""
    usual: Habit
    last_rounds: int
    last: Habit

    def habit(self, rounds_left: int) -> Habit:
        """What it does with so many rounds of the session left, this one included."""
        return self.last if rounds_left <= self.last_rounds else self.usual


def read_bots(text: str, book: Book) -> tuple[Bot, ...]:
    """Strategies from a TOML text with a ``[[strategy]]`` for each."""
    try:
        whole = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise BotError(f"not TOML: {wrong}") from None
    listed = whole.get("strategy")
    if not isinstance(listed, list) or not listed or set(whole) != {"strategy"} or len(listed) > MAX_BOTS:
        raise BotError("expected one [[strategy]] or more, and nothing else")
    bots = tuple(_bot(each, number, book) for number, each in enumerate(listed, 1))
    if len({bot.name for bot in bots}) < len(bots):
        raise BotError("two strategies have the same name")
    return bots


def _bot(given: object, number: int, book: Book) -> Bot:
    where = f"strategy {number}"
    if not isinstance(given, Mapping):
        raise BotError(f"{where}: expected fields")
    for field in given:
        if field not in FIELDS:
            raise BotError(f"{where}: unknown field '{shown(field)}'{nearest(str(field), FIELDS)}")
    name = given.get("name")
    if not isinstance(name, str) or not name.strip():
        raise BotError(f"{where}: field 'name' is missing")
    usual = _habit(book, where, given.get("wager"), given.get("on"), given.get("amount"))
    last = usual
    if "last_rounds" in given:
        wager, on = given.get("last_wager", given.get("wager")), given.get("last_on", given.get("on"))
        last = _habit(
            book,
            where,
            wager,
            None if "last_wager" in given and "last_on" not in given else on,
            given.get("last_amount", given.get("amount")),
        )
    return Bot(
        name,
        _whole(given.get("players", 1), f"{where}: players"),
        usual,
        _whole(given["last_rounds"], f"{where}: last_rounds") if "last_rounds" in given else 0,
        last,
    )


def _habit(book: Book, where: str, wager: object, on: object, amount: object) -> Habit:
    """A wager, or a list of wagers; ``on`` is what it is on, or ``any``."""
    places: list[Stake] = []
    for name in wager if isinstance(wager, list) else [wager]:
        if on == "any" and isinstance(name, str) and name in book.wagers:
            places += [Stake(name, each, 0) for each in book.wagers[name].shapes]
            continue
        place = find_place(book, Open(name, on, amount))
        if isinstance(place, Refusal):
            raise BotError(f"{where}: {place}")
        places.append(place)
    if amount not in AMOUNTS and not is_chips(amount):
        raise BotError(f"{where}: an amount is {', '.join(AMOUNTS)}, or a number of chips")
    odds = {_odds(book, place) for place in places}
    if len(odds) != 1:
        raise BotError(f"{where}: wagers of one strategy pay alike")
    return Habit(tuple(places), odds.pop(), amount if isinstance(amount, int) else str(amount))


def _odds(book: Book, place: Stake) -> Fraction:
    """What one chip wins, at best."""
    endings = book.machine(place.wager, place.on).endings
    return max(Fraction(ends[2], ends[3]) for ends in endings if ends[0] is Result.WIN)


def _whole(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= MAX_BOTS:
        raise BotError(f"{where}: a whole number from 1 to {MAX_BOTS}")
    return value
