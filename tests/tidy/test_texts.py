"""What people read on the screens is in the catalogues: every key that is used, in every language, and no other."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from feltwork.server.texts import FIRST, SLOT, Text, catalogue, languages

SRC = Path(__file__).parents[2] / "src" / "feltwork"
WEB = SRC / "web"
READ = ("refusals-", "book", "told")
"""Families whose texts no script names: the words of the house find them (tests/tidy/test_reasons.py)."""
CATALOGUES = sorted(path.stem for path in (WEB / "texts" / FIRST).glob("*.json"))
FAMILIES = [family for family in CATALOGUES if not family.startswith(READ)]
KEY = re.compile(rf"""["'`]((?:{"|".join(FAMILIES)})\.[a-z0-9-]+)(["'`]|\$\{{)""")
"""A key wherever it is quoted; one whose end is put in, `player.phase-${{name}}`, stands for all that begin so."""
NO_KEYS = {"account.key"}
"""What is named like a key and is none: a file of the floor."""
OTHERS = [language for language in languages() if language != FIRST]


def users() -> list[Path]:
    return [*WEB.glob("*.html"), *(WEB / "js").rglob("*.js"), *(SRC / "server").rglob("*.py")]


def words(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def slots(text: Text) -> set[str]:
    return {name for each in words(text) for name in SLOT.findall(each)}


def test_every_key_that_is_used_has_a_text_and_every_text_is_used() -> None:
    found = [match for path in users() for match in KEY.findall(path.read_text())]
    whole = {key for key, end in found if end != "${"}
    begun = {key for key, end in found if end == "${"}
    texts = {key for key in catalogue(FIRST) if not key.startswith(READ)}
    assert sorted(whole - texts - NO_KEYS) == []
    assert sorted(start for start in begun if not any(key.startswith(start) for key in texts)) == []
    assert sorted(key for key in texts - whole if not key.startswith(tuple(begun))) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text_with_the_same_slots(language: str) -> None:
    first, other = catalogue(FIRST), catalogue(language)
    assert sorted(other) == sorted(first)
    for key, text in first.items():
        assert slots(other[key]) == slots(text), key
        assert isinstance(other[key], str) == isinstance(text, str), key
        assert all(each.strip() for each in words(other[key])), key


def test_a_plural_has_both_forms_and_a_count() -> None:
    for language in languages():
        for key, text in catalogue(language).items():
            assert isinstance(text, str) or (set(text) == {"one", "other"} and "count" in slots(text)), key


@pytest.mark.parametrize("page", sorted(WEB.glob("*.html")), ids=lambda page: page.stem)
def test_a_page_names_the_families_that_it_uses(page: Path) -> None:
    """They are there before its scripts begin; what its scripts use, they find."""
    text = page.read_text()
    named = re.findall(r'<html lang="en" data-texts="([^"]+)">', text)
    families = set(named[0].split()) if named else set()
    assert families <= set(FAMILIES)
    if 'type="module"' in text and families:
        script = WEB / re.findall(r'<script type="module" src="/web/([^"]+)">', text)[0]
        needed = {key.partition(".")[0] for path in reached(script) for key, _ in KEY.findall(path.read_text())}
        assert needed <= families


def reached(script: Path) -> set[Path]:
    """A module and all that it imports, however far."""
    found, left = set[Path](), [script]
    while left:
        path = left.pop().resolve()
        if path not in found:
            found.add(path)
            left += [path.parent / name for name in re.findall(r"""(?:from |import\()"([^"]+)\"""", path.read_text())]
    return found


def test_catalogues_are_written_alike() -> None:
    """Two spaces, one line for each text, letters as they are: so that a change is a line."""
    for path in (WEB / "texts").rglob("*.json"):
        text = path.read_text()
        assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n", path.name


def test_scripts_know_every_family() -> None:
    listed = re.search(r"const FAMILIES = \[([^\]]*)\]", (WEB / "js" / "common" / "text.js").read_text())
    assert listed
    assert sorted(re.findall(r'"(\w+)"', listed[1])) == FAMILIES
