"""One session of a Roulette tournament, played from its script a second time and reported.

It follows the description of session scripts sentence by sentence and shares nothing with the program.
A comment names the part of that page (steps, 1 to 7, end, pool, report) or the rule that a line stands for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

Script = dict[str, Any]

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
ODDS = {"straight": 35, "split": 17, "street": 11, "corner": 8, "five-line": 6, "six-line": 5, "column": 2, "dozen": 2}
"""What a wager pays to one; all others pay even money (RO 6.1)."""
OUTSIDE = {
    "low": set(range(1, 19)),
    "high": set(range(19, 37)),
    "even": set(range(2, 37, 2)),
    "odd": set(range(1, 37, 2)),
    "red": RED,
    "black": set(range(1, 37)) - RED,
}
ZEROS: dict[str, dict[str, list[set[Any]]]] = {
    "single": {
        "split": [{0, 1}, {0, 2}, {0, 3}],
        "street": [{0, 1, 2}, {0, 2, 3}],
        "corner": [{0, 1, 2, 3}],
    },
    "double": {
        "straight": [{"00"}],
        "split": [{0, "00"}, {0, 1}, {0, 2}, {"00", 2}, {"00", 3}],
        "street": [{0, 1, 2}, {0, "00", 2}, {"00", 2, 3}],
        "five-line": [{0, "00", 1, 2, 3}],
    },
}
"""Inside wagers with a zero (RO 3.2.1 to 3.2.5)."""


@cache
def sets_of(wager: str, wheel: str) -> list[set[Any]]:
    """Every set of numbers that an inside wager can cover on this wheel's layout (RO 3.2)."""
    rows = [{low, low + 1, low + 2} for low in range(1, 37, 3)]
    beside = [{number, number + 1} for number in range(1, 36) if number % 3]
    plain: dict[str, list[set[Any]]] = {
        "straight": [{number} for number in range(37)],
        "split": beside + [{number, number + 3} for number in range(1, 34)],
        "street": list(rows),
        "corner": [{number, number + 1, number + 3, number + 4} for number in range(1, 33) if number % 3],
        "six-line": [rows[index] | rows[index + 1] for index in range(11)],
    }
    return plain.get(wager, []) + ZEROS[wheel].get(wager, [])


def covered(wager: Any, on: Any, wheel: str) -> set[Any] | None:
    """The numbers of a wager, or nothing where the layout has no such wager (FORMAT.md, wager names)."""
    if not isinstance(wager, str):
        return None
    if wager in OUTSIDE:
        return OUTSIDE[wager] if on is None else None
    if wager == "straight" and not isinstance(on, list):
        on = [on]
    if wager == "five-line" and on is None:
        on = [0, "00", 1, 2, 3]
    if wager in ("column", "dozen"):
        if not whole(on) or on not in (1, 2, 3):
            return None
        return set(range(on, 37, 3)) if wager == "column" else set(range(12 * on - 11, 12 * on + 1))
    # "Inside wagers name exactly the numbers they cover, in any order."
    plain = isinstance(on, list) and all(whole(number) or number == "00" for number in on) and len(set(on)) == len(on)
    return set(on) if plain and set(on) in sets_of(wager, wheel) else None


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class Session:
    """Who holds what, who is out, and what is left of cards, forms and absences."""

    def __init__(self, script: Script) -> None:
        given = script["conditions"]
        self.wheel: str = script["wheel"]
        self.given = given
        self.players: list[str] = given["players"]
        self.chips = dict.fromkeys(self.players, given["chips"])
        self.cards = dict.fromkeys(self.players, given.get("pass_cards", 0))
        self.forms = dict.fromkeys(self.players, given.get("undisclosed", 0))
        self.absences = dict.fromkeys(self.players, 0)
        self.eliminated: list[str] = []  # first out first
        self.record: dict[str, int] = {}  # the disqualified, and what they held (4, R16)

    def limits(self, number: int) -> tuple[int, int]:
        """The limits of a round, counted from 1: those named last before or with it."""
        found = self.given["minimum"], self.given["maximum"]
        changes = {int(start): pair for start, pair in self.given.get("limits", {}).items()}
        for start in sorted(changes):
            if start <= number:
                found = changes[start][0], changes[start][1]
        return found

    def left(self) -> list[str]:
        """Neither eliminated nor disqualified, in seat order."""
        return [name for name in self.players if name not in self.eliminated and name not in self.record]


