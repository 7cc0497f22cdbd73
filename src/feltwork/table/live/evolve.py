"""``evolve`` for a live table: make happen what an event says happened."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games import open_book
from feltwork.table.live import (
    acceptors,
    adjust,
    calls,
    cards,
    concerns,
    dice,
    drawing,
    faces,
    gear,
    hands,
    inspecting,
    parts,
    roster,
)
from feltwork.table.live import events as happened
from feltwork.table.live import floor_events as floor
from feltwork.table.live.call_events import CallAsked, CallDeclined, CallWithdrawn
from feltwork.table.live.card_events import CardIn, CardOut, WagersFoundInvalid
from feltwork.table.live.equipment_events import EquipmentEvent
from feltwork.table.live.gear_events import AreasLit, BallExamined, DisplayRead, UnitRestored
from feltwork.table.live.meters import turn
from feltwork.table.live.money_events import ColourAsked
from feltwork.table.live.paying import pay
from feltwork.table.live.state import ALL, BETTING, CHECKING, CLOSED, DICE_OUT, ENTERED, OPEN, Life, as_limit
from feltwork.table.play import events as game
from feltwork.table.play.evolve import credit, pay_in_kind, void_wagers
from feltwork.table.play.evolve import evolve as evolve_game
from feltwork.table.play.instruments import CHECKS, CHIPS, TOKENS
from feltwork.table.play.selection import find_selection
from feltwork.table.play.state import TableRules, TableState, applies_late_rule, finds_late, open_state

MOST_ROUNDS = 10
"""How many rounds back two people may set right."""
EQUIPS = frozenset(
    (happened.EquipmentChecked, happened.DiceBrought, BallExamined, UnitRestored, *EquipmentEvent.__args__)
)
"""Events that concern what of the equipment is at the table and has been checked."""
KEEPS_LAST_ROUND = frozenset(
    (
        CallAsked,
        CallDeclined,
        CallWithdrawn,
        happened.LimitsAnnounced,
        happened.ClosureAnnounced,
        happened.DollyPlaced,
        happened.LimitsWithdrawn,
        happened.ClosureWithdrawn,
        happened.CrewAssigned,
        happened.TableSuspended,
        happened.InspectorNotified,
        happened.TableResumed,
        happened.DiceOffered,
        happened.DiceAccepted,
        happened.DiceRejected,
        happened.DiceSelected,
        happened.DicePassed,
        happened.ThrowerAuthorised,
        happened.HouseThrows,
        happened.DieLost,
        happened.DieFound,
        happened.DieChecked,
        happened.DiceBrought,
        happened.RoundReversed,
        floor.WagerDeclared,
        floor.WagerAnnounced,
        floor.StickTaken,
        floor.VacateOrdered,
        floor.CorrectionProposed,
        floor.CorrectionDropped,
        floor.TerminalFaulted,
        floor.TerminalRestored,
        *drawing.EVENTS,
        floor.ConcernRaised,
        floor.ConcernAnswered,
        floor.CrewReleased,
        floor.FaceRuled,
        floor.SupervisorCalled,
        floor.RoundDoubted,
        floor.RoundRuled,
        AreasLit,
        DisplayRead,
        CardIn,
        CardOut,
        ColourAsked,
        happened.EquipmentChecked,
        *EquipmentEvent.__args__,
        *acceptors.EVENTS,
    )
)
"""Events that move no chip, so that the last round can be taken back as if nothing had happened since."""
NEXT_ROUND = (happened.DiceThrown, happened.BallSpun, game.RoundInvalid, happened.TableClosed, WagersFoundInvalid)
"""Events with which the next round is there, so that the last one is past."""


def evolve(life: Life, event: happened.LifeEvent) -> None:
    """Apply one event."""
    life.version += 1
    turn(life.meters, event, life.last_round[1].lines if life.last_round else ())
    if isinstance(event, game.RoundSettled):
        _remember(life, event)
    elif type(event) not in KEEPS_LAST_ROUND and life.last_round is not None:
        _moves_on(life, event)
    match event:
        case game.Placed() | game.Removed():  # first, for most of what happens at a busy table is one of these
            _wager(life, event)
        case happened.TableOpened():
            _open(life, event)
        case happened.CrewAssigned() | floor.CrewReleased():
            roster.happen(life, event)
        case happened.PlayOpened():
            life.status = OPEN
        case happened.TableClosed():
            life.status, life.closing = CLOSED, None
        case happened.SeatTaken():
            _sit(life, event.seat, event.player)
        case happened.SeatLeft():
            _leave(life, event.seat)
        case happened.BoughtIn():
            _table(life).balances[event.seat] += event.amount
        case happened.Collected():
            _table(life).balances[event.seat] -= event.amount
        case CallAsked() | CallDeclined() | CallWithdrawn():
            calls.happen(life, event)
        case happened.LimitsAnnounced() | happened.LimitsWithdrawn():
            _announce(life, event)
        case happened.ClosureAnnounced() | happened.ClosureWithdrawn():
            life.closing = event.effective if isinstance(event, happened.ClosureAnnounced) else None
        case happened.LimitsChanged():
            _change_limits(life, event)
        case happened.PersonalLimitSet():
            _set_personal(_table(life), event)
        case happened.TableSuspended():
            life.suspended, life.stopped_by = event.reason, event.clause
        case happened.TableResumed():
            life.suspended = life.called = None
        case happened.RoundReversed():
            _reverse(life, event)
        case _:
            if not (pay(life, event) or cards.happen(life, event) or acceptors.happen(life, event)):
                _play(life, event)
    if type(event) in EQUIPS:
        inspecting.happen(life, event)
    life.gear = gear.geared(life.gear, event, life.game, life.conduct)


def _announce(life: Life, event: happened.LimitsAnnounced | happened.LimitsWithdrawn) -> None:
    """A notice of limits goes up, in place of an earlier one of the same wagers, or comes down."""
    if isinstance(event, happened.LimitsAnnounced):
        life.announced = {**life.announced, **{w: (limit, event.effective) for w, limit in event.limits.items()}}
    else:
        life.announced = {wager: sign for wager, sign in life.announced.items() if wager not in event.wagers}


def _remember(life: Life, event: game.RoundSettled) -> None:
    """The table before a round is settled, for as long as that can be taken back."""
    life.before, life.last_round = _table(life).copy(), (life.version, event)
    life.moved, life.sat = False, dict(life.seats)
    hands.remember(life)
    if life.faulty:
        for seat, cents in adjust.contested(life.before, event, life.faulty).items():
            life.contested[seat] = {**life.contested.get(seat, {}), life.version: cents}
    life.rounds = (*life.rounds, life.version)[-MOST_ROUNDS:]
    parts.forget(life)
    faces.remember(life, event)


def _moves_on(life: Life, event: happened.LifeEvent) -> None:
    """A chip has moved since the last round; from the start of the next on it can no longer be taken back.

    Under rules 1 it could not as soon as a chip had moved.
    """
    conduct, last = life.conduct, life.last_round
    starts = isinstance(event, NEXT_ROUND) or (
        isinstance(event, game.BetsClosed) and conduct is not None and conduct.begins_with_close
    )
    adjusted = False
    if isinstance(event, floor.RoundAdjusted | WagersFoundInvalid) and last is not None and event.version == last[0]:
        starts, adjusted = False, ALL in parts.parts_of(life, event)
    life.moved = True
    if starts or adjusted or conduct is None or conduct.rules == 1:
        life.before = life.last_round = None


def _wager(life: Life, event: game.Placed | game.Removed) -> None:
    """Chips put down or taken up."""
    evolve_game(_table(life), event)
    seat, name, on = event.key
    if isinstance(event, game.Placed):
        life.attendance = life.attendance.wagers(seat)
        called, _ = life.oral.get(seat, (None, None))
        if called and (called.wager, called.amount) == (name, event.amount):
            wager = _table(life).book.wagers[name]
            if find_selection(wager, called.on) == on:  # the wager that was called, not another put down meanwhile
                del life.oral[seat]
    else:
        calls.removed(life, event.key)


def _play(life: Life, event: happened.LifeEvent) -> None:
    """Dice and ball."""
    match event:
        case happened.DiceThrown():
            life.phase, life.final, life.relaxed, life.face = DICE_OUT, False, frozenset(), None
            life.caller = ""
        case happened.ShotAwaited():
            life.shooter, life.awaited = event.seat, (event.seat, event.until)
            life.serial += life.betting is None
        case happened.BallSpun():
            life.phase, life.final, life.caller = DICE_OUT, False, ""
        case happened.NumberEntered():
            life.phase, life.entered, life.caller = ENTERED, event.pocket, event.person
        case happened.ResultEntered():
            life.phase, life.entered, life.caller = ENTERED, (event.first, event.second), event.person
        case happened.DiceSelected() | happened.DieLost() | happened.DieFound() | happened.DieChecked():
            dice.happen(life, event)
        case happened.DiceBrought():
            dice.happen(life, event)
        case _:
            if not hands.happen(life, event):
                _game(life, event)


def _game(life: Life, event: happened.LifeEvent) -> None:
    """The game itself."""
    match event:
        case game.RoundSettled() | game.RoundInvalid():
            out = isinstance(event, game.RoundSettled) and _table(life).area != 0 and event.area == 0
            evolve_game(_table(life), event)
            if not life.final or life.phase == BETTING:  # else a ruling on the round before, while the next one is open
                life.betting = None
            life.phase, life.entered, life.awaited = BETTING, None, None
            calls.settled(life)
            life.reported, life.off_table, life.relaxed = None, False, frozenset()
            life.face = None
            life.oral.clear()
            if isinstance(event, game.RoundSettled):
                _count_round(life)
            if out or not _table(life).layout:
                life.house_throws = False
        case game.Called():
            evolve_game(_table(life), event)
            calls.happen(life, event)
        case _ if isinstance(event, drawing.EVENTS):
            drawing.happen(life, event)
        case game.BetsClosed() | game.LuckyBallDrawn() | game.Boosted() | game.LuckyBallVoided() | game.Repositioned():
            evolve_game(_table(life), event)
        case _:
            _beside(life, event)


def _beside(life: Life, event: happened.LifeEvent) -> None:
    """Beside the round."""
    match event:
        case floor.WagerDeclared():
            life.oral[event.seat] = (event, None)
        case floor.WagerAnnounced():
            declared, _ = life.oral[event.seat]
            life.oral[event.seat] = (declared, event.person)
        case floor.FaceRuled():
            faces.happen(life, event)
        case floor.SupervisorCalled() | floor.RoundDoubted() | floor.RoundRuled():
            _doubt(life, event)
        case floor.StickTaken():
            life.stick = event.person
        case floor.ThrowReported():
            life.reported = life.reported or (event.what if event.must else None)
        case floor.ReportDismissed():
            life.reported = None
        case floor.ConcernRaised() | floor.ConcernAnswered():
            concerns.happen(life, event)
        case floor.VacateOrdered():
            life.vacating |= {event.seat}
        case floor.CorrectionProposed():
            life.proposed = event
        case floor.CorrectionDropped():
            life.proposed = None
        case floor.RoundAdjusted():
            parts.happen(life, event)
            for line in event.lines:
                _table(life).tray -= line.cents
                if line.now is not None:
                    _table(life).balances[line.now] += line.at_seat
        case floor.DebtRepaid():
            pay_in_kind(_table(life), event.seat, event.of, -event.cents)
        case _:
            _malfunction(life, event)


def _doubt(life: Life, event: floor.SupervisorCalled | floor.RoundDoubted | floor.RoundRuled) -> None:
    """What waits for a supervisor."""
    match event:
        case floor.SupervisorCalled():
            life.called = event
        case floor.RoundDoubted():
            life.doubts = (*life.doubts, event)
        case floor.RoundRuled():
            life.doubts = tuple(doubt for doubt in life.doubts if doubt.number != event.number)


def _malfunction(life: Life, event: happened.LifeEvent) -> None:
    """Terminals, and credits kept back."""
    match event:
        case floor.CloseRelaxed():
            life.relaxed |= {event.seat}
        case floor.TerminalFaulted():
            life.faulty[event.seat] = "" if event.told_by_player else event.error
            _contest_last(life, event.seat)
        case floor.TerminalRestored():
            life.faulty.pop(event.seat, None)
            life.contested.pop(event.seat, None)
        case floor.WagersVoided():
            void_wagers(_table(life), event.lines)
        case floor.Withheld():
            life.withheld[event.case] = (event.player, event.amount)
            _table(life).balances[event.seat] -= event.amount
        case floor.WithholdingEnded():
            del life.withheld[event.case]
            if event.seat is not None:
                _table(life).balances[event.seat] += event.amount
            else:
                _table(life).tray += event.amount


def _contest_last(life: Life, seat: int) -> None:
    """A terminal found to fail after a round was settled: its wagers of that round are to be confirmed as well."""
    first = life.conduct is None or life.conduct.rules == 1
    if first or life.before is None or life.last_round is None or life.sat.get(seat) != life.seats.get(seat):
        return
    version, settled = life.last_round
    if (seat, "") in life.parts.get(version, ()):
        return  # void already
    due = adjust.contested(life.before, settled, (seat,)).get(seat)
    if due is not None:
        life.contested[seat] = {**life.contested.get(seat, {}), version: due}


def _open(life: Life, event: happened.TableOpened) -> None:
    """A table opens afresh: nothing of its last day is left on it but what its tray, drop box and meters hold."""
    fresh = Life(
        life.table,
        version=life.version,
        serial=life.serial,
        vouchers=life.vouchers,
        drop=life.drop,
        meters=life.meters,
        inspected=life.inspected,
        checks_out=life.checks_out,
    )
    tray = life.game.tray if life.game else 0
    for name in Life.__struct_fields__:
        setattr(life, name, getattr(fresh, name))
    life.opening = event
    book = open_book(
        event.book, variant=event.variant, wheel=event.wheel, lucky_ball=event.lucky_ball, readings=event.readings
    )
    limits = {wager: as_limit(limit) for wager, limit in event.limits.items()}
    late, finds = applies_late_rule(book, None), finds_late(book, event.rules)
    rules = TableRules(event.chip, limits, late, event.max_award, finds, event.shooting)
    life.game = open_state(book, rules, {})
    life.game.tray = tray
    life.conduct = gear.conduct_at(event, book.readings)
    life.capacity, life.status, life.gear = event.seats, CHECKING, gear.opened(event)
    life.source, life.rehearsal, life.betting_seconds = event.source, event.rehearsal, event.betting_seconds


def _sit(life: Life, seat: int, player: str) -> None:
    table = _table(life)
    life.seats[seat] = player
    table.balances[seat] = 0
    if player in life.warned:
        table.warned[seat] = table.results
    life.attendance = life.attendance.disturbed(life.seats, midway=not table.come_out)


def _count_round(life: Life) -> None:
    """A roll or spin ends the round of play, except where a round lasts until the line is decided (reading G12)."""
    table = _table(life)
    if table.come_out or not table.book.readings.chose("abstain_round", "line_cycle"):
        live = (standing.seat for standing in table.layout.values())
        life.attendance = life.attendance.after_round(life.seats, live, full=len(life.seats) == life.capacity)


def _leave(life: Life, seat: int) -> None:
    """A seat is empty again, with nothing of its player's left on it."""
    table = _table(life)
    if table.warned.pop(seat, None) is not None and table.book.readings.chose("warning_expiry", "day"):
        life.warned |= {life.seats[seat]}
    del life.seats[seat], table.balances[seat]
    life.vacating -= {seat}
    life.oral.pop(seat, None)
    life.faulty.pop(seat, None)
    life.contested.pop(seat, None)
    life.attendance = life.attendance.disturbed(life.seats, midway=not table.come_out)
    _set_personal(table, happened.PersonalLimitSet(seat, None))
    life.colours.pop(seat, None)
    life.token_terms.pop(seat, None)
    life.wanted.pop(seat, None)
    life.agreed = {given for given in life.agreed if seat not in given[:2]}
    life.refused.discard(seat)
    if life.offered == seat:
        life.offered = None
    if life.thrower is not None and life.thrower not in life.seats.values():
        life.thrower = None


