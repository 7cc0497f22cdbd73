"""Conditions of a tournament, read for commands."""

from __future__ import annotations

import tomllib

import click

from feltwork.cli.common import read_text
from feltwork.games import BookError, check_book
from feltwork.games.registry import find_game, with_tournaments
from feltwork.games.tournament import TournamentRules
from feltwork.refusal import harmless


def read_document(file: str) -> tuple[dict[str, object], TournamentRules]:
    """Conditions from their file, and the rules of the book they are for."""
    try:
        document = tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as wrong:
        raise click.UsageError(f"{harmless(file)}: {harmless(wrong)}") from None
    book = document.get("tournament")
    if not isinstance(book, str):
        raise click.UsageError(f"{harmless(file)}: field 'tournament': the name of a book")
    return document, tournament_rules(book)


def tournament_rules(book: str) -> TournamentRules:
    """A book's rules for tournaments, or a complaint."""
    try:
        check_book(book)
    except BookError as wrong:
        raise click.UsageError(str(wrong)) from None
    rules = find_game(book).tournament
    if rules is None:
        known = " and ".join(with_tournaments())
        raise click.UsageError(f"{book} has no rules for tournaments; {known} have")
    return rules
