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


RESERVED = re.compile("bank|cage|cash|desk|float|house|kept|nobody|none|outbox|outside|system|table-system|vault|wall")
"""What accounts, streams and parts of the program are called: no person is."""


def may_be_person(text: str) -> bool:
    """May somebody new be known by this id?

    >>> may_be_person("ann"), may_be_person("House")
    (True, False)
    """
    return is_name(text) and RESERVED.fullmatch(text.casefold()) is None


@lru_cache(maxsize=4096)
def _is_name(text: str) -> bool:
    """The same few come up again and again."""
    return NAME.fullmatch(text) is not None
