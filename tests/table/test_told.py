"""Every event of a table is told in words, whatever stands in it and whatever does not."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import Struct
from msgspec import inspect as shape

from feltwork.table.live.narrate import tell
from feltwork.table.live.registry import EVENTS
from feltwork.table.live.topic import tag

BY_TAG = {"PlayOpened", "ShotAwaited", "TableClosed"}
"""Their tags are all there is to say: play opened, shot awaited, table closed."""
KINDS = sorted(EVENTS, key=lambda kind: kind.__name__)
PYTHON = re.compile(r"None|True|False|\(\)|\[\]|\{\}|<|=|frozenset|[A-Z]\w+\(")
"""What a person would not say: values as Python writes them."""
PLAIN: dict[type[shape.Type], tuple[object, object]] = {
    shape.AnyType: ("seven", "seven"),
    shape.BoolType: (True, False),
    shape.IntType: (4, 1),
    shape.StrType: ("seven", "seven"),
    shape.NoneType: (None, None),
}


def made(of: Any, full: bool) -> Any:
    """Something of this type: with all that it may have, or with as little as it can."""
    if type(of) in PLAIN:
        return PLAIN[type(of)][not full]
    match of:
        case shape.StructType() | shape.NamedTupleType() | shape.DataclassType():
            return of.cls(**{field.name: made(field.type, full) for field in of.fields})
        case shape.UnionType():
            empty = [each for each in of.types if isinstance(each, shape.NoneType)]
            some = [each for each in of.types if not isinstance(each, shape.NoneType)]
            return made((some if full or not empty else empty)[0], full)
        case shape.TupleType():
            return tuple(made(each, full) for each in of.item_types)
        case shape.VarTupleType():
            return (made(of.item_type, full),)
        case shape.ListType():
            return [made(of.item_type, full)] * full
        case shape.DictType():
            return {made(of.key_type, full): made(of.value_type, full)} if full else {}
        case shape.EnumType():
            return next(iter(of.cls))
    raise TypeError(of)


@pytest.mark.parametrize("full", [True, False], ids=["full", "bare"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_event_is_told_in_words(kind: type[Struct], full: bool) -> None:
    event = made(shape.type_info(kind), full)
    lines = tell(event)
    assert lines, "nothing is said of it"
    assert (lines[0] == tag(event)) == (kind.__name__ in BY_TAG), "its tag is no sentence"
    assert [line for line in lines if PYTHON.search(line) or not line.strip()] == []
