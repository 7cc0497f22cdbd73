"""What a cage works with: the key that seals its tickets, and the amounts from which more is asked for."""

from __future__ import annotations

from typing import NamedTuple

DAY = 24 * 60 * 60 * 1_000_000
MAX_AMOUNT = 10**12
"""Ten billion dollars at once: millions of such payments still add up in 64 bits."""


class Till(NamedTuple):
    """The house's own settings; amounts in cents, times in microseconds."""

    key: bytes = b""
    """Without one no ticket is printed or paid."""
    ticket_lasts: int = 365 * DAY
    by_hand_above: int = 5_000_00
    """A ticket above this is paid by hand, with a signature."""
    second_above: int = 10_000_00
    """Above this a second person agrees to a payment by hand."""
    identify_above: int = 10_000_00
    """Above this the player shows a paper; below it may be asked for."""
    voucher_lasts: int = 90 * DAY
    """How long a promotional voucher is good for, where nobody names a date."""
    real_money: bool = False
    """A served floor: no table of play money is played at, and what such a table printed is not paid."""


PLAIN = Till()
"""Where nobody has said otherwise."""
