"""What every book asks of information: rules to read, terms that are known, an inspector who sees all."""

from __future__ import annotations

from tempfile import TemporaryDirectory

from feltwork.floor.card import wager_card
from feltwork.rulebooks import open_book
from feltwork.rulebooks.card import card
from feltwork.rulebooks.register import find_clause
from feltwork.server.access import ALL_COMMANDS, may_send
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.routes import ENDPOINTS
from feltwork.server.sessions import Session
from tests.server.conftest import Talk, running


def the_rules_can_be_read(book: str) -> None:
    """At a terminal and at the counter: every wager with its odds and clause."""
    opened = open_book(book)
    card = wager_card(opened)
    assert {spot["wager"] for spot in card.values()} == set(opened.wagers)
    assert all(spot["clause"] and spot["pays"] for spot in card.values())
    readers = next(e.who for e in ENDPOINTS if e.path == "/api/tables/{table}/card")
    assert {"player", "crew", "supervisor", "inspector"} <= readers


def an_inspector_sees_and_does_nothing(book: str, wager: str) -> None:
    """At a real floor with a table of this book: every paper of an inspector's is there, and no command is taken."""
    assert not any(may_send("inspector", command) for command in ALL_COMMANDS)
    with TemporaryDirectory() as folder, running(_floor(book, folder)) as floor:
        session = floor.token(Session("inspector", (("ines", "inspector"),)))
        status, body, _ = floor.fetch("/api/inspect/events?table=one", session)
        assert (status, '"table-opened"' in body.decode()) == (200, True), "the log from its first event on"
        for paper in ("/inspect", "/api/inspect/one/rounds", "/api/inspect/verify", "/api/tables/one/card", "/wall"):
            assert floor.fetch(paper, session)[0] == 200, paper
        for order in ("/api/office/open", "/api/office/one/clear", "/api/cage", "/api/cash-in"):
            assert floor.fetch(order, session, {})[0] == 403, order
        screen = Talk(floor.screen("one", session))
        for command in ("close-table", "open-play"):
            assert "does not send" in str(screen.do(command)["why"])
        assert "does not send" in str(screen.do("sit", player="ines", seat=1)["why"])
        assert "does not send" in str(screen.do("place-wager", seat=1, wager=wager, amount=5_00)["why"])
        assert floor.floor.house.rooms["one"].life.seats == {}


def _floor(book: str, folder: str) -> FloorConfig:
    return FloorConfig([TableConfig("one", book, 4)], f"{folder}/floor.sqlite")


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
