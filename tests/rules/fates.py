"""What every throw does to a wager, in each state of the table that a test has laid it down in."""

from __future__ import annotations

from collections.abc import Iterable

from tests.rules.felt import Line, Throw

Fates = dict[Throw, Line | None]
"""How each throw ends the wager; nothing where it still lies."""


def ends(everywhere: Iterable[Fates], result: str, clause: str) -> set[Throw]:
    """The throws that end the wager so: the same in every state, by that clause, and only wins are paid."""
    found = []
    for fates in everywhere:
        lines = {dice: line for dice, line in fates.items() if line and line[0] == result}
        assert {line[2] for line in lines.values()} <= {clause}
        assert {line[1] > 0 for line in lines.values()} <= {result == "win"}
        found.append(set(lines))
    assert all(throws == found[0] for throws in found)
    return found[0]


def leaves(everywhere: Iterable[Fates]) -> set[Throw]:
    """The throws after which the wager still lies, the same in every state."""
    found = [{dice for dice, line in fates.items() if line is None} for fates in everywhere]
    assert all(throws == found[0] for throws in found)
    return found[0]
