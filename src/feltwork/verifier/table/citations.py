"""What an event cites: the clause of the power behind it, or that the book does not say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from feltwork.games.conduct import Act, Conduct
from feltwork.refusal import NOT_IN_THE_BOOK


def _of(*powers: Act) -> Callable[[Conduct], tuple[str, ...]]:
    return lambda conduct: tuple(conduct.clause_of(power) for power in powers)


CITED: dict[str, Callable[[Conduct], tuple[str, ...]]] = {
    "float-filled": _of(Act.FILL_FLOAT),
    "float-credited": _of(Act.FILL_FLOAT),
    "tokens-issued": _of(Act.EXCHANGE_VOUCHER),
    "voucher-changed": lambda conduct: (conduct.oral.into_chips,),
    "drop-counted": _of(Act.EMPTY_DROP_BOX),
    "wager-refused": _of(Act.REFUSE_WAGER),
    "vacate-ordered": _of(Act.VACATE),
    "chips-sold": lambda conduct: (conduct.clause_of(Act.SELL_CHIPS), conduct.oral.into_chips),
    "house-throws": lambda conduct: (conduct.shooting.house_throws,),
    "draw-given-up": lambda conduct: (conduct.lost_draw,),
    "table-suspended": lambda conduct: (
        *_of(Act.REPORT_FAULT, Act.REPORT_UNIT, Act.STOP_GAME)(conduct),
        conduct.terminals.same_error,
        *conduct.terminals.faults.values(),
    ),
}
"""By which clauses an event may have been; of others the clause is held against the book where they are folded."""
CITING = frozenset(CITED) | {
    "inspector-notified",
    "limits-withdrawn",
    "closure-withdrawn",
    "round-reversed",
    "wagers-voided",
    "round-invalid",
}
"""Events whose clause may say that the book does not speak of it."""


class Citations:
    """What the events of one table cite."""

    def __init__(self) -> None:
        self.unwritten: Counter[str] = Counter()
        """How often each kind was done that the book does not speak of."""

    def wrong(self, kind: str, body: dict[str, Any], conduct: Conduct | None) -> str:
        """Why this event does not cite what it should; nothing where it does."""
        clause = body.get("clause")
        if clause == NOT_IN_THE_BOOK:
            self.unwritten[kind] += 1
        if conduct is None or kind not in CITED or (clause and clause in CITED[kind](conduct)):
            return ""
        return f"it cites {clause!r}, not {' or '.join(dict.fromkeys(filter(None, CITED[kind](conduct))))}"

    def note(self) -> str:
        """What was done here without a clause of the book, in one line; nothing where there was none of it."""
        if not self.unwritten:
            return ""
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.unwritten.items()))
        return f"done by the house and {NOT_IN_THE_BOOK}: {kinds}"
