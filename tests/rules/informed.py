"""What every book asks of information: rules to read, terms that are known, an inspector who sees all."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from feltwork.cage.documents import SHELF
from feltwork.cage.events import CAGE
from feltwork.cli.main import run
from feltwork.games import open_book
from feltwork.games.card import card
from feltwork.games.register import find_clause, register
from feltwork.server.auth.access import commands_of
from feltwork.server.auth.sessions import Session
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.views.card import wager_card
from tests.server.conftest import Running, Talk, running

READERS = {
    "player": Session("player", (("ann", "player"),), "one", 1),
    "crew": Session("crew", (("deal", "dealer"),), "one"),
    "supervisor": Session("supervisor", (("sue", "casino_supervisor"),)),
    "cashier": Session("cashier", (("cass", "cashier"),)),
    "inspector": Session("inspector", (("ines", "inspector"),)),
}
"""Everybody who may ask to see the rules: at a terminal, at the table, at the desks."""


def the_rules_can_be_read(book: str) -> None:
    """The approved document itself, as the operator installed it, and beside it every clause and every wager."""
    card = wager_card(open_book(book))
    assert {spot["wager"] for spot in card.values()} == set(open_book(book).wagers)
    assert all(spot["clause"] and spot["pays"] for spot in card.values())
    with TemporaryDirectory() as folder, running(_floor(book, folder)) as floor:
        tokens = {kind: floor.token(session) for kind, session in READERS.items()}
        for kind, token in tokens.items():
            assert floor.fetch("/api/tables/one/card", token)[:2] == (200, msgspec.json.encode(card)), kind
        assert _told(floor, book, tokens["player"])["why"].startswith("no approved document")
        assert floor.fetch(f"/rules/{book}/document", tokens["player"])[0] == 404
        for body, form in ((b"%PDF-1.7 the rules", "pdf"), ("The rules, §1".encode(), "text")):
            digest = _installed(folder, book, body, f"version {form}")
            for kind, token in tokens.items():
                told = _told(floor, book, token)
                shown = told["document"]
                assert (shown["sha256"], shown["version"], shown["by"]) == (digest, f"version {form}", "olga")
                assert told["why"] == ""
                assert told["text"] == (body.decode() if form == "text" else None)
                assert floor.fetch(f"/rules/{book}/document", token)[:2] == (200, body), kind
                assert floor.fetch("/rules", token)[0] == 200, kind
        said = {clause: words for section in told["sections"] for clause, words in section["clauses"]}
        assert said == {row.clause: row.obligation for row in register() if row.book == book}
        assert floor.fetch(f"/rules/{book}/document")[0] in (303, 403), "whoever is not signed in sees the door"
        records = floor.floor.house.store.log.read(CAGE, 0)
        installed = [msgspec.json.decode(r.body) for r in records if r.kind == "rules-installed"]
        assert [event["sha256"] for event in installed] == [sha256(b"%PDF-1.7 the rules").hexdigest(), digest]
        floor.floor.house.shelf.put(SHELF, digest, b"other rules")
        assert "not the one that was installed" in _told(floor, book, tokens["cashier"])["why"]
        assert floor.fetch(f"/rules/{book}/document", tokens["cashier"])[0] == 409


def _told(floor: Running, book: str, token: str) -> Any:
    status, body, _ = floor.fetch(f"/api/rules/{book}", token)
    assert status == 200
    return msgspec.json.decode(body)


def _installed(folder: str, book: str, body: bytes, version: str) -> str:
    """As an operator does it at the command line; gives the digest."""
    file = Path(folder) / "rules"
    file.write_bytes(body)
    asked = [
        "document",
        "install",
        book,
        str(file),
        "--version",
        version,
        "--as",
        "olga",
        "--db",
        f"{folder}/floor.sqlite",
    ]
    assert run(asked) == 0
    return sha256(body).hexdigest()


def an_inspector_sees_and_does_nothing(book: str, wager: str) -> None:
    """At a real floor with a table of this book: every paper of an inspector's is there, and no command is taken."""
    assert commands_of("inspector") == frozenset()
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
        assert floor.floor.house.rooms["one"].live.seats.players == {}


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


def approved_by(book: str, authority: str, day: str) -> None:
    """The register says who approved the rules and when; a document is installed under its version, with its digest."""
    told = find_clause(book, "ORDER").obligation
    assert authority in told
    assert day in told
    with TemporaryDirectory() as folder, running(_floor(book, folder)) as floor:
        token = floor.token(READERS["inspector"])
        digest = _installed(folder, book, b"%PDF-1.7 the rules", day)
        shown = _told(floor, book, token)["document"]
        assert (shown["version"], shown["sha256"], shown["by"]) == (day, digest, "olga")
