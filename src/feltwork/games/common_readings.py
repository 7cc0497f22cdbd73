"""The choices that several books leave open, each once; a book lists those that it has."""

from __future__ import annotations

from feltwork.readings import Option

LIMIT_SCOPE = Option("G1", "limit_scope", ("per_area", "per_player_total"))
ODDS_LIMITS = Option("G1", "odds_limits", ("own", "share_flat"))
GUARD_LIMITS = Option("G2", "guard_limits", ("refuse", "accept_and_apply_late_rule"))
UNIT_CHANGE_NOTICE = Option("G5", "unit_change_notice", ("true", "false"))
ROUNDING_SCOPE = Option("G6", "rounding_scope", ("per_wager", "per_payout"))
BAR_EFFECT = Option("G7", "bar_effect", ("return", "stay"))
AUTO_REBET = Option("G8", "auto_rebet", ("false", "true"))
COMMISSION_ROUNDING = Option("G9", "commission_rounding", ("refuse_inexact", "down_cent", "up_chip"))
COMMISSION_REFUND_ON_REMOVAL = Option("G10", "commission_refund_on_removal", ("true", "false"))
HORN_SPLIT = Option("G11", "horn_split", ("require_multiple", "exact_fraction"))
INVALIDATE_SCOPE = Option("G15", "invalidate_scope", ("decided_only", "all_live"))
TOKEN_AFTER_WIN = Option("G16", "token_after_win", ("return", "collect"))
VOID_BY_BREACH = Option("G19", "void_by_breach", ("refund",))
DONT_LOCK = Option("S4", "dont_lock", ("until_decision", "literal_any_time"))
ODDS_EXCESS = Option("S5", "odds_excess", ("refuse", "auto_return"))
COMMISSION_AND_HORN = (AUTO_REBET, COMMISSION_ROUNDING, COMMISSION_REFUND_ON_REMOVAL, HORN_SPLIT)
"""What every book of craps leaves open alike."""
PROMO_BOOK = Option("P3", "promo_book", ("strictest",))
NOTIFY_DAYS = Option("P4", "notify_days", ("2",))
WITHOUT_A_LINE = (
    LIMIT_SCOPE,
    GUARD_LIMITS,
    UNIT_CHANGE_NOTICE,
    ROUNDING_SCOPE,
    INVALIDATE_SCOPE,
    TOKEN_AFTER_WIN,
)
"""What the books without a line wager of craps leave open alike."""
SHOW_EDGES = Option("G20", "show_edges", ("true", "false"))
