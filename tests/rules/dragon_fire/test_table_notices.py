"""Notices at the desk: of limits and of closing."""

from __future__ import annotations

from tests.rules.notices import closing_names_its_time, limits_name_their_time


def test_7_5_names_its_time() -> None:
    limits_name_their_time("dragon-fire", "7.5", "dragon")


def test_11_8_names_its_time() -> None:
    closing_names_its_time("dragon-fire", "11.8", "dragon")
