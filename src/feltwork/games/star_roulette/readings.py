"""What the text of Roulette leaves open, and how it is read unless it is chosen otherwise."""

from __future__ import annotations

from feltwork.games.common_readings import NOTIFY_DAYS, PROMO_BOOK, SHOW_EDGES, WITHOUT_A_LINE
from feltwork.readings import Option

OPTIONS = (
    *WITHOUT_A_LINE,
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
