"""What a body of the log is shown without: what is secret for a while, and numbers that open an account."""

from __future__ import annotations

from typing import Any

from feltwork.engine.aggregates import WITHHELD

SHOWN = 4
"""Digits of a card that are shown, the last ones."""


def without_secrets(body: dict[str, Any]) -> dict[str, Any]:
    """A body, or the command in it, without what is secret for a while; nor why such a command was refused."""
    hidden = WITHHELD.get(str(body.get("type")), ())
    shown = {name: value for name, value in body.items() if name not in hidden}
    command = shown.get("command")
    if not isinstance(command, dict):
        return shown
    if "reason" in shown and WITHHELD.get(str(command.get("type"))):
        shown["reason"] = ""
    return shown | {"command": without_secrets(command)}


def without_cards(value: Any) -> Any:
    """The same with the end of each card's number only: who knows the whole number sits down as its owner."""
    if isinstance(value, dict):
        return {name: _card(part) if name == "card" else without_cards(part) for name, part in value.items()}
    return [without_cards(part) for part in value] if isinstance(value, list) else value


def _card(number: Any) -> Any:
    return f"...{number[-SHOWN:]}" if isinstance(number, str) and len(number) > SHOWN else number
