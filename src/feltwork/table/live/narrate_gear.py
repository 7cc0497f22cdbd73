"""What happened around the wheel and the entry terminal, in words, with its clause."""

from __future__ import annotations

from feltwork.games.equipment import COUNT, LENGTH, told_in
from feltwork.games.registry import lengths
from feltwork.money import format_money
from feltwork.refusal import shown
from feltwork.table.live import equipment_events as equipment
from feltwork.table.live import events as happened
from feltwork.table.live import gear_events as gear
from feltwork.table.play import events as game


def tell_gear(event: happened.LifeEvent) -> list[str]:
    """One line, or nothing for an event of another kind."""
    said = _tell_round(event) or _tell_equipment(event)
    return [said] if said else []


def asked(words: str) -> str:
    """What the player asked, where one of the crew acted for them."""
    return f"; the player asked: {shown(words)}" if words else ""


def tell_found(found: equipment.Inspection | None) -> str:
    """What was found of an item that was checked, in brackets."""
    if found is None:
        return ""
    said = [", ".join(map(shown, found.serials))] if found.serials else []
    for name, value in found.values.items():
        kind = LENGTH if name in lengths() else COUNT
        each = [told_in(kind, v) if isinstance(v, int) else v for v in (value if isinstance(value, list) else [value])]
        said.append(f"{name} {', '.join(each if len(set(each)) > 1 else each[:1])}")
    return f" ({'; '.join(said)})" if said else ""


def _tell_round(event: happened.LifeEvent) -> str:
    match event:
        case gear.BetsOpened():
            return f"place your bets ({event.clause})"
        case game.BetsClosed():
            return "no more bets"
        case gear.WageringPeriodSet():
            lasts = "until no more bets" if event.seconds is None else f"{event.seconds} seconds"
            return f"the wagering period lasts {lasts} ({event.clause})"
        case gear.DiceHanded():
            return f"the dice are passed to seat {event.seat} ({event.clause})"
        case gear.AreasLit():
            areas = ", ".join(name if on is None else f"{name} {on}" for name, on in event.areas)
            return f"lit ({event.clause}): {areas or 'no area'}"
        case gear.DisplayRead():
            first, second = event.dice
            fate = "disregarded" if event.disregarded else "as the dice"
            return f"the display shows {first}-{second}: {fate} ({event.clause})"
        case happened.BallSpun():
            by = "by the unit" if event.by_unit else "by hand"
            pressed = "" if event.pressed is None else f", seat {event.pressed} pressing the button"
            return f"the ball is spun {by}{pressed} ({event.clause}){asked(event.asked)}"
        case happened.NumberEntered():
            ran = f"; ball {event.ball}, wheel {event.wheel}, {event.revolutions} times round" if event.ball else ""
            return f"called: {event.pocket}{ran}"
        case happened.DollyPlaced():
            return f"the dolly is placed on {event.pocket} ({event.clause})"
        case game.LuckyBallDrawn():
            return f"Lucky Ball: {', '.join(f'{colour} {n}' for colour, n in event.numbers.items())}"
        case game.Boosted():
            return f"Lucky Ball: {event.colour} is boosted to {event.odds} odds"
        case _:
            return ""


def _tell_equipment(event: happened.LifeEvent) -> str:
    match event:
        case gear.BallLoaded():
            return f"the dealer loads the ball into the unit ({event.clause})"
        case gear.ButtonOffered():
            return f"the button is offered to seat {event.seat} ({event.clause})"
        case gear.UnitFailed():
            spin = "the spin was valid" if event.spin_valid else "the spin was not valid"
            return f"the uSpin unit failed ({event.clause}): {shown(event.what)}; {spin}"
        case gear.UnitRestored():
            return f"the uSpin unit was {event.how} ({event.clause})"
        case gear.BallExamined():
            return f"the ball was examined{' and replaced' if event.replaced else ''} ({event.clause})"
        case gear.BallTakenOut():
            how = "out of the wheel before it came to rest" if event.in_time else "at rest before it could be taken out"
            return f"the ball was {how} ({event.clause})"
        case equipment.EquipmentBrought():
            return f"at the table from now on ({event.clause}): {', '.join(map(shown, event.serials))}"
        case equipment.EquipmentReturned():
            return f"no longer at the table: {', '.join(map(shown, event.serials))}"
        case equipment.ItemReplaced():
            return f"{event.item} was replaced ({event.clause}): {shown(event.reason)}"
        case happened.DiceBrought():
            return f"a new set of dice is at the table, numbered from {event.first}"
        case gear.ZeroPlacedOutside():
            return f"seat {event.seat}: {format_money(event.amount)} of it lie on the outside 0 ({event.clause})"
        case gear.ZeroTakenOutside():
            return f"seat {event.seat}: {format_money(event.amount)} come off the outside 0 ({event.clause})"
        case gear.ZeroMoved():
            seats = ", ".join(map(str, event.seats))
            return f"the outside 0 of seat {seats} is moved inside ({event.clause})"
        case gear.ScreenFailed():
            return f"the Lucky Ball screen failed ({event.clause}): {shown(event.what)}"
        case gear.ScreenRestored():
            return f"the Lucky Ball screen works again ({event.clause}): {shown(event.how)}"
        case gear.FairnessApplied():
            return f"for seat {event.seat} the position of chips is set aside ({event.clause}): {shown(event.reason)}"
        case happened.TableSuspended():
            return f"play is stopped ({event.clause}): {shown(event.reason)}"
        case happened.InspectorNotified():
            return f"an inspector is told ({event.clause}): {shown(event.what)}"
        case happened.TableResumed():
            return f"play goes on: {shown(event.how)}"
        case _:
            return ""
