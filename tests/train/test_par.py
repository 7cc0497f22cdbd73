"""The par sheet: figures that agree with those worked out by hand, and papers that hold them all."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.games import open_book
from feltwork.lab.papers.html import par_html
from feltwork.lab.papers.par import COLUMNS, Sheet, SheetLine, par_sheet, root
from feltwork.lab.papers.pdf import par_pdf
from tests.train.commands import TABLES


def cell(line: SheetLine, heading: str) -> tuple[str, ...]:
    return next(column for column in COLUMNS if column.heading == heading).cell(line)


def line_of(sheet: Sheet, wager: str, on: str = "") -> SheetLine:
    return next(line for line in sheet.lines if (line.wager, line.on) == (wager, on))


def test_figures_of_a_number_at_roulette_by_hand() -> None:
    line = line_of(par_sheet(open_book("star-roulette")), "straight", "any of 37")
    assert cell(line, "Edge") == ("2.7027%", "1/37")
    assert cell(line, "Variance") == ("34.0804",), "(35 squared + 36) / 37 less the square of 1/37"
    assert cell(line, "SD") == ("5.8378",)
    assert cell(line, "VI") == ("9.6032",), "1.645 standard deviations"
    assert cell(line, "Hit") == ("1 in 37.00",)
    assert cell(line, "Minimum") == cell(line, "Maximum") == ("",)


def test_figures_of_the_line_and_of_place_by_hand() -> None:
    sheet = par_sheet(open_book("star-craps"))
    line = line_of(sheet, "win-line")
    assert (cell(line, "Win"), cell(line, "Lose")) == (("49.2929%", "244/495"), ("50.7071%", "251/495"))
    assert cell(line, "Rounds") == ("3.376",), "557/165 rolls"
    assert cell(line, "Per round") == ("0.4189%",)
    assert cell(line_of(sheet, "place-to-win", "6, 8"), "Edge") == ("1.5152%", "1/66")


def test_the_edge_as_paid_stands_beside_the_exact_one() -> None:
    """Place 6 pays 7 to 6: of 13.00 that is 15.17, paid 16.00."""
    line = line_of(par_sheet(open_book("star-craps"), stake=1300), "place-to-win", "6, 8")
    assert cell(line, "Edge") == ("1.5152%", "1/66")
    paid = Fraction(6, 11) - Fraction(5, 11) * Fraction(16, 13)
    assert paid == Fraction(-2, 143)
    assert cell(line, "As paid") == ("-1.3986%", "-2/143", "player's advantage")
    exact = line_of(par_sheet(open_book("star-craps"), stake=1200), "place-to-win", "6, 8")
    assert cell(exact, "As paid") == ("1.5152%", "1/66")
    assert cell(line_of(par_sheet(open_book("star-craps"), stake=1300), "horn"), "As paid") == (
        "no such stake",
        "6.1.21",
    )


def test_the_sheet_warns_where_rounding_favours_the_player(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """At 13.00 in chips of 1.00, on 26 of the 71 rows of The Star."""
    page, paper = tmp_path / "par.html", tmp_path / "par.pdf"
    for file in (page, paper):
        assert run(["par", "star-craps", "--stake", "13", "--chip", "1", "-o", str(file)]) == 0
        warned = capsys.readouterr().err
        assert warned.startswith(
            "warning: rounding up to 1.00 at 13.00 hands the player the advantage on 26 of 71 rows"
        )
    text = page.read_text()
    assert "Warning: rounding up to 1.00 at 13.00 hands the player the advantage on 26 of 71 rows" in text
    assert "at a stake of 13.00, in chips of 1.00" in text
    assert run(["par", "star-craps", "--stake", "13", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["stake"], told["chip"], len(told["rows"]), told["player_advantage_rows"]) == ("13.00", "1.00", 71, 26)
    assert sum(row["player_advantage"] for row in told["rows"]) == 26
    assert run(["par", "star-craps", "--stake", "60", "--chip", "0.01", "-o", str(page)]) == 0
    assert capsys.readouterr().err == ""
    assert "Warning" not in page.read_text()


def test_what_is_paid_exactly_has_one_edge() -> None:
    sheet = par_sheet(open_book("star-roulette"))
    assert sheet.warning == ""
    assert all(line.paid.edge == line.odds.edge for line in sheet.lines)


def test_roots_are_rounded_by_whole_numbers() -> None:
    assert [root(Fraction(2)), root(Fraction(1, 4)), root(Fraction(0))] == ["1.4142", "0.5000", "0.0000"]
    assert root(Fraction(99_995**2, 10**10), 4) == "1.0000", "half goes up"


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)


@pytest.mark.parametrize("table", TABLES, ids=" ".join)
def test_papers_of_every_table_hold_every_wager(table: tuple[str, ...], tmp_path: Path) -> None:
    page, paper = tmp_path / "par.html", tmp_path / "par.pdf"
    assert run(["par", *table, "-o", str(page)]) == 0
    assert run(["par", *table, "-o", str(paper)]) == 0
    text = page.read_text()
    tags = Tags()
    tags.feed(text)
    rows = text.count('<td class="blank">')
    assert rows >= 14, "two blank limits for each line"
    assert not {"script", "link", "img", "iframe"} & set(tags.seen)
    assert "http" not in text, "nothing is fetched"
    assert re.search(r"<dd>[0-9a-f]{64}</dd>", text), "the book's fingerprint"
    assert paper.read_bytes().startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", paper.read_bytes())) >= 2


def test_sheet_names_every_wager_clause_and_reading() -> None:
    for name in ("star-craps", "dragon-fire"):
        book = open_book(name)
        sheet = par_sheet(book)
        text = par_html(sheet)
        assert {line.wager for line in sheet.lines} == set(book.wagers)
        for clause in {c.partition("[")[0] for wager in book.wagers.values() for c in wager.clauses()}:
            assert clause in text
        assert all(reading in text for reading in book.readings.values)


def test_the_same_book_gives_the_same_paper() -> None:
    sheet = par_sheet(open_book("dragon-fire"))
    assert par_pdf(sheet) == par_pdf(sheet)


def test_a_reading_that_is_not_the_default_stands_out() -> None:
    sheet = par_sheet(open_book("star-craps", readings={"bar_effect": "stay"}))
    assert ("G7", "bar_effect", "stay", "") in sheet.readings
    assert ("G6", "rounding_scope", "per_wager", "default") in sheet.readings


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("star-craps", "-o", "par.txt"), "a .html or a .pdf file"),
        (("star-crap", "-o", "par.html"), "did you mean 'star-craps'"),
        (("star-craps", "-o", "/nonexistent/par.html"), "No such file"),
        (("star-craps", "--variant", "maxi", "-o", "par.html"), "no variant 'maxi'"),
        (("star-craps",), "Missing option"),
        (("star-craps", "--json", "-o", "par.html"), "leave -o out"),
        (("star-craps", "--stake", "0", "-o", "par.html"), "nothing to stake"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str) -> None:
    assert run(["par", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err


def test_without_reportlab_a_line_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)
    assert run(["par", "star-craps", "-o", str(tmp_path / "par.pdf")]) == 2
    assert capsys.readouterr().err == "feltwork: reportlab is not installed: pip install 'feltwork[pdf]'\n"
    assert not list(tmp_path.iterdir())
