"""A browser is answered in its own language, or in the one that it keeps."""

from __future__ import annotations

from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tests.server.conftest import Running


@pytest.mark.parametrize(
    ("headers", "language", "words"),
    [
        ({}, "en", "Password"),
        ({"accept-language": "es-MX,es;q=0.9,en;q=0.8"}, "es", "Contraseña"),
        ({"accept-language": "fr, en;q=0.4"}, "en", "Password"),
        ({"accept-language": "es", "cookie": "feltwork-language=en"}, "en", "Password"),
        ({"cookie": "feltwork-language=../../etc"}, "en", "Password"),
    ],
)
def test_a_page_is_filled_in_a_language(floor: Running, headers: dict[str, str], language: str, words: str) -> None:
    with urlopen(Request(f"{floor.address}/signin", headers=headers), timeout=10) as answer:
        page, told = answer.read().decode(), answer.headers
    assert f' lang="{language}"' in page.partition(">")[2].partition(">")[0]
    assert words in page
    assert "data-text=" not in page
    assert f"</web/texts/{language}/account.json>; rel=preload" in told["link"]
    assert told["vary"] == "accept-language, cookie"


def test_what_is_not_there_is_told_in_a_language_too(floor: Running) -> None:
    asked = Request(f"{floor.address}/nowhere", headers={"accept-language": "es", "accept": "text/html"})
    with pytest.raises(HTTPError) as opened:
        urlopen(asked, timeout=10)
    assert "Esa página no existe" in opened.value.read().decode()
    assert floor.fetch("/web/sorry.html")[0] == 404
