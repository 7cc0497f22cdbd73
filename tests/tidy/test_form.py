"""The form of the code, counted: what the house asks of every file is printed and held here."""

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

CONTENTS = {
    "table/live/commands.py": "commands of every topic",
    "table/live/events.py": "events of every topic",
    "table/live/registry.py": "every topic, in the order in which events reach them",
    "table/live/state.py": "the piece of state of every topic that has one",
    "server/routes.py": "every address of the server",
}
"""Tables of contents: they name every topic or address, and decide nothing."""


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
    assert not large, "fields and methods, private and inherited ones included"


def test_no_class_stands_on_a_chain_of_ours(code: Code) -> None:
    classes = code.classes()
    found = [each.name for each in classes if each.in_chain()]
    print(f"{len(found)} of {len(classes)} classes stand on a chain of two classes of ours")
    assert not found, "they inherit from a class of ours that inherits from a class of ours"


def test_files_import_few_modules_of_ours(code: Code) -> None:
    counted = {}
    for module in code.modules.values():
        lazy = module.file.startswith("cli/")  # a command loads what it needs when it is called
        counted[module.file] = len(code.imported(module, hidden=not lazy))
    listed = {file: counted.pop(file) for file in CONTENTS}
    full = {file: count for file, count in counted.items() if count > MAX_IMPORTS}
    _print("files", counted, full, f"that import more than {MAX_IMPORTS} modules of ours")
    _print("tables of contents", listed, listed, "aside")
    assert not full
    assert min(listed.values()) > MAX_IMPORTS, "a table of contents that needs no exception"


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
    assert not found


def _print(what: str, counted: dict[str, int], over: dict[str, int], how: str) -> None:
    print(f"{len(over)} of {len(counted)} {what} {how}; the most: {max(counted.values())}")
    for name, count in sorted(over.items(), key=lambda pair: -pair[1]):
        print(f"  {count:4} {name}")
