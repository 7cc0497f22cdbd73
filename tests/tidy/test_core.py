"""The core is pure: no float, no clock, no chance, no files; modules stay small; nothing is excused silently."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "feltwork"
SHELL = {"cli", "engine", "rehearse", "reports", "server", "store", "train", "__main__.py"}
SHELL_ROOMS = ("lab/environments/", "lab/papers/", "lab/simulate/", "lab/tournaments/")
SHELL_PARTS = {
    "entropy/sources.py",
    "entropy/sealing.py",
    "verifier/parallel.py",
    "verifier/worker.py",
    "verifier/log/reading.py",
    "verifier/keys/checkpoint.py",
    "verifier/evidence.py",
    "verifier/keys/signing.py",
    "verifier/keys/trust.py",
}
"""Rooms, and single modules of rooms that are otherwise pure, which read files, clocks or chance."""
CORE = sorted(
    p
    for p in SRC.rglob("*.py")
    if p.relative_to(SRC).parts[0] not in SHELL
    and p.relative_to(SRC).as_posix() not in SHELL_PARTS
    and not p.relative_to(SRC).as_posix().startswith(SHELL_ROOMS)
)
EVERYTHING = sorted(SRC.rglob("*.py"))
BANNED = {
    "time",
    "datetime",
    "random",
    "secrets",
    "os",
    "socket",
    "sqlite3",
    "asyncio",
    "pathlib",
    "subprocess",
    "math",
}


def _name(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


@pytest.mark.parametrize("path", CORE, ids=_name)
def test_core_is_pure(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), f"a float in line {node.lineno}"
        if isinstance(node, ast.Name):
            assert node.id not in {"float", "open", "input", "print", "eval", "exec"}, f"line {node.lineno}"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            assert "Fraction" in path.read_text(), f"a division in line {node.lineno}"
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            roots = {m.split(".")[0] for m in modules}
            assert not (roots & BANNED), f"{roots & BANNED} in line {node.lineno}"


@pytest.mark.parametrize("path", EVERYTHING, ids=_name)
def test_modules_and_functions_stay_small(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= 500
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.end_lineno and not node.name.startswith("_rows"):
            assert node.end_lineno - node.lineno < 60, node.name


@pytest.mark.parametrize("path", EVERYTHING, ids=_name)
def test_every_module_and_public_class_says_what_it_is(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert ast.get_docstring(tree)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            simple = any(isinstance(d, ast.Call) for d in node.decorator_list)
            assert ast.get_docstring(node) or simple or "commands.py" in path.name or len(node.body) < 5, node.name


def test_every_excuse_has_a_reason() -> None:
    for path in EVERYTHING:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if "type: ignore" in line or "noqa" in line:
                assert re.search(r"(type: ignore\[[a-z-]+\]|noqa: [A-Z0-9]+)\s+# \S", line), f"{path.name}:{number}"


def test_nothing_third_party_is_carried_along_and_no_unfinished_words() -> None:
    words = re.compile(r"TODO|FIXME|XXX|NotImplementedError|in a real system|placeholder")
    screens = [p for kind in ("js", "css", "html") for p in SRC.rglob(f"*.{kind}")]
    for path in [*EVERYTHING, *screens]:
        assert not words.search(path.read_text()), path.name
    for path in screens:
        text = path.read_text()
        assert not re.search(r"https?://(?!www\.w3\.org/)", text), f"{path.name} asks for something elsewhere"
        assert not re.search(r"copyright|@license|minified", text, re.IGNORECASE), path.name
        assert max(map(len, text.splitlines())) < 400, f"{path.name} was not written by hand"
