"""What the last rounds did: for a player to look back on, and for a dealer to take and pay by."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec import Struct

from feltwork.games.conduct import LEFT_SINCE, SCREEN_FAULT
from feltwork.outcomes import throw_symbol
from feltwork.table.live.events import (
    CorrectionAcknowledged,
    CorrectionProposed,
    DebtRepaid,
    LiveEvent,
    RoundAdjusted,
    RoundReversed,
    SeatTaken,
    SecretRevealed,
)
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.corrections import UNCONFIRMED
from feltwork.table.live.topics.seats import TERMINAL
from feltwork.table.play.events import RoundInvalid, RoundSettled, Settled, dealer_order, selection_data
from feltwork.table.play.state import TableState
from feltwork.views import corrected
from feltwork.views.views import Data, area_key, draw_view
from feltwork.wagers.arms import Arm, Result

MAX_ROUNDS = 40
RECENT = 10
"""Of older rounds a player is told only those that decided something of theirs, or were set right."""
MAX_RESULTS = 40
MAX_CORRECTIONS = 20


class Recall(Struct):
    """The last rounds of a table, a fold over its events; a round taken back stays in sight, marked so."""

    rounds: list[Data] = []
    results: list[Data] = []
    reasons: dict[int, str] = {}
    taken: dict[int, int] = {}
    """The entry of the log by which each seat was last taken."""
    sat: dict[int, dict[int, str]] = {}
    """Who sat where in each round kept."""
    corrections: list[Data] = []
    """What was corrected and the crew have not acknowledged, seat by seat."""

    def happen(self, live: LiveTable, event: LiveEvent, version: int, at: int) -> None:
        """What happens next at a table that stands so."""
        match event:
            case SeatTaken():
                self.taken[event.seat] = version
            case RoundSettled():
                shown = {"result": selection_data(event.result), "version": version, "at": at}
                self.results = [*self.results, shown][-MAX_RESULTS:]
                lines = [line_view(line) for line in dealer_order(event.lines)]
                self._ends(live, lines, shown["result"])
                self._add(live, shown | {"lines": lines, "left_up": _left_up(live, event)})
            case RoundInvalid():
                lines = [line_view(line) for line in event.lines]
                invalid: Data = {"invalid": event.reason, "called": event.called, "clause": event.clause}
                invalid |= {"version": version, "at": at}
                self._ends(live, lines, None)
                self._add(live, invalid | {"lines": lines})
            case RoundReversed():
                self._taken_back(event, version)
                for kept in (*self.rounds, *self.results):
                    if kept["version"] == event.version:
                        kept |= {"reversed": event.reason, "reversed_by": event.clause, "reversed_at": version}
            case CorrectionProposed():
                self.reasons[event.version] = event.reason
            case DebtRepaid() if self.corrections:
                corrected.repaid(self.corrections[-1], event.seat, event.cents)
            case CorrectionAcknowledged():
                self.corrections = [told for told in self.corrections if told["number"] != event.number]
            case RoundAdjusted():
                self._adjusted(event, version)
            case _:
                pass

    def _adjusted(self, event: RoundAdjusted, version: int) -> None:
        told: Data = {
            "at": version,
            "result": event.result,
            "reason": self.reasons.pop(event.version, "") or event.cause,
            "clause": event.clause,
            "people": [event.proposed_by, event.agreed_by],
            "due": [[line.seat, line.cents] for line in event.lines],
        }
        self._corrected(event, told, version)
        for kept in self.rounds:
            if kept["version"] == event.version:
                kept["adjusted"] = [*_listed(kept, "adjusted"), told]
        for shown in self.results:
            if shown["version"] == event.version and event.result is not None:
                shown |= {"result": event.result, "entered": shown["result"]}
            elif shown["version"] == event.version and event.cause not in (UNCONFIRMED, SCREEN_FAULT, LEFT_SINCE):
                shown |= {"reversed": event.cause, "reversed_by": event.clause, "reversed_at": version}

    def _taken_back(self, event: RoundReversed, version: int) -> None:
        kept = next((kept for kept in self.rounds if kept["version"] == event.version), {})
        told = {"number": version, "round": event.version, "reason": event.reason, "clause": event.clause}
        told |= corrected.taken_back(kept, event.owed) | {"left": list(event.gone)}
        self.corrections = [*self.corrections, told][-MAX_CORRECTIONS:]

    def _ends(self, live: LiveTable, lines: list[Data], result: object) -> None:
        """A round ends; if one was just taken back, it is the same round."""
        told = self.corrections[-1] if self.corrections else {}
        if told.get("open"):
            kept = next((kept for kept in self.rounds if kept["version"] == told["round"]), {})
            was = [line for line in _listed(kept, "lines") if line["seat"] not in _listed(told, "left")]
            corrected.ends_instead(told, was, lines, live.seats.players, result)

    def _corrected(self, event: RoundAdjusted, adjusted: Data, version: int) -> None:
        """Two people corrected a round whose chips had moved; or it is about who left since it was taken back."""
        kept = next((kept for kept in self.rounds if kept["version"] == event.version), {})
        rows = corrected.by_two(event.lines, _listed(kept, "lines"))
        if event.cause == LEFT_SINCE and self.corrections:
            last = self.corrections[-1]
            last["seats"] = [*_listed(last, "seats"), *rows]
            return
        told: Data = {"number": version, "round": event.version, "was": kept.get("result"), "result": event.result}
        told |= {"reason": adjusted["reason"], "clause": event.clause, "people": adjusted["people"], "seats": rows}
        self.corrections = [*self.corrections, told][-MAX_CORRECTIONS:]

    def to_acknowledge(self, live: LiveTable) -> list[Data]:
        """Corrections that the crew have yet to take and pay, the oldest first."""
        return [told for told in self.corrections if told["number"] in live.rounds.unacknowledged]

    def winnings(self) -> dict[str, int]:
        """What each seat won in the last round, as long as it stands; for a display that all can see (Aruze 3.6)."""
        won: dict[str, int] = {}
        last = self.rounds[-1] if self.rounds else {}
        for line in [] if "reversed" in last else _listed(last, "lines"):
            if isinstance(line["winnings"], int) and line["winnings"] > 0:
                won[str(line["seat"])] = won.get(str(line["seat"]), 0) + line["winnings"]
        return won

    def keeps(self, version: int) -> bool:
        """Is this round among the last?"""
        return any(kept["version"] == version for kept in self.rounds)

    def set_right(self, version: int, lines: Iterable[Settled]) -> None:
        """How the lines of a round would have been, beside what was set right of it last."""
        for kept in self.rounds:
            if kept["version"] == version and (adjusted := _listed(kept, "adjusted")):
                adjusted[-1]["lines"] = [line_view(line) for line in dealer_order(lines)]

    def _add(self, live: LiveTable, told: Data) -> None:
        self.rounds = [*self.rounds, told][-MAX_ROUNDS:]
        sat = {seat: who for seat in live.seats.players if (who := self._who(live, seat))}
        self.sat = {kept: self.sat.get(kept, sat) for kept in map(_version, self.rounds)}

    def _who(self, live: LiveTable, seat: int) -> str | None:
        """Who is in a seat, so far as the log can tell: a name; at a terminal the card in it, or else this one stay."""
        player = live.seats.players.get(seat)
        if player is None or not player.startswith(TERMINAL):
            return player
        return live.terminals.cards.get(seat) or f"{player} since {self.taken.get(seat)}"

    def revealed(self, live: LiveTable, event: SecretRevealed) -> None:
        """The draw of the last round is whole: anybody may recompute it from what stands beside the round."""
        if self.rounds and "draw" not in self.rounds[-1]:
            self.rounds[-1] = self.rounds[-1] | {"draw": draw_view(live)}

    def of_seat(self, live: LiveTable, seat: int) -> list[Data]:
        """The rounds of whoever sits there now, wherever they sat then, newest first; each with what was set right."""
        who = self._who(live, seat)
        known: list[Data] = []
        for told in reversed(self.rounds):
            own = [sat for sat, player in self.sat[_version(told)].items() if player == who]
            if own:
                lines = [line for line in _listed(told, "lines") if line["seat"] in own]
                adjusted = [x for x in map(partial(_of_seats, own), _listed(told, "adjusted")) if x]
                left_up = told.get("left_up")
                left = isinstance(left_up, list) and not set(own).isdisjoint(left_up)
                known.append(told | {"lines": lines, "adjusted": adjusted, "left_up": left})
        return known[:RECENT] + [told for told in known[RECENT:] if told["lines"] or told["adjusted"]]


def _left_up(live: LiveTable, event: RoundSettled) -> list[int]:
    """The seats of which a round left wagers up."""
    decided = {line.key for line in event.lines}
    return sorted({key[0] for key in live.game.layout if key not in decided}) if live.game is not None else []


def _version(told: Data) -> int:
    version = told["version"]
    assert isinstance(version, int)
    return version


def _listed(told: Data, name: str) -> list[Data]:
    found = told.get(name)
    return found if isinstance(found, list) else []


def _of_seats(seats: list[int], adjusted: Data) -> Data:
    """The part of an adjustment of whoever sat there in that round; nothing where it neither concerns them nor says
    that something else lay there."""
    due = adjusted["due"]
    own = [cents for seat, cents in due if seat in seats] if isinstance(due, list) else []
    lines = [line for line in _listed(adjusted, "lines") if line["seat"] in seats]
    told = {name: value for name, value in adjusted.items() if name != "due"} | {"lines": lines}
    return told | {"cents": sum(own)} if own or told["result"] is not None else {}


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
        "seat": line.seat,
        "wager": line.wager,
        "on": selection_data(line.on),
        "result": line.result.value,
        "stake": line.stake,
        "winnings": line.winnings,
        "returned": line.returned,
        "commission_back": line.commission_back,
        "clause": line.clause,
    }


def payout_guide(lines: Iterable[Settled]) -> list[Data]:
    """Seat by seat: what to take first, then what to pay and hand back.

    What does not go back is taken, from a wager that won too: of Horn and its like only the part thrown wins.
    """
    seats: dict[int, Data] = {}
    for line in dealer_order(lines):
        seat = seats.setdefault(line.seat, {"seat": line.seat, "take": 0, "pay": 0, "return": 0, "lines": []})
        seat["take"] = _cents(seat["take"]) + line.stake - line.returned
        seat["pay"] = _cents(seat["pay"]) + line.winnings
        seat["return"] = _cents(seat["return"]) + line.returned + line.commission_back
        told = seat["lines"]
        if isinstance(told, list):
            told.append(line_view(line))
    return [seats[number] for number in sorted(seats)]


def _cents(value: object) -> int:
    return value if isinstance(value, int) else 0
