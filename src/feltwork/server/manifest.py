"""The manifest of the installed software: every file of the package by its hash, and what it stands on by version.

Signed by whoever approved the software, it tells a process that runs whether it is still what was approved.
"""

from __future__ import annotations

import json
import platform
import re
from hashlib import sha256
from importlib import metadata, resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cryptography.exceptions import InvalidSignature

from feltwork.audit.books import canonical
from feltwork.refusal import harmless

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

FORMAT = "feltwork-manifest-1"


class ManifestError(Exception):
    """A manifest cannot be used; the message is one clear line."""


class Manifest(NamedTuple):
    """What was installed when it was made."""

    files: dict[str, str]
    """SHA-256 by path within the package."""
    versions: dict[str, str]
    """Python and every library the package needs, and those they need in turn."""
    signature: str = ""

    def content(self) -> dict[str, object]:
        """All that is signed."""
        return {"format": FORMAT, "files": self.files, "versions": self.versions}


def installed() -> Manifest:
    """The software that is on this machine now."""
    return Manifest(dict(sorted(_hashes(resources.files("feltwork"), ""))), _versions())


def signed(manifest: Manifest, key: Ed25519PrivateKey) -> bytes:
    """The manifest as a file."""
    signature = key.sign(canonical(manifest.content())).hex()
    return json.dumps({**manifest.content(), "signature": signature}, indent=1).encode() + b"\n"


def read_manifest(path: Path, key: Ed25519PublicKey) -> Manifest:
    """A manifest that was signed with this key; a ``ManifestError`` if it was not, or is none."""
    try:
        content = json.loads(path.read_bytes())
        if content["format"] != FORMAT or set(content) != {"format", "files", "versions", "signature"}:
            raise ManifestError(f"{harmless(path)} is a manifest of another form, or none")
        files = {str(name): str(digest) for name, digest in content["files"].items()}
        found = Manifest(files, {str(n): str(v) for n, v in content["versions"].items()}, str(content["signature"]))
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
    return [*_differ("file", approved.files, found.files), *_differ("version of", approved.versions, found.versions)]


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


def _versions() -> dict[str, str]:
    """By name, all that is installed of what is needed; an extra that is not installed is not listed."""
    found = {"python": platform.python_version()}
    waiting = ["feltwork"]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        found[name] = package.version
        needed = (re.match(r"[A-Za-z0-9._-]+", line) for line in package.requires or () if "extra ==" not in line)
        waiting += [match[0] for match in needed if match]
    for name in ("psycopg", "psycopg-binary"):  # the one extra that a server uses
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return dict(sorted(found.items()))
