"""One table's events folded in order, each held against what the rows and the rules make of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from feltwork.games.conduct import CREDITS, RULES, Act
from feltwork.games.equipment import BALL_PART, DICE_PART, UNIT_PART
from feltwork.games.registry import conduct_of
from feltwork.verifier.table.acceptors import Acceptors
from feltwork.verifier.table.betting import Chips
from feltwork.verifier.table.books import book_of
from feltwork.verifier.table.causes import CAUSES, NOTED, NOTICED, Who
from feltwork.verifier.table.citations import CITED, Citations
from feltwork.verifier.table.equipment import PLAYED_WITH
from feltwork.verifier.table.game import Felt
from feltwork.verifier.table.lines import Line, as_lines
from feltwork.verifier.table.postings import EXCHANGES, LINED, MOVES, SETTLES, Moved, expected, on_felt
from feltwork.verifier.table.rounds import Problem
from feltwork.verifier.table.standing import WATCHED

LEAVES_THE_ROUND = frozenset(
    (
        "call-asked", "call-declined", "call-withdrawn", "limits-announced", "limits-withdrawn", "closure-announced",
        "closure-withdrawn", "dolly-placed", "crew-assigned", "table-suspended",
        "inspector-notified", "table-resumed", "dice-offered", "dice-accepted", "dice-rejected", "dice-selected",
        "dice-passed", "thrower-authorised", "house-throws", "die-lost", "die-found", "die-checked", "dice-brought",
        "round-settled", "round-reversed",
        "wager-declared", "wager-announced", "stick-taken", "vacate-ordered", "crew-released",
        "face-ruled", "supervisor-called", "round-doubted", "round-ruled",
        "correction-proposed", "correction-dropped", "terminal-faulted", "terminal-restored",
        "concern-raised", "concern-answered",
        "draw-committed", "betting-opened", "nonce-added", "outcome-drawn", "secret-revealed", "draw-given-up",
        "areas-lit", "display-read", "card-in", "card-out", "colour-asked",
        "equipment-checked", "equipment-brought", "equipment-returned", "item-replaced",
        "acceptor-enrolled", "acceptor-removed", "note-reported",
    )
)  # fmt: skip
"""After anything else the last round cannot be taken back."""


METERED = frozenset(
    (
        "wager-placed", "wager-removed", "bought-in", "chips-sold", "voucher-changed", "collected",
        "tokens-issued", "tokens-handed-in", "checks-left-out", "checks-brought-back",
        "round-settled", "round-invalid", "wagers-voided", "lucky-ball-voided", "round-reversed",
        "round-adjusted", "withheld", "withholding-ended", "wagers-found-invalid", "debt-repaid",
    )
)  # fmt: skip
"""What turns a seat's meters."""


