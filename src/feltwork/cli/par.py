"""``feltwork par``."""

from __future__ import annotations

from pathlib import Path

import click

from feltwork.cli.book_options import book_options, open_asked
from feltwork.cli.common import book_argument, say
from feltwork.cli.files import write_bytes_whole, write_whole
from feltwork.refusal import shown


@click.command("par")
@book_argument()
@book_options
@click.option("-o", "--output", required=True, metavar="FILE", help="A .html or a .pdf file; - prints the HTML.")
def command(
    book: str, variant: str | None, wheel: str, lucky_ball: bool, readings: dict[str, str], output: str
) -> None:  # fmt: skip
    """The par sheet of BOOK, for paper: every wager's odds, chances, edge, variance and clauses; limits left blank."""
    from feltwork.papers.par import par_sheet

    kind = ".html" if output == "-" else Path(output).suffix.lower()
    if kind not in (".html", ".pdf"):
        raise click.UsageError(f"a par sheet is written to a .html or a .pdf file, not to '{shown(Path(output).name)}'")
    if kind == ".pdf":
        from feltwork.extras import need

        need("reportlab", "pdf")
    sheet = par_sheet(open_asked(book, variant, wheel, lucky_ball, readings))
    if kind == ".pdf":
        from feltwork.papers.pdf import par_pdf

        write_bytes_whole(output, par_pdf(sheet))
        return
    from feltwork.papers.html import par_html

    if output == "-":
        say(par_html(sheet).rstrip())
    else:
        write_whole(output, par_html(sheet))
