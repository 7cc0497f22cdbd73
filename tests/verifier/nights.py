"""Several nights at one table: opened, played and closed, again and again."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feltwork.store.port import Store
from feltwork.store.trees import grown
from feltwork.table.live import commands as ask
from feltwork.verifier.keys.checkpoint import make_checkpoint
from tests.cage.till import DAY, Till
from tests.rules.desk import AtDesk

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
BOOKS = ("star-craps", "crown-craps", "dragon-fire", "star-roulette")
TWENTY_MINUTES = 20 * 60 * 1_000_000


def night(book: str, till: Till, rounds: int = 3, table: str = "t") -> AtDesk:
    """One night: everything on the layout is lost, and who has something left takes it along."""
    at = AtDesk(book, table=table, till=till)
    if book == "star-roulette":
        for number in range(1, rounds + 1):
            at.betting().does(ask.PlaceWager(1, "straight", 10_00, 36), 1)
            at.spun().lands(number)
    else:
        at.shooting()
        for _ in range(rounds):
            at.throws(6, 6)
    for seat in at.desk.table(table).seats.players:
        at.does(ask.Collect(seat), seat)
    at.does(ask.AnnounceClosure(), at.boss)
    till.clock.now += TWENTY_MINUTES
    at.does(ask.CloseTable(), at.boss)
    till.clock.now += DAY - TWENTY_MINUTES
    return at


def nights(book: str, many: int, store: Store | None = None, rounds: int = 3) -> Till:
    till = Till(store)
    till.desk.now = till.clock
    for _ in range(many):
        night(book, till, rounds)
    return till


def signed_with_trees(store: Store, number: int = 1, key: Ed25519PrivateKey = KEY) -> bytes:
    heads = store.log.heads()
    return make_checkpoint(heads, store.now(), number, key, (), grown(store, heads, key))
