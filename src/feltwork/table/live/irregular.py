"""Irregularities: throws that do not count, results set right, outcomes invalidated. All of it stays visible."""

from __future__ import annotations

from msgspec.structs import replace

from feltwork.games.conduct import LOADED_BY_ANOTHER, TUMBLER_FAULT, Act, Conduct, NoResult
from feltwork.outcomes import throw_symbol
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live import commands as ask
from feltwork.table.live import events as happened
from feltwork.table.live import inspecting
from feltwork.table.live.adjust import no_cause
from feltwork.table.live.cloth import inside
from feltwork.table.live.crew import HELPERS, SYSTEM, Asker, may
from feltwork.table.live.doubts import waits
from feltwork.table.live.evolve import evolve
from feltwork.table.live.faces import RULES_ON, alike, is_final, out_of_question, ruled_wrongly
from feltwork.table.live.floor_commands import DismissReport, ReportThrow, RuleOnFace
from feltwork.table.live.floor_events import FaceRuled, ReportDismissed, ThrowReported
from feltwork.table.live.gear import LOADED, OUT_OF_USE, READY
from feltwork.table.live.reopen import end_again
from feltwork.table.live.shooter import check_goes_on, must_pass, no_result
from feltwork.table.live.state import BETTING, Decision, Life
from feltwork.table.live.terminal import lights
from feltwork.table.live.unit import reasons
from feltwork.table.play.commands import Remove
from feltwork.table.play.events import Key, RoundInvalid, RoundSettled, Settled, report_order
from feltwork.table.play.removing import decide_remove
from feltwork.table.play.settle import all_handed_back, settle, settle_invalid
from feltwork.table.play.settle import forfeited as forfeit
from feltwork.table.play.state import TableState
from feltwork.wagers.arms import Result

LONGEST = 300
"""Letters that say what is at fault."""
DISMISSED_SINCE = 2
"""The rules of conduct from which on a report can be dismissed; before, it kept a throw from counting for good."""
FACES_ALONE_SINCE = 2
"""The rules of conduct from which on only a ruling on the faces is final; before, any correction was."""
BEFORE_CALL = ("before the dice are thrown", "before no more bets")
NO_ROUND = "no round has been played"
MOVED = "chips have moved since the last round: two people set it right now"
STARTED = "the next round has started: two people set the last one right now"
IN_PART = "part of the last round has been set right: two people set the rest right now"
DONE = "the last round has been set right already, and as a whole that is done once"
NONE_LEFT = "there is no round that can still be set right"


def no_roll(life: Life, table: TableState, conduct: Conduct, command: ask.CallNoRoll, by: Asker) -> Decision:
    """A throw that does not count, for one of the book's reasons."""
    reason = may(by, conduct, Act.CALL_NO_ROLL) or _reason(life, table, conduct, command.reason)
    if isinstance(reason, Refusal):
        return reason
    if life.reported and not reason.must:
        return no_result(life, conduct) or Refusal(reason.clause, "another reason was reported")
    area = 0 if table.book.house.thaws_on_invalid else table.area
    void = conduct.void_clause(table.book.house.invalid, command.reason)
    called = "void" if conduct.shot else table.book.no_result  # at an electronic table nobody calls it
    return (RoundInvalid(command.reason, settle_invalid(table, void), area, reason.clause, called),)


def report_throw(life: Life, table: TableState, conduct: Conduct, command: ReportThrow, by: Asker) -> Decision:
    """What was seen of the throw. Where the book says that it must not count, no result is called until whoever may
    call the throw off has decided on it."""
    if by.role not in HELPERS and may(by, conduct, Act.CALL_RESULT):
        refused = may(by, conduct, Act.CALL_NO_ROLL)
        if refused:
            return refused
    reason = _reason(life, table, conduct, command.what)
    if isinstance(reason, Refusal):
        return reason
    return (ThrowReported(command.what, reason.clause, reason.must),)


