"""The dice or the wheel of one table, watched over its log: rounds that stand, from when the device came to the table.

A round counts once the next one is settled, for until then it may be taken back. When dice, wheel, ball or tumbler are
replaced, the counts begin anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from feltwork.games.conduct import Act, Conduct
from feltwork.games.equipment import BALL_KIND, BALL_PART, DICE_PART, DIE, TUMBLER, WHEEL, WHEEL_PART
from feltwork.outcomes import Pocket
from feltwork.refusal import NOT_IN_THE_BOOK
from feltwork.reports.fairness import Alarm, DiceWatch, SavedWatch, Watch
from feltwork.table.live.events import (
    BallExamined,
    DiceBrought,
    EquipmentBrought,
    ItemReplaced,
    LiveEvent,
    RoundAdjusted,
    RoundReversed,
    TableOpened,
)
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import evolve
from feltwork.table.play.events import RoundSettled

KINDS = frozenset(
    (
        "table-opened",
        "round-settled",
        "round-reversed",
        "round-adjusted",
        "equipment-brought",
        "item-replaced",
        "dice-brought",
        "ball-examined",
    )
)
"""The events that say something about a device."""
PIECES = (DIE, WHEEL, BALL_KIND, TUMBLER)
PARTS = (DICE_PART, WHEEL_PART, BALL_PART)
WHOLE = (DIE, WHEEL, TUMBLER)
"""What is checked after an alarm, where it has a number of its own."""
Result = tuple[int, int] | Pocket


class Unfair(Struct, frozen=True):
    """A device of a table whose results are not those of a fair one."""

    table: str
    device: str
    side: str
    came: int
    rounds: int
    expected: str
    version: int = 0
    """The entry in the table's log with which it came out."""
    clause: str = NOT_IN_THE_BOOK
    """The book's clause about this piece of equipment."""
    item: str = ""
    """What is to be checked, as the checklist names it."""
    owner: str = ""
    """Who checks it."""

    @property
    def words(self) -> str:
        return (
            f"{self.table}: {self.device} shows {self.side} too often: "
            f"{self.came} of {self.rounds}, {self.expected} expected"
        )


class SavedDevices(Struct, frozen=True):
    """The devices of a table at rest."""

    opened: TableOpened | None
    alarms: list[Unfair]
    standing: list[Unfair]
    pieces: list[str]
    last: tuple[int, Result] | None
    dice: dict[str, SavedWatch]
    wheel: SavedWatch | None


