"""What the text of Dragon Fire leaves open, and how it is read unless it is chosen otherwise."""

from __future__ import annotations

from feltwork.games.common_readings import SHOW_EDGES, WITHOUT_A_LINE
from feltwork.readings import Option

OPTIONS = (
    *WITHOUT_A_LINE,
    Option("D4", "no_roll_frozen_df", ("void", "keep")),
    Option("D12", "late_correction", ("dispute_only",)),
    SHOW_EDGES,
    Option("D8", "both_sides_pass", ("true", "false")),
    Option("D20", "casino_supervisors", ("managers", "with_gaming_supervisors")),
)