def dismiss_report(life: Life, table: TableState, conduct: Conduct, command: DismissReport, by: Asker) -> Decision:
    """Who may call the throw off decides on a report: it is called off, or dismissed on the record (Star Craps 5.1).

    A die that is off the table is no report to look into: no roll is called.
    """
    refused = may(by, conduct, Act.CALL_NO_ROLL)
    if refused:
        return refused
    reported = conduct.no_result.get(life.reported or "")
    if conduct.rules < DISMISSED_SINCE or reported is None or life.reported is None:
        return Refusal(conduct.clause_of(Act.CALL_NO_ROLL), "nothing is reported that could be dismissed")
    if life.off_table:
        return no_result(life, conduct) or Refusal(reported.clause, "a die is off the table")
    if not 0 < len(command.reason.strip()) <= LONGEST or not command.reason.isprintable():
        return Refusal(reported.clause, f"say why the throw counts after all, in {LONGEST} letters at most")
    return (ReportDismissed(life.reported, command.reason, reported.clause),)


def _reason(life: Life, table: TableState, conduct: Conduct, what: str) -> NoResult | Refusal:
    """A reason that this throw or spin may have.

    Roulette 8.7 has one as soon as another than the dealer loads, Aruze 6.4.2 as soon as the dice are to be shot.
    """
    house = table.book.house
    if refused := out_of_question(life, conduct, what):
        return refused
    loaded = what == LOADED_BY_ANOTHER and life.gear.unit in (READY, LOADED)
    jammed = what == TUMBLER_FAULT and table.closed
    if life.phase == BETTING and not loaded and not jammed:
        return Refusal(house.invalid, "no ball has been spun" if table.book.spins else "no dice have been thrown")
    known = reasons(life, conduct)
    if what not in known:
        return Refusal(house.invalid, f"'{shown(what)}' is not a reason here: {', '.join(known)}")
    if known[what].clause == house.needs_close and table.closed:
        return Refusal(known[what].clause, "no more bets has been called")
    return known[what]


def rule_on_face(life: Life, table: TableState, conduct: Conduct, command: RuleOnFace, by: Asker) -> Decision:
    """Which faces are uppermost, finally: the call follows, or what was settled otherwise is settled again."""
    dice = (command.first, command.second)
    refused = ruled_wrongly(life, conduct, dice, command.reason, by) or _own_call(life, conduct, by)
    if refused:
        return refused
    clause = conduct.clause_of(RULES_ON)
    said = (command.first, command.second, by.person, command.reason, clause)
    if life.phase != BETTING or life.last_round is None:
        return no_result(life, conduct) or (FaceRuled(*said),)
    version, settled = life.last_round
    ruled, symbol = FaceRuled(*said, version), throw_symbol(*dice)
    if alike(settled.result, dice):
        return (ruled,)
    again = resettle(life, conduct, symbol, dice, command.reason, by, clause)
    return again if isinstance(again, Refusal) else (ruled, *again)


def correct(life: Life, table: TableState, conduct: Conduct, command: ask.CorrectResult, by: Asker) -> Decision:
    """The last result set right: its settlement is reversed, then the dice as they lay are settled.

    Where whoever rules on the faces corrects, that is a ruling on them (Star Craps 4.4.3, Crown 5.3.1(b)(i)).
    """
    clause = conduct.clause_of(Act.CORRECT)
    refused = may(by, conduct, Act.CORRECT)
    if refused:
        return refused
    if not all(1 <= die <= 6 for die in (command.first, command.second)) or not command.reason.strip():
        return Refusal(clause, "a correction needs two dice and a reason")
    dice, symbol = (command.first, command.second), throw_symbol(command.first, command.second)
    refused = no_correction(life, conduct, by)
    if refused:
        return refused
    if life.last_round and life.last_round[1].result == dice:
        return Refusal(clause, "that is the result that was settled")
    if conduct.corrects_faces and conduct.rules > 1:
        return rule_on_face(life, table, conduct, RuleOnFace(*dice, command.reason), by)
    return resettle(life, conduct, symbol, dice, command.reason, by)


