"""Rulings after the event, worked out again: rounds set right by two people, wagers void, credits withheld."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from feltwork.games.conduct import LEFT_SINCE, SCREEN_FAULT, SECRET_LOST, UNIT_FAULT
from feltwork.verifier.table.faces import Follows
from feltwork.verifier.table.game import LUCKY_BALL, Felt
from feltwork.verifier.table.layout import kept
from feltwork.verifier.table.lines import Line, in_order
from feltwork.verifier.table.reopening import UNCONFIRMED, Reopened
from feltwork.verifier.table.settlement import decided, symbol_of


def differences(
    before: Felt, was: Sequence[Line], result: object, void: Collection[int] = frozenset()
) -> dict[int, int]:
    """What each seat should have had of a round, less what it had; what lay on afterwards is charged nothing.

    What was made void since stays so, and all that such a seat had.
    """
    lines, _ = decided(before, symbol_of(before, result))
    then, now = {line.key: line for line in was}, {line.key: line for line in lines}
    owed: dict[int, int] = {}
    for key in {**then, **now}:
        had, due = then.get(key), now.get(key)
        if key[0] in void or (had is not None and had.result == "void"):
            continue
        if had is None:
            cents = due.winnings if due and due.result == "win" else 0
        elif due is None:
            lay = before.lying[key]
            cents = lay.stake - lay.parts(lay.stake)[0] + lay.commission - had.paid
        else:
            cents = due.paid - had.paid
        owed[key[0]] = owed.get(key[0], 0) + cents
    return {seat: cents for seat, cents in owed.items() if cents}


def invalid(before: Felt, was: Sequence[Line], forfeits: Sequence[int]) -> dict[int, int]:
    """Of an invalid outcome the stakes come back, or are forfeited, and what was paid goes."""
    owed: dict[int, int] = {}
    for line in was:
        lay = before.lying[line.key]
        back = 0 if line.seat in forfeits else lay.stake - lay.parts(lay.stake)[0] + lay.commission
        owed[line.seat] = owed.get(line.seat, 0) + back - line.paid
    return {seat: cents for seat, cents in owed.items() if cents}


Doubt = dict[str, Any]


def lucky_void(before: Felt, was: Sequence[Line]) -> dict[int, int]:
    """Of the Lucky Ball wagers of a round the stakes come back, and what they won goes."""
    return invalid(before, [line for line in was if line.wager == LUCKY_BALL], [])


class Rulings(Reopened):
    """A table's rulings beside its rounds."""

    doubts: dict[int, Doubt]
    """Rounds in doubt, by the entry that put them so,"""
    doubtful = 0
    """the round that a failing unit puts in doubt, until somebody is told,"""
    void: Doubt | None = None
    """and the one that was just ruled void;"""
    spoilt = False
    """was it taken back for that?"""
    far_back: dict[int, Any]
    """Rounds in doubt that lie too far back to be set right otherwise."""
    was: tuple[bool, tuple[str, ...]] = (False, ())
    """Of the round that was just taken back: had its faces been ruled on, and who had called it?"""
    failed = False
    """Has the terminal that was just reported shown that the whole system failed?"""

    def new_rulings(self) -> None:
        self.doubts, self.doubtful, self.void, self.far_back = {}, 0, None, {}
        self.void_of, self.done = {}, 0

    def _forget(self, version: int) -> None:
        if any(doubt["version"] == version for doubt in self.doubts.values()):
            self.far_back[version] = self.past[version]
        super()._forget(version)

    def _kept(self, version: int) -> bool:
        return super()._kept(version) or version in self.far_back

    def _proposed(self, version: int, body: dict[str, Any]) -> None:
        if body["version"] not in self.past:
            self._wrong("reversal", f"event {body['version']} is no round that can be set right")
        self._not_for_good(body)
        self.proposal = body

    def _not_for_good(self, body: dict[str, Any]) -> None:
        """Faces that were ruled on are not read again, and nobody sets right what they called."""
        if not body.get("cause") and body["version"] in self.faced:
            self._wrong("reversal", f"the faces of event {body['version']} had been ruled on, and were read again")
        self._not_by_caller(self.called.get(body["version"], ()))
        if any(doubt["version"] == body["version"] for doubt in self.doubts.values()):
            self._wrong("reversal", f"event {body['version']} was in doubt, and no supervisor had ruled on it")

    def _dropped(self, version: int, body: dict[str, Any]) -> None:
        self.proposal = None

    def _adjusted(self, version: int, body: dict[str, Any]) -> None:
        asked = self.proposal
        alone = {UNCONFIRMED: self._unconfirmed, LEFT_SINCE: self._left_since, SCREEN_FAULT: self._screen_void}
        alone[UNIT_FAULT] = self._unit_void
        if body.get("cause") in alone:
            alone[body["cause"]](body)
            return
        self._not_for_good(body)
        self.proposal = None
        ruling = ("version", "result", "clause", "cause", "forfeits")
        if asked is None or any(asked.get(part) != body.get(part) for part in ruling):
            self._wrong("reversal", "a round was set right that nobody had proposed to")
        elif asked["person"] != body["proposed_by"] or body["proposed_by"] == body["agreed_by"]:
            self._wrong("reversal", "a round is set right by two people")
        past = self._whole(body["version"])
        if past is None:
            return
        before, was, seats, void = past
        cause, forfeits = body.get("cause", ""), body.get("forfeits", [])
        if cause and self.conduct and self.conduct.causes.get(cause) != body["clause"]:
            self._wrong("result", f"{cause!r} is not by clause {body['clause']}")
        if forfeits and (cause != "fraud" or not (self.conduct and self.conduct.may_forfeit)):
            self._wrong("lines", "only whoever acted fraudulently forfeits a wager")
        due = invalid(before, was, forfeits) if cause else differences(before, was, body["result"], void)
        self._same_due(due, body)
        self._post(body, seats)

    def _whole(self, version: int) -> tuple[Felt, list[Line], dict[int, str], set[int]] | None:
        """A round that is set right as a whole, as it stands, with the seats that were made void: once."""
        past = self.past.pop(version, None)
        if past is None:
            self._wrong("reversal", f"event {version} is no round that can be set right")
            return None
        waiting = {seat for seat, then in self.contested if then == version} & {line.seat for line in past[1]}
        if waiting and self._since_2():
            self._wrong("reversal", f"terminals {sorted(waiting)} of event {version} were still to be confirmed")
        if self._since_2():
            self._uncontest(version)
            self.done = max(self.done, version)
        return (*past, self.void_of.pop(version, set()))

    def _left_since(self, body: dict[str, Any]) -> None:
        """Players who had left when the round was settled again get the differences, or owe them."""
        if self.to_square is None or body["version"] != self.squares or body["result"] != self.squared:
            self._wrong("reversal", "nobody had left of a round that was settled again")
            return
        seats = self.to_square[2]
        self._same_due(self._due_to_gone(), body)
        self.to_square = None
        self._post(body, seats)

    def _due_to_gone(self) -> dict[int, int]:
        if self.to_square is None:
            return {}
        before, was, _, gone = self.to_square
        due = differences(before, was, self.squared) if self.squared is not None else invalid(before, was, [])
        return {seat: cents for seat, cents in due.items() if seat in gone}

    def check_case(self) -> None:
        super().check_case()
        if self._due_to_gone():
            self._wrong("reversal", "a round was settled again, and players who had left were not squared with")
        self.to_square = None

    def _screen_void(self, body: dict[str, Any]) -> None:
        """Lucky Ball wagers of a round that a supervisor has just ruled void (Roulette 8.11)."""
        past = self.far_back.pop(body["version"], None) or self.past.get(body["version"])
        ruled, self.void = self.void, None
        if past is None or ruled is None or (ruled["version"], ruled["fault"]) != (body["version"], SCREEN_FAULT):
            self._wrong("reversal", "Lucky Ball wagers of a paid round went back, and nobody had ruled so")
            return
        before, was, seats = past
        self._same_due(lucky_void(before, was), body)
        self._post(body, seats)
        self._made_void(body["version"], None, LUCKY_BALL)

    def _unit_void(self, body: dict[str, Any]) -> None:
        """The rest of a spin that a supervisor has just ruled void, after part of it had been set right."""
        ruled, self.void = self.void, None
        if ruled is None or (ruled["version"], ruled["fault"]) != (body["version"], UNIT_FAULT):
            self._wrong("reversal", "a paid spin was void for its unit, and nobody had ruled so")
            return
        past = self._whole(body["version"])
        if past is not None:
            before, was, seats, _ = past
            self._same_due(invalid(before, was, []), body)
            self._post(body, seats)

    def _same_due(self, due: dict[int, int], body: dict[str, Any]) -> None:
        stored = {seat: cents for seat, _, cents, _, _ in body["lines"]}
        if stored != due:
            self._wrong("lines", f"differences of {stored} were posted, should be {due}")

    def _doubted(self, version: int, body: dict[str, Any]) -> None:
        """The last round, paid already when a fault was reported."""
        if self.last is None or self.thrown or (body["number"], body["version"]) != (version, self.last[0]):
            self._wrong("order", f"event {body['version']} is not the last round, and was put in doubt")
        self.doubtful = 0
        self.doubts[body["number"]] = body

    def _round_ruled(self, version: int, body: dict[str, Any]) -> None:
        doubt = self.doubts.pop(body["number"], None)
        if doubt is None or doubt["version"] != body["version"]:
            self._wrong("order", f"event {body['version']} was ruled on, and was not in doubt")
            return
        self._not_by_caller(self.called.get(body["version"], ()))
        if body["stands"]:
            self.far_back.pop(body["version"], None)
            return
        if doubt["fault"] == SCREEN_FAULT and not self._lucky_due(body["version"]):
            return
        self.void = doubt
        in_part = doubt["fault"] == SCREEN_FAULT or doubt["version"] in self.void_of
        kind = "round-adjusted" if in_part else "round-reversed"
        self.follows = Follows((kind,), "reversal", "a paid round was ruled void, and nothing went back")

    def _lucky_due(self, version: int) -> dict[int, int]:
        past = self.past.get(version) or self.far_back.get(version)
        return lucky_void(*past[:2]) if past is not None else {}

    def _may_be_late(self) -> bool:
        return super()._may_be_late() or self.void is not None

    def _reversed(self, version: int, body: dict[str, Any]) -> None:
        number = self.last[0] if self.last is not None else 0
        self._not_by_caller(self.called.get(number, ()))
        if any(doubt["version"] == number for doubt in self.doubts.values()) and self.void is None:
            self._wrong("reversal", "the round was in doubt, and no supervisor had ruled on it")
        self.spoilt = self.void is not None and (self.void["version"], self.void["fault"]) == (number, UNIT_FAULT)
        self.was = (number in self.faced, self.called.get(number, ()))
        super()._reversed(version, body)
        self.doubts = {at: doubt for at, doubt in self.doubts.items() if doubt["version"] != number}
        self.void = None

    def _settled(self, version: int, body: dict[str, Any]) -> None:
        if self.just_reversed is not None and self._since_2():
            self._set_right()
        super()._settled(version, body)

    def _set_right(self) -> None:
        """A round settled on another result: by a ruling on its faces, or by who may correct an entry."""
        faced, callers = self.was
        if self.spoilt:
            self._wrong("reversal", "the round was ruled void, and it was settled again")
        if self.ruling is not None:
            return
        if faced:
            self._wrong("reversal", "the faces of the round had been ruled on, and were read again")
        if self.conduct is not None and self.conduct.corrects_faces:
            self._wrong("result", "the result was set right, and nobody had ruled on the faces")
        self._not_by_caller(callers)

    def _invalid(self, version: int, body: dict[str, Any]) -> None:
        if self.just_reversed is not None and self._since_2():
            if self.spoilt != (body["reason"] == UNIT_FAULT):
                self._wrong("reversal", "a paid spin is void for its unit by the ruling of a supervisor, and only so")
            elif self.late and not self.spoilt:
                self._wrong("reversal", "the outcome was made invalid by one person, and chips had moved since")
            if self.ruling is not None:
                self._wrong("result", "the faces were ruled on, and the round was made invalid")
        super()._invalid(version, body)

    def _nobody_waits(self, what: str) -> None:
        """Nothing goes on past a round in doubt."""
        if self.doubts:
            self._wrong("order", f"{what}, and a round was still in doubt")

    def _unconfirmed(self, body: dict[str, Any]) -> None:
        """Wagers of one terminal void of a round that was settled while it was out of play."""
        due = {seat: cents for (seat, then), cents in self.contested.items() if then == body["version"]}
        stored = {seat: cents for seat, _, cents, _, _ in body["lines"]}
        if len(stored) != 1 or not stored.items() <= due.items():
            self._wrong("lines", f"differences of {stored} were posted, should be {due}")
        for seat in stored:
            if self._since_2():
                self._made_void(body["version"], seat)
                self.contested.pop((seat, body["version"]), None)
            else:
                self.past.pop(body["version"], None)
        self._post(body, self.seats)

    def _post(self, body: dict[str, Any], seats: dict[int, str]) -> None:
        felt = self._game()
        for seat, player, cents, now, at_seat in body["lines"]:
            sits = next((s for s, who in self.seats.items() if who == player), None)
            most = 0 if sits is None else max(cents, -felt.rail[sits])
            if seats.get(seat) != player or now != sits or at_seat != most:
                self._wrong(
                    "money", f"{at_seat} of {cents} cents were posted at seat {now}, should be {most} at {sits}"
                )
            if now is not None:
                felt.rail[now] = felt.rail.get(now, 0) + at_seat

    def _faulted(self, version: int, body: dict[str, Any]) -> None:
        seat, conduct = body["seat"], self.conduct
        if conduct and (conduct.terminal_faults.get(body["fault"]) != body["clause"] or seat not in self.seats):
            self._wrong("order", f"{body['fault']!r} is no fault of a terminal {seat} here")
        error = "" if body.get("told_by_player") else body["error"]
        others = [other for terminal, other in self.faulty.items() if terminal != seat]
        self.failed = bool(error) and (body["fault"] == "system" or error in others)
        self.faulty[seat] = error
        if self._since_2() and self.last is not None and self.before is not None:
            number, (lines, _) = self.last
            mine = [line for line in lines if line.seat == seat]
            void = seat in self.void_of.get(number, ())
            if mine and not void and self.past[number][2].get(seat) == self.seats.get(seat):
                self.contested[seat, number] = invalid(self.before, mine, []).get(seat, 0)

    def _restored(self, version: int, body: dict[str, Any]) -> None:
        if body["seat"] not in self.faulty:
            self._wrong("order", f"terminal {body['seat']} was not out of play")
        self.faulty.pop(body["seat"], None)
        self.contested = {key: cents for key, cents in self.contested.items() if key[0] != body["seat"]}

    def _relaxed(self, version: int, body: dict[str, Any]) -> None:
        if not self._game().closed or self.thrown:
            self._wrong("placing", "there was no close to relax")
        self.relaxed |= {body["seat"]}

    def _voided(self, version: int, body: dict[str, Any]) -> None:
        felt, stored = self._game(), self.lines
        seats = {line.seat for line in stored}
        everywhere = self._all_void(body)
        if not everywhere and (self.thrown or not self._unconfirmed_seats(body) >= seats or len(seats) > 1):
            self._wrong("lines", f"nothing had made the wagers of seats {sorted(seats)} void")
        lying = [w for w in felt.lying.values() if everywhere or w.seat in seats]
        due = in_order(
            Line(*w.key, "void", w.stake, 0, w.stake, body["clause"], w.commission, kept(w, w.stake)) for w in lying
        )
        self._same_lines(due, stored)
        self._pay_back(stored)

    def _all_void(self, body: dict[str, Any]) -> bool:
        """A failed system, or a draw whose secret is lost: all that lies goes back."""
        if self.conduct is None:
            return False
        lost = body["reason"] == SECRET_LOST and self.draws.committed is not None
        clause = self.conduct.lost_draw if lost else self.conduct.system_void
        failed = self.previous == "terminal-faulted" and self.failed
        return (lost or failed) and body["clause"] == clause

    def _unconfirmed_seats(self, body: dict[str, Any]) -> set[int]:
        """Terminals out of play: the wagers of one are void that cannot be confirmed."""
        void = self.conduct.terminal_void if self.conduct else ""
        return set(self.faulty) if void and body["clause"] == void else set()

    def _withheld(self, version: int, body: dict[str, Any]) -> None:
        felt, seat = self._game(), body["seat"]
        if body["case"] != version or self.seats.get(seat) != body["player"]:
            self._wrong("money", "a case is numbered by its event and names the player of the seat")
        if not 0 < body["amount"] <= felt.rail.get(seat, 0):
            self._wrong("money", f"{body['amount']} cents were withheld of {felt.rail.get(seat, 0)}")
        felt.rail[seat] = felt.rail.get(seat, 0) - body["amount"]
        self.kept[body["case"]] = (body["player"], body["amount"])

    def _released(self, version: int, body: dict[str, Any]) -> None:
        player, amount = self.kept.pop(body["case"], ("", 0))
        if amount != body["amount"]:
            self._wrong("money", f"{body['amount']} cents came out of a case with {amount}")
        if body["seat"] is not None:
            if self.seats.get(body["seat"]) != player:
                self._wrong("seat", f"{player!r} does not sit in seat {body['seat']}")
            self._game().rail[body["seat"]] += body["amount"]
