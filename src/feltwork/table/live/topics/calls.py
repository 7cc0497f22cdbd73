"""Calls of on and off: made by the player, answered by staff with the marker button.

Star Craps 6.6, Crown 3.5. A call that nobody has answered holds the throw: staff confirm or decline it, or the player
withdraws it. A player without a terminal calls aloud, and the crew enters the call with the player's words. Where a
button stands for all similar wagers of a player (Crown 3.5.1(b), 3.5.2(b)), a call may be for one wager alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import LONGEST, PLAYER, Asked, Asker, Raw, may, said
from feltwork.table.live.topic import BETTING, Guard, Topic, asked, at, game_of, happens_in_game
from feltwork.table.live.topics.seats import own_seat
from feltwork.table.play import commands as play
from feltwork.table.play.decide import decide as decide_game
from feltwork.table.play.events import Called, Key, Removed, RoundInvalid, RoundSettled, selection_data
from feltwork.table.play.placing import find_standing
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.events import LiveEvent
    from feltwork.table.live.state import Decision, LiveTable


SINCE = 2
"""The rules of conduct from which on a call holds the throw, may be for one wager alone, and is entered by staff."""


class CallWager(Asked, frozen=True, tag="call-wager"):
    """A player's call of on or off; it takes effect when staff repeat it."""

    seat: int
    wager: str
    working: bool
    on: Raw = None
    alone: bool = False
    """For this wager alone, where a button stands for all similar ones of the player."""
    asked: str = ""
    """What the player said, where one of the crew enters the call."""


class DeclineCall(Asked, frozen=True, tag="decline-call"):
    """Staff answer a call of on or off: it does not count."""

    seat: int
    wager: str
    reason: str
    on: Raw = None


class WithdrawCall(Asked, frozen=True, tag="withdraw-call"):
    """A player takes back a call of on or off that nobody has answered."""

    seat: int
    wager: str
    on: Raw = None
    asked: str = ""


class CallAsked(Struct, frozen=True, tag="call-asked"):
    """A player called a wager on or off; nothing changes until staff confirm it."""

    seat: int
    wager: str
    on: int | str | list[int | str] | None
    working: bool
    alone: bool = False
    """Is it for this wager alone, where a button stands for all similar ones?"""
    asked: str = ""
    """What the player said, where one of the crew entered the call."""


class CallDeclined(Struct, frozen=True, tag="call-declined"):
    """Staff said that a call does not count."""

    seat: int
    wager: str
    on: int | str | list[int | str] | None
    working: bool
    reason: str
    clause: str


class CallWithdrawn(Struct, frozen=True, tag="call-withdrawn"):
    """The player took a call back before it was answered."""

    seat: int
    wager: str
    on: int | str | list[int | str] | None
    working: bool
    asked: str = ""
    """What the player said, where one of the crew entered it."""


def call(live: LiveTable, table: TableState, conduct: Conduct, command: CallWager, by: Asker) -> Decision:
    """The player asks; the same call by staff, with the button, makes it count."""
    refused = own_seat(live, table, command.seat, by)
    if refused:
        return refused
    power = power_of(conduct, command.working)
    clause = conduct.clause_of(power)
    if live.phase != BETTING:
        return Refusal(clause, "the ball is in the wheel" if table.book.spins else "the dice have left the hand")
    alone = command.alone and conduct.rules >= SINCE
    named = play.Call(command.seat, command.wager, command.working, command.on, alone)
    called = decide_game(table, named)
    if isinstance(called, Refusal):
        return called
    on = _on(table, command.seat, command.wager, command.on)
    asking = CallAsked(command.seat, command.wager, on, command.working, alone)
    if by.role == PLAYER:
        return (asking,)
    confirming = may(by, conduct, power)
    if command.asked and conduct.rules >= SINCE:
        asking = replace(asking, asked=command.asked)
        if unsaid := said(command.asked, clause):
            return unsaid
        if any(_undoes(asking, each) for each in live.waiting.calls):
            return Refusal(clause, "the player's own call waits: it is confirmed, declined or withdrawn first")
        at_once = confirming is None and not _earlier(live, asking)
        return (asking, *_with_button(table, conduct, alone, called)) if at_once else (asking,)
    waiting = next((each for each in live.waiting.calls if replace(each, asked="") == asking), None)
    if waiting is None:
        return Refusal(clause, "the player has not called it so")
    if conduct.rules >= SINCE and _earlier(live, waiting):
        return Refusal(clause, "an earlier call of this player's comes first")
    return confirming or _with_button(table, conduct, alone, called)


