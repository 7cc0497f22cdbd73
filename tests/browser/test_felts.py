"""Every felt of every book in Chromium at four sizes: text stays in its area, apart from other text and chips."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from feltwork.felt import Felt, render, stylesheet
from feltwork.fonts import SCREENS, embedded
from feltwork.games.felts import felt_of, upright_of
from feltwork.games.layouts import layouts_of, unfit
from feltwork.games.registry import book_names, every_kind

DESKS = {(1280, 800): (1260, 546), (1920, 1080): (1900, 786)}
"""A screen, and the room that the felt has on it; beside a wheel it has two thirds of the width."""
PHONES = {(844, 390): 400, (390, 844): 390}
"""A screen, and how wide the felt is on it; it is scrolled up and down."""
SINGLE = 37
"""The pockets of a wheel with one zero."""
LEAST_TEXT, LEAST_CHIP = 13, 28
"""In pixels of the screen."""
FLAWS = """([least, chip, places]) => {
  const svg = document.querySelector("svg");
  const context = document.createElement("canvas").getContext("2d");
  const scale = svg.getScreenCTM().a;
  const found = [];
  const ink = (node) => {
    const style = getComputedStyle(node);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.letterSpacing = style.letterSpacing;
    const told = context.measureText(node.textContent);
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down, width } = told;
    const [x, y] = [Number(node.getAttribute("x")), Number(node.getAttribute("y"))];
    return { left: x - width / 2, right: x + width / 2, top: y - up, bottom: y + down };
  };
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
  const texts = [...svg.querySelectorAll("text")].filter((node) => !node.closest("symbol"));
  for (const node of texts) {
    const size = parseFloat(getComputedStyle(node).fontSize) * scale;
    if (size < least - 0.05) found.push(`'${node.textContent}' is ${size.toFixed(1)} px`);
  }
  const level = texts.filter((node) => !node.hasAttribute("transform")).map((node) => ({ node, box: ink(node) }));
  for (const { node, box } of level) {
    const line = node.closest(".area")?.querySelector(".line")?.getBBox();
    if (!line) continue;
    const across = box.left < line.x || box.right > line.x + line.width;
    if (across || box.top < line.y || box.bottom > line.y + line.height)
      found.push(`'${node.textContent}' leaves its area`);
  }
  level.forEach(({ node, box }, i) => {
    for (const other of level.slice(i + 1))
      if (meet(box, other.box)) found.push(`'${node.textContent}' over '${other.node.textContent}'`);
  });
  for (const [name, [x, y], size] of places) {
    if (size * scale < chip - 0.05) found.push(`a chip on ${name} is ${(size * scale).toFixed(1)} px`);
    const lies = { left: x - size / 2, right: x + size / 2, top: y - size / 2, bottom: y + size / 2 };
    for (const { node, box } of level) if (meet(lies, box)) found.push(`a chip on ${name} over '${node.textContent}'`);
  }
  return found;
}"""


def drawn(felt: Felt) -> str:
    style = f"<style>{embedded(SCREENS)}{stylesheet()} body {{ margin: 0; }} svg {{ display: block; }}</style>"
    return f"<!doctype html>{style}<body>{render(felt, styled=False)}</body>"


def flaws(page: Page, felt: Felt, scale: float) -> list[str]:
    page.set_content(drawn(felt))
    page.evaluate("(wide) => { document.querySelector('svg').style.width = `${wide}px`; }", felt.width * scale)
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")
    places = [[f"{a.wager} {a.on}", list(a.places.own), a.places.chip] for a in felt.areas]
    places += [[f"{w} gone to {n}", list(at.own), at.chip] for (w, n), at in felt.travelled.items()]
    found: Any = page.evaluate(FLAWS, [LEAST_TEXT, LEAST_CHIP, places])
    return [str(each) for each in found]


@pytest.mark.parametrize("book", book_names())
def test_text_and_chips_keep_apart_on_every_felt(chromium: Browser, book: str) -> None:
    page = chromium.new_page()
    found: list[str] = []
    for opened in every_kind(book):
        kind = ("double" if len(opened.wheel) > SINGLE else "single", opened.lucky is not None)
        fitting = [letter for letter in layouts_of(book) if not unfit(book, letter, *kind)]
        lucky = [letter for letter in fitting if layouts_of(book)[letter].lucky_ball == kind[1]]
        for letter in lucky if len(layouts_of(book)) > 1 else [None]:
            felt = felt_of(opened, letter)
            for screen, (wide, tall) in DESKS.items():
                scale = min((wide * 0.69 if opened.wheel else wide) / felt.width, tall / felt.height)
                found += [f"{felt.figure} at {screen}: {flaw}" for flaw in flaws(page, felt, scale)]
        upright = upright_of(opened)
        for screen, wide in PHONES.items():
            found += [f"{opened.name} at {screen}: {flaw}" for flaw in flaws(page, upright, wide / upright.width)]
    page.close()
    assert found == []
