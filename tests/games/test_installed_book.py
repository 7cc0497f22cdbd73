"""A book that an installed package brings is played, priced, drawn, trained, simulated, rehearsed and verified."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import feltwork.games
from feltwork.cli.main import run
from feltwork.felt.plain import plain_felt
from feltwork.games import BookError, book_names, check_book, open_book
from feltwork.games.checking import problems
from feltwork.games.registry import OURS, conduct_of, find_game, find_ours
from feltwork.lab.strategy.named import TEXTS
from tests.games import every_use as use
from tests.games.installing import copied, installed

BOOK = "pocket-craps"
TIGHT = """
from dataclasses import replace

from feltwork.felt.area import box
from feltwork.felt.cloth import Cloth, centred
from feltwork.felt.plain import plain_felt


def felt(book, layout):
    cloth, outline = Cloth(book), box(1000, 400, 120, 60)
    words = centred(outline.centre, ("ANY SEVEN OF THE NEXT ROLL", 20, "word"))
    cloth.mark("any-seven", None, outline, *words, group="x")
    drawn = plain_felt(book, ("2.1",))
    kept = tuple(area for area in drawn.areas if area.wager != "any-seven")
    return replace(drawn, areas=(*kept, *cloth.areas))
"""


@pytest.fixture(autouse=True)
def brought() -> Iterator[None]:
    with installed():
        yield


def test_it_is_one_of_the_books() -> None:
    assert book_names() == (*OURS, BOOK)
    assert check_book(BOOK) == BOOK
    assert open_book(BOOK).name == "Pocket Craps (Example)"
    assert conduct_of(BOOK) is not None


def test_it_is_settled() -> None:
    use.settled(BOOK, "line", (5, 6), "110.00")
    use.settled(BOOK, "dont-line", (6, 6), "100.00")
    use.settled(BOOK, "any-seven", (3, 4), "140.00")


def test_it_is_priced() -> None:
    use.priced(BOOK)


def test_it_is_told() -> None:
    use.told(BOOK)


def test_it_is_drawn() -> None:
    use.drawn(BOOK)


def test_it_is_trained() -> None:
    use.trained(BOOK)


def test_it_is_simulated() -> None:
    use.simulated(BOOK, "keep line 10; keep field 5")


def test_it_is_rehearsed_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    use.rehearsed_and_verified(BOOK, tmp_path)


def test_a_package_that_cannot_be_loaded_is_one_line(tmp_path: Path) -> None:
    package = copied(tmp_path, "broken-craps")
    (package / "game.py").write_text("import nothing_like_this\n")
    with (
        installed(tmp_path),
        pytest.raises(BookError, match=r"the book 'broken-craps' of broken_craps\.game:GAME cannot"),
    ):
        find_game("broken-craps")


def test_a_package_cannot_take_the_name_of_one_of_ours(tmp_path: Path) -> None:
    ours = next(iter(OURS))
    copied(tmp_path, ours)
    with installed(tmp_path):
        assert open_book(ours).title != "Pocket Craps (Example)"


def test_a_folder_among_ours_is_a_book_once_it_has_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes where it says, or after the others; a folder of anything else breaks nothing."""
    for name, says in (("later_craps", ""), ("early_craps", "PLACE = 0\n"), ("no_book", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(says)
        if name != "no_book":
            (tmp_path / name / "game.py").touch()
        monkeypatch.setitem(sys.modules, f"feltwork.games.{name}", None)
        monkeypatch.delitem(sys.modules, f"feltwork.games.{name}")
    monkeypatch.setattr(feltwork.games, "__path__", [*feltwork.games.__path__, str(tmp_path)])
    assert list(find_ours()) == ["early-craps", *OURS, "later-craps"]


def test_a_sound_book_has_no_problems() -> None:
    assert [problem for name in book_names() for problem in problems(name)] == []


def wrong(folder: Path, file: str, old: str, new: str) -> list[str]:
    """What is said of a copy of the book with one mistake in it."""
    path = copied(folder, "wrong-craps") / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with installed(folder):
        return problems("wrong-craps", TEXTS)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("clauses.tsv", "4.1.4\t", "4.1.9\t", "clauses.tsv: 4.1.4 is missing, which wager any-seven cites"),
        ("clauses.tsv", "4.1.4\t", "4.1.3\t", "4.1.3 stands there twice"),
        ("clauses.tsv", "1.1\tdefinition\t", "1.1\t", "columns in line 2, not 8"),
        (
            "clauses.tsv",
            "1.1\tdefinition",
            "1.0\twager\tplayer\tx\trow\timplemented\t\t\n1.1\tdefinition",
            "clauses.tsv: no row, house rule or power cites 1.0, said to be implemented or recorded; name the module",
        ),
        (
            "clauses.tsv",
            "feltwork.games.register",
            "feltwork.nowhere",
            "clauses.tsv: 1.1 names the module 'feltwork.nowhere', which is not there",
        ),
        ("rows.py", "4 to 1", "4 t 1", "the book 'wrong-craps' cannot be opened: odds are written"),
        ("rows.py", '"any-seven", "Any', '"field", "Any', "two wagers are called 'field'"),
        ("rows.py", '"4.1.4", "any-seven"', '"4.1.4", "field"', "rows.py: two wagers have the concept 'field'"),
        ("rows.py", 'Book("wrong', 'Book("other', "rows.py: the Book has the id 'other-craps', the Game 'wrong-craps'"),
        (
            "rows.py",
            'dont_lock="4.5"',
            'dont_lock="4.5", parent="lien"',
            "rows.py: dont-line lies behind 'lien', which is no wager of the book; did you mean 'line'?",
        ),
        (
            "rows.py",
            'open_until="4.2"',
            'rounding_rule="even"',
            "rounding_rule is one of up, nearest, down, not 'even'",
        ),
        (
            "rows.py",
            "_rows(), PUCK",
            '_rows() if readings["bar"] else {}, PUCK',
            "the rows read the option 'bar', which is not among the book's OPTIONS",
        ),
        ("rows.py", "_rows(), PUCK", "_rows().x, PUCK", "cannot be opened: AttributeError: 'dict' object has no"),
        ("conduct.py", '("line", "dont-line")', '("pass",)', "line names 'pass', which is no wager of the book"),
        (
            "conduct.py",
            '("casino_supervisor",)',
            '("casino_supervisr",)',
            "conduct.py: no other book has the role 'casino_supervisr'; did you mean 'casino_supervisor'?",
        ),
        (
            "readings.py",
            "SHOW_EDGES)",
            'SHOW_EDGES, type(SHOW_EDGES)("X1", "new", ("a",)))',
            "X1, which no readings.tsv has",
        ),
        ("game.py", "#4b3a6b", "teal", "game.py: a hue is written as #14506b, not 'teal'"),
        (
            "game.py",
            "field-martingale",
            "field-martingal",
            "game.py: no strategy that ships is called 'field-martingal'; did you mean 'field-martingale'?",
        ),
        ("game.py", 'id="wrong-craps"', 'id="worse-craps"', "is not the book 'wrong-craps': its id is 'worse-craps'"),
    ],
)
def test_mistakes_in_a_folder_are_told_in_words(file: str, old: str, new: str, says: str, tmp_path: Path) -> None:
    assert says in wrong(tmp_path, file, old, new)[0]


