"""The pages that say how to add a wager and a book, followed step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games import every_use as use
from tests.games.installing import INSTALLED, blocks, copied, installed

DOCS = Path(__file__).parents[2] / "docs"
POCKET = INSTALLED / "pocket_craps"


def test_a_wager_is_added_by_its_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One row and its clauses in a copy of a book; no other file of the program is touched."""
    package = copied(tmp_path, "wider-craps")
    told = blocks(DOCS / "add-a-wager.md")
    assert set(told) == {"clauses.tsv", "rows.py"}
    with (package / "clauses.tsv").open("a") as clauses:
        clauses.write(told["clauses.tsv"])
    rows = package / "rows.py"
    before, last, after = rows.read_text().rpartition("    )\n")
    assert last, "the rows end where the page says"
    rows.write_text(f"{before}{told['rows.py']}{last}{after}")
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
