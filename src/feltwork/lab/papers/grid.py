"""Tables on A4, black on white: a heading for each, heads of columns repeated on every page, pages numbered.

A form is a table on a page of its own, with boxes to write in and squares that a scanner reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import Any, NamedTuple

from feltwork.extras import need

MM = 72 / 25.4
WIDTH = 180
"""Of a page between its margins, in millimetres."""
QR_MM = 28
BOX_MM = 9
"""How high a box is that somebody writes in."""


class Grid(NamedTuple):
    """A table of one page or more."""

    heading: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    widths: Sequence[float] = ()
    """Shares of the page's width; equal ones where none are given."""
    code: str = ""
    """What the squares of a form say; a table without any is no form."""


def grids_pdf(title: str, about: str, grids: Sequence[Grid]) -> bytes:
    """The tables one below the other; the same rows give the same bytes."""
    need("reportlab", "pdf")
    from reportlab.lib import colors  # optional: reportlab
    from reportlab.lib.pagesizes import A4  # optional: reportlab
    from reportlab.lib.styles import ParagraphStyle  # optional: reportlab
    from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table  # optional: reportlab

    text = ParagraphStyle("text", fontName="Helvetica", fontSize=8.5, leading=11)
    bold = ParagraphStyle("bold", text, fontName="Helvetica-Bold")
    right = ParagraphStyle("right", text, alignment=2)
    name = ParagraphStyle("name", bold, fontSize=16, leading=20)
    part = ParagraphStyle("part", bold, fontSize=11, leading=14, spaceBefore=8, spaceAfter=4, keepWithNext=1)

    def numbered(canvas: Any, document: Any) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(15 * MM, 9 * MM, title)
        canvas.drawRightString(195 * MM, 9 * MM, f"page {document.page}")

    story: list[Any] = [Paragraph(escape(title), name), Paragraph(escape(about), text), Spacer(1, 3 * MM)]
    for number, grid in enumerate(grids):
        shares = grid.widths or [1] * len(grid.head)
        widths = [WIDTH * MM * share / sum(shares) for share in shares]
        cells = [[Paragraph(escape(cell), right if _is_number(cell) else text) for cell in row] for row in grid.rows]
        heads = [Paragraph(escape(head), bold) for head in grid.head]
        if grid.code:
            made = Table([heads, *cells], widths, repeatRows=1, rowHeights=BOX_MM * MM)
            made.setStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")])
            story += [PageBreak()] if number else []
            story += [Paragraph(escape(grid.heading), part), _squares(grid.code), Spacer(1, 3 * MM), made]
            continue
        made = Table([heads, *cells], widths, repeatRows=1)
        made.setStyle(
            [
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, colors.black),
                ("LINEBELOW", (0, 1), (-1, -1), 0.25, colors.grey),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ]
        )
        story += [Paragraph(escape(grid.heading), part), made]
    margins = {"leftMargin": 15 * MM, "rightMargin": 15 * MM, "topMargin": 15 * MM, "bottomMargin": 17 * MM}
    paper = BytesIO()
    SimpleDocTemplate(paper, pagesize=A4, title=title, author="Feltwork", invariant=1, **margins).build(
        story, onFirstPage=numbered, onLaterPages=numbered
    )
    return paper.getvalue()


def _squares(text: str) -> Any:
    from reportlab.graphics.barcode.qr import QrCodeWidget  # optional: reportlab
    from reportlab.graphics.shapes import Drawing  # optional: reportlab

    side = QR_MM * MM
    drawing = Drawing(side, side)
    drawing.add(QrCodeWidget(text, barWidth=side, barHeight=side))
    drawing.hAlign = "RIGHT"
    return drawing


def _is_number(cell: str) -> bool:
    return bool(cell) and cell.replace(",", "").replace(".", "").replace("-", "").replace("%", "").isdigit()
