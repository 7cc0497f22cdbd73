"""``feltwork session``."""

from __future__ import annotations

import click

from feltwork.cli.book_options import open_asked
from feltwork.cli.common import json_option, say, say_json
from feltwork.cli.laboratory import check_rolls, load_numpy, money, prepared, rules_of, table_options
from feltwork.cli.progress import progress

STANDBY_SESSIONS, STANDBY_ROLLS = 1_000_000, 1_000_000_000
"""What is simulated at most where there is no exact answer, and simulation is allowed."""
PLAYED_ROLLS, LEAST_SESSIONS = 20_000, 20
"""The same where the strategy has no table and is played wager by wager."""


@click.command("session")
@click.argument("strategy")
@table_options
@click.option("--simulate", "may_simulate", is_flag=True, help="Simulate where no exact answer can be had.")
@json_option
def command(
    strategy: str, book: str, bankroll: int, rolls: int, wheel: str, lucky_ball: bool, variant: str | None,
    chip: int | None, limits: tuple[str, ...], readings: dict[str, str], may_simulate: bool, as_json: bool,
) -> None:  # fmt: skip
    """The exact distribution of what a session ends with: nothing is drawn, every chance is carried through."""
    load_numpy()
    from feltwork.cli.figures import histogram, show_quantiles, show_unmet
    from feltwork.simulate.exact import MOST_EXACT_ROLLS, NotExactError

    check_rolls(rolls, MOST_EXACT_ROLLS)
    opened = open_asked(book, variant, wheel, lucky_ball, readings)
    rules = rules_of(opened, chip, limits)
    ready = prepared(strategy, opened, rules, bankroll)
    try:
        with progress("rolls", rolls) as tick:
            found = ready.session(rolls, progress=tick)
    except NotExactError as wrong:
        if not may_simulate:
            raise
        say_simulated(ready, rolls, as_json, str(wrong))
        return
    figures = found.figures
    if as_json:
        made = {
            f"{wager} {on}" if on is not None else wager: {"times": times, "staked": staked / 100}
            for (wager, on), (times, staked) in found.played.items()
        }
        say_json({"exact": True, **figures.as_data(), "wagers": made, "states": ready.tables.states,
                  "unmet": [each.as_data() for each in found.unmet]})  # fmt: skip
        return
    say(f"{ready.strategy.name or ready.strategy} at {opened.name}: exact, {ready.tables.states:,} states")
    say(f"  mean {figures.mean / 100:,.6f}, sd {money(figures.sd)}, from {money(bankroll)}")
    say(f"  ruin {figures.ruin:.6%}, stopped {figures.stopped:.4%}, {figures.rolls:,.3f} rolls a session")
    show_quantiles(figures)
    for (wager, on), (times, staked) in found.played.items():
        say(f"  {wager}{'' if on is None else f' {on}'}: made {times:,.3f} times, {money(staked)} put down")
    show_unmet(found.unmet)
    histogram(figures)


def say_simulated(ready: object, rolls: int, as_json: bool, why: str) -> None:
    """The standby: a simulation, marked as one."""
    from feltwork.cli.figures import show_quantiles, show_unmet
    from feltwork.simulate.lab import Prepared

    assert isinstance(ready, Prepared)
    most = STANDBY_ROLLS if ready.automaton else PLAYED_ROLLS
    sessions = min(STANDBY_SESSIONS, most // rolls)
    if sessions < LEAST_SESSIONS:
        raise click.UsageError(f"{why}; played wager by wager, {most // LEAST_SESSIONS:,} rolls are the most")
    with progress("sessions", sessions) as tick:
        done = ready.simulate(sessions, rolls, progress=tick)
    if as_json:
        say_json({"exact": False, "why": why, **done.as_data()})
        return
    low, high = done.ci95
    how = "" if ready.automaton else " wager by wager"
    say(f"simulated, not exact: {why}")
    say(f"  {done.sessions:,} sessions played{how}, {done.rolls:,} rolls")
    say(f"  mean {money(done.figures.mean)} (95% between {money(low)} and {money(high)}), ruin {done.figures.ruin:.3%}")
    show_quantiles(done.figures)
    show_unmet(done.unmet)
