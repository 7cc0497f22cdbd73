"""A round of a table as the log has it, for rulings made after its chips have moved."""

from __future__ import annotations

from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import apply_at_table, read_event
from feltwork.engine.snapshots import resume_before
from feltwork.store.port import Store
from feltwork.table.live.adjust import PastRound
from feltwork.table.live.decide import ABOUT_THE_PAST
from feltwork.table.live.floor_commands import (
    AnswerConcern,
    CorrectPaidRound,
    FindInvalid,
    RuleOnRound,
    SecondCorrection,
)
from feltwork.table.live.parts import in_part, last_game
from feltwork.table.live.saved import SHAPE, load
from feltwork.table.live.schema import LIFE
from feltwork.table.live.state import Life
from feltwork.table.play.events import RoundSettled


def recalled(store: Store, life: Life, command: object, key: bytes = b"") -> PastRound | None:
    """The round that a ruling is about; nothing where the log has no such round."""
    if type(command) not in ABOUT_THE_PAST:
        return None
    if isinstance(command, FindInvalid):
        version = last_game(life)
    elif isinstance(command, (CorrectPaidRound, SecondCorrection)):
        version = command.version
    elif isinstance(command, RuleOnRound):
        version = next((doubt.version for doubt in life.doubts if doubt.number == command.number), 0)
    elif isinstance(command, AnswerConcern):
        version = next((concern.version for concern in life.concerns if concern.number == command.number), 0)
    else:
        return None
    if not 0 < version <= life.version:
        return None
    stream = f"table/{life.table}"
    then, _, records = resume_before(store, stream, version, SHAPE, load, Life(life.table), key)
    passed = passed_over(store)
    for record in records:
        if record.version == version:
            event = read_event(LIFE, record)
            if isinstance(event, RoundSettled) and then.game is not None:
                return PastRound(then.game, dict(then.seats), event, in_part(life, version))
            return None
        apply_at_table(then, record, passed)
    return None
