"""All that a crew's screen asks for when the table has moved."""

from __future__ import annotations

from feltwork.games.conduct import Act
from feltwork.table.live.state import LiveTable
from feltwork.views.actions import People, actions, at_the_table, calls, dice_of, disputed, reasons, reported, seats_of
from feltwork.views.orders import faults, movable, orders
from feltwork.views.views import Data


def crew_view(life: LiveTable, people: People, at: int) -> Data:
    """What the crew can do now, button by button, and what only they may see."""
    conduct, table = life.conduct, life.game
    electronic = bool(conduct and conduct.shot)
    people = at_the_table(life, people)
    return {
        "steps": actions(life, people, at),
        "calls": calls(life, people, at),
        "dice": dice_of(life, people, at),
        "rules": rules_on(life),
        "no_result": reasons(life),
        "reported": reported(life, people, at),
        "seats": seats_of(life),
        "electronic": electronic,
        "sells": bool(conduct and Act.SELL_CHIPS in conduct.powers),
        "screen_out": life.gear.screen_out,
        "vouchers": bool(conduct and Act.EXCHANGE_VOUCHER in conduct.powers),
        "faults": faults(life, people, at),
        "orders": orders(life, people, at),
        "movable": movable(life, people, at),
        "float": None if table is None or electronic else {"tray": table.tray, "drop": life.money.drop},
        "period": life.gear.period,
        "disputed": disputed(life, people, at),
        "called": life.stops.called is not None,
        "doubted": [doubt.what for doubt in life.stops.doubts],
    }


def rules_on(life: LiveTable) -> Data | None:
    """Whose word is final on which face of a die lies up: that person looks at an entry before it is confirmed."""
    power = life.conduct.powers.get(Act.RULE_ON_A_FACE) if life.conduct is not None else None
    return None if power is None else {"who": power.roles[0].replace("_", " ").capitalize(), "clause": power.clause}
