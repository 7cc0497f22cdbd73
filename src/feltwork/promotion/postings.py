"""From an event of a promotion to its postings.

``promotions`` is what the house spends on prizes; ``promotion/ID/prizes`` what is set aside for one promotion's prizes
in money; ``cash/cage`` the till and ``bank`` cheques and transfers, as at the cage.
"""

from __future__ import annotations

from collections import defaultdict

from feltwork.games.promotion import CASH, MONEY
from feltwork.ledger.account import Posting
from feltwork.promotion import events as happened
from feltwork.promotion.state import Promotion
from feltwork.promotion.terms import slots

HOUSE, TILL, BANK = "promotions", "cash/cage", "bank"


def prizes(name: str) -> str:
    """The account of what is set aside for a promotion."""
    return f"promotion/{name}/prizes"


def postings(promotion: Promotion, event: happened.PromotionEvent) -> tuple[Posting, ...]:
    """What an event moves, given the promotion before it."""
    own = prizes(promotion.name)
    moved: defaultdict[str, int] = defaultdict(int)
    match event:
        case happened.PromotionCommenced():
            moved[HOUSE], moved[own] = -event.money, event.money
        case happened.PromotionAmended():
            more = event.money - promotion.set_aside
            moved[HOUSE], moved[own] = -more, more
        case happened.PromotionCancelled() | happened.PromotionClosed():
            moved[own], moved[HOUSE] = -event.money, event.money
        case happened.PrizePaid():
            assert promotion.terms is not None
            is_money = slots(promotion.terms)[event.award].kind == MONEY
            moved[own if is_money else HOUSE] -= event.amount
            for part in event.parts:
                moved[TILL if part.method == CASH else BANK] += part.amount
    return tuple(Posting(account, cents) for account, cents in sorted(moved.items()) if cents)
