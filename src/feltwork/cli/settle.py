"""``feltwork settle``."""

from __future__ import annotations

import sys

import click

from feltwork.cli.common import json_option, read_text, reading_option, say, say_json
from feltwork.money import format_money
from feltwork.refusal import harmless, shown
from feltwork.table.play.commands import (
    Bet,
    Boost,
    Call,
    Command,
    DrawLuckyBall,
    NoMoreBets,
    NoRoll,
    NoSpin,
    Remove,
    Roll,
    Spin,
)
from feltwork.table.play.fields import ScriptError
from feltwork.table.play.script import Script, read_script
from feltwork.table.play.table import Table, play


@click.command("settle")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@reading_option
def command(files: tuple[str, ...], as_json: bool, readings: dict[str, str]) -> int:
    """Play table scripts: what each step settled or why it was refused, and what everybody holds.

    All files are read before any is played; one that is not a script ends the call with exit code 2.
    """
    scripts: list[tuple[str, Script]] = []
    wrong = False
    for file in files:
        try:
            scripts.append((file, read_script(read_text(file), readings)))
        except ScriptError as complaint:
            print(f"feltwork: {harmless(file)}: {' '.join(str(complaint).split())}", file=sys.stderr)
            wrong = True
    if wrong:
        return 2
    for file, script in scripts:
        table = play(script)
        if as_json:
            say_json(table.report())
        else:
            _narrate(file, script, table)
    return 0


def _narrate(file: str, script: Script, table: Table) -> None:
    say(f"{harmless(file)}: {table.book.name}")
    for name, value in table.book.readings.changed().items():
        say(f"  reading {name} = {value}")
    for line in table.sign().splitlines():
        say(f"  {line}")
    for step, asked in zip(table.steps, script.steps, strict=True):
        mark = f"  {step.number:>3}  {describe(asked)}"
        if step.refused:
            say(f"{mark}: {step.refused}")
            continue
        say(mark)
        for line in step.lines():
            say(f"         {line}")
    for line in str(table).splitlines():
        say(f"  {line.strip()}")


def describe(asked: Command) -> str:
    """A command in words."""
    match asked:
        case Bet():
            return f"seat {asked.seat} bets {format_money(asked.amount)} on {_place(asked.wager, asked.on)}"
        case Remove():
            what = "takes down" if asked.amount is None else f"takes {format_money(asked.amount)} off"
            return f"seat {asked.seat} {what} {_place(asked.wager, asked.on)}"
        case Call():
            return f"seat {asked.seat} calls {_place(asked.wager, asked.on)} {'on' if asked.working else 'off'}"
        case NoMoreBets():
            return "no more bets"
        case Roll():
            return f"roll {asked.first}-{asked.second}, total {asked.first + asked.second}"
        case Spin():
            return f"spin {shown(asked.pocket)}"
        case NoRoll():
            return f"no roll: {shown(asked.reason)}"
        case NoSpin():
            return f"no spin: {shown(asked.reason)}"
        case DrawLuckyBall():
            return "Lucky Ball: " + ", ".join(f"{colour} {shown(number)}" for colour, number in asked.numbers.items())
        case Boost():
            return f"{shown(asked.colour)} is boosted to {shown(asked.odds)} odds"


def _place(wager: str, on: object) -> str:
    if on is None:
        return shown(wager)
    return shown(f"{wager} {'-'.join(map(str, on)) if isinstance(on, list | tuple) else on}")
