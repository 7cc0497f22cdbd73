"""The public names of the core, as the glossary lists them."""

from __future__ import annotations

import ast
from pathlib import Path

SRC = Path(__file__).parents[2] / "src" / "feltwork"
CORE = (
    "money.py",
    "odds.py",
    "outcomes.py",
    "readings.py",
    "refusal.py",
    "wagers/*.py",
    "games/*.py",
    "table/play/*.py",
    "table/live/state.py",
    "ledger/*.py",
    "felt/*.py",
)


def public_names() -> dict[tuple[str, str], str]:
    """By name and module, the first line of what each class says of itself."""
    return {
        (node.name, path.relative_to(SRC).as_posix()): (ast.get_docstring(node) or "").partition("\n")[0]
        for pattern in CORE
        for path in sorted(SRC.glob(pattern))
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }
