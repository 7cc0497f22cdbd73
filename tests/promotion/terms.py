"""Complete terms, for tests to take something out of."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from feltwork.games.promotion import DAY, MONEY
from feltwork.promotion.terms import NOT_REQUIRED, Prize, Terms


def terms_from(now: int, **changes: Any) -> Terms:
    """Terms of a promotion that commences two days from now."""
    return replace(
        Terms(
            title="Spring draw",
            manner="by a draw from all entries",
            awarded="at the draw, in the main hall",
            eligible="members of full age who are not employed by the casino",
            wager_required=True,
            wager="10.00 on any wager of the game",
            minimum_wager=10_00,
            nature="money and goods; no guarantee beyond the maker's",
            closes=now + 5 * DAY,
            place="the main hall",
            commences=now + 2 * DAY,
            draws_at=now + 6 * DAY,
            claiming="at the desk with a photo identity",
            presence=NOT_REQUIRED,
            told="by telephone",
            published="on the wall and on the web site",
            prizes=(Prize("first prize", MONEY, 500_00),),
            conditions="within 30 days",
            marketing="every poster names these terms",
            available=("at the desk", "on the web site"),
        ),
        **changes,
    )
