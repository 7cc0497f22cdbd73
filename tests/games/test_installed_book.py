"""A book that an installed package brings is played, priced, drawn, trained, simulated, rehearsed and verified."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feltwork.games import BookError, book_names, check_book, open_book
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
