"""Incidents and disputes from the command line, into a store file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feltwork.cage.commands import Deposit
from feltwork.cli.main import run as feltwork
from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.opening import open_store
from tests.faults.load import verified

BOSS = ("--as", "max", "--role", "gaming_manager")


def test_an_exclusion_and_a_dispute(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[int, str]:
        code = feltwork(["incidents", *words])
        told = capsys.readouterr()
        return code, (told.out + told.err).strip()

    db = str(tmp_path / "floor.sqlite")
    store = open_store(db)
    assert not Desk(store).submit(Envelope("d", "cage", "till", "cashier", Deposit("ann", 500))).reason
    store.close()
    assert run("report", db, "star-craps", "device", "ann", "a computer", *BOSS) == (0, "incident 1")
    assert run("measure", db, "1", "exclude", "a device", *BOSS) == (0, "measure 2")
    code, said = run("measure", db, "1", "exclude", "a device", *BOSS)
    assert (code, "excluded already" in said) == (2, True)
    assert run("dispute", db, "crown-craps", "ann", "too slow", "--as", "sam", "--role", "pit_boss") == (0, "dispute 3")
    pat = ("--as", "pat", "--role", "pit_boss")
    assert run("decide", db, "3", "sorry", "--pay", "12.50", *pat) == (0, "it is decided")
    code, said = run("close", db, "3", "--not-satisfied", *pat)
    assert (code, "9.8" in said) == (2, True)
    assert run("advise", db, "3", "in person", *pat)[0] == 0
    assert run("close", db, "3", "--not-satisfied", *pat) == (0, "it is closed")
    told = json.loads(run("list", db, "--json")[1])
    assert told["excluded"] == {"ann": 2}
    assert told["disputes"]["3"]["paid"] == 12_50
    assert "1 excluded, 0 barred, 0 disputes open" in run("list", db)[1]
    assert run("end", db, "9", "why", *BOSS)[0] == 2
    assert run("report", db, "star-craps", "device", "a b", "x", *BOSS)[0] == 2
    assert verified(db) == []


def test_a_bar_whose_last_day_is_over_holds_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    db = str(tmp_path / "floor.sqlite")
    open_store(db).close()
    assert feltwork(["incidents", "report", db, "star-craps", "device", "ann", "a computer", *BOSS]) == 0
    assert feltwork(["incidents", "measure", db, "1", "bar", "a device", "--until", "2099-01-31", *BOSS]) == 0
    capsys.readouterr()
    assert feltwork(["incidents", "list", db]) == 0
    assert ", holds: a device" in (said := capsys.readouterr().out)
    assert "0 excluded, 1 barred" in said
    monkeypatch.setattr("feltwork.cli.incidents.time.time_ns", lambda: 4_100_000_000_000_000_000)
    assert feltwork(["incidents", "list", db]) == 0
    assert ", is over: a device" in (said := capsys.readouterr().out)
    assert "0 excluded, 0 barred" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("decide", "3", "sorry", "--pay", ""), "money is text with two decimals"),
        (("measure", "1", "seize", "a device", "--amount", ""), "money is text with two decimals"),
        (("decide", "\N{ARABIC-INDIC DIGIT THREE}", "sorry"), "a whole number is written with the digits 0 to 9"),
        (("decide", "\N{FULLWIDTH DIGIT THREE}", "sorry"), "a whole number is written with the digits 0 to 9"),
    ],
)
def test_an_empty_amount_and_digits_of_other_scripts_are_refused(
    words: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = str(tmp_path / "floor.sqlite")
    open_store(db).close()
    assert feltwork(["incidents", words[0], db, *words[1:], *BOSS]) == 2
    assert said in capsys.readouterr().err


def test_a_number_given_to_an_option_has_plain_digits(capsys: pytest.CaptureFixture[str]) -> None:
    assert feltwork(["play", "star-craps", "--seed=\N{DEVANAGARI DIGIT FIVE}"]) == 2
    assert "a whole number is written with the digits 0 to 9" in capsys.readouterr().err
