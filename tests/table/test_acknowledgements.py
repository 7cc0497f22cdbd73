"""What was corrected waits until somebody of the crew has acknowledged it, and the verifier holds them to it."""

from __future__ import annotations

from feltwork.table.live import commands as ask
from feltwork.table.live.commands import AcknowledgeCorrection
from feltwork.verifier.log.rows import Listed
from feltwork.verifier.verify import verify
from tests.build import rows_of
from tests.table.test_paid_rounds import Paid
from tests.verifier.night import listed


def test_a_correction_waits_for_the_crew_and_is_acknowledged_once() -> None:
    night = Paid(2, 5)
    night.ok("ben", "player", ask.PlaceWager(2, "field", 500))
    night.set_right(4, 5)
    life = night.desk.streams.live_tables["t"]
    (number,) = life.rounds.unacknowledged
    assert number == night.log()[-1].version
    done = AcknowledgeCorrection(number)
    assert night.no("gm", "gaming_manager", done) == "that is for the crew, not for a gaming manager"
    assert "already" in night.no("stickperson-t", "stickperson", AcknowledgeCorrection(number - 1))
    night.ok("stickperson-t", "stickperson", done)
    assert night.desk.streams.live_tables["t"].rounds.unacknowledged == ()
    assert "already" in night.no("stickperson-t", "stickperson", done)
    assert verify(listed(night)) == []


def test_the_verifier_misses_the_correction_that_was_acknowledged() -> None:
    night = Paid(2, 5)
    night.ok("ben", "player", ask.PlaceWager(2, "field", 500))
    night.set_right(4, 5)
    number = night.log()[-1].version
    night.ok("stickperson-t", "stickperson", AcknowledgeCorrection(number))
    rows = rows_of(night.desk.store)
    at = next(i for i, row in enumerate(rows) if row.kind == "correction-acknowledged")
    last = rows[at]
    forged = last.body.replace(f'"number":{number}'.encode(), f'"number":{number - 1}'.encode())
    assert forged != last.body
    rows[at] = last._replace(body=forged)
    assert any("no correction that waited for the crew" in str(problem) for problem in verify(Listed(rows)))
