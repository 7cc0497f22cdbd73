"""The limits in force at a table: on its sign, of one player, and the most that one result may win."""

from __future__ import annotations

from copy import copy

from msgspec import Struct, field

from feltwork.games.book import Book
from feltwork.verifier.table.layout import Sign


class Signs(Struct):
    """What wagers answer to when they are put down, and how."""

    sign: dict[str, Sign] = field(default_factory=dict)
    personal: dict[tuple[int, str], Sign] = field(default_factory=dict)
    """A player's own limits, by seat and wager."""
    award: int | None = None
    """The most that one result may win, where it was declared."""
    at_most: int | None = None
    """What everything on the layout could win if all of it won its best at once, or more where wagers have gone
    since; nothing until it is asked for, and without caches."""
    lets_lie: bool = False
    """Are wagers outside the limits let lie? Reading G2, the other way, where the book says what becomes of them."""
    finds: bool = False
    """Does what lies outside the limits meet the book's late rule? Where it is let lie, and from rules 2 on always."""
    apart: bool = False
    """Does a limit look at one wager in one place alone? Else at a player's wagers together, or at odds with theirs."""

    def copy(self) -> Signs:
        other = copy(self)
        other.sign, other.personal = self.sign.copy(), self.personal.copy()
        return other

    def of(self, seat: int, group: str) -> Sign | None:
        """What a player's wager answers to: the player's own sign, or the table's."""
        return (self.personal.get((seat, group)) if self.personal else None) or self.sign.get(group)


def signs_under(book: Book, rules: int, sign: dict[str, Sign], award: int | None) -> Signs:
    """The signs of a table that is opened under a book and these rules of conduct."""
    chosen = book.readings.chose("guard_limits", "accept_and_apply_late_rule")
    late_rule = book.house.over_maximum is not None
    together = book.readings.chose("limit_scope", "per_player_total")
    apart = not together and not book.readings.chose("odds_limits", "share_flat")
    return Signs(
        sign, award=award, lets_lie=chosen and late_rule, finds=(chosen or rules > 1) and late_rule, apart=apart
    )
