"""Setting up a bare machine: what is missing is installed or told by name, in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import bare, chromium

ROOT = Path(__file__).parents[2]
BROWSER = "/usr/bin/chromium"
LINKED = "libatomic.so.1 => not found\n\tlibm.so.6 => /lib/libm.so.6 (0x00007f)\n\tlibodd.so.3 => not found\n"


def test_the_libraries_of_the_driver_are_named_by_their_packages() -> None:
    assert chromium.missing(BROWSER, LINKED) == ["libatomic1", "libodd.so.3"]
    assert chromium.missing(None, "") == ["chromium"]
    assert chromium.missing(BROWSER, chromium.linked(chromium.driver())) == [], "on the machine that tests"


@pytest.mark.parametrize(("user", "done"), [(0, ["chromium libatomic1"]), (1000, [])])
def test_root_installs_and_anybody_else_is_told_in_one_line(
    user: int, done: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed: list[str] = []
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}" if name == "apt-get" else None)
    monkeypatch.setattr(chromium, "find", lambda: BROWSER if installed else None)
    monkeypatch.setattr(chromium, "linked", lambda _: "" if installed else "libatomic.so.1 => not found")
    monkeypatch.setattr(chromium, "install", lambda packages: installed.append(" ".join(packages)))
    code = chromium.main()
    printed = capsys.readouterr()
    assert installed == done
    assert (code, printed.out) == ((0, f"{BROWSER}\n") if user == 0 else (2, ""))
    assert printed.err.count("\n") == 1
    assert "chromium" in printed.err
    assert "libatomic1" in printed.err


@pytest.mark.parametrize(
    ("name", "text", "mirror"),
    [
        (
            "sources.list",
            "deb [signed-by=/k.gpg] https://mirror.example/debian/ trixie main\n",
            "https://mirror.example/debian",
        ),
        (
            "sources.list.d/a.sources",
            "Types: deb\nURIs: http://near.example/debian\nSuites: bookworm\n",
            "http://near.example/debian",
        ),
        ("sources.list.d/b.sources", "Types: deb\nURIs: https://other.example/node_20.x\n", bare.MIRROR),
        ("sources.list", "# deb http://old.example/debian bookworm main\n", bare.MIRROR),
        ("sources.list", "deb http://security.example/debian-security bookworm-security main\n", bare.MIRROR),
    ],
)
def test_the_roots_come_from_this_systems_own_mirror(name: str, text: str, mirror: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert bare.system_mirror(tmp_path) == mirror


def test_the_hooks_before_a_commit_run_make_lint_and_download_nothing() -> None:
    lines = (ROOT / ".pre-commit-config.yaml").read_text().splitlines()
    said = [line.strip().removeprefix("- ") for line in lines]
    assert [line for line in said if line.startswith("repo:")] == ["repo: local"]
    assert {line for line in said if line.startswith("language:")} == {"language: system"}
    assert [line for line in said if line.startswith("entry:")] == ["entry: make --silent lint"]
