"""Words that several topics tell their events in."""

from __future__ import annotations

from msgspec import Struct

from feltwork.money import format_money
from feltwork.refusal import shown
from feltwork.table.play.events import Key, Settled, dealer_order, say_selection


def asked(words: str) -> str:
    """What the player asked, where one of the crew acted for them."""
    return f"; the player asked: {shown(words)}" if words else ""


def dice_in_words(first: int, second: int) -> str:
    """As they are called: from the lowest to the highest, and the total (Dragon Fire 4.4.1)."""
    return f"{min(first, second)}-{max(first, second)}, total {first + second}"


def result_in_words(result: object) -> str:
    return dice_in_words(*result) if isinstance(result, tuple | list) else str(result)


def settled_lines(lines: tuple[Settled, ...], rounding: str = "") -> list[str]:
    return [f"  {line.told(rounding)}" for line in dealer_order(lines)]


def at(key: Key) -> str:
    seat, wager, on = key
    return f"seat {seat}, {wager}{'' if on is None else ' on ' + say_selection(on)}"


def limits_in_words(limits: tuple[int, int | None, int]) -> str:
    low, high, unit = limits
    most = "no maximum" if high is None else f"to {format_money(high)}"
    return f"{format_money(low)} {most}" + (f" in units of {format_money(unit)}" if unit else "")


def tag(event: object) -> str:
    """An event of which there is no more to say than what it is called."""
    return str(event.__struct_config__.tag).replace("-", " ") if isinstance(event, Struct) else ""
