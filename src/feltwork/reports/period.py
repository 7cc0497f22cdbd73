"""The time a report is about: a gaming day, a shift of it, or several days."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import NamedTuple

SECOND = 1_000_000
HOUR = 3_600 * SECOND
DAY = 24 * HOUR
LONG = 2 * DAY
"""A period that is longer is told day by day, not hour by hour."""
MAX_DAYS = 400
"""Days in one report."""


class PeriodError(ValueError):
    """No period is written so."""


class Period(NamedTuple):
    """From when to when, in microseconds by the store's clock, the end not included; and in words."""

    since: int
    until: int
    words: str

    def has(self, at: int) -> bool:
        return self.since <= at < self.until

    @property
    def step(self) -> int:
        """How long the parts are into which it is divided: an hour, or a day of a long one."""
        return HOUR if self.until - self.since <= LONG else DAY


def period_of(first: str, last: str | None = None, starts: str = "00:00", shift: str | None = None) -> Period:
    """A gaming day, or the days from the first to the last; each begins when the operator says that it does.

    A shift is written ``18:00-02:00``: that part of the day, of one day only.

    >>> period_of("2026-01-31").words
    '2026-01-31'
    >>> period_of("2026-01-31", "2026-02-02", "06:00").words
    '2026-01-31 to 2026-02-02, days from 06:00'
    >>> period_of("2026-01-31", shift="18:00-02:00").words
    '2026-01-31, 18:00 to 02:00'
    """
    begins, day = _time(starts), _day(first)
    until = _day(last) if last else day
    if not 0 <= (until - day).days < MAX_DAYS:
        raise PeriodError(f"a report is about 1 to {MAX_DAYS} days, the last not before the first")
    if shift:
        return _shift(day, until, begins, shift)
    words = day.isoformat() + (f" to {until.isoformat()}" if until != day else "")
    words += f", {'days' if until != day else 'day'} from {starts}" if begins != time.min else ""
    return Period(_at(day, begins), _at(_later(until), begins), words)


def _shift(day: date, until: date, begins: time, text: str) -> Period:
    came, _, went = text.partition("-")
    if not went or until != day:
        raise PeriodError(f"a shift is written 18:00-02:00 and is part of one day, not {text!r:.40}")
    start, end = _time(came), _time(went)
    first = _later(day) if start < begins else day
    then = _later(first) if end <= start else first
    return Period(_at(first, start), _at(then, end), f"{day.isoformat()}, {came} to {went}")


def _later(day: date) -> date:
    try:
        return day + timedelta(days=1)
    except OverflowError:
        raise PeriodError(f"no report reaches {day.isoformat()}") from None


def _at(day: date, when: time) -> int:
    try:
        return int(datetime.combine(day, when).astimezone().timestamp()) * SECOND
    except (ValueError, OverflowError, OSError):
        raise PeriodError(f"no report reaches {day.isoformat()}") from None


def _day(text: str) -> date:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:  # 20260131 and 2026-W05-6 are days too, but not as we write them
        raise PeriodError(f"a day is written 2026-01-31, not {text!r:.40}")
    return found


def _time(text: str) -> time:
    try:
        found = time.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is not None or found.isoformat("minutes") != text:
        raise PeriodError(f"a time of day is written 18:00, not {text!r:.40}")
    return found