def decline(live: LiveTable, table: TableState, conduct: Conduct, command: DeclineCall, by: Asker) -> Decision:
    """Staff who might confirm a call say that it does not count, and why."""
    waiting = _waiting(live, table, conduct, command)
    if isinstance(waiting, Refusal):
        return waiting
    power = power_of(conduct, waiting.working)
    clause = conduct.clause_of(power)
    if not 0 < len(command.reason.strip()) <= LONGEST or not command.reason.isprintable():
        return Refusal(clause, f"say why the call does not count, in {LONGEST} letters at most")
    declined = CallDeclined(waiting.seat, waiting.wager, waiting.on, waiting.working, command.reason, clause)
    return may(by, conduct, power) or (declined,)


def withdraw(live: LiveTable, table: TableState, conduct: Conduct, command: WithdrawCall, by: Asker) -> Decision:
    """The player takes a call back that has not been answered."""
    refused = own_seat(live, table, command.seat, by)
    waiting = refused or _waiting(live, table, conduct, command)
    if isinstance(waiting, Refusal):
        return waiting
    return (CallWithdrawn(waiting.seat, waiting.wager, waiting.on, waiting.working),)


def unanswered(live: LiveTable, conduct: Conduct) -> Refusal | None:
    """Do calls wait that staff have yet to answer? Then nothing is thrown, nor is no more bets called."""
    if conduct.rules < SINCE or not live.waiting.calls:
        return None
    waiting = live.waiting.calls[0]
    titled = live.game.book.wagers[waiting.wager].title if live.game else waiting.wager
    named = titled if waiting.on is None else f"{titled} {waiting.on}"
    which = f"the call of seat {waiting.seat}, {named} {'on' if waiting.working else 'off'}"
    clause = conduct.clause_of(power_of(conduct, waiting.working))
    return Refusal(clause, f"{which}, waits to be confirmed, declined or withdrawn")


def power_of(conduct: Conduct, working: bool) -> Act:
    """The power to confirm a call; Crown has a clause for each of the two."""
    return Act.CONFIRM_CALL if working or Act.CONFIRM_OFF not in conduct.powers else Act.CONFIRM_OFF


def _with_button(
    table: TableState, conduct: Conduct, alone: bool, called: tuple[LiveEvent, ...]
) -> tuple[LiveEvent, ...]:
    """A button for all similar wagers stands for those put down later as well."""
    if conduct.rules < SINCE or alone or not table.book.house.switch_similar:
        return called
    return tuple(replace(event, similar=True) if isinstance(event, Called) else event for event in called)


def _undoes(asking: CallAsked, waiting: CallAsked) -> bool:
    """Would this call take the place of one that says the contrary and has not been answered?"""
    same = (asking.seat, asking.wager, asking.on) == (waiting.seat, waiting.wager, waiting.on)
    return same and asking.working != waiting.working


def _earlier(live: LiveTable, call: CallAsked) -> bool:
    """Does an earlier call of this player's, of the same kind of wager, still wait?"""
    kind = [each for each in live.waiting.calls if (each.seat, each.wager) == (call.seat, call.wager)]
    return bool(kind) and kind[0].on != call.on


def _waiting(
    live: LiveTable, table: TableState, conduct: Conduct, command: DeclineCall | WithdrawCall
) -> CallAsked | Refusal:
    """The call that a command names."""
    on = _on(table, command.seat, command.wager, command.on)
    named = (
        each for each in live.waiting.calls if (each.seat, each.wager, each.on) == (command.seat, command.wager, on)
    )
    return next(named, None) or Refusal(conduct.clause_of(Act.CONFIRM_CALL), "no such call waits for an answer")


