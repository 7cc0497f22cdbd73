"""The bill of materials: Feltwork and every library that it needs as installed, in the CycloneDX form."""

from __future__ import annotations

import re
from hashlib import sha256
from importlib import metadata

from feltwork.server.ops.software import needed

FORM = "1.6"
PROGRAM, PYTHON = "feltwork", "python"


def bill() -> dict[str, object]:
    """The bill as data. It has no time and no number of its own, so the same software gives the same bill."""
    found = needed()
    libraries = [name for name in found if name not in (PROGRAM, PYTHON)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": FORM,
        "version": 1,
        "metadata": {"component": _library(PROGRAM, "application")},
        "components": [_python(found[PYTHON]), *(_library(name, "library") for name in libraries)],
        "dependencies": [_needs(name, found) for name in (PROGRAM, *libraries)],
    }


def _library(name: str, kind: str) -> dict[str, object]:
    package = metadata.distribution(name)
    record = package.read_text("RECORD") or ""
    told: dict[str, object] = {
        "type": kind,
        "bom-ref": _reference(name, package.version),
        "name": name,
        "version": package.version,
        "purl": _reference(name, package.version),
    }
    if licence := _licence(package.metadata):
        told["licenses"] = [{"license": {"name": licence}}]
    # What pip noted lists every file with its hash: its own hash stands for all of them.
    told["properties"] = [{"name": "feltwork:record-sha256", "value": sha256(record.encode()).hexdigest()}]
    return told


def _python(version: str) -> dict[str, object]:
    name = f"pkg:generic/python@{version}"
    return {"type": "platform", "bom-ref": name, "name": "CPython", "version": version, "purl": name}


def _needs(name: str, found: dict[str, str]) -> dict[str, object]:
    asked = (re.match(r"[A-Za-z0-9._-]+", line) for line in metadata.distribution(name).requires or ())
    names = sorted({re.sub(r"[-_.]+", "-", match[0]).lower() for match in asked if match} & found.keys())
    return {"ref": _reference(name, found[name]), "dependsOn": [_reference(other, found[other]) for other in names]}


def _reference(name: str, version: str) -> str:
    return f"pkg:pypi/{name}@{version}"


def _licence(told: metadata.PackageMetadata) -> str:
    """A library's licence in one line, as its makers name it."""
    fields = ("License-Expression", "License")
    named = next((line for name in fields for line in told.get_all(name) or () if line.strip()), "")
    kinds = [line.rpartition(" :: ")[2] for line in told.get_all("Classifier") or () if line.startswith("License ::")]
    return (named.strip().partition("\n")[0] or ", ".join(kinds))[:120]
