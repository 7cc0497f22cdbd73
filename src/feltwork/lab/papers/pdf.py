"""A par sheet as a PDF: A4 across, headings on every page, pages numbered; the same book gives the same bytes."""

from __future__ import annotations

from html import escape
from io import BytesIO
from typing import Any

from feltwork.extras import need
from feltwork.fonts import SANS_400, SANS_700, SERIF_400, SERIF_700, Face
from feltwork.lab.papers.par import BLANKS, COLUMNS, Sheet

MM = 72 / 25.4
FONTS = {"text": SERIF_400, "heading": SERIF_700, "cell": SANS_400, "cell-heading": SANS_700}
"""The faces by what they are used for; what is used of them is in the file."""
WIDTHS = (34, 26, 17, 17, 17, 17, 19, 15, 13, 17, 15, 13, 13, 14, 14, 14)
"""Of the columns, in millimetres: 275 in all, between margins of 11."""


def par_pdf(sheet: Sheet) -> bytes:
    need("reportlab", "pdf")
    from reportlab.lib.pagesizes import A4, landscape  # optional: reportlab
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate  # optional: reportlab

    paper = BytesIO()
    wide, tall = landscape(A4)
    for name, face in FONTS.items():
        _register(name, face)
    made = BaseDocTemplate(paper, pagesize=(wide, tall), title=sheet.title, author="Feltwork", invariant=1)
    columns = {"whole": ((11 * MM, 275 * MM),), "halves": ((11 * MM, 133 * MM), (153 * MM, 133 * MM))}
    for name, parts in columns.items():
        frames = [Frame(left, 14 * MM, room, tall - 31 * MM, 0, 0, 0, 0) for left, room in parts]
        made.addPageTemplates(PageTemplate(id=name, frames=frames))
    made.build(_story(sheet), canvasmaker=_numbered(sheet, wide, tall))
    return paper.getvalue()


def _register(name: str, face: Face) -> None:
    from reportlab.pdfbase.pdfmetrics import getRegisteredFontNames, registerFont  # optional: reportlab
    from reportlab.pdfbase.ttfonts import TTFont  # optional: reportlab

    if name not in getRegisteredFontNames():
        registerFont(TTFont(name, BytesIO(face.plain())))


def _numbered(sheet: Sheet, wide: float, tall: float) -> Any:
    """A canvas that knows at the end how many pages there are."""
    from reportlab.pdfgen.canvas import Canvas  # optional: reportlab

    class Numbered(Canvas):  # type: ignore[misc]  # reportlab ships no types
        """Keeps its pages until the last one is there."""

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.kept: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802  # reportlab's name
            self.kept.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            for number, page in enumerate(self.kept, 1):
                self.__dict__.update(page)
                self.furnish(number)
                Canvas.showPage(self)
            super().save()

        def furnish(self, number: int) -> None:
            self.setFont("text", 8)
            self.drawString(11 * MM, tall - 11 * MM, sheet.title)
            self.drawString(11 * MM, 8 * MM, f"Book {sheet.fingerprint[:32]}")
            self.drawRightString(wide - 11 * MM, tall - 11 * MM, "Feltwork")
            self.drawRightString(wide - 11 * MM, 8 * MM, f"page {number} of {len(self.kept)}")
            self.setLineWidth(0.5)
            self.line(11 * MM, tall - 13 * MM, wide - 11 * MM, tall - 13 * MM)

    return Numbered


def _styles() -> dict[str, Any]:
    from reportlab.lib.enums import TA_RIGHT  # optional: reportlab
    from reportlab.lib.styles import ParagraphStyle  # optional: reportlab

    text = ParagraphStyle("text", fontName="text", fontSize=8.5, leading=10.6)
    cell = ParagraphStyle("cell", fontName="cell", fontSize=6.8, leading=8.2)
    return {
        "text": text,
        "cell": cell,
        "head": ParagraphStyle("head", cell, fontName="cell-heading"),
        "right-head": ParagraphStyle("right-head", cell, fontName="cell-heading", alignment=TA_RIGHT),
        "right": ParagraphStyle("right", cell, alignment=TA_RIGHT),
        "title": ParagraphStyle("title", text, fontName="heading", fontSize=17, leading=21, spaceAfter=6),
        "part": ParagraphStyle("part", text, fontName="heading", fontSize=12, leading=15, spaceBefore=12, spaceAfter=4),
        "name": ParagraphStyle("name", text, fontName="heading", fontSize=9, spaceBefore=5, keepWithNext=1),
    }


