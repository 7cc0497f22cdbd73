"""What the text of Dragon Fire leaves open, and how it is read unless it is chosen otherwise."""

from __future__ import annotations

from feltwork.games.common_readings import (
    GUARD_LIMITS,
    INVALIDATE_SCOPE,
    LIMIT_SCOPE,
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
    Option("D4", "no_roll_frozen_df", ("void", "keep")),
    Option("D12", "late_correction", ("dispute_only",)),
    SHOW_EDGES,
    Option("D8", "both_sides_pass", ("true", "false")),
    Option("D20", "casino_supervisors", ("managers", "with_gaming_supervisors")),
)
