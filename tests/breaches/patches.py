"""Breaches written down as changes of a line or two of the program, in ``*.breach`` files beside this one.

Each begins with what is then wrong, then the clauses that it breaks, then the module, then lines to take out and lines
to put in their place::

    = a 7 Out leaves the dice with the shooter
    : star-craps 3.7.1
    : crown-craps 5.2.2
    @ table/live/topics/shooter.py
    - out, why = not before.come_out and sum(settled.result) == 7, "7 Out"
    + out, why = False, "7 Out"

Lines are compared without their indentation, one that ends in ``...`` only so far, and must stand in the module once.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import feltwork
from tests.breaches.breach import Breach, forget, ours

HERE = Path(__file__).parent
SOURCE = Path(feltwork.__file__).parent
REST = "..."


class PatchError(ValueError):
    """The program no longer has the lines that a breach would change."""


@dataclass
class Hunk:
    """One change of one module."""

    module: str
    out: list[str] = field(default_factory=list)
    into: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return "feltwork." + self.module.removesuffix(".py").replace("/", ".")

    def made(self, source: str) -> str:
        """The module with the change made."""
        lines = source.splitlines()
        wanted = [line.strip() for line in self.out]
        stripped = [line.strip() for line in lines]
        found = [n for n in range(len(lines) - len(wanted) + 1) if all(map(_is, stripped[n:], wanted))]
        if len(found) != 1:
            raise PatchError(f"stands {len(found)} times in {self.module}: {' / '.join(wanted)}")
        (at,) = found
        shift = _indent(lines[at]) - (_indent(self.into[0]) if self.into else 0)
        put = [" " * (_indent(line) + shift) + line.lstrip() for line in self.into]
        return "\n".join((*lines[:at], *put, *lines[at + len(wanted) :])) + "\n"


def _is(line: str, wanted: str) -> bool:
    return line.startswith(wanted.removesuffix(REST)) if wanted.endswith(REST) else line == wanted


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


@dataclass
class Patch:
    """What is wrong under a breach, the clauses it breaks, and the changes that make it so."""

    says: str
    where: str
    clauses: list[tuple[str, str]] = field(default_factory=list)
    hunks: list[Hunk] = field(default_factory=list)

    def sources(self) -> dict[str, str]:
        """The changed modules, each with all its changes."""
        found: dict[str, str] = {}
        for hunk in self.hunks:
            whole = found.get(hunk.module) or (SOURCE / hunk.module).read_text()
            try:
                found[hunk.module] = hunk.made(whole)
            except PatchError as wrong:
                raise PatchError(
                    f"{self.where}: '{self.says}': write it anew for the program as it is: {wrong}"
                ) from None
        return found

    def enforce(self) -> None:
        forget()
        changed = 0
        for path, source in self.sources().items():
            module = import_module(Hunk(path).name)
            tree = ast.parse(source)
            changed += swap(module, compile(tree, module.__file__ or path, "exec"))
            changed += _rebound(module, tree)
        if not changed:
            raise PatchError(f"{self.where}: '{self.says}' changes nothing")


def swap(module: ModuleType, code: CodeType) -> int:
    """Give every function of a module the code it has in another version of it; how many differ."""
    wanted = {made.co_qualname: made for made in _codes(code)}
    changed = 0
    for function in _functions(module):
        made = wanted.get(function.__code__.co_qualname)
        if made is not None and _content(made) != _content(function.__code__):
            function.__code__ = made
            changed += 1
    return changed


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            if "<locals>" not in constant.co_qualname:
                yield from _codes(constant)


def _content(code: CodeType) -> tuple[object, ...]:
    """What a function does, whatever lines it stands on."""
    inner = tuple(_content(c) if isinstance(c, CodeType) else (type(c), c) for c in code.co_consts)
    return (code.co_code, code.co_names, code.co_varnames, code.co_freevars, inner)


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions and methods that a module defines."""
    values: list[Any] = list(vars(module).values())
    for value in list(values):
        if isinstance(value, type) and value.__module__ == module.__name__:
            values += vars(value).values()
    for value in values:
        for under in (value, *(getattr(value, name, None) for name in ("__wrapped__", "__func__", "fget", "func"))):
            if isinstance(under, FunctionType) and under.__module__ == module.__name__:
                yield under


def _rebound(module: ModuleType, tree: ast.Module) -> int:
    """Work out anew the module's own values whose statements are changed, wherever they were imported to."""
    whole = {ast.dump(node) for node in ast.parse(Path(module.__file__ or "").read_text()).body}
    changed = 0
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or ast.dump(node) in whole:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]
        old = {name: vars(module)[name] for name in names}
        exec(compile(ast.Module([node], []), module.__file__ or "", "exec"), vars(module))
        for name in names:
            new = vars(module)[name]
            for other in ours():
                if vars(other).get(name) is old[name]:
                    setattr(other, name, new)
            if isinstance(old[name], dict) and isinstance(new, dict):
                made = dict(new)
                old[name].clear()
                old[name].update(made)
        changed += 1
    return changed


def written() -> list[Patch]:
    """Every breach of every file."""
    found: list[Patch] = []
    for path in sorted(HERE.glob("*.breach")):
        found += _read(path)
    return found


def _read(path: Path) -> Iterator[Patch]:
    patch: Patch | None = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        mark, text = line[:1], line[2:]
        if mark in ("", "#"):
            continue
        if mark == "=":
            if patch:
                yield patch
            patch = Patch(text, f"{path.name}:{number}")
        elif patch is None:
            raise PatchError(f"{path.name}:{number}: a breach begins with '='")
        elif mark == ":":
            book, _, clause = text.partition(" ")
            patch.clauses.append((book, clause))
        elif mark == "@":
            patch.hunks.append(Hunk(text))
        elif mark in "-+":
            (patch.hunks[-1].out if mark == "-" else patch.hunks[-1].into).append(text)
        else:
            raise PatchError(f"{path.name}:{number}: '{mark}' begins no line of a breach")
    if patch:
        yield patch


def breaches(book: str) -> Iterator[Breach]:
    """The written breaches of this book's clauses."""
    for patch in written():
        for own, clause in patch.clauses:
            if own == book:
                yield Breach(book, clause, patch.says, patch.enforce)


def load(patches: list[Patch]) -> None:
    """Import every module that a breach changes, so that processes made from this one have it."""
    for hunk in (hunk for patch in patches for hunk in patch.hunks):
        if hunk.name not in sys.modules:
            import_module(hunk.name)
