"""Limits: on the sign, on a notice of another sign, and on a player's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.games.book import Book
from feltwork.games.conduct import SHOWN_LIMITS, Act, Conduct
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import SYSTEM, Asked, Asker, may
from feltwork.table.live.topic import CHECKING, Guard, Topic, game_of, limits_in_words, tag
from feltwork.table.live.topics.seats import SeatLeft, taken
from feltwork.table.live.when import MINUTE, in_utc
from feltwork.table.play.limits import MAX_AMOUNT
from feltwork.table.play.state import Limit, TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


Limits = tuple[int, int | None, int]
"""Minimum, maximum (``None``: none) and unit above the minimum, in cents."""
ONE_MINIMUM = "this table has one minimum for all wagers"
LONGEST_MINUTES = 24 * 60
"""How far ahead a notice may name its time."""


class ChangeLimits(Asked, frozen=True, tag="change-limits"):
    """New limits; a higher minimum or unit only after its notice has stood long enough."""

    limits: dict[str, Limits]


class AnnounceLimits(Asked, frozen=True, tag="announce-limits"):
    """A notice of limits that are to stand from a time on."""

    limits: dict[str, Limits]
    at: int = 0
    """From when, in microseconds; 0 for the earliest time that a notice may name."""


class WithdrawLimits(Asked, frozen=True, tag="withdraw-limits"):
    """A notice of limits is taken down before its time; of these wagers, or of all."""

    wagers: list[str] = field(default_factory=list)


class SetPersonalLimit(Asked, frozen=True, tag="set-personal-limit"):
    """A sign of one player's own, for the wagers named or for all that it may be for; none takes it away again."""

    seat: int
    limit: Limits | None
    wagers: list[str] = field(default_factory=list)


class LimitsAnnounced(Struct, frozen=True, tag="limits-announced"):
    limits: dict[str, Limits]
    effective: int
    """Not before this time, in microseconds."""


class LimitsWithdrawn(Struct, frozen=True, tag="limits-withdrawn"):
    """The notice of limits for these wagers was taken down before its time."""

    wagers: list[str]
    clause: str


class LimitsChanged(Struct, frozen=True, tag="limits-changed"):
    limits: dict[str, Limits]


class PersonalLimitSet(Struct, frozen=True, tag="personal-limit-set"):
    """A player's own sign stands, or is taken away."""

    seat: int
    limit: Limits | None
    wagers: list[str] = []
    """What it is for; every wager where none is named."""


class Notices(Struct, frozen=True):
    """What is announced at a table, with its time."""

    limits: Mapping[str, tuple[Limits, int]] = field(default_factory=dict)
    """Limits on a notice, by wager, and from when they may stand."""
    closing: int | None = None
    """When the table closes."""


def change_limits(live: LiveTable, table: TableState, conduct: Conduct, command: ChangeLimits, by: Asker) -> Decision:
    by_clock = takes_effect(live, command.limits, by)
    refused = (None if by_clock else may(by, conduct, Act.CHANGE_LIMITS)) or _bad_limits(table, conduct, command.limits)
    if refused:
        return refused
    if live.status == CHECKING:  # nobody plays yet: nobody needs notice of a sign that is being put up
        return (LimitsChanged(command.limits),)
    raised = [wager for wager, limit in command.limits.items() if _is_raised(table, wager, as_limit(limit))]
    for wager in raised:
        (low, _, unit), effective = live.notices.limits.get(wager, ((None, None, None), 0))
        if (low, unit) != command.limits[wager][::2] or by.at < effective:
            minutes = conduct.notices.minutes
            why = f"a higher minimum on {wager} needs a sign that has stood for {minutes} minutes"
            return Refusal(conduct.notices.raises, why)
    return (LimitsChanged(command.limits),)


def _is_raised(table: TableState, wager: str, then: Limit) -> bool:
    """Does the minimum go up, or the unit (reading G5)?"""
    now = table.rules.limits.get(wager, Limit())
    units_too = not table.book.readings.chose("unit_change_notice", "false")
    return then.minimum > now.minimum or (units_too and then.unit > now.unit)


