"""``feltwork serve`` runs a floor from its configuration; ``feltwork demo`` runs one of play money."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import tempfile
import webbrowser
from pathlib import Path
from socket import socket

import click

from feltwork.server.app import Floor, Job
from feltwork.server.attending import Attendant, draw_key_at
from feltwork.server.config import FloorConfig, read_config
from feltwork.server.demo import DEMO, links, seat_guest, table_keeper
from feltwork.server.house import House
from feltwork.server.opening import open_tables
from feltwork.server.running import listen, server
from feltwork.server.sessions import MemoryShelf, Sessions

CI_SECONDS = 20


@click.command("serve")
@click.option("--config", "path", type=click.Path(path_type=Path), required=True, help="The floor's TOML file.")
def command(path: Path) -> None:
    """Run a floor: its tables, crew, limits and database as the file says."""
    config = read_config(path)
    house = House(config.database)
    open_tables(house, config)
    listening = listen(config.host, config.port)
    _log()
    floor = Floor(house, Sessions(MemoryShelf(), house.now))
    attendant = Attendant(house, draw_key_at(path.parent / config.draw_key))
    click.echo(f"serving {len(config.tables)} tables on http://{config.host}:{listening.getsockname()[1]}", err=True)
    _run(floor, attendant, listening)


@click.command("demo")
@click.option("--port", default=8080, show_default=True, help="Where to listen; 0 takes any free port.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so long; by default when you press Ctrl-C.")
@click.option(
    "--pace", type=click.FloatRange(min=0.01), default=1.0, help="How slowly the house plays: 0.5 is twice as fast."
)
@click.option("--browser/--no-browser", default=None, help="Open the first screen in a browser, where there is one.")
@click.option("--db", "database", help="Keep the floor in this database instead of a new one.")
def demo(port: int, host: str, seconds: float | None, pace: float, browser: bool | None, database: str | None) -> None:
    """Start a floor of play money: a table of each game, house players, one-time addresses for every screen."""
    folder = Path(tempfile.mkdtemp(prefix="feltwork-demo-"))
    config = FloorConfig(DEMO.tables, database or str(folder / "floor.sqlite"), host, port)
    if seconds is None and os.environ.get("CI"):
        seconds = CI_SECONDS
    house = House(config.database)
    open_tables(house, config)
    listening = listen(host, port)
    _log()
    floor = Floor(house, Sessions(MemoryShelf(), house.now))
    address = f"http://{host}:{listening.getsockname()[1]}"
    floor.welcome = seat_guest
    found = links(floor, config)
    width = max(len(name) for name, _ in found)
    click.echo("A floor of play money is open. Each address lets one browser in, once:\n")
    for name, code in found:
        click.echo(f"  {name:<{width}}  {address}/enter/{code}")
    click.echo(f"\nThe log is {config.database}. Stop with Ctrl-C.")
    sys.stdout.flush()
    if browser or (browser is None and sys.stdout.isatty() and _has_browser()):
        webbrowser.open(f"{address}/enter/{found[0][1]}")
    jobs: list[Job] = [table_keeper(table, pace) for table in config.tables]
    _run(floor, Attendant(house, draw_key_at(folder / "draw.key")), listening, tuple(jobs), seconds)


def _run(
    floor: Floor, attendant: Attendant, listening: socket, jobs: tuple[Job, ...] = (), seconds: float | None = None
) -> None:
    """Serve until told to stop, or so long."""
    running = server(floor, jobs, attendant)

    async def serve() -> None:
        if seconds is not None:
            asyncio.get_running_loop().call_later(seconds, setattr, running, "should_exit", True)
        await running.serve([listening])

    asyncio.run(serve())


def _has_browser() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("darwin", "win32"))


def _log() -> None:
    """Structured lines on stderr, one for each thing an operator should know."""
    logging.basicConfig(
        level=logging.WARNING,
        stream=sys.stderr,
        format='{"at":"%(asctime)s","level":"%(levelname)s","says":"%(message)s"}',
    )
