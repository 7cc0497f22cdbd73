"""Golden hashes: logs, fingerprints, the JSON of commands, and what screens are told do not change unnoticed.

``FELTWORK_PIN=1 pytest tests/pins`` writes them anew: in a commit that does only that, and says why.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import msgpack

from feltwork.cli.main import run
from feltwork.cli.rehearse import rehearsed_time
from feltwork.engine.desk import Desk
from feltwork.engine.seals import FOLLOWED
from feltwork.engine.snapshots import save_cage
from feltwork.games import open_book
from feltwork.rehearse.kinds import kind_of, rehearsed_tables
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig
from feltwork.server.opening import supervisor_session
from feltwork.store.memory import MemoryStore
from feltwork.table.live.saved import save
from tests.build import rows_of
from tests.pins.plain import digest, plain, shape, unordered
from tests.server.conftest import SMALL, Running, Talk, running

GOLDEN = Path(__file__).with_name("golden.json")
DATA = Path(__file__).parents[1] / "data"
AGAIN = "FELTWORK_PIN=1 pytest tests/pins"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def golden() -> Iterator[Callable[[str, Any], None]]:
    """Compares a value with what is pinned, or pins it."""
    kept: dict[str, Any] = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    pinning = bool(os.environ.get("FELTWORK_PIN"))

    def compare(name: str, value: Any) -> None:
        if pinning:
            kept[name] = value
        else:
            assert name in kept, f"{name} is not pinned: {AGAIN}"
            assert value == kept[name], f"{name} is not as it was pinned; if it should change: {AGAIN}"

    yield compare
    if pinning:
        GOLDEN.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n")


@pytest.mark.parametrize("table", rehearsed_tables())
def test_a_rehearsed_log_is_the_same_to_the_last_byte(table: str, golden: Callable[[str, Any], None]) -> None:
    store = MemoryStore()
    desk = Desk(store)
    desk.now = rehearsed_time(store)
    book, _, variant = table.partition(":")
    rehearsal = kind_of(book)(desk, "pinned", book, variant or None, 7)
    rehearsal.open()
    for _ in rehearsal.rounds(12):
        pass
    rehearsal.close()
    rehearsal.shut()
    heads = {h.stream: [h.version, h.hash.hex()[:20]] for h in store.log.heads() if not h.stream.startswith("refused/")}
    refused = [row for row in rows_of(store) if row.stream.startswith("refused/")]
    blanked = [
        [row.stream, row.version, row.actor, row.role, {**json.loads(row.body), "reason": ""}] for row in refused
    ]
    golden(f"log {table}", {"heads": heads, "refused": [len(refused), digest(blanked)]})
    # Snapshots outlive a release: where the same events lead to another state in the same form, raise FOLLOWED.
    states = [unordered(msgpack.decode(raw)) for raw in (save(desk.table("pinned")), save_cage(desk.cage))]
    golden(f"state {table}", {"followed": FOLLOWED, "state": digest(states)})


BOOKS: list[tuple[str, dict[str, Any]]] = [
    ("star-craps", {}),
    ("crown-craps", {}),
    ("crown-craps", {"variant": "mini"}),
    ("aruze-craps", {}),
    ("dragon-fire", {}),
    ("star-roulette", {}),
    ("star-roulette", {"wheel": "double"}),
    ("star-roulette", {"lucky_ball": True}),
    ("star-roulette", {"lucky_ball": "mega"}),
]


def test_every_books_fingerprint(golden: Callable[[str, Any], None]) -> None:
    found = {f"{name} {options}": open_book(name, **options).fingerprint for name, options in BOOKS}
    assert len(set(found.values())) == len(BOOKS)
    golden("fingerprints", found)


COMMANDS = """
odds star-craps
odds star-craps field
odds star-roulette --wheel double
odds crown-craps --variant mini
rules --coverage
explain star-craps 6.1
diff star-craps crown-craps
strategies
readings
session standard-w --bankroll 100 --rolls 20
simulate standard-w --sessions 500 --rolls 20 --seed 3 --threads 1
replay {log}
replay {log} --round 3
ledger {log}
audit verify {log}
people show {log}
migrate {log} --check
""".strip().splitlines()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_json_of_a_command(
    command: str, golden: Callable[[str, Any], None], capsys: Capture, tmp_path: Path
) -> None:
    log = tmp_path / "log.db"
    log.write_bytes(lzma.decompress((DATA / "star-craps.db.xz").read_bytes()))
    code = run([*command.format(log=log).split(), "--json"])
    out = capsys.readouterr().out.replace(str(log), "LOG")
    told = plain(json.loads(out))
    golden(f"cli {command}", [code, digest(told)])


def test_what_each_screen_is_told(tmp_path: Path, golden: Callable[[str, Any], None]) -> None:
    """One round at a craps table and one at a wheel, as each kind of screen hears of them."""
    with running(FloorConfig(SMALL.tables, str(tmp_path / "floor.sqlite"))) as floor:
        found = {
            name: [sorted(told) if isinstance(told, dict) else len(told), digest(shape(told))]
            for name, told in evening(floor).items()
        }
    golden("wire", found)


def evening(floor: Running) -> dict[str, Any]:
    inspector = floor.token(Session("inspector", (("ida", "inspector"),)))
    cashier = floor.token(Session("cashier", (("cass", "cashier"),)))
    office = floor.token(supervisor_session(floor.config))
    crew = Talk(floor.screen("one", floor.crew("one")))
    ann = Talk(floor.screen("one", floor.player()))
    paid = {"key": "d1", "do": {"type": "deposit", "player": "ann", "amount": 10_000}}
    answered = [json.loads(floor.fetch("/api/cage", cashier, paid)[1])]
    answered += [ann.do("sit", player="ann", seat=1), ann.do("buy-in", seat=1, amount=5_000)]
    answered += [ann.do("place-wager", seat=1, wager="win-line", amount=500), crew.do("offer-dice")]
    answered += [ann.do("accept-dice", seat=1), ann.do("select-dice", seat=1, dice=[1, 2]), crew.do("throw-dice")]
    answered += [crew.do("enter-result", first=3, second=4), crew.do("confirm-result", first=3, second=4)]
    asked = {what: ann.ask(what) for what in ("legal", "next", "recall", "time")}
    acted = {what: crew.ask(what) for what in ("actions", "guide")}
    settled = ann.until(lambda m: "events" in m) if not _settled(ann) else _settled(ann)
    return {
        "answers": answered,
        "player asks": asked,
        "crew asks": acted,
        "player hello": ann.hello,
        "crew hello": crew.hello,
        "player hears": settled,
        "office": json.loads(floor.fetch("/api/office", office)[1]),
        "tables": json.loads(floor.fetch("/api/tables", office)[1]),
        "card": json.loads(floor.fetch("/api/tables/wheel/card", office)[1]),
        "cage": json.loads(floor.fetch("/api/cage", cashier)[1]),
        "report": json.loads(floor.fetch("/api/cage/report", cashier)[1]),
        "rounds": json.loads(floor.fetch("/api/inspect/one/rounds", inspector)[1]),
        "events": json.loads(floor.fetch("/api/inspect/events?table=one", inspector)[1]),
        "me": json.loads(floor.fetch("/api/me", inspector)[1]),
    }


def _settled(talk: Talk) -> dict[str, object]:
    """The news in which a round was settled."""
    return next((m for m in talk.heard if "round-settled" in json.dumps(m.get("events", ""))), {})
