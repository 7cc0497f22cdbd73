"""A test that asks for a refusal says by which clause or in which words it is refused."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
ASK = ("no", "says_no")
"""What the builders of tests call a command that must be refused; each gives the clause or the words."""
BUILDER = "tests.tournament"
"""The builder of tournaments takes the clause as an argument and compares it itself."""
EXCEPTED = {
    "faults/test_after_close.py": "A random evening: that nothing was done is what is held, whatever was asked.",
}


def dropped(path: Path) -> Iterator[int]:
    """Lines on which a refusal is asked for and what it says is not compared with anything."""
    source = path.read_text()
    if f"from {BUILDER}" in source:
        return
    for node in ast.walk(ast.parse(source)):
        call = node.value if isinstance(node, ast.Expr) else node.test if isinstance(node, ast.Assert) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ASK:
            yield call.lineno


def test_every_refusal_is_held_to_what_it_says() -> None:
    found = {
        f"{path.relative_to(TESTS)}:{line}"
        for path in TESTS.rglob("*.py")
        if not str(path.relative_to(TESTS)).startswith(tuple(EXCEPTED))
        for line in dropped(path)
    }
    assert found == set()
