"""``feltwork``: each command is imported only when it is called, so that help comes at once."""

from __future__ import annotations

import gc
import importlib
import io
import re
import signal
import sys
from collections.abc import Sequence

import click

from feltwork.cli.output import ReaderGoneError, fall_silent

COMMANDS = {
    "demo": ("feltwork.cli.demo:demo", "Start a floor of play money and open it in a browser."),
    "serve": ("feltwork.cli.serve", "Run a floor of live tables from its configuration."),
    "doctor": ("feltwork.cli.doctor", "What is missing or wrong on this machine, in sentences."),
    "staff": ("feltwork.cli.staff", "Accounts of a floor's staff: passwords, second factors, sessions."),
    "terminal": ("feltwork.cli.staff:terminal", "Terminals of a floor: enrol, list, revoke."),
    "acceptor": ("feltwork.cli.acceptor", "Note acceptors of a floor: enrol, remove, list, report."),
    "document": ("feltwork.cli.document", "The approved rules of a floor's games: install, list, save."),
    "manifest": ("feltwork.cli.manifest", "The signed manifest of the installed software: make, check."),
    "tour": ("feltwork.cli.tour", "Play one narrated session at each game."),
    "settle": ("feltwork.cli.settle", "Play table scripts and report what was settled or refused."),
    "tournament": (
        "feltwork.cli.tournament",
        "Tournaments: conditions to fill in and check; sessions from a script.",
    ),
    "promotion": (
        "feltwork.cli.promotion",
        "Promotions: terms to fill in and check, entries, draws, prizes.",
    ),
    "duties": ("feltwork.cli.duties", "What somebody must do in time: due, done and late."),
    "outbox": ("feltwork.cli.duties:outbox", "Notices to inspector and regulator, and the proof of sending."),
    "odds": ("feltwork.cli.odds", "Exact odds of a book, a wager, or a whole layout."),
    "rules": ("feltwork.cli.rules", "A book as a rule card, or how much of the books is done."),
    "felt": ("feltwork.cli.felt", "Draw the felt of a table, with chips on it, as an SVG picture."),
    "explain": ("feltwork.cli.explain", "One clause: what it says, what carries it out, how it is read."),
    "diff": ("feltwork.cli.diff", "How two books differ, wager by wager."),
    "strategies": ("feltwork.cli.strategies", "The strategies that ship, and how to write your own."),
    "session": ("feltwork.cli.session", "The exact distribution of what a session with a strategy ends with."),
    "simulate": ("feltwork.cli.simulate", "Play strategies by the million on the rows that settle live tables."),
    "par": ("feltwork.cli.par", "The par sheet of a book, for paper, as HTML or PDF."),
    "play": ("feltwork.cli.play", "Play a game in the terminal with short codes; every payment explained."),
    "drill": ("feltwork.cli.drill", "Ask a dealer what to pay, time and score the answers."),
    "rehearse": ("feltwork.cli.rehearse", "Bots and staff play live tables through the real store."),
    "replay": ("feltwork.cli.replay", "Tell a round of a live table, or recall a seat's last rounds."),
    "ledger": ("feltwork.cli.ledger", "What every account holds, each seat's meters, and whether it adds up."),
    "report": ("feltwork.cli.report", "A day, a shift or a period of a floor: drop, turnover, win, hold, duties."),
    "audit": ("feltwork.cli.audit", "Verify a live table's log, sign checkpoints, pack evidence."),
    "cage": ("feltwork.cli.cage", "The cage: reconcile a day, issue, cancel and expire tickets."),
    "incidents": ("feltwork.cli.incidents", "Breaches of the rules, what was done about them, and disputes."),
    "people": ("feltwork.cli.people", "Names behind the ids of a database: note, show, erase."),
    "backup": ("feltwork.cli.backup", "Copy a live database into a new file."),
    "backup-key": ("feltwork.cli.backup:backup_key", "Make the key pair of encrypted backups."),
    "restore": ("feltwork.cli.backup:restore", "Put a backup in place, unless a checkpoint has seen more."),
    "migrate": ("feltwork.cli.migrate", "Bring a database up to this program's schema, or say whether it can."),
    "grant": ("feltwork.cli.backup:grant", "A PostgreSQL role that may add to the log and never change it."),
    "draw": ("feltwork.cli.draw", "Draw outcomes that anybody can recompute; collect them for a laboratory."),
    "readings": ("feltwork.cli.readings", "The named options for what the books leave open."),
}


