"""Throws and spins that do not count: what was reported of them, and the call of no roll or no spin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from feltwork.games.conduct import LOADED_BY_ANOTHER, TUMBLER_FAULT, Act, Conduct, NoResult
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import HELPERS, Asked, Asker, may
from feltwork.table.live.gear import LOADED, NONE, READY
from feltwork.table.live.topic import BETTING, Guard, Topic, settled_lines, tag
from feltwork.table.play import events as game
from feltwork.table.play.events import RoundInvalid, RoundSettled
from feltwork.table.play.settle import settle_invalid
from feltwork.table.play.state import TableState

if TYPE_CHECKING:
    from feltwork.table.live.state import Decision, LiveTable


LONGEST = 300
"""Letters that say what is at fault."""
DISMISSED_SINCE = 2
"""The rules of conduct from which on a report can be dismissed; before, it kept a throw from counting for good."""
RULES_ON = Act.RULE_ON_A_FACE


class CallNoRoll(Asked, frozen=True, tag="call-no-roll"):
    reason: str


class ReportThrow(Asked, frozen=True, tag="report-throw"):
    """How dice or ball came to rest, or were thrown, by one of the book's reasons for which it may not count."""

    what: str


class DismissReport(Asked, frozen=True, tag="dismiss-report"):
    """Whoever may call the throw off finds that what was reported of it is no reason to."""

    reason: str


class ThrowReported(Struct, frozen=True, tag="throw-reported"):
    """What was seen of the throw in the air; where the book leaves no choice, it has no result."""

    what: str
    clause: str
    must: bool


class ReportDismissed(Struct, frozen=True, tag="report-dismissed"):
    """What was reported of the throw in the air was looked at, and does not keep it from counting."""

    what: str
    reason: str
    clause: str


def no_roll(live: LiveTable, table: TableState, conduct: Conduct, command: CallNoRoll, by: Asker) -> Decision:
    """A throw that does not count, for one of the book's reasons."""
    reason = may(by, conduct, Act.CALL_NO_ROLL) or _reason(live, table, conduct, command.reason)
    if isinstance(reason, Refusal):
        return reason
    if live.throw.reported and not reason.must:
        return no_result(live, conduct) or Refusal(reason.clause, "another reason was reported")
    area = 0 if table.book.house.voiding.thaws_on_invalid else table.area
    void = conduct.void_clause(table.book.house.invalid, command.reason)
    called = "void" if conduct.terminals.shot else table.book.no_result  # at an electronic table nobody calls it
    return (RoundInvalid(command.reason, settle_invalid(table, void), area, reason.clause, called),)


def report_throw(live: LiveTable, table: TableState, conduct: Conduct, command: ReportThrow, by: Asker) -> Decision:
    """What was seen of the throw. Where the book says that it must not count, no result is called until whoever may
    call the throw off has decided on it."""
    if by.role not in HELPERS and may(by, conduct, Act.CALL_RESULT):
        refused = may(by, conduct, Act.CALL_NO_ROLL)
        if refused:
            return refused
    reason = _reason(live, table, conduct, command.what)
    if isinstance(reason, Refusal):
        return reason
    return (ThrowReported(command.what, reason.clause, reason.must),)


def dismiss_report(live: LiveTable, table: TableState, conduct: Conduct, command: DismissReport, by: Asker) -> Decision:
    """Who may call the throw off decides on a report: it is called off, or dismissed on the record (Star Craps 5.1).

    A die that is off the table is no report to look into: no roll is called.
    """
    refused = may(by, conduct, Act.CALL_NO_ROLL)
    if refused:
        return refused
    reported = conduct.no_result.get(live.throw.reported or "")
    if conduct.rules < DISMISSED_SINCE or reported is None or live.throw.reported is None:
        return Refusal(conduct.clause_of(Act.CALL_NO_ROLL), "nothing is reported that could be dismissed")
    if live.throw.off_table:
        return no_result(live, conduct) or Refusal(reported.clause, "a die is off the table")
    if not 0 < len(command.reason.strip()) <= LONGEST or not command.reason.isprintable():
        return Refusal(reported.clause, f"say why the throw counts after all, in {LONGEST} letters at most")
    return (ReportDismissed(live.throw.reported, command.reason, reported.clause),)


def _reason(live: LiveTable, table: TableState, conduct: Conduct, what: str) -> NoResult | Refusal:
    """A reason that this throw or spin may have.

    Roulette 8.7 has one as soon as another than the dealer loads, Aruze 6.4.2 as soon as the dice are to be shot.
    """
    house = table.book.house
    if refused := out_of_question(live, conduct, what):
        return refused
    loaded = what == LOADED_BY_ANOTHER and live.gear.unit in (READY, LOADED)
    jammed = what == TUMBLER_FAULT and table.closed
    if live.phase == BETTING and not loaded and not jammed:
        return Refusal(house.invalid, "no ball has been spun" if table.book.spins else "no dice have been thrown")
    known = reasons(live, conduct)
    if what not in known:
        return Refusal(house.invalid, f"'{shown(what)}' is not a reason here: {', '.join(known)}")
    if known[what].clause == house.needs_close and table.closed:
        return Refusal(known[what].clause, "no more bets has been called")
    return known[what]


def no_result(live: LiveTable, conduct: Conduct) -> Refusal | None:
    """A throw seen to go wrong in a way the book gives no choice about: a die off the table, found again or not, and
    the like."""
    reason = conduct.no_result.get(live.throw.reported or "")
    if reason is None or live.game is None:
        return None
    called = "the round is void" if conduct.terminals.shot else f"call {live.game.book.no_result}"
    return Refusal(reason.clause, f"{live.throw.reported}: this must not count, {called}")


def reasons(live: LiveTable, conduct: Conduct) -> Mapping[str, NoResult]:
    """The book's reasons for no result; nobody loads a unit where there is none (8.7)."""
    if live.gear.unit != NONE:
        return conduct.no_result
    return {reason: row for reason, row in conduct.no_result.items() if reason != LOADED_BY_ANOTHER}


def out_of_question(live: LiveTable, conduct: Conduct, reason: str) -> Refusal | None:
    """Dice whose faces have been ruled on can be read."""
    if live.throw.face is None or reason not in conduct.dice.unreadable:
        return None
    return Refusal(conduct.clause_of(RULES_ON), "the faces have been ruled on, so the dice can be read")


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case game.RoundInvalid():
            called = event.called or "does not count"
            return [f"{called} ({event.clause}): {shown(event.reason)}", *settled_lines(event.lines)]
        case ThrowReported():
            word = "must not" if event.must else "may not"
            return [f"seen: {event.what}; the throw {word} count ({event.clause})"]
        case ReportDismissed():
            return [f"the report of {shown(event.what)} is dismissed ({event.clause}): {shown(event.reason)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """What was reported of the throw in the air."""
    match event:
        case ThrowReported():
            live.throw.reported = live.throw.reported or (event.what if event.must else None)
        case ReportDismissed():
            live.throw.reported = None
        case RoundSettled() | RoundInvalid():
            live.throw.reported, live.throw.off_table = None, False


TOPIC = Topic(
    commands={CallNoRoll: no_roll, ReportThrow: report_throw, DismissReport: dismiss_report},
    guards={Guard.TO_THE_END: (CallNoRoll, ReportThrow, DismissReport)},
    events=(ThrowReported, ReportDismissed, RoundInvalid),
    follows=(RoundSettled,),
    next_round=(RoundInvalid,),
    happen=happen,
    tell=tell,
)