def _set_personal(table: TableState, event: happened.PersonalLimitSet) -> None:
    wagers = event.wagers or table.book.wagers
    own = {wager: limit for wager, limit in table.personal.get(event.seat, {}).items() if wager not in wagers}
    if event.limit:
        own |= dict.fromkeys(wagers, as_limit(event.limit))
    table.personal = {seat: limits for seat, limits in {**table.personal, event.seat: own}.items() if limits}


def _change_limits(life: Life, event: happened.LimitsChanged) -> None:
    table = _table(life)
    limits = {**table.rules.limits, **{wager: as_limit(limit) for wager, limit in event.limits.items()}}
    table.rules = replace(table.rules, limits=limits)
    if life.conduct and life.conduct.personal_above_only:  # a sign that now allows as much takes its place
        for seat, own in table.personal.items():
            passed = [wager for wager, limit in own.items() if not limit.lifts(limits.get(wager))]
            if passed:
                _set_personal(table, happened.PersonalLimitSet(seat, None, passed))
    life.announced = {wager: sign for wager, sign in life.announced.items() if wager not in event.limits}


def _reverse(life: Life, event: happened.RoundReversed) -> None:
    """Back to the table as it stood before the last round was settled; it is no longer open for any terminal."""
    if life.before is None or life.last_round is None:
        raise ValueError("no round to reverse")
    version, lines = event.version, [line for line in life.last_round[1].lines if line.seat not in event.gone]
    _lay_back(_table(life), life.before, lines, event)
    life.before, life.last_round = None, None
    hands.give_back(life)
    life.rounds = life.rounds[:-1]
    life.doubts = tuple(doubt for doubt in life.doubts if doubt.version != version)
    life.phase, life.final = DICE_OUT, True
    for seat, rounds in life.contested.items():
        life.contested[seat] = {then: cents for then, cents in rounds.items() if then != version}


