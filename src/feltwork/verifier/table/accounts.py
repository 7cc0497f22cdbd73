"""The accounts of a table, and what each must hold."""

from __future__ import annotations

from feltwork.verifier.table.facts import Facts
from feltwork.verifier.table.postings import HeldIn, on_felt


class Accounts:
    """Gives what the table's accounts must hold: on the layout, and in each player's hands."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.held_in = HeldIn(facts.table)
        self.compared: tuple[tuple[int | None, ...], list[str]] = ((), [])
        """Who had chips, checks and tokens when the accounts were last compared, and these accounts."""

    def due(self) -> tuple[list[str], list[int]]:
        game, table, held_in = self.facts.state, self.facts.table, self.held_in
        if game is None:
            return [], []
        seats = (*game.held.rail, None, *game.held.checks, None, *game.held.tokens)
        if seats != self.compared[0] or not self.facts.caches:
            accounts = [
                on_felt(table),
                f"tokens-felt/{table}",
                *[held_in[seat][0] for seat in game.held.rail],
                *[held_in[seat][1] for seat in game.held.checks],
                *[held_in[seat][2] for seat in game.held.tokens],
            ]
            self.compared = (seats, accounts)
        due = [*game.staked(), *game.held.rail.values(), *game.held.checks.values(), *game.held.tokens.values()]
        return self.compared[1], due
