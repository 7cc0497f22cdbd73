"""The floor serves its own fonts: with the right type, kept for good by a browser, asked for along with each page."""

from __future__ import annotations

import re

from tests.server.conftest import Running

from feltwork.fonts import SCREENS
from feltwork.server.api.pages import static


def test_fonts_come_from_the_floor_and_may_be_kept(floor: Running) -> None:
    status, sheet, headers = floor.fetch("/web/fonts.css")
    assert (status, headers["cache-control"]) == (200, "no-cache")
    addresses = re.findall(r'url\("([^"]+)"\)', sheet.decode())
    assert addresses == [f"/web/{face.address}" for face in SCREENS]
    for address in addresses:
        asked = static(address.removeprefix("/web/"))
        assert asked.status_code == 200
        assert asked.headers["content-type"] == "font/woff"
        assert asked.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert bytes(asked.body[:4]) == b"wOFF"
        assert static(address.removeprefix("/web/"), asked.headers["etag"]).status_code == 304


def test_a_page_asks_for_its_fonts_and_only_for_ours(floor: Running) -> None:
    _, page, headers = floor.fetch("/signin")
    assert page.index(b"/web/fonts.css") < page.index(b"/web/css/floor.css")
    assert re.findall(r"<(/web/fonts/[^>]+)>; rel=preload; as=font", headers["link"]) == [
        f"/web/{face.address}" for face in SCREENS
    ]
    assert "font-src 'self'" in headers["content-security-policy"]
    assert floor.fetch("/web/fonts/source-sans-pro-400.woff")[0] == 404
