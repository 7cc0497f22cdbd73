"""The game stopped for a supervisor, and rounds in doubt that had been paid when a fault was reported.

Dragon Fire 10.1: the dealer who confirmed a wrong number stops the game and has a casino supervisor told; in the other
books a crew refers a dispute in the same way. Roulette 8.11 and 8.12 do not say who voids what was settled already: a
casino supervisor does (reading R28), and nothing goes back before.
"""

from __future__ import annotations

from feltwork.games.conduct import SCREEN_FAULT, Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.crew import Asker, may
from feltwork.table.live.events import TableSuspended
from feltwork.table.live.floor_commands import StopGame
from feltwork.table.live.floor_events import RoundDoubted, SupervisorCalled
from feltwork.table.live.state import BETTING, Decision, Life
from feltwork.table.play.state import TableState

LONGEST = 300
"""Letters that say why the game is stopped."""
LUCKY_BALL = "lucky-ball"


def stop(life: Life, table: TableState, conduct: Conduct, command: StopGame, by: Asker) -> Decision:
    """Play stops until a supervisor lets it go on; a throw in the air is played to its end."""
    refused = may(by, conduct, Act.STOP_GAME)
    if refused:
        return refused
    clause, what = conduct.clause_of(Act.STOP_GAME), command.reason.strip()
    if not 0 < len(what) <= LONGEST or not what.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"say why the game is stopped, in {LONGEST} letters at most")
    referred = conduct.clause_of(Act.ANSWER_CONCERN) if clause == NOT_IN_THE_BOOK else clause
    return (TableSuspended(what, clause), SupervisorCalled(by.person, what, referred))


def in_doubt(life: Life, fault: str, what: str, clause: str, by: Asker, place: int) -> tuple[RoundDoubted, ...]:
    """The last round, paid already, as the event that comes in this place after the table as it stands."""
    if life.phase != BETTING or life.last_round is None:
        return ()
    version, settled = life.last_round
    if any((doubt.version, doubt.fault) == (version, fault) for doubt in life.doubts):
        return ()
    if fault == SCREEN_FAULT and not any(is_lucky(line.wager) for line in settled.lines):
        return ()
    if fault == SCREEN_FAULT and (0, LUCKY_BALL) in life.parts.get(version, ()):
        return ()  # void already
    return (RoundDoubted(life.version + place, version, fault, what, by.person, clause),)


def is_lucky(wager: str) -> bool:
    return wager == LUCKY_BALL


def waits(life: Life, version: int | None = None) -> Refusal | None:
    """What cannot be done before a supervisor has ruled on a round in doubt, this one or any."""
    for doubt in life.doubts:
        if version in (None, doubt.version):
            return Refusal(doubt.clause, f"a supervisor has to rule on the last spin first: {shown(doubt.what)}")
    return None
