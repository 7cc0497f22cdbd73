"""Times as the log tells them: by the store's clock, in UTC, without a calendar of the machine's own."""

from __future__ import annotations

MINUTE = 60_000_000
"""In microseconds, as all times of the log."""


def in_utc(at: int) -> str:
    """A time to the minute.

    >>> in_utc(1_729_256_400_000_000)
    '2024-10-18 13:00 UTC'
    """
    minutes = at // MINUTE
    days, within = divmod(minutes, 24 * 60)
    year, month, day = _date(days)
    return f"{year:04}-{month:02}-{day:02} {within // 60:02}:{within % 60:02} UTC"


def _date(days: int) -> tuple[int, int, int]:
    """Days since 1970 as year, month and day; years are counted from March, so that a leap day comes last."""
    eras, of_era = divmod(days + 719_468, 146_097)
    year = (of_era - of_era // 1_460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    return year + 400 * eras + (month <= 2), month, day