def no_correction(life: Life, conduct: Conduct, by: Asker) -> Refusal | None:
    """Why the last result stands as it is: it is past, has been ruled on, or was called by who would correct it."""
    clause = conduct.clause_of(Act.CORRECT)
    if life.phase != BETTING or life.before is None or life.last_round is None or life.last_round[0] in life.parts:
        return Refusal(clause, _too_late(life, conduct))
    if refused := waits(life, life.last_round[0]):
        return refused
    if life.moved and not (conduct.begins_with_close or conduct.corrects_faces):
        return Refusal(clause, MOVED)
    if is_final(life):
        return Refusal(conduct.clause_of(RULES_ON), "the ruling on these faces has been given, and it is final")
    if life.final and conduct.rules < FACES_ALONE_SINCE:
        return Refusal(clause, "the ruling on this result is final")
    return _own_call(life, conduct, by)


def _too_late(life: Life, conduct: Conduct) -> str:
    known = _last_stands(life)
    if known:
        return known
    return MOVED if conduct.rules == 1 or not (conduct.begins_with_close or conduct.corrects_faces) else STARTED


def _last_stands(life: Life) -> str:
    """How the last round stands, where that is more than that chips have moved or the next one has started."""
    last = life.rounds[-1] if life.rounds else 0
    if any(version > last for version in life.parts):
        return DONE
    if not last:
        return NONE_LEFT if life.game is not None and life.game.round else NO_ROUND
    return IN_PART if last in life.parts else ""


def _own_call(life: Life, conduct: Conduct, by: Asker) -> Refusal | None:
    """Nobody rules on what they called themselves."""
    called = (life.caller,) if life.phase != BETTING else life.last_round[1].called_by if life.last_round else ()
    if conduct.rules == 1 or by.person not in called:
        return None
    return Refusal(NOT_IN_THE_BOOK, f"{shown(by.person)} called this result, so another person rules on it")


def resettle(
    life: Life,
    conduct: Conduct,
    symbol: int,
    result: tuple[int, int] | int | str,
    reason: str,
    by: Asker,
    clause: str = "",
) -> Decision:
    """Take the last round back and settle it on this result; at a table with lights, they show it first."""
    clause = clause or conduct.clause_of(Act.CORRECT)
    if life.before is None or life.last_round is None or life.last_round[0] in life.parts:
        return Refusal(clause, _too_late(life, conduct))
    then = life.hands_before
    if life.last_round[1].result == result:
        return Refusal(clause, "that is the result that was settled")

    def settled(table: TableState) -> RoundSettled:
        lines, moved, warned = settle(table, symbol)
        area = table.book.area.moves[table.area][symbol]
        return RoundSettled(result, lines, moved, area, warned, (by.person,) if conduct.rules > 1 else ())

    lit = lights(life.before, conduct, settled(life.before))
    ended = end_again(life, reason, clause, settled, by.person, symbol, [])
    passing = must_pass(None if then.passed else then.shooter, life.before, conduct, settled(life.before))
    return (*lit, ended.reversed, ended.instead, *passing, *ended.rest)


def invalidate(life: Life, table: TableState, conduct: Conduct, command: ask.InvalidateOutcome, by: Asker) -> Decision:
    """Star Craps 9.4, 9.5: the roll is erased; what it decided is refunded, or forfeited by whoever cheated.

    Reading G15: wagers that the roll did not decide go back to where they were, the point with them; read the other
    way, every wager that lay there is refunded. A throw still in the air has decided nothing: refunded is what any
    result of it would decide.
    """
    cause = conduct.causes.get(command.cause, conduct.clause_of(Act.INVALIDATE))
    refused = may(by, conduct, Act.INVALIDATE, cause) or no_cause(conduct, command.cause, command.forfeits)
    if refused:
        return refused
    if life.phase != BETTING:
        return (_invalid(table, _at_stake(table), command, conduct, cause),)
    if life.last_round and (refused := waits(life, life.last_round[0])):
        return refused
    if life.before is None or life.last_round is None or life.moved:
        return Refusal(cause, _last_stands(life) or MOVED)
    if conduct.rules > 1 and by.person in life.last_round[1].called_by:
        return Refusal(NOT_IN_THE_BOOK, "whoever called that result does not invalidate it")
    keys = [line.key for line in life.last_round[1].lines]
    invalid = _invalid(life.before, keys, command, conduct, cause)
    return (happened.RoundReversed(life.last_round[0], command.cause, cause), invalid)


