"""The form of the code, counted: what the house asks of every file is printed and held here.

The lists name today's offenders and only shrink: a new offender fails, and so does a listed name that offends no more.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.tidy.counting import Code

ROOT = Path(__file__).parents[2]
MARKERS = re.compile(r"# fmt: (?:skip|off)\b")
MAX_MARKERS = 40
MAX_ATTRIBUTES = 25
MAX_IMPORTS = 15

LARGE_CLASSES = {
    "games.book.HouseRules",
    "games.conduct.Conduct",
    "table.play.state.TableState",
}
"""Classes with more than 25 attributes: fields and methods, private and inherited ones included."""

CHAINS = {
    "wagers.shapes.LuckyBall",
    "wagers.shapes.OneSpin",
}
"""Classes that inherit from a class of ours that inherits from a class of ours."""

FULL_FILES = {
    "cage/terminal.py",
    "cli/audit.py",
    "cli/cage.py",
    "table/live/commands.py",
    "table/live/events.py",
    "table/live/registry.py",
    "table/live/state.py",
    "table/live/topics/betting.py",
    "table/live/topics/calls.py",
    "table/live/topics/closing.py",
    "table/live/topics/colours.py",
    "table/live/topics/corrections.py",
    "table/live/topics/last_round.py",
    "table/live/topics/lucky_ball.py",
    "table/live/topics/opening.py",
    "table/live/topics/oral_wagers.py",
    "table/live/topics/rolls.py",
    "table/live/topics/rulings.py",
    "table/live/topics/terminals.py",
    "table/live/topics/tokens.py",
    "table/live/topics/tumbler.py",
    "table/live/topics/uspin.py",
    "table/live/topics/wagers.py",
    "table/live/topics/wheel.py",
}
"""Files that import more than 15 modules of ours."""

HIDING_FILES = {
    "store/postgres_connection.py",
    "table/live/topics/acceptors.py",
    "table/play/table.py",
}
"""Files with an import inside a function that names no optional library as its reason."""


@pytest.fixture(scope="module")
def code() -> Code:
    return Code()


def test_few_lines_are_kept_from_the_formatter() -> None:
    files = [path for folder in ("src", "tests", "scripts", "examples") for path in (ROOT / folder).rglob("*.py")]
    found = {path: len(MARKERS.findall(path.read_text())) for path in files if path != Path(__file__)}
    print(f"{sum(found.values())} lines or tables kept from the formatter, at most {MAX_MARKERS}")
    assert sum(found.values()) <= MAX_MARKERS, sorted((n, path.name) for path, n in found.items() if n)


def test_classes_have_few_attributes(code: Code) -> None:
    counted = {each.name: len(each.attributes()) for each in code.classes()}
    large = {name: count for name, count in counted.items() if count > MAX_ATTRIBUTES}
    _print("classes", counted, large, f"with more than {MAX_ATTRIBUTES} attributes")
    assert _compared(large, LARGE_CLASSES) == ([], [])


def test_no_class_stands_on_a_chain_of_ours(code: Code) -> None:
    classes = code.classes()
    found = [each.name for each in classes if each.in_chain()]
    print(f"{len(found)} of {len(classes)} classes stand on a chain of two classes of ours")
    assert _compared(found, CHAINS) == ([], [])


def test_files_import_few_modules_of_ours(code: Code) -> None:
    counted = {}
    for module in code.modules.values():
        lazy = module.file.startswith("cli/")  # a command loads what it needs when it is called
        counted[module.file] = len(code.imported(module, hidden=not lazy))
    full = {file: count for file, count in counted.items() if count > MAX_IMPORTS}
    _print("files", counted, full, f"that import more than {MAX_IMPORTS} modules of ours")
    assert _compared(full, FULL_FILES) == ([], [])


def test_functions_import_only_optional_libraries(code: Code) -> None:
    """A library that may not be installed is imported where it is used, and the line says ``# optional: LIBRARY``."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    libraries = {
        re.split(r"[\[>=;-]", entry)[0] for name, entries in extras.items() if name != "dev" for entry in entries
    }
    found, excused = set(), 0
    for module in code.modules.values():
        for item in () if module.file.startswith("cli/") else module.inner:
            reason = re.search(r"# optional: (\w+)", module.lines(item))
            excused += 1 if reason else 0
            if reason is None or reason[1] not in libraries:
                found.add(module.file)
    print(f"{excused} imports of optional libraries in functions; {len(found)} files with others")
    assert _compared(found, HIDING_FILES) == ([], [])


def _print(what: str, counted: dict[str, int], over: dict[str, int], how: str) -> None:
    print(f"{len(over)} of {len(counted)} {what} {how}; the most: {max(counted.values())}")
    for name, count in sorted(over.items(), key=lambda pair: -pair[1]):
        print(f"  {count:4} {name}")


def _compared(found: dict[str, int] | list[str] | set[str], listed: set[str]) -> tuple[list[str], list[str]]:
    """New offenders, and names in the list that no longer offend."""
    return sorted(set(found) - listed), sorted(listed - set(found))
