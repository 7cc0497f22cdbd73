"""Every reason that people are given for a refusal, read from the source: words, and slots for what it tells of."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path

SRC = Path(__file__).parents[2] / "src" / "feltwork"
ROOMS = (
    "table",
    "cage",
    "engine",
    "tournament",
    "promotion",
    "incidents",
    "duties",
    "server",
    "views",
    "reports/period",
)
"""Where something is refused that a screen asked for; the command line speaks for itself."""
NOT_SCREENS = (
    "server/demo",
    "server/config.py",
    "server/ops/doctor.py",
    "server/ops/manifest.py",
    "server/starting.py",
)
ERRORS = {
    "SignInError",
    "FactorError",
    "StaffError",
    "UnclearError",
    "TooSoonError",
    "BusyError",
    "AskError",
    "PeriodError",
}
"""What the server tells as it is, as the reason for an answer that was not given."""
SLOT = re.compile(r"\{\w+\}")
ERRORS_IN = ("server/auth/tries.py", "server/ops/heavy_reads.py", "server/ops/health.py")
"""Files whose errors say their words themselves."""
FEW = 3
"""Forms of a part that are written out with the rest of the sentence."""
WORD = re.compile(r"[a-z]{3}")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def blank(text: str) -> str:
    """A text without the names of its slots."""
    return SLOT.sub("{}", text)


@dataclass
class Module:
    """A file of the source, with what its names stand for."""

    name: str
    tree: ast.Module
    functions: dict[str, Function] = field(default_factory=dict)
    values: dict[str, ast.expr] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for node in self.tree.body:
            if isinstance(node, ast.Assign):
                self.values |= {each.id: node.value for each in node.targets if isinstance(each, ast.Name)}
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
                self.values[node.target.id] = node.value
        for inner in ast.walk(self.tree):
            if isinstance(inner, Function):
                self.functions[inner.name] = inner
            elif isinstance(inner, ast.ImportFrom) and inner.module:
                self.imported |= {each.asname or each.name: (inner.module, each.name) for each in inner.names}


@dataclass(frozen=True)
class Place:
    """Where an expression stands."""

    module: Module
    function: Function | None


@dataclass(frozen=True)
class Reason:
    """One form of a text that is given as a reason, and the file that gives it."""

    words: str
    file: str


class Reasons:
    """The reasons in the source."""

    def __init__(self) -> None:
        self.parts = set[Reason]()
        """What stands in a slot of another reason and has words of its own."""

    @cached_property
    def modules(self) -> dict[str, Module]:
        found = {}
        for path in sorted(SRC.rglob("*.py")):
            parts = path.relative_to(SRC.parent).with_suffix("").parts
            name = ".".join(parts).removesuffix(".__init__")
            if parts[1] not in ("lab", "train", "cli", "rehearse", "verifier"):
                found[name] = Module(name, ast.parse(path.read_text()))
        return found

    @cached_property
    def calls(self) -> dict[str, list[tuple[ast.Call, Place]]]:
        """Calls by the last name of what is called."""
        found = defaultdict(list)
        for module in self.modules.values():
            for node, place in nodes(module):
                if isinstance(node, ast.Call):
                    found[called(node)].append((node, place))
        return found

    def all(self) -> set[Reason]:
        """Every form of every reason that has words of its own."""
        found = set[Reason]()
        for module in self.modules.values():
            file = file_of(module)
            if not file.startswith(ROOMS) or file.startswith(NOT_SCREENS):
                continue
            for node, place in nodes(module):
                for given in told(node, file):
                    found |= {Reason(words, file) for words in self.forms(given, place) if has_words(words)}
        return found | self.parts

    def forms(self, given: ast.expr, place: Place, depth: int = 0) -> list[str]:
        """What an expression may say; what cannot be read from the source is a slot."""
        if depth > 6:
            return [slot(given)]
        match given:
            case ast.Constant(value=str(words)):
                return [words]
            case ast.Constant(value=None):
                return []
            case ast.JoinedStr(values=values):
                return self.joined(values, place, depth)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return ["".join(pair) for pair in product(*(self.forms(p, place, depth + 1) for p in (left, right)))]
            case ast.IfExp(body=body, orelse=orelse):
                return self.forms(body, place, depth) + self.forms(orelse, place, depth)
            case ast.BoolOp(values=values):
                return [words for value in values for words in self.forms(value, place, depth + 1)]
            case ast.Subscript(value=ast.JoinedStr() as inner):
                return self.forms(inner, place, depth)
            case ast.Subscript(value=held) if (table := self.table(held, place)) is not None:
                return self.of_table(table, place, depth)
            case ast.Call(func=ast.Attribute(value=held, attr="get")) if (table := self.table(held, place)) is not None:
                return self.of_table(table, place, depth) + [
                    words for each in given.args[1:] for words in self.forms(each, place, depth + 1)
                ]
            case ast.Call(func=ast.Name(id="next"), args=[ast.GeneratorExp(elt=each), *rest]):
                return [words for one in (each, *rest) for words in self.forms(one, place, depth + 1)]
            case ast.Call():
                return self.returned(given, place, depth)
            case ast.Name(id=name):
                return self.named(name, place, depth) or [slot(given)]
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in place.module.imported:
                other = self.modules.get(".".join(place.module.imported[module]))
                if other is not None and name in other.values:
                    return self.forms(other.values[name], Place(other, None), depth + 1)
        return [slot(given)]

    def joined(self, values: list[ast.expr], place: Place, depth: int) -> list[str]:
        """A text with slots; a choice between two words makes two texts, words that were made before are parts."""
        parts: list[list[str]] = []
        for value in values:
            if not isinstance(value, ast.FormattedValue):
                parts.append([str(value.value) if isinstance(value, ast.Constant) else ""])
                continue
            inner = [] if self.is_given(value.value, place) else self.forms(value.value, place, depth + 1)
            if isinstance(value.value, ast.IfExp) or are_few(inner):
                parts.append(inner)
            else:
                parts.append([slot(value.value)])
                self.parts |= {Reason(words, file_of(place.module)) for words in inner if has_words(words)}
        return [numbered(choice) for choice in product(*parts)]

    def is_given(self, value: ast.expr, place: Place) -> bool:
        """Is this an amount, a time, or something that somebody else gives?"""
        if isinstance(value, ast.Name) and place.function is not None:
            return name_is_given(value.id, place.function)
        return spelled(value)

    def table(self, held: ast.expr, place: Place) -> ast.Dict | None:
        """A mapping that is written down in the source."""
        if isinstance(held, ast.Dict):
            return held
        name = held.id if isinstance(held, ast.Name) else ""
        found = self.constant(name, place.module)
        return found[0] if found and isinstance(found[0], ast.Dict) else None

    def of_table(self, table: ast.Dict, place: Place, depth: int) -> list[str]:
        return [words for value in table.values for words in self.forms(value, Place(place.module, None), depth + 1)]

    def constant(self, name: str, module: Module) -> tuple[ast.expr, Module] | None:
        if name in module.values:
            return module.values[name], module
        where, there = module.imported.get(name, ("", ""))
        other = self.modules.get(where)
        return self.constant(there, other) if other is not None else None

    def returned(self, call: ast.Call, place: Place, depth: int) -> list[str]:
        """What a function of ours says."""
        name = called(call)
        function, module = self.function(call.func, place)
        if function is None or module is None or spelled(call) or says_other(function) or name in ("Refusal",):
            return [slot(call)]
        inner = Place(module, function)
        found = [
            words
            for node in ast.walk(function)
            if isinstance(node, ast.Return) and node.value is not None
            for words in self.forms(node.value, inner, depth + 1)
        ]
        return found or [slot(call)]

    def function(self, func: ast.expr, place: Place) -> tuple[Function | None, Module | None]:
        match func:
            case ast.Name(id=name):
                if name in place.module.functions:
                    return place.module.functions[name], place.module
                where, there = place.module.imported.get(name, ("", ""))
                other = self.modules.get(where)
                return (other.functions.get(there), other) if other is not None else (None, None)
            case ast.Attribute(value=ast.Name(id=held), attr=name):
                other = self.modules.get(".".join(place.module.imported.get(held, ("", ""))))
                if other is None and held == "self":
                    other = place.module
                return (other.functions.get(name), other) if other is not None else (None, None)
        return None, None

    def named(self, name: str, place: Place, depth: int) -> list[str]:
        """What a name stands for: what is put in it, what callers give, or a constant."""
        if place.function is not None:
            given = list(put(name, place.function))
            if given:
                return [words for each in given for words in self.forms(each, place, depth + 1)]
            if name in parameters(place.function):
                return self.passed(name, place, depth)
        found = self.constant(name, place.module)
        return self.forms(found[0], Place(found[1], None), depth + 1) if found else []

    def passed(self, name: str, place: Place, depth: int) -> list[str]:
        """What the callers of a function give for one of its parameters."""
        function = place.function
        assert function is not None
        at = parameters(function).index(name)
        is_method = parameters(function)[:1] in (["self"], ["cls"])
        found = []
        for call, there in self.calls[function.name]:
            if self.function(call.func, there)[0] not in (function, None):
                continue
            if there.function is function:
                continue
            arguments = [each.value for each in call.keywords if each.arg == name]
            position = at - is_method
            if not arguments and position < len(call.args):
                arguments = [call.args[position]]
            for argument in arguments:
                found += self.forms(argument, there, depth + 2)
        return found


def nodes(module: Module) -> Iterator[tuple[ast.AST, Place]]:
    """Everything in a module, with the function that it stands in."""

    def walk(node: ast.AST, function: Function | None) -> Iterator[tuple[ast.AST, Place]]:
        for child in ast.iter_child_nodes(node):
            yield child, Place(module, function)
            yield from walk(child, child if isinstance(child, Function) else function)

    yield from walk(module.tree, None)


def told(node: ast.AST, file: str) -> Iterator[ast.expr]:
    """The words with which something is refused here."""
    match node:
        case ast.Call(args=[_, words, *_]) if called(node) == "Refusal":
            yield words
        case ast.Call(args=[words, *_]) if called(node) in ERRORS:
            yield words
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"))), args=[words]) if file in ERRORS_IN:
            yield words
        case ast.FunctionDef(name="why_not" | "__str__") if file in ERRORS_IN:
            yield from (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Return) and inner.value)
        case ast.Dict(keys=keys, values=values) if file.startswith(
            (
                "server/api",
                "server/auth",
                "server/sockets",
                "server/ops/rates",
                "server/ops/hosts",
                "server/ops/guesses",
            )
        ):
            yield from (
                value
                for key, value in zip(keys, values, strict=True)
                if isinstance(key, ast.Constant) and key.value == "why"
            )


def called(call: ast.Call) -> str:
    func = call.func
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def parameters(function: Function) -> list[str]:
    return [each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]


def put(name: str, function: Function) -> Iterator[ast.expr]:
    """What is put in a name within a function."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if isinstance(target, ast.Name) and target.id == name:
                        yield value
                    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                        for one, given in zip(target.elts, value.elts, strict=False):
                            if isinstance(one, ast.Name) and one.id == name:
                                yield given
            case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value) if found == name:
                yield value
            case ast.NamedExpr(target=ast.Name(id=found), value=value) if found == name:
                yield value