def _invalid(
    before: TableState, keys: list[Key], command: ask.InvalidateOutcome, conduct: Conduct, cause: str
) -> RoundInvalid:
    if before.book.readings.chose("invalidate_scope", "all_live"):
        keys = sorted(before.layout, key=report_order)
    lines = tuple(_undone(before, key, key[0] in command.forfeits, conduct.refund) for key in keys)
    return RoundInvalid(command.cause, lines, before.area, cause)


def _at_stake(table: TableState) -> list[Key]:
    """The wagers that this throw or spin decides however it ends."""
    if table.book.spins:
        return sorted(table.layout, key=report_order)
    keys = set(table.layout)
    for first in range(1, 7):
        for second in range(first, 7):
            keys &= {line.key for line in settle(table, throw_symbol(first, second))[0]}
    return sorted(keys, key=report_order)


def report_fault(life: Life, table: TableState, conduct: Conduct, command: ask.ReportFault, by: Asker) -> Decision:
    """Play stops until the fault is mended, and an inspector is told at once.

    Dragon Fire 10.3 says so of its equipment. In the other books it is for who may close the table, and cited as not
    in the book. The system itself may stop any table: one whose software is in doubt is not played on.
    """
    refused = None if by.role == SYSTEM else may(by, conduct, Act.REPORT_FAULT)
    if refused:
        return refused
    clause = conduct.clause_of(Act.REPORT_FAULT)
    if not 0 < len(command.what.strip()) <= LONGEST:
        return Refusal(NOT_IN_THE_BOOK, f"say what is at fault, in {LONGEST} letters at most")
    stopped = happened.TableSuspended(command.what, clause)
    return (stopped, happened.InspectorNotified(command.what, conduct.told or clause))


def clear_fault(life: Life, table: TableState, conduct: Conduct, command: ask.ClearFault, by: Asker) -> Decision:
    if life.suspended is None:
        return Refusal(NOT_IN_THE_BOOK, "no fault is open at this table")
    if not command.how.strip():
        return Refusal(NOT_IN_THE_BOOK, "say how the fault was mended")
    if life.gear.unit == OUT_OF_USE:
        return Refusal(conduct.fault, "the uSpin unit must be repaired, replaced or removed first")
    refused = waits(life) or may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK) or inspecting.not_checked(life, conduct)
    return refused or (happened.TableResumed(command.how),)


def refuse_wager(life: Life, table: TableState, conduct: Conduct, command: ask.RefuseWager, by: Asker) -> Decision:
    """Star Craps 9.11: a supervisor may refuse a wager on reasonable grounds; a contract wager stays (reading S15).

    Roulette 9.11 ends it with the call of no more bets. Dragon Fire 11.11 does not: until the dice are thrown, as long
    as somebody can throw them for what is left.
    """
    clause = conduct.clause_of(Act.REFUSE_WAGER)
    refused = may(by, conduct, Act.REFUSE_WAGER)
    if refused:
        return refused
    if (life.phase != BETTING and not (table.book.spins and not table.closed)) or not command.reason.strip():
        return Refusal(clause, f"a wager is refused {BEFORE_CALL[table.book.spins]}, with a reason")
    on = inside(life, table, command.wager, command.on)
    removed = decide_remove(replace(table, closed=False), Remove(command.seat, command.wager, on))
    if isinstance(removed, Refusal):
        return removed
    if table.closed:
        then = life.copy()
        evolve(then, removed)
        if then.game and (stuck := check_goes_on(then, then.game, conduct)):
            return stuck
    told = happened.WagerRefused(command.seat, command.wager, command.reason, clause)
    return (told, removed)


def _undone(before: TableState, key: Key, forfeited: bool, clause: str) -> Settled:
    """What a decided wager gets when its roll is erased."""
    standing = before.layout[key]
    return forfeit(standing, clause) if forfeited else all_handed_back(standing, Result.VOID, clause)
