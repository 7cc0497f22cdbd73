"""Every kind of table that has a felt."""

from __future__ import annotations

from feltwork.felt import Felt, felt_of
from feltwork.rulebooks import open_book

FELTS: dict[str, Felt] = {
    "star-craps": felt_of(open_book("star-craps")),
    "crown-craps": felt_of(open_book("crown-craps")),
    "mini-craps": felt_of(open_book("crown-craps", variant="mini")),
}
