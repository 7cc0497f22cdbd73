"""Conduct: what this book leaves out of what the others give (section 9)."""

from __future__ import annotations

from tests.rules import conduct


def test_9_3_3_and_nobody_is_detained() -> None:
    conduct.gives_no_power("star-roulette", "device", "detain", "casino_supervisor", "9.1")
