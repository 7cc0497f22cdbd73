"""Commands made up from their fields: sensible ones with an eye on the table, or hostile ones with none.

A new kind of command needs nothing here as long as its fields have names or types that are known; otherwise a hint.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import msgspec

from feltwork.games.conduct import DIRECTIONS, PASS_REASONS, Act
from feltwork.games.registry import conduct_of
from feltwork.outcomes import COLOURS
from feltwork.table.live import commands as ask
from feltwork.table.live.events import Inspection
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.equipment import as_rehearsed

KINDS: tuple[type[msgspec.Struct], ...] = typing.get_args(ask.Command)
TABLES = (
    ("star-craps", None),
    ("crown-craps", None),
    ("crown-craps", "mini"),
    ("dragon-fire", None),
    ("star-roulette", None),
    ("aruze-craps", None),
)
EDGES = (0, -1, 1, 99, 2**31, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**70))
ODD_TEXTS = ("", " ", "lottery", "\0", "\ud800", "x" * 100_000, "a\nb", "\x1b[31m", "'; DROP TABLE records; --", "٣")


WORDS: dict[int, list[str]] = {}
"""The words of each conduct, of which there is one to a book."""


def tag(kind: type[msgspec.Struct] | msgspec.Struct) -> str:
    return str(kind.__struct_config__.tag)


def words_of(thing: object) -> Iterator[str]:
    """All texts in a conduct: reasons, equipment, powers and roles."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from words_of(key)
            yield from words_of(value)
    elif isinstance(thing, tuple | list | set | frozenset):
        for value in thing:
            yield from words_of(value)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from words_of(getattr(thing, field.name))


def roles() -> list[str]:
    """Every role that some book gives a power to, players, and one that no book knows."""
    found = {"player", "cashier", "system", "janitor"}
    for book, variant in TABLES:
        conduct = conduct_of(book, variant)
        assert conduct
        found |= {role for power in conduct.powers.values() for role in power.roles}
    return sorted(found)