def _bad_limits(table: TableState, conduct: Conduct, limits: dict[str, Limits]) -> Refusal | None:
    for wager, (low, high, unit) in limits.items():
        known = wager in table.book.wagers
        why = unfit((low, high, unit)) if known else "this table has no such wager"
        clause = NOT_IN_THE_BOOK
        if not why and conduct.rules >= SHOWN_LIMITS and (not low or high is None):
            clause, why = table.book.house.sign, "the sign shows a minimum and a maximum"
        if why:
            return Refusal(clause, f"that limit cannot be on the sign for '{shown(wager)}': {why}")
    now = {wager: (limit.minimum, limit.maximum, limit.unit) for wager, limit in table.rules.limits.items()}
    return Refusal(table.book.house.sign, ONE_MINIMUM) if minimum_differs(table.book, {**now, **limits}) else None


def unfit(limits: Limits) -> str:
    """Why these are not a minimum, a maximum not under it and a unit, of amounts that could be staked; else nothing."""
    low, high, unit = limits
    if min(low, unit) < 0:
        return "a minimum and a unit are not below zero"
    if high is not None and high < low:
        return f"the maximum of {format_money(high)} is below the minimum of {format_money(low)}"
    return "so much can never be staked" if max(low, unit, high or 0) > MAX_AMOUNT else ""


def minimum_differs(book: Book, limits: Mapping[str, Limits]) -> bool:
    """The other reading of R13: one minimum for every wager on the sign, whatever its class."""
    lowest = {limits[wager][0] if wager in limits else 0 for wager in book.wagers}
    return book.readings.chose("limits_by_class", "false") and len(lowest) > 1


def announce_limits(
    live: LiveTable, table: TableState, conduct: Conduct, command: AnnounceLimits, by: Asker
) -> Decision:
    power = Act.ANNOUNCE_LIMITS if Act.ANNOUNCE_LIMITS in conduct.powers else Act.CHANGE_LIMITS
    refused = may(by, conduct, power) or _bad_limits(table, conduct, command.limits)
    effective = refused or time_of(conduct, conduct.notices.raises, command.at, by)
    return effective if isinstance(effective, Refusal) else (LimitsAnnounced(command.limits, effective),)


def time_of(conduct: Conduct, clause: str, wanted: int, by: Asker) -> int | Refusal:
    """The time that a notice names: the one asked for, or the earliest there may be."""
    earliest = by.at + conduct.notices.minutes * MINUTE
    if not wanted:
        return earliest
    if wanted < earliest:
        return Refusal(clause, f"a notice names a time at least {conduct.notices.minutes} minutes ahead")
    if wanted > by.at + LONGEST_MINUTES * MINUTE:
        return Refusal(NOT_IN_THE_BOOK, "a notice names a time within the next 24 hours")
    return wanted


def withdraw_limits(
    live: LiveTable, table: TableState, conduct: Conduct, command: WithdrawLimits, by: Asker
) -> Decision:
    """By whoever may put it up, before its time."""
    power = Act.ANNOUNCE_LIMITS if Act.ANNOUNCE_LIMITS in conduct.powers else Act.CHANGE_LIMITS
    refused = may(by, conduct, power)
    if refused:
        return refused
    meant = sorted(set(command.wagers)) or sorted(live.notices.limits)
    if not meant or not live.notices.limits.keys() >= set(meant):
        return Refusal(NOT_IN_THE_BOOK, "no notice of such limits is up")
    if any(live.notices.limits[wager][1] <= by.at for wager in meant):
        return Refusal(NOT_IN_THE_BOOK, "the time on the notice has come")
    return (LimitsWithdrawn(meant, NOT_IN_THE_BOOK),)


def personal(live: LiveTable, table: TableState, conduct: Conduct, command: SetPersonalLimit, by: Asker) -> Decision:
    """Limits other than the sign's (Crown 4.3); in the other books only above a maximum that it states."""
    refused = may(by, conduct, Act.PERSONAL_LIMIT) or taken(live, table, command.seat)
    if refused:
        return refused
    for wager in command.wagers:
        if wager not in table.book.wagers:
            return Refusal(NOT_IN_THE_BOOK, f"this table has no wager '{shown(wager)}'")
    if command.limit is None:
        own = table.personal.get(command.seat, {})
        if not own or not own.keys() >= set(command.wagers):
            return Refusal(NOT_IN_THE_BOOK, f"seat {command.seat} has no such limits of its own")
        return (PersonalLimitSet(command.seat, None, command.wagers),)
    low, high, unit = command.limit
    if high is None or unfit((low, high, unit)):
        return Refusal(conduct.notices.personal, "a personal limit names a minimum and a maximum above it")
    if not conduct.notices.personal_above_only:
        return (PersonalLimitSet(command.seat, command.limit, command.wagers),)
    meant = command.wagers or list(table.book.wagers)
    lifted = [wager for wager in meant if as_limit(command.limit).lifts(table.rules.limits.get(wager))]
    if not lifted or (command.wagers and lifted != command.wagers):
        return Refusal(conduct.notices.personal, "a personal limit lifts the maximum on the sign")
    return (PersonalLimitSet(command.seat, command.limit, lifted),)


