"""Find Chromium for the browser tests, and what it and its driver need, or install them; prints the browser's path.

As root it installs Debian's packages. Anybody else is told in one line which ones are missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGE = "chromium"
LIBRARIES = {"libatomic.so.1": "libatomic1", "libstdc++.so.6": "libstdc++6", "libgcc_s.so.1": "libgcc-s1"}
"""What the Node.js inside Playwright is linked against, and the Debian package that has it."""


def find() -> str | None:
    """The browser that ``CHROMIUM`` names, or one on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def driver() -> Path | None:
    """The program that Playwright talks to browsers with; a wheel brings it, without the libraries it needs."""
    spec = find_spec("playwright")
    folders = spec.submodule_search_locations if spec is not None else None
    return next((node for folder in folders or () if (node := Path(folder) / "driver" / "node").exists()), None)


def linked(program: Path | None) -> str:
    """What the loader says of a program's libraries; nothing on a system that has no ``ldd``."""
    if program is None or shutil.which("ldd") is None:
        return ""
    return subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=False).stdout


def missing(browser: str | None, libraries: str) -> list[str]:
    """The packages to install: the browser's if there is none, and one for each library that was not found.

    >>> missing(None, "libatomic.so.1 => not found")
    ['chromium', 'libatomic1']
    >>> missing("/usr/bin/chromium", "libatomic.so.1 => /lib/libatomic.so.1 (0x00007f)")
    []
    """
    absent = [line.split()[0] for line in libraries.splitlines() if line.endswith("not found")]
    return [PACKAGE] * (browser is None) + [LIBRARIES.get(name, name) for name in absent]


def install(packages: list[str]) -> None:
    """Debian's own packages and what they cannot do without."""
    for step in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", *packages]):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", *step], stdout=sys.stderr, stderr=sys.stderr, env=environment, check=False)


def main() -> int:
    wanted = missing(find(), linked(driver()))
    if wanted and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"installing {' '.join(wanted)} for the browser tests", file=sys.stderr)
        install(wanted)
        wanted = missing(find(), linked(driver()))
    if wanted:
        command = f"apt-get install --no-install-recommends {' '.join(wanted)}"
        print(f"the browser tests need {' and '.join(wanted)}: as root, {command}", file=sys.stderr)
        return 2
    print(find())
    return 0


if __name__ == "__main__":
    sys.exit(main())
