"""The best wager of the last round, exactly: every wager and amount tried against every pocket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from feltwork.games.book import Book
from feltwork.games.tournament import SessionRules
from feltwork.outcomes import Selection
from feltwork.refusal import Refusal, shown
from feltwork.table.play.fields import ScriptError, as_object, only_fields, parse_fields
from feltwork.tournament.betting import Stake, is_chips, read_wagers, valid_open, winnings
from feltwork.tournament.script import open_session
from feltwork.tournament.steps import Open


@dataclass(frozen=True)
class LastRound:
    """A last round in which one player is still to wager."""

    book: Book
    rules: SessionRules
    minimum: int
    maximum: int
    advance: int
    me: str
    chips: dict[str, int]
    stakes: dict[str, tuple[Stake, ...]]
    """What the others have put down."""


@dataclass(frozen=True)
class Choice:
    """A wager, the chance that it is enough, and the chance that it ends in a tie at the cut."""

    wager: str
    on: Selection
    amount: int
    advances: Fraction
    ties: Fraction


def read_last_round(text: str) -> LastRound:
    """A last round from its JSON text."""
    whole = parse_fields(text)
    only_fields(whole, "script", ("tournament", "wheel", "minimum", "maximum", "advance", "me", "players"))
    book, rules = open_session(whole["tournament"], whole["wheel"])
    numbers = [whole[name] for name in ("minimum", "maximum", "advance")]
    if not all(isinstance(n, int) and is_chips(n) for n in numbers) or int(str(numbers[0])) > int(str(numbers[1])):
        raise ScriptError("minimum, maximum and advance are whole numbers, the maximum at least the minimum")
    low, high, advance = (int(str(n)) for n in numbers)
    chips: dict[str, int] = {}
    stakes: dict[str, tuple[Stake, ...]] = {}
    for name, given in as_object(whole["players"], "field 'players'").items():
        where = f"players.{shown(name)}"
        if not isinstance(given, list) or len(given) != 2 or not is_chips(given[0]) or not isinstance(given[1], list):
            raise ScriptError(f"field '{where}': chips and a list of wagers")
        chips[name] = given[0]
        if given[1]:
            if not all(isinstance(line, list) and len(line) == 3 for line in given[1]):
                raise ScriptError(f"field '{where}': a wager is its name, what it is on, and an amount")
            found = read_wagers(book, rules, [Open(*line) for line in given[1]], given[0])
            if isinstance(found, Refusal):
                raise ScriptError(f"field '{where}': {found}")
            stakes[name] = tuple(valid_open(found, low, high, rules)[0])
    me = whole["me"]
    if not isinstance(me, str) or me not in chips or len(chips) < 2 or me in stakes:
        raise ScriptError("field 'me': one of at least two players, who has not wagered yet")
    if chips[me] < low:
        raise ScriptError(f"field 'me': {chips[me]} chips do not cover the minimum")
    return LastRound(book, rules, low, high, advance, me, chips, stakes)


def best_wagers(last: LastRound) -> list[Choice]:
    """Every different wager and amount, the best chance first; of equal ones the smaller amount."""
    book, pockets = last.book, range(len(last.book.wheel))
    others = [
        [after(book, chips, last.stakes.get(name, ()), pocket) for name, chips in last.chips.items() if name != last.me]
        for pocket in pockets
    ]
    most = min(last.chips[last.me], last.maximum)
    amounts = range(last.minimum, most + 1, last.minimum)
    found, seen = [], set()
    for place in _places(book):
        won = tuple(winnings(book, replace(place, amount=1), pocket) for pocket in pockets)
        if won not in seen:
            seen.add(won)
            found += [_choice(last, place, amount, won, others) for amount in amounts]
    return sorted(found, key=lambda choice: (-choice.advances, -choice.ties, choice.amount))


def _places(book: Book) -> list[Stake]:
    return [Stake(name, on, 1) for name, wager in book.wagers.items() for on in wager.shapes]


def _choice(
    last: LastRound, place: Stake, amount: int, won: Sequence[int | None], others: Sequence[Sequence[int]]
) -> Choice:
    kept = last.chips[last.me] - amount
    enough = tied = 0
    for pocket, odds in enumerate(won):
        mine = kept if odds is None else kept + amount * (odds + 1)
        above = sum(chips > mine for chips in others[pocket])
        level = sum(chips == mine for chips in others[pocket])
        if above + level < last.advance:
            enough += 1
        elif above < last.advance:
            tied += 1
    return Choice(place.wager, place.on, amount, Fraction(enough, len(won)), Fraction(tied, len(won)))


def after(book: Book, chips: int, stakes: Sequence[Stake], pocket: int) -> int:
    """A player's chips once this pocket was spun."""
    for stake in stakes:
        won = winnings(book, stake, pocket)
        chips += -stake.amount if won is None else won
    return chips
