"""What decoding a text or a row raises when it is not what it should be, whoever wrote it."""

from __future__ import annotations

import msgspec

UNDECODABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""Not the right JSON, not UTF-8, or nested without end."""
