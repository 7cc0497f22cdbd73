"""Notices at the desk: of limits and of closing."""

from __future__ import annotations

from tests.rules.notices import closing_names_its_time, limits_name_their_time


def test_4_5_names_its_time() -> None:
    limits_name_their_time("star-roulette", "4.5", "red")


def test_9_8_names_its_time() -> None:
    closing_names_its_time("star-roulette", "9.8", "red")
