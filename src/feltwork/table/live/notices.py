"""Signs and notices: limits and their notice, personal limits, closing the table."""

from __future__ import annotations

from collections.abc import Mapping

from feltwork.games.book import Book
from feltwork.games.conduct import SHOWN_LIMITS, Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live import cards, checks_out, inspecting, timers
from feltwork.table.live import commands as ask
from feltwork.table.live import events as happened
from feltwork.table.live.crew import Asker, may
from feltwork.table.live.doubts import waits
from feltwork.table.live.floor_commands import ConfirmWager, DeclareWager
from feltwork.table.live.gear_commands import OpenBets
from feltwork.table.live.money import MOST
from feltwork.table.live.money_commands import BuyColour, ExchangeVoucher, SellChips
from feltwork.table.live.state import CHECKING, Decision, Life, as_limit, taken
from feltwork.table.live.when import MINUTE
from feltwork.table.play.state import Limit, TableState

LONGEST_MINUTES = 24 * 60
"""How far ahead a notice may name its time."""
CLOSING = "the table closes"
"""What stands in the log where nobody asked for the chips that are paid out."""
ADDS = (ask.PlaceWager, ask.MoveWager, ask.BuyIn, DeclareWager, ConfirmWager, BuyColour, ExchangeVoucher, SellChips)
"""What would bring more to a table."""
ONE_MINIMUM = "this table has one minimum for all wagers"


def change_limits(life: Life, table: TableState, conduct: Conduct, command: ask.ChangeLimits, by: Asker) -> Decision:
    by_clock = timers.takes_effect(life, command.limits, by)
    refused = (None if by_clock else may(by, conduct, Act.CHANGE_LIMITS)) or _bad_limits(table, conduct, command.limits)
    if refused:
        return refused
    if life.status == CHECKING:  # nobody plays yet: nobody needs notice of a sign that is being put up
        return (happened.LimitsChanged(command.limits),)
    raised = [wager for wager, limit in command.limits.items() if _is_raised(table, wager, as_limit(limit))]
    for wager in raised:
        (low, _, unit), effective = life.announced.get(wager, ((None, None, None), 0))
        if (low, unit) != command.limits[wager][::2] or by.at < effective:
            minutes = conduct.notice_minutes
            why = f"a higher minimum on {wager} needs a sign that has stood for {minutes} minutes"
            return Refusal(conduct.raise_notice, why)
    return (happened.LimitsChanged(command.limits),)


def _is_raised(table: TableState, wager: str, then: Limit) -> bool:
    """Does the minimum go up, or the unit (reading G5)?"""
    now = table.rules.limits.get(wager, Limit())
    units_too = not table.book.readings.chose("unit_change_notice", "false")
    return then.minimum > now.minimum or (units_too and then.unit > now.unit)


def _bad_limits(table: TableState, conduct: Conduct, limits: dict[str, happened.Limits]) -> Refusal | None:
    for wager, (low, high, unit) in limits.items():
        known = wager in table.book.wagers
        why = unfit((low, high, unit)) if known else "this table has no such wager"
        clause = NOT_IN_THE_BOOK
        if not why and conduct.rules >= SHOWN_LIMITS and (not low or high is None):
            clause, why = table.book.house.sign, "the sign shows a minimum and a maximum"
        if why:
            return Refusal(clause, f"no such limit can stand on the sign for '{shown(wager)}': {why}")
    now = {wager: (limit.minimum, limit.maximum, limit.unit) for wager, limit in table.rules.limits.items()}
    return Refusal(table.book.house.sign, ONE_MINIMUM) if minimum_differs(table.book, {**now, **limits}) else None


def unfit(limits: happened.Limits) -> str:
    """Why these are not a minimum, a maximum not under it and a unit, of amounts that could be staked; else nothing."""
    low, high, unit = limits
    if min(low, unit) < 0:
        return "a minimum and a unit are not below zero"
    if high is not None and high < low:
        return f"the maximum of {format_money(high)} lies below the minimum of {format_money(low)}"
    return "so much can never be staked" if max(low, unit, high or 0) > MOST else ""


def minimum_differs(book: Book, limits: Mapping[str, happened.Limits]) -> bool:
    """The other reading of R13: one minimum for every wager on the sign, whatever its class."""
    lowest = {limits[wager][0] if wager in limits else 0 for wager in book.wagers}
    return book.readings.chose("limits_by_class", "false") and len(lowest) > 1


def announce_limits(
    life: Life, table: TableState, conduct: Conduct, command: ask.AnnounceLimits, by: Asker
) -> Decision:
    power = Act.ANNOUNCE_LIMITS if Act.ANNOUNCE_LIMITS in conduct.powers else Act.CHANGE_LIMITS
    refused = may(by, conduct, power) or _bad_limits(table, conduct, command.limits)
    effective = refused or _time_of(conduct, conduct.raise_notice, command.at, by)
    return effective if isinstance(effective, Refusal) else (happened.LimitsAnnounced(command.limits, effective),)


def _time_of(conduct: Conduct, clause: str, wanted: int, by: Asker) -> int | Refusal:
    """The time that a notice names: the one asked for, or the earliest there may be."""
    earliest = by.at + conduct.notice_minutes * MINUTE
    if not wanted:
        return earliest
    if wanted < earliest:
        return Refusal(clause, f"a notice names a time at least {conduct.notice_minutes} minutes ahead")
    if wanted > by.at + LONGEST_MINUTES * MINUTE:
        return Refusal(NOT_IN_THE_BOOK, "a notice names a time within the next 24 hours")
    return wanted