def _on(table: TableState, seat: int, wager: str, raw: Raw) -> Raw:
    """What the wager is on, as the layout has it: a call is known by that, however it was written."""
    found = find_standing(table, seat, wager, raw)
    return raw if isinstance(found, Refusal) else selection_data(found.on)  # type: ignore[return-value]  # a number, a word or a list


def _answered(live: LiveTable, keys: tuple[Key, ...]) -> tuple[CallAsked, ...]:
    """The calls left after one was confirmed: the first of its kind; under the first rules all of the wagers called."""
    if live.conduct is None or live.conduct.rules < SINCE or not keys:
        return _without(live, keys)
    first = next((each for each in live.waiting.calls if (each.seat, each.wager) == keys[0][:2]), None)
    return tuple(each for each in live.waiting.calls if each is not first)


def _without(live: LiveTable, keys: tuple[tuple[int, str, object], ...]) -> tuple[CallAsked, ...]:
    """The calls that are not of these wagers."""
    gone = {_told(key) for key in keys}
    return tuple(each for each in live.waiting.calls if (each.seat, each.wager, str(each.on)) not in gone)


def _told(key: tuple[int, str, object]) -> tuple[int, str, str]:
    seat, wager, on = key
    return seat, wager, str(list(on) if isinstance(on, tuple) else on)


def happen(live: LiveTable, event: object) -> None:
    """What an event makes of the calls that wait."""
    match event:
        case Removed():  # a call goes with its wager
            if live.waiting.calls and event.key not in game_of(live).layout:
                live.waiting.calls = _without(live, (event.key,))
        case RoundSettled() | RoundInvalid():
            _settled(live)
        case CallAsked():
            live.waiting.calls = (*_without(live, ((event.seat, event.wager, event.on),)), event)
        case CallDeclined() | CallWithdrawn():
            live.waiting.calls = _without(live, ((event.seat, event.wager, event.on),))
        case Called():
            happens_in_game(live, event)
            live.waiting.calls = _answered(live, event.keys)


def _settled(live: LiveTable) -> None:
    """A round is over; of calls made since it was first settled, those on wagers that still lie go on waiting."""
    kept: tuple[CallAsked, ...] = ()
    if live.waiting.calls and live.conduct is not None and live.conduct.rules >= SINCE and live.game is not None:
        lying = {_told(key) for key in live.game.layout}
        kept = tuple(each for each in live.waiting.calls if (each.seat, each.wager, str(each.on)) in lying)
    live.waiting.calls = kept


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case Called():
            button = ", as all similar wagers of this player" if event.similar else ""
            return [f"{at(key)}: called {'on' if event.working else 'off'}{button}" for key in event.keys]
        case CallAsked():
            return [f"seat {event.seat} calls {_call(event)}{', it alone' if event.alone else ''}{asked(event.asked)}"]
        case CallDeclined():
            declined = f"the call of seat {event.seat}, {_call(event)}, is declined"
            return [f"{declined} ({event.clause}): {shown(event.reason)}"]
        case CallWithdrawn():
            return [f"seat {event.seat} withdraws the call of {_call(event)}{asked(event.asked)}"]
        case _:
            return []


def _call(event: CallAsked | CallDeclined | CallWithdrawn) -> str:
    wager = shown(event.wager) if event.on is None else f"{shown(event.wager)} on {event.on}"
    return f"{wager} {'on' if event.working else 'off'}"


TOPIC = Topic(
    commands={CallWager: call, DeclineCall: decline, WithdrawCall: withdraw},
    guards={
        Guard.WHILE_STOPPED: (DeclineCall, WithdrawCall),
        Guard.AT_A_SEAT: (CallWager,),
        Guard.TIMED: (CallWager,),
    },
    for_a_player={WithdrawCall: lambda live, table, conduct: conduct.clause_of(Act.CONFIRM_CALL)},
    events=(CallAsked, CallDeclined, CallWithdrawn, Called),
    follows=(Removed, RoundSettled, RoundInvalid),
    keeps_last_round=(CallAsked, CallDeclined, CallWithdrawn),
    happen=happen,
    tell=tell,
)