def _lay_back(table: TableState, before: TableState, lines: list[game.Settled], event: happened.RoundReversed) -> None:
    """The layout as it was before the round, and what each player holds without what the round paid."""
    for line in lines:
        credit(table, line, -1)
    for sign, moved in ((1, event.back), (-1, event.again)):
        for (seat, _, _), amount, commission, tokens, checks in moved:
            pay_in_kind(table, seat, CHIPS, sign * (amount + commission - tokens - checks))
            if tokens:
                pay_in_kind(table, seat, TOKENS, sign * tokens)
            if checks:
                pay_in_kind(table, seat, CHECKS, sign * checks)
            table.tray -= sign * commission
    for seat, _, cents, of in event.owed:
        pay_in_kind(table, seat, of, cents)
    table.layout = {key: standing for key, standing in before.layout.items() if key[0] not in event.gone}
    table.area, table.round, table.results, table.locks = before.area, before.round, before.results, before.locks
    table.closed, table.lucky, table.boost = before.closed, before.lucky, before.boost
    table.buttons = frozenset(button for button in before.buttons if button[0] not in event.gone)
    here = table.balances.keys() - event.gone
    new = {seat: since for seat, since in table.warned.items() if seat not in before.balances}
    table.warned = {seat: since for seat, since in before.warned.items() if seat in here} | new


def _table(life: Life) -> TableState:
    if life.game is None:
        raise ValueError("the table is not open")
    return life.game
