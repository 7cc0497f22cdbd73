"""A book that an installed package brings is played, priced, drawn, trained, simulated, rehearsed and verified."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feltwork.cli.main import run
from feltwork.felt.plain import plain_felt
from feltwork.games import BookError, book_names, check_book, open_book
from feltwork.games.checking import problems
from feltwork.games.registry import OURS, conduct_of, find_game
from tests.games import every_use as use
from tests.games.installing import copied, installed

BOOK = "pocket-craps"


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


def test_a_sound_book_has_no_problems() -> None:
    assert [problem for name in book_names() for problem in problems(name)] == []


def wrong(folder: Path, file: str, old: str, new: str) -> list[str]:
    """What is said of a copy of the book with one mistake in it."""
    path = copied(folder, "wrong-craps") / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with installed(folder):
        return problems("wrong-craps")


def test_mistakes_in_a_folder_are_told_in_words(tmp_path: Path) -> None:
    folders = (tmp_path / str(number) for number in range(9))

    def said(*mistake: str) -> str:
        folder = next(folders)
        folder.mkdir()
        (line, *_) = wrong(folder, *mistake)
        return line

    assert said("clauses.tsv", "4.1.4\t", "4.1.9\t") == "clauses.tsv: 4.1.4 is missing, which wager any-seven cites"
    assert "4.1.3 stands there twice" in said("clauses.tsv", "4.1.4\t", "4.1.3\t")
    assert "columns in line 2, not 8" in said("clauses.tsv", "1.1\tdefinition\t", "1.1\t")
    assert said("conduct.py", '("line", "dont-line")', '("pass",)').endswith("which is no wager of the book")
    assert said("rows.py", "4 to 1", "4 t 1").startswith("the book 'wrong-craps' cannot be opened: odds are written")


def test_a_wager_that_travels_has_a_place_on_a_plain_cloth() -> None:
    felt = plain_felt(open_book("star-craps"), ("2.2",))
    assert all(felt.places("come", point) for point in (4, 5, 6, 8, 9, 10))


def test_a_book_without_a_tour_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tour", "--book", BOOK]) == 2
    assert f"there is no tour of {BOOK}" in capsys.readouterr().err
