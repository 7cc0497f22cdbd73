"""What the text of Star Craps leaves open, and how it is read unless it is chosen otherwise."""

from __future__ import annotations

from feltwork.games.common_readings import (
    BAR_EFFECT,
    COMMISSION_AND_HORN,
    DONT_LOCK,
    GUARD_LIMITS,
    INVALIDATE_SCOPE,
    LIMIT_SCOPE,
    NOTIFY_DAYS,
    ODDS_EXCESS,
    ODDS_LIMITS,
    PROMO_BOOK,
    ROUNDING_SCOPE,
    SHOW_EDGES,
    TOKEN_AFTER_WIN,
    UNIT_CHANGE_NOTICE,
    VOID_BY_BREACH,
)
from feltwork.readings import Option

OPTIONS = (
    LIMIT_SCOPE,
    ODDS_LIMITS,
    GUARD_LIMITS,
    UNIT_CHANGE_NOTICE,
    ROUNDING_SCOPE,
    BAR_EFFECT,
    *COMMISSION_AND_HORN,
    Option("G12", "abstain_round", ("line_cycle", "roll")),
    INVALIDATE_SCOPE,
    TOKEN_AFTER_WIN,
    VOID_BY_BREACH,
    Option("S2", "on_scope", ("wager", "similar")),
    Option("S3", "offable", ("listed",)),
    DONT_LOCK,
    ODDS_EXCESS,
    Option("S11", "crap_eleven_other_half", ("lose",)),
    Option("S13", "no_roll_effect", ("stand",)),
    PROMO_BOOK,
    NOTIFY_DAYS,
    SHOW_EDGES,
)
