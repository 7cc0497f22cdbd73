"""One of two processes that play at the same table of one PostgreSQL: bets and takes down for its own seat."""

from __future__ import annotations

import random
import sys

from feltwork.store.desk import Desk, Envelope
from feltwork.store.opening import open_store
from feltwork.table.life import commands as ask


def main() -> None:
    url, seat, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    desk = Desk(open_store(url))
    chance = random.Random(seat)
    for number in range(count):
        body: ask.Command = ask.PlaceWager(seat, chance.choice(("field", "big-6", "win-line", "lottery")), 500)
        if chance.random() < 0.3:
            body = ask.RemoveWager(seat, chance.choice(("field", "big-6")))
        answer = desk.submit(Envelope(f"s{seat}-{number}", "race", f"race-p{seat}", "player", body))
        print(answer.key, answer.first, answer.last, answer.clause, flush=True)


if __name__ == "__main__":
    main()
