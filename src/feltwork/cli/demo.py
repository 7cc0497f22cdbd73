"""The demonstration floor from the command line: ``feltwork demo``."""

from __future__ import annotations

import logging
import os
import socket
import sys
import tempfile
import webbrowser
from contextlib import closing
from pathlib import Path

import click

from feltwork.cli.common import Between
from feltwork.server.config import FloorConfig
from feltwork.server.demo.floor import SECOND_PERSON, enrol_second
from feltwork.server.demo.guests import Guests
from feltwork.server.demo.keeping import take
from feltwork.server.demo.starting import open_demo
from feltwork.server.demo.tables import DEMO, at_pace
from feltwork.server.ops.logs import log_to_stderr
from feltwork.server.ops.start_checks import check_practice
from feltwork.server.running import listen, run, server

CI_SECONDS = 20


@click.command("demo")
@click.option("--port", default=8080, show_default=True, help="Where to listen; 0 takes any free port.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--seconds", type=Between(0, 10**7), help="Stop after so long; by default when you press Ctrl-C.")
@click.option("--pace", type=Between(0.01, 100), default=1.0, help="How slowly the house plays: 0.5 is twice as fast.")
@click.option("--browser/--no-browser", default=None, help="Open the lobby in a browser, where there is one.")
@click.option("--db", "database", help="Keep the floor in this database instead of a new one.")
def demo(port: int, host: str, seconds: float | None, pace: float, browser: bool | None, database: str | None) -> None:
    """Start a floor of play money: a table of each game, house players, and a lobby with every screen."""
    with closing(listen(host, port)) as listening:  # before anything is made: it may be taken
        _demo(listening, host, seconds, pace, browser, database)


def _demo(
    listening: socket.socket, host: str, seconds: float | None, pace: float, browser: bool | None, database: str | None
) -> None:
    """Open the tables, print the addresses, and serve until told to stop."""
    port = listening.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="feltwork-demo-"))
    config = FloorConfig(at_pace(pace), database or str(folder / "floor.sqlite"), host, port, manager=DEMO.manager)
    check_practice(config.database)
    held = take(config.database)
    if seconds is None and os.environ.get("CI"):
        seconds = CI_SECONDS
    guests = Guests(config)
    opened = open_demo(config, folder, pace, kept=database if database != "memory:" else None)
    opened = opened._replace(jobs=(*opened.jobs, guests.look_after))
    log_to_stderr(logging.WARNING)
    floor = opened.floor
    floor.guests = guests
    address = f"http://{host}:{port}"
    click.echo(f"A floor of play money is open: {address}/\n")
    click.echo("Play, deal or watch at any table from there; each tab of the browser may be somebody else.")
    click.echo(f"The second person for corrections: {SECOND_PERSON}, password {enrol_second(floor, config)}")
    click.echo(f"The log is {config.database}. Stop with Ctrl-C.")
    sys.stdout.flush()
    if browser or (browser is None and sys.stdout.isatty() and _has_browser()):
        webbrowser.open(f"{address}/")
    run(server(*opened), listening, seconds)
    if held is not None:
        held.close()


def _has_browser() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32"))
