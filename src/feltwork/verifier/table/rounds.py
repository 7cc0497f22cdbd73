"""The rounds of one table: thrown, settled, called off, taken back, each settled again beside what is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from feltwork.games.conduct import SECRET_LOST, TUMBLER_FAULT, UNIT_FAULT, Act, Conduct
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.game import Felt
from feltwork.verifier.table.lines import Key, Line
from feltwork.verifier.table.settlement import (
    area_after,
    at_stake,
    decided,
    sent_back,
    spoilt,
    symbol_of,
    undone,
    voided,
    warned_now,
)

Problem = tuple[str, str]
"""The kind of a finding, and what it says."""
Round = tuple[list[Line], object]
"""What a round decided, and its dice or number."""

MOST_ROUNDS = 10
"""How far back a round may be set right."""


class Rounds:
    """A table between one result and the next."""

    actor = role = previous = ""
    """Who caused the event that is looked at, in which role, and the kind of the event before it."""
    key = bought_by = ""
    """The command that caused it, and the last one that brought a player's money from the cage to the table."""
    token_terms: dict[int, tuple[str, ...]]
    """What the tokens of a seat may be wagered on, by the voucher they came from; nothing named means anything."""
    closes_at: int | None = None
    """When the wagering period ends that was opened for a time."""
    ruled = False
    """Has the last result been ruled on already? Then it is final."""
    void_of: dict[int, set[int]]
    """Rounds of which a part was made void afterwards, with the seats all of whose wagers were,"""
    done = 0
    """and the newest that was set right as a whole."""

    def __init__(self, table: str, stored_book: Callable[[str], bytes | None]) -> None:
        self.table = table
        self.stored_book = stored_book
        self.older_books: list[str] = []
        """Books it was opened under that are not this program's any more."""
        self.older_rules: set[int] = set()
        """Numbers of earlier rules of conduct that it was opened under."""
        self.remarks: list[str] = []
        """What is not wrong but for somebody to look at."""
        self.felt: Felt | None = None
        self.conduct: Conduct | None = None
        self.seats: dict[int, str] = {}
        self.status = "closed"
        self.thrown = False
        self.bets_open = False
        self.entered: object = None
        """The dice or the number called, waiting to be called again."""
        self.must = ""
        """Why the throw in the air must not count, once that was seen,"""
        self.off_table = False
        """and whether one of its dice went off the table."""
        self.given_on = False
        """Has the shooter of the last round given on the dice since, by choice or by order? Then that stands."""
        self.last: tuple[int, Round] | None = None
        """The last round and its version, while it can still be taken back,"""
        self.before: Felt | None = None
        """and the table before it."""
        self.reversed: Round | None = None
        """The round that the last event took back."""
        self.just_reversed: Round | None = None
        """The same, while the event after it is looked at."""
        self.past: dict[int, tuple[Felt, list[Line], dict[int, str]]] = {}
        """Rounds that two people could still set right: the table before each, its lines, who sat there."""
        self.faulty: dict[int, str] = {}
        self.contested: dict[tuple[int, int], int] = {}
        """Terminals out of play with the error each shows, and what each is due of rounds settled meanwhile if its
        wagers are void."""
        self.proposal: dict[str, Any] | None = None
        self.asked: dict[Key, tuple[bool, bool]] = {}
        """Wagers that players have called on or off, waiting for staff in this order: so, and it alone?"""
        self.relaxed: frozenset[int] = frozenset()
        self.kept: dict[int, tuple[str, int]] = {}
        """Credits withheld, by case."""
        self.warned: frozenset[str] = frozenset()
        """Players who left after a warning that still holds."""
        self.problems: list[Problem] = []
        self.lines: list[Line] = []
        """What the event that is looked at settles, or takes back."""
        self.draws = Draws(table)
        self.at = 0
        """When the event that is looked at happened."""

    def _wrong(self, kind: str, what: str) -> None:
        self.problems.append((kind, what))

    def _barred(self, seat: int, name: str) -> bool:
        """Are the tokens of a seat for other wagers?"""
        terms = self.token_terms.get(seat)
        return bool(terms) and name not in (terms or ())

    def _drawing(self, complaints: Iterable[str]) -> None:
        for what in complaints:
            self._wrong("draw", what)

    def _game(self) -> Felt:
        if self.felt is None:
            raise ValueError("the table has not been opened")
        return self.felt

    def _threw(self, version: int, body: dict[str, Any]) -> None:
        house = self._game().book.house
        self._all_answered()
        if self.thrown:
            self._wrong("order", "the dice were already out")
        if house.closing and not self._game().closed and not house.unclosed_is_no_roll:
            self._wrong("order", "the dice were thrown and no more bets had not been called")
        if body["by"] is not None and body["by"] not in self.seats:
            self._wrong("seat", f"nobody sits in seat {body['by']} to throw")
        self.thrown, self.entered, self.relaxed, self.ruled = True, None, frozenset(), False

    def _all_answered(self) -> None:
        """A call of on or off holds the throw until it is confirmed, declined or withdrawn."""
        if self.asked and self.conduct and self.conduct.rules > 1:
            seat, name, _ = next(iter(self.asked))
            self._wrong("calling", f"a call of seat {seat} on {name} had not been answered")

    def _entered(self, version: int, body: dict[str, Any]) -> None:
        if not self.thrown:
            self._wrong("order", "a result was entered and no dice had been thrown")
        self.entered = [body["first"], body["second"]]

    def _settled(self, version: int, body: dict[str, Any]) -> None:
        felt, result, stored = self._game(), body["result"], self.lines
        if self.conduct and not self.just_reversed:
            sensed = Act.SHOOT in self.conduct.powers
            if not self.thrown or (result != self.entered and not sensed):
                self._wrong("result", f"{result} was settled, {self.entered} had been entered")
        if not self.just_reversed and felt.book.house.needs_close and not felt.closed:
            self._wrong("order", "a round was settled and no more bets had not been called")
        if self._corrected_wrongly(result):
            self._wrong("result", "the round was corrected to the result it had, or a second time")
        self.ruled = self.just_reversed is not None
        try:
            symbol = symbol_of(felt, result)
        except ValueError:
            self._wrong("result", f"{result!r} is not a result of this game")
            return
        if self.conduct and self.conduct.shot and not self.just_reversed:
            self._drawing(self.draws.shows("two-dice", body))
        lines, moved = decided(felt, symbol)
        if self._same_lines(lines, stored):
            stored = lines  # what they are made of has been looked up before, and is found sooner
        moves: dict[Key, int] = dict(body["moved"])
        if moves != moved or len(moves) != len(body["moved"]):
            self._wrong("moved", f"wagers travelled as {sorted(map(str, moves))}, should as {sorted(map(str, moved))}")
        if body["area"] != area_after(felt, symbol):
            self._wrong("area", f"the table went to {body['area']}, should have gone to {area_after(felt, symbol)}")
        if body["warned"] != warned_now(felt, lines):
            self._wrong("lines", f"seats {body['warned']} were warned, should be {warned_now(felt, lines)}")
        if self.must and self.conduct:
            self._wrong("result", f"{self.must}: the throw had no result")
        self.before, self.last = felt.copy(), (version, (stored, result))
        self.given_on = False
        self.past[version] = (self.before, stored, dict(self.seats))  # until it is taken back
        for seat in self.faulty:
            mine = [(felt.lying[line.key], line) for line in stored if line.seat == seat and line.key in felt.lying]
            paid = sum(line.winnings + line.returned + line.commission for _, line in mine)
            self.contested[seat, version] = sum(lay.stake + lay.commission for lay, _ in mine) - paid
        if len(self.past) > MOST_ROUNDS:
            self._forget(next(iter(self.past)))
        self._end(stored, moves, body["area"])
        felt.results += 1
        for seat in body["warned"]:
            felt.warned.setdefault(seat, felt.results)
        felt.lucky = None
        self._round_over()

    def _forget(self, version: int) -> None:
        """A round that lies too far back to be set right."""
        del self.past[version]
        self.void_of.pop(version, None)

    def _made_void(self, version: int, seat: int | None, wager: str = "") -> None:
        """Wagers of a paid round are void since: of a seat, or of this kind; they have been given back."""
        if version not in self.past:
            return
        before, lines, seats = self.past[version]
        found = []
        for line in lines:
            void = seat in (None, line.seat) and wager in ("", line.wager)
            found.append(sent_back(before.lying[line.key], "void", line.clause) if void else line)
        self.past[version] = (before, found, seats)
        self.void_of.setdefault(version, set())
        if seat is not None:
            self.void_of[version].add(seat)

    def _corrected_wrongly(self, result: object) -> bool:
        return self.just_reversed is not None and (result == self.just_reversed[1] or self.ruled)

    def _round_over(self) -> None:
        """A round taken back was over before."""
        if not self.just_reversed:
            self.draws.ended()

    def _end(self, stored: Sequence[Line], moves: dict[Key, int], area: int) -> None:
        felt = self._game()
        lying, rail = felt.lying, felt.rail
        for line in stored:
            seat = line.seat
            if lying.pop((seat, line.wager, line.on), None) is None:
                continue
            if line.apart is None:
                rail[seat] = rail.get(seat, 0) + line.winnings + line.returned + line.commission
            else:
                felt.credit(line)
        if moves:
            felt.travel(moves)
        felt.area = area
        if not area:
            felt.locks = frozenset()
        felt.next_round()
        self._next()

    def _next(self) -> None:
        self.thrown, self.entered, self.must, self.bets_open, self.relaxed = False, None, "", False, frozenset()
        self.closes_at, self.off_table = None, False
        waits = self.conduct is not None and self.conduct.rules > 1
        self.asked = {key: call for key, call in self.asked.items() if waits and key in self._game().lying}

    def _reported(self, version: int, body: dict[str, Any]) -> None:
        """What was seen of a throw: by the book it may or must not count."""
        reason = self.conduct.no_result.get(body["what"]) if self.conduct else None
        if reason is None or (reason.clause, reason.must) != (body["clause"], body["must"]):
            self._wrong("result", f"{body['what']!r} is not by clause {body['clause']}")
        if not self._may_call_off(body["what"]):
            self._wrong("order", "a throw was reported and no dice had been thrown")
        self.must = self.must or (body["what"] if body["must"] else "")

    def _dismissed(self, version: int, body: dict[str, Any]) -> None:
        """Who may call the throw off lets it count after all; not with a die off the table."""
        reason = self.conduct.no_result.get(self.must) if self.conduct else None
        if reason is None or (self.must, reason.clause) != (body["what"], body["clause"]) or self.off_table:
            self._wrong("result", f"{body['what']!r} was dismissed, {self.must!r} was why the throw must not count")
        if self.conduct and self.conduct.rules < 2:
            self._wrong("result", "a report stood for good under the first rules of conduct")
        self.must = ""

    def _may_call_off(self, reason: str) -> bool:
        return self.thrown or (reason == TUMBLER_FAULT and self._game().closed)

    def _invalid(self, version: int, body: dict[str, Any]) -> None:
        felt, stored = self._game(), self.lines
        house, reason, clause = felt.book.house, body["reason"], self._clause(body)
        if reason == UNIT_FAULT and self.conduct and felt.book.spins:
            lines, area = spoilt(felt, body["clause"]), felt.area
        elif reason == SECRET_LOST and self.draws.committed is not None:
            lines, area = list[Line](), felt.area
            if felt.lying:
                self._wrong("result", "a draw was given up, and not every wager had gone back")
        elif self.conduct and self._is_invalidated(body):
            then = self.just_reversed[0] if self.just_reversed else at_stake(felt)
            lines, area = undone(felt, then, self.conduct, reason, stored), felt.area
            if not self.thrown:
                self._wrong("order", "an outcome was invalidated and no dice had been thrown")
        else:
            void = self.conduct.void_clause(house.invalid, reason) if self.conduct else house.invalid
            lines = [replace(line, clause=void) for line in voided(felt)]
            area = 0 if house.thaws_on_invalid else felt.area
            if not self._may_call_off(reason) and self.conduct:
                self._wrong("order", "a throw was called off and no dice had been thrown")
            known = self.conduct.no_result.get(reason) if self.conduct else None
            if known and ((self.must and not known.must) or (known.clause == house.needs_close and felt.closed)):
                self._wrong("result", f"{reason!r} was not why this throw does not count")
        self._called_so(body)
        if body["clause"] != clause:
            self._wrong("result", f"{reason!r} is by clause {clause}, not {body['clause']}")
        self._same_lines(lines, stored)
        if body["area"] != area:
            self._wrong("area", f"the table went to {body['area']}, should have gone to {area}")
        self._pay_back(stored)
        felt.area = body["area"]
        felt.next_round()
        if felt.book.lucky is None or felt.book.readings.chose("lucky_on_no_spin", "return"):
            felt.lucky = None
        self._next()
        self._round_over()

    def _called_so(self, body: dict[str, Any]) -> None:
        """No roll and no spin are called so; not an outcome invalidated, what a unit spoilt, a draw given up."""
        conduct, book = self.conduct, self._game().book
        if conduct is None or conduct.rules < 2:
            return
        other = body["reason"] in (UNIT_FAULT, SECRET_LOST) or self._is_invalidated(body)
        due = "" if other else "void" if conduct.shot else "no spin" if book.spins else "no roll"
        if body.get("called", "") != due:
            self._wrong("result", f"{body.get('called', '')!r} was called, it is {due!r}")

    def _clause(self, body: dict[str, Any]) -> str | None:
        """The clause by which a throw does not count; nothing for a reason the book does not have."""
        house = self._game().book.house
        if house.unclosed_is_no_roll and body["reason"] == "no more bets was not called":
            return house.needs_close
        if self.conduct is None:
            return house.invalid
        if body["reason"] == UNIT_FAULT and self._game().book.spins:
            return self.conduct.fault
        if body["reason"] == SECRET_LOST:
            return self.conduct.lost_draw
        if self._is_invalidated(body):
            return self.conduct.causes.get(body["reason"])
        reason = self.conduct.no_result.get(body["reason"])
        return reason.clause if reason else None

    def _is_invalidated(self, body: dict[str, Any]) -> bool:
        """By a supervisor for a cause: after its settlement was taken back, or with the dice still in the air."""
        named = self.conduct is not None and self.conduct.causes.get(body["reason"]) == body["clause"]
        return self.just_reversed is not None or named

    def _pay_back(self, lines: Sequence[Line]) -> None:
        felt = self._game()
        for line in lines:
            if line.key in felt.lying:
                felt.take(line.key, line.stake)
                felt.credit(line)

    def _reversed(self, version: int, body: dict[str, Any]) -> None:
        """The last round is taken back."""

    def _uncontest(self, version: int) -> None:
        self.contested = {(seat, then): cents for (seat, then), cents in self.contested.items() if then != version}

    def _same_lines(self, lines: Sequence[Line], stored: Sequence[Line]) -> bool:
        if lines == stored:
            return True
        for due, found in zip(lines, stored, strict=False):
            if due != found:
                self._wrong("lines", f"stored as {found.said}; it should be {due.said}")
                return False
        if len(lines) != len(stored):
            self._wrong("lines", f"{len(stored)} lines are stored, there should be {len(lines)}")
        return False
