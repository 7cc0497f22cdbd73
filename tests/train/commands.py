"""What the tests of the trainer share: a command with lines typed into it, and every kind of table."""

from __future__ import annotations

import io

import pytest

from feltwork.cli.main import run

TABLES = [
    ("star-craps",),
    ("crown-craps",),
    ("crown-craps", "--variant", "mini"),
    ("aruze-craps",),
    ("star-roulette",),
    ("star-roulette", "--wheel", "double", "--lucky-ball"),
    ("star-roulette", "--reading", "mega_probability=1/1000"),
    ("dragon-fire",),
]


def typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str], *arguments: str
) -> tuple[int, str, str]:
    """The exit code and what was printed, with these lines on standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err
