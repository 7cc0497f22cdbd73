"""A book is one folder: nothing outside it names it, in Python, JavaScript, style sheets or pages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from feltwork.games.registry import OURS, book_names, find_game

SRC = Path(__file__).parents[2] / "src" / "feltwork"
NAMES = re.compile("|".join(name.replace("-", "[-_]") for name in OURS))


def outside(*endings: str) -> Iterator[Path]:
    for path in sorted(SRC.rglob("*")):
        if path.suffix in endings and path.relative_to(SRC).parts[0] != "games":
            yield path


HAS_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def said(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of every string in a module that is no docstring; those may show an example."""
    blocks = (node for node in ast.walk(tree) if isinstance(node, HAS_DOCSTRING))
    told = {id(first.value) for node in blocks for first in node.body[:1] if isinstance(first, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def test_no_module_outside_names_a_book() -> None:
    found = []
    for path in outside(".py"):
        tree = ast.parse(path.read_text())
        found += [f"{path.relative_to(SRC)}:{line}" for line, text in said(tree) if NAMES.search(text)]
        imported = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom | ast.Import))
        found += [f"{path.relative_to(SRC)}:{node.lineno}" for node in imported if NAMES.search(ast.unparse(node))]
    assert found == []


@pytest.mark.parametrize("ending", [".js", ".css", ".html"])
def test_no_screen_names_a_book(ending: str) -> None:
    found = [
        f"{path.relative_to(SRC)}:{number}"
        for path in outside(ending)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if NAMES.search(line)
    ]
    assert found == []


def test_each_folder_has_the_same_files() -> None:
    """Who has seen one book finds their way in every other."""
    wanted = {"__init__.py", "clauses.tsv", "conduct.py", "felt.py", "game.py", "readings.py", "rows.py"}
    for name in OURS:
        folder = SRC / "games" / name.replace("-", "_")
        assert wanted <= {path.name for path in folder.iterdir()}, name


def test_a_game_is_found_by_its_own_name() -> None:
    assert [find_game(name).id for name in book_names()] == list(book_names())
    assert set(OURS) <= set(book_names())
