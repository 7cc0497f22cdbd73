"""Write docs/floor-toml.md: every setting of a floor's file, from the types that check it.

``make reference`` writes it; a test holds the page against the types.
"""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

import msgspec
from msgspec import NODEFAULT, Struct

from feltwork.server import config

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "floor-toml.md"
SECTIONS: tuple[tuple[str, str, type[Struct]], ...] = (
    ("The floor", "At the top of the file.", config.FloorConfig),
    ("The cage", "Under `[cage]`.", config.CageConfig),
    ("A table", "Under `[[tables]]`, once for each table.", config.TableConfig),
    ("A sign", "Under `[tables.sign]`, and under `[tables.limits.WAGER]` for a wager of its own.", config.LimitSign),
    ("Somebody of a table's crew", "Under `[[tables.crew]]`, once for each.", config.CrewMember),
)
HEAD = """# floor.toml

Every setting of a floor's file. `feltwork serve --config floor.toml --check` says what is wrong with one, with its
line; [floor.md](floor.md#configuration) has an example. Paths are relative to the file.
`make reference` makes this page.
"""
KINDS = {"str": "text", "int": "whole number", "bool": "true or false"}


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_section(*section) for section in SECTIONS)


def _section(title: str, where: str, kind: type[Struct]) -> str:
    told = _docstrings(kind)
    rows = []
    for field in msgspec.structs.fields(kind):
        says = told.get(field.name, "")
        default = "needed" if field.required else _default(field)
        rows.append(f"| `{field.encode_name}` | {_kind(field.type)} | {default} | {says} |\n")
    return f"\n## {title}\n\n{where}\n\n| setting | kind | default | what it is |\n|---|---|---|---|\n{''.join(rows)}"


def _docstrings(kind: type) -> dict[str, str]:
    """What stands under each field of a class, by its name."""
    body = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(body, ast.ClassDef)
    told: dict[str, str] = {}
    for before, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name) and isinstance(after, ast.Expr):
            told[before.target.id] = " ".join(str(ast.literal_eval(after.value)).replace("``", "`").split())
    return told


def _kind(kind: object) -> str:
    text = getattr(kind, "__name__", str(kind)) if isinstance(kind, type) else str(kind)
    text = text.replace("feltwork.server.config.", "").removesuffix(" | None")
    if text.startswith(("list[", "dict[")) or text in {"LimitSign", "CageConfig"}:
        return "list" if text.startswith("list[") else "section"
    return " or ".join(KINDS.get(word, word) for word in text.split(" | ") if word != "None")


def _default(field: msgspec.structs.FieldInfo) -> str:
    value = field.default if field.default is not NODEFAULT else field.default_factory()
    if value is None or value in ([], {}) or isinstance(value, Struct):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else repr(value).replace(chr(39), chr(34))}`"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.exit(0)
