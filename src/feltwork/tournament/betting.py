"""What a player's wagers of a round come to when betting closes: units, minimum, maximum, undisclosed wagers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from feltwork.games.book import Book
from feltwork.games.tournament import SessionRules
from feltwork.outcomes import Selection
from feltwork.refusal import Refusal, shown
from feltwork.table.play.placing import find_selection, find_wager
from feltwork.tournament.steps import Open
from feltwork.wagers.arms import Result

MAX_CHIPS = 10**15
"""The most that conditions give or allow; a form may name more, and counts as the maximum."""


@dataclass(frozen=True)
class Stake:
    """Chips on one wager of the book."""

    wager: str
    on: Selection
    amount: int


@dataclass(frozen=True)
class Form:
    """An undisclosed wager as it was filled in: a stake without its amount, and the amount, where they are shown."""

    stake: Stake | None
    amount: int | None


@dataclass(frozen=True)
class Told:
    """Something that was put right when betting closed, with its clause."""

    clause: str
    words: str


def is_chips(amount: object) -> bool:
    """A positive whole number."""
    return isinstance(amount, int) and not isinstance(amount, bool) and amount > 0


def find_place(book: Book, line: Open) -> Stake | Refusal:
    """Where a wager goes, without its amount."""
    if not isinstance(line.wager, str):
        return Refusal(book.house.permissible, f"there is no wager '{shown(line.wager)}' at this table")
    wager = find_wager(book, line.wager)
    if isinstance(wager, Refusal):
        return wager
    on = line.on
    parts = on if isinstance(on, list) else [on]
    if on is not None and not all(isinstance(part, int | str) and not isinstance(part, bool) for part in parts):
        return Refusal(wager.clause, f"{wager.title} cannot be on {shown(on)}")
    selection = find_selection(wager, on)  # type: ignore[arg-type]  # checked part by part just above
    return selection if isinstance(selection, Refusal) else Stake(wager.name, selection, 0)


def read_wagers(book: Book, rules: SessionRules, lines: Sequence[Open], held: int) -> tuple[Stake, ...] | Refusal:
    """A player's open wagers, or why all of them are refused."""
    if not lines:
        return Refusal(rules.must_wager, "no wager is named")
    stakes = []
    for line in lines:
        place = find_place(book, line)
        if isinstance(place, Refusal):
            return place
        if not isinstance(line.amount, int) or not is_chips(line.amount):
            return Refusal(rules.chips, f"{shown(line.amount)} is not a number of chips")
        stakes.append(replace(place, amount=line.amount))
    if sum(stake.amount for stake in stakes) > held:
        return Refusal(rules.chips, f"the wagers come to more than the {held} chips you have")
    return tuple(stakes)


def read_form(book: Book, rules: SessionRules, line: Open) -> Form | Refusal:
    """An undisclosed wager, or why it is refused; a wager or an amount may be missing."""
    stake = None
    if line.wager is not None:
        place = find_place(book, line)
        if isinstance(place, Refusal):
            return place
        stake = place
    if line.amount is None:
        return Form(stake, None)
    if not isinstance(line.amount, int) or not is_chips(line.amount):
        return Refusal(rules.form_filled_in, f"{shown(line.amount)} is not a number of chips")
    return Form(stake, line.amount)


def valid_open(
    stakes: Sequence[Stake], minimum: int, maximum: int, rules: SessionRules
) -> tuple[list[Stake], list[Told]]:
    """Open wagers as they count (T1, T2): cut to units, then made up to the minimum, then cut to the maximum."""
    told = []
    amounts = [stake.amount - stake.amount % minimum for stake in stakes]
    if amounts != [stake.amount for stake in stakes]:
        told.append(Told(rules.units, f"wagers count to the last complete unit of {minimum}"))
    if sum(amounts) < minimum:
        amounts = [minimum, *(0 for _ in stakes[1:])]
        told.append(Told(rules.units, f"the first wager is made up to the minimum of {minimum}"))
    over = sum(amounts) - maximum
    if over > 0:
        told.append(Told(rules.units, f"{over} over the maximum of {maximum} is handed back"))
        for last in reversed(range(len(amounts))):
            cut = min(over, amounts[last])
            amounts[last] -= cut
            over -= cut
    return [replace(stake, amount=n) for stake, n in zip(stakes, amounts, strict=True) if n], told


def deemed(form: Form, minimum: int, maximum: int, left: int, rules: SessionRules) -> tuple[int, list[Told]]:
    """How many chips an undisclosed wager is for (readings R19 and T4); ``left`` are those beside the open wagers."""
    told = []
    if form.stake is None or form.amount is None:
        amount = minimum
        told.append(Told(rules.form_blank, "the form does not show the wager or its amount: the minimum is deducted"))
    elif form.amount < minimum:
        amount = minimum
        told.append(Told(rules.form_under, f"{form.amount} undisclosed counts as the minimum of {minimum}"))
    elif form.amount > maximum:
        amount = maximum
        told.append(Told(rules.form_over, f"{shown(form.amount)} undisclosed counts as the maximum of {maximum}"))
    else:
        amount = form.amount
    if amount > left:
        amount = left
        told.append(Told(rules.form_beyond_chips, f"the undisclosed wager is for the {left} chips that are left"))
    return amount, told


def winnings(book: Book, stake: Stake, pocket: int) -> int | None:
    """What a stake wins when this pocket is spun; ``None`` if it loses."""
    machine = book.machine(stake.wager, stake.on)
    result, _, numerator, denominator, _, _ = machine.endings[~machine.table[True][0][0][pocket]]
    if result is not Result.WIN:
        return None
    return stake.amount * numerator // denominator
