"""How a table is conducted: who does what, what equipment there is, which throws do not count.

One value for each book, like its wagers: every part beside its clause.
"""

from __future__ import annotations

from dataclasses import replace

from feltwork.readings import Readings
from feltwork.rulebooks import inspections
from feltwork.rulebooks.conduct_rows import RULES, Conduct
from feltwork.rulebooks.conducts import aruze_craps, crown_craps, dragon_fire, star_craps, star_roulette

CONDUCT: dict[str, Conduct] = {
    "star-craps": star_craps.CONDUCT,
    "crown-craps": crown_craps.CONDUCT,
    "dragon-fire": dragon_fire.CONDUCT,
    "star-roulette": star_roulette.CONDUCT,
    "aruze-craps": aruze_craps.CONDUCT,
}
FIRST: dict[str, Conduct] = {
    "star-craps": star_craps.FIRST,
    "crown-craps": crown_craps.FIRST,
    "dragon-fire": dragon_fire.FIRST,
    "star-roulette": star_roulette.FIRST,
    "aruze-craps": aruze_craps.FIRST,
}
"""The same under rules 1."""
AT_THE_TABLES = tuple(sorted({role for conduct in CONDUCT.values() for role in conduct.staff}))
"""Every role of a person that has a power at some table."""


def conduct_of(
    book: str,
    variant: str | None = None,
    *,
    wheel: str = "single",
    lucky_ball: bool = False,
    uspin: bool = False,
    rules: int = RULES,
    readings: Readings | None = None,
) -> Conduct | None:
    """How a table of this book is conducted, under the rules it was opened by and with its readings."""
    if variant == "mini":
        return crown_craps.FIRST_MINI if rules == 1 else crown_craps.MINI
    found = (FIRST if rules == 1 else CONDUCT).get(book)
    if rules > 1 and readings is not None and readings.chose("casino_supervisors", "with_gaming_supervisors"):
        return dragon_fire.WIDE
    if found is None or book != "star-roulette":
        return found
    more = star_roulette.DOUBLE_WHEEL if wheel == "double" else {}
    more = {**more, **(star_roulette.SCREEN if lucky_ball else {}), **(star_roulette.UNIT if uspin else {})}
    how = inspections.DOUBLE_ZERO if wheel == "double" else {}
    how = {**how, **(inspections.WITH_UNIT if uspin else {})} if found.inspects else {}
    changed = bool(more or how)
    equipment, inspects = {**found.equipment, **more}, {**found.inspects, **how}
    return replace(found, equipment=equipment, inspects=inspects) if changed else found
