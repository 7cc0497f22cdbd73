"""A round of a table as the log has it, for rulings made after its chips have moved."""

from __future__ import annotations

from feltwork.engine.passed_over import passed_over
from feltwork.engine.replay import apply_at_table, read_event
from feltwork.engine.snapshots import loader, resume_before
from feltwork.store.port import Store
from feltwork.table.live.commands import AnswerConcern, CorrectPaidRound, FindInvalid, RuleOnRound, SecondCorrection
from feltwork.table.live.decide import is_about_the_past
from feltwork.table.live.saved import SHAPE
from feltwork.table.live.schema import LIFE
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.corrections import PastRound, in_part, last_game
from feltwork.table.play.events import RoundSettled


def recalled(store: Store, live: LiveTable, command: object, key: bytes = b"") -> PastRound | None:
    """The round that a ruling is about; nothing where the log has no such round."""
    if not is_about_the_past(command):
        return None
    if isinstance(command, FindInvalid):
        version = last_game(live)
    elif isinstance(command, (CorrectPaidRound, SecondCorrection)):
        version = command.version
    elif isinstance(command, RuleOnRound):
        version = next((doubt.version for doubt in live.stops.doubts if doubt.number == command.number), 0)
    elif isinstance(command, AnswerConcern):
        version = next((concern.version for concern in live.waiting.concerns if concern.number == command.number), 0)
    else:
        return None
    if not 0 < version <= live.version:
        return None
    stream = f"table/{live.table}"
    then, _, records = resume_before(store, stream, version, SHAPE, loader(store.log), LiveTable(live.table), key)
    passed = passed_over(store.log)
    for record in records:
        if record.version == version:
            event = read_event(LIFE, record)
            if isinstance(event, RoundSettled) and then.game is not None:
                return PastRound(then.game, dict(then.seats.players), event, in_part(live, version))
            return None
        apply_at_table(then, record, store.log.book, passed)
    return None
