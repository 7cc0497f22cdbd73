"""Promotions at Aruze Craps (section 5)."""

from feltwork.games.promotion import CASINO_DOLLARS, CHEQUE, DAY, TRANSFER, Alternative, Payment, section

PROMOTION = section(
    "5",
    regulator="the NICC",
    inspectorate="the Inspector",
    alternative=Alternative(frozenset((CASINO_DOLLARS,)), stated=False),
    payment=Payment((CHEQUE, TRANSFER)),
    approval=False,
    integrity_within=2 * DAY,
)
