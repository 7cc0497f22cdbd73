"""Files that no office writes: nested without end, or without an end; one line and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltwork.cli import common
from feltwork.cli.main import run

DEEP = 20_000


@pytest.mark.parametrize(
    "words",
    [
        ["promotion", "check", "FILE"],
        ["tournament", "check", "FILE"],
        ["serve", "--check", "--config", "FILE"],
        ["promotion", "recompute", "FILE"],
    ],
    ids=["terms", "conditions", "floor", "draw"],
)
def test_a_file_nested_without_end_is_refused_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    file = tmp_path / "deep"
    file.write_text("[" * DEEP if "recompute" in words else f"a = {'[' * DEEP}{']' * DEEP}")
    assert run([str(file) if word == "FILE" else word for word in words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert str(file) in told.err


def test_a_file_without_an_end_is_refused_before_it_fills_the_memory(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "MAX_FILE", 1 << 20)
    assert run(["promotion", "check", "/dev/zero"]) == 2
    assert capsys.readouterr().err == "feltwork: /dev/zero: more than 1 MiB\n"
