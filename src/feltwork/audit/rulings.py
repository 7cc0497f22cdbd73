"""Rulings after the event, worked out again: rounds set right by two people, wagers void, credits withheld."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltwork.audit.felt import Felt
from feltwork.audit.lines import Line, in_order
from feltwork.audit.lying import kept
from feltwork.audit.resettle import decided, symbol_of
from feltwork.audit.rounds import Rounds
from feltwork.rulebooks.conduct_rows import SECRET_LOST


def differences(before: Felt, was: Sequence[Line], result: object) -> dict[int, int]:
    """What each seat should have had of a round, less what it had; what lay on afterwards is charged nothing."""
    lines, _ = decided(before, symbol_of(before, result))
    then, now = {line.key: line for line in was}, {line.key: line for line in lines}
    owed: dict[int, int] = {}
    for key in {**then, **now}:
        had, due = then.get(key), now.get(key)
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


class Rulings(Rounds):
    """A table's rulings beside its rounds."""

    failed = False
    """Has the terminal that was just reported shown that the whole system failed?"""

    def _proposed(self, version: int, body: dict[str, Any]) -> None:
        if body["version"] not in self.past:
            self._wrong("reversal", f"event {body['version']} is no round that can be set right")
        self.proposal = body

    def _dropped(self, version: int, body: dict[str, Any]) -> None:
        self.proposal = None

    def _adjusted(self, version: int, body: dict[str, Any]) -> None:
        asked = self.proposal
        if body.get("cause") == "terminal not confirmed":
            self._unconfirmed(body)
            return
        self.proposal = None
        ruling = ("version", "result", "clause", "cause", "forfeits")
        if asked is None or any(asked.get(part) != body.get(part) for part in ruling):
            self._wrong("reversal", "a round was set right that nobody had proposed to")
        elif asked["person"] != body["proposed_by"] or body["proposed_by"] == body["agreed_by"]:
            self._wrong("reversal", "a round is set right by two people")
        past = self.past.pop(body["version"], None)
        if past is None:
            self._wrong("reversal", f"event {body['version']} is no round that can be set right")
            return
        before, was, seats = past
        cause, forfeits = body.get("cause", ""), body.get("forfeits", [])
        if cause and self.conduct and self.conduct.causes.get(cause) != body["clause"]:
            self._wrong("result", f"{cause!r} is not by clause {body['clause']}")
        if forfeits and (cause != "fraud" or not (self.conduct and self.conduct.may_forfeit)):
            self._wrong("lines", "only whoever acted fraudulently forfeits a wager")
        due = invalid(before, was, forfeits) if cause else differences(before, was, body["result"])
        stored = {seat: cents for seat, _, cents, _, _ in body["lines"]}
        if stored != due:
            self._wrong("lines", f"differences of {stored} were posted, should be {due}")
        self._post(body, seats)

    def _unconfirmed(self, body: dict[str, Any]) -> None:
        """Wagers of one terminal void of a round that was settled while it was out of play."""
        due = {seat: cents for (seat, then), cents in self.contested.items() if then == body["version"]}
        stored = {seat: cents for seat, _, cents, _, _ in body["lines"]}
        if len(stored) != 1 or not stored.items() <= due.items():
            self._wrong("lines", f"differences of {stored} were posted, should be {due}")
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
