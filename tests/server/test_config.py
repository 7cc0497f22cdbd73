"""A floor's file: what is right opens, what is wrong is told with its line and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltwork.cage.till import DAY, Till
from feltwork.cli.main import run
from feltwork.server.config import ConfigError, read_config, till_of

GOOD = """database = "memory:"

[[tables]]
name = "one"
book = "star-craps"
sign = {minimum = "5", maximum = "500"}

[[tables]]
name = "two"
book = "star-roulette"
wheel = "double"
sign = {minimum = "1", maximum = "100"}
[tables.limits.straight]
minimum = "1"
maximum = "50.00"
"""
CREW = """[[tables.crew]]
person = "a"
role = "dealer"
[[tables.crew]]
person = "b"
role = "no"
"""


def test_a_good_file(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(GOOD)
    config = read_config(path)
    assert [table.name for table in config.tables] == ["one", "two"]
    assert till_of(config.cage, b"k") == Till(b"k", real_money=True), "what the file leaves out is as usual"
    path.write_text(GOOD.replace("\n\n", '\n[cage]\nticket_days = 90\nby_hand_above = "250.50"\n', 1))
    assert till_of(read_config(path).cage, b"k") == Till(b"k", 90 * DAY, 250_50, real_money=True)


@pytest.mark.parametrize(
    ("change", "line", "field"),
    [
        (('book = "star-craps"', 'book = "start-craps"'), ":5", "tables[0].book"),
        (('name = "two"', 'name = "one"'), ":9", "tables[1].name"),
        (('maximum = "50.00"', 'maximum = "lots"'), ":13", "limits.straight"),
        (('maximum = "50.00"', 'maximum = "0.50"'), ":13", "limits.straight"),
        (('wheel = "double"', "wheel = 3"), ":11", "wheel"),
        (('database = "memory:"', "port = true"), ":1", "port"),
        (('[[tables]]\nname = "one"', '[[tables]\nname = "one"'), "line 3", "floor.toml"),
        (('name = "one"', 'name = "one"\nchairs = 3'), ":5", "tables[0].chairs: there is no such field"),
        (('database = "memory:"', "port = 99999"), ":1", "port: a port is a number up to 65535"),
        (('database = "memory:"', 'proxies = ["proxy.example"]'), ":1", "proxies: 'proxy.example' is no address"),
        (('database = "memory:"', 'port = "80"'), ":1", "port: a whole number is needed here, not text in quotes"),
        (('book = "star-craps"', ""), ":3", "tables[0].book: this field is needed"),
        (('name = "one"', 'name = "one"\nopens = true'), ":5", "tables[0].opens: a manager checks the equipment"),
        (('name = "one"', 'name = "one"\ncrew = [{person = "a b", role = "dealer"}]'), ":5", "tables[0].crew[0]"),
        (
            ('name = "one"', 'name = "one"\ncrew = [{person = "ed", role = "nope"}]'),
            ":5",
            "'nope' is no role at a table",
        ),
        (
            ('maximum = "50.00"\n', f'maximum = "50.00"\n{CREW}'),
            ":19",
            "tables[1].crew[1]: 'no' is no role at a table",
        ),
        (
            (
                'name = "one"',
                'name = "one"\ncrew = [\n  {person = "a", role = "dealer"},\n  {person = "b", role = "no"}]',
            ),
            ":7",
            "tables[0].crew[1]: 'no' is no role at a table",
        ),
        (('minimum = "1"\n', "minimum = 1\n"), ":14", "tables[1].limits.straight.minimum: text in quotes is needed"),
        (('name = "one"', 'name = "one"\nname = "uno"'), "at line 5", "a field is given a second time"),
        (("[tables.limits.straight]", "[tables.limits.curved]"), "", "limits.curved"),
        (('"memory:"\n', '"memory:"\n[cage]\nticket_days = 0\n'), ":3", "cage.ticket_days: a ticket is good for 1 to"),
        (('"memory:"\n', '"memory:"\n[cage]\nsecond_above = "much"\n'), ":3", "cage.second_above"),
        (('"memory:"\n', '"memory:"\n[cage]\nthird_above = "1"\n'), ":3", "cage.third_above: there is no such field"),
        (
            ('book = "star-craps"\nsign = {minimum = "5", maximum = "500"}', 'book = "star-craps"'),
            ":3",
            "tables[0].sign: the sign shows a minimum and a maximum for every wager (7.1), also win-line",
        ),
        (('minimum = "5", ', ""), ":6", "tables[0].sign: a sign shows a minimum and a maximum (7.1)"),
        (('maximum = "50.00"', ""), ":13", "tables[1].limits.straight: a sign shows a minimum and a maximum (4.1)"),
        (('wheel = "double"', "lucky_ball = true"), "", "tables[1].source: Lucky Ball numbers and boosts are drawn"),
    ],
)
def test_a_bad_file_names_its_line_and_field(
    tmp_path: Path, change: tuple[str, str], line: str, field: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(GOOD.replace(*change))
    with pytest.raises(ConfigError) as wrong:
        read_config(path)
    assert line in str(wrong.value)
    assert field in str(wrong.value)
    assert run(["serve", "--config", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_port_that_is_none_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--port", "99999", "--no-browser"]) == 2
    assert "a port is a number up to 65535" in capsys.readouterr().err


def test_a_floor_whose_database_is_away_is_started_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A failover is no mistake in the file: the exit code is the one after which a supervisor starts it again."""
    path = tmp_path / "floor.toml"
    path.write_text(GOOD.replace("memory:", "postgresql://me:secret@127.0.0.1:1/floor"))
    assert run(["serve", "--config", str(path)]) == 75
    told = capsys.readouterr().err
    assert told.startswith("PostgreSQL cannot be reached: ")
    assert (told.count("\n"), "secret" in told) == (1, False)


def test_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--config", str(tmp_path / "none.toml")]) == 2
    assert "cannot be read" in capsys.readouterr().err
