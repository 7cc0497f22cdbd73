"""The house's own dealer and players, for a demonstration: they send the same commands as people do.

What the dealer does next is read off the table; whether it may be done, the table decides. A dealer who has been
replaced by a crew at a screen steps back at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from feltwork.games.conduct import DIRECTIONS
from feltwork.refusal import Refusal
from feltwork.table.live import commands as ask
from feltwork.table.live.asker import Asker
from feltwork.table.live.commands import BuyColour, HandDice, OpenBets, TakeBallOut
from feltwork.table.live.decide import decide
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import BETTING, DEALER, DICE_OUT, ENTERED
from feltwork.table.live.topics.draws import needed
from feltwork.table.live.topics.shooter import has_line_wager
from feltwork.views.legal import legal_spots

Step = tuple[ask.Command, str, str]
"""A command, who sends it, in which role."""
SYSTEM = ("table-system", "system")
DOLLAR = 100
"""House players bet no smaller, also where credits are cents."""
FAVOURITES = {
    "line": 30,
    "line-odds": 20,
    "place": 6,
    "come": 4,
    "dragon": 25,
    "fire": 25,
    "colour": 6,
    "red": 6,
    "black": 6,
    "straight": 3,
    "dozen": 4,
    "column": 3,
    "total": 4,
    "field": 4,
    "hardway": 2,
}

AS_SHOWN = (*DIRECTIONS, 4)
"""What is told of the spin of a demonstration, where no ball runs."""
SILENT = "gave no answer when asked"
"""What the crew writes down of a guest who has been waited for long enough."""
OF_A_SEAT = (ask.AcceptDice, ask.RejectDice, ask.SelectDice, ask.PressShoot, ask.PassDice)


def next_step(live: LiveTable, chance: Random, at: int, bots: frozenset[int], waited: bool = False) -> Step | None:
    """What the crew, or a house player who has the dice, does next; nothing while somebody else is awaited.

    Once a guest has been waited for long enough, the crew moves on without them.
    """
    if live.opening.source != DEALER and needed(live, at) is not None:
        return None  # a draw is due, and the attendant makes it
    people = [(person, role) for person, role in live.crew.roster.items()] + [SYSTEM]
    for command in _wishes(live, chance, bots, waited):
        seat = getattr(command, "seat", None)
        if isinstance(command, OF_A_SEAT) and seat in live.seats.players:
            actors = [(live.seats.players[seat], "player")] if seat in bots else people
        else:
            actors = people
        for person, role in actors:
            decided = decide(live, command, Asker(person, role, at))
            if decided and not isinstance(decided, Refusal):
                return command, person, role
    return None


def _wishes(live: LiveTable, chance: Random, bots: frozenset[int], waited: bool) -> Iterator[ask.Command]:
    """In the order in which a dealer would try them."""
    table = live.game
    if table is None:
        return
    yield from (BuyColour(w.seat, w.colour, w.value, w.amount) for w in live.colours.wanted.values())
    yield from (ask.CallWager(c.seat, c.wager, c.working, c.on, c.alone) for c in live.waiting.calls)
    if live.phase == ENTERED:
        if isinstance(live.throw.entered, tuple):
            yield ask.ConfirmResult(*live.throw.entered)
        elif live.throw.entered is not None:
            yield ask.ConfirmNumber(live.throw.entered)
        return
    if live.phase == DICE_OUT:
        if table.book.spins:
            yield ask.CloseBets()
            yield ask.EnterNumber(chance.choice(table.book.wheel), *AS_SHOWN)
        first, second = chance.randint(1, 6), chance.randint(1, 6)
        yield ask.EnterResult(first, second)
        return
    if live.phase == BETTING:
        if live.throw.awaited is not None and live.throw.awaited[0] in bots:
            yield ask.PressShoot(live.throw.awaited[0] or 0)
        if table.book.spins or live.opening.source == DEALER:
            yield from _before_the_throw(live, bots, waited)


def _before_the_throw(live: LiveTable, bots: frozenset[int], waited: bool) -> Iterator[ask.Command]:
    yield OpenBets()
    if live.shooter.offered is not None:
        if live.shooter.offered in bots:
            yield ask.AcceptDice(live.shooter.offered)
            yield ask.RejectDice(live.shooter.offered)
        elif waited:
            yield ask.RejectDice(live.shooter.offered, SILENT)
        return
    if live.shooter.seat is None and not live.shooter.house_throws:
        yield ask.OfferDice()
    if live.shooter.seat is not None and len(live.dice.hand) < 2:
        choice = sorted(live.dice.choice())[:2]
        if live.shooter.seat in bots or waited:
            yield ask.SelectDice(live.shooter.seat, choice, "" if live.shooter.seat in bots else SILENT)
    yield ask.ShootDice()
    if live.gear.in_wheel:
        yield TakeBallOut(in_time=True)
    yield ask.SpinBall()
    if live.throw.awaited is None:
        yield ask.CloseBets()
    yield HandDice()
    yield ask.ThrowDice()
    if live.shooter.seat is not None and (live.shooter.seat in bots or waited):
        if live.shooter.seat in bots:
            yield ask.PassDice(live.shooter.seat)  # without the wager that the dice need, nobody throws them
        yield ask.OfferDice()  # and who does not pass them has them taken on


def bot_wager(live: LiveTable, seat: int, chance: Random, at: int) -> ask.Command | None:
    """A wager that a house player puts up now, and may; a shooter first the one that the dice need."""
    table = live.game
    if table is None:
        return None
    spots = legal_spots(live, seat, max(table.rules.chip, DOLLAR) * chance.choice((5, 10, 25)), at)
    legal = [(key, spot) for key, spot in spots.items() if spot["ok"]]
    if live.shooter.seat == seat and live.conduct is not None and not has_line_wager(live, seat):
        legal = [(key, spot) for key, spot in legal if key in live.conduct.shooting.line] or legal
    if not legal:
        return None
    weights = [FAVOURITES.get(table.book.wagers[key.partition(":")[0]].concept, 1) for key, _ in legal]
    key, spot = chance.choices(legal, weights)[0]
    name, _, on = key.partition(":")
    raw = next((s for s in table.book.wagers[name].shapes if _says(s) == on), None)
    amount = spot["next"]
    on_data = list(raw) if isinstance(raw, tuple) else raw
    return ask.PlaceWager(seat, name, amount, on_data) if isinstance(amount, int) else None


def _says(on: object) -> str:
    return "" if on is None else "-".join(map(str, on)) if isinstance(on, tuple) else str(on)
