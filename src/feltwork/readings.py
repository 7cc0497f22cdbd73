"""The named options for what the books leave open, with their defaults.

A book is opened under a complete set of readings; a choice is refused by name when the option is unknown,
does not belong to the book, or asks for a value that it does not have.

>>> readings = choose("star-craps", {"bar_effect": "stay"})
>>> readings["bar_effect"], readings["horn_split"]
('stay', 'require_multiple')
>>> choose("star-craps", {"bar_efect": "stay"})
Traceback (most recent call last):
    ...
feltwork.readings.ReadingError: no reading is called 'bar_efect'; did you mean 'bar_effect'?
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from feltwork.refusal import shown

_CHANCE = re.compile(r"[0-9]{1,18}(/[0-9]{1,18}|\.[0-9]{1,18})?", re.ASCII)
_OVER_ZERO = re.compile(r"/0+$")
CRAPS = ("star-craps", "crown-craps", "aruze-craps")
CHIPS = ("star-craps", "crown-craps", "star-roulette", "dragon-fire")
PROMOTIONS = ("star-craps", "aruze-craps", "star-roulette")
ALL = ("star-craps", "crown-craps", "aruze-craps", "star-roulette", "dragon-fire")


class ReadingError(ValueError):
    """A reading was asked for or a value of one, that the book does not have."""

    reading = "mega_probability"
    """Which reading; a probability is complained of before it has a name."""


@dataclass(frozen=True)
class Option:
    """One named choice: its values, the default first."""

    id: str
    name: str
    books: tuple[str, ...]
    values: tuple[str, ...]
    defaults: Mapping[str, str] | None = None
    """Defaults that differ from book to book."""

    def default(self, book: str) -> str:
        return (self.defaults or {}).get(book, self.values[0])


OPTIONS: tuple[Option, ...] = (
    Option("G1", "limit_scope", ALL, ("per_area", "per_player_total")),
    Option("G1", "odds_limits", CRAPS, ("own", "share_flat")),
    Option("G2", "guard_limits", CHIPS, ("refuse", "accept_and_apply_late_rule")),
    Option("G5", "unit_change_notice", ("star-craps", "star-roulette", "dragon-fire"), ("true", "false")),
    Option("G6", "rounding_scope", ALL, ("per_wager", "per_payout")),
    Option("G7", "bar_effect", CRAPS, ("return", "stay"), defaults={"crown-craps": "stay"}),
    Option("G8", "auto_rebet", CRAPS, ("false", "true")),
    Option("G9", "commission_rounding", CRAPS, ("refuse_inexact", "down_cent", "up_chip")),
    Option("G10", "commission_refund_on_removal", CRAPS, ("true", "false")),
    Option("G11", "horn_split", CRAPS, ("require_multiple", "exact_fraction")),
    Option("G12", "abstain_round", ("star-craps",), ("line_cycle", "roll")),
    Option("G15", "invalidate_scope", ALL, ("decided_only", "all_live")),
    Option("G16", "token_after_win", ("star-craps", "star-roulette", "dragon-fire"), ("return", "collect")),
    Option("G19", "void_by_breach", CRAPS, ("refund",)),
    Option("S2", "on_scope", ("star-craps",), ("wager", "similar")),
    Option("S3", "offable", ("star-craps",), ("listed",)),
    Option("S4", "dont_lock", ("star-craps", "crown-craps"), ("until_decision", "literal_any_time")),
    Option("S5", "odds_excess", CRAPS, ("refuse", "auto_return")),
    Option("S11", "crap_eleven_other_half", ("star-craps",), ("lose",)),
    Option("S13", "no_roll_effect", ("star-craps",), ("stand",)),
    Option("C1", "removal_cutoff", ("crown-craps",), ("dice_out", "result_called")),
    Option("C8", "warning_expiry", ("crown-craps",), ("day", "session")),
    Option("C12", "house_throw", ("crown-craps",), ("true", "false")),
    Option("C13", "mini_lock", ("crown-craps",), ("roll", "until_decided")),
    Option("A1", "come_window", ("aruze-craps",), ("after", "literal")),
    Option("A2", "cancel_later", ("aruze-craps",), ("true", "false")),
    Option("A4", "pass_rule", ("aruze-craps",), ("literal", "seven_out")),
    Option("A6", "cocked_scope", ("aruze-craps",), ("this_round", "all_live")),
    Option("A13", "az_rounding", ("aruze-craps",), ("up", "nearest", "down")),
    Option("A16", "come_out_off", ("aruze-craps",), ("false", "true")),
    Option("R5", "mega_probability", ("star-roulette",), ("unset",)),
    Option("R6", "lucky_include_zeros", ("star-roulette",), ("true", "false")),
    Option("R7", "lucky_on_no_spin", ("star-roulette",), ("return", "keep_numbers")),
    Option("R8", "lucky_window", ("star-roulette",), ("round", "after_draw")),
    Option("R13", "limits_by_class", ("star-roulette",), ("true", "false")),
    Option("R22", "uspin_void", ("star-roulette",), ("return", "stand")),
    Option("D4", "no_roll_frozen_df", ("dragon-fire",), ("void", "keep")),
    Option("A5", "shooter_min_stake", ("aruze-craps",), ("table_minimum",)),
    Option("A11", "card_required_from", ("aruze-craps",), ("2024-10-19",)),
    Option("A17", "min_notice_minutes", ("aruze-craps",), ("20",)),
    Option("G6", "credit_unit", ("aruze-craps",), ("smallest_chip",)),
    Option("R16", "chips_cashable", ("star-roulette",), ("from_conditions",)),
    Option("D12", "late_correction", ("dragon-fire",), ("dispute_only",)),
    Option("P3", "promo_book", PROMOTIONS, ("strictest",)),
    Option("P4", "notify_days", PROMOTIONS, ("2",)),
    Option("G20", "show_edges", ALL, ("true", "false")),
    Option("D8", "both_sides_pass", ("dragon-fire",), ("true", "false")),
    Option("D20", "casino_supervisors", ("dragon-fire",), ("managers", "with_gaming_supervisors")),
)
BY_NAME = {option.name: option for option in OPTIONS}


@dataclass(frozen=True)
class Readings:
    """A complete set of choices for one book."""

    book: str
    values: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
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
        return {n: v for n, v in self.values.items() if v != BY_NAME[n].default(self.book)}


def options_of(book: str) -> tuple[Option, ...]:
    return tuple(option for option in OPTIONS if book in option.books)


def choose(book: str, chosen: Mapping[str, str] | None = None) -> Readings:
    """The book's defaults with these choices instead; a ``ReadingError`` names what cannot be had."""
    values = {option.name: option.default(book) for option in options_of(book)}
    for name, value in (chosen or {}).items():
        try:
            values[name] = _checked(book, name, value)
        except ReadingError as wrong:
            wrong.reading = name
            raise
    return Readings(book, values)


def _checked(book: str, name: str, value: str) -> str:
    option = BY_NAME.get(name)
    if option is None:
        near = difflib.get_close_matches(name, BY_NAME, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise ReadingError(f"no reading is called '{shown(name)}'{hint}")
    if book not in option.books:
        raise ReadingError(f"reading '{name}' belongs to {', '.join(option.books)}, not to {book}")
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
