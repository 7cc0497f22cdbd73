"""The approved rules of each game, as the operator installs them: which file, which version, and who did it.

The file itself lies beside the log, under its digest; the log says which one counts.
"""

from __future__ import annotations

from feltwork.cage import commands as ask
from feltwork.cage import events as happened
from feltwork.cage.state import Cage
from feltwork.cage.till import Till
from feltwork.games import book_names
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asker

OPERATOR = "operator"
PDF, TEXT = FORMS = ("pdf", "text")
LONGEST = 80
"""Letters of a version."""
MAX_BYTES = 16 * 1024 * 1024
"""Bytes of a document."""
SHELF = "rules"
"""Where the files lie, by digest."""
_HEX = frozenset("0123456789abcdef")


def is_digest(text: str) -> bool:
    return len(text) == 64 and set(text) <= _HEX


def install(cage: Cage, command: ask.InstallRules, by: Asker, till: Till) -> tuple[happened.RulesInstalled] | Refusal:
    """From now on this is the copy of the rules that everybody is shown."""
    if by.role != OPERATOR:
        return Refusal(NOT_IN_THE_BOOK, "the operator installs the rules of a game")
    if command.book not in book_names():
        return Refusal(NOT_IN_THE_BOOK, f"there is no game '{shown(command.book)}'")
    if not 0 < len(command.version.strip()) <= LONGEST or not command.version.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"a version has up to {LONGEST} letters")
    if not is_digest(command.sha256) or command.form not in FORMS or not 0 < command.size <= MAX_BYTES:
        return Refusal(
            NOT_IN_THE_BOOK, f"a document is a PDF or a text of up to {MAX_BYTES} bytes, known by its SHA-256"
        )
    now = cage.documents.get(command.book)
    if now and (now.sha256, now.version) == (command.sha256, command.version.strip()):
        return Refusal(NOT_IN_THE_BOOK, "this version is installed already")
    return (happened.RulesInstalled(command.book, command.version.strip(), command.sha256, command.size, command.form),)
