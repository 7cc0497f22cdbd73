"""What a round that is set right owes each seat: what it should have had, less what it had."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from feltwork.verifier.table.game import GameState
from feltwork.verifier.table.lines import SettledLine
from feltwork.verifier.table.settlement import decided, symbol_of


def differences(
    before: GameState, was: Sequence[SettledLine], result: object, void: Collection[int] = frozenset()
) -> dict[int, int]:
    """What each seat should have had of a round, less what it had; what lay on afterwards is charged nothing.

    What was made void since stays so, and all that such a seat had.
    """
    lines, _ = decided(before, symbol_of(before, result))
    then, now = {line.key: line for line in was}, {line.key: line for line in lines}
    owed: dict[int, int] = {}
    for key in {**then, **now}:
        had, due = then.get(key), now.get(key)
        if key[0] in void or (had is not None and had.result == "void"):
            continue
        if had is None:
            cents = due.winnings if due and due.result == "win" else 0
        elif due is None:
            lay = before.layout[key]
            cents = lay.stake - lay.parts(lay.stake)[0] + lay.commission - had.paid
        else:
            cents = due.paid - had.paid
        owed[key[0]] = owed.get(key[0], 0) + cents
    return {seat: cents for seat, cents in owed.items() if cents}


def invalid(before: GameState, was: Sequence[SettledLine], forfeits: Sequence[int]) -> dict[int, int]:
    """Of an invalid outcome the stakes come back, or are forfeited, and what was paid goes."""
    owed: dict[int, int] = {}
    for line in was:
        lay = before.layout[line.key]
        back = 0 if line.seat in forfeits else lay.stake - lay.parts(lay.stake)[0] + lay.commission
        owed[line.seat] = owed.get(line.seat, 0) + back - line.paid
    return {seat: cents for seat, cents in owed.items() if cents}
