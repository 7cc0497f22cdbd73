"""Where a chip may go now: the screen asks the same ``decide`` that will judge the wager."""

from __future__ import annotations

from collections.abc import Sequence

from feltwork.outcomes import Selection
from feltwork.refusal import Refusal
from feltwork.table.live.asker import PLAYER, Asker
from feltwork.table.live.commands import PlaceWager, RemoveWager
from feltwork.table.live.decide import decide
from feltwork.table.live.state import LiveTable
from feltwork.table.play.events import selection_data
from feltwork.table.play.limits import limit_on
from feltwork.table.play.state import Limit, TableState
from feltwork.views.views import Data, area_key, limit_view


def legal_spots(
    live: LiveTable, seat: int, chip: int, at: int, staff: Sequence[tuple[str, str]] = ()
) -> dict[str, Data]:
    """Every spot of the book: may this seat, or staff for it, put a chip there now, or why not and by which clause?"""
    table = live.game
    if table is None:
        return {}
    askers = [Asker(person, role, at) for person, role in staff or ((live.seats.players.get(seat, ""), PLAYER),)]
    found: dict[str, Data] = {}
    for name, wager in table.book.wagers.items():
        for on in wager.shapes:
            found[area_key(name, on)] = _spot(live, table, seat, askers, (name, on), chip)
    return found


def _spot(
    live: LiveTable, table: TableState, seat: int, askers: Sequence[Asker], area: tuple[str, Selection], chip: int
) -> Data:
    name, on = area
    limit = limit_on(table, seat, table.book.wagers[name]) or Limit()
    lies = table.stake_of(seat, name, on)
    amount = smallest(table, name, limit, lies, chip)
    raw = selection_data(on)
    wanted = PlaceWager(seat, name, amount, raw, asked="as the player says")  # type: ignore[arg-type]  # a selection is a number, a word or a list
    answers = [decide(live, wanted, asker) for asker in askers]
    decided = next((answer for answer in answers if not isinstance(answer, Refusal)), answers[0])
    spot: Data = {"limit": limit_view(limit), "next": amount, "stake": lies}
    if isinstance(decided, Refusal):
        return spot | {"ok": False, "clause": decided.clause, "why": decided.reason}
    return spot | {"ok": True}


def smallest(table: TableState, wager: str, limit: Limit, lies: int, chip: int) -> int:
    """The least that a chip of this value should add here: the chip, brought up to the minimum and the wager's unit."""
    least = max(chip, limit.minimum - lies)
    units = table.book.wagers[wager].units
    unit = max(limit.unit if lies or least > limit.minimum else 0, units.count * table.rules.chip if units else 0)
    return least if unit <= 0 else -(-least // unit) * unit


def may_remove(live: LiveTable, seat: int, at: int) -> dict[str, Data]:
    """Which of a seat's wagers may come down now."""
    table = live.game
    if table is None:
        return {}
    asker = Asker(live.seats.players.get(seat, ""), PLAYER, at)
    found: dict[str, Data] = {}
    for standing in table.layout.values():
        if standing.seat != seat:
            continue
        raw = selection_data(standing.on)
        decided = decide(live, RemoveWager(seat, standing.wager.name, raw), asker)  # type: ignore[arg-type]  # as above
        refused = isinstance(decided, Refusal)
        spot: Data = {"ok": not refused}
        if isinstance(decided, Refusal):
            spot |= {"clause": decided.clause, "why": decided.reason}
        found[area_key(standing.wager.name, standing.on)] = spot
    return found
