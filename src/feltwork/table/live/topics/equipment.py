"""A table's equipment: measured and numbered before play, replaced, and measured again before it is used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.games.conduct import Act, Conduct
from feltwork.games.equipment import (
    BALL_PART,
    CHOICE,
    COLOUR_CHECKS,
    COUNT,
    DICE_PART,
    LENGTH,
    SEVERAL,
    UNIT_PART,
    Inspected,
    Measure,
    key_of,
    parts,
    told_in,
)
from feltwork.games.registry import lengths
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live.asker import Asked, Asker, may
from feltwork.table.live.gear import LOADED
from feltwork.table.live.names import is_name
from feltwork.table.live.topic import BETTING, CHECKING, CLOSED, Guard, Topic, tag
from feltwork.table.play.state import TableState, holds_checks

if TYPE_CHECKING:
    from feltwork.table.live.events import LiveEvent
    from feltwork.table.live.state import Decision, LiveTable


Value = int | str | list[int | str]
"""A length in micrometres, a number, a word, or one of these for each piece."""
DIAGRAM = "diagram"
"""What tells which layout a cloth has."""
LONGEST = 200
"""Letters of a remark or a reason."""
ANOTHER, MENDED = "another", "mended"
"""Why a part waits to be checked: another has taken its place, or it was repaired."""


class Inspection(Struct, frozen=True):
    """What was found when one item was checked."""

    serials: list[str] = []
    """The numbers of its pieces, in order: a set of dice has five."""
    values: dict[str, Value] = {}


class CheckEquipment(Asked, frozen=True, tag="check-equipment"):
    items: list[str]
    found: dict[str, Inspection] = field(default_factory=dict)
    """What was measured, counted and read off them, by item."""
    remark: str = ""


class ReplaceEquipment(Asked, frozen=True, tag="replace-equipment"):
    """Another takes the place of an item of the checklist, and is checked before play goes on."""

    item: str
    reason: str


class EquipmentChecked(Struct, frozen=True, tag="equipment-checked"):
    items: list[str]
    found: dict[str, Inspection] = {}
    """What was measured, counted and read off them, by item."""
    remark: str = ""


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


class Equipment(Struct, frozen=True):
    """What is at a table, and what of it has been checked."""

    checked: frozenset[str] = frozenset()
    inspected: Mapping[str, Inspection] = field(default_factory=dict)
    """What was last found of each item, today or on an earlier day."""
    holding: Mapping[str, str] = field(default_factory=dict)
    """Numbered pieces at the table, each with its item."""
    marks: Mapping[int, str] = field(default_factory=dict)
    """The number on each die of the sets at the table."""
    awaiting: Mapping[str, str] = field(default_factory=dict)
    """Parts that were replaced or repaired and not checked since, and which of the two."""


def awaits_ball(live: LiveTable) -> None:
    """Another ball takes the place of one that was examined."""
    awaits(live, BALL_PART, ANOTHER)


def awaits(live: LiveTable, of: str, why: str) -> None:
    """A part, or the part of an item, has to be checked again; not under rules that ask for no measures."""
    inspects = live.conduct.inspects if live.conduct else {}
    part = of if of in parts(inspects) else (inspects[of].part or of) if of in inspects else ""
    if part:
        checked = live.equipment.checked - set(parts(inspects)[part])
        live.equipment = replace(live.equipment, checked=checked, awaiting={**live.equipment.awaiting, part: why})


def check(live: LiveTable, table: TableState, conduct: Conduct, command: CheckEquipment, by: Asker) -> Decision:
    """Somebody has looked at these items, and tells what was measured, counted and read off them."""
    unknown = [item for item in (*command.items, *command.found) if item not in conduct.equipment]
    if unknown:
        return Refusal(NOT_IN_THE_BOOK, f"'{shown(unknown[0])}' is not on this table's checklist")
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    if live.status == CLOSED and conduct.inspects:
        return Refusal(NOT_IN_THE_BOOK, "the table is closed")
    if len(command.remark) > LONGEST or not (command.remark + " ").isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"a remark has {LONGEST} letters at most")
    items = sorted(set(command.items))
    for item in (*items, *command.found):
        if wrong := _wrong(live, conduct, item, command.found.get(item), item in items):
            return wrong
        if exchanged := _exchanged(live, conduct, item, command.found.get(item), items):
            return exchanged
    steps = [step for item in items for step in _carried(live, conduct, item, command.found.get(item))]
    return (*steps, EquipmentChecked(items, command.found, command.remark))


def _wrong(live: LiveTable, conduct: Conduct, item: str, found: Inspection | None, checked: bool) -> Refusal | None:
    """Why this item will not do, or what has not been told of it."""
    clause, how = conduct.equipment[item], conduct.inspects.get(item)
    if not checked or (how is None and found is not None):
        return Refusal(clause, f"nothing is measured of {item} here")
    if how is None:
        return None
    if found is None:
        asked = [measure.name for measure in how.measures] + ["numbers"] * (how.numbered is not None)
        return Refusal(clause, f"look at {item} and also enter its {', '.join(asked)}")
    for name in found.values:
        if name not in {measure.name for measure in how.measures}:
            return Refusal(clause, f"there is no '{shown(name)}' to be told of {item}")
    for measure in how.measures:
        if why := misfit(measure, found.values.get(measure.name), live.opening.capacity):
            return Refusal(measure.clause, f"{item}: {why}")
    marked, layout = found.values.get(DIAGRAM), live.gear.layout
    if marked and layout and marked != layout:
        return Refusal(clause, f"{item}: it is marked as diagram {marked}, the table was opened on {layout}")
    return _wrong_numbers(live, clause, item, how, found.serials)


def misfit(measure: Measure, value: Value | None, seats: int) -> str:
    """What is wrong with a value, in words; nothing if it will do."""
    if value is None:
        return f"{measure.name} has not been told"
    if not measure.each:
        return _misfit(measure, value, seats, measure.name)
    if not isinstance(value, list) or len(value) != measure.each:
        return f"{measure.name} is told of each of the {measure.each}"
    told = (_misfit(measure, each, seats, f"{measure.name} of the {n}.") for n, each in enumerate(value, 1))
    return next(filter(None, told), "")


def _misfit(measure: Measure, value: Value, seats: int, named: str) -> str:
    if measure.kind == SEVERAL:
        told = [word for word in value if word in measure.fits] if isinstance(value, list) else []
        if not isinstance(value, list) or len(told) != len(value) or len(set(told)) != len(told):
            return f"{named} are of {', '.join(measure.fits)}"
        return f"{named}: at least {measure.least} are asked for" if len(told) < (measure.least or 0) else ""
    if measure.kind == CHOICE:
        if value in measure.fits:
            return ""
        wanted = " or ".join(measure.fits)
        known = value in measure.fails
        return f"{named} is {value}; it must be {wanted}" if known else f"{named} is one word of its list: {wanted}"
    if not isinstance(value, int):
        return f"{named} is a whole number"
    least, most = measure.bounds(seats)
    if least is not None and value < least:
        return f"{named} is {told_in(measure.kind, value)}; at least {told_in(measure.kind, least)} is asked for"
    if most is not None and value > most:
        return f"{named} is {told_in(measure.kind, value)}; at most {told_in(measure.kind, most)} is asked for"
    return ""


def _wrong_numbers(live: LiveTable, clause: str, item: str, how: Inspected, serials: list[str]) -> Refusal | None:
    """Each piece has a number, no two the same; what takes the place of another is another."""
    wanted = how.numbered.many(live.opening.capacity) if how.numbered else 0
    if len(serials) != wanted or len(set(serials)) != wanted or not all(map(is_name, serials)):
        if not wanted:
            return Refusal(clause, f"{item} has no number")
        many = "one number" if wanted == 1 else f"{wanted} different numbers"
        return Refusal(clause, f"{item} has {many} of letters, digits, dots and dashes")
    before = _keys(how, live.equipment.inspected[item].serials) if item in live.equipment.inspected else []
    again = [key for key in _keys(how, serials) if key in before]
    some_stay = how.numbered is not None and not how.numbered.count and len(again) < len(serials)  # terminals, one each
    new = live.equipment.awaiting.get(how.part or item) == ANOTHER and item not in live.equipment.checked
    if again and new and not some_stay:
        return Refusal(clause, f"{again[0]} is one of those that were replaced")
    return None


def _exchanged(
    live: LiveTable, conduct: Conduct, item: str, found: Inspection | None, items: Iterable[str]
) -> Refusal | None:
    """A check exchanges nothing: the pieces are those on record, or they take the place of what was replaced.

    Before play is opened a number may be told anew with the check of everything that belongs to the piece.
    """
    how = conduct.inspects.get(item)
    if how is None or how.numbered is None or found is None or item not in live.equipment.holding.values():
        return None
    on_record, part = live.equipment.inspected[item].serials, how.part or item
    if set(found.serials) == set(on_record):
        return None
    if live.equipment.awaiting.get(part) == ANOTHER and item not in live.equipment.checked:
        return None
    if live.status == CHECKING and set(parts(conduct.inspects)[part]) <= set(items):
        return None
    of = ", ".join(_keys(how, on_record))
    if live.status == CHECKING:
        together = ", ".join(parts(conduct.inspects)[part])
        return Refusal(conduct.equipment[item], f"on record is {of}; another is checked whole: {together}")
    if part == DICE_PART:
        return Refusal(conduct.dice.new_set, f"on record are {of}; a check exchanges no dice: bring a new set")
    return Refusal(conduct.equipment[item], f"on record is {of}; a check exchanges nothing, replace the item first")


def _keys(how: Inspected, serials: Iterable[str]) -> list[str]:
    return [key_of(how.numbered.kind, serial) for serial in serials] if how.numbered else []


def _carried(live: LiveTable, conduct: Conduct, item: str, found: Inspection | None) -> Iterable[LiveEvent]:
    """Numbered pieces that come to the table with a check, and those whose place they take."""
    how = conduct.inspects.get(item)
    if how is None or found is None:
        return
    now = _keys(how, found.serials)
    gone = sorted(key for key, of in live.equipment.holding.items() if of == item and key not in now)
    in_hand = how.part == DICE_PART and bool(live.dice.waiting)  # the shooter goes on with what is left of the old set
    if gone and not in_hand:
        yield EquipmentReturned(gone)
    if brought := [key for key in now if key not in live.equipment.holding]:
        yield EquipmentBrought(item, brought, conduct.equipment[item])


def replace_item(
    live: LiveTable, table: TableState, conduct: Conduct, command: ReplaceEquipment, by: Asker
) -> Decision:
    """Another takes the place of an item between two rounds: a ball, a wheel, a tumbler, a terminal, a dolly."""
    how = conduct.inspects.get(command.item)
    if how is None:
        return Refusal(NOT_IN_THE_BOOK, f"nothing is measured of '{shown(command.item)}' at this table")
    clause = conduct.equipment[command.item]
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    if not 0 < len(command.reason.strip()) <= LONGEST or not command.reason.isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"say why it is replaced, in {LONGEST} letters at most")
    if how.part == DICE_PART:
        return Refusal(conduct.dice.new_set, "a new set of dice is brought when two are lost")
    if live.phase != BETTING or table.closed or live.gear.unit == LOADED:
        return Refusal(NOT_IN_THE_BOOK, "equipment is replaced between two rounds")
    if conduct.terminals.shot and live.stops.reason is None:
        return Refusal(NOT_IN_THE_BOOK, "stop play first: report the fault")
    if (
        command.item == COLOUR_CHECKS
        and conduct.tender.checks
        and (live.colours.out or any(holds_checks(table, seat) for seat in live.colours.issued))
    ):
        return Refusal(conduct.tender.checks.redeem, "checks of this set are with players: they are redeemed first")
    return (ItemReplaced(command.item, command.reason, clause),)


def not_checked(live: LiveTable, conduct: Conduct) -> Refusal | None:
    """Nothing that has taken the place of another is played with before it has been checked.

    A new set of dice waits while the shooter goes on with what is left of the old one.
    """
    for part in live.equipment.awaiting:
        if part == DICE_PART and live.dice.waiting:
            continue
        return unproved(live, conduct, part)
    return None


def unproved(live: LiveTable, conduct: Conduct, part: str) -> Refusal | None:
    """Is this part still to be checked?"""
    why = live.equipment.awaiting.get(part)
    if why is None:
        return None
    item = next(item for item in parts(conduct.inspects)[part] if item not in live.equipment.checked)
    clause = conduct.clause_of(Act.RESTORE_UNIT) if part == UNIT_PART else conduct.equipment[item]
    return Refusal(clause, f"{item} has not been checked since it was {'replaced' if why == ANOTHER else 'repaired'}")


def _marked(live: LiveTable, found: Mapping[str, Inspection]) -> None:
    """Which number is on which die: those of the set that waits, or else of the one in use.

    The same dice read in another order are still the same.
    """
    inspects, dice = live.conduct.inspects if live.conduct else {}, live.dice
    for item, told in found.items():
        if item in inspects and inspects[item].part == DICE_PART and told.serials:
            there = sorted(dice.waiting or dice.usable() | dice.lost | dice.unchecked)
            if {live.equipment.marks.get(die) for die in there} != set(told.serials):
                marks = {**live.equipment.marks, **dict(zip(there, told.serials, strict=False))}
                live.equipment = replace(live.equipment, marks=marks)


def _proved(live: LiveTable) -> None:
    inspects = live.conduct.inspects if live.conduct else {}
    if live.equipment.awaiting:
        whole = {part for part, items in parts(inspects).items() if set(items) <= live.equipment.checked}
        awaiting = {part: why for part, why in live.equipment.awaiting.items() if part not in whole}
        live.equipment = replace(live.equipment, awaiting=awaiting)


def returned(live: LiveTable, kind: str = "") -> tuple[LiveEvent, ...]:
    """Everything numbered, or of one kind, leaves the table."""
    gone = sorted(key for key in live.equipment.holding if key.startswith(kind))
    return (EquipmentReturned(gone),) if gone else ()


def as_rehearsed(
    conduct: Conduct, table: str, seats: int, layout: str = "", batch: int = 1, items: Iterable[str] | None = None
) -> dict[str, Inspection]:
    """What is told of a table of a rehearsal or a demonstration, where nothing is measured; a batch has its numbers."""
    chosen = conduct.equipment if items is None else items
    found = ((item, conduct.inspects[item]) for item in chosen if item in conduct.inspects)
    return {item: _as_rehearsed(how, f"{table}-{batch}", seats, layout) for item, how in found}


def _as_rehearsed(how: Inspected, prefix: str, seats: int, layout: str) -> Inspection:
    values: dict[str, Value] = {}
    for measure in how.measures:
        first = layout if measure.name == DIAGRAM and layout else next(iter(measure.fits), "")
        value = first or (seats if measure.of_each_seat else measure.usual)
        if measure.kind == SEVERAL:
            values[measure.name] = list(measure.fits)
        else:
            values[measure.name] = [value] * measure.each if measure.each else value
    many = how.numbered.many(seats) if how.numbered else 0
    return Inspection([f"{prefix}-{n}" for n in range(1, many + 1)], values)


def tell_found(found: Inspection | None) -> str:
    """What was found of an item that was checked, in brackets."""
    if found is None:
        return ""
    said = [", ".join(map(shown, found.serials))] if found.serials else []
    for name, value in found.values.items():
        kind = LENGTH if name in lengths() else COUNT
        each = [told_in(kind, v) if isinstance(v, int) else v for v in (value if isinstance(value, list) else [value])]
        said.append(f"{name} {', '.join(each if len(set(each)) > 1 else each[:1])}")
    return f" ({'; '.join(said)})" if said else ""


def tell(event: object, rounding: str) -> list[str]:
    """The topic's events in words."""
    match event:
        case EquipmentChecked():
            items = [f"{item}{tell_found(event.found.get(item))}" for item in event.items]
            remark = f" ({shown(event.remark)})" if event.remark else ""
            return [f"checked{remark}: {', '.join(items)}"]
        case EquipmentBrought():
            return [f"at the table from now on ({event.clause}): {', '.join(map(shown, event.serials))}"]
        case EquipmentReturned():
            return [f"no longer at the table: {', '.join(map(shown, event.serials))}"]
        case ItemReplaced():
            return [f"{event.item} was replaced ({event.clause}): {shown(event.reason)}"]
        case _:
            return [tag(event)]


def happen(live: LiveTable, event: object) -> None:
    """What is at the table, and what of it has been checked."""
    now = live.equipment
    match event:
        case EquipmentChecked():
            checked, inspected = now.checked | set(event.items), {**now.inspected, **event.found}
            live.equipment = replace(now, checked=checked, inspected=inspected)
            _marked(live, event.found)
            _proved(live)
        case EquipmentBrought():
            live.equipment = replace(now, holding={**now.holding, **dict.fromkeys(event.serials, event.item)})
        case EquipmentReturned():
            left = {key: item for key, item in now.holding.items() if key not in event.serials}
            live.equipment = replace(now, holding=left)
        case ItemReplaced():
            awaits(live, event.item, ANOTHER)


TOPIC = Topic(
    commands={CheckEquipment: check, ReplaceEquipment: replace_item},
    guards={Guard.BEFORE_PLAY: (CheckEquipment,), Guard.WHILE_STOPPED: (CheckEquipment, ReplaceEquipment)},
    events=(EquipmentChecked, EquipmentBrought, EquipmentReturned, ItemReplaced),
    keeps_last_round=(EquipmentChecked, EquipmentBrought, EquipmentReturned, ItemReplaced),
    happen=happen,
    tell=tell,
)
