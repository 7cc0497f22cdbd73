"""The lock files name every package that ``make install`` installs, with its version and the hashes of its files."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import lock

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / lock.PROJECT).read_text())
ONLY_WITH_A_GPU = {"cupy-cuda12x"}
"""Not installed by ``make install``: it is of no use without the card."""
ENTRY = re.compile(r"^(?P<requirement>[^\s#].*?) \\\n(?P<hashes>(?:    --hash=\S+(?: \\)?\n)*)", re.MULTILINE)


def locked(name: str) -> dict[str, Requirement]:
    """The entries of a lock by canonical name; each must have a hash."""
    text = (ROOT / name).read_text()
    entries = list(ENTRY.finditer(text))
    assert len(entries) == len(re.findall(r"^[^\s#]", text, re.MULTILINE)), f"an entry of {name} has no hash"
    assert all("--hash=sha256:" in entry["hashes"] for entry in entries)
    requirements = [Requirement(entry["requirement"]) for entry in entries]
    return {canonicalize_name(requirement.name): requirement for requirement in requirements}


def unlocked(wanted: list[str], name: str) -> list[str]:
    """Those of the wanted requirements that the lock does not have, or has in a version that they do not allow."""
    entries = locked(name)
    return [text for text in wanted if not _allows(Requirement(text), entries)]


def _allows(wanted: Requirement, entries: dict[str, Requirement]) -> bool:
    entry = entries.get(canonicalize_name(wanted.name))
    return entry is not None and wanted.specifier.contains(pinned(entry), prereleases=True)


def pinned(entry: Requirement) -> str:
    (specifier,) = entry.specifier
    assert specifier.operator == "=="
    return specifier.version


def test_every_dependency_is_locked() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [*PROJECT["project"]["dependencies"], *(each for extra in extras.values() for each in extra)]
    wanted = [each for each in wanted if Requirement(each).name not in ONLY_WITH_A_GPU]
    assert unlocked(wanted, lock.LOCK) == [], "make lock writes them"
    assert unlocked(lock.build_requirements(), lock.BUILD_LOCK) == [], "make lock writes them"
    served = [*PROJECT["project"]["dependencies"], *(each for extra in lock.FLOOR_EXTRAS for each in extras[extra])]
    assert unlocked(served, lock.FLOOR_LOCK) == [], "make lock writes them"


@pytest.mark.parametrize("added", ["no-such-package>=1", "click>=1000"])
def test_a_dependency_added_without_its_lock_is_found(added: str) -> None:
    assert unlocked(["rich>=14.0", added], lock.LOCK) == [added]


@pytest.mark.parametrize("other", [lock.BUILD_LOCK, lock.FLOOR_LOCK])
def test_locks_agree(other: str) -> None:
    run, others = locked(lock.LOCK), locked(other)
    assert {name: pinned(run[name]) for name in run.keys() & others} == {
        name: pinned(others[name]) for name in run.keys() & others
    }


def test_what_is_tested_is_what_is_locked() -> None:
    entries = [entry for entry in locked(lock.LOCK).values() if entry.marker is None or entry.marker.evaluate()]
    installed = {entry.name: version(entry.name) for entry in entries}
    assert installed == {entry.name: pinned(entry) for entry in entries}, "make install brings them in line"


def test_make_install_reads_the_locks() -> None:
    rule = re.search(r"^\$\(STAMP\):(.*)\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert rule is not None
    prerequisites, recipe = rule.groups()
    for name in (lock.LOCK, lock.BUILD_LOCK):
        assert name in prerequisites.split()
        assert re.search(rf"--require-hashes.* --requirement {re.escape(name)}$", recipe, re.MULTILINE)


def test_every_package_that_checks_the_screens_is_locked() -> None:
    """By version and by the hash of its file, and from whichever registry the machine has."""
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert packages.pop("")["devDependencies"] == wanted
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, f"{name} is locked to the registry of one machine"