OTHER_DIGITS = re.compile(r"(?=.*[^\x00-\x7f])(--[a-z-]+=)?\s*[+-]?\d[\d_]*\s*")
"""A whole number, alone or given to an option, that is not written with the digits 0 to 9 alone."""


class Commands(click.Group):
    """Commands by name, loaded on use; a mistyped one is answered with the nearest."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), name or "command")
        if not isinstance(command, click.Command):
            raise TypeError(f"{cmd_name} is not a command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name not in COMMANDS and not name.startswith("-"):
            from feltwork.games import nearest

            raise click.UsageError(f"no command is called '{name}'{nearest(name, COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="feltwork", message="feltwork %(version)s")
def cli() -> None:
    """Casino table games exactly as their approved rules say, with the clause for every figure."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command. Whatever is wrong with what was asked is one line on stderr and exit code 2."""
    if sys.platform == "win32":
        sys.exit(_complain("Windows is not supported: run feltwork on Linux, or in the Windows Subsystem for Linux"))
    heed_signals()
    code = run(argv)
    exec("")  # after an interrupt inside an `exec`, as of dataclasses, Python would end by SIGINT and not with the code
    gc.freeze()  # all that is left goes with the process: it need not be looked through for garbage first
    sys.exit(code)


def heed_signals() -> None:
    """End in order on SIGINT and SIGTERM: cleaned up, exit code 130 or 143, also where a shell has them ignored.

    A shell starts its background jobs with SIGINT ignored, and Python then leaves it so.
    """

    def end(*_: object) -> None:
        raise SystemExit(128 + signal.SIGTERM)

    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, end)


def run(argv: Sequence[str] | None = None) -> int:
    """The exit code of a command line."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if sys.stdout is None:
        return _complain("standard output is closed, so there is nowhere to print a result")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if other := next(filter(OTHER_DIGITS.fullmatch, arguments), None):
        return _complain(f"a whole number is written with the digits 0 to 9, not '{other}'")
    result: object = 0
    try:
        result = cli.main(args=arguments or ["--help"], prog_name="feltwork", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as asked:
        print(asked.format_message())
        return 0
    except click.ClickException as wrong:
        return _complain(_in_words(wrong))
    except click.exceptions.Abort:
        return _complain("stopped", code=130)
    except (BrokenPipeError, ReaderGoneError):
        fall_silent()
    except Exception as wrong:
        if not _is_ours(wrong):
            raise
        return _complain(_said(wrong))
    return result if isinstance(result, int) else 0


def _is_ours(wrong: Exception) -> bool:
    """Is this a complaint about the input that the library raised on purpose?"""
    return isinstance(wrong, OSError) or type(wrong).__module__.startswith("feltwork.")


def _in_words(wrong: click.ClickException) -> str:
    """What click complains of; a number that will not do is answered with those that will."""
    if isinstance(wrong, click.BadParameter) and wrong.param is not None:
        kind, value = wrong.param.type, wrong.message.partition(" is not ")[0]
        if isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
            wrong = click.BadParameter(f"{value} is not {_numbers(kind)}", wrong.ctx, wrong.param)
    return wrong.format_message()


def _numbers(kind: click.types.IntParamType | click.types.FloatParamType) -> str:
    name = "a whole number" if isinstance(kind, click.types.IntParamType) else "a number"
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    if low is None:
        return name
    return f"{name} from {low} to {high}" if high is not None else f"{name} of {low} or more"


def _said(wrong: Exception) -> str:
    """What the library complains of, or what the system says of a file, in words."""
    if isinstance(wrong, OSError) and wrong.filename is not None and wrong.strerror:
        from feltwork.refusal import harmless

        return f"{harmless(wrong.filename)}: {wrong.strerror}"
    return str(wrong)


def _complain(message: str, code: int = 2) -> int:
    if sys.stderr is not None:
        print("feltwork: " + " ".join(message.split()), file=sys.stderr)
    return code