def withdraw_limits(
    life: Life, table: TableState, conduct: Conduct, command: ask.WithdrawLimits, by: Asker
) -> Decision:
    """By whoever may put it up, before its time."""
    power = Act.ANNOUNCE_LIMITS if Act.ANNOUNCE_LIMITS in conduct.powers else Act.CHANGE_LIMITS
    refused = may(by, conduct, power)
    if refused:
        return refused
    meant = sorted(set(command.wagers)) or sorted(life.announced)
    if not meant or not life.announced.keys() >= set(meant):
        return Refusal(NOT_IN_THE_BOOK, "no notice of such limits is up")
    if any(life.announced[wager][1] <= by.at for wager in meant):
        return Refusal(NOT_IN_THE_BOOK, "the time on the notice has come")
    return (happened.LimitsWithdrawn(meant, NOT_IN_THE_BOOK),)


def withdraw_closure(
    life: Life, table: TableState, conduct: Conduct, command: ask.WithdrawClosure, by: Asker
) -> Decision:
    refused = may(by, conduct, Act.CLOSE)
    if refused:
        return refused
    if life.closing is None or life.closing <= by.at:
        why = "no notice of closing is up" if life.closing is None else "the time on the notice has come"
        return Refusal(NOT_IN_THE_BOOK, why)
    return (happened.ClosureWithdrawn(NOT_IN_THE_BOOK),)


def personal(life: Life, table: TableState, conduct: Conduct, command: ask.SetPersonalLimit, by: Asker) -> Decision:
    """Limits other than the sign's (Crown 4.3); in the other books only above a maximum that it states."""
    refused = may(by, conduct, Act.PERSONAL_LIMIT) or taken(life, table, command.seat)
    if refused:
        return refused
    for wager in command.wagers:
        if wager not in table.book.wagers:
            return Refusal(NOT_IN_THE_BOOK, f"this table has no wager '{shown(wager)}'")
    if command.limit is None:
        own = table.personal.get(command.seat, {})
        if not own or not own.keys() >= set(command.wagers):
            return Refusal(NOT_IN_THE_BOOK, f"seat {command.seat} has no such limits of its own")
        return (happened.PersonalLimitSet(command.seat, None, command.wagers),)
    low, high, unit = command.limit
    if high is None or unfit((low, high, unit)):
        return Refusal(conduct.personal, "a personal limit names a minimum and a maximum above it")
    if not conduct.personal_above_only:
        return (happened.PersonalLimitSet(command.seat, command.limit, command.wagers),)
    meant = command.wagers or list(table.book.wagers)
    lifted = [wager for wager in meant if as_limit(command.limit).lifts(table.rules.limits.get(wager))]
    if not lifted or (command.wagers and lifted != command.wagers):
        return Refusal(conduct.personal, "a personal limit lifts the maximum on the sign")
    return (happened.PersonalLimitSet(command.seat, command.limit, lifted),)


def announce_closure(
    life: Life, table: TableState, conduct: Conduct, command: ask.AnnounceClosure, by: Asker
) -> Decision:
    effective = may(by, conduct, Act.CLOSE) or _time_of(conduct, conduct.close_notice, command.at, by)
    return effective if isinstance(effective, Refusal) else (happened.ClosureAnnounced(effective),)


def past_closing(life: Life, table: TableState, conduct: Conduct, command: ask.Command, by: Asker) -> Refusal | None:
    """Once the time on the sign has come, what lies is played to its end and nothing is added to it."""
    if life.closing is None or by.at < life.closing:
        return None
    if isinstance(command, ADDS) or (isinstance(command, OpenBets) and not table.layout):
        return Refusal(NOT_IN_THE_BOOK, "the closing time on the sign has come: no more is wagered here")
    return None


def close(life: Life, table: TableState, conduct: Conduct, command: ask.CloseTable, by: Asker) -> Decision:
    """With nobody present at once; after the notice over the heads of those who stay, their chips paid out."""
    by_clock = timers.closes_now(life, by)
    refused = None if by_clock else may(by, conduct, Act.CLOSE)
    if refused:
        return refused
    stood = life.closing is not None and by.at >= life.closing
    pays_out = stood and not by_clock and not conduct.meters  # credits of a terminal go out as a ticket, before
    if life.seats and not stood:
        minutes = conduct.notice_minutes
        return Refusal(conduct.close_notice, f"with players present a sign must have stood for {minutes} minutes")
    if refused := waits(life):
        return refused
    left = timers.undecided(life, table) if pays_out else timers.left_behind(life, table)
    if left:
        return Refusal(NOT_IN_THE_BOOK, left)
    going = sorted(life.seats.items())
    paid = [happened.Collected(seat, who, held, CLOSING) for seat, who in going if (held := table.balances[seat])]
    left_cards = [out for seat, _ in going for out in cards.gone_with(life, seat)]
    checks = checks_out.left_out(life, table, conduct)
    leaving = [happened.SeatLeft(seat, who) for seat, who in going]
    return (*paid, *checks, *left_cards, *leaving, *inspecting.returned(life), happened.TableClosed())
