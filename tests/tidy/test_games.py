"""A book is one folder: nothing outside it names it, in Python, JavaScript, style sheets or pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from feltwork.games.registry import OURS, book_names, find_game

SRC = Path(__file__).parents[2] / "src" / "feltwork"
NAMES = re.compile("|".join(name.replace("-", "[-_]") for name in OURS))


FOLDERS = {SRC / "games" / name.replace("-", "_") for name in OURS}


def outside(*endings: str) -> Iterator[Path]:
    """Every file with one of these endings, or every file, that stands in no book's folder."""
    for path in sorted(SRC.rglob("*")):
        written = path.is_file() and "__pycache__" not in path.parts
        if written and (not endings or path.suffix in endings) and not FOLDERS & {*path.parents}:
            yield path


def naming(paths: Iterable[Path]) -> list[str]:
    """Where a book is named, by file and line."""
    return [
        f"{path.relative_to(SRC)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if NAMES.search(line)
    ]


def test_no_module_outside_names_a_book() -> None:
    """Examples in docstrings are held to it too: they take the first book of the registry, or the one with a wheel."""
    assert naming(outside(".py")) == []


@pytest.mark.parametrize("ending", [".js", ".css", ".html"])
def test_no_screen_names_a_book(ending: str) -> None:
    assert naming(outside(ending)) == []


EXCEPTED = {
    "games/readings.tsv": "A question that several books leave open is asked once, with the clauses of each of them.",
}


def test_no_other_file_names_a_book() -> None:
    """Texts of screens, tables of data, migrations and whatever else is packed with us."""
    texts = {path for path in outside() if path.suffix not in (".woff2", ".ico", ".png")}
    found = {entry.partition(":")[0] for entry in naming(sorted(texts))}
    assert found == set(EXCEPTED)


def test_the_books_give_themselves_their_order() -> None:
    """The registry finds the folders; each says where it stands, and one that does not comes last."""
    places = [getattr(import_module(module.rpartition(".")[0]), "PLACE", 0) for module in OURS.values()]
    said = [place for place in places if place]
    assert said == list(range(1, len(said) + 1)) == places[: len(said)]


def test_each_folder_has_the_same_files() -> None:
    """Who has seen one book finds their way in every other."""
    wanted = {"__init__.py", "clauses.tsv", "conduct.py", "felt.py", "game.py", "readings.py", "rows.py"}
    for name in OURS:
        folder = SRC / "games" / name.replace("-", "_")
        assert wanted <= {path.name for path in folder.iterdir()}, name


def test_a_game_is_found_by_its_own_name() -> None:
    assert [find_game(name).id for name in book_names()] == list(book_names())
    assert set(OURS) <= set(book_names())
