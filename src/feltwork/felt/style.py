"""The look of the felts: one design language, each book its own cloth, gold only for puck, dolly and what is lit."""

from __future__ import annotations

from feltwork.fonts import SANS, SANS_400, SANS_600, SERIF, SERIF_700, Face

LETTERS: dict[str, tuple[Face, int]] = {
    **dict.fromkeys(("word", "number", "ring", "red"), (SERIF_700, 4)),
    "name": (SERIF_700, 16),
    "house": (SANS_400, 20),
    "pays": (SANS_400, 0),
    "small": (SANS_600, 0),
    "faint": (SANS_600, 0),
}
"""What a line of each style is set in, and how far apart its letters stand in hundredths of their size, as below."""

BARRED, LIT, DARK = "#dbd5c2", "#d9a92c", "#1c1503"
"""The lettering of an area that takes no chip now, an area that wins, and what is lettered on that."""

_RULES = f"""
.felt text {{ text-anchor: middle; fill: #f4ecd6; font-family: {SANS}; pointer-events: none; user-select: none; }}
.felt .word, .felt .number, .felt .name, .felt .ring, .felt .red {{
  font-family: {SERIF}; font-weight: 700; letter-spacing: .04em; }}
.felt .red {{ fill: #ffe0d8; }}
.felt .small {{ font-weight: 600; }}
.felt .pays {{ fill: #f1e9cf; font-variant-numeric: tabular-nums; }}
.felt .faint {{ fill: {BARRED}; font-weight: 600; }}
.felt .name {{ letter-spacing: .16em; }}
.felt .house {{ fill: #f1e9cf; letter-spacing: .2em; }}
.felt .ringed {{ fill: none; stroke: #f4ecd6; stroke-width: 2; }}
.felt .ornament {{ fill: none; stroke: #f4ecd6; stroke-opacity: .1; stroke-width: 2; }}
.felt .line {{ fill: #000; fill-opacity: 0; stroke: #efe6cc; stroke-width: 2; }}
.felt .edge .line {{ stroke: none; }}
.felt .tone .line {{ fill: var(--tone); fill-opacity: .92; }}
.felt .tone-red {{ --tone: #a3222b; }}
.felt .tone-black {{ --tone: #17181b; }}
.felt .tone-green {{ --tone: #0e7a4b; }}
.felt .tone-blue {{ --tone: #1f5fae; }}
.felt .tone-yellow {{ --tone: #b98a12; }}
.felt .tone-yellow text, .felt .area.tone-yellow.lit text, .felt .area.tone-yellow.barred text {{ fill: {DARK}; }}
.felt .area {{ cursor: pointer; outline: none; }}
.felt .area:hover .line, .felt .area.legal .line {{ fill-opacity: .1; fill: #fff; }}
.felt .area.legal .line {{ stroke: #fffdf4; stroke-width: 3; }}
.felt .area.barred .line {{ stroke-dasharray: 3 6; stroke-opacity: .6; stroke-width: 2; }}
.felt .area.barred text {{ fill: {BARRED}; }}
.felt .area.tone.barred text {{ fill: #fff; }}
.felt .area.barred use {{ opacity: .5; }}
.felt .area.aim .line, .felt .area.edge.aim .line {{ fill: #fff; fill-opacity: .3; stroke: #e8b93c; stroke-width: 4; }}
.felt .area.tone.aim .line {{ fill: var(--tone); fill-opacity: 1; }}
.felt .area.tone.legal .line, .felt .area.tone:hover .line {{ fill: var(--tone); fill-opacity: 1; }}
.felt .area.edge.legal .line {{ fill-opacity: 0; stroke: none; }}
.felt .area.edge:hover .line {{ fill-opacity: .35; }}
.felt .area:focus-visible .line, .felt .area.edge:focus-visible .line, .felt .area.tone:focus-visible .line {{
  fill: #9fd0ff; fill-opacity: .35; stroke: #9fd0ff; stroke-width: 4; }}
.felt .area.off {{ opacity: .45; cursor: default; }}
.felt .area.off .line {{ stroke-dasharray: 2 6; }}
.felt .area.lit .line, .felt .area.edge.lit .line {{
  fill: {LIT}; fill-opacity: 1; stroke: #ffd866; stroke-width: 4; }}
.felt .area.tone.lit .line {{ fill: var(--tone); fill-opacity: 1; stroke: #ffd866; stroke-width: 7; }}
.felt .area.lit text {{ fill: {DARK}; }}
.felt .area.lit .ringed {{ stroke: {DARK}; }}
.felt .area.tone.lit text {{ fill: #fff; }}
.felt .area.frozen .line {{ fill: url(#frost); fill-opacity: 1; }}
.felt .chips.pending {{ opacity: .6; }}
.felt .chips, .felt .marker {{ pointer-events: none; }}
.felt .total-back {{ fill: #0b0d0f; fill-opacity: .82; }}
.felt .total {{ font-size: 13px; font-weight: 700; font-variant-numeric: tabular-nums; }}
@media (prefers-contrast: more) {{
  .felt .line {{ stroke: #fff; stroke-width: 3; }}
  .felt text {{ fill: #fff; opacity: 1; }}
}}
"""


def stylesheet() -> str:
    """The style of every felt, for a page that carries several and may have no style inside its pictures."""
    return _RULES.strip()
