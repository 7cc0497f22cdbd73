"""Random sessions, played by the program and by a second implementation written from their description alone.

``FELTWORK_SESSIONS`` says how many are played; ``FELTWORK_SEED`` gives others.
"""

from __future__ import annotations

import json
import os

from feltwork.tournament.play import play_session
from feltwork.tournament.script import read_session
from tests.oracle import sessions
from tests.tournament.generating import generate

SESSIONS = int(os.environ.get("FELTWORK_SESSIONS", "300"))
SEED = int(os.environ.get("FELTWORK_SEED", "0"))
RARE = (321, 365, 421, 461, 934)
"""Seeds that reach what few others do: a form as the smallest wager, the end of an order, a fourth absence."""


def test_a_second_implementation_reports_the_same() -> None:
    for seed in (*RARE, *range(SEED, SEED + SESSIONS - len(RARE))):
        script = generate(seed)
        ours = play_session(read_session(json.dumps(script))).report()
        assert ours == sessions.play(script), f"seed {seed}: generate({seed}) of tests/tournament/generating.py"
    print(f"{SESSIONS} sessions from seed {SEED}")
