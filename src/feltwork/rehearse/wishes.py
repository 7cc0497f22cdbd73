"""What players and staff wish for along the way, some of which is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from feltwork.rehearse.night import Night
from feltwork.table.live import commands as ask
from feltwork.table.live.events import Limits


def whims(night: Night, tried: Iterator[int], temper: str, seat: int) -> Iterator[tuple[str, int, ask.Raw]]:
    """So that in a long night every wager of the book has been up: one by one, and odds behind what lies."""
    rows = list(night.game.book.wagers.values())
    if temper == "reckless":
        passed, place = divmod(next(tried), len(rows))
        row = rows[place]
        on = night.whim.choice(list(row.shapes))
        many = (5, 1, 120, 3, 20)[passed % 5] * (row.units.count if row.units else 1)
        yield row.name, 100 * many, list(on) if isinstance(on, tuple) else on
    lying = [standing for (of, _, _), standing in night.game.layout.items() if of == seat]
    behind = [(row.name, standing) for standing in lying for row in rows if row.parent == standing.wager.name]
    if behind and night.whim.random() < 0.2:
        name, standing = night.whim.choice(behind)
        point = standing.on if isinstance(standing.on, int) else None
        yield name, 100 * night.whim.choice((6, 10, 30)), point


def irregular_wishes(night: Night, replaces: Callable[[], None]) -> None:
    """Calls, removals, limits and notices along the way, some of which are refused."""
    seat = night.chance.randint(1, night.seats)
    player = night.player(seat)
    wish = night.chance.randrange(7)
    if wish == 0:
        night.plays(ask.RemoveWager(seat, night.names.get("line", "dragon")), seat)
    elif wish == 1:
        calls(night)
    elif wish == 2:
        low = night.chance.choice((0, 100, 500, 1_000))
        limits: dict[str, Limits] = {night.names.get("field", "total"): (low, 40_000, 0)}
        night.staff(ask.AnnounceLimits(limits), "sup")
        night.staff(ask.ChangeLimits(limits), "sup")
        if low == 1_000:  # somebody thinks better of it
            night.staff(ask.WithdrawLimits(), "sup")
    elif wish == 3:
        night.send(ask.ConfirmResult(1, 1), player, "player")
    elif wish == 4:
        night.staff(ask.OrderPass("unreasonable delay"), "box")
    elif wish == 5:
        replaces()
    else:
        night.staff(ask.ReportFault("a lamp is out"), "sup")
        night.staff(ask.ClearFault("lamp replaced"), "sup")


def calls(night: Night) -> None:
    """On or off: at the terminal or aloud, for all alike or for one, and confirmed, declined or withdrawn."""
    lying = [key for key, standing in night.game.layout.items() if standing.wager.switchable]
    seat, wager, on = night.spoken.choice(lying) if lying else (1, night.names.get("place", "total"), 6)
    number = on if isinstance(on, int) else None
    call = ask.CallWager(seat, wager, night.spoken.random() < 0.5, number, alone=night.spoken.random() < 0.5)
    if night.spoken.random() < 0.3:
        night.staff(replace(call, asked="as I say"), "deal")
    if night.send(call, night.player(seat), "player").reason:
        return
    night.send(ask.ThrowDice(), night.player(seat), "player")  # the call holds it
    match night.spoken.randrange(3):
        case 0:
            night.plays(ask.WithdrawCall(seat, wager, number), seat)
        case 1:
            night.staff(ask.DeclineCall(seat, wager, "the dice were out", number), "deal")
        case _:
            night.staff(call, "deal")
