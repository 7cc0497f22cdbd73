"""``feltwork par``."""

from __future__ import annotations

from pathlib import Path

import click

from feltwork.cli.book_options import Asked, book_options, head, open_asked
from feltwork.cli.common import Amount, book_argument, json_option, say, say_json, warn
from feltwork.cli.files import write_bytes_whole, write_whole
from feltwork.refusal import shown


@click.command("par")
@book_argument()
@book_options
@click.option("--stake", type=Amount(), default=1000, help="The stake of the edges as they are paid.  [10]")
@click.option("--chip", type=Amount(), help="The smallest chip (default: the book's usual one).")
@click.option("-o", "--output", metavar="FILE", help="A .html or a .pdf file; - prints the HTML.")
@json_option
def command(book: str, asked: Asked, stake: int, chip: int | None, output: str | None, as_json: bool) -> None:
    """The par sheet of BOOK, for paper: every wager's odds, chances, edge, variance and clauses; limits left blank.

    Each edge stands twice: exact, and as it is paid at a stake in chips. Where rounding hands the player the advantage
    the sheet warns, and so does this command.
    """
    from feltwork.lab.papers.par import par_sheet

    kind = ".html" if output == "-" else Path(output or "").suffix.lower()
    if as_json and output is not None:
        raise click.UsageError("--json prints the figures; leave -o out")
    if output is None and not as_json:
        raise click.UsageError("Missing option '-o' / '--output': a .html or a .pdf file, or --json")
    if not as_json and kind not in (".html", ".pdf"):
        named = shown(Path(output or "").name)
        raise click.UsageError(f"a par sheet is written to a .html or a .pdf file, not to '{named}'")
    if kind == ".pdf":
        from feltwork.extras import need

        need("reportlab", "pdf")
    opened = open_asked(book, asked)
    sheet = par_sheet(opened, stake=stake, chip=chip)
    if as_json:
        say_json({**head(opened), **sheet.as_data()})
    elif kind == ".pdf":
        from feltwork.lab.papers.pdf import par_pdf

        write_bytes_whole(output or "", par_pdf(sheet))
    else:
        from feltwork.lab.papers.html import par_html

        if output == "-":
            say(par_html(sheet).rstrip())
        else:
            write_whole(output or "", par_html(sheet))
    warn(sheet.warning)
