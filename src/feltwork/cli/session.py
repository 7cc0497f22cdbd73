"""``feltwork session``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feltwork.cli.book_options import Asked, head, open_asked
from feltwork.cli.common import json_option, say, say_json
from feltwork.cli.laboratory import (
    check_rolls,
    load_numpy,
    money,
    prepared,
    rules_of,
    session_data,
    table_options,
)
from feltwork.cli.progress import progress

if TYPE_CHECKING:
    from feltwork.lab.simulate.lab import Prepared

STANDBY_SESSIONS, STANDBY_ROLLS = 1_000_000, 1_000_000_000
"""What is simulated at most where there is no exact answer, and simulation is allowed."""
PLAYED_ROLLS, MIN_SESSIONS = 20_000, 20
"""The same where the strategy has no table and is played wager by wager."""


@click.command("session")
@click.argument("strategy")
@table_options
@click.option("--simulate", "may_simulate", is_flag=True, help="Simulate where no exact answer can be had.")
@json_option
def command(
    strategy: str,
    book: str,
    bankroll: int,
    rolls: int,
    finish: bool,
    asked: Asked,
    chip: int | None,
    limits: tuple[str, ...],
    may_simulate: bool,
    as_json: bool,
) -> None:
    """The exact distribution of what a session ends with: nothing is drawn, every chance is carried through."""
    load_numpy()
    from feltwork.cli.figures import histogram, show_at_end, show_quantiles, show_unmet
    from feltwork.lab.simulate.exact import MAX_EXACT_ROLLS, NotExactError

    check_rolls(rolls, MAX_EXACT_ROLLS)
    opened = open_asked(book, asked)
    rules = rules_of(opened, chip, limits)
    ready = prepared(strategy, opened, rules, bankroll)
    try:
        with progress("rolls", rolls) as tick:
            found = ready.session(rolls, finish=finish, progress=tick)
    except NotExactError as wrong:
        if not may_simulate:
            raise
        say_simulated(strategy, ready, rolls, finish, as_json, str(wrong))
        return
    figures = found.figures
    if as_json:
        say_json(
            {
                **head(opened),
                **session_data(strategy, ready, rolls),
                "exact": True,
                **found.as_data(),
                "states": ready.tables.states,
            }
        )
        return
    say(f"{ready.strategy.name or ready.strategy} at {opened.name}: exact, {ready.tables.states:,} states")
    face = " with what stands at face value" if found.at_end.face else ""
    say(f"  mean {figures.mean / 100:,.6f}{face}, sd {money(figures.sd)}, from {money(bankroll)}")
    say(f"  ruin {figures.ruin:.6%}, stopped {figures.stopped:.4%}, {figures.rolls:,.3f} rolls a session")
    show_at_end(found.at_end)
    show_quantiles(figures)
    say(f"  {found.bounds}; {_cut(found.cut)}")
    for (wager, on), (times, staked) in found.played.items():
        say(f"  {wager}{'' if on is None else f' {on}'}: made {times:,.3f} times, {money(staked)} put down")
    show_unmet(found.unmet)
    histogram(figures)


def _cut(chance: float) -> str:
    """How much of all chance was not carried on to the end, in words."""
    from feltwork.lab.simulate.exact import NEXT_TO_NOTHING

    if not chance:
        return "nothing of the chance is cut"
    return f"{chance:.1e} of the chance is cut, by chances under {NEXT_TO_NOTHING:.0e} at the rich end"


def say_simulated(text: str, ready: Prepared, rolls: int, finish: bool, as_json: bool, why: str) -> None:
    """The standby: a simulation, marked as one."""
    from feltwork.cli.figures import show_at_end, show_quantiles, show_unmet

    most = STANDBY_ROLLS if ready.automaton else PLAYED_ROLLS
    sessions = min(STANDBY_SESSIONS, most // rolls)
    if sessions < MIN_SESSIONS:
        raise click.UsageError(f"{why}; played wager by wager, {most // MIN_SESSIONS:,} rolls are the most")
    with progress("sessions", sessions) as tick:
        done = ready.simulate(sessions, rolls, finish=finish, progress=tick)
    if as_json:
        told = session_data(text, ready, rolls)
        say_json({**head(ready.book), **told, "exact": False, "why": why, **done.as_data()})
        return
    how = "" if ready.automaton else " wager by wager"
    say(f"simulated, not exact: {why}")
    say(f"  {done.sessions:,} sessions played{how}, {done.rolls:,} rolls")
    say(f"  mean {money(done.figures.mean)} ({done.interval}), ruin {done.figures.ruin:.3%}")
    show_at_end(done.at_end)
    show_quantiles(done.figures)
    show_unmet(done.unmet)
