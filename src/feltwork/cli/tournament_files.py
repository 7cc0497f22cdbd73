"""Conditions of a tournament, read for commands."""

from __future__ import annotations

import tomllib

import click

from feltwork.cli.common import read_text
from feltwork.games import BookError, check_book
from feltwork.games.registry import practice_rules
from feltwork.games.tournament import TournamentRules
from feltwork.refusal import harmless
from feltwork.tournament.live.guards import PRACTICE_ONLY

db_option = click.option("--db", required=True, help="The floor's database: a file, or a PostgreSQL address.")


def read_document(file: str, *, practice: bool = False) -> tuple[dict[str, object], TournamentRules]:
    """Conditions from their file, and the rules of the book they are for; in practice every book has some."""
    try:
        document = tomllib.loads(read_text(file))
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise click.UsageError(f"{harmless(file)}: {harmless(wrong)}") from None
    book = document.get("tournament")
    if not isinstance(book, str):
        raise click.UsageError(f"{harmless(file)}: field 'tournament': the name of a book")
    return document, tournament_rules(book, practice=practice)


def tournament_rules(book: str, *, practice: bool = False) -> TournamentRules:
    """A book's rules for tournaments, or a complaint; in practice ours, where it has none."""
    try:
        check_book(book)
    except BookError as wrong:
        raise click.UsageError(str(wrong)) from None
    rules = practice_rules(book)
    if not (rules.in_the_book or practice):
        raise click.UsageError(f"{book} {PRACTICE_ONLY} (not in the book)")
    return rules
