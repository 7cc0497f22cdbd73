"""Breaches read off a book's conduct: powers in the wrong hands, equipment not looked for, reasons and causes gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any

import feltwork
from feltwork.games.conduct import Act, Conduct, NoResult, Power
from feltwork.games.registry import conduct_of
from feltwork.table.live.asker import DEALERS
from tests.breaches.breach import Breach, altered, change_conduct

SOURCE = Path(feltwork.__file__).parent
Change = Callable[[Conduct], Conduct]
Found = tuple[str, str, Change]
OUTSIDERS = ("player", "inspector")
"""Who has no part in running a table: no power is theirs unless a clause says so."""
KINDS: Mapping[str, tuple[dict[str, Any], ...]] = {
    "crown-craps": ({}, {"variant": "mini"}),
    "star-roulette": ({"lucky_ball": True, "uspin": True}, {"wheel": "double"}),
}
"""The kinds of table of a book, where there are several."""
SUPERVISORS = ("casino_supervisor", "gaming_supervisor", "assistant_gaming_manager")
ROLES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "star-craps": {
        '1.1["Assistant Gaming Manager"]': ("assistant_gaming_manager",),
        '1.1["boxperson"]': ("boxperson",),
        '1.1["casino supervisor"]': (*SUPERVISORS, "boxperson"),
        '1.1["dealer"]': ("dealer",),
        '1.1["Gaming Manager"]': ("gaming_manager",),
        '1.1["Gaming Supervisor"]': ("gaming_supervisor",),
        '1.1["stickperson"]': ("stickperson",),
    },
    "crown-craps": {
        '1.1["Boxperson"]': ("boxperson",),
        '1.1["Dealer"]': ("dealer",),
        '1.1["Stickperson"]': ("stickperson",),
    },
    "aruze-craps": {'1.1["Assistant Gaming Manager"]': ("assistant_gaming_manager",)},
    "star-roulette": {
        '1.1["Assistant Gaming Manager"]': ("assistant_gaming_manager",),
        '1.1["casino supervisor"]': SUPERVISORS,
        '1.1["dealer"]': ("dealer",),
        '1.1["gaming supervisor"]': ("gaming_supervisor",),
    },
    "dragon-fire": {
        '1.1["Assistant Gaming Manager"]': ("assistant_gaming_manager",),
        '1.1["casino supervisor"]': ("casino_supervisor", "assistant_gaming_manager"),
        '1.1["dealer"]': ("dealer",),
        '1.1["gaming supervisor"]': ("gaming_supervisor",),
    },
}
"""The definitions of people, and the roles that are meant."""
KEPT_OUT = {
    Act.CONFIRM_CALL: ("player", "inspector", "system"),
    Act.CONFIRM_OFF: ("player", "inspector", "system"),
    Act.CONFIRM_LATE: ("inspector", "system"),
    Act.ISSUE_COLOURS: ("player",),
}
"""Who comes to nothing by a power, because of what else is asked: only crew act for a seat, and a player only asks."""
UNSAID = frozenset((Act.FILL_FLOAT, Act.SELL_CHIPS, Act.EMPTY_DROP_BOX, Act.REPORT_FAULT))
"""Powers that no clause gives: the one cited is only the nearest, unless it is the book's own rule on faults."""


def breaches(book: str) -> Iterator[Breach]:
    """Every breach of every clause that this book's conduct carries out."""
    seen: set[tuple[str, str]] = set()
    for kind in KINDS.get(book, ({},)):
        conduct = conduct_of(book, **kind)
        if conduct is None:
            continue
        parts = (_of_powers(conduct), _of_lists(conduct), _of_terms(conduct), _of_roles(book, conduct))
        for clause, says, change in (found for part in parts for found in part):
            if clause and (clause, says) not in seen:
                seen.add((clause, says))
                yield Breach(book, clause, says, change_conduct(book, change))


