"""What every command is."""

from __future__ import annotations

from msgspec import Struct


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """Something asked for. A word in it that it does not know is not passed over: it may be one that was misspelt."""
