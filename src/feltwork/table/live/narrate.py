"""A table's events in words, each with the clause that was applied."""

from __future__ import annotations

from msgspec import UNSET

from feltwork.money import format_money
from feltwork.refusal import shown
from feltwork.table.live import acceptors
from feltwork.table.live import card_events as card
from feltwork.table.live import events as happened
from feltwork.table.live import floor_events as floor
from feltwork.table.live import money_events as money
from feltwork.table.live.call_events import CallAsked, CallDeclined, CallEvent, CallWithdrawn
from feltwork.table.live.narrate_gear import asked, tell_found, tell_gear
from feltwork.table.live.state import DEALER
from feltwork.table.live.when import in_utc
from feltwork.table.play import events as game
from feltwork.table.play.events import Key, dealer_order, say_selection
from feltwork.table.play.instruments import CHIPS


def tell(event: happened.LifeEvent, rounding: str = "") -> list[str]:
    """What happened, the first line the event, the others what it settled; ``rounding`` is the book's clause on it."""
    match event:
        case game.Placed() | game.Removed():  # first, for most of what happens at a busy table is one of these
            return _tell_game(event, rounding)
        case happened.TableOpened():
            told = f"table opened for {event.book}, chips of {format_money(event.chip)}, book {event.fingerprint[:12]}"
            drawn = "" if event.source == DEALER else f", results from {event.source}"
            return [f"{told}{drawn}{', for a rehearsal' if event.rehearsal else ''}"]
        case happened.EquipmentChecked():
            items = [f"{item}{tell_found(event.found.get(item))}" for item in event.items]
            remark = f" ({shown(event.remark)})" if event.remark else ""
            return [f"checked{remark}: {', '.join(items)}"]
        case happened.CrewAssigned():
            instead = f" instead of {shown(event.relieves)}" if event.relieves else ""
            return [f"{shown(event.person)} is {event.role.replace('_', ' ')}{instead}"]
        case happened.SeatTaken():
            return [f"{shown(event.player)} takes seat {event.seat}"]
        case happened.SeatLeft():
            return [f"{shown(event.player)} leaves seat {event.seat}{asked(event.asked)}"]
        case happened.BoughtIn():
            words = "" if event.asked is UNSET else asked(event.asked)
            return [f"seat {event.seat} buys in for {format_money(event.amount)}{words}"]
        case happened.Collected():
            return [f"seat {event.seat} collects {format_money(event.amount)}{asked(event.asked)}"]
        case acceptors.AcceptorEnrolled() | acceptors.AcceptorRemoved() | acceptors.NoteReported():
            return [acceptors.told(event)]
        case card.CardIn():
            return [f"{shown(event.player)} puts a player card into terminal {event.seat} ({event.clause})"]
        case card.CardOut():
            return [f"the player card of {shown(event.player)} leaves terminal {event.seat}"]
        case card.WagersFoundInvalid():
            due = f"{format_money(event.cents)} of the last game" if event.version else "nothing of the last game"
            return [f"wagers of seat {event.seat} invalid ({event.clause}): {shown(event.reason)}; due {due}"]
        case happened.LimitsChanged() | happened.LimitsAnnounced():
            word = "limits are now"
            if isinstance(event, happened.LimitsAnnounced):
                word = f"notice of limits from {in_utc(event.effective)}"
            return [f"{word}: {', '.join(f'{w} {_limits(x)}' for w, x in event.limits.items())}"]
        case happened.LimitsWithdrawn():
            return [f"notice of limits taken down ({event.clause}): {', '.join(map(shown, event.wagers))}"]
        case happened.ClosureAnnounced():
            return [f"notice: the table closes at {in_utc(event.effective)}"]
        case happened.ClosureWithdrawn():
            return [f"notice of closing taken down ({event.clause})"]
        case happened.PersonalLimitSet():
            on = f" on {', '.join(event.wagers)}" if event.wagers else ""
            return [f"seat {event.seat} may wager {_limits(event.limit) if event.limit else 'what the sign says'}{on}"]
        case happened.RoundReversed():
            return [f"round of event {event.version} reversed ({event.clause}): {shown(event.reason)}", *_moved(event)]
        case happened.WagerRefused():
            return [f"{shown(event.wager)} of seat {event.seat} refused ({event.clause}): {shown(event.reason)}"]
        case _:
            said = _tell_dice(event) or _tell_draw(event) or tell_gear(event) or _tell_game(event, rounding)
            return said or _tell_floor(event) or _tell_money(event) or [_tag(event)]


