"""Find Chromium for the browser tests, or install it where that is allowed; prints its path."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The browser that ``CHROMIUM`` names, or one on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Debian's package, by whoever may install one."""
    if not shutil.which("apt-get"):
        return
    asking = [] if os.geteuid() == 0 else ["sudo", "-n"]
    for step in (
        ["apt-get", "update", "-q"],
        ["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"],
    ):
        subprocess.run([*asking, *step], stdout=sys.stderr, stderr=sys.stderr, check=False)


def main() -> int:
    if find() is None:
        print("no Chromium found; installing the system's", file=sys.stderr)
        install()
    path = find()
    if path is None:
        print("the browser tests need Chromium: install the package 'chromium', or set CHROMIUM=PATH", file=sys.stderr)
        return 2
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
