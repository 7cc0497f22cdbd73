"""The last round taken back though chips had moved since: worked out again from the game before it and as it stands.

Chips put down since go back, chips taken up since lie again, players who have left are squared with apart, and what a
player no longer had is owed until the round is settled again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from feltwork.games.conduct import SCREEN_FAULT
from feltwork.verifier.table.doubts import Doubts
from feltwork.verifier.table.facts import Body, Facts, Follows, Round
from feltwork.verifier.table.game import GameState, travel
from feltwork.verifier.table.history import History
from feltwork.verifier.table.layout import Lot
from feltwork.verifier.table.lines import Key, SettledLine
from feltwork.verifier.table.settlement import decided, symbol_of

MovedChips = list[Any]
"""Chips as they are stored: key, amount, commission, and how much of it in tokens and in checks."""

UNCONFIRMED = "terminal not confirmed"
"""Why a round is set right for one terminal alone."""

IN_PART = (UNCONFIRMED, SCREEN_FAULT)
"""Why part of a round is set right; the rest of it can still be."""

NEXT_ROUND = frozenset(("dice-thrown", "ball-spun", "round-invalid", "table-closed", "wagers-found-invalid"))
"""With these the next round is there, and the last one past."""

CHIPS, TOKENS, CHECKS = "chips", "tokens", "checks"
LEAVES_THE_ROUND = frozenset(
    (
        "call-asked",
        "call-declined",
        "call-withdrawn",
        "limits-announced",
        "limits-withdrawn",
        "closure-announced",
        "closure-withdrawn",
        "dolly-placed",
        "crew-assigned",
        "table-suspended",
        "inspector-notified",
        "table-resumed",
        "dice-offered",
        "dice-accepted",
        "dice-rejected",
        "dice-selected",
        "dice-passed",
        "thrower-authorised",
        "house-throws",
        "die-lost",
        "die-found",
        "die-checked",
        "dice-brought",
        "round-settled",
        "round-reversed",
        "wager-declared",
        "wager-announced",
        "stick-taken",
        "vacate-ordered",
        "crew-released",
        "face-ruled",
        "supervisor-called",
        "round-doubted",
        "round-ruled",
        "correction-proposed",
        "correction-dropped",
        "terminal-faulted",
        "terminal-restored",
        "concern-raised",
        "concern-answered",
        "correction-acknowledged",
        "draw-committed",
        "betting-opened",
        "nonce-added",
        "outcome-drawn",
        "secret-revealed",
        "draw-given-up",
        "areas-lit",
        "display-read",
        "card-in",
        "card-out",
        "colour-asked",
        "equipment-checked",
        "equipment-brought",
        "equipment-returned",
        "item-replaced",
        "acceptor-enrolled",
        "acceptor-removed",
        "note-reported",
    )
)
"""After anything else the last round cannot be taken back."""


def after_round(before: GameState, lines: Sequence[SettledLine], result: object) -> GameState:
    """The table as the round left it, what players hold apart."""
    after = before.copy()
    _, moves = decided(before, symbol_of(before, result))
    for line in lines:
        after.layout.pop(line.key, None)
    travel(after, moves)
    after.round += 1
    return after


def put_down_since(now: GameState, after: GameState) -> list[MovedChips]:
    found = []
    for key, wager in now.layout.items():
        lots = [lot for lot in wager.lots if lot.round >= after.round]
        if lots:
            found.append(_moved(key, lots, sum(lot.commission for lot in lots)))
    return found


def taken_up_since(now: GameState, after: GameState) -> list[MovedChips]:
    found, refunds = [], now.book.readings.is_set("commission_refund_on_removal")
    for key, wager in after.layout.items():
        there = now.layout.get(key)
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


def _moved(key: Key, lots: Sequence[Lot], commission: int) -> MovedChips:
    of = Counter[str]()
    for lot in lots:
        of[lot.instrument] += lot.amount
    seat, wager, on = key
    return [[seat, wager, list(on) if isinstance(on, tuple) else on], of.total(), commission, of[TOKENS], of[CHECKS]]


def paid_in(lines: Sequence[SettledLine], sign: int, held: Counter[tuple[int, str]]) -> None:
    """What lines pay, by what it is in."""
    for line in lines:
        tokens, checks = (line.apart.tokens_back, line.apart.checks_back) if line.apart else (0, 0)
        held[line.seat, CHIPS] += sign * (line.winnings + line.returned + line.commission - tokens - checks)
        held[line.seat, TOKENS] += sign * tokens
        held[line.seat, CHECKS] += sign * checks


class Reopening:
    """Holds a round taken back, and what is owed of it, against the chips that have moved since."""

    def __init__(self, facts: Facts, round_: Round, history: History, doubts: Doubts) -> None:
        self.facts = facts
        self.round = round_
        self.history = history
        self.doubts = doubts
        self.squares = 0
        """The round that was taken back, where players had left since,"""
        self.squared: object = None
        """and how it ended instead: its result, or nothing."""
        self.retaken_by = ""
        """The command that took the round back."""
        self.opened()

    def opened(self) -> None:
        self.moved = False
        """Have chips moved since the last round?"""
        self.owing = Counter[tuple[int, str]]()
        """What is owed of the round that was taken back, until it is settled again."""
        self.to_square: tuple[GameState, list[SettledLine], dict[int, str], tuple[int, ...]] | None = None
        """The round that was taken back, where players had left since: squared with once it is settled again."""
        self.retaken: list[MovedChips] = []
        """What players had taken up since: it may come up again when the round is settled, with the same command."""

    def moves_on(self, kind: str, body: Body) -> None:
        """A chip has moved since the last round, or the next one begins; under rules 1 either ends it."""
        history = self.history
        conduct = self.facts.conduct
        starts = kind in NEXT_ROUND or (
            kind == "bets-closed" and conduct is not None and conduct.rounds.begins_with_close
        )
        about = history.last is not None and body.get("version") == history.last[0]
        adjusted = kind == "round-adjusted" and about and body.get("cause") not in IN_PART
        found = kind == "wagers-found-invalid" and about
        self.moved = True
        if (starts and not found) or adjusted or not self.facts.since_2():
            history.last = history.before = None

    def taken_back(self, body: Body) -> None:
        facts, history = self.facts, self.history
        if history.last is None or history.before is None:
            facts.wrong("reversal", "there was no round that could be taken back")
            return
        number, (lines, result) = history.last
        if body["version"] != number:
            facts.wrong("reversal", f"it names version {body['version']}, the last round is {number}")
        if number in history.void_of:
            facts.wrong("reversal", "part of the round that was taken back had been set right before")
        if self.moved and not self._may_be_late():
            facts.wrong("reversal", "chips had moved since the round that was taken back")
        history.late = self.moved
        facts.follows = Follows(
            ("round-settled", "round-invalid"), "reversal", "a round was taken back, and it did not end another way"
        )
        before, (_, _, seats) = history.before, history.past[number]
        self._lay_back(before, lines, result, seats, body)
        history.reversed = history.last[1]
        history.past.pop(number, None)
        history.void_of.pop(number, None)
        history.uncontest(number)
        history.last = history.before = None
        self.round.thrown = True

    def _lay_back(
        self, before: GameState, lines: list[SettledLine], result: object, seats: dict[int, str], body: Body
    ) -> None:
        facts = self.facts
        game, after = facts.game(), after_round(before, lines, result)
        gone = sorted({seat for seat, _, _ in before.layout if facts.seats.get(seat) != seats.get(seat)})
        back = put_down_since(game, after)
        again = [moved for moved in taken_up_since(game, after) if moved[0][0] not in gone]
        for name, due in (("back", back), ("again", again)):
            if sorted(map(str, body.get(name, []))) != sorted(map(str, due)):
                facts.wrong("reversal", f"chips moved since are told as {body.get(name)}, should be {due}")
        if sorted(body.get("gone", [])) != gone:
            facts.wrong("reversal", f"seats {body.get('gone')} are said to have been left, should be {gone}")
        held = Counter[tuple[int, str]]()
        paid_in([line for line in lines if line.seat not in gone], -1, held)
        for sign, moves in ((1, back), (-1, again)):
            for (seat, _, _), amount, commission, tokens, checks in moves:
                held[seat, CHIPS] += sign * (amount + commission - tokens - checks)
                held[seat, TOKENS] += sign * tokens
                held[seat, CHECKS] += sign * checks
        self.owing = Counter()
        for (seat, of), cents in held.items():
            left = game.held.purse(of).get(seat, 0) + cents
            if left < 0:
                self.owing[seat, of] = -left
            if cents:
                game.held.give(of, seat, cents + max(0, -left))
        owed = {(seat, of): cents for seat, _, cents, of in body.get("owed", [])}
        if owed != dict(self.owing):
            facts.wrong("reversal", f"{owed} was booked as owed, should be {dict(self.owing)}")
        game.layout = {key: wager for key, wager in before.layout.items() if key[0] not in gone}
        game.area, game.round, game.results, game.locks = before.area, before.round, before.results, before.locks
        game.closed, game.lucky, game.boost, game.locked = before.closed, before.lucky, before.boost, before.locked
        game.buttons = {place: on for place, on in before.buttons.items() if place[0] not in gone}
        game.signs.at_most = None
        new = {seat: since for seat, since in game.warned.items() if seat not in before.held.rail}
        here = {seat: since for seat, since in before.warned.items() if seat in game.held.rail and seat not in gone}
        game.warned = here | new
        self.retaken, self.retaken_by = list(again), facts.key
        self.to_square, self.squares = ((before, lines, seats, tuple(gone)) if gone else None), body["version"]

    def debt_repaid(self, body: Body) -> None:
        """As much as the player has again, of what was owed."""
        facts = self.facts
        game, place = facts.game(), (body["seat"], body["of"])
        due = min(self.owing.pop(place, 0), game.held.purse(body["of"]).get(body["seat"], 0))
        if body["cents"] != due or due <= 0 or facts.seats.get(body["seat"]) != body["player"]:
            facts.wrong("money", f"{body['cents']} cents were repaid, should be {due}")
        game.held.give(body["of"], body["seat"], -body["cents"])

    def check_owing(self) -> None:
        """What is owed of a round that was taken back is repaid by the same command, as far as there are chips."""
        game = self.facts.game()
        left = {place: cents for place, cents in self.owing.items() if game.held.purse(place[1]).get(place[0], 0)}
        if left:
            self.facts.wrong("money", f"{left} is owed of a round that was settled again, and was not repaid")
        self.owing = Counter()

    def comes_up_again(self, body: Body) -> bool:
        """Was this wager taken up before the round was taken back, and comes up again?"""
        (seat, wager, _), amount = body["key"], body["amount"]
        for moved in self.retaken if self.facts.key == self.retaken_by else []:
            if moved[0][:2] == [seat, wager] and moved[1] == amount:
                self.retaken.remove(moved)
                return True
        return False

    def _may_be_late(self) -> bool:
        """A ruling on the faces, an override (Dragon Fire 10.1) and a spin in doubt wait for the next round only."""
        conduct = self.facts.conduct
        if self.round.ruling is not None or self.doubts.void is not None:
            return True
        return conduct is None or conduct.rounds.begins_with_close
