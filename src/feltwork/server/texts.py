"""What people read on the screens: one catalogue for each family of screens and language.

Catalogues are the JSON files ``web/texts/LANGUAGE/FAMILY.json``. A key is FAMILY.NAME; its text may have named
slots, ``{amount}``, and one form for each plural of its ``count``. Pages are filled before they are served;
scripts read the same files (``web/js/common/text.js``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib import resources

from starlette.requests import HTTPConnection

Text = str | dict[str, str]
"""A text, or one for each plural form, as Unicode names them: ``one``, ``other``."""
FIRST = "en"
COOKIE = "feltwork-language"
"""The choice that a browser keeps; it says nothing about who is there."""
MARKED = re.compile(r'<[a-z][^<>]*?\bdata-text(?:-[a-z-]+)?="[^<>]*>')
INSIDE = re.compile(r'\sdata-text="([^"]+)"')
ATTRIBUTE = re.compile(r'\sdata-text-([a-z-]+)="([^"]+)"')
SLOT = re.compile(r"\{(\w+)\}")


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are catalogues in."""
    folders = (resources.files("feltwork") / "web" / "texts").iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.is_dir()))


@cache
def catalogue(language: str) -> Mapping[str, Text]:
    """Every text of a language by its key."""
    folder = resources.files("feltwork") / "web" / "texts" / language
    return {
        f"{family.name.removesuffix('.json')}.{name}": text
        for family in folder.iterdir()
        for name, text in json.loads(family.read_bytes()).items()
    }


def say(language: str, key: str, **named: str | int) -> str:
    """The text of a key, with its slots filled; both languages' plurals are ``one`` and ``other``.

    >>> say("en", "lobby.seats", taken=1, of=8), say("es", "lobby.seats", taken="dos", of=1000)
    ('1 of 8 seats taken', 'dos de 1,000 puestos ocupados')
    """
    found = catalogue(language)[key]
    words = found if isinstance(found, str) else found["one" if named.get("count") == 1 else "other"]
    return SLOT.sub(lambda m: f"{value:,}" if isinstance(value := named[m[1]], int) else value, words)


def language_of(asked: HTTPConnection) -> str:
    """The language to answer in: the browser's kept choice, else the first of its own that we have, else English.

    >>> def asks(**headers: str) -> HTTPConnection:
    ...     given = [(name.encode(), value.encode()) for name, value in headers.items()]
    ...     return HTTPConnection({"type": "http", "headers": [(n.replace(b"_", b"-"), v) for n, v in given]})
    >>> language_of(asks(accept_language="de, es-MX;q=0.8, en;q=0.5")), language_of(asks(accept_language="x;q=y"))
    ('es', 'en')
    >>> language_of(asks(accept_language="es", cookie="feltwork-language=en"))
    'en'
    """
    kept = asked.cookies.get(COOKIE, "")
    if kept in languages():
        return kept
    wanted = []
    for place, part in enumerate(asked.headers.get("accept-language", "")[:200].split(",")):
        name, _, weight = part.partition(";q=")
        rank = weight.strip() or "1"
        if re.fullmatch(r"[01](\.\d{1,3})?", rank):
            wanted.append((-float(rank), place, name.strip().lower().partition("-")[0]))
    return next((name for _, _, name in sorted(wanted) if name in languages()), FIRST)


def filled(page: str, language: str) -> str:
    """A page with its texts: ``data-text`` names what stands in an element, ``data-text-title`` its title.

    >>> filled('<html lang="en"><b data-text="common.sign-in" data-text-title="common.language"></b>', "es")
    '<html lang="es"><b title="Idioma">Iniciar sesión</b>'
    """
    texts = catalogue(language)

    def words(key: str) -> str:
        return escape(str(texts[key]))

    def put(found: re.Match[str]) -> str:
        inside = INSIDE.search(found[0])
        tag = ATTRIBUTE.sub(lambda m: f' {m[1]}="{words(m[2])}"', INSIDE.sub("", found[0]))
        return tag + (words(inside[1]) if inside else "")

    return MARKED.sub(put, page.replace('<html lang="en"', f'<html lang="{language}"', 1))
