"""Drills: questions from real settlements, right figures, and an honest score."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter

import pytest

from feltwork.games import open_book
from feltwork.money import format_money, parse_money
from feltwork.table.play.table import open_table
from feltwork.train.drill import all_tables, questions
from feltwork.train.questions import KINDS
from tests.train.commands import TABLES, typed


def test_all_kinds_come_up_and_every_sum_ends_in_its_answer() -> None:
    found = list(itertools.islice(questions(all_tables(), seed=1), 120))
    assert {question.kind for question in found} == set(KINDS)
    assert max(Counter(question.kind for question in found).values()) < 40
    for question in found:
        figures = re.findall(r"\d+\.\d\d", re.sub(r"\[[^]]*\]|; the other [\d.]+(?: \S+)? is lost$", "", question.sum))
        assert format_money(question.answer) in figures, question
        assert question.clause


def test_questions_repeat_with_their_seed() -> None:
    books = [open_book("star-craps")]
    assert list(itertools.islice(questions(books, 7), 20)) == list(itertools.islice(questions(books, 7), 20))
    assert list(itertools.islice(questions(books, 7), 20)) != list(itertools.islice(questions(books, 8), 20))


def test_what_a_place_wager_pays_is_what_a_table_pays() -> None:
    asked = 0
    for question in itertools.islice(questions([open_book("star-craps")], seed=3), 200):
        told = re.search(r"show (\d)-(\d).* (\d+\.\d\d) lies on Place Bet to Win (\d+)\.", question.told)
        if not told or question.kind not in ("pay", "rounded"):
            continue
        first, second, stake, number = told.groups()
        chip = question.table.rpartition(" ")[2]
        table = open_table("star-craps", seats={1: "100000.00"}, smallest_chip=chip)
        assert table.bet(1, "place-to-win", stake, on=int(number))
        assert table.call(1, "place-to-win", int(number), working=True)
        table.roll(int(first), int(second))
        assert table.state.balances[1] - 10_000_000 == question.answer
        asked += 1
    assert asked >= 3


def test_the_most_behind_is_taken_and_a_chip_more_is_not() -> None:
    asked = 0
    for question in itertools.islice(questions([open_book("star-craps")], seed=5), 150):
        told = re.match(r"(\d+\.\d\d) lies on (Win Line|Don't Win), the point is (\d+)\.", question.told)
        if not told:
            continue
        stake, title, point = told.groups()
        line, behind = ("win-line", "behind-win-line") if title == "Win Line" else ("dont-win", "behind-dont-win")
        chip = question.table.rpartition(" ")[2]
        table = open_table("star-craps", seats={1: "100000.00"}, smallest_chip=chip)
        table.bet(1, line, stake)
        table.roll(int(point) - int(point) // 2, int(point) // 2)
        more = format_money(question.answer + parse_money(chip))
        assert not table.bet(1, behind, more)
        assert table.bet(1, behind, format_money(question.answer))
        asked += 1
    assert asked >= 3


@pytest.mark.parametrize("table", TABLES, ids=" ".join)
def test_right_answers_score_from_a_pipe(
    table: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("drill", "--book", *table, "--questions", "6", "--seed", "2", "--json")
    code, out, _ = typed(monkeypatch, capsys, ["s"] * 6, *options)
    asked = json.loads(out)
    assert (code, asked["answered"], asked["score"]) == (0, 6, 0)
    right = [each["answer"] for each in asked["asked"]]
    code, out, err = typed(monkeypatch, capsys, right, *options)
    found = json.loads(out)
    assert (code, found["score"], found["right"], found["late"]) == (0, 6, 6, 0)
    assert found["seed"] == 2
    assert asked["asked"][0]["question"].partition(".")[0] in err, "questions go to stderr beside JSON"


def test_wrong_late_skipped_and_ended(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = typed(
        monkeypatch, capsys, ["what?", "", "0.01", "s", "q"], "drill", "--questions", "5", "--seed", "2"
    )
    assert (code, err) == (0, "")
    assert "That is no amount" in out
    assert out.count("   No: ") == 2
    assert "0 of 2 right" in out
    assert "To practise: " in out
    seen = iter([0.0, 9.0])
    monkeypatch.setattr("feltwork.cli.drill.time.monotonic", lambda: next(seen))
    first = next(questions(all_tables(), 2))
    answer = [format_money(first.answer)]
    code, out, _ = typed(monkeypatch, capsys, answer, "drill", "--questions", "1", "--seed", "2", "--seconds", "5")
    assert "Right, but late" in out
    assert "0 of 1 right and in time" in out


def test_bad_options_are_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (("--questions", "0"), ("--book", "nope"), ("--wheel", "double"), ("--seconds", "-1"), ("extra",)):
        code, out, err = typed(monkeypatch, capsys, [], "drill", *arguments)
        assert (code, out, err.count("\n")) == (2, "", 1), err
