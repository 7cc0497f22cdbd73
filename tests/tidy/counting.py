"""Count what the form of the code limits: attributes, imports, imports in functions, chains of classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

Import = ast.Import | ast.ImportFrom

SRC = Path(__file__).parents[2] / "src"
PACKAGE = "feltwork"
ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}
ERRORS = {"Exception", "BaseException", "ValueError", "RuntimeError", "OSError", "LookupError", "KeyError", "TypeError"}


@dataclass
class Class:
    """A class of ours with its module."""

    module: str
    node: ast.ClassDef
    bases: list[Class] = field(default_factory=list)
    foreign: set[str] = field(default_factory=set)
    """Names of bases that are not ours, such as ``Struct``."""

    @property
    def name(self) -> str:
        return f"{self.module.removeprefix(PACKAGE + '.')}.{self.node.name}"

    def roots(self) -> set[str]:
        """Names of all bases that are not ours, its own and inherited."""
        return self.foreign.union(*(base.roots() for base in self.bases))

    def own(self) -> set[str]:
        """Its own fields and methods, private ones and those set on ``self`` included."""
        enum = bool(self.roots() & ENUMS)
        found = set()
        for item in self.node.body:
            if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(item.name)
            elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                found.add(item.target.id)
            elif isinstance(item, ast.Assign) and not enum:
                found |= {target.id for target in item.targets if isinstance(target, ast.Name)}
        for inner in ast.walk(self.node):
            if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and _is_self(inner.value):
                found.add(inner.attr)
        return {name for name in found if not name.startswith("__")}

    def attributes(self) -> set[str]:
        """Its own fields and methods, and those inherited from classes of ours."""
        return self.own().union(*(base.attributes() for base in self.bases))

    def tagged(self) -> bool:
        """Whether it is a member of a msgspec union: a ``Struct`` with a tag, its own or inherited."""
        keywords = {keyword.arg for keyword in self.node.keywords}
        return "Struct" in self.roots() and ("tag" in keywords or any(base.tagged() for base in self.bases))

    def in_chain(self) -> bool:
        """Whether it inherits from a class of ours that inherits from a class of ours."""
        if self.tagged() or any(root in ERRORS or root.startswith("Protocol") for root in self.roots()):
            return False
        return any(base.bases for base in self.bases)


@dataclass
class Module:
    """A module of ours, parsed."""

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text()

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def file(self) -> str:
        return self.path.relative_to(SRC / PACKAGE).as_posix()

    @cached_property
    def inner(self) -> list[Import]:
        """Imports that stand inside functions."""
        functions = [item for item in ast.walk(self.tree) if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)]
        found = {id(item): item for function in functions for item in _imports(function)}
        return list(found.values())

    @cached_property
    def outer(self) -> list[Import]:
        """Imports that stand outside functions, those for the type checker included."""
        inner = {id(item) for item in self.inner}
        return [item for item in _imports(self.tree) if id(item) not in inner]

    @cached_property
    def defined(self) -> set[str]:
        """Names that the module itself gives at its top."""
        found = set()
        for item in self.tree.body:
            if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(item.name)
            elif isinstance(item, ast.Assign | ast.AnnAssign):
                targets = item.targets if isinstance(item, ast.Assign) else [item.target]
                found |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
        return found

    def lines(self, item: ast.stmt) -> str:
        """The lines of a statement with their comments."""
        return "\n".join(self.text.splitlines()[item.lineno - 1 : item.end_lineno])


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _imports(tree: ast.AST) -> Iterator[Import]:
    return (item for item in ast.walk(tree) if isinstance(item, ast.Import | ast.ImportFrom))


class Code:
    """All modules of ours, and what their names stand for."""

    def __init__(self) -> None:
        self.modules: dict[str, Module] = {}
        for path in sorted((SRC / PACKAGE).rglob("*.py")):
            name = ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")
            self.modules[name] = Module(name, path)
        self._classes: dict[tuple[str, str], Class] = {}

    def imported(self, module: Module, *, hidden: bool = True) -> set[str]:
        """The modules of ours that a file imports; a name that is passed on counts where it is defined."""
        found = set()
        for item in [*module.outer, *(module.inner if hidden else ())]:
            if isinstance(item, ast.Import):
                found |= {alias.name for alias in item.names if alias.name in self.modules}
            elif item.module in self.modules:
                found |= {self.source(item.module, alias.name)[0] for alias in item.names}
        return found - {module.name}

    def source(self, module: str, name: str, seen: frozenset[tuple[str, str]] = frozenset()) -> tuple[str, str | None]:
        """The module that defines a name, and its name there; the name is ``None`` where it is a module itself."""
        if f"{module}.{name}" in self.modules:
            return f"{module}.{name}", None
        if name in self.modules[module].defined or (module, name) in seen:
            return module, name
        for item in self.modules[module].outer:
            if isinstance(item, ast.ImportFrom) and item.module in self.modules:
                for alias in item.names:
                    if (alias.asname or alias.name) == name:
                        return self.source(item.module, alias.name, seen | {(module, name)})
        return module, name

    def classes(self) -> list[Class]:
        """Every class that stands at the top of a module."""
        return [
            self._class(module.name, item)
            for module in self.modules.values()
            for item in module.tree.body
            if isinstance(item, ast.ClassDef)
        ]

    def _class(self, module: str, node: ast.ClassDef) -> Class:
        if found := self._classes.get((module, node.name)):
            return found
        made = self._classes[module, node.name] = Class(module, node)
        for base in node.bases:
            plain = base.value if isinstance(base, ast.Subscript) else base
            if (ours := self._named(module, plain)) is None:
                made.foreign.add(ast.unparse(plain).rpartition(".")[2])
            else:
                made.bases.append(ours)
        return made

    def _named(self, module: str, base: ast.expr) -> Class | None:
        name: str | None
        if isinstance(base, ast.Name):
            where, name = self.source(module, base.id)
        elif isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name):
            where, nothing = self.source(module, base.value.id)
            if nothing is not None:
                return None
            where, name = self.source(where, base.attr)
        else:
            return None
        for item in self.modules[where].tree.body:
            if isinstance(item, ast.ClassDef) and item.name == name:
                return self._class(where, item)
        return None
