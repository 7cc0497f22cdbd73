"""What several commands share: options, printing, and files."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from feltwork.cli.output import say, say_done, say_json, verdict, warn
from feltwork.games import check_book
from feltwork.money import MoneyError, parse_money
from feltwork.refusal import harmless, shown

F = TypeVar("F", bound=Callable[..., Any])
MAX_CENTS = 10**15
"""Ten million million: beyond that an amount is a slip of the keyboard."""


def is_number(text: str) -> bool:
    """Is it a whole number in plain digits? Those of other scripts look like others than they are.

    >>> is_number("12"), is_number("\N{ARABIC-INDIC DIGIT THREE}"), is_number("")
    (True, False, False)
    """
    return text.isascii() and text.isdecimal()


class BookName(click.ParamType[str]):
    """The name of a book; a mistyped one is answered with the nearest."""

    name = "book"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return check_book(str(value))

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "BOOK"


class Amount(click.ParamType[int]):
    """An amount of money; ``10`` and ``10.00`` are the same here."""

    name = "money"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        text = str(value)
        try:
            cents = parse_money(text if "." in text else f"{text}.00")
            if cents > MAX_CENTS:
                raise MoneyError
        except MoneyError:
            raise click.UsageError(
                f"an amount is written like 10.00 and is not absurdly large, not '{shown(text)}'"
            ) from None
        if not cents:
            raise click.UsageError(f"an amount of {shown(text)} is nothing to stake or pay with")
        return cents


class Between(click.FloatRange):
    """A number between two others; what is no number (NaN) lies between none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = super().convert(value, param, ctx)
        if math.isnan(number) or not str(value).isascii():
            self.fail(f"'{shown(str(value))}' is not a number", param, ctx)
        return number


def book_argument(name: str = "book", *, required: bool = True) -> Callable[[F], F]:
    return click.argument(name, type=BookName(), required=required)


def reading_option(function: F) -> F:
    """``--reading NAME=VALUE``, as often as needed."""
    return click.option(
        "--reading",
        "readings",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_pairs,
        help="Read the books otherwise than by default; see `feltwork readings`.",
    )(function)


def variant_option(function: F) -> F:
    """``--variant mini``, or ``--mini`` for short."""
    function = click.option(
        "--mini", is_flag=True, is_eager=True, expose_value=False, callback=_mini, help="Short for --variant mini."
    )(function)
    return click.option("--variant", callback=_variant, help="Crown Craps: mini.")(function)


def _mini(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    ctx.meta["mini"] = value


def _variant(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if ctx.meta.get("mini") and value not in (None, "mini"):
        raise click.UsageError(f"--mini and --variant {shown(str(value))} contradict each other")
    return "mini" if ctx.meta.get("mini") else value


def json_option(function: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for a program to read.")(function)


def _pairs(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for pair in value:
        name, equals, chose = pair.partition("=")
        if not equals or not name or not chose:
            raise click.UsageError(f"a reading is NAME=VALUE, not '{shown(pair)}'")
        if name in chosen:
            raise click.UsageError(f"reading '{name}' is given twice")
        chosen[name] = chose
    return chosen


MAX_FILE = 256 << 20
"""Bytes of a file that is read whole."""


def read_text(path: str) -> str:
    """The text of a file; ``-`` is standard input."""
    try:
        return (sys.stdin.buffer.read() if path == "-" else read_file(path)).decode("utf-8")
    except UnicodeDecodeError:
        raise click.UsageError(f"{harmless(path)}: not UTF-8 text") from None


def read_file(path: str) -> bytes:
    """A file's bytes, or one clear line about why it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            read = file.read(MAX_FILE + 1)
    except (OSError, ValueError) as wrong:
        raise click.UsageError(f"{harmless(path)}: {getattr(wrong, 'strerror', None) or wrong}") from None
    if len(read) > MAX_FILE:
        raise click.UsageError(f"{harmless(path)}: more than {MAX_FILE >> 20} MiB")
    return read


__all__ = [
    "Amount",
    "BookName",
    "book_argument",
    "json_option",
    "read_file",
    "read_text",
    "reading_option",
    "say",
    "say_done",
    "say_json",
    "verdict",
    "warn",
]
