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
    return (resources.files(package) / "files" / file).read_bytes()


@cache
def _packed(package: str, file: str) -> bytes:
    return woff(_plain(package, file))


def woff(font: bytes) -> bytes:
    """A font in the Web Open Font Format 1.0: the same tables, each deflated where that makes it shorter."""
    flavour, count = struct.unpack(">4sH", font[:6])
    entries = [struct.unpack(">4sIII", font[12 + 16 * i : 28 + 16 * i]) for i in range(count)]
    at = 44 + 20 * count
    directory, data = b"", b""
    for tag, checksum, offset, length in entries:
        table = font[offset : offset + length]
        short = min(zlib.compress(table, 9), table, key=len)
        directory += struct.pack(">4sIIII", tag, at + len(data), len(short), length, checksum)
        data += short + bytes(-len(short) % 4)
    whole = 12 + 16 * count + sum(length + -length % 4 for *_, length in entries)
    header = struct.pack(
        ">4s4sIHHIHHIIIII", b"wOFF", flavour, at + len(data), count, 0, whole, 1, 0, 0, 0, 0, 0, 0
    )  # fmt: skip
    return header + directory + data
