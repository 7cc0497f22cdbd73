"""Two commits compared by turns: the arithmetic of their ratios, what only one of them has, bad input."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from benchmarks import compare
from benchmarks.compare import LESS, MORE, Ran, Value

SECONDS = "reopening (s)"
RATE = "commands (a second)"


def recorded(seconds: float, rate: float) -> Ran:
    return Ran({SECONDS: Value(seconds, LESS), RATE: Value(rate, MORE)})


def test_the_ratio_is_that_of_the_medians_and_over_one_is_worse() -> None:
    others = [recorded(2.0, 100), recorded(9.0, 100), recorded(1.0, 100)]
    ours = [recorded(2.5, 80), recorded(3.0, 200), recorded(2.0, 90)]
    found = {each.name: each for each in compare.compare("store", others, ours).compared}
    taken = found[f"store: {SECONDS}"]
    assert (taken.other, taken.ours, taken.ratio, taken.worse) == (2.0, 2.5, 1.25, True)
    assert taken.turns == (3.0 / 9.0, 2.0), "the best turn and the worst"
    done = found[f"store: {RATE}"]
    assert (done.other, done.ours, done.ratio, done.worse) == (100, 90, 100 / 90, True)


@pytest.mark.parametrize(("seconds", "worse"), [(1.1, False), (1.11, True), (0.5, False)])
def test_a_tenth_is_allowed(seconds: float, worse: bool) -> None:
    found = compare.compare("store", [recorded(1.0, 100)], [recorded(seconds, 100)])
    assert [each.worse for each in found.compared] == [worse, False]
    assert any("over a tenth worse" in line for line in compare.told(found)) is worse


def test_figures_that_only_one_commit_has_are_not_there() -> None:
    found = compare.compare("store", [Ran({SECONDS: Value(1, LESS)})], [Ran({RATE: Value(1, MORE)})])
    assert not found.compared
    assert found.not_there == {
        f"store: {SECONDS}": "not in this commit",
        f"store: {RATE}": "not in the other commit",
    }


def test_a_commit_that_records_nothing_is_compared_by_what_both_print() -> None:
    before = compare.read_printed("all odds of a book: 0.200 s (aim 0.5)\nsomething else: 1,000 commands a second\n")
    after = compare.read_printed("all odds of a book: 0.100 s (aim 0.5)\n")
    found = compare.compare("books", [Ran(printed=before)], [Ran({SECONDS: Value(1, LESS)}, after)])
    (odds,) = found.compared
    assert (odds.name, odds.other, odds.ours, odds.ratio) == ("books: all odds of a book: # s (s)", 0.2, 0.1, 0.5)
    assert found.not_there == {
        "books: something else: # commands a second (commands a second)": "not in this commit",
    }


def test_a_ratio_that_is_printed_is_better_as_its_aim_says() -> None:
    lines = "told: 1.50 times (aim at most 2)\nW against a loop: 300.0 times (at least 250)\n"
    assert [value.better for value in compare.read_printed(lines).values()] == [LESS, MORE]


BENCHMARK = """
from feltwork.pace import PACE
print(f"a round: {PACE} us (aim 10)")
"""


def commit(folder: Path, files: dict[str, str]) -> str:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "one"], check=True)
    return subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()


def test_two_commits_run_their_own_benchmarks_by_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    pace = {"src/feltwork/__init__.py": "", "src/feltwork/pace.py": "PACE = 6.0\n", "benchmarks/books.py": BENCHMARK}
    before = commit(tmp_path, pace | {"benchmarks/lab.py": "import gone\n"})
    after = commit(tmp_path, {"src/feltwork/pace.py": "PACE = 9.0\n", "benchmarks/growth.py": BENCHMARK})
    monkeypatch.setattr(compare, "ROOT", tmp_path)
    assert compare.main([before, "books", "growth", "lab", "--turns", "2", "--json"]) == 1
    out, progress = capsys.readouterr()
    found = json.loads(out)
    assert (found["other"], found["this"]) == (before, after)
    (figure,) = found["figures"]
    assert (figure["name"], figure["ratio"], figure["worse"]) == ("books: a round: # us (us)", 1.5, True)
    assert "it has no such benchmark" in found["not_there"]["growth"]
    assert "No module named 'gone'" in found["not_there"]["lab"]
    order = [line.rpartition(",")[2].split(":")[0].strip() for line in progress.splitlines() if "books" in line]
    assert order == ["other", "this", "this", "other"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such-commit"], "there is no commit 'no-such-commit'"),
        (["--this", "nowhere", "HEAD"], "there is no commit 'nowhere'"),
        (["HEAD", "cooks"], "there is no part 'cooks'; there are books, store, growth, floor, screens, lab"),
        (["HEAD", "--turns", "0"], "at least one turn is needed"),
    ],
)
def test_bad_input_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare.main(words) == 2
    assert capsys.readouterr() == ("", f"benchmarks.compare: {said}\n")
