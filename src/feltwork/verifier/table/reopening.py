"""The last round taken back though chips had moved since: worked out again from the table before it and as it stands.

Chips put down since go back, chips taken up since lie again, players who have left are squared with apart, and what a
player no longer had is owed until the round is settled again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from feltwork.games.conduct import SCREEN_FAULT
from feltwork.verifier.table.faces import Faces, Follows
from feltwork.verifier.table.game import Felt
from feltwork.verifier.table.layout import Lot
from feltwork.verifier.table.lines import Key, Line
from feltwork.verifier.table.settlement import decided, symbol_of

Moved = list[Any]
"""Chips as they are stored: key, amount, commission, and how much of it in tokens and in checks."""
UNCONFIRMED = "terminal not confirmed"
"""Why a round is set right for one terminal alone."""
IN_PART = (UNCONFIRMED, SCREEN_FAULT)
"""Why part of a round is set right; the rest of it can still be."""
NEXT_ROUND = frozenset(("dice-thrown", "ball-spun", "round-invalid", "table-closed", "wagers-found-invalid"))
"""With these the next round is there, and the last one past."""
CHIPS, TOKENS, CHECKS = "chips", "tokens", "checks"


def after_round(before: Felt, lines: Sequence[Line], result: object) -> Felt:
    """The table as the round left it, what players hold apart."""
    after = before.copy()
    _, moves = decided(before, symbol_of(before, result))
    for line in lines:
        after.lying.pop(line.key, None)
    after.travel(moves)
    after.round += 1
    return after


def put_down_since(now: Felt, after: Felt) -> list[Moved]:
    found = []
    for key, wager in now.lying.items():
        lots = [lot for lot in wager.lots if lot.round >= after.round]
        if lots:
            found.append(_moved(key, lots, sum(lot.commission for lot in lots)))
    return found


def taken_up_since(now: Felt, after: Felt) -> list[Moved]:
    found, refunds = [], now.book.readings.is_set("commission_refund_on_removal")
    for key, wager in after.lying.items():
        there = now.lying.get(key)
        left = [lot for lot in there.lots if lot.round < after.round] if there else []
        missing = wager.stake - sum(lot.amount for lot in left)
        if missing > 0:
            paid = wager.commission - sum(lot.commission for lot in left)
            found.append(_moved(key, _newest(wager.lots, missing), paid if refunds else 0))
    return found


def _newest(lots: Sequence[Lot], amount: int) -> list[Lot]:
    found: list[Lot] = []
    for lot in reversed(lots):
        part = min(lot.amount, amount)
        if part:
            found.append(Lot(part, lot.round, 0, lot.limit, lot.instrument))
        amount -= part
    return found


def _moved(key: Key, lots: Sequence[Lot], commission: int) -> Moved:
    of = Counter[str]()
    for lot in lots:
        of[lot.instrument] += lot.amount
    seat, wager, on = key
    return [[seat, wager, list(on) if isinstance(on, tuple) else on], of.total(), commission, of[TOKENS], of[CHECKS]]


def paid_in(lines: Sequence[Line], sign: int, held: Counter[tuple[int, str]]) -> None:
    """What lines pay, by what it is in."""
    for line in lines:
        tokens, checks = (line.apart.tokens_back, line.apart.checks_back) if line.apart else (0, 0)
        held[line.seat, CHIPS] += sign * (line.winnings + line.returned + line.commission - tokens - checks)
        held[line.seat, TOKENS] += sign * tokens
        held[line.seat, CHECKS] += sign * checks


class Reopened(Faces):
    """A round taken back whatever has happened since, as long as the next one has not begun."""

    moved = False
    """Have chips moved since the last round?"""
    owing: Counter[tuple[int, str]]
    """What is owed of the round that was taken back, until it is settled again."""
    to_square: tuple[Felt, list[Line], dict[int, str], tuple[int, ...]] | None = None
    """The round that was taken back, where players had left since: squared with once it is settled again."""
    squares = 0
    """Which round that was,"""
    squared: object = None
    """and how it ended instead: its result, or nothing."""
    retaken: list[Moved]
    """What players had taken up since: it may come up again when the round is settled,"""
    retaken_by = ""
    """with the same command."""
    late = False
    """Had chips moved since the round that was just taken back?"""

    def new_reopened(self) -> None:
        self.moved, self.owing, self.to_square, self.retaken, self.late = False, Counter(), None, [], False

    def _moves_on(self, kind: str, body: dict[str, Any]) -> None:
        """A chip has moved since the last round, or the next one begins; under rules 1 either ends it."""
        conduct = self.conduct
        starts = kind in NEXT_ROUND or (kind == "bets-closed" and conduct is not None and conduct.begins_with_close)
        about = self.last is not None and body.get("version") == self.last[0]
        adjusted = kind == "round-adjusted" and about and body.get("cause") not in IN_PART
        found = kind == "wagers-found-invalid" and about
        self.moved = True
        if (starts and not found) or adjusted or not self._since_2():
            self.last = self.before = None

    def _settled(self, version: int, body: dict[str, Any]) -> None:
        super()._settled(version, body)
        self.moved = False
        self.squared = body["result"]

    def _invalid(self, version: int, body: dict[str, Any]) -> None:
        super()._invalid(version, body)
        self.squared = None

    def _reversed(self, version: int, body: dict[str, Any]) -> None:
        if self.last is None or self.before is None:
            self._wrong("reversal", "there was no round that could be taken back")
            return
        number, (lines, result) = self.last
        if body["version"] != number:
            self._wrong("reversal", f"it names version {body['version']}, the last round is {number}")
        if number in self.void_of:
            self._wrong("reversal", "part of the round that was taken back had been set right before")
        if self.moved and not self._may_be_late():
            self._wrong("reversal", "chips had moved since the round that was taken back")
        self.late = self.moved
        self.follows = Follows(
            ("round-settled", "round-invalid"), "reversal", "a round was taken back, and it did not end another way"
        )
        before, (_, _, seats) = self.before, self.past[number]
        self._lay_back(before, lines, result, seats, body)
        self.reversed = self.last[1]
        self.past.pop(number, None)
        self.void_of.pop(number, None)
        self._uncontest(number)
        self.last = self.before = None
        self.thrown = True

    def _may_be_late(self) -> bool:
        """A ruling on the faces, an override (Dragon Fire 10.1) and a spin in doubt wait for the next round only."""
        return self.ruling is not None or self.conduct is None or self.conduct.begins_with_close

    def _lay_back(
        self, before: Felt, lines: list[Line], result: object, seats: dict[int, str], body: dict[str, Any]
    ) -> None:
        felt, after = self._game(), after_round(before, lines, result)
        gone = sorted({seat for seat, _, _ in before.lying if self.seats.get(seat) != seats.get(seat)})
        back = put_down_since(felt, after)
        again = [moved for moved in taken_up_since(felt, after) if moved[0][0] not in gone]
        for name, due in (("back", back), ("again", again)):
            if sorted(map(str, body.get(name, []))) != sorted(map(str, due)):
                self._wrong("reversal", f"chips moved since are told as {body.get(name)}, should be {due}")
        if sorted(body.get("gone", [])) != gone:
            self._wrong("reversal", f"seats {body.get('gone')} are said to have been left, should be {gone}")
        held = Counter[tuple[int, str]]()
        paid_in([line for line in lines if line.seat not in gone], -1, held)
        for sign, moves in ((1, back), (-1, again)):
            for (seat, _, _), amount, commission, tokens, checks in moves:
                held[seat, CHIPS] += sign * (amount + commission - tokens - checks)
                held[seat, TOKENS] += sign * tokens
                held[seat, CHECKS] += sign * checks
        self.owing = Counter()
        for (seat, of), cents in held.items():
            left = felt.purse(of).get(seat, 0) + cents
            if left < 0:
                self.owing[seat, of] = -left
            if cents:
                felt.give(of, seat, cents + max(0, -left))
        owed = {(seat, of): cents for seat, _, cents, of in body.get("owed", [])}
        if owed != dict(self.owing):
            self._wrong("reversal", f"{owed} was booked as owed, should be {dict(self.owing)}")
        felt.lying = {key: wager for key, wager in before.lying.items() if key[0] not in gone}
        felt.area, felt.round, felt.results, felt.locks = before.area, before.round, before.results, before.locks
        felt.closed, felt.lucky, felt.boost, felt.held = before.closed, before.lucky, before.boost, before.held
        felt.buttons = {place: on for place, on in before.buttons.items() if place[0] not in gone}
        felt.at_most = None
        new = {seat: since for seat, since in felt.warned.items() if seat not in before.rail}
        here = {seat: since for seat, since in before.warned.items() if seat in felt.rail and seat not in gone}
        felt.warned = here | new
        self.retaken, self.retaken_by = list(again), self.key
        self.to_square, self.squares = ((before, lines, seats, tuple(gone)) if gone else None), body["version"]

    def _debt_repaid(self, version: int, body: dict[str, Any]) -> None:
        """As much as the player has again, of what was owed."""
        felt, place = self._game(), (body["seat"], body["of"])
        due = min(self.owing.pop(place, 0), felt.purse(body["of"]).get(body["seat"], 0))
        if body["cents"] != due or due <= 0 or self.seats.get(body["seat"]) != body["player"]:
            self._wrong("money", f"{body['cents']} cents were repaid, should be {due}")
        felt.give(body["of"], body["seat"], -body["cents"])

    def check_case(self) -> None:
        """What is owed of a round that was taken back is repaid by the same command, as far as there are chips."""
        felt = self._game()
        left = {place: cents for place, cents in self.owing.items() if felt.purse(place[1]).get(place[0], 0)}
        if left:
            self._wrong("money", f"{left} is owed of a round that was settled again, and was not repaid")
        self.owing = Counter()

    def comes_up_again(self, body: dict[str, Any]) -> bool:
        """Was this wager taken up before the round was taken back, and comes up again?"""
        (seat, wager, _), amount = body["key"], body["amount"]
        for moved in self.retaken if self.key == self.retaken_by else []:
            if moved[0][:2] == [seat, wager] and moved[1] == amount:
                self.retaken.remove(moved)
                return True
        return False
