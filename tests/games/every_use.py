"""What the house makes of any book, one use after the other."""

from __future__ import annotations

from pathlib import Path

from feltwork.cli.main import run
from feltwork.felt import render
from feltwork.games import open_book
from feltwork.games.card import card
from feltwork.games.felts import felt_of
from feltwork.games.register import find_clause
from feltwork.lab.analysis.edges import odds_of
from feltwork.lab.simulate.lab import prepare
from feltwork.table.play.table import open_table
from feltwork.train.codes import code_of, find_spot


def priced(book: str) -> None:
    rows = odds_of(book)
    assert {row.wager for row in rows} == set(open_book(book).wagers)
    assert all(0 < row.edge < 1 for row in rows)


def told(book: str) -> None:
    """On the card and in the register, clause by clause."""
    opened = open_book(book)
    assert all(wager.title in card(opened) for wager in opened.wagers.values())
    assert all(find_clause(book, clause).obligation for clause in opened.clauses)


def drawn(book: str) -> None:
    felt = felt_of(open_book(book))
    picture = render(felt)
    for wager in open_book(book).wagers.values():
        for on in wager.shapes:
            assert felt.area(wager.name, on), (wager.name, on)
        assert f'data-wager="{wager.name}"' in picture


def trained(book: str) -> None:
    opened = open_book(book)
    for wager in opened.wagers.values():
        for on in wager.shapes:
            assert find_spot(opened, code_of(opened, wager, on)) == (wager.name, on)


def simulated(book: str, strategy: str) -> None:
    result = prepare(strategy, book, bankroll=200).simulate(2_000, 60, 5)
    assert result.sessions == 2_000


def settled(book: str, wager: str, dice: tuple[int, int], back: str) -> None:
    table = open_table(book, seats={1: "100.00"}, smallest_chip="1.00")
    assert table.bet(1, wager, "10.00")
    table.roll(*dice)
    assert table.balance(1) == back


def rehearsed_and_verified(book: str, folder: Path) -> None:
    """Bots and staff play it with all that can go wrong; the verifier, which has its own way, finds nothing."""
    log = str(folder / f"{book}.sqlite")
    assert run(["rehearse", "--books", book, "--rounds", "60", "--db", log]) == 0
    assert run(["audit", "verify", log]) == 0
