"""Lettering on the felts can be read: at least 4.5 to 1 against what it lies on, in every state of an area."""

from __future__ import annotations

import re

import pytest

from feltwork.felt.style import BARRED, DARK, LIT, stylesheet
from feltwork.games.registry import games

LEAST = 4.5
WHITE = "#ffffff"
LEGAL = 0.1
"""How much of white lies over an area that takes a chip."""


def channels(colour: str) -> tuple[float, ...]:
    full = colour if len(colour) == 7 else "#" + "".join(2 * c for c in colour[1:])
    return tuple(int(full[i : i + 2], 16) / 255 for i in (1, 3, 5))


def brightness(rgb: tuple[float, ...]) -> float:
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def over(colour: str, under: str, share: float) -> tuple[float, ...]:
    return tuple(a * share + b * (1 - share) for a, b in zip(channels(colour), channels(under), strict=True))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    light, dark = sorted((brightness(one), brightness(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def fills(*styles: str) -> list[str]:
    """The colours that lettering of these styles has."""
    return [re.findall(rf"\.felt {style} \{{ [^}}]*?fill: (#\w+)", stylesheet())[0] for style in styles]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_lettering_is_read_on_every_cloth_in_every_state(game: object) -> None:
    hue = game.hue  # type: ignore[attr-defined]  # a Game
    styles = [*fills("text", r"\.red", r"\.pays", r"\.house"), BARRED]
    for cloth in (hue.light, hue.shade):
        for colour in styles:
            assert contrast(channels(colour), channels(cloth)) >= LEAST, (colour, cloth)
        for colour in styles[:-1]:
            assert contrast(channels(colour), over(WHITE, cloth, LEGAL)) >= LEAST, (colour, cloth, "legal")
    assert contrast(channels(DARK), channels(LIT)) >= LEAST


def test_lettering_is_read_on_every_tone() -> None:
    tones = dict(re.findall(r"\.tone-(\w+) \{ --tone: (#\w+)", stylesheet()))
    for name, tone in tones.items():
        letters = DARK if name == "yellow" else WHITE
        assert contrast(channels(letters), channels(tone)) >= LEAST, name


def test_no_lettering_is_faded() -> None:
    assert not re.findall(r"\.(?:barred|lit|faint)[^{]*text[^{]*\{[^}]*opacity: \.", stylesheet())