def _moved(event: happened.RoundReversed) -> list[str]:
    """What had moved since the round that is taken back."""
    back = [f"  {_at(chips.key)}: {format_money(chips.amount)} put down since goes back" for chips in event.back]
    again = [f"  {_at(chips.key)}: {format_money(chips.amount)} taken up since lies again" for chips in event.again]
    gone = [f"  seat {seat}: the player has left" for seat in event.gone]
    owed = [f"  {shown(debt.player)} owes {format_money(debt.cents)} in {debt.of}" for debt in event.owed]
    return [*back, *again, *gone, *owed]


def _dice(first: int, second: int) -> str:
    """As they are called: from the lowest to the highest, and the total (Dragon Fire 4.4.1)."""
    return f"{min(first, second)}-{max(first, second)}, total {first + second}"


def _tell_dice(event: happened.LifeEvent) -> list[str]:
    match event:
        case happened.DiceOffered():
            return [f"dice offered to seat {event.seat} ({event.clause})"]
        case happened.DiceAccepted():
            return [f"seat {event.seat} takes the dice{asked(event.asked)}"]
        case happened.DiceRejected():
            return [f"seat {event.seat} turns the dice down{asked(event.asked)}"]
        case happened.DiceSelected():
            return [f"dice {event.dice[0]} and {event.dice[1]} of the set are selected{asked(event.asked)}"]
        case happened.DicePassed():
            why = f"{shown(event.reason)}{asked(event.asked)}"
            return [f"seat {event.seat} gives up the dice ({event.clause}): {why}"]
        case happened.ThrowerAuthorised():
            lets = f"seat {event.seat} lets {shown(event.person)} throw"
            return [f"{lets} ({event.clause}){asked(event.asked)}"]
        case happened.HouseThrows():
            return [f"nobody takes the dice; the house throws ({event.clause})"]
        case happened.DiceThrown():
            return ["the house throws" if event.by is None else f"seat {event.by} throws"]
        case happened.ResultEntered():
            return [f"called: {_dice(event.first, event.second)}"]
        case CallAsked() | CallDeclined() | CallWithdrawn():
            return [_tell_call(event)]
        case happened.DieLost() | happened.DieFound() | happened.DieChecked():
            return [f"die {event.die}: {_tag(event)}"]
        case _:
            return []


def _tell_call(event: CallEvent) -> str:
    wager = shown(event.wager) if event.on is None else f"{shown(event.wager)} on {event.on}"
    call = f"{wager} {'on' if event.working else 'off'}"
    match event:
        case CallAsked():
            return f"seat {event.seat} calls {call}{', it alone' if event.alone else ''}{asked(event.asked)}"
        case CallDeclined():
            return f"the call of seat {event.seat}, {call}, is declined ({event.clause}): {shown(event.reason)}"
        case CallWithdrawn():
            return f"seat {event.seat} withdraws the call of {call}{asked(event.asked)}"


def _tell_draw(event: happened.LifeEvent) -> list[str]:
    match event:
        case happened.DrawCommitted():
            return [f"draw {shown(event.round_id)} committed to {event.commitment}"]
        case happened.BettingOpened():
            return [f"wagers are taken for {shown(event.round_id)}"]
        case happened.NonceAdded():
            return [f"seat {event.seat} adds the nonce {shown(event.nonce)}"]
        case happened.OutcomeDrawn():
            return [f"drawn: {event.kind} {' '.join(map(str, event.outcome))}"]
        case happened.DrawGivenUp():
            return [f"draw {shown(event.round_id)} is given up: {shown(event.reason)} ({event.clause})"]
        case happened.SecretRevealed():
            return [f"secret of {shown(event.round_id)} revealed: {event.secret}"]
        case _:
            return []


