"""Calls of on and off: made by the player, answered by staff with the marker button.

Star Craps 6.6, Crown 3.5. A call that nobody has answered holds the throw: staff confirm or decline it, or the player
withdraws it. A player without a terminal calls aloud, and the crew enters the call with the player's words. Where a
button stands for all similar wagers of a player (Crown 3.5.1(b), 3.5.2(b)), a call may be for one wager alone.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import Refusal
from feltwork.table.live import call_events as happened
from feltwork.table.live import commands as ask
from feltwork.table.live.asked_words import LONGEST, said
from feltwork.table.live.crew import PLAYER, Asker, may
from feltwork.table.live.events import LifeEvent
from feltwork.table.live.seats import own_seat
from feltwork.table.live.state import BETTING, Decision, Life
from feltwork.table.play import commands as play
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import Called, Key, selection_data
from feltwork.table.play.placing import find_standing
from feltwork.table.play.state import TableState

SINCE = 2
"""The rules of conduct from which on a call holds the throw, may be for one wager alone, and is entered by staff."""


def call(life: Life, table: TableState, conduct: Conduct, command: ask.CallWager, by: Asker) -> Decision:
    """The player asks; the same call by staff, with the button, makes it count."""
    refused = own_seat(life, table, command.seat, by)
    if refused:
        return refused
    power = power_of(conduct, command.working)
    clause = conduct.clause_of(power)
    if life.phase != BETTING:
        return Refusal(clause, "the ball is in the wheel" if table.book.spins else "the dice have left the hand")
    alone = command.alone and conduct.rules >= SINCE
    named = play.Call(command.seat, command.wager, command.working, command.on, alone)
    called = decide_game(table, named)
    if isinstance(called, Refusal):
        return called
    on = _on(table, command.seat, command.wager, command.on)
    asking = happened.CallAsked(command.seat, command.wager, on, command.working, alone)
    if by.role == PLAYER:
        return (asking,)
    confirming = may(by, conduct, power)
    if command.asked and conduct.rules >= SINCE:
        asking = replace(asking, asked=command.asked)
        if unsaid := said(command.asked, clause):
            return unsaid
        if any(_undoes(asking, each) for each in life.asked):
            return Refusal(clause, "the player's own call waits: it is confirmed, declined or withdrawn first")
        at_once = confirming is None and not _earlier(life, asking)
        return (asking, *_with_button(table, conduct, alone, called)) if at_once else (asking,)
    waiting = next((each for each in life.asked if replace(each, asked="") == asking), None)
    if waiting is None:
        return Refusal(clause, "the player has not called it so")
    if conduct.rules >= SINCE and _earlier(life, waiting):
        return Refusal(clause, "an earlier call of this player's comes first")
    return confirming or _with_button(table, conduct, alone, called)


def decline(life: Life, table: TableState, conduct: Conduct, command: ask.DeclineCall, by: Asker) -> Decision:
    """Staff who might confirm a call say that it does not count, and why."""
    waiting = _waiting(life, table, conduct, command)
    if isinstance(waiting, Refusal):
        return waiting
    power = power_of(conduct, waiting.working)
    clause = conduct.clause_of(power)
    if not 0 < len(command.reason.strip()) <= LONGEST or not command.reason.isprintable():
        return Refusal(clause, f"say why the call does not count, in {LONGEST} letters at most")
    declined = happened.CallDeclined(waiting.seat, waiting.wager, waiting.on, waiting.working, command.reason, clause)
    return may(by, conduct, power) or (declined,)


def withdraw(life: Life, table: TableState, conduct: Conduct, command: ask.WithdrawCall, by: Asker) -> Decision:
    """The player takes a call back that has not been answered."""
    refused = own_seat(life, table, command.seat, by)
    waiting = refused or _waiting(life, table, conduct, command)
    if isinstance(waiting, Refusal):
        return waiting
    return (happened.CallWithdrawn(waiting.seat, waiting.wager, waiting.on, waiting.working),)


def unanswered(life: Life, conduct: Conduct) -> Refusal | None:
    """Do calls wait that staff have yet to answer? Then nothing is thrown, nor is no more bets called."""
    if conduct.rules < SINCE or not life.asked:
        return None
    waiting = life.asked[0]
    titled = life.game.book.wagers[waiting.wager].title if life.game else waiting.wager
    named = titled if waiting.on is None else f"{titled} {waiting.on}"
    which = f"the call of seat {waiting.seat}, {named} {'on' if waiting.working else 'off'}"
    clause = conduct.clause_of(power_of(conduct, waiting.working))
    return Refusal(clause, f"{which}, waits to be confirmed, declined or withdrawn")


def power_of(conduct: Conduct, working: bool) -> Act:
    """The power to confirm a call; Crown has a clause for each of the two."""
    return Act.CONFIRM_CALL if working or Act.CONFIRM_OFF not in conduct.powers else Act.CONFIRM_OFF


def happen(life: Life, event: Called | happened.CallEvent) -> None:
    """What an event makes of the calls that wait."""
    match event:
        case happened.CallAsked():
            life.asked = (*_without(life, ((event.seat, event.wager, event.on),)), event)
        case happened.CallDeclined() | happened.CallWithdrawn():
            life.asked = _without(life, ((event.seat, event.wager, event.on),))
        case Called():
            life.asked = _answered(life, event.keys)


def settled(life: Life) -> None:
    """A round is over; of calls made since it was first settled, those on wagers that still lie go on waiting."""
    kept: tuple[happened.CallAsked, ...] = ()
    if life.conduct is not None and life.conduct.rules >= SINCE and life.game is not None:
        lying = {_told(key) for key in life.game.layout}
        kept = tuple(each for each in life.asked if (each.seat, each.wager, str(each.on)) in lying)
    life.asked = kept


def removed(life: Life, key: Key) -> None:
    """A call goes with its wager."""
    if life.asked and life.game is not None and key not in life.game.layout:
        life.asked = _without(life, (key,))


def _with_button(
    table: TableState, conduct: Conduct, alone: bool, called: tuple[LifeEvent, ...]
) -> tuple[LifeEvent, ...]:
    """A button for all similar wagers stands for those put down later as well."""
    if conduct.rules < SINCE or alone or not table.book.house.switch_similar:
        return called
    return tuple(replace(event, similar=True) if isinstance(event, Called) else event for event in called)


def _undoes(asking: happened.CallAsked, waiting: happened.CallAsked) -> bool:
    """Would this call take the place of one that says the contrary and has not been answered?"""
    same = (asking.seat, asking.wager, asking.on) == (waiting.seat, waiting.wager, waiting.on)
    return same and asking.working != waiting.working


def _earlier(life: Life, call: happened.CallAsked) -> bool:
    """Does an earlier call of this player's, of the same kind of wager, still wait?"""
    kind = [each for each in life.asked if (each.seat, each.wager) == (call.seat, call.wager)]
    return bool(kind) and kind[0].on != call.on


