"""What stands when a session is over, played out: no more wagers, results until nothing lies.

The states of the automaton are layouts. The first ones are the rests of the strategy, in their order; the engine
settles each of them as it would at a live table.
"""

from __future__ import annotations

from feltwork.lab.strategy.compile import Automaton, Branch, Group, TooManyStatesError, emptied, face_of, rest_key
from feltwork.lab.strategy.purse import PLENTY
from feltwork.lab.strategy.reconcile import PLAYING
from feltwork.lab.strategy.rounds import Rounds
from feltwork.lab.strategy.runner import check_ends
from feltwork.lab.strategy.view import SEAT

NOTHING_LIES = 1
MAX_LAYOUTS = 60_000


def compile_finish(made: Automaton) -> Automaton:
    """An automaton whose state ``n`` is the strategy's rest ``n``, and whose only ends are empty layouts."""
    check_ends(made.book)
    rounds = Rounds(made.book)
    played = Automaton(made.book, made.strategy, made.bankroll, made.classes)
    known = {rest_key(rest): number for number, rest in enumerate(made.rests)}
    tables = list(made.rests)
    for table in tables:  # which grows on the way
        groups: list[Group] = []
        for alike in rounds.alike(table).values() if table.layout else ():
            after = table.copy()
            rounds.play(after, made.classes[alike[0]][0])
            to = known.setdefault(rest_key(after), len(tables))
            if to == MAX_LAYOUTS:
                raise TooManyStatesError(f"what stands can lie in more than {MAX_LAYOUTS:,} ways")
            if to == len(tables):
                tables.append(emptied(after))
            groups.append(Group(tuple(alike), after.balances[SEAT], (Branch(0, PLENTY, 0, to, ()),), rest=to))
        played.states.append(tuple(groups))
        played.stakes.append(face_of(table))
        played.ends.append(PLAYING if table.layout else NOTHING_LIES)
    played.first = Branch(0, PLENTY, 0, 0, ())
    played.rests = tables
    return played
