"""``feltwork doctor``: what is missing or wrong on this machine, in sentences."""

from __future__ import annotations

from pathlib import Path

import click

from feltwork.cli.common import json_option, say, say_json, verdict
from feltwork.refusal import harmless
from feltwork.server.ops.doctor import WARNING, WRONG, Looked, look_at_floor, look_at_machine

SIGNS = {"good": "ok     ", WARNING: "warning", WRONG: "wrong  "}


@click.command("doctor")
@click.option("--config", "path", type=click.Path(path_type=Path), help="Look at the floor of this TOML file too.")
@json_option
def command(path: Path | None, as_json: bool) -> int:
    """Look at this machine, and at a floor's files: what is in order, what to think about, what is wrong.

    Exit code 1 if anything is wrong. Nothing is started and nothing is changed.
    """
    looked = [*look_at_machine(), *(look_at_floor(path) if path is not None else ())]
    wrong = [one for one in looked if one.state == WRONG]
    with verdict():
        if as_json:
            say_json({"sound": not wrong, "looked": [one._asdict() for one in looked]})
        else:
            for one in looked:
                say(f"{SIGNS[one.state]}  {one.part}: {harmless(one.says)}")
            say(_summary(looked))
    return 1 if wrong else 0


def _summary(looked: list[Looked]) -> str:
    wrong, warned = (sum(one.state == state for one in looked) for state in (WRONG, WARNING))
    if wrong:
        return f"{wrong} to put right before a floor opens here"
    return f"nothing is wrong, {warned} to think about" if warned else "nothing is wrong"
