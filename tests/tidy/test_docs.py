"""What the documentation shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from feltwork.cli.main import run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
FIRST_STEPS = (ROOT / "docs/first-steps.md").read_text()
BLOCKS = re.findall(r"```console\n\$ feltwork (.+)\n((?:.*\n)*?)```", README + FIRST_STEPS)
MAX_WORDS = 900


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_readme_commands_print_what_is_shown(
    command: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert run(shlex.split(command)) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.rstrip().splitlines()]
    expected = shown.rstrip("\n").splitlines()
    if expected[-1] == "...":
        assert printed[: len(expected) - 1] == expected[:-1]
    else:
        assert printed == expected


def test_the_readme_is_short() -> None:
    assert len(README.split()) < MAX_WORDS


def test_readme_shows_commands() -> None:
    assert {command.split()[0] for command, _ in BLOCKS} >= {"settle", "odds", "explain", "diff", "rules"}


@pytest.mark.parametrize("page", ["docs/first-steps.md", "docs/library.md"])
def test_python_examples_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 3
    assert not failed


PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *sorted(p.relative_to(ROOT).as_posix() for p in ROOT.glob("docs/**/*.md")),
]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text()
    for target in re.findall(r"\]\((?!https:)([^)#]+)\)", text):
        assert ((ROOT / page).parent / target).exists(), target


CHANGELOG = (ROOT / "CHANGELOG.md").read_text()
ENTRIES = re.findall(r"^- .+(?:\n  .+)*", CHANGELOG, re.MULTILINE)


def test_the_changelog_tells_what_was_added_changed_and_fixed() -> None:
    for release in re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (.+)$", release, re.MULTILINE)
        assert kinds == [kind for kind in ("Added", "Changed", "Fixed") if kind in kinds]
        assert "\n- " not in release.partition("\n### ")[0], "each entry stands under one of them"


def test_each_entry_of_the_changelog_is_one_sentence() -> None:
    assert len(ENTRIES) > 100
    for entry in ENTRIES:
        assert entry.endswith("."), entry
        assert not re.search(r"[.!?]\s+[A-Z`]", entry), entry


def drawing() -> list[str]:
    """The layers of the overview drawing, highest first, as import-linter's contract writes them."""
    text = (ROOT / "docs/architecture.md").read_text()
    rows = re.findall(r"^│ (\S.*?)  ", text.partition("```text\n")[2].partition("```")[0], re.MULTILINE)
    return [" | ".join(f"feltwork.{room}" for room in layer.split(" | ")) for row in rows for layer in row.split(" > ")]


def test_the_overview_drawing_shows_the_layers_of_the_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    assert drawing() == layers


def test_the_overview_drawing_shows_what_the_verifier_may_know() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    verifier = ["feltwork.verifier"]
    (forbidden,) = [each["forbidden_modules"] for each in contracts if each.get("source_modules") == verifier]
    (beside,) = [at for at, layer in enumerate(drawing()) if "feltwork.verifier" in layer.split(" | ")]
    below = {room for layer in drawing()[beside + 1 :] for room in layer.split(" | ")}
    last_box = drawing()[drawing().index("feltwork.games") :]
    may = {room for room in below if not any(f"{room}.".startswith(f"{part}.") for part in forbidden)}
    assert may == {room for layer in last_box for room in layer.split(" | ")}


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "CONTRIBUTING.md",
        "docs/architecture.md",
        "docs/glossary.md",
        "docs/first-steps.md",
        "docs/add-a-wager.md",
        "docs/add-a-book.md",
    ],
)
def test_files_that_a_page_names_are_there(page: str) -> None:
    """As `engine/desk.py`, from the project's folder, from ours, or from that of the screens' modules."""
    named = set(re.findall(r"`([\w.-]+/[\w./-]+\.(?:py|js|tsv|toml|json|md))`", (ROOT / page).read_text()))
    places = (ROOT, ROOT / "src/feltwork", ROOT / "src/feltwork/web/js")
    assert [name for name in named if not any((place / name).exists() for place in places)] == []
