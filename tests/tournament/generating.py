"""Random session scripts: few chips and tight limits, mostly legal steps, and some of every kind that is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.oracle import sessions

Step = dict[str, Any]
NAMES = ["ann", "ben", "cat", "dan", "eve", "fay", "gus"]
EVEN_MONEY = ["red", "black", "odd", "even", "low", "high"]
UNKNOWN: list[list[Any]] = [
    ["lucky-ball", "red"],
    ["basket", None],
    ["red", 3],
    ["dozen", None],
    ["column", 4],
    ["straight", 37],
]
UNKNOWN += [["split", [1, 5]], ["split", [3, 4]], ["street", [2, 3, 4]], ["corner", [3, 4, 6, 7]], ["six-line", [1, 2]]]
UNKNOWN += [["straight", None], ["split", [1, 1]], ["six-line", list(range(4, 9))], ["dozen", 0], ["split", 7]]
BAD_AMOUNTS = [0, -5, 2.5, "10"]
ONE_WHEEL: dict[str, list[list[Any]]] = {
    "single": [["street", [0, 2, 3]], ["corner", [0, 1, 2, 3]], ["split", [0, 3]]],
    "double": [
        ["five-line", None],
        ["straight", "00"],
        ["split", ["00", 0]],
        ["street", ["00", 2, 3]],
        ["five-line", [1, 2, 3, 0, "00"]],
    ],
}
"""Wagers that only one of the two layouts has."""


def generate(seed: int) -> dict[str, Any]:
    """The script of this seed."""
    return Generator(random.Random(seed)).script()


def actor(step: Step) -> str:
    """The player whose step it is."""
    (said,) = step.values()
    return str(said if isinstance(said, str) else said[0])


class Generator:
    """Writes one script; a session is played beside it, so that it knows who holds what."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.wheel = chance.choice(["single", "double"])
        self.conditions = self.make_conditions()
        self.session = sessions.Session({"wheel": self.wheel, "conditions": self.conditions})
        self.herd = chance.choice([0, 0.5, 0.9, 1])
        """How often a player does what all others do: equal chips, play-offs, and equal eliminations come of it."""
        self.bold = chance.choice([0, 0.1, 0.5])
        """How often everything is wagered."""
        self.groups = {name: chance.choice([0, 0, 1]) for name in self.session.players}
        """Which of two herds a player belongs to: ties stand above and below each other."""
        self.away = chance.sample(self.session.players, chance.choice([0, 0, 1, 2]))
        """Players who are mostly absent."""
        self.quiet = chance.random() < 0.5
        """Whether cards and forms are kept for the play-off and little is refused before it, so that ties last."""
        self.lazy = chance.choice([0, 0, 0.02, 0.3])
        """How often nothing is done."""
        self.spent = 0.03
        """How often a card or form is tried that is not left."""
        self.tied = chance.random() < 0.4
        """Whether all of a herd do the same until the play-off, some cards and forms apart."""
        if self.tied:
            self.herd, self.bold, self.lazy, self.quiet = 1, chance.choice([0, 0, 0.5]), 0, True
            self.away = self.away if chance.random() < 0.2 else []

    def make_conditions(self) -> dict[str, Any]:
        chance = self.chance
        players = chance.sample(NAMES, chance.randint(2, 7))
        minimum = chance.choice([1, 5, 10, 10, 20])
        conditions: dict[str, Any] = {
            "players": players,
            "fee": f"{chance.randrange(101)}.{chance.choice([0, 0, 1, 33, 99]):02}",
            "chips": minimum * chance.choice([1, 2, 3, 5, 10, 20]) + chance.choice([0, 0, 0, minimum // 2]),
            "minimum": minimum,
            "maximum": self.make_maximum(minimum),
            "advance": min(len(players) + 1, chance.choice([*[1, 1, 1, 2, 2, 3, 4] * 4, 0, 8])),
            "prizes": self.make_prizes(chance.randint(1, len(players))),
            "ties": "share",
        }
        optional = {
            "added": chance.choice(["0.00", "0.01", "50.00", "333.34"]),
            "limits": self.make_limits(minimum),
            "pass_cards": chance.choice([0, 1, 2]),
            "undisclosed": chance.choice([0, 1, 2, 4]),
            "order": chance.random() < 0.5,
        }
        return conditions | {name: value for name, value in optional.items() if chance.random() < 0.9}

    def make_maximum(self, minimum: int) -> int:
        return minimum * self.chance.choice([1, 2, 3, 5, 10, 50]) + self.chance.choice([0, 0, minimum // 2, 3])

    def make_limits(self, minimum: int) -> dict[str, list[int]]:
        chance = self.chance
        limits = {}
        for number in chance.sample(range(1, 9), chance.choice([0, 0, 1, 2, 3])):
            changed = max(1, minimum * chance.choice([1, 1, 2, 2, 3, 5]) // chance.choice([1, 1, 1, 2, 3]))
            limits[str(number)] = [changed, self.make_maximum(changed)]
        return limits

    def make_prizes(self, places: int) -> list[int]:
        cuts = sorted(self.chance.sample(range(1, 100), places - 1))
        prizes = [high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)]
        return sorted(prizes, reverse=True) + self.chance.choice([[], [], [0], [0, 0]])

    def script(self) -> dict[str, Any]:
        session = self.session
        rounds: list[Step] = []
        count = self.chance.choice([1, 2, 3, 4] if self.tied else [1, 2, 3, 4, 5, 7])
        for number in range(1, count + 1):
            limits = session.limits(number)
            rounds.append(self.make_round(session.left(), limits))
            if len(session.left()) > 1:
                floor = 1 if number == count else session.limits(number + 1)[0]
                sessions.Round(session, rounds[-1], session.left(), limits).play(floor)
        limits = session.limits(count)
        tied = sessions.straddling(sessions.by_chips(session, session.left()), self.conditions["advance"])
        playoff: list[Step] = []
        for _ in range(self.chance.choice([0, 1, 2, 3, 5])):
            able = [name for name in tied if name in session.left()]
            self.quiet, self.lazy = False, self.chance.choice([0, 0, 0.2, 0.5])
            self.herd, self.bold = self.chance.choice([0.3, 0.7, 1]), self.chance.choice([0, 0, 0.5, 1])
            self.spent = 0.2
            playoff.append(self.make_round(able, limits))
            sessions.Round(session, playoff[-1], able, limits).play(limits[0])
        script = {"tournament": "star-roulette", "wheel": self.wheel, "conditions": self.conditions, "rounds": rounds}
        return script | ({"playoff": playoff} if playoff or self.chance.random() < 0.5 else {})

    def make_round(self, able: list[str], limits: tuple[int, int]) -> Step:
        """A round for the players who can act in it, and for some who cannot."""
        chance, players = self.chance, self.session.players
        away = [name for name in able if chance.random() < (0.9 if name in self.away else 0.02)]
        if self.tied and chance.random() < 0.15:
            away = able[:]  # so that absences, too, are equal
        line = [name for name in able if name not in away]
        spin: Any = chance.choice([0, 1, 2, 3, 7, chance.randint(1, 36), chance.randint(1, 36), chance.randint(1, 36)])
        given: Step = {"spin": "00" if self.wheel == "double" and chance.random() < 0.1 else spin}
        given["taken"] = chance.sample(players, chance.randint(0, len(players)))
        if self.conditions.get("order", False):
            given["marker"] = chance.choice(players)
            first = players.index(given["marker"])
            line = [name for name in players[first:] + players[:first] if name in line]
        elif chance.random() < 0.5:
            chance.shuffle(line)
        herds = [self.herd_act([name for name in line if self.groups[name] == group], limits) for group in (0, 1)]
        steps = [{"absent": name} for name in away]
        if away and chance.random() < 0.2:
            steps.insert(1, {"absent": chance.choice([away[0], *players])})
        for name in line:
            steps += self.act(name, herds[self.groups[name]], limits)
        given["steps"] = list(self.spoil(steps, limits))
        return given

    def herd_act(self, names: list[str], limits: tuple[int, int]) -> list[Any]:
        """What all of a herd do in a round: verbs, and what is said after the player's name."""
        chance = self.chance
        least = min([self.session.chips[name] for name in names], default=1)
        if chance.random() < 0.2 and all(self.session.cards[name] for name in names):
            return [("pass", None)]
        acts: list[Any] = [("wagers", [self.some_wagers(least, limits)])]
        if chance.random() < 0.25 and all(self.session.forms[name] for name in names):
            acts.append(("undisclosed", self.some_form(least, limits)))
        return acts

    def act(self, name: str, herd: list[Any], limits: tuple[int, int]) -> Iterator[Step]:
        """What one player does in a round."""
        chance, session = self.chance, self.session
        cards, forms, chips = session.cards[name], session.forms[name], session.chips[name]
        second = 0.02 if self.quiet else 0.3 if forms else self.spent
        acts: list[Any] = [("wagers", [self.some_wagers(chips, limits)])]
        if chance.random() < self.lazy:
            acts = chance.choice([[], [("skip", None)], [("skip", None)]])
        elif chance.random() < self.herd:
            acts = list(herd)
        elif chance.random() < (0.03 if self.quiet else 0.15 if cards else self.spent):
            acts = [("pass", None)] if cards else [("pass", None), *acts]
        if not self.quiet and acts == [("pass", None)] and chance.random() < 0.2:
            # A card lies already: refused.
            acts.append(chance.choice([("pass", None), ("undisclosed", self.some_form(chips, limits))]))
        elif acts and acts[0][0] == "wagers" and chance.random() < second:
            acts.append(("undisclosed", self.some_form(chips, limits)))
            acts = chance.choice([acts, acts[::-1], acts[1:] if forms else acts])
        for verb, said in acts:
            yield {verb: name if said is None else [name, *said]}

    def some_wagers(self, chips: int, limits: tuple[int, int]) -> list[Any]:
        """Wagers that come to no more than these chips."""
        chance = self.chance
        if chance.random() < self.bold:
            return [[chance.choice(EVEN_MONEY), None, max(1, chips)]]
        wagers = []
        for _ in range(chance.choice([1, 1, 2, 3])):
            amount = min(chips, self.some_amount(chips, limits))
            if amount > 0:
                wagers.append([*self.some_wager(), amount])
                chips -= amount
        return wagers or [["red", None, 1]]

    def some_wager(self) -> list[Any]:
        """A wager of this wheel's layout."""
        chance = self.chance
        kind = chance.choice(["even", "even", "even", "dozen", "straight", "zero", "inside"])
        if kind == "even":
            return [chance.choice(EVEN_MONEY), None]
        if kind == "dozen":
            return [chance.choice(["dozen", "column"]), chance.randint(1, 3)]
        if kind == "straight":
            return ["straight", chance.choice([0, 1, 2, 3, [7], chance.randint(0, 36)])]
        if kind == "zero":
            return chance.choice(ONE_WHEEL[self.wheel])
        inside = chance.choice(["split", "street", "corner", "six-line"])
        numbers = sorted(chance.choice(sessions.sets_of(inside, self.wheel)), key=str)
        return [inside, numbers]

    def some_amount(self, chips: int, limits: tuple[int, int]) -> int:
        """Around the limits, and sometimes all."""
        chance, (minimum, maximum) = self.chance, limits
        units = minimum * chance.randint(1, 4)
        around = [minimum, minimum, units, units, minimum - 1, minimum + 1, maximum, maximum + minimum, chips]
        return max(1, chance.choice([*around, maximum + 1, chance.randint(1, max(1, chips))]))

    def some_form(self, chips: int, limits: tuple[int, int]) -> list[Any]:
        """A form, filled in, over, under or not."""
        wager, on = self.some_wager()
        minimum, maximum = limits
        amounts = [minimum, 2 * minimum, minimum + 1, minimum - 1, 1, maximum, maximum + 1, 10**16]
        amounts += [chips, chips + 1, chips // 2]
        amount = max(1, self.chance.choice(amounts))
        forms = [[wager, on, amount], [None, None, amount], [wager, on, None], [None, None, None]]
        return self.chance.choices(forms, [7, 1, 1, 1])[0]

    def spoil(self, steps: list[Step], limits: tuple[int, int]) -> Iterator[Step]:
        """The steps with others between them, most of which are refused."""
        chance = self.chance
        if len(steps) > 1 and chance.random() < 0.05:
            chance.shuffle(steps)
        before = None
        for step in steps:
            beside = before is not None and actor(before) == actor(step)
            while chance.random() < (0.02 if self.quiet else 0.35 if beside else 0.08):
                yield self.bad_step(step, limits)
            yield step
            before = step
        while chance.random() < (0.02 if self.quiet else 0.2):
            yield self.bad_step(steps[-1] if steps else {"skip": self.session.players[0]}, limits)

    def bad_step(self, near: Step, limits: tuple[int, int]) -> Step:
        """A step that is out of place, badly written, or somebody's who cannot act."""
        chance = self.chance
        name = chance.choice([actor(near), actor(near), *self.session.players])
        wager, amount = self.some_wager(), limits[0]
        unknown = chance.choice([*UNKNOWN, *3 * ONE_WHEEL["single" if self.wheel == "double" else "double"]])
        bad = chance.choice(BAD_AMOUNTS)
        right: list[Step] = [
            {"wagers": [name, [[*wager, amount]]]},
            {"undisclosed": [name, *wager, amount]},
            {"undisclosed": [name, None, None, amount]},
            {"pass": name},
            {"skip": name},
            {"absent": name},
        ]
        wrong: list[Step] = [
            {"wagers": [name, []]},
            {"wagers": [name, [[*wager, amount], [*unknown, amount]]]},
            {"wagers": [name, [[*wager, amount], [*wager, bad]]]},
            {"wagers": [name, [[*wager, self.session.chips[name] + 1]]]},
            {"wagers": [name, [[*wager, self.session.chips[name]], [*wager, 1]]]},
            {"undisclosed": [name, *unknown, chance.choice([amount, None])]},
            {"undisclosed": [name, *chance.choice([wager, [None, None]]), bad]},
        ]
        return chance.choice(right + wrong)
