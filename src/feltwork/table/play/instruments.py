"""What a stake may be made of: value chips, a casino's promotional tokens, or one table's own colour checks."""

from __future__ import annotations

CHIPS, TOKENS, CHECKS = "chips", "tokens", "checks"
