"""``feltwork session``."""

from __future__ import annotations

import click

from feltwork.cli.common import json_option, say, say_json
from feltwork.cli.laboratory import check_rolls, money, open_laboratory, rules_of, strategy_of, table_options

STANDBY_SESSIONS = 1_000_000
"""What is simulated where an exact answer is asked for and there is none, and simulation is allowed."""


@click.command("session")
@click.argument("strategy")
@table_options
@click.option("--simulate", "may_simulate", is_flag=True, help="Simulate where no exact answer can be had.")
@json_option
def command(
    strategy: str, book: str, bankroll: int, rolls: int, wheel: str, lucky_ball: bool, mini: bool, chip: int | None,
    limits: tuple[str, ...], readings: dict[str, str], may_simulate: bool, as_json: bool,
) -> None:  # fmt: skip
    """The exact distribution of what a session ends with: nothing is drawn, every chance is carried through."""
    from feltwork.simulate.extras import need

    need("numpy", "sim")
    from feltwork.cli.figures import histogram, show_quantiles, show_unmet
    from feltwork.money import format_money
    from feltwork.simulate.exact import NotExactError
    from feltwork.simulate.lab import prepare

    check_rolls(rolls)
    opened = open_laboratory(book, wheel, lucky_ball, mini, readings)
    rules = rules_of(opened, chip, limits)
    ready = prepare(
        strategy_of(strategy), opened, bankroll=format_money(bankroll), chip=rules.chip, limits=rules.limits
    )
    try:
        found = ready.session(rolls)
    except NotExactError as wrong:
        if not may_simulate:
            raise
        say_simulated(ready, rolls, as_json, str(wrong))
        return
    figures = found.figures
    if as_json:
        made = {
            f"{wager} {on}" if on is not None else wager: {"times": times, "staked": staked / 100}
            for (wager, on), (times, staked) in found.placements.items()
        }
        say_json({"exact": True, **figures.as_data(), "wagers": made, "states": ready.tables.states})
        return
    say(f"{ready.strategy.name or ready.strategy} at {opened.name}: exact, {ready.tables.states:,} states")
    say(f"  mean {figures.mean / 100:,.6f}, sd {money(figures.sd)}, from {money(bankroll)}")
    say(f"  ruin {figures.ruin:.6%}, stopped {figures.stopped:.4%}, {figures.rolls:,.3f} rolls a session")
    show_quantiles(figures)
    for (wager, on), (times, staked) in found.placements.items():
        say(f"  {wager}{'' if on is None else f' {on}'}: made {times:,.3f} times, {money(staked)} put down")
    show_unmet(ready)
    histogram(figures)


def say_simulated(ready: object, rolls: int, as_json: bool, why: str) -> None:
    """The standby: a simulation, marked as one."""
    from feltwork.cli.figures import show_quantiles
    from feltwork.simulate.lab import Prepared

    assert isinstance(ready, Prepared)
    done = ready.simulate(STANDBY_SESSIONS, rolls)
    if as_json:
        say_json({"exact": False, "why": why, **done.as_data()})
        return
    low, high = done.ci95
    say(f"simulated, not exact: {why}")
    say(f"  mean {money(done.figures.mean)} (95% between {money(low)} and {money(high)}), ruin {done.figures.ruin:.3%}")
    show_quantiles(done.figures)