SPELLED = {
    "say_money",
    "format_money",
    "shown",
    "str",
    "join",
    "when",
    "say_time",
    "quoted",
    "len",
    "sum",
    "max",
    "min",
}
"""What writes down an amount, a time or what somebody said: always a slot."""


def name_is_given(name: str, function: Function) -> bool:
    return not any(put(name, function)) and name in parameters(function)


def file_of(module: Module) -> str:
    return module.name.removeprefix("feltwork.").replace(".", "/") + ".py"


def has_words(text: str) -> bool:
    """Does it say something between its slots?"""
    return bool(WORD.search(SLOT.sub(" ", text))) and " --" not in text


def are_few(forms: list[str]) -> bool:
    """Are these words of their own, or ends of a sentence, few enough to write each sentence out?"""
    ends = any(form.startswith((" ", ";", ",")) for form in forms)
    return 0 < len(forms) <= FEW and (ends or all(has_words(form) for form in forms))


def spelled(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and called(value) in SPELLED


def says_other(function: Function) -> bool:
    """Does a function return something else than words?"""
    return function.returns is not None and "str" not in ast.unparse(function.returns)


def slot(value: ast.expr) -> str:
    """A slot, named after what is put there."""
    match value:
        case ast.FormattedValue(value=inner):
            return slot(inner)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return "{" + re.sub(r"\W", "", name.lower().strip("_")) + "}"
        case ast.Call(args=[first, *_]) if spelled(value):
            return slot(first)
        case ast.Call():
            return "{" + called(value).strip("_") + "}"
        case ast.Subscript(value=held):
            return slot(held)
    return "{what}"


def numbered(parts: tuple[str, ...]) -> str:
    """A text whose slots have different names."""
    seen: dict[str, int] = defaultdict(int)

    def other(found: re.Match[str]) -> str:
        seen[found[0]] += 1
        return found[0] if seen[found[0]] == 1 else f"{found[0][:-1]}{seen[found[0]]}}}"

    return SLOT.sub(other, "".join(parts))
