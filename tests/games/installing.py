"""A book brought in as an installed package brings it: a folder on the path, with an entry point beside it."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

INSTALLED = Path(__file__).parents[1] / "installed"


@contextmanager
def installed(folder: Path = INSTALLED) -> Iterator[None]:
    """The packages of this folder, until the block ends; nothing remembers them afterwards."""
    packages = [path.name for path in folder.iterdir() if (path / "__init__.py").exists()]
    sys.path.insert(0, str(folder))
    _forget(packages)
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        _forget(packages)


def copied(folder: Path, name: str) -> Path:
    """Pocket Craps again in a folder, under another name; where its package lies."""
    old, new = "pocket_craps", name.replace("-", "_")
    package = folder / new
    package.mkdir()
    for path in (INSTALLED / old).iterdir():
        if path.is_file():
            text = path.read_text().replace(old, new).replace("pocket-craps", name)
            (package / path.name).write_text(text)
    about = folder / f"{new}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[feltwork.games]\n{name} = {new}.game:GAME\n")
    return package


def blocks(page: Path) -> dict[str, str]:
    """The code of a page, by the name that stands before it: a line such as **`rows.py`**."""
    return dict(re.findall(r"\*\*`([^`]+)`\*\*\n\n```[a-z]*\n(.*?)```", page.read_text(), re.S))


def _forget(packages: list[str]) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[name]
    importlib.invalidate_caches()
    for module in [module for name, module in sys.modules.items() if name.startswith("feltwork.")]:
        for value in list(vars(module).values()):
            if callable(clear := getattr(value, "cache_clear", None)) and not isinstance(value, type):
                clear()
