"""No text depends on a font that may be missing: the two of the floor have every letter that we show."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

import pytest

from feltwork.felt import stylesheet
from feltwork.fonts import PAPERS, SANS, SCREENS, SERIF, Face, declared, embedded

SRC = Path(__file__).parents[2] / "src" / "feltwork"
IN_A_TERMINAL = {"cli", "train"}
"""What these print is shown in the terminal's own font."""
SHOWN = sorted(
    path
    for kind in ("py", "js", "css", "html", "svg", "tsv")
    for path in SRC.rglob(f"*.{kind}")
    if path.relative_to(SRC).parts[0] not in IN_A_TERMINAL
)
FACES = sorted({*SCREENS, *PAPERS})


@pytest.mark.parametrize("face", FACES, ids=lambda face: f"{face.family} {face.weight}")
def test_a_font_has_every_letter_that_is_shown(face: Face) -> None:
    letters = {letter for path in SHOWN for letter in path.read_text() if ord(letter) > 126}
    assert "…" in letters
    missing = {letter: [p.name for p in SHOWN if letter in p.read_text()] for letter in letters if not face.has(letter)}
    assert missing == {}
    assert all(face.has(chr(code)) for code in range(32, 127))
    assert not face.has("★")


def test_style_sheets_name_no_other_font() -> None:
    ours = {*re.findall(r'"[^"]+"', SANS + SERIF), "sans-serif", "serif", "var(--sans)", "var(--serif)", "inherit"}
    sheets = {path.name: path.read_text() for path in SRC.rglob("*.css")} | {"felt.css": stylesheet()}
    for name, text in sheets.items():
        named = re.findall(r"font-family:\s*([^;}]+)", text)
        named += re.findall(r"font:\s*(?:[\w./]+\s+)*?(\"[^;}]+|var\([^;}]+|inherit|[a-z-]+)\s*[;}]", text)
        named += re.findall(r"--(?:sans|serif):\s*([^;}]+)", text)
        assert {each.strip() for fonts in named for each in fonts.split(",")} <= ours, name
    assert 'font-family: "Source Sans Pro"' in declared(SCREENS, lambda face: face.address)


def test_a_font_is_packed_and_not_changed() -> None:
    for face in FACES:
        packed, plain = face.packed(), face.plain()
        assert packed[:4] == b"wOFF"
        length, count = struct.unpack(">IH", packed[8:14])
        assert length == len(packed) < len(plain) * 3 // 5
        tables = {}
        for at in range(44, 44 + 20 * count, 20):
            tag, start, short, whole, _ = struct.unpack(">4sIIII", packed[at : at + 20])
            table = packed[start : start + short]
            tables[tag] = table if short == whole else zlib.decompress(table)
            assert len(tables[tag]) == whole
        for at in range(12, 12 + 16 * count, 16):
            tag, _, start, whole = struct.unpack(">4sIII", plain[at : at + 16])
            assert tables[tag] == plain[start : start + whole]


def test_fonts_are_not_copied_into_the_tree() -> None:
    root = SRC.parents[1]
    kinds = {".ttf", ".otf", ".woff", ".woff2", ".eot"}
    skipped = {".venv", ".git"}
    found = [p for p in root.rglob("*") if p.suffix in kinds and not skipped & set(p.relative_to(root).parts)]
    assert found == []
    assert not [p.name for p in (root / "docs").rglob("*.svg") if "base64" in p.read_text()]
    assert embedded([SCREENS[0]]).count("base64") == 1
