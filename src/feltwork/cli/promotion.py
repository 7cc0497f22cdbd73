"""``feltwork promotion``."""

from __future__ import annotations

import click

from feltwork.cli.common import json_option, say, say_json
from feltwork.cli.promotion_draws import draw, entries, freeze, recompute, redraw, witness
from feltwork.cli.promotion_entrants import deny, enter, enter_wagered
from feltwork.cli.promotion_files import form, promotion_rules, read_terms
from feltwork.cli.promotion_run import amend, commence, do, draft, pay, prescribed, publish, show
from feltwork.promotion.state import terms_digest
from feltwork.promotion.terms import lacks, needs_scrutineer
from feltwork.refusal import harmless


@click.group("promotion")
def command() -> None:
    """Promotions: terms, entries, a draw that anybody can recompute, prizes."""


@command.command("new")
@click.argument("books", nargs=-1, required=True, metavar="BOOK...")
def new(books: tuple[str, ...]) -> None:
    """Print terms for a promotion at these games to fill in: each item that must be said, with its clause."""
    say(form(books, promotion_rules(books)).rstrip("\n"))


@command.command("check")
@click.argument("file", metavar="FILE")
@click.option("--prescribed", "items", multiple=True, help="What the regulations bar as a prize; as often as needed.")
@json_option
def check(file: str, items: tuple[str, ...], as_json: bool) -> int:
    """Say what terms still lack by the book, clause by clause; exit code 1 if they cannot be submitted."""
    books, terms = read_terms(file)
    rules = promotion_rules(books)
    found = lacks(terms, rules, items)
    watched = needs_scrutineer(terms, rules)
    if as_json:
        listed = [{"clause": lack.clause, "about": lack.about} for lack in found]
        say_json({"complete": not found, "lacks": listed, "scrutineer": watched, "digest": terms_digest(terms)})
    elif found:
        for lack in found:
            say(str(lack))
    else:
        watcher = "; the draw needs a scrutineer" if watched else ""
        say(f"{harmless(file)}: complete; the terms can be submitted to {rules.regulator}{watcher}")
    return 1 if found else 0


for each in (
    draft,
    publish,
    commence,
    amend,
    enter,
    enter_wagered,
    freeze,
    witness,
    draw,
    redraw,
    pay,
    deny,
    do,
    prescribed,
    show,
):
    command.add_command(each)
command.add_command(entries)
command.add_command(recompute)