class Asking:
    """Makes commands for a table as it stands."""

    def __init__(self, life: LiveTable, chance: Random) -> None:
        self.life, self.chance = life, chance
        conduct = life.conduct
        if id(conduct) not in WORDS:
            WORDS[id(conduct)] = sorted(set(words_of(conduct))) or ["x"]
        self.words = WORDS[id(conduct)]

    def sensible(self, kind: type[msgspec.Struct]) -> Any:
        """One that this table might well accept."""
        return self._made(kind, self._sensible)

    def hostile(self, kind: type[msgspec.Struct]) -> Any:
        """A sensible one with one field gone mad; or any values at all, if it has fields."""
        mad = self.chance.choice([*typing.get_type_hints(kind)] or [""])

        def value(kind: type[msgspec.Struct], name: str, wanted: object) -> object:
            return self._mad(wanted) if name == mad else self._sensible(kind, name, wanted)

        return self._made(kind, value)

    def _made(
        self, kind: type[msgspec.Struct], value: Callable[[type[msgspec.Struct], str, object], object]
    ) -> msgspec.Struct:
        self.key = self._some_wager()
        return kind(**{name: value(kind, name, wanted) for name, wanted in typing.get_type_hints(kind).items()})

    def _some_wager(self) -> tuple[int, str, Any]:
        """A wager on the layout, or one that could be: its seat, name and number."""
        chance, game = self.chance, self.life.game
        seats = [seat for seat in (self.life.shooter.seat, self.life.shooter.offered) if seat]
        seats += [self.life.throw.awaited[0]] if self.life.throw.awaited and self.life.throw.awaited[0] else []
        if game is None:
            return 1, "field", None
        if game.layout and chance.random() < 0.5:
            seat, wager, _ = key = chance.choice(list(game.layout))
            on = game.layout[key].on
            return seat, wager, list(on) if isinstance(on, tuple) else on
        seat = chance.choice(seats) if seats and chance.random() < 0.5 else chance.randint(1, 8)
        number = chance.choice(
            (None, None, 4, 5, 6, 8, 9, 10, 1, 2, 3, chance.choice(COLOURS), [1, 2], [1, 2, 3], [5, 5])
        )
        return seat, chance.choice(list(game.book.wagers)), number

    def _sensible(self, kind: type[msgspec.Struct], name: str, wanted: object) -> object:
        hint = getattr(self, f"_{tag(kind).replace('-', '_')}_{name}", None) or getattr(self, f"_for_{name}", None)
        return hint() if hint else self._typed(wanted)

    def _enter_number_ball(self) -> str:
        return DIRECTIONS[0]

    def _enter_number_wheel(self) -> str:
        return self.chance.choice(DIRECTIONS)

    def _enter_number_revolutions(self) -> int:
        return self.chance.randint(3, 9)

    def _order_pass_reason(self) -> str:
        return self.chance.choice(PASS_REASONS)

    def _redeem_checks_player(self) -> str:
        return self.chance.choice([*self.life.colours.out, "nobody"])

    def _redeem_checks_amount(self) -> int:
        return next(iter(self.life.colours.out.values()), 1_000)

    def _typed(self, wanted: object) -> Any:
        """Any value of a type."""
        chance, origin, inside = self.chance, typing.get_origin(wanted), typing.get_args(wanted)
        if origin in (typing.Union, types.UnionType):
            return self._typed(chance.choice(inside))
        if origin is typing.Literal:
            return chance.choice(inside)
        if origin is list:
            return [self._typed(inside[0]) for _ in range(chance.randint(0, 3))]
        if origin is tuple:
            return tuple(self._typed(part) for part in inside if part is not Ellipsis)
        if origin is dict:
            return {self._typed(inside[0]): self._typed(inside[1]) for _ in range(chance.randint(0, 2))}
        if isinstance(wanted, type) and hasattr(wanted, "__struct_fields__"):
            return wanted(**{name: self._typed(part) for name, part in typing.get_type_hints(wanted).items()})
        simple: dict[object, Callable[[], object]] = {
            int: lambda: chance.choice((0, 1, 2, 3, 5, 100, 500, 1000)),
            str: lambda: chance.choice(self.words),
            bool: lambda: chance.random() < 0.5,
            type(None): lambda: None,
            bytes: lambda: chance.randbytes(4),
            msgspec.UnsetType: lambda: msgspec.UNSET,
        }
        return simple[wanted]()

    def _mad(self, wanted: object) -> Any:
        """A value of the type that no table expects."""
        origin, inside = typing.get_origin(wanted), typing.get_args(wanted)
        if origin in (typing.Union, types.UnionType):
            return self._mad(self.chance.choice(inside))
        if origin is list:
            return [self._mad(inside[0])] * self.chance.choice((1, 50))
        if origin is tuple:
            return tuple(self._mad(part) for part in inside)
        if origin is dict:
            return {self._mad(inside[0]): self._mad(inside[1])}
        if isinstance(wanted, type) and hasattr(wanted, "__struct_fields__"):
            return wanted(**{name: self._mad(part) for name, part in typing.get_type_hints(wanted).items()})
        if wanted is int:
            return self.chance.choice(EDGES)
        return self.chance.choice(ODD_TEXTS) if wanted is str else self._typed(wanted)

    # What a field of this name usually holds.

    def _for_seat(self) -> int:
        return self.key[0]

    def _for_wager(self) -> str:
        return self.key[1]

    def _for_on(self) -> object:
        return self.key[2]

    def _for_amount(self) -> int:
        return self.chance.choice((500, 1000, 1200, 2000, 400))

    def _remove_wager_amount(self) -> int | None:
        return None

    def _move_wager_amount(self) -> int | None:
        return None

    def _move_wager_to(self) -> str:
        wagers = self.life.game.book.wagers if self.life.game else {}
        return self.chance.choice([name for name, row in wagers.items() if not row.takes_selection()] or ["field"])

    def _move_wager_to_on(self) -> None:
        return None

    def _vacate_seat_seat(self) -> int:
        missed = self.life.seats.attendance.missed
        return max(missed, key=lambda seat: missed[seat]) if missed else self.key[0]

    def _confirm_terminal_seat(self) -> int:
        return self.chance.choice(sorted(self.life.terminals.faulty) or [self.key[0]])

    def _call_no_roll_reason(self) -> str:
        conduct = self.life.conduct
        if conduct is None:
            return "x"
        examine = conduct.powers.get(Act.EXAMINE_BALL)
        out = [reason for reason, told in conduct.no_result.items() if examine and told.clause == examine.clause]
        return self.chance.choice(out if out and self.chance.random() < 0.9 else [*conduct.no_result, "x"])

    def _report_throw_what(self) -> str:
        return self._call_no_roll_reason()

    def _raise_concern_about(self) -> str:
        return self.chance.choice(("fault", "dispute"))

    def _raise_concern_version(self) -> int:
        return self.chance.randint(0, self.life.version)

    def _answer_concern_number(self) -> int:
        return self.chance.choice([concern.number for concern in self.life.waiting.concerns] or [1])

    def _for_case(self) -> int:
        return self.chance.choice(sorted(self.life.terminals.withheld) or [1])

    def _for_version(self) -> int:
        return (
            self.life.rounds.proposed.version
            if self.life.rounds.proposed
            else self.chance.choice([*self.life.rounds.kept, 1])
        )

    def _correct_paid_round_version(self) -> int:
        last = self.life.rounds.last[0] if self.life.rounds.last else 0
        return self.chance.choice([version for version in self.life.rounds.kept if version != last] or [1])

    def _correct_paid_round_cause(self) -> str:
        causes = self.life.conduct.invalidating.causes if self.life.conduct else ()
        return str(self.chance.choice(["", "", "", *causes]))

    def _correct_paid_round_result(self) -> Any:
        return self.chance.choice((self._for_result(), self._for_result(), None))

    def _correct_paid_round_forfeits(self) -> list[int]:
        return []

    def _for_result(self) -> Any:
        pockets = self.life.game.book.wheel if self.life.game else ()
        dice = [self.chance.randint(1, 6), self.chance.randint(1, 6)]
        return self.chance.choice(pockets) if pockets else dice

    def _for_player(self) -> str:
        return self.chance.choice([*self.life.seats.players.values(), "ann"])

    def _for_person(self) -> str:
        return self.chance.choice([*self.life.seats.players.values(), *self.life.crew.roster, "zoe"])

    def _for_role(self) -> str:
        return self.chance.choice(("dealer", "stickperson", "boxperson", "casino_supervisor", "inspector"))

    def _for_first(self) -> int:
        return self._entered(0)

    def _for_second(self) -> int:
        return self._entered(1)

    def _entered(self, which: int) -> int:
        entered = self.life.throw.entered
        return entered[which] if isinstance(entered, tuple) else self.chance.randint(1, 6)

    def _for_pocket(self) -> int | str:
        entered = self.life.throw.entered
        return entered if isinstance(entered, int | str) else self.chance.choice((*range(37), "00"))

    def _for_dice(self) -> list[int]:
        usable = sorted(self.life.dice.usable())
        return self.chance.sample(usable, min(2, len(usable)))

    def _for_die(self) -> int:
        return self.chance.choice([*self.life.dice.hand, *self.life.dice.lost, 1, 2, 3, 4, 5])

    def _for_items(self) -> list[str]:
        return list(self.life.conduct.equipment) if self.life.conduct else []

    def _check_equipment_found(self) -> dict[str, Inspection]:
        """All as it should be, with numbers of its own: what has been replaced is another."""
        life = self.life
        if life.conduct is None:
            return {}
        return as_rehearsed(
            life.conduct, life.table, life.opening.capacity, life.gear.layout, self.chance.randrange(10**6)
        )

    def _check_equipment_remark(self) -> str:
        return ""

    def _replace_equipment_item(self) -> str:
        return self.chance.choice(list(self.life.conduct.inspects) if self.life.conduct else ["x"])

    def _for_numbers(self) -> dict[str, int | str]:
        return dict(zip(COLOURS, self.chance.sample(range(37), 4), strict=True))

    def _for_colour(self) -> str:
        return self.chance.choice(COLOURS)

    def _for_odds(self) -> str:
        return self.chance.choice(("super", "mega"))

    def _for_limits(self) -> dict[str, tuple[int, int | None, int]]:
        if self.life.notices.limits and self.chance.random() < 0.7:
            return {wager: limits for wager, (limits, _) in self.life.notices.limits.items()}
        return {self.key[1]: (self.chance.choice((0, 500, 1000)), self.chance.choice((None, 40_000)), 0)}

    def _for_limit(self) -> tuple[int, int | None, int]:
        return 500, self.chance.choice((50_000, 90_000)), 0

    def _for_forfeits(self) -> list[int]:
        return self.chance.choice(([], [], [self.key[0]]))
