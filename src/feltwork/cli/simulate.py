"""``feltwork simulate``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

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
    from feltwork.lab.simulate.exact import Session
    from feltwork.lab.simulate.lab import Prepared
    from feltwork.lab.simulate.run import Simulated

EXACT_WORK, EXACT_ROLLS = 1_000_000, 2_000
"""Up to so many states times rolls, and so many rolls, the exact figure stands beside the simulated one unasked."""
SIMULATED_ONLY = ("sessions", "seed", "backend", "threads", "scheduler", "svg", "rows")


@click.command("simulate")
@click.argument("strategies", nargs=-1, required=True, metavar="STRATEGY...")
@table_options
@click.option("--sessions", type=int, default=100_000, show_default=True, help="How many sessions.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same result.")
@click.option("--backend", type=click.Choice(["auto", "numba", "numpy", "gpu"]), default="auto", show_default=True)
@click.option("--threads", type=click.IntRange(1, 4096), help="Threads (default: all cores).")
@click.option("--scheduler", metavar="ADDRESS", help="Run on the Dask cluster with this scheduler.")
@click.option("--dice", "rolls_files", multiple=True, metavar="FILE", help="Play these results instead; one session.")
@click.option("--svg", metavar="FILE", help="Draw the distribution.")
@click.option("--rows", metavar="FILE", help="One row a session, as .csv or .parquet.")
@json_option
def command(
    strategies: tuple[str, ...], book: str, bankroll: int, rolls: int, finish: bool, asked: Asked, chip: int | None,
    limits: tuple[str, ...], sessions: int, seed: int, backend: str, threads: int | None, scheduler: str | None,
    rolls_files: tuple[str, ...], svg: str | None, rows: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Play strategies by the million, on the rows that settle live tables; several play the same dice."""
    load_numpy()
    from feltwork.lab.simulate.job import MAX_ROLLS

    check_rolls(rolls, MAX_ROLLS)
    if len(strategies) > 1 and (svg or rows):
        raise click.UsageError("--svg and --rows are for one strategy at a time")
    opened = open_asked(book, asked)
    rules = rules_of(opened, chip, limits)
    if rolls_files:
        _only_given_results()
    ready = [prepared(text, opened, rules, bankroll) for text in strategies]
    if rolls_files:
        from feltwork.cli.rolls import replay_files

        replay_files(ready, strategies, rolls_files, rolls, finish, as_json)
        return
    jobs = [each.job(rolls, sessions, seed, finish=finish) for each in ready]
    done = [each.told(_run(job, backend, threads, scheduler, rows)) for each, job in zip(ready, jobs, strict=True)]
    exact = [_exact(each, rolls, finish) for each in ready]
    if svg:
        from feltwork.cli.files import write_whole
        from feltwork.fonts import SANS_400, embedded
        from feltwork.lab.simulate.drawing import as_svg

        title = f"{strategies[0]}, {sessions:,} sessions"
        write_whole(svg, as_svg(done[0].figures, title, bankroll, embedded([SANS_400])))
    if as_json:
        found = [
            {
                **session_data(text, r, rolls),
                "seed": seed,
                **d.as_data(),
                "exact_mean": e.figures.mean / 100 if e else None,
                "form": r.form,
            }
            for text, d, e, r in zip(strategies, done, exact, ready, strict=True)
        ]
        say_json(head(opened) | (found[0] if len(found) == 1 else {"strategies": found}))
    elif len(ready) == 1:
        _show(strategies[0], ready[0], done[0], exact[0])
    else:
        _compare(strategies, done, exact)


def _only_given_results() -> None:
    """What is about simulated sessions has no meaning beside results from files, and is not left unused in silence."""
    asked = click.get_current_context().get_parameter_source
    given = [f"--{name}" for name in SIMULATED_ONLY if asked(name) is ParameterSource.COMMANDLINE]
    if given:
        raise click.UsageError(f"--dice plays the results of its files, one session each, without {', '.join(given)}")


def _run(job: object, backend: str, threads: int | None, scheduler: str | None, rows: str | None) -> Simulated:
    from feltwork.lab.simulate.job import Job
    from feltwork.lab.simulate.run import simulate

    assert isinstance(job, Job)
    with progress("sessions", job.sessions) as tick:
        if scheduler is not None:
            if rows:
                raise click.UsageError("--rows is for local backends")
            from feltwork.lab.simulate.cluster import simulate_on_cluster

            return simulate_on_cluster(job, scheduler, backend, progress=tick)
        if rows:
            from feltwork.cli.files import row_writer

            with row_writer(rows, job.sessions) as write:
                return simulate(job, backend, threads, progress=tick, rows=write)
        return simulate(job, backend, threads, progress=tick)


def _exact(ready: Prepared, rolls: int, finish: bool) -> Session | None:
    from feltwork.lab.simulate.exact import NotExactError

    if ready.tables.states * rolls > EXACT_WORK or rolls > EXACT_ROLLS:
        return None
    try:
        with progress("the exact session", rolls) as tick:
            return ready.session(rolls, finish=finish, progress=tick)
    except NotExactError:
        return None


def _show(text: str, ready: Prepared, done: Simulated, exact: Session | None) -> None:
    from feltwork.cli.figures import histogram, show_at_end, show_quantiles, show_unmet

    figures = done.figures
    many = "1 session" if done.sessions == 1 else f"{done.sessions:,} sessions"
    say(f"{text} at {ready.book.name}: {many}, {done.rolls:,} rolls")
    beside = f"; exact {exact.figures.mean / 100:,.4f}" if exact else ""
    say(f"  mean {figures.mean / 100:,.4f} ({done.interval}{beside}), sd {money(figures.sd)}")
    say(
        f"  ruin {figures.ruin:.3%}{f' (exact {exact.figures.ruin:.3%})' if exact else ''}, "
        f"{figures.rolls:,.2f} rolls a session, drawdown {money(done.drawdown)} on average"
    )
    show_at_end(done.at_end)
    show_quantiles(figures)
    show_unmet(done.unmet)
    histogram(figures)
    speed = done.rolls / max(done.seconds, 1e-9) / 1e6
    threads = f" on {done.threads} threads" if done.threads > 1 else ""
    say(f"  {done.seconds:.2f} s, {speed:,.0f} million rolls a second by {done.backend}{threads}; {ready.form}")


def _compare(strategies: tuple[str, ...], done: list[Simulated], exact: list[Session | None]) -> None:
    from feltwork.cli.figures import show_unmet
    from feltwork.cli.render import table

    table(
        ("strategy", "mean", "95%", "exact", "sd", "ruin", "rolls", "5%", "median", "95%"),
        (
            (
                text,
                money(d.figures.mean),
                f"{money(d.ci95[0])} to {money(d.ci95[1])}" if d.ci95 else "too few",
                money(e.figures.mean) if e else "",
                money(d.figures.sd),
                f"{d.figures.ruin:.2%}",
                f"{d.figures.rolls:,.1f}",
                *(money(d.figures.quantile(q)) for q in (0.05, 0.5, 0.95)),
            )
            for text, d, e in zip(strategies, done, exact, strict=True)
        ),
        right=range(1, 10),
        title=f"{done[0].sessions:,} sessions on the same dice",
        wide=True,
    )
    for text, each in zip(strategies, done, strict=True):
        if not each.ci95:
            say(f"  {text}: {each.interval}")
        say(f"  {text}: {each.at_end}")
        show_unmet(each.unmet, text)