class TableDevices:
    """Follows one table's events, and keeps every alarm that was raised."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.alarms: list[Unfair] = []
        """All that were raised, of devices that are gone too."""
        self._live = LiveTable(table)  # knows only how it was opened
        self._pieces: frozenset[str] = frozenset()
        self._last: tuple[int, Result] | None = None
        self._anew()

    def _anew(self) -> None:
        self.dice: DiceWatch | None = None
        self.wheel: tuple[Watch, Sequence[Pocket]] | None = None
        self.standing: list[Unfair] = []
        """Of the device that is at the table now."""
        self._last = None

    def saved(self) -> SavedDevices:
        dice = {name: watch.saved() for name, watch in self.dice.parts.items()} if self.dice else {}
        about = (self.alarms, self.standing, sorted(self._pieces), self._last)
        return SavedDevices(self._live.opening.opened, *about, dice, self.wheel[0].saved() if self.wheel else None)

    def go_on_from(self, kept: SavedDevices) -> None:
        """Watch on from what was saved of this table's devices."""
        if kept.opened is not None:
            evolve(self._live, kept.opened)
        self._pieces, self._last = frozenset(kept.pieces), kept.last
        self.alarms, self.standing = list(kept.alarms), list(kept.standing)
        if kept.dice:
            self.dice = DiceWatch()
            for name, watch in self.dice.parts.items():
                watch.go_on_from(kept.dice[name])
        if kept.wheel and self._live.game:
            self.wheel = (Watch(len(kept.wheel.counts)), self._live.game.book.wheel)
            self.wheel[0].go_on_from(kept.wheel)

    def happen(self, version: int, event: LiveEvent) -> None:
        """One event of the table."""
        match event:
            case TableOpened():
                self._live = LiveTable(self.table)
                evolve(self._live, event)
            case RoundSettled():
                self._count()
                self._last = (version, event.result)
            case RoundReversed() if self._last and self._last[0] == event.version:
                self._last = None
            case RoundAdjusted() if self._last and self._last[0] == event.version and event.result is not None:
                result = event.result
                self._last = (event.version, (result[0], result[1]) if isinstance(result, list) else result)
            case EquipmentBrought():
                self._brought(event)
            case DiceBrought():
                self._anew()
            case BallExamined() if event.replaced:
                self._anew()
            case ItemReplaced() if self._is_device(event.item):
                self._anew()
            case _:
                pass

    def _brought(self, event: EquipmentBrought) -> None:
        """The same numbers as before are the same device; others are another one."""
        pieces = {piece for piece in event.serials if piece.startswith(tuple(f"{kind} " for kind in PIECES))}
        if pieces - self._pieces:
            kinds = {piece.split(" ", 1)[0] for piece in pieces}
            kept = {piece for piece in self._pieces if piece.split(" ", 1)[0] not in kinds}
            if any(piece.split(" ", 1)[0] in kinds for piece in self._pieces):
                self._anew()
            self._pieces = frozenset(kept | pieces)

    def _is_device(self, item: str) -> bool:
        how = self._live.conduct.inspects.get(item) if self._live.conduct else None
        return how is not None and (how.part in PARTS or (how.numbered is not None and how.numbered.kind in PIECES))

    def _count(self) -> None:
        """The last round stands."""
        if self._last is None or self._live.game is None:
            return
        version, result = self._last
        wheel = self._live.game.book.wheel
        if isinstance(result, tuple | list):
            self.dice = self.dice or DiceWatch()
            self.dice.roll(*result)
            for device, found in self.dice.alarms.items():
                self._raise(version, device, str(found.side + 1), found)
        elif result in wheel:
            if self.wheel is None or len(self.wheel[1]) != len(wheel):
                self.wheel = (Watch(len(wheel)), wheel)
            self.wheel[0].add(wheel.index(result))
            if (alarm := self.wheel[0].alarm) is not None:
                self._raise(version, "wheel", str(wheel[alarm.side]), alarm)

    def _raise(self, version: int, device: str, side: str, alarm: Alarm) -> None:
        if any(one.device == device for one in self.standing):
            return
        item, clause, owner = checked_item(self._live.conduct)
        told = (alarm.came, alarm.rounds, f"{alarm.expected:.0f}")
        self.standing.append(Unfair(self.table, device, side, *told, version, clause, item, owner))
        self.alarms.append(self.standing[-1])

    def shares(self) -> list[tuple[str, Watch, Sequence[Pocket]]]:
        """What is watched now: its name, its counts, and what its sides are called."""
        faces: Sequence[Pocket] = range(1, 7)
        found = [(name, watch, faces) for name, watch in self.dice.parts.items()] if self.dice else []
        return found + ([("wheel", *self.wheel)] if self.wheel else [])


def checked_item(conduct: Conduct | None) -> tuple[str, str, str]:
    """What a pit checks after an alarm, as the checklist names it, the book's clause about it, and who checks it."""
    if conduct is not None:
        numbered = [item for item, how in conduct.inspects.items() if how.numbered and how.numbered.kind in WHOLE]
        named = [item for item in conduct.equipment if any(word in item for word in ("dice", WHEEL, TUMBLER))]
        for item in (*numbered, *named):
            if item in conduct.equipment:
                return item, conduct.equipment[item], conduct.powers[Act.CLOSE].roles[0]
    return "dice or wheel", NOT_IN_THE_BOOK, "casino_supervisor"
