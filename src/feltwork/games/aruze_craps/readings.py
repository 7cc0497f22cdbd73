"""What the text of Aruze Craps leaves open, and how it is read unless it is chosen otherwise."""

from __future__ import annotations

from feltwork.games.common_readings import (
    BAR_EFFECT,
    COMMISSION_AND_HORN,
    INVALIDATE_SCOPE,
    LIMIT_SCOPE,
    NOTIFY_DAYS,
    ODDS_EXCESS,
    ODDS_LIMITS,
    PROMO_BOOK,
    ROUNDING_SCOPE,
    SHOW_EDGES,
    VOID_BY_BREACH,
)
from feltwork.readings import Option

OPTIONS = (
    LIMIT_SCOPE,
    ODDS_LIMITS,
    ROUNDING_SCOPE,
    BAR_EFFECT,
    *COMMISSION_AND_HORN,
    INVALIDATE_SCOPE,
    VOID_BY_BREACH,
    ODDS_EXCESS,
    Option("A1", "come_window", ("after", "literal")),
    Option("A2", "cancel_later", ("true", "false")),
    Option("A4", "pass_rule", ("literal", "seven_out")),
    Option("A6", "cocked_scope", ("this_round", "all_live")),
    Option("A13", "az_rounding", ("up", "nearest", "down")),
    Option("A16", "come_out_off", ("false", "true")),
    Option("A5", "shooter_min_stake", ("table_minimum",)),
    Option("A11", "card_required_from", ("2024-10-19",)),
    Option("A17", "min_notice_minutes", ("20",)),
    Option("G6", "credit_unit", ("smallest_chip",)),
    PROMO_BOOK,
    NOTIFY_DAYS,
    SHOW_EDGES,
)
