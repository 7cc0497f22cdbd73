"""What the text of Crown's Craps leaves open, and how it is read unless it is chosen otherwise."""

from __future__ import annotations

from feltwork.games.common_readings import (
    BAR_EFFECT,
    COMMISSION_AND_HORN,
    DONT_LOCK,
    GUARD_LIMITS,
    INVALIDATE_SCOPE,
    LIMIT_SCOPE,
    ODDS_EXCESS,
    ODDS_LIMITS,
    ROUNDING_SCOPE,
    SHOW_EDGES,
    VOID_BY_BREACH,
)
from feltwork.readings import Option

OPTIONS = (
    LIMIT_SCOPE,
    ODDS_LIMITS,
    GUARD_LIMITS,
    ROUNDING_SCOPE,
    BAR_EFFECT.by_default("stay"),
    *COMMISSION_AND_HORN,
    INVALIDATE_SCOPE,
    VOID_BY_BREACH,
    DONT_LOCK,
    ODDS_EXCESS,
    Option("C1", "removal_cutoff", ("dice_out", "result_called")),
    Option("C8", "warning_expiry", ("day", "session")),
    Option("C12", "house_throw", ("true", "false")),
    Option("C13", "mini_lock", ("roll", "until_decided")),
    SHOW_EDGES,
)
