"""A table's equipment: measured and numbered before play, replaced, and measured again before it is used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from feltwork.games.conduct import Act, Conduct
from feltwork.games.equipment import (
    BALL_PART,
    CHOICE,
    COLOUR_CHECKS,
    DICE_PART,
    SEVERAL,
    UNIT_PART,
    Inspected,
    Measure,
    key_of,
    parts,
    told_in,
)
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live import commands as ask
from feltwork.table.live import equipment_events as moved
from feltwork.table.live import events as happened
from feltwork.table.live import gear_events as gear
from feltwork.table.live.crew import Asker, may
from feltwork.table.live.equipment_events import Inspection, Value
from feltwork.table.live.gear import LOADED
from feltwork.table.live.gear_commands import ReplaceEquipment
from feltwork.table.live.held import holds_checks
from feltwork.table.live.state import BETTING, CHECKING, CLOSED, Decision, Life, is_name
from feltwork.table.play.state import TableState

DIAGRAM = "diagram"
"""What tells which layout a cloth has."""
LONGEST = 200
"""Letters of a remark or a reason."""
ANOTHER, MENDED = "another", "mended"
"""Why a part waits to be checked: another has taken its place, or it was repaired."""


def check(life: Life, table: TableState, conduct: Conduct, command: ask.CheckEquipment, by: Asker) -> Decision:
    """Somebody has looked at these items, and tells what was measured, counted and read off them."""
    unknown = [item for item in (*command.items, *command.found) if item not in conduct.equipment]
    if unknown:
        return Refusal(NOT_IN_THE_BOOK, f"'{shown(unknown[0])}' is not on this table's checklist")
    refused = may(by, conduct, Act.CLOSE, NOT_IN_THE_BOOK)
    if refused:
        return refused
    if life.status == CLOSED and conduct.inspects:
        return Refusal(NOT_IN_THE_BOOK, "the table is closed")
    if len(command.remark) > LONGEST or not (command.remark + " ").isprintable():
        return Refusal(NOT_IN_THE_BOOK, f"a remark has {LONGEST} letters at most")
    items = sorted(set(command.items))
    for item in (*items, *command.found):
        if wrong := _wrong(life, conduct, item, command.found.get(item), item in items):
            return wrong
        if exchanged := _exchanged(life, conduct, item, command.found.get(item), items):
            return exchanged
    steps = [step for item in items for step in _carried(life, conduct, item, command.found.get(item))]
    return (*steps, happened.EquipmentChecked(items, command.found, command.remark))


def _wrong(life: Life, conduct: Conduct, item: str, found: Inspection | None, checked: bool) -> Refusal | None:
    """Why this item will not do, or what has not been told of it."""
    clause, how = conduct.equipment[item], conduct.inspects.get(item)
    if not checked or (how is None and found is not None):
        return Refusal(clause, f"nothing is measured of {item} here")
    if how is None:
        return None
    if found is None:
        asked = [measure.name for measure in how.measures] + ["numbers"] * (how.numbered is not None)
        return Refusal(clause, f"{item} is not only looked at: tell its {', '.join(asked)}")
    for name in found.values:
        if name not in {measure.name for measure in how.measures}:
            return Refusal(clause, f"there is no '{shown(name)}' to be told of {item}")
    for measure in how.measures:
        if why := misfit(measure, found.values.get(measure.name), life.capacity):
            return Refusal(measure.clause, f"{item}: {why}")
    marked, layout = found.values.get(DIAGRAM), life.gear.layout
    if marked and layout and marked != layout:
        return Refusal(clause, f"{item}: it is marked as diagram {marked}, the table was opened on {layout}")
    return _wrong_numbers(life, clause, item, how, found.serials)


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
        return f"{named} is {value}; asked for is {wanted}" if known else f"{named} is one word of its list: {wanted}"
    if not isinstance(value, int):
        return f"{named} is a whole number"
    least, most = measure.bounds(seats)
    if least is not None and value < least:
        return f"{named} is {told_in(measure.kind, value)}; at least {told_in(measure.kind, least)} is asked for"
    if most is not None and value > most:
        return f"{named} is {told_in(measure.kind, value)}; at most {told_in(measure.kind, most)} is asked for"
    return ""


def _wrong_numbers(life: Life, clause: str, item: str, how: Inspected, serials: list[str]) -> Refusal | None:
    """Each piece has a number, no two the same; what takes the place of another is another."""
    wanted = how.numbered.many(life.capacity) if how.numbered else 0
    if len(serials) != wanted or len(set(serials)) != wanted or not all(map(is_name, serials)):
        if not wanted:
            return Refusal(clause, f"{item} has no number")
        many = "one number" if wanted == 1 else f"{wanted} different numbers"
        return Refusal(clause, f"{item} has {many} of letters, digits, dots and dashes")
    before = _keys(how, life.inspected[item].serials) if item in life.inspected else []
    again = [key for key in _keys(how, serials) if key in before]
    some_stay = how.numbered is not None and not how.numbered.count and len(again) < len(serials)  # terminals, one each
    new = life.awaiting.get(how.part or item) == ANOTHER and item not in life.checked
    if again and new and not some_stay:
        return Refusal(clause, f"{again[0]} is one of those that were replaced")
    return None


def _exchanged(
    life: Life, conduct: Conduct, item: str, found: Inspection | None, items: Iterable[str]
) -> Refusal | None:
    """A check exchanges nothing: the pieces are those on record, or they take the place of what was replaced.

    Before play is opened a number may be told anew with the check of everything that belongs to the piece.
    """
    how = conduct.inspects.get(item)
    if how is None or how.numbered is None or found is None or item not in life.holding.values():
        return None
    on_record, part = life.inspected[item].serials, how.part or item
    if set(found.serials) == set(on_record):
        return None
    if life.awaiting.get(part) == ANOTHER and item not in life.checked:
        return None
    if life.status == CHECKING and set(parts(conduct.inspects)[part]) <= set(items):
        return None
    of = ", ".join(_keys(how, on_record))
    if life.status == CHECKING:
        together = ", ".join(parts(conduct.inspects)[part])
        return Refusal(conduct.equipment[item], f"on record is {of}; another is checked whole: {together}")
    if part == DICE_PART:
        return Refusal(conduct.new_set, f"on record are {of}; a check exchanges no dice, a new set is brought")
    return Refusal(conduct.equipment[item], f"on record is {of}; a check exchanges nothing, replace the item first")


def _keys(how: Inspected, serials: Iterable[str]) -> list[str]:
    return [key_of(how.numbered.kind, serial) for serial in serials] if how.numbered else []


def _carried(life: Life, conduct: Conduct, item: str, found: Inspection | None) -> Iterable[happened.LifeEvent]:
    """Numbered pieces that come to the table with a check, and those whose place they take."""
    how = conduct.inspects.get(item)
    if how is None or found is None:
        return
    now = _keys(how, found.serials)
    gone = sorted(key for key, of in life.holding.items() if of == item and key not in now)
    in_hand = how.part == DICE_PART and bool(life.dice.waiting)  # the shooter goes on with what is left of the old set
    if gone and not in_hand:
        yield moved.EquipmentReturned(gone)
    if brought := [key for key in now if key not in life.holding]:
        yield moved.EquipmentBrought(item, brought, conduct.equipment[item])


def replace_item(life: Life, table: TableState, conduct: Conduct, command: ReplaceEquipment, by: Asker) -> Decision:
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
        return Refusal(conduct.new_set, "a new set of dice is brought when two are lost")
    if life.phase != BETTING or table.closed or life.gear.unit == LOADED:
        return Refusal(NOT_IN_THE_BOOK, "equipment is replaced between two rounds")
    if conduct.shot and life.suspended is None:
        return Refusal(NOT_IN_THE_BOOK, "play is stopped first: report the fault")
    if (
        command.item == COLOUR_CHECKS
        and conduct.checks
        and (life.checks_out or any(holds_checks(table, seat) for seat in life.colours))
    ):
        return Refusal(conduct.checks.redeem, "checks of this set are with players: they are redeemed first")
    return (moved.ItemReplaced(command.item, command.reason, clause),)


def not_checked(life: Life, conduct: Conduct) -> Refusal | None:
    """Nothing that has taken the place of another is played with before it has been checked.

    A new set of dice waits while the shooter goes on with what is left of the old one.
    """
    for part in life.awaiting:
        if part == DICE_PART and life.dice.waiting:
            continue
        return unproved(life, conduct, part)
    return None


def unproved(life: Life, conduct: Conduct, part: str) -> Refusal | None:
    """Is this part still to be checked?"""
    why = life.awaiting.get(part)
    if why is None:
        return None
    item = next(item for item in parts(conduct.inspects)[part] if item not in life.checked)
    clause = conduct.clause_of(Act.RESTORE_UNIT) if part == UNIT_PART else conduct.equipment[item]
    return Refusal(clause, f"{item} has not been checked since it was {'replaced' if why == ANOTHER else 'repaired'}")


def happen(life: Life, event: happened.LifeEvent) -> None:
    """What is at the table, and what of it has been checked."""
    match event:
        case happened.EquipmentChecked():
            life.checked |= set(event.items)
            life.inspected.update(event.found)
            _marked(life, event.found)
            _proved(life)
        case moved.EquipmentBrought():
            life.holding |= dict.fromkeys(event.serials, event.item)
        case moved.EquipmentReturned():
            life.holding = {key: item for key, item in life.holding.items() if key not in event.serials}
        case moved.ItemReplaced():
            _awaits(life, event.item, ANOTHER)
        case happened.DiceBrought():
            _awaits(life, DICE_PART, ANOTHER)
        case gear.BallExamined() if event.replaced:
            _awaits(life, BALL_PART, ANOTHER)
        case gear.UnitRestored() if event.how != "removed":
            _awaits(life, UNIT_PART, ANOTHER if event.how == "replaced" else MENDED)
        case _:
            pass


def _awaits(life: Life, of: str, why: str) -> None:
    """A part, or the part of an item, has to be checked again; not under rules that ask for no measures."""
    inspects = life.conduct.inspects if life.conduct else {}
    part = of if of in parts(inspects) else (inspects[of].part or of) if of in inspects else ""
    if part:
        life.checked -= set(parts(inspects)[part])
        life.awaiting = {**life.awaiting, part: why}


def _marked(life: Life, found: Mapping[str, Inspection]) -> None:
    """Which number is on which die: those of the set that waits, or else of the one in use.

    The same dice read in another order are still the same.
    """
    inspects, dice = life.conduct.inspects if life.conduct else {}, life.dice
    for item, told in found.items():
        if item in inspects and inspects[item].part == DICE_PART and told.serials:
            there = sorted(dice.waiting or dice.usable() | dice.lost | dice.unchecked)
            if {life.marks.get(die) for die in there} != set(told.serials):
                life.marks = {**life.marks, **dict(zip(there, told.serials, strict=False))}


def _proved(life: Life) -> None:
    inspects = life.conduct.inspects if life.conduct else {}
    if life.awaiting:
        whole = {part for part, items in parts(inspects).items() if set(items) <= life.checked}
        life.awaiting = {part: why for part, why in life.awaiting.items() if part not in whole}


def returned(life: Life, kind: str = "") -> tuple[happened.LifeEvent, ...]:
    """Everything numbered, or of one kind, leaves the table."""
    gone = sorted(key for key in life.holding if key.startswith(kind))
    return (moved.EquipmentReturned(gone),) if gone else ()


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