def _of_powers(conduct: Conduct) -> Iterator[Found]:
    """Given to one more role, or taken from one that has it."""
    known = (*sorted(conduct.staff), *OUTSIDERS)
    for name, power in conduct.powers.items():
        if (name in UNSAID and power.clause != conduct.faults.clause) or not _is_asked_for(name, conduct):
            continue
        for role in known:
            if not _may(conduct, role, power) and role not in KEPT_OUT.get(name, ()):
                yield power.clause, f"'{name}' is for {role} too", _given(name, role)
        for role in power.roles:
            fewer = replace(power, roles=_less(power.roles, role))
            if not _may(conduct, role, fewer):
                yield power.clause, f"'{name}' is not for {role}", _taken(name, role)
    if conduct.stands_in:
        for role in conduct.stands_in.roles:
            yield conduct.stands_in.clause, f"{role} does not stand in for a dealer", _stands_in(role)


def _is_asked_for(power: Act, conduct: Conduct) -> bool:
    """Does anything at such a table ask who has this power?

    Sensors, and nobody, call the dice of a tumbler; where faces are ruled on, who sets a result right rules on them.
    """
    if power == Act.CORRECT and conduct.dice.corrects_faces:
        return False
    return _is_named(power) and not (conduct.terminals.shot and power == Act.CALL_RESULT)


@cache
def _is_named(power: Act) -> bool:
    return any(re.search(rf"\bAct\.{power.name}\b", path.read_text()) for path in (SOURCE / "table").rglob("*.py"))


def _may(conduct: Conduct, role: str, power: Power) -> bool:
    """Has this role the power, by itself or in the place of a dealer?"""
    stands_in = conduct.stands_in is not None and role in conduct.stands_in.roles
    return role in power.roles or (stands_in and not DEALERS.isdisjoint(power.roles))


def _less(roles: tuple[str, ...], role: str) -> tuple[str, ...]:
    return tuple(other for other in roles if other != role)


def _given(name: str, role: str) -> Change:
    return _power(name, lambda roles: (*_less(roles, role), role))


def _taken(name: str, role: str) -> Change:
    return _power(name, lambda roles: _less(roles, role))


