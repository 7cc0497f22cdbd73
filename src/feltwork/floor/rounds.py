"""What the last rounds did: for a player to look back on, and for a dealer to take and pay by."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from feltwork.floor.views import Data, area_key, draw_view
from feltwork.outcomes import throw_symbol
from feltwork.table.events import RoundInvalid, RoundSettled, Settled, dealer_order, selection_data
from feltwork.table.life.events import LifeEvent, RoundReversed, SecretRevealed
from feltwork.table.life.floor_events import CorrectionProposed, RoundAdjusted
from feltwork.table.life.state import Life
from feltwork.table.state import TableState
from feltwork.wagers.arms import Arm, Result

MOST_ROUNDS = 40
RECENT = 10
"""Of older rounds a seat is told only those that decided something of its own."""
MOST_RESULTS = 40


class Recall:
    """The last rounds of a table, a fold over its events; a round taken back stays in sight, marked so."""

    def __init__(self) -> None:
        self.rounds: list[Data] = []
        self.results: list[Data] = []
        self.reasons: dict[int, str] = {}

    def happen(self, event: LifeEvent, version: int, at: int) -> None:
        match event:
            case RoundSettled():
                shown = {"result": selection_data(event.result), "version": version, "at": at}
                self.results = [*self.results, shown][-MOST_RESULTS:]
                self._add(shown | {"lines": [line_view(line) for line in dealer_order(event.lines)]})
            case RoundInvalid():
                lines = [line_view(line) for line in event.lines]
                self._add(
                    {"invalid": event.reason, "clause": event.clause, "version": version, "at": at, "lines": lines}
                )
            case RoundReversed():
                for kept in (*self.rounds, *self.results):
                    if kept["version"] == event.version:
                        kept |= {"reversed": event.reason, "reversed_by": event.clause, "reversed_at": version}
            case CorrectionProposed():
                self.reasons[event.version] = event.reason
            case RoundAdjusted():
                self._adjusted(event, version)
            case _:
                pass

    def _adjusted(self, event: RoundAdjusted, version: int) -> None:
        told: Data = {
            "at": version, "result": event.result, "reason": self.reasons.pop(event.version, "") or event.cause,
            "clause": event.clause, "people": [event.proposed_by, event.agreed_by],
            "due": [(line.now, line.cents) for line in event.lines],
        }  # fmt: skip
        for kept in self.rounds:
            if kept["version"] == event.version:
                kept["adjusted"] = [*_listed(kept, "adjusted"), told]

    def _add(self, told: Data) -> None:
        self.rounds = [*self.rounds, told][-MOST_ROUNDS:]

    def revealed(self, life: Life, event: SecretRevealed) -> None:
        """The draw of the last round is whole: anybody may recompute it from what stands beside the round."""
        if self.rounds and "draw" not in self.rounds[-1]:
            self.rounds[-1] = self.rounds[-1] | {"draw": draw_view(life)}

    def of_seat(self, seat: int) -> list[Data]:
        """The rounds as one seat knew them, the newest first, and what was set right of each for who sits there now."""
        known = [
            told
            | {"lines": [x for x in _listed(told, "lines") if x["seat"] == seat]}
            | {"adjusted": [x for x in map(partial(_of_seat, seat), _listed(told, "adjusted")) if x]}
            for told in reversed(self.rounds)
        ]
        return known[:RECENT] + [told for told in known[RECENT:] if told["lines"]]


def _listed(told: Data, name: str) -> list[Data]:
    found = told.get(name)
    return found if isinstance(found, list) else []


def _of_seat(seat: int, adjusted: Data) -> Data:
    """One seat's part of an adjustment; nothing where it has none."""
    due = adjusted["due"]
    own = [cents for now, cents in due if now == seat] if isinstance(due, list) else []
    told = {name: value for name, value in adjusted.items() if name != "due"}
    return told | {"cents": sum(own)} if own else {}


def winning_areas(before: TableState, settled: RoundSettled) -> list[str]:
    """Every area that the result makes win, whoever has chips there; odds only where some rode on a winner."""
    book, result = before.book, settled.result
    symbol = throw_symbol(*result) if isinstance(result, tuple) else book.wheel.index(result)
    found = [area_key(line.wager, line.on) for line in settled.lines if line.result is Result.WIN]
    for name, wager in book.wagers.items():
        for on, shape in wager.shapes.items() if not wager.rides() else ():
            if wager.concept == "lucky-ball":
                wins = before.lucky is not None and before.lucky.get(str(on)) == result
            else:
                step = shape.step(before.area_state, shape.states[0], symbol, True)
                wins = isinstance(step, Arm) and step.result is Result.WIN
            if wins:
                found.append(area_key(name, on))
    return list(dict.fromkeys(found))


def line_view(line: Settled) -> Data:
    return {
        "seat": line.seat, "wager": line.wager, "on": selection_data(line.on), "result": line.result.value,
        "stake": line.stake, "winnings": line.winnings, "returned": line.returned,
        "commission_back": line.commission_back, "clause": line.clause,
    }  # fmt: skip


def payout_guide(lines: Iterable[Settled]) -> list[Data]:
    """Seat by seat: what to take first, then what to pay and hand back."""
    seats: dict[int, Data] = {}
    for line in dealer_order(lines):
        seat = seats.setdefault(line.seat, {"seat": line.seat, "take": 0, "pay": 0, "return": 0, "lines": []})
        taken = line.stake - line.returned if line.winnings == 0 else 0
        seat["take"] = _cents(seat["take"]) + max(taken, 0)
        seat["pay"] = _cents(seat["pay"]) + line.winnings
        seat["return"] = _cents(seat["return"]) + line.returned + line.commission_back
        told = seat["lines"]
        if isinstance(told, list):
            told.append(line_view(line))
    return [seats[number] for number in sorted(seats)]


def _cents(value: object) -> int:
    return value if isinstance(value, int) else 0
