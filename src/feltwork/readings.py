"""The named options for what the books leave open, with their defaults.

A book is opened under a complete set of readings; a choice is refused by name when the option is unknown,
does not belong to the book, or asks for a value that it does not have.

>>> options = Option("G7", "bar_effect", ("return", "stay")), Option("G8", "auto_rebet", ("false", "true"))
>>> readings = choose("a-book", options, {"bar_effect": "stay"})
>>> readings["bar_effect"], readings["auto_rebet"]
('stay', 'false')
>>> choose("a-book", options, {"bar_efect": "stay"})
Traceback (most recent call last):
    ...
feltwork.readings.ReadingError: a-book has no reading called 'bar_efect'; did you mean 'bar_effect'?
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from feltwork.refusal import shown

_CHANCE = re.compile(r"[0-9]{1,18}(/[0-9]{1,18}|\.[0-9]{1,18})?", re.ASCII)
_OVER_ZERO = re.compile(r"/0+$")


class ReadingError(ValueError):
    """A reading was asked for or a value of one, that the book does not have."""

    reading = "mega_probability"
    """Which reading; a probability is complained of before it has a name."""


@dataclass(frozen=True)
class Option:
    """One named choice of a book and its values; the first is the default unless another is named."""

    id: str
    name: str
    values: tuple[str, ...]
    usual: str = ""

    @property
    def default(self) -> str:
        return self.usual or self.values[0]

    def by_default(self, value: str) -> Option:
        """The same choice in a book that is read this way unless it is chosen otherwise."""
        return replace(self, usual=value)


@dataclass(frozen=True)
class Readings:
    """A complete set of choices for one book."""

    book: str
    values: Mapping[str, str]
    defaults: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __getitem__(self, name: str) -> str:
        if name not in self.values:
            raise ReadingError(f"the rows read the option '{name}', which is not among the book's OPTIONS")
        return self.values[name]

    def chose(self, name: str, value: str) -> bool:
        """Is this the reading in force? A book that does not have the option did not choose it."""
        return self.values.get(name) == value

    def is_set(self, name: str) -> bool:
        """Is a true-or-false reading on?"""
        return self.chose(name, "true")

    def mega_probability(self) -> Fraction | None:
        """The chance of Mega Odds, where one was configured (R5)."""
        chosen = self.values["mega_probability"]
        return None if chosen == "unset" else Fraction(chosen)

    def changed(self) -> dict[str, str]:
        """The choices that are not the defaults."""
        return {name: value for name, value in self.values.items() if value != self.defaults.get(name)}


def choose(book: str, options: Sequence[Option], chosen: Mapping[str, str] | None = None) -> Readings:
    """A book's defaults with these choices instead; a ``ReadingError`` names what cannot be had."""
    known = {option.name: option for option in options}
    defaults = {option.name: option.default for option in options}
    values = dict(defaults)
    for name, value in (chosen or {}).items():
        try:
            values[name] = _checked(book, known, name, value)
        except ReadingError as wrong:
            wrong.reading = name
            raise
    return Readings(book, values, defaults)


def _checked(book: str, known: Mapping[str, Option], name: str, value: str) -> str:
    option = known.get(name)
    if option is None:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise ReadingError(f"{book} has no reading called '{shown(name)}'{hint}")
    if name == "mega_probability" and value != "unset":
        return str(parse_probability(value))
    if value not in option.values:
        raise ReadingError(f"reading '{name}' is one of {', '.join(option.values)}, not '{shown(value)}'")
    return value


def parse_probability(text: str) -> Fraction:
    """A chance above 0 and at most 1, written as a fraction or a decimal.

    >>> parse_probability("1/200")
    Fraction(1, 200)
    """
    written = _CHANCE.fullmatch(text)
    value = Fraction(text) if written and not _OVER_ZERO.search(text) else Fraction(0)
    if not 0 < value <= 1:
        raise ReadingError(
            f"a probability is written like 1/200 or 0.005 and lies between 0 and 1, not '{shown(text)}'"
        )
    return value
