"""Entries that were given for wagers, held against what the tables' own records say that those players wagered."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any, NamedTuple

from feltwork.verifier.log.bodies import read_event
from feltwork.verifier.log.rows import Finding, Reading, Row

SINCE = 3
"""Promotions drafted under these rules or later take no entry for a wager that the ledger does not show."""
DECIDED = frozenset(("win", "lose", "draw"))
PROMOTION, TABLE = "promotion/", "table/"
KINDS = frozenset(("table-opened", "seat-taken", "round-settled", "round-reversed"))
Passed = Container[tuple[str, int]]


class Claim(NamedTuple):
    """Entries that one player was given, and what is said to have been wagered for them."""

    row: Row
    books: list[str]
    since: int
    player: str
    wager: int
    entries: int
    """With all that the player was given before."""
    each: int
    """Cents for each entry; 0 where one minimum does."""


class Stake(NamedTuple):
    """What one player had on decided wagers of a round."""

    at: int
    book: str
    cents: int
    version: int


def wrong_entries(reading: Reading, passed: Passed) -> Iterator[Finding]:
    """Every entry for which less was wagered than it says, or than the terms ask for so many."""
    claims = [claim for name in reading.streams() if name.startswith(PROMOTION) for claim in _claims(reading, name)]
    if not claims:
        return
    wanted = {claim.player for claim in claims}
    stakes: dict[str, list[tuple[Stake, int]]] = {}
    for name in reading.streams():
        if name.startswith(TABLE):
            for player, stake, back in _stakes(reading, name, passed, wanted):
                stakes.setdefault(player, []).append((stake, back))
    for claim in claims:
        at = claim.row.at
        shown = sum(
            stake.cents
            for stake, back in stakes.get(claim.player, ())
            if stake.book in claim.books and claim.since <= stake.at <= at and not (back and back <= at)
        )
        where = (claim.row.stream, claim.row.version)
        if claim.wager > shown:
            told = f"{claim.player} was entered for {claim.wager} cents of wagers, the tables show {shown}"
            yield Finding("promotion", *where, told)
        elif claim.each and claim.entries > shown // claim.each:
            due = shown // claim.each
            told = f"{claim.player} has {claim.entries} entries for wagers, {due} are due for {shown} cents"
            yield Finding("promotion", *where, told)


def _claims(reading: Reading, name: str) -> Iterator[Claim]:
    books: list[str] = []
    rules, since, terms = 1, 0, {}
    given: dict[str, int] = {}
    blocks: dict[int, tuple[str, int]] = {}
    for row, body in _bodies(reading, name):
        if row.kind == "promotion-drafted":
            books, rules, terms = body["books"], body.get("rules", 1), body["terms"]
        elif row.kind == "promotion-amended":
            terms = body["terms"]
        elif row.kind == "promotion-commenced":
            since = row.at
        elif row.kind == "entries-struck" and body["first"] in blocks:
            player, entries = blocks.pop(body["first"])
            given[player] -= entries
        elif row.kind == "entries-added" and rules >= SINCE and terms.get("wager_required") and body["wager"]:
            player, entries = body["player"], body["entries"]
            blocks[body["first"]] = (player, entries)
            given[player] = given.get(player, 0) + entries
            told = (player, body["wager"], given[player], terms.get("wager_for_each", 0))
            yield Claim(row, books, since, *told)


def _stakes(reading: Reading, name: str, passed: Passed, wanted: Container[str]) -> Iterator[tuple[str, Stake, int]]:
    """Who had how much on decided wagers of each round, and when that round was taken back."""
    seats: dict[int, str] = {}
    book, found, back = "", [], {}
    for row, body in _bodies(reading, name):
        if row.kind not in KINDS or (name, row.version) in passed:
            continue
        if row.kind == "table-opened":
            book = body["book"]
        elif row.kind == "seat-taken":
            seats[body["seat"]] = body["player"]
        elif row.kind == "round-reversed":
            back[body["version"]] = row.at
        else:
            for line in body["lines"]:
                player = seats.get(line.seat, "")
                if player in wanted and line.result in DECIDED:
                    cents = line.stake - (line.apart.excess if line.apart else 0)
                    found.append((player, Stake(row.at, book, cents, row.version)))
    yield from ((player, stake, back.get(stake.version, 0)) for player, stake in found)


def _bodies(reading: Reading, name: str) -> Iterator[tuple[Row, dict[str, Any]]]:
    """Records that can be read; what cannot is found where its stream is followed."""
    for row in reading.records(name):
        body = read_event(row)
        if not isinstance(body, str):
            yield row, body
