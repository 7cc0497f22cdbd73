"""Names of people, tables and vouchers: they become parts of account names."""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST_NAME = 64
NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{LONGEST_NAME - 1}}}")


def is_name(text: str) -> bool:
    """May this be the id of a person, a table or a voucher?

    >>> is_name("till-2"), is_name("a/b")
    (True, False)
    """
    return len(text) <= LONGEST_NAME and _is_name(text)


@lru_cache(maxsize=4096)
def _is_name(text: str) -> bool:
    """The same few come up again and again."""
    return NAME.fullmatch(text) is not None
