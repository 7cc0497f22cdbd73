"""A par sheet as one HTML file: black on white, no scripts, nothing fetched; on paper with headers and page numbers."""

from __future__ import annotations

from functools import reduce
from html import escape

from feltwork.fonts import PAPERS, SANS, SERIF, embedded
from feltwork.lab.papers.par import BLANKS, COLUMNS, Sheet

_STYLE = """
@page { size: A4 landscape; margin: 16mm 11mm 14mm;
  @top-left { content: "TITLE"; font: 8pt SERIF; }
  @top-right { content: "SHORT"; font: 7pt SANS; }
  @bottom-right { content: "page " counter(page) " of " counter(pages); font: 8pt SERIF; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 24px; background: #fff; color: #000;
  font: 13px/1.45 SERIF; text-rendering: geometricPrecision; }
h1 { font-size: 24px; margin: 0 0 12px; } h2 { font-size: 17px; margin: 28px 0 8px; break-after: avoid; }
h3 { font-size: 13px; margin: 0 0 2px; break-after: avoid; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; }
dt { font-weight: 700; } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font: 11px/1.3 SANS;
  font-variant-numeric: tabular-nums; }
thead { display: table-header-group; } tr { break-inside: avoid; }
th { border-bottom: 1.5px solid #000; text-align: left; vertical-align: bottom; padding: 3px 4px; }
td { border-bottom: .5px solid #999; vertical-align: top; padding: 3px 4px; }
.right { text-align: right; } .second { font-size: 9px; display: block; }
td.blank { border-left: .5px solid #999; min-width: 52px; }
.warning { border: 2px solid #000; font-weight: 700; margin: 14px 0 0; padding: 6px 10px; break-inside: avoid; }
.rules { columns: 2; column-gap: 28px; } .rules section { break-inside: avoid; padding-bottom: 9px; }
.rules p, .notes p { margin: 0 0 2px; }
.readings { break-inside: avoid; }
.signed { display: flex; gap: 28px; margin-top: 40px; break-inside: avoid; }
.signed div { flex: 1; border-top: 1px solid #000; padding-top: 4px; }
@media print { body { max-width: none; padding: 0; font-size: 9pt; } h1 { font-size: 16pt; } h2 { font-size: 12pt; }
  table { font-size: 7.2pt; } .second { font-size: 6pt; } .wide { overflow: visible; } }
"""


def par_html(sheet: Sheet) -> str:
    texts = {"SANS": SANS, "SERIF": SERIF, "SHORT": sheet.fingerprint[:16], "TITLE": _in_css(sheet.title)}
    style = embedded(PAPERS) + reduce(lambda made, name: made.replace(name, texts[name]), texts, _STYLE)
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in sheet.facts)
    rules = "".join(
        f"<section><h3>{escape(title)}</h3>{''.join(f'<p>{escape(said)}</p>' for said in sentences)}</section>"
        for title, sentences in sheet.rules
    )
    readings = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in sheet.readings)
    notes = "".join(f"<p>{escape(note)}</p>" for note in sheet.notes)
    signed = "".join(f"<div>{what}</div>" for what in BLANKS)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(sheet.title)}</title><style>{style}</style></head><body>
<h1>{escape(sheet.title)}</h1><dl>{facts}</dl>{_warning(sheet)}
<div class="signed">{signed}</div>
<h2>Every wager</h2>
<div class="wide"><table><thead><tr>{_headings()}</tr></thead><tbody>{_body(sheet)}</tbody></table></div>
<h2>What the figures mean</h2><div class="notes">{notes}</div>
<h2>Rules and clauses</h2><div class="rules">{rules}</div>
<h2>Readings in force</h2>
<table class="readings"><thead><tr><th>Number</th><th>Reading</th><th>Chosen</th><th></th></tr></thead>
<tbody>{readings}</tbody></table>
</body></html>
"""


def _warning(sheet: Sheet) -> str:
    return f'<p class="warning">Warning: {escape(sheet.warning)}.</p>' if sheet.warning else ""


def _in_css(text: str) -> str:
    """Text inside a quoted string of a style sheet."""
    return escape(text.replace("\\", "").replace('"', ""), quote=False)


def _headings() -> str:
    return "".join(f'<th scope="col"{_right(c.right)}>{c.heading}</th>' for c in COLUMNS)


def _right(right: bool) -> str:
    return ' class="right"' if right else ""


def _body(sheet: Sheet) -> str:
    found = []
    for line in sheet.lines:
        cells = []
        for column in COLUMNS:
            first, *rest = column.cell(line)
            second = "".join(f'<span class="second">{escape(text)}</span>' for text in rest)
            kind = ' class="blank"' if column.heading in ("Minimum", "Maximum") else _right(column.right)
            cells.append(f"<td{kind}>{escape(first)}{second}</td>")
        found.append(f"<tr>{''.join(cells)}</tr>")
    return "".join(found)
