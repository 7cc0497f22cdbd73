"""``feltwork felt``."""

from __future__ import annotations

from pathlib import Path

import click

from feltwork.cli.common import book_argument, is_number, json_option, say, say_json, variant_option
from feltwork.felt import Felt, layout_data, render, render_wheel
from feltwork.fonts import SCREENS, SERIF_700, embedded
from feltwork.games import open_book
from feltwork.games.book import Book
from feltwork.games.felts import felt_of
from feltwork.money import MoneyError, parse_money
from feltwork.outcomes import POINTS, Pocket, Selection
from feltwork.refusal import Refusal, harmless, shown
from feltwork.table.play.placing import find_selection, find_wager

MAX_CENTS = 10**9
"""Ten million dollars on one spot: beyond that no stack can be drawn."""


@click.command("felt")
@book_argument()
@variant_option
@click.option("--wheel", type=click.Choice(["single", "double"]), default="single", help="Roulette: which wheel.")
@click.option("--lucky-ball", is_flag=True, help="Roulette: with the Lucky Ball areas.")
@click.option("--layout", type=click.Choice(list("ABCDEF")), help="Roulette: which of the book's diagrams.")
@click.option("--chips", default="", metavar="WAGER[:ON]=AMOUNT,...", help="Chips to draw, as in win-line=10,buy:6=20.")
@click.option("--lit", default="", metavar="WAGER[:ON],...", help="Areas to light up.")
@click.option("--puck", type=int, help="Craps: the point that the puck is on.")
@click.option("--dolly", metavar="NUMBER", help="Roulette: the number that was spun.")
@click.option("--wheel-only", is_flag=True, help="Roulette: draw the wheel, with the ball in the dolly's number.")
@click.option("--dice", metavar="A-B", help="Dice to show beside the felt, as in 3-4.")
@click.option(
    "--fonts",
    type=click.Choice(["inside", "named"]),
    default="inside",
    show_default=True,
    help="Fonts in the file, so that it looks the same anywhere; or only their names, which is much smaller.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="The picture's file (default: standard output).")
@json_option
def command(
    book: str,
    variant: str | None,
    wheel: str,
    lucky_ball: bool,
    layout: str | None,
    chips: str,
    lit: str,
    puck: int | None,
    dolly: str | None,
    wheel_only: bool,
    dice: str | None,
    fonts: str,
    output: str | None,
    as_json: bool,
) -> None:
    """Draw the felt of BOOK as SVG, or print its areas as JSON."""
    opened = open_book(book, variant=variant, wheel=wheel, lucky_ball=lucky_ball)
    felt = felt_of(opened, layout)
    if as_json:
        say_json(layout_data(felt))
        return
    spun = _pocket(felt, dolly)
    if wheel_only and not felt.book.wheel:
        raise click.UsageError(f"{book} has no wheel")
    faces = [SERIF_700] if wheel_only else SCREENS
    declared = embedded(faces) if fonts == "inside" else ""
    picture = (
        render_wheel(felt.book, spun, declared)
        if wheel_only
        else render(
            felt,
            chips=_chips(opened, felt, chips),
            lit=[_place(opened, felt, text) for text in filter(None, lit.split(","))],
            puck=_puck(felt, puck),
            dolly=spun,
            thrown=_throw(felt, dice),
            fonts=declared,
        )
    )
    if output is None or output == "-":
        say(picture.rstrip())
        return
    try:
        Path(output).write_text(picture, encoding="utf-8")
    except OSError as wrong:
        raise click.UsageError(f"{harmless(output)}: {wrong.strerror or wrong}") from None


def _chips(book: Book, felt: Felt, text: str) -> dict[tuple[str, Selection], int]:
    found: dict[tuple[str, Selection], int] = {}
    for part in filter(None, text.split(",")):
        place, equals, amount = part.partition("=")
        if not equals:
            raise click.UsageError(f"chips are WAGER=AMOUNT, not '{shown(part)}'")
        where = _place(book, felt, place)
        found[where] = found.get(where, 0) + _cents(amount)
    return found


def _cents(text: str) -> int:
    try:
        cents = parse_money(text if "." in text else f"{text}.00")
    except MoneyError:
        cents = 0
    if not 0 < cents <= MAX_CENTS:
        raise click.UsageError(f"chips are worth something like 10 or 2.50, not '{shown(text)}'")
    return cents


def _place(book: Book, felt: Felt, text: str) -> tuple[str, Selection]:
    """A wager and its selection as the book knows them, refused in the table's own words."""
    name, _, on = text.strip().partition(":")
    wager = find_wager(book, name)
    if isinstance(wager, Refusal):
        raise click.UsageError(str(wager))
    parts = [int(part) if is_number(part) and part != "00" else part for part in on.split("-")] if on else []
    selection = find_selection(wager, None if not parts else parts[0] if len(parts) == 1 else tuple(parts))
    if isinstance(selection, Refusal):
        raise click.UsageError(str(selection))
    if felt.spot(name, selection) is None:
        raise click.UsageError(f"{wager.title} does not travel to {shown(on)}")
    return name, selection


def _puck(felt: Felt, puck: int | None) -> int | None:
    if puck is not None and puck not in felt.pucks:
        points = f"is on one of {', '.join(map(str, POINTS))}" if felt.pucks else "is not used at this game"
        raise click.UsageError(f"the puck {points}, not on {puck}" if felt.pucks else f"the puck {points}")
    return puck


def _pocket(felt: Felt, number: str | None) -> Pocket | None:
    if number is None:
        return None
    pocket: Pocket = int(number) if is_number(number) and number != "00" else number
    if pocket not in felt.dollies:
        raise click.UsageError(f"there is no number '{shown(number)}' on this layout for the dolly")
    return pocket


def _throw(felt: Felt, dice: str | None) -> tuple[int, int] | None:
    if dice is None:
        return None
    first, _, second = dice.partition("-")
    faces = "123456"
    if felt.dice is None or len(first) != 1 or len(second) != 1 or first not in faces or second not in faces:
        raise click.UsageError(f"dice are two faces like 3-4 at a game with dice, not '{shown(dice)}'")
    return int(first), int(second)
