"""What the text of Roulette leaves open, and how it is read unless it is chosen otherwise."""

from __future__ import annotations

from feltwork.games.common_readings import (
    GUARD_LIMITS,
    INVALIDATE_SCOPE,
    LIMIT_SCOPE,
    NOTIFY_DAYS,
    PROMO_BOOK,
    ROUNDING_SCOPE,
    SHOW_EDGES,
    TOKEN_AFTER_WIN,
    UNIT_CHANGE_NOTICE,
)
from feltwork.readings import Option

OPTIONS = (
    LIMIT_SCOPE,
    GUARD_LIMITS,
    UNIT_CHANGE_NOTICE,
    ROUNDING_SCOPE,
    INVALIDATE_SCOPE,
    TOKEN_AFTER_WIN,
    Option("R5", "mega_probability", ("unset",)),
    Option("R6", "lucky_include_zeros", ("true", "false")),
    Option("R7", "lucky_on_no_spin", ("return", "keep_numbers")),
    Option("R8", "lucky_window", ("round", "after_draw")),
    Option("R13", "limits_by_class", ("true", "false")),
    Option("R22", "uspin_void", ("return", "stand")),
    Option("R16", "chips_cashable", ("from_conditions",)),
    PROMO_BOOK,
    NOTIFY_DAYS,
    SHOW_EDGES,
)