def _story(sheet: Sheet) -> list[Any]:
    from reportlab.platypus import (  # optional: reportlab
        CondPageBreak,
        KeepTogether,
        NextPageTemplate,
        PageBreak,
        Paragraph,
        Spacer,
        Table,
    )

    style = _styles()

    def said(text: str, kind: str = "text") -> Any:
        return Paragraph(escape(text, quote=False), style[kind])

    def part(title: str, room: float) -> list[Any]:
        """A heading, on the next page unless so much of what follows fits below it."""
        return [CondPageBreak(room * MM), said(title, "part")]

    facts = [[said(name, "name"), said(value)] for name, value in sheet.facts]
    blanks = Table([[said(what) for what in BLANKS]], [66 * MM] * 4, style=_signed(), hAlign="LEFT")
    boxed = Table([[said(f"Warning: {sheet.warning}.", "name")]], [275 * MM], style=_boxed(), hAlign="LEFT")
    warning = [Spacer(1, 3 * MM), boxed] if sheet.warning else []
    rules = [KeepTogether([said(title, "name"), *map(said, sentences)]) for title, sentences in sheet.rules]
    heads = [said(head, "head") for head in ("Number", "Reading", "Chosen", "")]
    readings = [heads, *([said(cell, "cell") for cell in row] for row in sheet.readings)]
    widths = [14 * MM, 52 * MM, 48 * MM, 19 * MM]
    return [
        said(sheet.title, "title"),
        Table(facts, [45 * MM, 230 * MM], style=_plain(), hAlign="LEFT"),
        *warning,
        Spacer(1, 13 * MM),
        blanks,
        *part("Every wager", 40),
        _figures(sheet, style),
        *part("What the figures mean", 60),
        *map(said, sheet.notes),
        NextPageTemplate("halves"),
        PageBreak(),
        said("Rules and clauses", "part"),
        *rules,
        *part("Readings in force", 50),
        Table(readings, widths, repeatRows=1, style=_ruled(), hAlign="LEFT"),
    ]


def _signed() -> list[tuple[Any, ...]]:
    return [("LINEABOVE", (0, 0), (-1, 0), 0.7, "black"), ("LEFTPADDING", (0, 0), (-1, -1), 0)]


def _boxed() -> list[tuple[Any, ...]]:
    return [("BOX", (0, 0), (-1, -1), 1.2, "black"), ("BOTTOMPADDING", (0, 0), (-1, -1), 5)]


def _plain() -> list[tuple[Any, ...]]:
    return [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 0.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0.5),
    ]


def _ruled() -> list[tuple[Any, ...]]:
    return [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, "black"),
        ("LINEBELOW", (0, 1), (-1, -1), 0.3, "gray"),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]


def _figures(sheet: Sheet, style: dict[str, Any]) -> Any:
    from reportlab.platypus import Paragraph, Table  # optional: reportlab

    def cell(texts: tuple[str, ...], right: bool) -> Any:
        first, *rest = (escape(text, quote=False) for text in texts)
        small = "".join(f'<br/><font size="5.6">{text}</font>' for text in rest)
        return Paragraph(first + small, style["right" if right else "cell"])

    heads = [Paragraph(c.heading, style["right-head" if c.right else "head"]) for c in COLUMNS]
    body = [[cell(c.cell(line), c.right) for c in COLUMNS] for line in sheet.lines]
    lines = ("LINEBEFORE", (len(COLUMNS) - 2, 1), (-1, -1), 0.3, "gray")
    return Table([heads, *body], [w * MM for w in WIDTHS], repeatRows=1, style=[*_ruled(), lines], hAlign="LEFT")
