"""Groups of wagers by one button: each book's own, offered where the table has all of its wagers."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.games.registry import book_names, every_kind, find_game
from feltwork.table.play.placing import find_selection
from feltwork.views.shortcuts import shortcuts_of


@pytest.mark.parametrize("name", book_names())
def test_every_shortcut_is_offered_at_a_kind_of_table(name: str) -> None:
    offered = [shortcut for book in every_kind(name) for shortcut in shortcuts_of(book)]
    assert {str(shortcut["name"]) for shortcut in offered} == {one.name for one in find_game(name).shortcuts}


@pytest.mark.parametrize("name", book_names())
def test_the_parts_of_a_shortcut_are_wagers_of_the_table(name: str) -> None:
    for book in every_kind(name):
        told: list[Any] = shortcuts_of(book)
        for shortcut in told:
            for part in shortcut["parts"]:
                on = tuple(part["on"]) if isinstance(part["on"], list) else part["on"]
                assert on in book.wagers[part["wager"]].shapes
                assert find_selection(book.wagers[part["wager"]], part["on"]) == on


def test_calls_on_sections_of_the_wheel_belong_to_one_zero() -> None:
    wheels: dict[int, Any] = {
        len(book.wheel): shortcuts_of(book) for name in book_names() for book in every_kind(name) if book.spins
    }
    assert [shortcut["name"] for shortcut in wheels[37]] == ["Voisins du zéro", "Tiers", "Orphelins"]
    assert sum(part["times"] for part in wheels[37][0]["parts"]) == 9
    assert wheels[38] == []
