"""What happened to a table's equipment: numbered pieces brought and taken away, an item replaced."""

from __future__ import annotations

from msgspec import Struct

Value = int | str | list[int | str]
"""A length in micrometres, a number, a word, or one of these for each piece."""


class Inspection(Struct, frozen=True):
    """What was found when one item was checked."""

    serials: list[str] = []
    """The numbers of its pieces, in order: a set of dice has five."""
    values: dict[str, Value] = {}


class EquipmentBrought(Struct, frozen=True, tag="equipment-brought"):
    """Numbered pieces are at this table from now on, and so at no other."""

    item: str
    serials: list[str]
    """Each with its kind, as ``die D-101``."""
    clause: str


class EquipmentReturned(Struct, frozen=True, tag="equipment-returned"):
    """Numbered pieces leave the table."""

    serials: list[str]


class ItemReplaced(Struct, frozen=True, tag="item-replaced"):
    """Another has taken the place of an item; it is checked before play goes on."""

    item: str
    reason: str
    clause: str


EquipmentEvent = EquipmentBrought | EquipmentReturned | ItemReplaced