def takes_effect(live: LiveTable, limits: dict[str, Limits], by: Asker) -> bool:
    """Are these limits exactly ones whose notice has stood, brought by the clock?"""
    signs = [(live.notices.limits.get(wager), limit) for wager, limit in limits.items()]
    stood = all(sign is not None and sign[0] == limit and sign[1] <= by.at for sign, limit in signs)
    return by.role == SYSTEM and bool(limits) and stood


def as_limit(limits: Limits) -> Limit:
    low, high, unit = limits
    return Limit(low, high, unit)


def _set_personal(table: TableState, event: PersonalLimitSet) -> None:
    wagers = event.wagers or table.book.wagers
    own = {wager: limit for wager, limit in table.personal.get(event.seat, {}).items() if wager not in wagers}
    if event.limit:
        own |= dict.fromkeys(wagers, as_limit(event.limit))
    table.personal = {seat: limits for seat, limits in {**table.personal, event.seat: own}.items() if limits}


def _change_limits(live: LiveTable, event: LimitsChanged) -> None:
    table = game_of(live)
    limits = {**table.rules.limits, **{wager: as_limit(limit) for wager, limit in event.limits.items()}}
    table.rules = replace(table.rules, limits=limits)
    if live.conduct and live.conduct.notices.personal_above_only:  # a sign that now allows as much takes its place
        for seat, own in table.personal.items():
            passed = [wager for wager, limit in own.items() if not limit.lifts(limits.get(wager))]
            if passed:
                _set_personal(table, PersonalLimitSet(seat, None, passed))
    announced = {wager: sign for wager, sign in live.notices.limits.items() if wager not in event.limits}
    live.notices = replace(live.notices, limits=announced)


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case LimitsChanged() | LimitsAnnounced():
            word = "limits are now"
            if isinstance(event, LimitsAnnounced):
                word = f"notice of limits from {in_utc(event.effective)}"
            return [f"{word}: {', '.join(f'{w} {limits_in_words(x)}' for w, x in event.limits.items())}"]
        case LimitsWithdrawn():
            return [f"notice of limits taken down ({event.clause}): {', '.join(map(shown, event.wagers))}"]
        case PersonalLimitSet():
            on = f" on {', '.join(event.wagers)}" if event.wagers else ""
            own = limits_in_words(event.limit) if event.limit else "what the sign says"
            return [f"seat {event.seat} may wager {own}{on}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """What stands on the sign, on a notice of another sign, and on a player's own."""
    match event:
        case LimitsAnnounced():  # in place of an earlier notice of the same wagers
            announced = {wager: (limit, event.effective) for wager, limit in event.limits.items()}
            live.notices = replace(live.notices, limits={**live.notices.limits, **announced})
        case LimitsWithdrawn():
            left = {wager: sign for wager, sign in live.notices.limits.items() if wager not in event.wagers}
            live.notices = replace(live.notices, limits=left)
        case LimitsChanged():
            _change_limits(live, event)
        case PersonalLimitSet():
            _set_personal(game_of(live), event)
        case SeatLeft():
            _set_personal(game_of(live), PersonalLimitSet(event.seat, None))


TOPIC = Topic(
    commands={
        ChangeLimits: change_limits,
        AnnounceLimits: announce_limits,
        WithdrawLimits: withdraw_limits,
        SetPersonalLimit: personal,
    },
    guards={Guard.SETS_UP: (ChangeLimits,), Guard.WHILE_STOPPED: (AnnounceLimits, WithdrawLimits)},
    events=(LimitsAnnounced, LimitsWithdrawn, LimitsChanged, PersonalLimitSet),
    follows=(SeatLeft,),
    keeps_last_round=(LimitsAnnounced, LimitsWithdrawn),
    happen=happen,
    tell=tell,
)
