"""Every command of a table is on a screen, and each screen is a folder of its own."""

from __future__ import annotations

import re
from pathlib import Path

from feltwork.server.auth.access import COMMANDS, tag
from feltwork.table.live.commands import Command

SRC = Path(__file__).parents[2] / "src" / "feltwork"
JS = SRC / "web" / "js"
ELSEWHERE = {
    "open-table": "the console opens a table over HTTP, with its entry for the floor's file (server/api)",
    "enter-result": "put together from the step and the kind of result (crew/entrypanel.js)",
    "confirm-result": "put together likewise",
    "enter-number": "put together likewise",
    "confirm-number": "put together likewise",
    "open-betting": "sent by the process that holds the draw key (engine/electronic_dealer.py)",
    "reveal-secret": "sent by the process that holds the draw key (engine/electronic_dealer.py)",
    "redeem-checks": "the cage's screen asks for it over HTTP (server/api/cashier.py)",
    "enrol-acceptor": "entered by `feltwork acceptor`, where the key is",
    "remove-acceptor": "entered by `feltwork acceptor`",
}
"""Commands that a screen may send and that no screen's code names, each with how it is sent."""


def test_every_command_a_screen_may_send_is_on_a_screen() -> None:
    """Named by the screen itself, or made by the code that offers a screen its buttons."""
    screens = "".join(path.read_text() for path in JS.rglob("*.js"))
    offers = "".join(path.read_text() for path in (SRC / "views").glob("*.py"))
    named = {
        tag(kind)
        for kind in Command.__args__
        if f'"{tag(kind)}"' in screens or re.search(rf"\b{kind.__name__}\(", offers)
    }
    may_be_sent = frozenset[str]().union(*COMMANDS.values())
    assert sorted(may_be_sent - named) == sorted(ELSEWHERE)


def test_what_is_put_together_is_put_together() -> None:
    """The exceptions of the result's panel hold for as long as it makes its commands so."""
    panel = (JS / "crew" / "entrypanel.js").read_text()
    assert all(f"`${{step}}-{kind}`" in panel for kind in ("result", "number"))
    assert '? "confirm" : "enter"' in panel


def test_a_screen_uses_its_own_folder_and_what_is_common() -> None:
    """Nothing is shared by two screens but what stands in ``common``, and that uses no screen."""
    for path in JS.rglob("*.js"):
        for name in re.findall(r"""(?:from |import\()"([^"]+)\"""", path.read_text()):
            used = (path.parent / name).resolve()
            assert used.is_file(), f"{path.name} imports {name}"
            assert used.parent.name in (path.parent.name, "common"), f"{path.name} imports {name}"


def test_modules_and_classes_of_screens_stay_small() -> None:
    """A class is under 300 lines; what needs more is parted by subject."""
    for path in JS.rglob("*.js"):
        text = path.read_text()
        assert text.count("\n") <= 500, path.name
        for found in re.finditer(r"^(?:export )?class (\w+).*?^\}", text, re.MULTILINE | re.DOTALL):
            assert found[0].count("\n") < 300, f"{path.name}: {found[1]}"
