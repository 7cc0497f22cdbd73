"""The two fonts that every screen, felt and paper is set in; they come as packages and are handed on by ourselves.

A sans for controls and money, a serif for the felt and for headings, both under the Open Font License. The files are
wrapped as WOFF, which packs a font without changing it.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import NamedTuple

KIND = "font/woff"
SANS, SERIF = '"Source Sans Pro", sans-serif', '"Source Serif Pro", serif'
"""As a style sheet names them. The generic name is for letters that neither has, such as a name in Chinese."""


class Face(NamedTuple):
    """One weight of one font: the family, the weight that a style sheet asks for, and the file in its package."""

    family: str
    weight: int
    package: str
    file: str

    @property
    def address(self) -> str:
        """Where the floor serves it; the address changes with what is in the file, so that it can be kept for good."""
        name = self.family.lower().replace(" ", "-")
        return f"fonts/{name}-{self.weight}-{sha256(self.plain()).hexdigest()[:12]}.woff"

    def plain(self) -> bytes:
        """The font as its package has it."""
        return _plain(self.package, self.file)

    def packed(self) -> bytes:
        """The same font as WOFF."""
        return _packed(self.package, self.file)

    def has(self, text: str) -> bool:
        """Has it all these characters?"""
        return all(ord(letter) in _widths(self.package, self.file) for letter in text)

    def width(self, text: str) -> int:
        """How far a line of text reaches, in thousandths of its size; pairs that are set closer are not considered.

        >>> SANS_600.width("10 to 1"), SERIF_700.width("WIN LINE")
        (2849, 4602)
        """
        widths = _widths(self.package, self.file)
        return sum(widths.get(ord(letter), widths[0]) for letter in text)


def _sans(weight: int, file: str) -> Face:
    return Face("Source Sans Pro", weight, "font_source_sans_pro", f"SourceSansPro-{file}.ttf")


def _serif(weight: int, file: str) -> Face:
    return Face("Source Serif Pro", weight, "font_source_serif_pro", f"SourceSerifPro-{file}.ttf")


SANS_400, SANS_600, SANS_700 = _sans(400, "Regular"), _sans(600, "Semibold"), _sans(700, "Bold")
SERIF_400, SERIF_700 = _serif(400, "Regular"), _serif(700, "Bold")
SCREENS = (SANS_400, SANS_600, SANS_700, SERIF_700)
"""What the pages and felts are set in; whatever is heavier is drawn in the heaviest."""
PAPERS = (SANS_400, SANS_700, SERIF_400, SERIF_700)


def declared(faces: Iterable[Face], address: Callable[[Face], str]) -> str:
    """The faces as a style sheet declares them, each from its address.

    >>> declared([SANS_600], lambda face: "/bold.woff").splitlines()[0]
    '@font-face { font-family: "Source Sans Pro"; font-weight: 600; font-style: normal; font-display: block;'
    """
    return "".join(
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight}; font-style: normal; '
        f'font-display: block;\n  src: url("{address(face)}") format("woff"); }}\n'
        for face in faces
    )


def embedded(faces: Iterable[Face]) -> str:
    """The same with the fonts inside, for a file that is looked at anywhere."""
    return declared(faces, lambda face: f"data:{KIND};base64,{b64encode(face.packed()).decode()}")


@cache
def _plain(package: str, file: str) -> bytes:
    return resources.files(package).joinpath("files", file).read_bytes()


@cache
def _packed(package: str, file: str) -> bytes:
    return woff(_plain(package, file))


@cache
def _widths(package: str, file: str) -> dict[int, int]:
    """The width of each character in thousandths of an em, and under 0 that of the box for those it does not have."""
    font = _plain(package, file)
    tables = {tag: font[start : start + length] for tag, _, start, length in _tables(font)}
    (units,), (count,) = struct.unpack(">H", tables[b"head"][18:20]), struct.unpack(">H", tables[b"hhea"][34:36])
    advances = [advance * 1000 // units for advance, _ in struct.iter_unpack(">Hh", tables[b"hmtx"][: 4 * count])]
    glyphs = {0: 0, **_glyphs(tables[b"cmap"])}
    return {character: advances[min(glyph, count - 1)] for character, glyph in glyphs.items()}


def _glyphs(cmap: bytes) -> dict[int, int]:
    """Character to glyph, from the table of the first 65,536 characters, which every font has (format 4)."""
    (count,) = struct.unpack(">H", cmap[2:4])
    starts = {(platform, kind): at for platform, kind, at in struct.iter_unpack(">HHI", cmap[4 : 4 + 8 * count])}
    table = cmap[starts[3, 1] :]
    segments = struct.unpack(">H", table[6:8])[0] // 2

    def column(number: int, form: str) -> tuple[int, ...]:
        at = 14 + number * 2 * segments + (2 if number else 0)
        return struct.unpack(f">{segments}{form}", table[at : at + 2 * segments])

    found = {}
    ranges = zip(column(1, "H"), column(0, "H"), column(2, "h"), column(3, "H"), strict=True)
    for segment, (first, last, delta, offset) in enumerate(ranges):
        for character in range(first, last + 1):
            if not offset:
                glyph = character + delta
            else:
                at = 16 + 6 * segments + 2 * segment + offset + 2 * (character - first)
                (glyph,) = struct.unpack(">H", table[at : at + 2])
                glyph += delta if glyph else 0
            found[character] = glyph % 65536
    return found


def _tables(font: bytes) -> list[tuple[bytes, int, int, int]]:
    """Tag, checksum, start and length of each table of a font."""
    (count,) = struct.unpack(">H", font[4:6])
    return list(struct.iter_unpack(">4sIII", font[12 : 12 + 16 * count]))


def woff(font: bytes) -> bytes:
    """A font in the Web Open Font Format 1.0: the same tables, each deflated where that makes it shorter."""
    entries = _tables(font)
    count, at = len(entries), 44 + 20 * len(entries)
    directory, data = b"", b""
    for tag, checksum, offset, length in entries:
        table = font[offset : offset + length]
        short = min(table, zlib.compress(table, 9), key=len)  # of one length it is taken for not deflated
        directory += struct.pack(">4sIIII", tag, at + len(data), len(short), length, checksum)
        data += short + bytes(-len(short) % 4)
    whole = 12 + 16 * count + sum(length + -length % 4 for *_, length in entries)
    header = struct.pack(">4s4sIHHIHHIIIII", b"wOFF", font[:4], at + len(data), count, 0, whole, 1, 0, 0, 0, 0, 0, 0)
    return header + directory + data
