"""The manifest of the installed software: every file of the package, of each library, of Python's own and of what
Python starts with, by its hash; and versions.

Signed by whoever approved the software, it tells a process that runs whether it is still what was approved.
"""

from __future__ import annotations

import json
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cryptography.exceptions import InvalidSignature

from feltwork.refusal import harmless
from feltwork.server.ops.software import (
    hashes,
    library_files,
    loaded_files,
    needed,
    not_as_recorded,
    standard_library,
    startup_files,
)
from feltwork.verifier.table.books import canonical

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

FORMAT = "feltwork-manifest-2"
SECTIONS = {
    "files": "file",
    "versions": "version of",
    "libraries": "library file",
    "startup": "start-up file",
    "python": "Python's own file",
}
"""The parts of a manifest, and what each of their entries is called."""
OURS = ("python", "feltwork")
"""Listed by version among the libraries, and by file elsewhere."""


class ManifestError(Exception):
    """A manifest cannot be used; the message is one clear line."""


class Manifest(NamedTuple):
    """What was installed when it was made."""

    files: dict[str, str]
    """SHA-256 by path within the package."""
    versions: dict[str, str]
    """Python and every library the package needs, and those they need in turn."""
    libraries: dict[str, str]
    """SHA-256 by path of every file of those libraries, and of whatever else was loaded from where they are."""
    startup: dict[str, str]
    """SHA-256 of the interpreter, of its configuration, and of what it runs before anything of ours."""
    python: dict[str, str]
    """SHA-256 by path of Python's own modules."""
    signature: str = ""

    def content(self) -> dict[str, object]:
        """All that is signed."""
        return {"format": FORMAT, **{section: getattr(self, section) for section in SECTIONS}}

    def size(self) -> int:
        """The files that it lists."""
        return sum(len(getattr(self, section)) for section in SECTIONS if section != "versions")


def installed(*, loaded: bool = True) -> Manifest:
    """The software that is on this machine now.

    Not ``loaded``: without modules of libraries that we do not need and that something else in this process has loaded.
    """
    versions = needed()
    libraries = library_files(name for name in versions if name not in OURS)
    return Manifest(
        dict(sorted(_hashes(resources.files("feltwork"), ""))),
        versions,
        hashes((loaded_files() if loaded else {}) | libraries),
        hashes(startup_files()),
        hashes(standard_library()),
    )


def changed_since_installed() -> list[str]:
    """Library files that are not what pip noted of them."""
    return not_as_recorded(name for name in needed() if name not in OURS)


def signed(manifest: Manifest, key: Ed25519PrivateKey) -> bytes:
    """The manifest as a file."""
    signature = key.sign(canonical(manifest.content())).hex()
    return json.dumps({**manifest.content(), "signature": signature}, indent=1).encode() + b"\n"


def read_manifest(path: Path, key: Ed25519PublicKey) -> Manifest:
    """A manifest that was signed with this key; a ``ManifestError`` if it was not, or is none."""
    try:
        content = json.loads(path.read_bytes())
        if content["format"] != FORMAT or set(content) != {"format", *SECTIONS, "signature"}:
            raise ManifestError(f"{harmless(path)} is a manifest of another form, or none: make it with this release")
        parts = [{str(name): str(value) for name, value in content[section].items()} for section in SECTIONS]
        files, versions, libraries, startup, python = parts
        found = Manifest(files, versions, libraries, startup, python, str(content["signature"]))
        key.verify(bytes.fromhex(found.signature), canonical(found.content()))
    except OSError as wrong:
        raise ManifestError(f"{harmless(path)} cannot be read: {wrong.strerror or wrong}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ManifestError(f"{harmless(path)} is not a manifest") from None
    except InvalidSignature:
        raise ManifestError(f"{harmless(path)} was not signed with this key, or was changed since") from None
    return found


def differences(approved: Manifest, found: Manifest) -> list[str]:
    """What is not as it was approved, each in words; nothing when all is."""
    return [
        line
        for section, called in SECTIONS.items()
        for line in _differ(called, getattr(approved, section), getattr(found, section))
    ]


def _differ(what: str, approved: dict[str, str], found: dict[str, str]) -> list[str]:
    told = []
    for name in sorted(approved.keys() | found.keys()):
        if name not in found:
            told.append(f"{what} {harmless(name)} is missing")
        elif name not in approved:
            told.append(f"{what} {harmless(name)} was added")
        elif approved[name] != found[name]:
            told.append(f"{what} {harmless(name)} was changed")
    return told


def _hashes(folder: Traversable, path: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name != "__pycache__":  # Python makes it from the files that are listed
                found += _hashes(entry, f"{path}{entry.name}/")
        elif entry.is_file():
            found.append((path + entry.name, sha256(entry.read_bytes()).hexdigest()))
    return found
