"""One of two processes that play at the same table of one PostgreSQL: a player of its own, and crew like the other's.

Each does whatever the table needs next as far as it has seen; when the other was quicker it is refused. Every
command is printed before it is sent.
"""

from __future__ import annotations

import os
import random
import sys

import msgspec

from feltwork.engine.desk import Desk
from feltwork.engine.envelope import Envelope
from feltwork.store.opening import open_store
from feltwork.table.live import commands as ask
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import BETTING, DICE_OUT

SEED = os.environ.get("FELTWORK_SEED", "0")
BETS = ("field", "big-6", "any-seven", "lottery")


def wish(life: LiveTable, seat: int, chance: random.Random) -> tuple[ask.Command, str, str]:
    """What the table needs next; now and then a wager or its removal."""
    mine, stick = (f"race-p{seat}", "player"), ("stick", "stickperson")
    game = life.game
    assert game
    if game.balances[seat] < 5000:
        return ask.BuyIn(seat, 20_000), *mine
    if chance.random() < 0.2:
        return ask.PlaceWager(seat, chance.choice(BETS), 500), *mine
    if chance.random() < 0.05:
        return ask.RemoveWager(seat, chance.choice(BETS)), *mine
    if life.phase == DICE_OUT:
        return ask.EnterResult(chance.randint(1, 6), chance.randint(1, 6)), *stick
    if life.phase != BETTING:
        assert isinstance(life.throw.entered, tuple)
        return ask.ConfirmResult(*life.throw.entered), *stick
    if not any(key[0] == seat and key[1] == "win-line" for key in game.layout) and game.come_out:
        return ask.PlaceWager(seat, "win-line", 500), *mine
    if life.shooter.seat is not None:
        thrower = f"race-p{life.shooter.seat}", "player"
        if len(life.dice.hand) < 2:
            return ask.SelectDice(life.shooter.seat, sorted(life.dice.usable())[:2]), *thrower
        return ask.ThrowDice(), *thrower
    if life.shooter.offered is not None:
        return ask.AcceptDice(life.shooter.offered), f"race-p{life.shooter.offered}", "player"
    return (ask.ThrowDice() if life.shooter.house_throws else ask.OfferDice()), *stick


def main(url: str, seat: int, rounds: int) -> None:
    store = open_store(url)
    desk, chance, number = Desk(store), random.Random(f"{SEED} {seat} {rounds}"), 0
    settled = after = 0
    while settled < rounds:
        body, actor, role = wish(desk.table("race"), seat, chance)
        envelope = Envelope(f"s{seat}-{number}", "race", actor, role, body)
        sys.stdout.write(msgspec.json.encode(envelope).decode() + "\n")
        desk.submit(envelope)
        number += 1
        for record in store.log.read("table/race", after):
            settled += record.kind == "round-settled"
            after = record.version
    desk.close()
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
