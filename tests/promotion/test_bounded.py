"""What one command of the office costs the writer is bounded, whatever is written into it."""

from __future__ import annotations

from time import process_time

import pytest
from msgspec.structs import replace

from feltwork.games.promotion import LIQUOR_WORDS, MONEY
from feltwork.promotion import barred
from feltwork.promotion import commands as ask
from feltwork.promotion.terms import MAX_ALL_ITEMS, MAX_ITEMS, MAX_PLACES, Prize, lacks
from feltwork.verifier.promotion.terms import never, uncleared
from tests.rules.promotions import MANAGER, TERMS, Run, changed, rules_of

BOOK = "star-craps"
LIST = tuple(f"i{n:02d} a b c d e f g h i j k l m n o p" for n in range(500))
FULL = Prize("n", MONEY, 100, includes=("x",) * MAX_ITEMS)


def test_each_text_and_each_word_of_the_lists_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for each pair of them: terms at their bounds with a full list of prescribed items."""
    reads, plain = 0, barred.words_of

    def counted(text: str) -> list[str]:
        nonlocal reads
        reads += 1
        return plain(text)

    monkeypatch.setattr(barred, "words_of", counted)
    barred._sought.cache_clear()
    terms = replace(TERMS, prizes=(FULL,) * (MAX_ALL_ITEMS // MAX_ITEMS))
    rules = rules_of(BOOK)
    before = process_time()
    assert not lacks(terms, rules, LIST)
    texts = MAX_ALL_ITEMS + 2 * len(terms.prizes)
    words = len(LIST) + len(LIQUOR_WORDS) + sum(len(one.words) + len(one.more) for one in rules.barred)
    assert reads <= texts + words
    first, reads = reads, 0
    assert not lacks(terms, rules, LIST)
    assert reads == texts < first  # the lists are known by now
    assert process_time() - before < 2


def test_more_than_anybody_reads_is_no_draft() -> None:
    """Items of a prize, of all prizes, and places where the terms are to be had."""
    run = Run(BOOK)
    over = replace(FULL, includes=("x",) * (MAX_ITEMS - 1), details=(("a", "b"), ("c", "d")))
    prizes = (FULL,) * (MAX_ALL_ITEMS // MAX_ITEMS)
    for terms in (
        changed(prizes=(over,)),
        changed(prizes=(*prizes, replace(FULL, includes=("x",)))),
        changed(available=("at the desk",) * (MAX_PLACES + 1)),
    ):
        assert "are the most" in run.refuses(ask.DraftPromotion((BOOK,), terms), MANAGER, "10.7.11").reason
    run.does(ask.DraftPromotion((BOOK,), changed(prizes=prizes)), MANAGER)
    run = Run(BOOK).running()
    run.refuses(ask.AmendPromotion(changed(prizes=(over,)), "more", "AB-1"), MANAGER, "10.7.11")


def test_a_phrase_is_not_read_across_two_texts() -> None:
    rules = rules_of(BOOK)
    apart = replace(FULL, includes=("a garden", "gnomes of stone"))
    assert not lacks(changed(prizes=(apart,)), rules, ("garden gnome",))
    assert lacks(changed(prizes=(replace(FULL, includes=("two garden gnomes",)),)), rules, ("garden gnome", "!"))


def test_the_verifier_reads_long_terms_in_time() -> None:
    """Terms of before the bound, with 300 items to a prize, and a list of 500: a pattern is made once, not for each."""
    prize = {"name": "n", "kind": MONEY, "conditions": "", "includes": ["x"] * 300, "details": [["a", "two rifles"]]}
    terms = {"prizes": [prize | {"liquor": 0, "alternative": 0}] * 35}
    before = process_time()
    assert not list(never(terms, rules_of(BOOK), list(LIST)))
    assert len(list(uncleared(terms, rules_of(BOOK), []))) == 35
    assert process_time() - before < 4
