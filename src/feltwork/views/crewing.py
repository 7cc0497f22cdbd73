"""All that a crew's screen asks for when the table has moved."""

from __future__ import annotations

from feltwork.games.conduct import Act
from feltwork.table.live.state import LiveTable
from feltwork.views.actions import People, actions, at_the_table, calls, dice_of, disputed, reasons, reported, seats_of
from feltwork.views.orders import faults, movable, orders
from feltwork.views.views import Data


def crew_view(live: LiveTable, people: People, at: int) -> Data:
    """What the crew can do now, button by button, and what only they may see."""
    conduct, table = live.conduct, live.game
    electronic = bool(conduct and conduct.terminals.shot)
    people = at_the_table(live, people)
    return {
        "steps": actions(live, people, at),
        "calls": calls(live, people, at),
        "dice": dice_of(live, people, at),
        "rules": rules_on(live),
        "no_result": reasons(live),
        "reported": reported(live, people, at),
        "seats": seats_of(live),
        "electronic": electronic,
        "sells": bool(conduct and Act.SELL_CHIPS in conduct.powers),
        "screen_out": live.gear.screen_out,
        "vouchers": bool(conduct and Act.EXCHANGE_VOUCHER in conduct.powers),
        "faults": faults(live, people, at),
        "orders": orders(live, people, at),
        "movable": movable(live, people, at),
        "float": None if table is None or electronic else {"tray": table.tray, "drop": live.money.drop},
        "period": live.gear.period,
        "disputed": disputed(live, people, at),
        "called": live.stops.called is not None,
        "terminals": _terminals(live) if electronic else None,
        "doubted": [doubt.what for doubt in live.stops.doubts],
    }


def _terminals(live: LiveTable) -> Data:
    """What is wrong at the terminals: those out of play with their errors, and credits kept back."""
    faulty = {str(seat): error for seat, error in sorted(live.terminals.faulty.items())}
    return {"faulty": faulty, "withheld": [list(kept) for kept in live.terminals.withheld.values()]}


def rules_on(live: LiveTable) -> Data | None:
    """Whose word is final on which face of a die lies up: that person looks at an entry before it is confirmed."""
    power = live.conduct.powers.get(Act.RULE_ON_A_FACE) if live.conduct is not None else None
    return None if power is None else {"who": power.roles[0].replace("_", " ").capitalize(), "clause": power.clause}