def test_a_cloth_that_draws_an_area_for_no_wager_says_for_which(tmp_path: Path) -> None:
    (copied(tmp_path, "other-craps") / "felt.py").write_text(
        "from feltwork.games.craps_felt import craps\n\n\ndef felt(book, layout):\n    return craps(book)\n"
    )
    with installed(tmp_path):
        (said,) = problems("other-craps")
    assert said.startswith(
        "felt.py: Pocket Craps (Example) cannot be drawn: no wager of the book has the concept 'line"
    )


def test_a_package_without_its_register_is_one_line(tmp_path: Path) -> None:
    """As when setuptools was not told that the table belongs to the package."""
    (copied(tmp_path, "bare-craps") / "clauses.tsv").unlink()
    with installed(tmp_path):
        assert problems("bare-craps")[0] == (
            "clauses.tsv: bare_craps has none, or an empty one; an installed package has it as package data"
        )


def test_a_reading_says_which_clause_it_is_about(tmp_path: Path) -> None:
    package = copied(tmp_path, "read-craps")
    (package / "readings.py").write_text(
        'from feltwork.readings import Option\n\nOPTIONS = (Option("X1", "how", ("so", "otherwise")),)\n'
    )
    (package / "readings.tsv").write_text("id\twhere\toption\tquestion\treading\nX1\t4.1.3\thow\tHow?\tSo.\n")
    with installed(tmp_path):
        assert problems("read-craps") == [
            "readings.tsv: X1 is about '4.1.3', and not a clause of a book, as in read-craps:1.1"
        ]


def test_lettering_that_leaves_its_area_is_told(tmp_path: Path) -> None:
    """Chips that have no room push the words out of a box; nobody sees it in the description."""
    package = copied(tmp_path, "tight-craps")
    (package / "felt.py").write_text(TIGHT)
    with installed(tmp_path):
        assert problems("tight-craps")[0] == (
            "felt.py: on the felt of Pocket Craps (Example) 'ANY SEVEN OF THE NEXT ROLL' leaves the area of any-seven"
        )


def test_a_wager_that_travels_has_a_place_on_a_plain_cloth() -> None:
    felt = plain_felt(open_book("star-craps"), ("2.2",))
    assert all(felt.places("come", point) for point in (4, 5, 6, 8, 9, 10))


def test_a_book_without_a_tour_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tour", "--book", BOOK]) == 2
    assert f"there is no tour of {BOOK}" in capsys.readouterr().err