def _tell_game(event: happened.LifeEvent, rounding: str) -> list[str]:
    match event:
        case game.Placed():
            commission = f", commission {format_money(event.commission)}" if event.commission else ""
            made_of = "" if event.instrument == CHIPS else f" in {event.instrument}"
            put = f"{_at(event.key)}: {format_money(event.amount)}{made_of} placed{commission}"
            if isinstance(event.late, game.Late):
                said = f"late, confirmed by {shown(event.late.confirmed_by)} ({event.late.clause})"
                put += f" {said}{asked(event.late.words)}"
            return [put]
        case game.Removed():
            down = f"{_at(event.key)}: {format_money(event.amount)} taken down{asked(event.asked)}"
            return [down, *_lines(event.lines)]
        case game.Called():
            button = ", as all similar wagers of this player" if event.similar else ""
            return [f"{_at(key)}: called {'on' if event.working else 'off'}{button}" for key in event.keys]
        case game.RoundSettled():
            return [f"result {_result(event.result)}", *_lines(event.lines, rounding)]
        case game.LuckyBallVoided():
            return [f"void ({event.clause}): {shown(event.reason)}", *_lines(event.lines)]
        case game.Repositioned():
            return [f"{_at(event.key)}: counts as {_at(event.to)}"]
        case game.RoundInvalid():
            called = event.called or "does not count"
            return [f"{called} ({event.clause}): {shown(event.reason)}", *_lines(event.lines)]
        case _:
            return []


def _result(result: object) -> str:
    return _dice(*result) if isinstance(result, tuple | list) else str(result)


def _tell_floor(event: happened.LifeEvent) -> list[str]:
    match event:
        case floor.WagerDeclared():
            on = "" if event.on is None else f" on {event.on}"
            amount = format_money(event.amount)
            of = f" {shown(event.voucher)} worth {format_money(event.value)}" if event.voucher else ""
            called = f"seat {event.seat} calls {shown(event.wager)}{on} for {amount}, with {event.brings}{of}"
            return [f"{called}{asked(event.asked)}"]
        case floor.WagerAnnounced():
            return [f"{shown(event.person)} announces the wager of seat {event.seat} ({event.clause})"]
        case floor.StickTaken():
            return [f"{shown(event.person or 'the dealer')} has the stick ({event.clause})"]
        case floor.SupervisorCalled():
            return [
                f"{shown(event.person)} stops the game and calls a supervisor ({event.clause}): {shown(event.what)}"
            ]
        case floor.RoundDoubted():
            about = f"round of event {event.version} is in doubt"
            return [f"{about} ({event.clause}): {shown(event.what)}; a supervisor rules on it"]
        case floor.RoundRuled():
            word = "stands" if event.stands else "is void"
            ruled = f"{shown(event.person)} rules that the round of event {event.version} {word}"
            return [f"{ruled} ({event.clause}): {shown(event.reason)}"]
        case floor.FaceRuled():
            ruled = f"{shown(event.person)} rules that the faces are {_dice(event.first, event.second)}"
            return [f"{ruled} ({event.clause}): {shown(event.reason)}"]
        case floor.CrewReleased():
            return [f"{shown(event.person)} is no longer {event.role.replace('_', ' ')} here"]
        case floor.ThrowReported():
            word = "must not" if event.must else "may not"
            return [f"seen: {event.what}; the throw {word} count ({event.clause})"]
        case floor.ReportDismissed():
            return [f"the report of {shown(event.what)} is dismissed ({event.clause}): {shown(event.reason)}"]
        case floor.ConcernRaised():
            about = f" over entry {event.version}" if event.version else ""
            return [f"{shown(event.player)} raises a {event.about}{about} ({event.clause}): {shown(event.words)}"]
        case floor.ConcernAnswered():
            return [f"concern {event.number} of seat {event.seat} is answered: {shown(event.words)}"]
        case floor.VacateOrdered():
            return [f"{shown(event.player)} is told to give up seat {event.seat} ({event.clause})"]
        case _:
            return _tell_ruling(event)


