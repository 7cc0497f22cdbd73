"""Amounts of chips, tokens and colour checks: whole chips, somebody's, and all of them given up."""

from __future__ import annotations

from feltwork.verifier.table.facts import Body, Facts
from feltwork.verifier.table.game import GameState


def in_chips(facts: Facts, body: Body) -> None:
    """Somebody sits there, and the amount is whole chips."""
    if body["seat"] not in facts.seats:
        facts.wrong("seat", f"nobody sits in seat {body['seat']}")
    whole_chips(facts, body["amount"])


def whole_chips(facts: Facts, amount: int) -> None:
    chip = facts.game().chip
    if amount <= 0 or amount % chip:
        facts.wrong("money", f"{amount} cents are not whole chips of {chip}")


def all_of(facts: Facts, instrument: str, body: Body) -> None:
    """Everything that a seat holds of an instrument is given up."""
    held = facts.game().held.purse(instrument).get(body["seat"], 0)
    if body["amount"] != held or held <= 0:
        facts.wrong("money", f"seat {body['seat']} had {held} cents in {instrument}, {body['amount']} went")
    facts.game().held.give(instrument, body["seat"], -body["amount"])


def has(game: GameState, instrument: str, seat: int) -> bool:
    """In hand, or on the layout?"""
    laid = (lot for wager in game.layout.values() if wager.seat == seat for lot in wager.lots)
    return bool(game.held.purse(instrument).get(seat)) or any(lot.instrument == instrument for lot in laid)
