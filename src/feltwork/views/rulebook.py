"""A whole book for people to read: every clause of the register in our words, section by section."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from feltwork.games.register import Clause, register
from feltwork.games.registry import every_kind
from feltwork.views.views import Data

NAMED = 2
"""How many kinds of rules the heading of a section names."""


def section_of(clause: str) -> str:
    """
    >>> section_of("10.8.3.1"), section_of('1.1["shooter"]'), section_of("DIAGRAM A")
    ('10', '1', 'Diagrams')
    """
    found = re.match(r"\d+", clause)
    return found[0] if found else "Diagrams"


@cache
def whole_book(book: str) -> Data:
    """Title and sections; a heading says what most clauses of its section are about."""
    sections: dict[str, list[Clause]] = {}
    for row in register():
        if row.book == book:
            sections.setdefault(section_of(row.clause), []).append(row)
    return {
        "book": book,
        "title": every_kind(book)[0].name,
        "sections": [
            {"section": number, "about": _about(rows), "clauses": [[row.clause, row.obligation] for row in rows]}
            for number, rows in sorted(sections.items(), key=_order)
        ],
    }


def _order(found: tuple[str, list[Clause]]) -> tuple[bool, int]:
    return (not found[0].isdigit(), int(found[0]) if found[0].isdigit() else 0)


def _about(rows: list[Clause]) -> str:
    found = (what for what, _ in Counter(row.category for row in rows).most_common(NAMED))
    return ", ".join(what.replace("/", " or ").replace("-", " ") for what in found)