def _tell_ruling(event: happened.LifeEvent) -> list[str]:
    match event:
        case floor.CorrectionProposed():
            said = "should not count" if event.result is None else f"was {_result(event.result)}"
            return [f"{shown(event.person)} says that event {event.version} {said}: {shown(event.reason)}"]
        case floor.CorrectionDropped():
            return [f"{shown(event.person)} does not agree on event {event.version}"]
        case floor.RoundAdjusted():
            what = "does not count" if event.result is None else f"set right to {_result(event.result)}"
            people = dict.fromkeys((shown(event.proposed_by), shown(event.agreed_by)))
            lines = [
                f"  {shown(x.player)}: {format_money(x.cents)}, at the seat {format_money(x.at_seat)}"
                for x in event.lines
            ]
            return [f"round of event {event.version} {what}, by {' and '.join(people)} ({event.clause})", *lines]
        case floor.DebtRepaid():
            return [f"{shown(event.player)} repays {format_money(event.cents)} in {event.of} ({event.clause})"]
        case floor.CloseRelaxed():
            return [f"the close is relaxed for seat {event.seat} ({event.clause}): {shown(event.reason)}"]
        case floor.TerminalFaulted():
            return [f"terminal {event.seat} out of play ({event.clause}): {shown(event.error)}"]
        case floor.TerminalRestored():
            return [f"terminal {event.seat} in play again ({event.clause}): {shown(event.how)}"]
        case floor.WagersVoided():
            return [f"wagers void ({event.clause}): {shown(event.reason)}", *_lines(event.lines)]
        case floor.Withheld():
            amount = format_money(event.amount)
            return [
                f"{amount} of {shown(event.player)} withheld, case {event.case} ({event.clause}): {shown(event.reason)}"
            ]
        case floor.WithholdingEnded():
            to = "kept" if event.seat is None else f"paid to seat {event.seat}"
            return [f"case {event.case} ends, {format_money(event.amount)} {to}: {shown(event.finding)}"]
        case _:
            return []


def _tell_money(event: happened.LifeEvent) -> list[str]:
    match event:
        case money.TokensIssued():
            voucher = shown(event.voucher)
            only = f", for {' and '.join(event.wagers)} only" if event.wagers else ""
            got = f"{format_money(event.amount)} in tokens for {voucher}{only}"
            return [f"seat {event.seat} gets {got} ({event.clause})"]
        case money.VoucherChanged():
            what = f"{event.form} {shown(event.voucher)}"
            return [f"seat {event.seat} gets {format_money(event.amount)} in chips for {what} ({event.clause})"]
        case money.TokensHandedIn():
            return [f"seat {event.seat} hands in {format_money(event.amount)} in tokens{asked(event.asked)}"]
        case money.ChecksLeftOut():
            return [f"{shown(event.player)} goes with checks for {format_money(event.amount)} ({event.clause})"]
        case money.ChecksRedeemed():
            paid = f"the cage pays {format_money(event.amount)} for checks of {shown(event.player)}"
            return [f"{paid}, the table being closed ({event.clause})"]
        case money.ChecksBroughtBack():
            back = f"seat {event.seat} redeems checks of an earlier day for {format_money(event.amount)}"
            return [f"{back} ({event.clause}){asked(event.asked)}"]
        case money.ColourIssued():
            marker = ", marked" if event.marker else ""
            checks = f"{event.amount // event.value} {event.colour} checks of {format_money(event.value)}"
            return [f"seat {event.seat} buys {checks}{marker} ({event.clause})"]
        case money.ColourAsked():
            checks = f"{event.amount // event.value} {event.colour} checks of {format_money(event.value)}"
            return [f"seat {event.seat} asks for {checks} ({event.clause})"]
        case money.ColourAgreed():
            what = event.colour or "its colour"
            shares = f"seat {event.seat} shares {what} with seat {event.with_seat}"
            return [f"{shares} ({event.clause}){asked(event.asked)}"]
        case money.ColourRedeemed():
            redeems = f"seat {event.seat} redeems checks for {format_money(event.amount)}"
            return [f"{redeems} ({event.clause}){asked(event.asked)}"]
        case money.ChipsSold():
            return [f"seat {event.seat} buys chips for {format_money(event.amount)} in cash ({event.clause})"]
        case money.FloatFilled():
            return [f"float filled with {format_money(event.amount)} ({event.clause})"]
        case money.FloatCredited():
            return [f"{format_money(event.amount)} of the float goes to the cage ({event.clause})"]
        case money.DropCounted():
            return [f"drop box emptied, {format_money(event.amount)} counted ({event.clause})"]
        case _:
            return []


def _lines(lines: tuple[game.Settled, ...], rounding: str = "") -> list[str]:
    return [f"  {line.told(rounding)}" for line in dealer_order(lines)]


def _at(key: Key) -> str:
    seat, wager, on = key
    return f"seat {seat}, {wager}{'' if on is None else ' on ' + say_selection(on)}"


def _limits(limits: happened.Limits) -> str:
    low, high, unit = limits
    most = "no maximum" if high is None else f"to {format_money(high)}"
    return f"{format_money(low)} {most}" + (f" in units of {format_money(unit)}" if unit else "")


def _tag(event: happened.LifeEvent) -> str:
    return str(event.__struct_config__.tag).replace("-", " ")
