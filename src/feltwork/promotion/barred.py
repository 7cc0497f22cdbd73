"""What no prize may be: by its kind, by the litres of liquor in it, and by a check of its words as a second net.

>>> [singular(word) for word in ("rifles", "knives", "sherries", "glass", "torches")]
['rifle', 'knif', 'sherry', 'glass', 'torch']
>>> said_millilitres("Twenty-four bottles of 750 ml, and fifty litres of whisky")
50000
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from feltwork.games.promotion import LIQUOR, LIQUOR_WORDS, MILLILITRES, PRESCRIBED, Matter, PromotionRules

UNITS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS = {
    **{word: n for n, word in enumerate(UNITS, 1)},
    **{word: 10 * n for n, word in enumerate(TENS, 2)},
    "a": 1,
    "an": 1,
}
TIMES = {"hundred": 100, "thousand": 1000, "dozen": 12, "score": 20}
OF = frozenset(("x", "of", "bottle", "can", "case", "each", "carton", "at"))
"""Between two numbers of which one is how often: 12 x 750 ml, 12 bottles of 750 ml."""
_TOKEN = re.compile(r"[0-9]+(?:[.,][0-9]+)?|[^\W\d_]+")


class Hit(NamedTuple):
    """A reason why a prize may not be offered."""

    clause: str
    about: str
    word: str = ""
    """The word that was found; empty for what no person can clear."""


def singular(word: str) -> str:
    """A word of which every number is the same."""
    if len(word) > 3 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 3 and word.endswith("ves"):
        return f"{word[:-3]}f"
    if len(word) > 3 and word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("fe") else word


def words_of(text: str) -> list[str]:
    """The words of a text and its numbers, in the singular."""
    return [singular(word) for word in _TOKEN.findall(text.lower())]


class Read(NamedTuple):
    """All that is said of a prize, read once however many words it is held against."""

    line: str
    """Its words in the singular; a bar stands between two texts, so that nothing is read across them."""
    words: frozenset[str]


def read(texts: Sequence[str]) -> Read:
    found = [words_of(text) for text in texts]
    line = " | ".join(" ".join(words) for words in found)
    return Read(f" {line} ", frozenset(word for words in found for word in words))


@lru_cache(maxsize=64)
def _sought(words: tuple[str, ...]) -> tuple[tuple[str, str, str], ...]:
    """A list of words as they are sought: each with its first word and the whole of it in the singular."""
    parts = [(word, words_of(word)) for word in words]
    return tuple((word, part[0], f" {' '.join(part)} ") for word, part in parts if part)


def named(said: Read, words: tuple[str, ...]) -> str:
    """Which of these words stands in one of the texts, in whatever number."""
    sought = _sought(words)
    return next((word for word, first, whole in sought if first in said.words and whole in said.line), "")


def said_millilitres(text: str) -> int:
    """The largest quantity that a text gives in a unit of volume, in words or figures; 0 where it gives none."""
    most, before, number, token_before = 0, 0, 0, ""
    for token in words_of(re.sub(r"(?<=\d)(?=[a-zA-Z])", " ", text.replace("-", " "))):
        value = _number(token)
        if token in TIMES:
            number = max(number, 1000) * TIMES[token]
        elif value is not None:
            words = token in NUMBERS and token_before in NUMBERS
            before, number = (before, number + value) if words else (_times(before, number), value)
        elif token in MILLILITRES:
            amount = number * MILLILITRES[token] // 1000
            most = max(most, _times(amount * 1000, before) // 1000)
            before = number = 0
        elif token not in OF:
            before = number = 0
        token_before = token
    return most


def _times(often: int, number: int) -> int:
    """The product of two numbers of thousandths of which either may not have been said."""
    return often * number // 1000 if often and number else often or number


def _number(token: str) -> int | None:
    """Thousandths of what a figure or a word says."""
    if token[0].isdecimal():
        whole, _, part = token.replace(",", ".").partition(".")
        return int(whole[:9]) * 1000 + int(f"{part}000"[:3])
    return NUMBERS[token] * 1000 if token in NUMBERS else None


def hits(
    kind: str, texts: Sequence[str], millilitres: int, rules: PromotionRules, prescribed: Sequence[str]
) -> Iterator[Hit]:
    """Everything by which a prize reads as barred."""
    liquor, said = rules.clause(Matter.LIQUOR), read(texts)
    for barred in rules.barred:
        if kind == barred.kind:
            yield Hit(barred.clause, f"no prize is or includes {barred.what}")
        elif word := named(said, (*barred.words, *barred.more)):
            yield Hit(barred.clause, f"no prize is or includes {barred.what} ('{word}')", word)
    if millilitres > rules.most_liquor:
        yield Hit(liquor, f"{_litres(millilitres)} litres of liquor, {rules.most_liquor // 1000} are the most")
    elif kind == LIQUOR and not millilitres:
        yield Hit(liquor, "say how many litres of liquor it is")
    elif word := named(said, LIQUOR_WORDS):
        most = max(map(said_millilitres, texts))
        if not millilitres:
            yield Hit(liquor, f"say how many litres of liquor are in it ('{word}')", word)
        elif most > millilitres:
            yield Hit(liquor, f"{_litres(most)} litres are named, {_litres(millilitres)} are said to be in it", word)
    if kind == PRESCRIBED:
        yield Hit(rules.clause(Matter.PRESCRIBED), "the regulations bar it")
    elif item := named(said, tuple(prescribed)):
        yield Hit(rules.clause(Matter.PRESCRIBED), f"the regulations bar '{item}'")


def _litres(millilitres: int) -> str:
    return f"{millilitres // 1000}.{millilitres % 1000:03d}"
