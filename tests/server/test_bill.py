"""The bill of materials says what is installed, as the lock file pins it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from feltwork.cli.main import run

LOCK = Path(__file__).parents[2] / "requirements-floor.lock"


def test_the_bill_lists_what_serves_by_version_and_licence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["manifest", "bill"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["bomFormat"], told["metadata"]["component"]["name"]) == ("CycloneDX", "feltwork")
    libraries = {part["name"]: part for part in told["components"] if part["type"] == "library"}
    pinned = dict(re.findall(r"^([a-z0-9-]+)==(\S+) *\\?$", LOCK.read_text(), re.MULTILINE))
    listed = {name: part["version"] for name, part in libraries.items()}
    assert {name: version for name, version in listed.items() if pinned.get(name, version) != version} == {}
    assert pinned.keys() - listed.keys() == set()
    assert {"starlette", "msgspec", "cryptography"} <= libraries.keys()
    assert [name for name, part in libraries.items() if not part.get("licenses")] == []
    known = {part["bom-ref"] for part in (told["metadata"]["component"], *told["components"])}
    assert {ref for line in told["dependencies"] for ref in (line["ref"], *line["dependsOn"])} <= known
