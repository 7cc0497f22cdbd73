"""The software on this machine beside our own: libraries by what pip recorded of them, and what Python starts with."""

from __future__ import annotations

import csv
import os
import platform
import re
import site
import sys
import sysconfig
from base64 import urlsafe_b64decode
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import metadata
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path

EXTRAS = ("psycopg", "psycopg-binary", "reportlab", "uvloop")
"""What a server uses where it is installed, beside what it needs."""
COMPILED = "__pycache__"
"""Python makes it from the files that are listed."""
CUSTOM = ("sitecustomize", "usercustomize")
NOT_ITS_OWN = frozenset(("site-packages", "dist-packages", "test", "tests", "idle_test"))
"""Folders in Python's own that hold other libraries, or tests that nothing imports."""
IMPORTED = (".py", ".pyc", ".so", ".pyd", ".pth", ".zip")
"""Endings of what Python imports or runs when it starts."""


def hashes(files: Mapping[str, str]) -> dict[str, str]:
    """SHA-256 by name of these files, each by its path; one that is gone by now is not listed."""
    found: dict[str, str] = {}
    for name, path in sorted(files.items()):
        with suppress(FileNotFoundError, NotADirectoryError, IsADirectoryError), open(path, "rb", buffering=0) as file:
            found[name] = sha256(file.read()).hexdigest()
    return found


@cache
def needed() -> dict[str, str]:
    """Python and every library that the package needs, those they need in turn, and the extras that are installed."""
    found = {"python": platform.python_version()}
    waiting = ["feltwork", *EXTRAS]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        found[name] = package.version
        asked = (re.match(r"[A-Za-z0-9._-]+", line) for line in package.requires or () if "extra ==" not in line)
        waiting += [match[0] for match in asked if match]
    return dict(sorted(found.items()))


def library_files(names: Iterable[str]) -> dict[str, str]:
    """Every file of these libraries: those in their records, and whatever else lies in their folders."""
    found: dict[str, str] = {}
    for name in names:
        root, files = _recorded(name)
        folders = set()
        for file in files:
            folder, inside, _ = file.partition("/")
            if f"/{COMPILED}/" not in file:
                found[file] = os.path.join(root, file)
            if inside and folder != "..":
                folders.add(folder)
        for folder in folders:
            found |= _under(root, folder)
    return found


def _recorded(name: str) -> tuple[str, dict[str, str]]:
    """Where a library is installed, and its files as pip noted them: SHA-256 in base 64 by path, empty for some."""
    package = metadata.distribution(name)
    lines = csv.reader((package.read_text("RECORD") or "").splitlines())
    noted = {row[0]: row[1].removeprefix("sha256=") for row in lines if len(row) > 1}
    return str(package.locate_file("")), noted


def not_as_recorded(names: Iterable[str]) -> list[str]:
    """Library files that are not what pip noted of them when it installed them."""
    odd: list[str] = []
    for name in names:
        root, files = _recorded(name)
        found = hashes({file: os.path.join(root, file) for file, digest in files.items() if digest})
        for file, digest in sorted(files.items()):
            if digest and found.get(file) != urlsafe_b64decode(digest + "=" * (-len(digest) % 4)).hex():
                odd.append(file)
    return odd


def startup_files() -> dict[str, str]:
    """What Python runs before any of our own: itself, its configuration, and files that site packages start with."""
    found = {"interpreter": os.path.realpath(sys.executable)}
    library = Path(str(sysconfig.get_config_var("LIBDIR")), str(sysconfig.get_config_var("INSTSONAME")))
    found["interpreter's library"] = str(library)
    for folder in (Path(sys.prefix), Path(sys.executable).parent):
        if (folder / "pyvenv.cfg").is_file():
            found["pyvenv.cfg"] = str(folder / "pyvenv.cfg")
    for folder in site_folders():
        found |= {f"{folder.name}/{path.name}": str(path) for path in sorted(folder.glob("*.pth"))}
    for name in CUSTOM:
        spec = PathFinder.find_spec(name)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            found[f"{name}.py"] = spec.loader.path
        elif spec is not None and spec.origin:
            found[name] = spec.origin
    return found


def standard_library() -> dict[str, str]:
    """Python's own modules."""
    found: dict[str, str] = {}
    for name in ("stdlib", "platstdlib"):
        found |= _under(sysconfig.get_path(name), "", NOT_ITS_OWN)
    return {name: path for name, path in found.items() if name.endswith(IMPORTED)}


def loaded_files() -> dict[str, str]:
    """Files of modules that this process has loaded from where libraries are, whoever needs them."""
    found: dict[str, str] = {}
    roots = [f"{root}{os.sep}" for root in site_folders()]
    for module in list(sys.modules.values()):
        path = getattr(module, "__dict__", {}).get("__file__")
        for root in roots:
            if isinstance(path, str) and path.startswith(root):
                found[path[len(root) :].replace(os.sep, "/")] = path
    return {name: path for name, path in found.items() if not name.startswith("feltwork/")}


def site_folders() -> list[Path]:
    """Where libraries are installed."""
    users = [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    return [Path(folder) for folder in dict.fromkeys((*site.getsitepackages(), *users)) if Path(folder).is_dir()]


def _under(root: str, folder: str, without: frozenset[str] = frozenset()) -> dict[str, str]:
    """All files under a folder, by their paths from the root."""
    found: dict[str, str] = {}
    for place, folders, files in os.walk(os.path.join(root, folder)):
        folders[:] = [name for name in folders if name != COMPILED and name not in without]
        before = os.path.relpath(place, root).replace(os.sep, "/")
        before = "" if before == "." else f"{before}/"
        found |= {before + name: os.path.join(place, name) for name in files}
    return found
