"""``decide`` for a live table: who asks, in which role and when, against the table as it stands."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from feltwork.games.conduct import CREDITS, LEFT, SHOWN_LIMITS, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live import (
    acceptors,
    adjust,
    asked_words,
    calls,
    cards,
    checks_out,
    cloth,
    concerns,
    dice,
    doubts,
    drawing,
    inspecting,
    irregular,
    late,
    malfunction,
    money,
    notices,
    opening,
    oral,
    paid_rounds,
    roster,
    seats,
    shooter,
    terminal,
    tumbler,
    wheel,
)
from feltwork.table.live import commands as ask
from feltwork.table.live import events as happened
from feltwork.table.live import floor_commands as floor
from feltwork.table.live.crew import HELPERS, PLAYER, Asker, also_plays, may
from feltwork.table.live.evolve import evolve
from feltwork.table.live.gear_commands import CorrectNumber, ReplaceEquipment, RestoreUnit
from feltwork.table.live.gear_handlers import GEAR_HANDLERS
from feltwork.table.live.money_commands import HandInTokens, RedeemChecks, RedeemColour
from feltwork.table.live.state import BETTING, CHECKING, DICE_OUT, OPEN, Decision, Life, is_name
from feltwork.table.play import commands as play
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import Removed
from feltwork.table.play.limits import check_left
from feltwork.table.play.state import TableState


def decide(life: Life, command: ask.Command, by: Asker, past: adjust.PastRound | None = None) -> Decision:
    """What the table makes of a command; nothing changes here. ``past`` is the round that a late correction names."""
    if isinstance(command, ask.OpenTable):
        return opening.open_table(life, command, by)
    table, conduct = life.game, life.conduct
    if table is None or conduct is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has not been opened")
    if refused := also_plays(life.seat_of(by.person) is not None, conduct, by):
        return refused
    if isinstance(command, RedeemChecks):
        return checks_out.redeem(life, table, conduct, command, by)
    if life.status != OPEN and type(command) not in BEFORE_PLAY and not _is_being_set_up(life, conduct, command):
        return Refusal(NOT_IN_THE_BOOK, f"the table is {life.status}")
    ending = life.phase != BETTING and type(command) in TO_THE_END
    if life.suspended is not None and not ending and type(command) not in WHILE_SUSPENDED:
        return Refusal(life.stopped_by, f"play is stopped: {shown(life.suspended)}")
    early = type(command) in BEFORE_PLAY and (life.status != OPEN or conduct.rules == 1)
    if by.role in HELPERS and life.crew.get(by.person) != by.role and not early:
        return Refusal(NOT_IN_THE_BOOK, f"{shown(by.person)} is not {by.role} at this table")
    if refused := notices.past_closing(life, table, conduct, command, by):
        return refused
    if not conduct.shoots and type(command) in WITH_DICE:
        return Refusal(NOT_IN_THE_BOOK, "nobody throws dice by hand at this table")
    if not table.book.spins and type(command) in WITH_A_WHEEL:
        return Refusal(NOT_IN_THE_BOOK, "there is no wheel at this table")
    if life.faulty and isinstance(command, AT_A_SEAT) and command.seat in life.faulty:
        return Refusal(conduct.clause_of(Act.CONFIRM_TERMINAL), "this terminal is out of play")
    if life.relaxed and _is_relaxed(life, command):
        table = replace(table, closed=False)
    elif refused := drawing.out_of_time(life, table, command, by):
        return refused
    if type(command) in money.METERED and (wrong := money.meters_disagree(life, table, conduct)):
        return wrong
    if handler := ABOUT_THE_PAST.get(type(command)):
        return handler(life, table, conduct, command, by, past)
    decided = HANDLERS[type(command)](life, table, conduct, command, by)
    return asked_words.on_record(life, table, conduct, command, by, decided)


def _is_being_set_up(life: Life, conduct: Conduct, command: ask.Command) -> bool:
    """Before play opens the sign is put up, and a table that will not do is closed again."""
    set_up = isinstance(command, ask.ChangeLimits | ask.CloseTable)
    return set_up and life.status == CHECKING and conduct.rules >= SHOWN_LIMITS


def _is_relaxed(life: Life, command: ask.Command) -> bool:
    return isinstance(command, CHANGES) and command.seat in life.relaxed and life.phase == BETTING


def _sit(life: Life, table: TableState, conduct: Conduct, command: ask.Sit, by: Asker) -> Decision:
    clause = table.book.house.placing
    if not is_name(command.player):
        return Refusal(NOT_IN_THE_BOOK, "a player is known by letters, digits, dots and dashes")
    if refused := cards.nobody(conduct, command.player, by.at):
        return refused
    if by.role not in HELPERS and (by.role, by.person) != (PLAYER, command.player):
        return Refusal(NOT_IN_THE_BOOK, "players take their seats themselves, or the crew shows them to one")
    if not 1 <= command.seat <= life.capacity:
        return Refusal(NOT_IN_THE_BOOK, f"there is no seat {command.seat}")
    if command.seat in life.seats:
        return Refusal(NOT_IN_THE_BOOK, f"seat {command.seat} is taken")
    if life.seat_of(command.player) is not None or command.player in life.crew:
        return Refusal(conduct.one_terminal or clause, "this person is already at the table")
    if life.closing is not None:
        return Refusal(NOT_IN_THE_BOOK, "the table is about to close")
    return (happened.SeatTaken(command.seat, command.player),)


def _not_asked(life: Life, table: TableState, command: ask.Collect | ask.Leave, by: Asker) -> Refusal | None:
    """A player's chips and seat are the player's: staff pass on what was asked, in words, or act on an order to go."""
    sent_away = by.role == PLAYER or command.seat in life.vacating
    if not sent_away and life.conduct and life.conduct.shot:
        return Refusal(NOT_IN_THE_BOOK, "only the player collects or leaves at a terminal")
    return None if sent_away and not command.asked else asked_words.said(command.asked, NOT_IN_THE_BOOK)


def _buy_in(life: Life, table: TableState, conduct: Conduct, command: ask.BuyIn, by: Asker) -> Decision:
    refused = seats.own_seat(life, table, command.seat, by) or cards.no_credit(life, table, conduct, command.amount)
    if refused:
        return refused
    if conduct.credited and by.via not in CREDITS:
        why = "credits come as notes, as a ticket, or by a transfer of the casino management system; not from the cage"
        return Refusal(conduct.credited, why)
    words = "" if command.asked is UNSET else command.asked
    from_the_cage = by.role != PLAYER and not by.via and conduct.rules >= asked_words.SINCE
    if (from_the_cage or words) and (refused := asked_words.said(words, NOT_IN_THE_BOOK)):
        return refused
    return (happened.BoughtIn(command.seat, life.seats[command.seat], command.amount, by.via, words or UNSET),)


def _collect(life: Life, table: TableState, conduct: Conduct, command: ask.Collect, by: Asker) -> Decision:
    refused = seats.own_seat(life, table, command.seat, by) or _not_asked(life, table, command, by)
    if refused:
        return refused
    held = table.balances[command.seat]
    if not held:
        return Refusal(NOT_IN_THE_BOOK, "there is nothing in the rail to collect")
    return (happened.Collected(command.seat, life.seats[command.seat], held, command.asked),)


def _leave(life: Life, table: TableState, conduct: Conduct, command: ask.Leave, by: Asker) -> Decision:
    sent_away = command.seat in life.vacating and may(by, conduct, Act.VACATE) is None
    refused = (
        None if sent_away else seats.own_seat(life, table, command.seat, by) or _not_asked(life, table, command, by)
    )
    if refused:
        return refused
    if any(s.seat == command.seat for s in table.layout.values()):
        return Refusal(NOT_IN_THE_BOOK, "wagers of this seat still lie on the layout")
    if table.balances[command.seat]:
        why = (
            "collect first: there is credit at this terminal"
            if conduct.meters
            else "collect the chips in the rail first"
        )
        return Refusal(NOT_IN_THE_BOOK, why)
    refused = money.still_holds(life, table, conduct, command.seat)
    if refused:
        return refused
    passing = shooter.gives_up(life, command.seat, conduct.pass_option, LEFT)
    card = cards.gone_with(life, command.seat)
    left = happened.SeatLeft(command.seat, life.seats[command.seat], command.asked)
    return (*passing, *card, left)


def _on_time(life: Life, table: TableState) -> bool:
    """Before the throw; at a wheel also while the ball runs, for there only the call of no more bets ends it."""
    return life.phase == BETTING or (table.book.spins and life.phase == DICE_OUT)


def _place(life: Life, table: TableState, conduct: Conduct, command: ask.PlaceWager, by: Asker) -> Decision:
    """On time by the player; while the dice are in the air only through staff, who so confirm it (6.3)."""
    if not _on_time(life, table) and not table.closed:
        unconfirmed = may(by, conduct, Act.CONFIRM_LATE)
        if unconfirmed or life.phase != DICE_OUT:
            return unconfirmed or Refusal(conduct.clause_of(Act.CONFIRM_LATE), "the dice have come to rest")
    refused = (
        seats.own_seat(life, table, command.seat, by)
        or terminal.check_open(life, table, conduct, by)
        or cloth.check_screen(life, conduct, command.wager)
        or cards.missing(life, conduct, command.seat, by.at)
        or seats.told_to_go(life, conduct, command.seat)
    )
    if refused:
        return refused
    refused = money.wrong_instrument(
        life, table, conduct, command.seat, command.wager, command.amount, command.instrument
    )
    if refused:
        return refused
    outside = cloth.is_outside(life, table, command.wager, command.on)
    on = 0 if outside else command.on
    placed = decide_game(table, play.Bet(command.seat, command.wager, command.amount, on, command.instrument))
    if isinstance(placed, Refusal) or not outside:
        return late.marked(life, table, conduct, command.asked, by, placed)
    return (*placed, cloth.lies_outside(conduct, command.seat, command.amount))


def _remove(life: Life, table: TableState, conduct: Conduct, command: ask.RemoveWager, by: Asker) -> Decision:
    refused = seats.own_seat(life, table, command.seat, by)
    if refused:
        return refused
    until_called = table.book.readings.chose("removal_cutoff", "result_called") and life.phase == DICE_OUT
    if not _on_time(life, table) and not until_called:
        when = "the ball has come to rest" if table.book.spins else "the dice have left the hand"
        return Refusal(table.book.house.removing, when)
    idle = life.suspended is not None and life.phase == BETTING  # nobody opens a table that is stopped
    refused = None if idle else terminal.check_open(life, table, conduct, by)
    if refused:
        return refused
    if cloth.is_outside(life, table, command.wager, command.on):
        taken = cloth.take_outside(life, table, conduct, command.seat, command.amount)
    else:
        taken = decide_game(table, play.Remove(command.seat, command.wager, command.on, command.amount))
    if isinstance(taken, Refusal):
        return taken
    removed = next(event for event in taken if isinstance(event, Removed))
    return check_left(table, removed) or money.splits_a_check(life, conduct, removed) or taken


def _move(life: Life, table: TableState, conduct: Conduct, command: ask.MoveWager, by: Asker) -> Decision:
    """Both steps are judged as they would be by themselves, the second on the table that the first leaves."""
    up = _remove(life, table, conduct, ask.RemoveWager(command.seat, command.wager, command.on, command.amount), by)
    if isinstance(up, Refusal):
        return up
    lifted = next(event for event in up if isinstance(event, Removed))
    if lifted.tokens or lifted.checks:
        return Refusal(NOT_IN_THE_BOOK, "tokens and colour checks are taken up and put down by hand")
    then = life.copy()
    for event in up:
        evolve(then, event)
    if then.game is None:
        raise ValueError("a table does not close by a removal")
    placing = ask.PlaceWager(command.seat, command.to, lifted.amount, command.to_on)
    down = _place(then, then.game, conduct, placing, by)
    return down if isinstance(down, Refusal) else (*up, *down)


def _close_bets(life: Life, table: TableState, conduct: Conduct, command: ask.CloseBets, by: Asker) -> Decision:
    """The call of no more bets, where the book has one."""
    if not table.book.house.closing:
        return decide_game(table, play.NoMoreBets())
    if conduct.shot:
        return may(by, conduct, Act.CLOSE_BETS) or tumbler.close(life, table, conduct, by)
    refused = may(by, conduct, Act.CLOSE_BETS)
    if refused:
        return refused
    if table.book.spins != (life.phase == DICE_OUT):
        when = "while the ball is running" if table.book.spins else "before the dice are thrown"
        return Refusal(conduct.clause_of(Act.CLOSE_BETS), f"no more bets is called {when}")
    if conduct.shoots and life.shooter is None and not life.house_throws:
        return Refusal(NOT_IN_THE_BOOK, "nobody has the dice yet")
    refused = shooter.check_goes_on(life, table, conduct) if conduct.shoots else wheel.check_shown(life, table)
    refused = refused or calls.unanswered(life, conduct)
    if refused:
        return refused
    closed = decide_game(table, play.NoMoreBets())
    if isinstance(closed, Refusal):
        return closed
    return terminal.check_called(life, table, conduct) or closed


Handler = Callable[..., Decision]
WITH_DICE = frozenset(
    (
        ask.OfferDice,
        ask.AcceptDice,
        ask.RejectDice,
        ask.SelectDice,
        ask.PassDice,
        ask.OrderPass,
        ask.AuthoriseThrower,
        ask.ThrowDice,
        ask.EnterResult,
        ask.ConfirmResult,
        ask.ReportDie,
        ask.CheckDie,
        ask.BringDice,
        ask.CorrectResult,
        floor.RuleOnFace,
    )
)
WITH_A_WHEEL = frozenset((ask.SpinBall, ask.EnterNumber, ask.ConfirmNumber, CorrectNumber))
TO_THE_END = frozenset(
    (
        ask.CloseBets,
        ask.EnterResult,
        ask.ConfirmResult,
        ask.EnterNumber,
        ask.ConfirmNumber,
        ask.CallNoRoll,
        ask.SenseResult,
        ask.DrawNumbers,
        ask.BoostNumber,
        floor.ReportThrow,
        floor.DismissReport,
        floor.RuleOnFace,
    )
)
"""What a round in the air still needs when play is stopped."""
WHILE_SUSPENDED = frozenset(
    (
        ask.ClearFault,
        ask.Collect,
        ask.AnnounceClosure,
        ask.AnnounceLimits,
        ask.WithdrawClosure,
        ask.WithdrawLimits,
        ask.RevealSecret,
        floor.CorrectPaidRound,
        ask.GiveUpDraw,
        floor.SecondCorrection,
        floor.ReportTerminal,
        floor.ConfirmTerminal,
        floor.Withhold,
        floor.EndWithholding,
        ask.RemoveWager,
        ask.RefuseWager,
        RedeemColour,
        HandInTokens,
        ask.Leave,
        ask.CloseTable,
        ask.AssignCrew,
        floor.ReleaseCrew,
        ReplaceEquipment,
        ask.CheckEquipment,
        floor.RuleOnFace,
        floor.RuleOnRound,
        ask.DeclineCall,
        ask.WithdrawCall,
        *acceptors.HANDLERS,
        RestoreUnit,
        floor.RaiseConcern,
        floor.AnswerConcern,
        ask.CorrectResult,
        CorrectNumber,
        ask.InvalidateOutcome,
    )
)
"""What is no play: to set right what was, and to take chips off a table that may never play on."""
CHANGES = (ask.PlaceWager, ask.RemoveWager, ask.MoveWager)
AT_A_SEAT = (*CHANGES, ask.CallWager, ask.BuyIn, ask.Collect, ask.Leave, ask.PressShoot, *money.AT_A_SEAT)
BEFORE_PLAY = frozenset(
    (ask.CheckEquipment, ask.AssignCrew, floor.ReleaseCrew, ask.OpenPlay, *money.BEFORE_PLAY, *acceptors.HANDLERS)
)
ABOUT_THE_PAST: dict[type, Handler] = {
    floor.CorrectPaidRound: adjust.propose,
    floor.SecondCorrection: adjust.second,
    floor.FindInvalid: cards.find_invalid,
    floor.RuleOnRound: paid_rounds.rule,
    floor.AnswerConcern: concerns.answer_concern,
}
HANDLERS: dict[type, Handler] = {
    ask.CheckEquipment: inspecting.check,
    ask.AssignCrew: roster.assign,
    ask.OpenPlay: opening.open_play,
    ask.Sit: _sit,
    ask.BuyIn: _buy_in,
    ask.Collect: _collect,
    ask.Leave: _leave,
    ask.PlaceWager: _place,
    ask.RemoveWager: _remove,
    ask.MoveWager: _move,
    ask.ChangeLimits: notices.change_limits,
    ask.AnnounceLimits: notices.announce_limits,
    ask.SetPersonalLimit: notices.personal,
    ask.AnnounceClosure: notices.announce_closure,
    ask.WithdrawLimits: notices.withdraw_limits,
    ask.WithdrawClosure: notices.withdraw_closure,
    ask.CloseTable: notices.close,
    ask.OfferDice: shooter.offer,
    ask.AcceptDice: shooter.accept,
    ask.RejectDice: shooter.reject,
    ask.PassDice: shooter.pass_dice,
    ask.OrderPass: shooter.order_pass,
    ask.ThrowDice: shooter.throw,
    ask.EnterResult: shooter.enter,
    ask.ConfirmResult: shooter.confirm,
    ask.CallNoRoll: irregular.no_roll,
    ask.CloseBets: _close_bets,
    ask.AuthoriseThrower: shooter.authorise,
    ask.SelectDice: dice.select,
    ask.ReportDie: dice.report,
    ask.CheckDie: dice.check,
    ask.BringDice: dice.bring,
    ask.PressShoot: tumbler.press,
    ask.ShootDice: tumbler.shoot,
    ask.SenseResult: tumbler.sense,
    ask.SpinBall: wheel.spin,
    ask.DrawNumbers: wheel.draw,
    ask.BoostNumber: wheel.boost,
    ask.EnterNumber: wheel.enter,
    ask.ConfirmNumber: wheel.confirm,
    ask.ReportFault: irregular.report_fault,
    ask.ClearFault: irregular.clear_fault,
    ask.RefuseWager: irregular.refuse_wager,
    ask.CorrectResult: irregular.correct,
    ask.InvalidateOutcome: irregular.invalidate,
    **drawing.HANDLERS,
    **money.HANDLERS,
    floor.DeclareWager: oral.declare,
    floor.AnnounceWager: oral.announce,
    floor.ConfirmWager: oral.confirm,
    floor.ActAsStick: oral.act_as_stick,
    floor.ReportThrow: irregular.report_throw,
    floor.DismissReport: irregular.dismiss_report,
    floor.VacateSeat: seats.vacate,
    floor.RelaxClose: malfunction.relax,
    floor.ReportTerminal: malfunction.report,
    floor.ConfirmTerminal: malfunction.confirm,
    floor.Withhold: malfunction.withhold,
    floor.EndWithholding: malfunction.end_withholding,
    floor.ReleaseCrew: roster.release,
    floor.RuleOnFace: irregular.rule_on_face,
    floor.StopGame: doubts.stop,
    **GEAR_HANDLERS,
    **concerns.HANDLERS,
    **calls.HANDLERS,
    **acceptors.HANDLERS,
}