def _power(name: str, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Change:
    def changed(conduct: Conduct) -> Conduct:
        if name not in conduct.powers:
            return conduct
        power = conduct.powers[Act(name)]
        return replace(conduct, powers={**conduct.powers, Act(name): replace(power, roles=change(power.roles))})

    return changed


def _of_roles(book: str, conduct: Conduct) -> Iterator[Found]:
    """A role that the book defines, without any of its powers, or not needed at the table."""
    for clause, roles in ROLES.get(book, {}).items():
        for role in roles:
            yield clause, f"{role} has no power", _powerless(role)
            if role in conduct.crew:
                yield clause, f"play opens without a {role}", _unmanned(role)


def _powerless(role: str) -> Change:
    def changed(conduct: Conduct) -> Conduct:
        powers = {name: replace(power, roles=_less(power.roles, role)) for name, power in conduct.powers.items()}
        return replace(conduct, powers=powers)

    return changed


def _unmanned(role: str) -> Change:
    return lambda conduct: replace(conduct, crew=_less(conduct.crew, role))


def _stands_in(role: str) -> Change:
    def changed(conduct: Conduct) -> Conduct:
        if conduct.stands_in is None:
            return conduct
        return replace(conduct, stands_in=replace(conduct.stands_in, roles=_less(conduct.stands_in.roles, role)))

    return changed


def _of_lists(conduct: Conduct) -> Iterator[Found]:
    """One of a list left out: equipment, reasons, causes, what wagers are made of, faults."""
    for part, says in (
        ("equipment", "play opens without '{}'"),
        ("invalidating.causes", "'{}' is no cause to invalidate an outcome"),
        ("tender.instruments", "no wager is made of {}"),
        ("terminals.faults", "'{}' is no fault of a terminal"),
        ("terminals.notes", "a note of {} cents is not taken"),
    ):
        for name, clause in attrgetter(part)(conduct).items():
            if (part, name) != ("tender.instruments", "chips"):
                yield clause, says.format(name), _without(part, name)
    for name, reason in conduct.no_result.items():
        yield reason.clause, f"'{name}' is no reason for no result", _without("no_result", name)
        yield reason.clause, f"'{name}' {'may' if reason.must else 'must'} be called", _turned(name)


def _without(part: str, name: str) -> Change:
    def changed(conduct: Conduct) -> Conduct:
        left = {key: row for key, row in attrgetter(part)(conduct).items() if key != name}
        return _changed(conduct, part, left)

    return changed


def _turned(name: str) -> Change:
    def changed(conduct: Conduct) -> Conduct:
        reason = conduct.no_result.get(name)
        if reason is None:
            return conduct
        turned = NoResult(reason.clause, must=not reason.must)
        return replace(conduct, no_result={**conduct.no_result, name: turned})

    return changed


def _of_terms(conduct: Conduct) -> Iterator[Found]:
    """Minutes, order, and who is asked."""
    for minutes in (conduct.notices.minutes - 1, conduct.notices.minutes + 1, 0):
        for clause in (conduct.notices.raises, conduct.notices.closes):
            yield clause, f"a notice stands {minutes} minutes", _with("notices.minutes", minutes)
    for wager in conduct.shooting.line if conduct.shooting.eligible else ():
        others = tuple(name for name in conduct.shooting.line if name != wager)
        yield conduct.shooting.eligible, f"a wager on {wager} makes no shooter", _with("shooting.line", others)
    if conduct.shooting.shoots:
        order = conduct.shooting.opening_offers[-1], conduct.shooting.next_offers[-1]
        for clause in dict.fromkeys(order):
            yield clause, "the dice go round the other way", _with("shooting.clockwise", not conduct.shooting.clockwise)
        if conduct.shooting.next_needs_line:
            needed = _with("shooting.opening_needs_line", not conduct.shooting.opening_needs_line)
            yield conduct.shooting.opening_offers[0], "other players are asked at the opening", needed
        needed = _with("shooting.next_needs_line", not conduct.shooting.next_needs_line)
        yield conduct.shooting.next_offers[0], "other players are asked when the dice are given on", needed
    for part, says in (
        ("shooting.must_remain", "a shooter without a line wager goes on"),
        ("shooting.delegates", "nobody else may throw for the shooter"),
        ("oral.clause", "no wager is taken by word"),
        ("oral.needs_stick", "wagers are taken by word without a stickperson"),
        ("rounds.lights", "no areas are lit"),
        ("terminals.card", "no card is asked for"),
    ):
        if clause := attrgetter(part)(conduct):
            yield clause, says, _with(part, "")
    if conduct.terminals.card:
        yield (
            conduct.terminals.card,
            "a card is asked for a year too late",
            _with("terminals.card_from", conduct.terminals.card_from + 31_536_000_000_000),
        )
    yield (
        conduct.invalidating.refund,
        "the wrong people forfeit",
        _with("invalidating.may_forfeit", not conduct.invalidating.may_forfeit),
    )
    if Act.PERSONAL_LIMIT in conduct.powers:
        turned = _with("notices.personal_above_only", not conduct.notices.personal_above_only)
        yield conduct.notices.personal, "a personal limit goes the other way", turned
    if power := conduct.powers.get(Act.VACATE):
        yield power.clause, "rounds are counted otherwise", _with("counts_missed", not conduct.counts_missed)
    if power := conduct.powers.get(Act.OPEN_BETS):
        yield (
            power.clause,
            "wagers before the call are judged otherwise",
            _with("rounds.opens_wagers", not conduct.rounds.opens_wagers),
        )
    if conduct.shooting.frozen_decides:
        yield conduct.shooting.seven_out, "a 7 by itself takes the dice", _with("shooting.frozen_decides", False)


def _with(part: str, value: object) -> Change:
    return lambda conduct: _changed(conduct, part, value)


def _changed(conduct: Conduct, part: str, value: object) -> Conduct:
    """The conduct with one part changed; a dot leads into a topic of it."""
    topic, _, name = part.rpartition(".")
    return altered(conduct, **{topic: altered(getattr(conduct, topic), **{name: value})} if topic else {name: value})