def _waiting(
    life: Life, table: TableState, conduct: Conduct, command: ask.DeclineCall | ask.WithdrawCall
) -> happened.CallAsked | Refusal:
    """The call that a command names."""
    on = _on(table, command.seat, command.wager, command.on)
    named = (each for each in life.asked if (each.seat, each.wager, each.on) == (command.seat, command.wager, on))
    return next(named, None) or Refusal(conduct.clause_of(Act.CONFIRM_CALL), "no such call waits for an answer")


def _on(table: TableState, seat: int, wager: str, raw: ask.Raw) -> ask.Raw:
    """What the wager is on, as the layout has it: a call is known by that, however it was written."""
    found = find_standing(table, seat, wager, raw)
    return raw if isinstance(found, Refusal) else selection_data(found.on)  # type: ignore[return-value]  # a number, a word or a list


def _answered(life: Life, keys: tuple[Key, ...]) -> tuple[happened.CallAsked, ...]:
    """The calls left after one was confirmed: the first of its kind; under the first rules all of the wagers called."""
    if life.conduct is None or life.conduct.rules < SINCE or not keys:
        return _without(life, keys)
    first = next((each for each in life.asked if (each.seat, each.wager) == keys[0][:2]), None)
    return tuple(each for each in life.asked if each is not first)


def _without(life: Life, keys: tuple[tuple[int, str, object], ...]) -> tuple[happened.CallAsked, ...]:
    """The calls that are not of these wagers."""
    gone = {_told(key) for key in keys}
    return tuple(each for each in life.asked if (each.seat, each.wager, str(each.on)) not in gone)


def _told(key: tuple[int, str, object]) -> tuple[int, str, str]:
    seat, wager, on = key
    return seat, wager, str(list(on) if isinstance(on, tuple) else on)


HANDLERS: dict[type, Callable[..., Decision]] = {
    ask.CallWager: call,
    ask.DeclineCall: decline,
    ask.WithdrawCall: withdraw,
}
