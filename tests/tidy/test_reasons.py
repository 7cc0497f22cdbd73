"""Every reason for a refusal, and every word of the books, is in the catalogues in every language."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from feltwork.games.registry import book_names, conduct_of, games, open_book, roles_at_tables
from feltwork.server.texts import FIRST, catalogue, languages
from tests.tidy.reasons import Reason, Reasons, blank

WEB = Path(__file__).parents[2] / "src" / "feltwork" / "web"
OTHERS = [language for language in languages() if language != FIRST]
FAMILY = {
    "cage": "cage",
    "engine/play_money": "cage",
    "engine/vouchers": "cage",
    "engine/wagered": "office",
    "tournament": "tournament",
    "incidents": "office",
    "promotion": "office",
    "duties": "office",
    "server": "floor",
    "reports": "floor",
}
"""Whose reasons are in which family; those of the tables are in `table`. One that two give is in the first of both."""
FAMILIES = ("table", "cage", "tournament", "office", "floor")


@cache
def reasons() -> frozenset[Reason]:
    return frozenset(Reasons().all())


def family_of(reason: Reason) -> str:
    return next((family for start, family in FAMILY.items() if reason.file.startswith(start)), "table")


def rows(language: str) -> dict[str, str]:
    return {key: str(text) for key, text in catalogue(language).items() if key.startswith("refusals-")}


@pytest.mark.parametrize("language", OTHERS)
def test_every_reason_is_said_in_every_language(language: str) -> None:
    """A row has the reason's own words in English, and a text with the same slots in the other language."""
    other = rows(language)
    said = {blank(text) for key, text in rows(FIRST).items() if other.get(key, "").strip()}
    given: dict[str, Reason] = {}
    for reason in sorted(reasons(), key=lambda each: FAMILIES.index(family_of(each))):
        given.setdefault(blank(reason.words), reason)
    missing = [reason for words, reason in given.items() if words not in said]
    print(f"English only: {len(missing)} of {len(given)}")
    for family, count in Counter(family_of(reason) for reason in given.values()).items():
        print(f"  {family}: {sum(family_of(reason) == family for reason in missing)} of {count}")
    for reason in missing:
        print(f"add to web/texts/*/refusals-{family_of(reason)}.json: {reason.words} ({reason.file})")
    assert not missing


def test_every_row_is_a_reason_that_is_given() -> None:
    given = {blank(reason.words) for reason in reasons()}
    assert sorted(key for key, text in rows(FIRST).items() if blank(text) not in given) == []
    assert [text for text, times in Counter(map(blank, rows(FIRST).values())).items() if times > 1] == []


def test_a_reason_is_in_the_family_of_those_who_give_it() -> None:
    families: dict[str, set[str]] = {}
    for reason in reasons():
        families.setdefault(blank(reason.words), set()).add(family_of(reason))
    wrong = [
        key
        for key, text in rows(FIRST).items()
        if key.partition(".")[0].removeprefix("refusals-") not in families[blank(text)]
    ]
    assert wrong == []


def test_the_collector_reads_what_is_said_in_other_ways() -> None:
    """Words that a name, a choice, a table, a function or a caller gives; and what stands in a slot."""
    words = {blank(reason.words) for reason in reasons()}
    assert {
        "this table has one minimum for all wagers",
        "the ball is in the wheel",
        "expired: this ticket is past its date",
        "{} goes in steps of {}, so that the commission is whole: {} would do",
        "this key was used for another command",
        "too many wrong tries from here; try again in {} minutes",
        "all {} of a player",
    } <= words
    assert len(words) > 900


def words_of_books() -> set[str]:
    """What the books call their wagers, roles, reasons for no result, and what is checked before play."""
    found = {role.replace("_", " ") for role in roles_at_tables()}
    for name in book_names():
        conduct = conduct_of(name)
        assert conduct
        found |= set(conduct.no_result) | set(conduct.inspects) | set(conduct.equipment)
        kinds = next(game.kinds for game in games() if game.id == name)
        for kind in kinds:
            found |= {
                wager.title
                for wager in open_book(
                    name, variant=kind.variant, wheel=kind.wheel, lucky_ball=kind.lucky_ball
                ).wagers.values()
            }
    return found


def test_every_word_of_the_books_is_in_the_catalogue() -> None:
    known = {str(text).lower() for key, text in catalogue(FIRST).items() if key.startswith("book.")}
    missing = sorted(word for word in words_of_books() if word.lower() not in known)
    assert not missing, f"add it to web/texts/*/book.json: {', '.join(missing)}"


def test_screens_read_every_family() -> None:
    script = (WEB / "js" / "common" / "wording.js").read_text()
    listed = re.search(r"const FAMILIES = \[([^\]]*)\]", script)
    assert listed
    found = {key.partition(".")[0] for key in catalogue(FIRST) if key.startswith(("refusals-", "book", "told"))}
    assert set(re.findall(r'"([\w-]+)"', listed[1])) == found