class Round:
    """One round: its steps, then what is decided, in the order of the page."""

    def __init__(self, session: Session, script: Script, able: list[str], limits: tuple[int, int]) -> None:
        self.session = session
        self.script = script
        self.minimum, self.maximum = limits
        # Steps, last paragraph: who holds less than the minimum when it begins is out before it (10.6.13).
        self.short = [name for name in able if session.chips[name] < self.minimum]
        self.able = [name for name in able if name not in self.short]
        self.absent: list[str] = []
        self.open: dict[str, list[tuple[str, Any, int]]] = {}
        self.form: dict[str, tuple[Any, Any, Any]] = {}
        self.passed: list[str] = []
        self.skipped: list[str] = []
        self.turn: str | None = None  # with an order: who acted last
        self.only_absent = True  # no other step yet, and none refused

    def done(self, name: str) -> bool:
        return name in self.open or name in self.form or name in self.passed

    def steps(self) -> list[int]:
        """Take the steps in order, and give the numbers of those refused."""
        refused = []
        for number, step in enumerate(self.script["steps"]):
            ((verb, said),) = step.items()
            name = said if isinstance(said, str) else said[0]
            if not self.allowed(verb, name) or not getattr(self, f"take_{verb}")(name, said):
                refused.append(number)
                self.only_absent = False
            elif verb != "absent":
                self.only_absent = False
                self.turn = name  # only a step that is taken ends the turn before it
        return refused

    def allowed(self, verb: str, name: str) -> bool:
        """What holds for every step: out, absent, skipped, and the order (10.9.4)."""
        if name not in self.able or name in self.absent or name in self.skipped:
            return False
        return verb == "absent" or not self.session.given.get("order", False) or self.in_turn(name)

    def in_turn(self, name: str) -> bool:
        """From the marker to the left, over who is out or absent; the one who acted last may go on (10.9.3)."""
        seats = self.session.players
        first = seats.index(self.script["marker"])
        line = [seat for seat in seats[first:] + seats[:first] if seat in self.able and seat not in self.absent]
        if self.turn is None:
            return name == line[0]
        return name in line[line.index(self.turn) :][:2]

    def take_absent(self, name: str, _said: Any) -> bool:
        if not self.only_absent:
            return False
        self.absent.append(name)
        return True

    def take_skip(self, name: str, _said: Any) -> bool:
        if self.done(name):
            return False
        self.skipped.append(name)
        return True

    def take_pass(self, name: str, _said: Any) -> bool:
        """A card instead of a wager (10.7.1)."""
        if self.session.cards[name] == 0 or self.done(name):
            return False
        self.session.cards[name] -= 1
        self.passed.append(name)
        return True

    def take_wagers(self, name: str, said: Any) -> bool:
        wagers = [(wager, on, amount) for wager, on, amount in said[1]]
        if name in self.open or name in self.passed or not wagers:
            return False
        for wager, on, amount in wagers:
            if covered(wager, on, self.session.wheel) is None or not whole(amount) or amount <= 0:
                return False
        if sum(amount for _, _, amount in wagers) > self.session.chips[name]:
            return False
        self.open[name] = wagers
        return True

    def take_undisclosed(self, name: str, said: Any) -> bool:
        _, wager, on, amount = said
        if self.session.forms[name] == 0 or name in self.form or name in self.passed:
            return False
        if wager is not None and covered(wager, on, self.session.wheel) is None:
            return False
        if amount is not None and (not whole(amount) or amount <= 0):
            return False
        self.session.forms[name] -= 1
        self.form[name] = (wager, on, amount)
        return True

    def valid_open(self, name: str) -> list[tuple[str, Any, int]]:
        """1: units, then made up on the first, then cut from the last (10.6.14, T1, T2)."""
        wagers = [(wager, on, amount // self.minimum * self.minimum) for wager, on, amount in self.open.get(name, [])]
        if wagers and sum(amount for _, _, amount in wagers) < self.minimum:
            others = sum(amount for _, _, amount in wagers[1:])
            wagers[0] = (*wagers[0][:2], self.minimum - others)
        over = sum(amount for _, _, amount in wagers) - self.maximum
        for index in reversed(range(len(wagers))):
            wager, on, amount = wagers[index]
            cut = min(amount, max(0, over))
            wagers[index] = (wager, on, amount - cut)
            over -= cut
        return wagers

    def deemed(self, name: str, left: int) -> int:
        """2: for how much the form counts, with so many chips left beside the open wagers (10.8.3)."""
        wager, _, amount = self.form[name]
        if wager is None or amount is None or amount < self.minimum:
            return min(self.minimum, left)
        return min(int(amount), left, self.maximum)

    def settle(self, name: str) -> int:
        """1, 2, 3 and 5 for one player: the chips move; the answer is the player's wager of the round."""
        session = self.session
        if name in self.absent:
            session.chips[name] -= self.minimum
            return self.minimum
        wagers = self.valid_open(name)
        total = sum(amount for _, _, amount in wagers)
        if name in self.form:
            wager, on, _ = self.form[name]
            counts = self.deemed(name, session.chips[name] - total)
            if None in (wager, self.form[name][2]):
                session.chips[name] -= counts  # deducted whatever the result
            else:
                wagers = [*wagers, (wager, on, counts)]
            total += counts
        change = 0
        for wager, on, amount in wagers:
            wins = self.script["spin"] in (covered(wager, on, session.wheel) or ())
            change += amount * ODDS.get(wager, 1) if wins else -amount
        session.chips[name] += change
        return total

    def play(self, floor: int) -> Script:
        """The round's report; who is left with less than ``floor`` is eliminated with it."""
        session = self.session
        refused = self.steps()
        disqualified = []
        wagered = dict.fromkeys(self.short, 0)
        for name in self.able:
            if name in self.absent:
                session.absences[name] += 1
                out = session.absences[name] > 3  # 3: a fourth absence (10.5.6, R15)
            else:
                out = not self.done(name)  # 4: nothing done, or skip (10.6.4)
            if out:
                disqualified.append(name)
                session.record[name] = session.chips[name]
            else:
                wagered[name] = self.settle(name)
        # 6: residual chips, then the smallest wager, then whose chips were taken first (10.10.4, T3, R18).
        taken = [*self.script["taken"], *session.players]
        gone = [name for name in wagered if session.chips[name] < floor or name in self.short]
        gone.sort(key=lambda name: (session.chips[name], wagered[name], taken.index(name)))
        session.eliminated += gone
        chips = {name: session.chips[name] for name in session.players if name not in session.record}
        return {"refused": refused, "chips": chips, "eliminated": gone, "disqualified": disqualified}


def by_chips(session: Session, names: list[str]) -> list[list[str]]:
    """Groups with equal chips, most chips first, each in seat order."""
    amounts = sorted({session.chips[name] for name in names}, reverse=True)
    return [[name for name in names if session.chips[name] == amount] for amount in amounts]


def straddling(places: list[list[str]], advance: int, above: int = 0) -> list[str]:
    """The place that begins above the cut and ends below it, if there is one (10.10.3, R17)."""
    for place in places:
        if above < advance < above + len(place):
            return place
        above += len(place)
    return []


def cents(text: str) -> int:
    return int(text.replace(".", ""))


def money(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def shares(session: Session, places: list[list[str]]) -> tuple[Script, str]:
    """The pool: what each player gets, and what is held."""
    given = session.given
    pool = cents(given["fee"]) * len(session.players) + cents(given.get("added", "0.00"))
    if not places:
        return {}, money(pool)
    prizes = [pool * percent // 100 for percent in given["prizes"]]
    prizes[0] += pool - sum(prizes)
    placed = sum(len(place) for place in places)
    prizes = [prizes[0] + sum(prizes[placed:]), *prizes[1:placed]]  # nobody takes those places (10.3.2)
    paid = {}
    for place in places:
        together, prizes = sum(prizes[: len(place)]), prizes[len(place) :]
        each, odd = divmod(together, len(place))
        for index, name in enumerate(place):
            paid[name] = each + (index < odd)
    return {name: money(amount) for name, amount in paid.items() if amount}, money(0)


def play_rounds(session: Session, script: Script) -> Iterator[Script]:
    """The rounds of the session; it ends early when at most one player is left (7)."""
    last = len(script["rounds"])
    for number, given in enumerate(script["rounds"], 1):
        floor = 1 if number == last else session.limits(number + 1)[0]
        yield Round(session, given, session.left(), session.limits(number)).play(floor)
        if len(session.left()) <= 1:
            return


def play(script: Script) -> Script:
    """Play the script and report it."""
    session = Session(script)
    advance: int = script["conditions"]["advance"]
    rounds = list(play_rounds(session, script))
    out_before = session.eliminated[::-1]
    groups = by_chips(session, session.left())
    tied = straddling(groups, advance)
    over = groups[: groups.index(tied)] if tied else groups
    under = groups[groups.index(tied) + 1 :] if tied else []
    above = sum(len(place) for place in over)
    limits = session.limits(len(script["rounds"]))
    playoff = []
    for given in script.get("playoff", []):
        inside = [name for name in tied if name in session.left()]
        if not straddling(by_chips(session, inside), advance, above):
            break
        playoff.append(Round(session, given, inside, limits).play(limits[0]))
    # The end: those of the play-off by chips, then who was eliminated in it, last out first.
    block = by_chips(session, [name for name in tied if name in session.left()])
    block += [[name] for name in session.eliminated[::-1] if name in tied]
    places = over + block + under + [[name] for name in out_before]
    unresolved = straddling(places, advance)
    order = [name for place in (places[: places.index(unresolved)] if unresolved else places) for name in place]
    prizes, held = shares(session, places)
    return {
        "rounds": rounds,
        "playoff": playoff,
        "unresolved": unresolved,
        "places": places,
        "advance": order[:advance],
        "record": session.record,
        "prizes": prizes,
        "held": held,
    }
