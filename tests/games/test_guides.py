"""The pages that say how to add a wager and a book, followed step by step."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from feltwork.cli.main import cli
from feltwork.games.registry import GROUP
from tests.games import every_use as use
from tests.games.installing import INSTALLED, blocks, copied, installed

DOCS = Path(__file__).parents[2] / "docs"
POCKET = INSTALLED / "pocket_craps"


def wider(folder: Path, name: str) -> Path:
    """A copy of the book with the wager that the page adds."""
    package = copied(folder, name)
    told = blocks(DOCS / "add-a-wager.md")
    assert set(told) == {"clauses.tsv", "rows.py"}
    with (package / "clauses.tsv").open("a") as clauses:
        clauses.write(told["clauses.tsv"])
    rows = package / "rows.py"
    before, last, after = rows.read_text().rpartition("    )\n")
    assert last, "the rows end where the page says"
    rows.write_text(f"{before}{told['rows.py']}{last}{after}")
    return package


def test_a_wager_is_added_by_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One row and its clauses in a copy of a book; no other file of the program is touched."""
    wider(tmp_path, "wider-craps")
    with installed(tmp_path):
        use.settled("wider-craps", "ends", (6, 6), "250.00")
        use.settled("wider-craps", "ends", (6, 5), "90.00")
        use.priced("wider-craps")
        use.told("wider-craps")
        use.drawn("wider-craps")
        use.trained("wider-craps")
        use.simulated("wider-craps", "keep ends 5")
        use.rehearsed_and_verified("wider-craps", tmp_path)


def test_a_book_is_added_by_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The files as the page shows them are a whole book."""
    told = blocks(DOCS / "add-a-book.md")
    assert set(told) == {path.name for path in POCKET.iterdir() if path.suffix == ".py"}
    package = copied(tmp_path, "pocket-craps")
    for name, text in told.items():
        assert text == (POCKET / name).read_text(), f"{name} is not as the page shows it"
        (package / name).write_text(text)
    with installed(tmp_path):
        use.priced("pocket-craps")
        use.rehearsed_and_verified("pocket-craps", tmp_path)


def commands(page: str) -> list[str]:
    """What a page tells to type, but for the demonstration floor, which has its own tests."""
    told = re.findall(r"^ {4,}feltwork (.+)$", (DOCS / page).read_text(), re.M)
    return [command for command in told if command != "demo"]


@pytest.mark.parametrize("page", ["add-a-wager.md", "add-a-book.md"])
def test_the_commands_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wider(tmp_path, "pocket-craps")
    monkeypatch.chdir(tmp_path)
    told = commands(page)
    assert len(told) >= 6
    with installed(tmp_path):
        for command in told:
            done = CliRunner().invoke(cli, shlex.split(command), input="line 10\nr 6-5\nq\n")
            assert done.exit_code == 0, (command, done.output)
    assert (tmp_path / "night.sqlite").exists()


def test_the_page_packs_the_book_with_its_register() -> None:
    """Without the tables an installed book has no clauses."""
    (text,) = re.findall(r"```toml\n(.*?)```", (DOCS / "add-a-book.md").read_text(), re.S)
    told = tomllib.loads(text)
    assert told["project"]["entry-points"][GROUP] == {"pocket-craps": "pocket_craps.game:GAME"}
    assert told["tool"]["setuptools"] == {"packages": ["pocket_craps"], "package-data": {"pocket_craps": ["*.tsv"]}}
