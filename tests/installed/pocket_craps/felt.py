"""The cloth of Pocket Craps: a plain one."""

from feltwork.felt.area import Felt
from feltwork.felt.plain import plain_felt
from feltwork.games.book import Book


def felt(book: Book, layout: str | None) -> Felt:
    """Every wager in a grid."""
    return plain_felt(book, ("2.1",))
