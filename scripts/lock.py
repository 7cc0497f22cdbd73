"""Write the lock files: every package that ``make install`` installs, with its version and the hashes of its files.

``make lock`` adds what ``pyproject.toml`` names and the locks do not have, and keeps every other version.
``make lock UPGRADE=1`` takes the newest versions that ``pyproject.toml`` allows. The resolver, uv, is installed for the
run into a temporary folder; nothing else of the project needs it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = "pyproject.toml"
LOCK = "requirements.lock"
"""What the project and its checks need at run time."""
BUILD_LOCK = "requirements-build.lock"
"""What builds the project and packages that come as source only; installed first, so that builds download nothing."""
FLOOR_LOCK = "requirements-floor.lock"
"""What a floor needs and nothing of the checks: for containers and hosts that serve."""
FLOOR_EXTRAS = ("postgres", "fast", "pdf")
INDEX = "https://pypi.org/simple"
OLDEST_PYTHON = "3.11"
RESOLVER = "uv==0.13.7"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions that pyproject.toml allows")
    upgrade = ["--upgrade"] if parser.parse_args().upgrade else []
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        subprocess.run([f"{folder}/bin/pip", "install", "--quiet", RESOLVER], check=True)
        for command, given in commands():
            _compile([f"{folder}/bin/uv", *command, *upgrade], given)
    return 0


def commands() -> list[tuple[list[str], str]]:
    """For each lock the resolver's arguments and what it reads from standard input."""
    every = [
        "pip",
        "compile",
        "--quiet",
        "--no-config",
        "--universal",
        f"--python-version={OLDEST_PYTHON}",
        "--generate-hashes",
        f"--default-index={INDEX}",
        "--no-emit-index-url",
        "--custom-compile-command=make lock",
    ]
    return [
        ([*every, "--extra=dev", PROJECT, f"--output-file={LOCK}"], ""),
        ([*every, f"--constraint={LOCK}", "-", f"--output-file={BUILD_LOCK}"], "\n".join(build_requirements())),
        (
            [
                *every,
                *(f"--extra={extra}" for extra in FLOOR_EXTRAS),
                f"--constraint={LOCK}",
                PROJECT,
                f"--output-file={FLOOR_LOCK}",
            ],
            "",
        ),
    ]


def build_requirements() -> list[str]:
    """What builds the project, for an editable install too, and ``setuptools`` for packages without a wheel."""
    project = tomllib.loads((ROOT / PROJECT).read_text())
    return [*project["build-system"]["requires"], "editables", "setuptools"]


def _compile(command: list[str], given: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("UV_")}
    subprocess.run(command, input=given, text=True, check=True, cwd=ROOT, env=environment)


if __name__ == "__main__":
    sys.exit(main())
