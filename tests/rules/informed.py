"""What every book asks of information: rules to read, terms that are known, an inspector who sees all."""

from __future__ import annotations

from feltwork.floor.card import wager_card
from feltwork.rulebooks import open_book
from feltwork.rulebooks.card import card
from feltwork.rulebooks.register import find_clause
from feltwork.server.access import COMMANDS
from feltwork.server.routes import ENDPOINTS


def the_rules_can_be_read(book: str) -> None:
    """At a terminal and at the counter: every wager with its odds and clause."""
    opened = open_book(book)
    card = wager_card(opened)
    assert {spot["wager"] for spot in card.values()} == set(opened.wagers)
    assert all(spot["clause"] and spot["pays"] for spot in card.values())
    readers = next(e.who for e in ENDPOINTS if e.path == "/api/tables/{table}/card")
    assert {"player", "crew", "supervisor", "inspector"} <= readers


def an_inspector_sees_and_does_nothing() -> None:
    assert not COMMANDS.get("inspector")
    writable = [e.path for e in ENDPOINTS if e.method == "POST" and e.who == frozenset({"inspector"})]
    assert not any("table" in path for path in writable)
    assert any("inspector" in e.who for e in ENDPOINTS if e.method == "GET" and "/api/" in e.path)


def the_card_says(
    book: str,
    sentence: str,
    clause: str = "",
    words: str = "",
    variant: str | None = None,
    readings: dict[str, str] | None = None,
) -> None:
    """A sentence of the printed card, and words of the clause it cites, as the register has it."""
    lines = card(open_book(book, variant=variant, readings=readings)).splitlines()
    assert sentence in lines
    if clause:
        assert sentence.endswith(f"({clause}).")
        assert words in find_clause(book, clause).obligation


def the_card_rounds_by_no_clause(book: str, sentence: str) -> None:
    lines = card(open_book(book)).splitlines()
    assert sentence in lines
    assert not any("rounded" in line or ("chips cannot pay" in line and line != sentence) for line in lines)
