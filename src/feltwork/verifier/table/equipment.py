"""A table's equipment: measured before play, numbered, replaced and measured again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltwork.games.conduct import BALL
from feltwork.games.equipment import CHOICE, COLOUR_CHECKS, DICE_PART, SEVERAL, Inspected, Measure
from feltwork.verifier.table.colours import Colours
from feltwork.verifier.table.dice import Hands
from feltwork.verifier.table.facts import Body, Facts, Follows, Round
from feltwork.verifier.table.standing import Standing
from feltwork.verifier.table.wheel import Wheel

PLAYED_WITH = frozenset(
    ("ball-spun", "ball-loaded", "dice-offered", "house-throws", "dice-selected", "dice-thrown", "table-resumed")
)
"""What does not happen before whatever was replaced has been checked."""

COME_WITH = ("equipment-brought", "equipment-returned", "equipment-checked")
"""What may follow pieces that were brought: they come with the check of their item."""


class Equipment:
    """Holds each piece checked, brought, replaced and played with against its measures and its numbers."""

    def __init__(
        self, facts: Facts, round_: Round, hands: Hands, wheel: Wheel, colours: Colours, standing: Standing
    ) -> None:
        self.facts = facts
        self.round = round_
        self.hands = hands
        self.wheel = wheel
        self.colours = colours
        self.standing = standing
        self.opened({})

    def opened(self, opening: Body) -> None:
        self.cloth = opening.get("layout", "")
        self.checked: set[str] = set()
        """Equipment that was checked."""
        self.pieces: dict[str, str] = {}
        """Numbered pieces at the table, each with its item."""
        self.awaiting: dict[str, bool] = {}
        """Parts to be checked again; was another put in their place?"""
        self.last_numbers: dict[str, list[str]] = {}
        """The numbers that each item was last checked by."""

    def _inspects(self) -> dict[str, Inspected]:
        return dict(self.facts.conduct.inspects) if self.facts.conduct else {}

    def _of_part(self, part: str) -> list[str]:
        return [item for item, how in self._inspects().items() if part in (how.part, item)]

    def _not_exchanged(self, item: str, how: Inspected, found: Body | None, proved: bool, items: list[str]) -> None:
        """Other numbers than those on record come with what was replaced, or before play with the whole piece."""
        numbers, known = (found or {}).get("serials") or [], self.last_numbers.get(item)
        if known is None or set(numbers) == set(known):
            return
        replaced = bool(self.awaiting.get(how.part or item)) and not proved
        whole = self.facts.status == "checking" and set(self._of_part(how.part or item)) <= set(items)
        if not replaced and not whole:
            self.facts.wrong("equipment", f"{item} was checked as {numbers} and was on record as {known}")

    def _measured(self, item: str, how: Inspected, found: Body | None, proved: bool) -> None:
        """Each value is within what its clause asks for, and each numbered piece is at the table."""
        facts = self.facts
        if found is None:
            facts.wrong("equipment", f"{item} was checked without its measures")
            return
        values, numbers = found.get("values") or {}, found.get("serials") or []
        if set(values) != {measure.name for measure in how.measures}:
            facts.wrong("equipment", f"{item} was measured by {sorted(values)}")
            return
        for measure in how.measures:
            for value in _each(measure, values[measure.name]):
                if not self._will_do(measure, value):
                    facts.wrong("equipment", f"{item} has {measure.name} {value!r} ({measure.clause})")
        if "diagram" in values and self.cloth and values["diagram"] != self.cloth:
            facts.wrong("equipment", f"the cloth is marked {values['diagram']!r}, the table was opened on {self.cloth}")
        self._numbered(item, how, numbers, proved)
        if item == COLOUR_CHECKS:
            self.colours.own_colours = values["colours"]

    def _will_do(self, measure: Measure, value: Any) -> bool:
        if measure.kind == SEVERAL:
            some = isinstance(value, list) and len(set(map(str, value))) == len(value) >= (measure.least or 0)
            return some and set(value) <= set(measure.fits)
        if measure.kind == CHOICE:
            return value in measure.fits
        least, most = (
            (self.facts.capacity, self.facts.capacity) if measure.of_each_seat else (measure.least, measure.most)
        )
        return type(value) is int and (least is None or value >= least) and (most is None or value <= most)

    def _numbered(self, item: str, how: Inspected, numbers: list[str], proved: bool) -> None:
        facts = self.facts
        wanted = (how.numbered.count or facts.capacity) if how.numbered else 0
        if len(numbers) != wanted or len(set(numbers)) != wanted:
            facts.wrong("equipment", f"{item} has {wanted} numbers, {numbers} were read")
        if how.numbered is None:
            return
        keys = [f"{how.numbered.kind} {number}" for number in numbers]
        here = {key for key, of in self.pieces.items() if of == item}
        older = here - set(keys)
        if not set(keys) <= here or (older and how.part != DICE_PART):
            facts.wrong("equipment", f"{item} was checked as {keys}, at the table were {sorted(here)}")
        kept = set(numbers) & set(self.last_numbers.get(item, []))
        if not how.numbered.count and len(kept) < len(numbers):
            kept = set()  # of the terminals one may be replaced and the others stay
        if self.awaiting.get(how.part or item) and kept and not proved:
            facts.wrong("equipment", f"{item} was replaced by itself: {numbers}")
        self.last_numbers[item] = numbers

    def pieces_come(self, body: Body) -> None:
        facts = self.facts
        how = self._inspects().get(body["item"])
        kind = how.numbered.kind if how and how.numbered else ""
        here = [key for key in body["serials"] if key in self.pieces]
        if not kind or here or not all(key.startswith(f"{kind} ") for key in body["serials"]):
            facts.wrong("equipment", f"{body['serials']} could not be brought as {body['item']}")
        if facts.status == "closed":
            facts.wrong("order", "equipment was brought to a closed table")
        self.pieces |= dict.fromkeys(body["serials"], body["item"])
        facts.follows = Follows(COME_WITH, "equipment", f"{body['serials']} were brought without a check")

    def pieces_go(self, body: Body) -> None:
        missing = [key for key in body["serials"] if key not in self.pieces]
        if missing or not body["serials"]:
            self.facts.wrong("equipment", f"{missing} left a table that they were not at")
        self.pieces = {key: item for key, item in self.pieces.items() if key not in body["serials"]}

    def replaced(self, body: Body) -> None:
        facts = self.facts
        how = self._inspects().get(body["item"])
        if how is None or how.part == DICE_PART:
            facts.wrong("equipment", f"{body['item']!r} is not replaced in this way")
            return
        if self.round.thrown or facts.game().closed or self.wheel.unit == "loaded":
            facts.wrong("order", f"{body['item']} was replaced in the middle of a round")
        electronic = facts.conduct is not None and bool(facts.conduct.terminals.shot)
        if electronic and not self.standing.suspended:
            facts.wrong("order", f"{body['item']} was replaced while play went on")
        self.await_check(how.part or body["item"], another=True)

    def await_check(self, part: str, *, another: bool) -> None:
        """A part has been replaced or mended: all of it is checked before it is played with."""
        if items := self._of_part(part):
            self.checked -= set(items)
            self.awaiting[part] = another

    def _not_proved(self, kind: str, waiting: bool) -> None:
        """Was something played with that nobody had checked? A new set of dice may wait behind the old one."""
        for part in self.awaiting:
            if not (part == DICE_PART and waiting):
                self.facts.wrong(
                    "equipment", f"{kind!r} happened and {part} had not been checked since it was replaced"
                )

    def unproved(self, kind: str, body: Body) -> None:
        """With dice of the old set the shooter goes on while the new one waits to be checked."""
        if kind == "table-resumed" and self.facts.previous == "unit-restored":
            return  # the dealer may not spin before the unit is checked, but the table is no longer stopped
        from_new = kind == "dice-selected" and not set(body["dice"]) <= self.hands.dice.there
        self._not_proved(kind, bool(self.hands.dice.waiting) and not from_new)

    def equipment_checked(self, body: Body) -> None:
        facts, before = self.facts, set(self.checked)
        self.wheel.new_ball = self.wheel.new_ball and BALL not in body["items"]
        self.checked |= set(body["items"])
        inspects, found = self._inspects(), body.get("found") or {}
        if not inspects:
            if found:
                facts.wrong("equipment", "measures were told that these rules do not ask for")
            return
        for item in found:
            if item not in body["items"] or item not in inspects:
                facts.wrong("equipment", f"something was found of {item!r}, which was not checked")
        for item in body["items"]:
            if facts.conduct is None or item not in facts.conduct.equipment:
                facts.wrong("equipment", f"{item!r} is not on this table's checklist")
            elif item in inspects:
                self._not_exchanged(item, inspects[item], found.get(item), item in before, body["items"])
                self._measured(item, inspects[item], found.get(item), item in before)
        for part in list(self.awaiting):
            if all(item in self.checked for item in self._of_part(part)):
                del self.awaiting[part]


def _each(measure: Measure, value: Any) -> Iterator[Any]:
    """The values that are held against the clause one by one; one that is not in the list fails as nothing."""
    if not measure.each:
        yield value
        return
    told = value if isinstance(value, list) else []
    yield from told
    if len(told) != measure.each:
        yield None