class TableFold(Chips):
    """A table as its log makes it, event by event."""

    def __init__(self, table: str, stored_book: Callable[[str], bytes | None]) -> None:
        super().__init__(table, stored_book)
        self.start_purses()
        self.start_slots()
        self.acceptors = Acceptors(table)
        self.start_askers()
        self.start_standing()
        self.citations = Citations()
        self.new_wheel({"book": ""})
        self.new_equipment({})
        self.new_faces()
        self.concerned = {}
        self.new_reopened()
        self.new_rulings()

    def take(self, version: int, kind: str, body: dict[str, Any]) -> tuple[Moved, list[Problem]]:
        """Fold one event: the postings it should have, and what is wrong with it."""
        self.problems, self.lines = [], []
        if kind not in KINDS:
            self.last = self.before = self.reversed = None
            self._wrong("body", f"a table has no event {kind!r}")
            return (), self.problems
        handler, who, lined, metered, moves, ends, noticed, noted, watched = KINDS[kind]
        if lined:
            self.lines = self._lines(kind, body)
        if metered:
            self.read_meters(kind, body, self.lines, -1 if kind == "round-reversed" else 1)
        moved = expected(self.table, kind, body, self.lines) if moves else ()
        if ends and self.last is not None:
            self._moves_on(kind, body)
        self.just_reversed, self.reversed = self.reversed, None
        if self.changed is not None:
            self.is_placed(kind, body)
        if self.follows is not None:
            self.check_follows(kind)
        if (self.owing or self.to_square) and self.key != self.retaken_by:
            self.check_case()
        if kind == "table-opened":  # its book says who may open it
            handler(self, version, body)
            self.new_day()
            self.check_asker(kind, who, body)
        else:
            self.check_asker(kind, who, body)
            if noticed:
                self.check_notice(kind, body)
            if self.watched:
                self.check_standing(kind, body)
            if kind in CITING and (why := self.citations.wrong(kind, body, self.conduct)):
                self._wrong("clause", why)
            if self.awaiting and kind in PLAYED_WITH:
                self._unproved(kind, body)
            handler(self, version, body)
        self.previous = kind
        if noted:
            self.note_asker(kind, body)
        if watched:
            self.watch()
        if self.outside:
            self.keep_outside()
        return moved, self.problems

    def _lines(self, kind: str, body: dict[str, Any]) -> list[Line]:
        if kind == "round-reversed":
            gone = body.get("gone", ())
            return [line for line in self.last[1][0] if line.seat not in gone] if self.last else []
        found: list[Line] = body["lines"] if kind == "round-settled" else as_lines(body["lines"])
        return found

    def balances(self) -> tuple[list[str], list[int]]:
        """The table's accounts and what they must hold: on the layout, and in each player's hands."""
        felt, table, held_in = self.felt, self.table, self.held_in
        if felt is None:
            return [], []
        seats = (*felt.rail, None, *felt.checks, None, *felt.tokens)
        if seats != self.compared[0]:
            accounts = [
                on_felt(table), f"tokens-felt/{table}", *[held_in[seat][0] for seat in felt.rail],
                *[held_in[seat][1] for seat in felt.checks], *[held_in[seat][2] for seat in felt.tokens],
            ]  # fmt: skip
            self.compared = (seats, accounts)
        due = [*felt.staked(), *felt.rail.values(), *felt.checks.values(), *felt.tokens.values()]
        return self.compared[1], due

    def _opened(self, version: int, body: dict[str, Any]) -> None:
        if self.status != "closed":
            self._wrong("order", "the table was already open")
        book, stored, wrong, steps = book_of(body, self.stored_book(body["fingerprint"]))
        self.problems += [("book", what) for what in wrong]
        if stored:
            self.older_books.append(body["fingerprint"])
        sign = {wager: (low, high, unit) for wager, (low, high, unit) in body["limits"].items()}
        rules = self._rules(body)
        self.felt = Felt(book, body["chip"], sign=sign, award=body.get("max_award"), steps=steps, rules=rules)
        conduct = self.conduct = conduct_of(
            body["book"], body["variant"], wheel=body["wheel"], lucky_ball=bool(body["lucky_ball"]),
            uspin=body.get("uspin", False), rules=rules, readings=book.readings,
        )  # fmt: skip
        self.opens_wagers = conduct is not None and conduct.opens_wagers and Act.OPEN_BETS in conduct.powers
        self.status = "checking"
        self.thrown, self.entered, self.must, self.warned = False, None, "", frozenset()
        self.past, self.proposal, self.relaxed, self.kept = {}, None, frozenset(), {}
        self.last = self.before = None
        self.new_rulings()
        self.new_faces()
        self.new_reopened()
        self._drawing(self.draws.opened(body))
        self.bets_open, self.screen_out = False, False
        self.new_wheel(body)
        self.new_equipment(body)
        self.own_colours = None
        self.faulty, self.contested = {}, {}
        self.capacity, self.checked, self.suspended = body["seats"], set(), False
        self._could_stand(body["limits"])
        self.shooting = body.get("shooting")
        if self.shooting is not None and (not (conduct and conduct.no_shooter) or self.shooting <= 0):
            self._wrong("limits", f"{self.shooting} cents could not be the dice shooting value of this table")

    def _rules(self, body: dict[str, Any]) -> int:
        """The number of the rules of conduct that a table is held against; none in its opening means the first."""
        rules = body.get("rules", 1)
        if type(rules) is not int or not 1 <= rules <= RULES:
            self._wrong("book", f"rules of conduct {rules!r} are not known here, only those up to {RULES}")
            return RULES
        if rules < RULES:
            self.older_rules.add(rules)
        return rules

    def _play_opened(self, version: int, body: dict[str, Any]) -> None:
        if self.status != "checking":
            self._wrong("order", "play was opened at a table that was not being checked")
        self._complete()
        self.status = "open"

    def _closed(self, version: int, body: dict[str, Any]) -> None:
        felt = self._game()
        if self.seats or felt.lying or any((*felt.rail.values(), *felt.tokens.values(), *felt.checks.values())):
            self._wrong("order", "the table was closed with players or chips at it")
        self._drawing(self.draws.unrevealed())
        if self.pieces:
            self._wrong("equipment", f"the table was closed and {sorted(self.pieces)} were still at it")
        self._nobody_waits("the table was closed")
        self.status = "closed"

    def _unproved(self, kind: str, body: dict[str, Any]) -> None:
        """With dice of the old set the shooter goes on while the new one waits to be checked."""
        if kind == "table-resumed" and self.previous == "unit-restored":
            return  # the dealer may not spin before the unit is checked, but the table is no longer stopped
        from_new = kind == "dice-selected" and not set(body["dice"]) <= self.dice.there
        self.not_proved(kind, bool(self.dice.waiting) and not from_new)

    def _set_brought(self, version: int, body: dict[str, Any]) -> None:
        self._brought(version, body)
        self.await_check(DICE_PART, another=True)

    def _ball_looked_over(self, version: int, body: dict[str, Any]) -> None:
        self._ball_examined(version, body)
        if body["replaced"]:
            self.await_check(BALL_PART, another=True)

    def _unit_mended(self, version: int, body: dict[str, Any]) -> None:
        self._unit_restored(version, body)
        if body["how"] != "removed":
            self.await_check(UNIT_PART, another=body["how"] == "replaced")

    def _sat(self, version: int, body: dict[str, Any]) -> None:
        seat, player = body["seat"], body["player"]
        if seat in self.seats or player in self.seats.values():
            self._wrong("seat", f"seat {seat} or player {player!r} was already taken")
        self.needs_person(player)
        self._fits(seat, player)
        self.seats[seat] = player
        felt = self._game()
        felt.rail[seat] = 0
        if player in self.warned:
            felt.warned[seat] = felt.results

    def _left(self, version: int, body: dict[str, Any]) -> None:
        felt, seat = self._game(), body["seat"]
        self._own(body)
        self._asked_for(body)
        held = felt.rail.get(seat) or felt.tokens.get(seat) or felt.checks.get(seat)
        if held or seat in self.cards or any(wager.seat == seat for wager in felt.lying.values()):
            self._wrong("seat", f"seat {seat} was left with chips on the table")
        if felt.warned.pop(seat, None) is not None and felt.book.readings.chose("warning_expiry", "day"):
            self.warned |= {body["player"]}
        self.seats.pop(seat, None)
        self.faulty.pop(seat, None)
        felt.rail.pop(seat, None)
        self._no_longer_own(seat, felt.book.wagers)
        self.colours.pop(seat, None)
        self.token_terms.pop(seat, None)
        self.agreed = {given for given in self.agreed if seat not in given[:2]}

    def _own(self, body: dict[str, Any]) -> None:
        seat, player = body["seat"], body["player"]
        if self.seats.get(seat) != player:
            self._wrong("seat", f"{player!r} does not sit in seat {seat}")

    def _bought(self, version: int, body: dict[str, Any]) -> None:
        felt = self._game()
        self._own(body)
        metered = self.conduct is not None and bool(self.conduct.meters)
        if body["amount"] <= 0 or (body["amount"] % felt.chip and not metered):
            self._wrong("money", f"{body['amount']} cents cannot be bought in chips of {felt.chip}")
        if self.conduct is not None and self.conduct.credited and body.get("via") not in CREDITS:
            self._wrong("money", f"credits came onto the meter of seat {body['seat']} as nothing that adds to one")
        notes = self.conduct.notes if self.conduct is not None and body.get("via") == "cash" else {}
        if notes and body["amount"] not in notes:
            self._wrong("money", f"no note of {body['amount']} cents is taken")
        if self.conduct is not None:
            for wrong in self.acceptors.bought(body, self.role, self.conduct.rules):
                self._wrong("money", wrong)
        felt.rail[body["seat"]] += body["amount"]
        self.bought_by = self.key

    def _acceptor(self, version: int, body: dict[str, Any]) -> None:
        rules = self.conduct.rules if self.conduct is not None else 1
        for wrong in self.acceptors.take(body["type"], body, rules):
            self._wrong("money", wrong)

    def _collected(self, version: int, body: dict[str, Any]) -> None:
        felt, seat = self._game(), body["seat"]
        self._own(body)
        self._asked_for(body)
        if body["amount"] != felt.rail[seat] or body["amount"] <= 0:
            self._wrong(
                "money", f"seat {seat} had {felt.rail[seat]} cents in the rail, {body['amount']} were collected"
            )
        felt.rail[seat] -= body["amount"]

    def _committed(self, version: int, body: dict[str, Any]) -> None:
        self._drawing(self.draws.commits(body))

    def _betting(self, version: int, body: dict[str, Any]) -> None:
        self._drawing(self.draws.betting(body, self.at))

    def _nonce(self, version: int, body: dict[str, Any]) -> None:
        self._drawing(self.draws.late(self.at, placing=True))
        self._drawing(self.draws.nonce(body, self._game().closed))

    def _outcome(self, version: int, body: dict[str, Any]) -> None:
        self._drawing(self.draws.drew(body, self._game().book, self._game().closed, self.thrown))

    def _revealed(self, version: int, body: dict[str, Any]) -> None:
        felt = self._game()
        self._drawing(self.draws.reveals(body, bool(felt.lying) or felt.closed or self.thrown))

    def _given_up(self, version: int, body: dict[str, Any]) -> None:
        felt = self._game()
        self._drawing(self.draws.gives_up(body, bool(felt.lying) or felt.closed or self.thrown))
        self.remarks.append(f"draw {body['round_id']} was given up by {self.actor} at {version}: {body['reason']}")

    def _nothing(self, version: int, body: dict[str, Any]) -> None:
        """An event that moves no chip and opens no game."""


