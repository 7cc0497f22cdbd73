"""Former import paths: they work for one release, with a warning that names the new one."""

from __future__ import annotations

import importlib
import sys
import warnings
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# The longest match counts; what follows it stays as it is.
FORMER = {
    "feltwork.analysis": "feltwork.lab.analysis",
    "feltwork.audit": "feltwork.verifier",
    "feltwork.audit.checkpoint": "feltwork.verifier.keys.checkpoint",
    "feltwork.audit.reading": "feltwork.verifier.log.reading",
    "feltwork.audit.signing": "feltwork.verifier.keys.signing",
    "feltwork.audit.trust": "feltwork.verifier.keys.trust",
    "feltwork.environments": "feltwork.lab.environments",
    "feltwork.floor": "feltwork.views",
    "feltwork.papers": "feltwork.lab.papers",
    "feltwork.rulebooks": "feltwork.games",
    "feltwork.simulate": "feltwork.lab.simulate",
    "feltwork.strategy": "feltwork.lab.strategy",
    "feltwork.table.life": "feltwork.table.live",
    "feltwork.table.script": "feltwork.table.play.script",
    "feltwork.table.table": "feltwork.table.play.table",
}


def present(name: str) -> str | None:
    """The name that a former one has today."""
    for former in sorted(FORMER, key=len, reverse=True):
        if name == former or name.startswith(former + "."):
            return FORMER[former] + name[len(former) :]
    return None


class Former:
    """Gives the module of today under its former name."""

    def find_spec(self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        return None if present(name) is None else ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]  # a base class would cost each start

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        today = present(spec.name) or spec.name
        warnings.warn(f"{spec.name} is now {today}", DeprecationWarning, stacklevel=2)
        made = ModuleType(spec.name)
        made.__path__ = []  # no file is looked for: modules in it come from here too
        made.__dict__["__getattr__"] = lambda name: getattr(importlib.import_module(today), name)
        return made

    def exec_module(self, module: ModuleType) -> None:
        """What it has is asked of the module of today, name by name."""


def install() -> None:
    """Last of all finders, so that it costs nothing while nobody asks for a former name."""
    if not any(isinstance(finder, Former) for finder in sys.meta_path):
        sys.meta_path.append(Former())
