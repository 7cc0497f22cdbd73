"""The glossary has every public name of the core, where it lives, and one sentence for each."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tidy.glossary import public_names

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text()
ROWS = re.findall(r"^\| (.+?) \| (.+?) \| (.+) \|$", PAGE, re.MULTILINE)


def test_every_public_name_of_the_core_is_in_the_glossary() -> None:
    listed = {(name.strip("`"), where.strip("`")) for name, where, _ in ROWS if name.startswith("`")}
    assert listed == set(public_names())


def test_each_entry_is_one_sentence_and_stands_in_order() -> None:
    for name, _, says in ROWS:
        assert name in ("word", "name", "---") or says.endswith("."), name
    words = [name.lower() for name, _, _ in ROWS if not name.startswith("`") and name not in ("word", "name", "---")]
    assert len(words) > 40
    assert words == sorted(words)
