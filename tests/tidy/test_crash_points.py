"""No commit and no acknowledgement without its crash points, and no crash point that nobody passes."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from feltwork.store.crash_points import POINTS

SRC = Path(__file__).parents[2] / "src" / "feltwork"
MODULES = sorted(SRC.rglob("*.py"))
LASTING = {"commit", "transaction", "link", "set_result"}
"""Calls that make something last, or tell somebody that it does."""
REPLIES = {"engine/writer_queue.py": {"resolve", "answered"}}
"""What is called as a reply: that call stands between the queue's own points."""


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def called_by(node: ast.Call) -> str:
    """The name of the function or method that a call names."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def is_commit(node: ast.Call) -> bool:
    if isinstance(node.func, ast.Name) and node.func.id == "reply":
        return ast.unparse(node) == "reply(given)"
    if isinstance(node.func, ast.Name):
        return node.func.id == "commit_transaction"
    if not isinstance(node.func, ast.Attribute):
        return False
    called = node.func.attr
    if called in ("execute", "executescript"):
        first = node.args[0] if node.args else None
        words = first.value.split() if isinstance(first, ast.Constant) and isinstance(first.value, str) else []
        return bool(words) and words[0].rstrip(";").upper() in ("COMMIT", "END")
    if called == "append":
        return ast.unparse(node.func.value) in ("self._log", "self.store.log")
    return called in LASTING


def points(node: ast.AST) -> list[tuple[int, str]]:
    return [
        (call.lineno, call.args[0].value)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "crash_point"
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    ]


def unguarded(source: str, replies: Collection[str] = ()) -> list[str]:
    """Commits and acknowledgements that no pair of points surrounds, in their function or in all that call it."""
    tree = ast.parse(source)
    found = _unguarded(tree, replies, is_commit)
    helpers = {name for name, _ in found if name.startswith("_") and not name.endswith("__")}
    called = {called_by(node) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    helpers &= called
    outside = _unguarded(tree, replies, lambda node: called_by(node) in helpers)
    return [f"{name} line {line}" for name, line in [each for each in found if each[0] not in helpers] + outside]


def _unguarded(tree: ast.AST, replies: Collection[str], commits: Callable[[ast.Call], bool]) -> list[tuple[str, int]]:
    found = []
    for function in functions(tree):
        if any(inner.name in replies for inner in functions(function)):
            continue
        passed = points(function)
        withs = [node for node in ast.walk(function) if isinstance(node, ast.With | ast.AsyncWith)]
        # A transaction commits where its block ends.
        ends = {id(item.context_expr): node.end_lineno or 0 for node in withs for item in node.items}
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and commits(node):
                at = ends.get(id(node), node.lineno)
                before = {name.removeprefix("before ") for line, name in passed if line <= at}
                after = {name.removeprefix("after ") for line, name in passed if line > at}
                if not before & after:
                    found.append((function.name, node.lineno))
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SRC).as_posix())
def test_every_commit_and_acknowledgement_has_its_points(path: Path) -> None:
    assert unguarded(path.read_text(), REPLIES.get(path.relative_to(SRC).as_posix(), ())) == []


def test_every_point_is_registered_and_stands_in_one_place() -> None:
    used = Counter(name for path in MODULES for _, name in points(ast.parse(path.read_text())))
    assert used == Counter(POINTS)


@pytest.mark.parametrize(
    "body",
    [
        'w.execute("COMMIT")',
        'w.execute("END;")',
        "w.commit()",
        "commit_transaction(w)",
        "answer.set_result(1)",
        "reply(given)",
        "self._log.append(batch)",
        "self.store.log.append(batch)",
        "os.link(a, b)",
        "with w.transaction():\n        w.execute('INSERT')",
        'crash_point("before x")\n    w.commit()',
        'crash_point("before x")\n    w.commit()\n    crash_point("after y")',
        'crash_point("before x")\n    crash_point("after x")\n    w.commit()',
        'with w.transaction():\n        crash_point("before x")\n        crash_point("after x")',
    ],
)
def test_the_scan_finds_a_commit_without_points(body: str) -> None:
    assert unguarded(f"def work(w):\n    {body}\n")


@pytest.mark.parametrize(
    "body",
    [
        'crash_point("before x")\n    w.commit()\n    crash_point("after x")',
        'with w.transaction():\n        f()\n        crash_point("before x")\n    crash_point("after x")',
        "answer.set_exception(error)",
        "drafts.append(1)",
    ],
)
def test_the_scan_lets_the_rest_pass(body: str) -> None:
    assert unguarded(f"def work(w):\n    {body}\n") == []


def test_a_helper_that_commits_is_held_against_those_who_call_it() -> None:
    helper = "def _done(w):\n    w.commit()\n"
    guarded = 'def work(w):\n    crash_point("before x")\n    _done(w)\n    crash_point("after x")\n'
    assert unguarded(helper + guarded) == []
    assert unguarded(helper + guarded + "def other(w):\n    _done(w)\n") == ["other line 8"]
    assert unguarded(helper) == ["_done line 2"]