CITING = frozenset(CITED) | {
    "inspector-notified",
    "limits-withdrawn",
    "closure-withdrawn",
    "round-reversed",
    "wagers-voided",
    "round-invalid",
}
"""Events whose clause may say that the book does not speak of it."""
_F = TableFold
_MOVING: dict[str, Callable[..., None]] = {
    "table-opened": _F._opened, "play-opened": _F._play_opened, "table-closed": _F._closed, "seat-taken": _F._sat,
    "seat-left": _F._left, "bought-in": _F._bought, "collected": _F._collected, "limits-changed": _F._limits,
    "limits-announced": _F._announced, "personal-limit-set": _F._personal,
    "wager-placed": _F._placed, "wager-removed": _F._removed,
    "wager-called": _F._called, "bets-closed": _F._no_more, "dice-thrown": _F._threw, "result-entered": _F._entered,
    "ball-spun": _F._spun, "number-entered": _F._number, "dolly-placed": _F._dolly, "lucky-ball-drawn": _F._drawn,
    "lucky-ball-boosted": _F._boosted, "round-settled": _F._settled, "round-invalid": _F._invalid,
    "face-ruled": _F._face_ruled, "debt-repaid": _F._debt_repaid, "round-doubted": _F._doubted,
    "round-ruled": _F._round_ruled, "supervisor-called": _F._supervisor_called,
    "round-reversed": _F._reversed, "throw-reported": _F._reported,
    "report-dismissed": _F._dismissed, "die-lost": _F._lost,
    "dice-offered": _F._offered, "dice-accepted": _F._accepted, "dice-rejected": _F._rejected,
    "house-throws": _F._house_throws, "thrower-authorised": _F._authorised, "dice-handed": _F._handed_over,
    "die-found": _F._found, "dice-brought": _F._set_brought,
    "dice-selected": _F._selected, "dice-passed": _F._passed, "die-checked": _F._checked,
    "correction-proposed": _F._proposed, "correction-dropped": _F._dropped, "round-adjusted": _F._adjusted,
    "terminal-faulted": _F._faulted, "terminal-restored": _F._restored,
    "close-relaxed": _F._relaxed, "wagers-voided": _F._voided, "withheld": _F._withheld,
    "withholding-ended": _F._released,
    "acceptor-enrolled": _F._acceptor, "acceptor-removed": _F._acceptor, "note-reported": _F._acceptor,
    "card-in": _F._card_in, "card-out": _F._card_out, "wagers-found-invalid": _F._found_invalid,
    "draw-committed": _F._committed, "betting-opened": _F._betting, "shot-awaited": _F._awaits,
    "nonce-added": _F._nonce, "outcome-drawn": _F._outcome, "secret-revealed": _F._revealed,
    "draw-given-up": _F._given_up,
    "bets-opened": _F._bets_opened, "areas-lit": _F._lit,
    "screen-failed": _F._screen_failed, "screen-restored": _F._screen_works,
    "equipment-checked": _F._equipment, "ball-loaded": _F._ball_loaded, "ball-examined": _F._ball_looked_over,
    "ball-taken-out": _F._ball_taken_out,
    "button-offered": _F._button_offered, "unit-failed": _F._unit_failed, "unit-restored": _F._unit_mended,
    "equipment-brought": _F._pieces_come, "equipment-returned": _F._pieces_go, "item-replaced": _F._replaced,
    "zero-placed-outside": _F._placed_outside, "zero-taken-outside": _F._taken_outside, "zero-moved": _F._zero_moved,
    "lucky-ball-voided": _F._lucky_voided, "wager-repositioned": _F._repositioned,
    "voucher-changed": _F._voucher_changed,
    "tokens-issued": _F._tokens_issued, "tokens-handed-in": _F._tokens_in, "colour-issued": _F._colour_issued,
    "colour-agreed": _F._colour_agreed, "colour-redeemed": _F._colour_redeemed,
    "checks-left-out": _F._checks_left_out, "checks-brought-back": _F._checks_brought_back,
    "checks-redeemed": _F._checks_redeemed, "chips-sold": _F._chips_sold,
    "crew-assigned": _F._assigned, "crew-released": _F._relieved, "stick-taken": _F._stick_taken,
    "wager-declared": _F._oral, "wager-announced": _F._oral,
    "concern-raised": _F._concern_raised, "concern-answered": _F._concern_answered,
    "table-suspended": _F._suspended, "table-resumed": _F._resumed,
    "vacate-ordered": _F._vacates, "call-asked": _F._call_asked, "call-declined": _F._call_gone,
    "call-withdrawn": _F._call_gone, "wager-refused": _F._refused,
    "fairness-applied": _F._fairness, "wagering-period-set": _F._period_set,
    "float-filled": _F._float_moved, "float-credited": _F._float_moved, "drop-counted": _F._drop_counted,
}  # fmt: skip
_RESTING = (
    "closure-announced", "closure-withdrawn", "limits-withdrawn", "inspector-notified",
    "display-read", "colour-asked",
)  # fmt: skip


class _Kind(NamedTuple):
    """What there is to do for a kind of event."""

    handler: Callable[..., None]
    who: Who
    """Who may cause it."""
    lined: bool
    metered: bool
    moves: bool
    ends: bool
    """Can the last round not be taken back after it?"""
    noticed: bool
    noted: bool
    watched: bool


KINDS = {
    kind: _Kind(
        handler, CAUSES[kind], kind in LINED or kind == "round-reversed", kind in METERED,
        kind in EXCHANGES or kind in MOVES or kind in SETTLES, kind not in LEAVES_THE_ROUND, kind in NOTICED,
        kind in NOTED, kind in WATCHED,
    )
    for kind, handler in {**dict.fromkeys(_RESTING, _F._nothing), **_MOVING}.items()
}  # fmt: skip
"""All of it, gathered once: this is asked for every record."""
