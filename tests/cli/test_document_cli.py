"""The approved rules of a game from the command line: installed, listed, saved, and what is refused."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from feltwork.cage.commands import InstallRules
from feltwork.cage.documents import SHELF
from feltwork.cage.events import CAGE
from feltwork.cli.main import run
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.sqlite import SqliteStore
from tests.rules.desk import AtDesk

Capture = pytest.CaptureFixture[str]
RULES = b"%PDF-1.4 rules of Roulette"


@pytest.fixture
def db(tmp_path: Path) -> str:
    path = tmp_path / "floor.db"
    AtDesk("star-roulette", table="wheel", store=SqliteStore(path)).store.close()
    return str(path)


def install(db: str, body: bytes, version: str = "version 3", book: str = "star-roulette") -> int:
    file = Path(db).parent / "rules.bin"
    file.write_bytes(body)
    return run(["document", "install", book, str(file), "--version", version, "--as", "olga", "--db", db])


def test_a_document_is_installed_listed_and_saved(db: str, capsys: Capture, tmp_path: Path) -> None:
    assert run(["document", "list", "--db", db]) == 0
    assert capsys.readouterr().out == "No document is installed.\n"
    assert install(db, RULES) == 0
    digest = sha256(RULES).hexdigest()
    assert digest in capsys.readouterr().out
    assert run(["document", "list", "--db", db, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["star-roulette"]
    assert (told["version"], told["sha256"], told["form"], told["by"], told["whole"]) == (
        "version 3",
        digest,
        "pdf",
        "olga",
        True,
    )
    saved = tmp_path / "copy.pdf"
    assert run(["document", "save", "star-roulette", str(saved), "--db", db]) == 0
    assert saved.read_bytes() == RULES
    assert run(["audit", "verify", db]) == 0


def test_a_file_that_is_not_the_one_installed_is_told(db: str, capsys: Capture, tmp_path: Path) -> None:
    assert install(db, RULES) == 0
    store = SqliteStore(db)
    store.settings.put(SHELF, sha256(RULES).hexdigest(), b"other rules")
    store.close()
    assert run(["document", "list", "--db", db]) == 0
    assert "NOT THE ONE" in capsys.readouterr().out
    assert run(["document", "save", "star-roulette", str(tmp_path / "x"), "--db", db]) == 2


@pytest.mark.parametrize(
    ("body", "version", "book", "why"),
    [
        (b"", "3", "star-roulette", "1 to"),
        (b"\xff\xfe", "3", "star-roulette", "PDF or a text"),
        (b"a\0b", "3", "star-roulette", "PDF or a text"),
        (RULES, " ", "star-roulette", "a version has"),
        (RULES, "x" * 81, "star-roulette", "a version has"),
        (RULES, "3", "bridge", "no book is called"),
    ],
)
def test_what_is_no_document_is_refused_in_a_line(
    db: str, capsys: Capture, body: bytes, version: str, book: str, why: str
) -> None:
    assert install(db, body, version, book) == 2
    assert why in capsys.readouterr().err
    store = SqliteStore(db)
    assert Desk(store).cage.documents == {}
    assert store.settings.names(SHELF) == []
    store.close()


def test_only_the_operator_installs(db: str) -> None:
    store = SqliteStore(db)
    desk = Desk(store)
    asked = InstallRules("star-roulette", "3", "0" * 64, 7, "pdf")
    for role in ("cashier", "player", "dealer", "gaming_manager", "system"):
        assert desk.submit(Envelope(f"rules-{role}", CAGE, "x", role, asked)).reason.startswith("the operator installs")
    assert not desk.submit(Envelope("rules-1", CAGE, "olga", "operator", asked)).reason
    assert "already" in desk.submit(Envelope("rules-2", CAGE, "olga", "operator", asked)).reason
    store.close()
