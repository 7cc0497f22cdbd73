"""Notices at the desk: of limits and of closing."""

from __future__ import annotations

from tests.rules.notices import closing_names_its_time, limits_name_their_time


def test_3_1_names_its_time() -> None:
    limits_name_their_time("aruze-craps", "not in the book", "field")


def test_7_2_names_its_time() -> None:
    closing_names_its_time("aruze-craps", "not in the book", "field")
