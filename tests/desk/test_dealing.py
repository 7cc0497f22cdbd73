"""Electronic tables: committed before wagers, drawn once, revealed after, finished by any process with the key."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pytest

from feltwork.engine.desk import Desk
from feltwork.engine.electronic_dealer import Dealer
from feltwork.engine.envelope import Envelope
from feltwork.entropy.commit import commitment, draw_round, recompute
from feltwork.entropy.sealing import SealingError
from feltwork.entropy.sources import EntropyError, OsEntropy, SeededEntropy
from feltwork.rehearse.aruze import AruzeRehearsal
from feltwork.rehearse.craps import Rehearsal
from feltwork.rehearse.roulette import RouletteRehearsal
from feltwork.store.memory import MemoryStore
from feltwork.store.sqlite import SqliteStore
from feltwork.table.live import commands as ask
from feltwork.table.live.commands import OpenBets
from feltwork.table.live.events import Limits
from feltwork.table.live.topics.draws import round_id
from feltwork.table.live.topics.timers import Due, due
from feltwork.verifier.log.reading import read_log
from feltwork.verifier.verify import verify
from tests.build import enters
from tests.desk.electronic import BETTING, KEY, SECOND, Electronic

NOT_ITS_SECRET = "the commitment is not that of the secret, or the secret is not sealed"
NOT_THE_NEXT = "the next round is t-1 and its results come from os-draw"
TOO_LATE = "nonces are taken until wagers close or numbers are drawn"
NOT_REVEALED = "the secret of the last round has not been revealed"
FOR_MANAGERS = "that is for an assistant gaming manager or a gaming manager, not for a system"


def test_a_round_from_commitment_to_reveal() -> None:
    floor = Electronic()
    dealer = floor.dealer()
    assert floor.no(ask.PlaceWager(1, "field", 500), "ada", "player") == "wagers for the next round are not taken yet"
    assert dealer.attend("t") == 1
    opened = floor.life.draws.betting
    assert opened is not None
    assert opened.closes_at == floor.now + BETTING * SECOND
    floor.ok(ask.PlaceWager(1, "field", 500), "ada", "player")
    floor.ok(ask.AddNonce(2, "lucky me"), "ben", "player")
    assert "already" in floor.no(ask.AddNonce(2, "again"), "ben", "player")
    assert "yours" in floor.no(ask.AddNonce(1, "for ada"), "ben", "player")
    assert "printable" in floor.no(ask.AddNonce(1, "a\x1fb"), "ada", "player")
    assert dealer.attend("t") == 0, "nothing is due before the close"
    floor.now = opened.closes_at or 0
    assert dealer.attend("t") == 5, "close, shot, dice, reveal, and the next round"
    kinds = floor.kinds()
    order = [
        "draw-committed",
        "betting-opened",
        "wager-placed",
        "nonce-added",
        "bets-closed",
        "dice-thrown",
        "outcome-drawn",
        "round-settled",
        "secret-revealed",
        "draw-committed",
    ]
    places = [kinds.index(kind) for kind in order[:-1]]
    assert places == sorted(places)
    assert kinds.count("draw-committed") == 2
    assert floor.life.draws.draw is not None
    assert not floor.life.draws.draw.secret


def test_what_is_revealed_recomputes() -> None:
    floor = Electronic()
    dealer = floor.dealer()
    for _ in range(5):
        dealer.attend("t")
        floor.ok(ask.AddNonce(1, "ada's word"), "ada", "player")
        floor.now += BETTING * SECOND
        while not (floor.life.draws.draw and floor.life.draws.draw.secret):
            assert dealer.step("t")
        draw = floor.life.draws.draw
        assert draw.nonces == ("ada's word",)
        assert recompute(draw) == draw.drawn
        assert [part.kind for part in draw.drawn] == ["two-dice"]


def test_a_player_with_a_line_wager_has_ten_seconds_to_shoot() -> None:
    floor = Electronic()
    dealer = floor.dealer()
    dealer.attend("t")
    floor.ok(ask.PlaceWager(1, "pass-line", 500), "ada", "player")
    floor.now += BETTING * SECOND
    assert dealer.attend("t") == 1, "the close"
    floor.now += 10 * SECOND - 1
    assert dealer.attend("t") == 0
    floor.now += 1
    assert dealer.attend("t") >= 3, "automatic shot, dice, reveal"
    assert floor.life.draws.draw is not None
    assert '"by":null' in floor.bodies("dice-thrown")[0].decode()


def test_any_process_with_the_key_finishes_the_round() -> None:
    """A process dies after every single step; another one goes on from the log."""
    floor = Electronic()
    seen: list[str | None] = []
    for _ in range(12):
        floor.now += BETTING * SECOND
        seen.append(floor.dealer(name=f"p{len(seen)}").step("t"))
    assert None not in seen
    assert floor.kinds().count("secret-revealed") >= 2
    assert floor.kinds().count("outcome-drawn") == floor.kinds().count("round-settled") >= 2


def test_two_processes_fire_a_timer_once() -> None:
    floor = Electronic()
    first, second = floor.dealer(name="one"), floor.dealer(name="two")
    first.attend("t")
    stale = floor.desk.look("t")
    floor.now += BETTING * SECOND
    timer = due(stale, floor.now)[0]
    one = first.desk.submit(Envelope(timer.key, "t", "timer", "system", timer.command))
    two = second.desk.submit(Envelope(timer.key, "t", "timer", "system", timer.command))
    assert one == two
    assert (first.attend("t"), second.attend("t")) == (4, 0)
    assert floor.kinds().count("bets-closed") == 1


def test_a_refused_timer_is_fired_again_under_another_key() -> None:
    """Whoever takes a timer's key first cannot keep betting open."""
    floor = Electronic()
    dealer = floor.dealer()
    dealer.attend("t")
    floor.now += BETTING * SECOND
    key = due(floor.life, floor.now)[0].key
    assert floor.desk.submit(Envelope(key, "t", "eve", "player", ask.CloseBets())).clause == "3.3.6"
    assert dealer.step("t") == key
    assert "bets-closed" in floor.kinds()


def test_what_stays_refused_is_not_tried_for_ever() -> None:
    """A duty that the table refuses is asked for twice, and again only when something has happened."""
    floor = Electronic()
    dealer = floor.dealer()
    dealer.attend("t")
    opened = floor.life.draws.betting
    assert opened is not None
    early = [Due("timer/t/1/close", ask.CloseBets())]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("feltwork.engine.electronic_dealer.due", lambda *_: early)
        for _ in range(5):
            assert dealer.attend("t") == 0
        keys = ["timer/t/1/close", f"timer/t/1/close/{floor.life.version}"]
        assert [record.key for record in floor.store.log.read("refused/t")] == keys
        floor.ok(ask.AddNonce(1, "something happens"), "ada", "player")
        assert floor.store.log.answer(f"timer/t/1/close/{floor.life.version}") is None
        dealer.attend("t")
        assert floor.store.log.answer(f"timer/t/1/close/{floor.life.version}") is not None
    floor.now = opened.closes_at or 0
    floor.ok(ask.AddNonce(2, "just in time"), "ben", "player")
    assert dealer.step("t") == "timer/t/1/close"
    assert floor.kinds()[-2:] == ["bets-closed", "shot-awaited"]


def test_two_processes_on_one_file_draw_every_round_once(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    store = SqliteStore(path)
    floor = Electronic(store=store, seconds=0)
    stop, broken = Event(), list[BaseException]()

    def attend(name: str) -> None:
        mine = SqliteStore(path)
        try:
            dealer = Dealer(Desk(mine), OsEntropy(), KEY, name)
            while not stop.is_set():
                dealer.attend("t")
        except BaseException as error:
            broken.append(error)
        finally:
            mine.close()

    workers = [Thread(target=attend, args=(name,)) for name in ("one", "two")]
    for worker in workers:
        worker.start()
    rounds = 15
    until = time.monotonic() + 120
    while floor.kinds().count("secret-revealed") < rounds and not broken and time.monotonic() < until:
        floor.send(ask.CloseBets(), "floor", "system")
    stop.set()
    for worker in workers:
        worker.join()
    kinds = floor.kinds()
    store.close()
    assert broken == []
    assert kinds.count("outcome-drawn") == kinds.count("round-settled") >= rounds
    assert kinds.count("draw-committed") - kinds.count("secret-revealed") in (0, 1)
    reading = read_log(path)
    found = verify(reading)
    reading.close()
    assert found == []


@pytest.mark.parametrize("kind", [AruzeRehearsal, RouletteRehearsal])
def test_the_same_seed_draws_the_same_events(kind: type[Rehearsal]) -> None:
    book = "aruze-craps" if kind is AruzeRehearsal else "star-roulette"
    logs = []
    for _ in range(2):
        clock = count(1)
        table = kind(Desk(MemoryStore(lambda clock=clock: next(clock))), "t", book, None, 5)  # type: ignore[misc]  # bound
        table.open()
        assert len(list(table.rounds(25))) == 25
        logs.append([(r.kind, r.body, r.postings) for r in table.night.desk.store.log.read("table/t")])
    assert logs[0] == logs[1]
    assert sum(kind == "secret-revealed" for kind, *_ in logs[0]) >= 24


def test_another_draw_key_opens_nothing() -> None:
    floor = Electronic()
    floor.dealer().attend("t")
    floor.now += BETTING * SECOND
    with pytest.raises(SealingError):
        floor.dealer(key=bytes(32)).attend("t")
    assert floor.dealer().attend("t") >= 2


def test_seeded_draws_are_refused_by_live_tables() -> None:
    assert "rehearsal" in Electronic(source="seeded").opened.reason
    assert not Electronic(source="seeded", rehearsal=True).opened.reason
    assert "not from" in Electronic(source="coin").opened.reason
    with pytest.raises(EntropyError, match="draws from os-draw, this process from seeded"):
        Electronic().dealer(SeededEntropy(1)).attend("t")


def test_a_table_stays_live_or_for_rehearsals() -> None:
    floor = Electronic(source="seeded", rehearsal=True)
    for seat, player in ((1, "ada"), (2, "ben")):
        floor.ok(ask.Collect(seat), player, "player")
        floor.ok(ask.Leave(seat), player, "player")
    floor.ok(ask.CloseTable(), *floor.boss)
    assert "first day" in floor.no(ask.OpenTable("aruze-craps", 100, 4), *floor.boss)


@pytest.mark.parametrize("book", ["star-craps", "dragon-fire"])
def test_nothing_is_drawn_where_dice_are_thrown_by_hand(book: str) -> None:
    assert "entered by the dealer" in Electronic(book, seconds=0).opened.reason
    assert "electronic tables only" in Electronic(book, source="dealer", seconds=5).opened.reason


def test_what_does_not_follow_from_the_commitment_is_refused() -> None:
    floor = Electronic(seconds=0)
    secret, other = bytes(range(32)), bytes(32)
    name = round_id(floor.life)
    opening = ask.OpenBetting(name, "os-draw", commitment(secret), "00ff")
    assert floor.no(opening, "p", "system", other) == NOT_ITS_SECRET
    assert floor.no(opening, "ada", "player", secret) == "rounds of electronic play are opened by the system"
    assert (
        floor.no(ask.OpenBetting("t-9", "os-draw", commitment(secret), "00ff"), "p", "system", secret) == NOT_THE_NEXT
    )
    assert floor.no(ask.OpenBetting(name, "seeded", commitment(secret), "00ff"), "p", "system", secret) == NOT_THE_NEXT
    assert (
        floor.no(ask.OpenBetting(name, "os-draw", commitment(secret), "not hex"), "p", "system", secret)
        == NOT_ITS_SECRET
    )
    floor.ok(opening, "p", "system", secret)
    assert floor.no(opening, "p", "system", secret) == "there is no round to open"
    floor.ok(ask.PlaceWager(1, "field", 500), "ada", "player")
    floor.ok(ask.CloseBets(), "timer", "system")
    assert floor.no(ask.AddNonce(1, "too late"), "ada", "player") == TOO_LATE
    floor.ok(ask.ShootDice(), "timer", "system")
    assert floor.no(ask.RevealSecret(), "p", "system", secret) == "the round is not over"
    dice = {(first, second) for first in range(1, 7) for second in range(1, 7)}
    refused = {pair for pair in dice if floor.send(ask.SenseResult(*pair), "p", "system", other).reason}
    assert refused == dice, "another secret gives nothing"
    assert floor.no(ask.SenseResult(1, 1), "p", "system") == "a secret has 32 bytes, not 0"
    assert floor.life.draws.draw is not None
    (part,) = draw_round(floor.life.draws.draw, secret, (), ("two-dice",)).drawn
    drawn = (int(part.outcome[0]), int(part.outcome[1]))
    for pair in dice - {drawn}:
        assert (
            floor.no(ask.SenseResult(*pair), "p", "system", secret) == "this does not follow from the committed secret"
        )
    floor.ok(ask.SenseResult(*drawn), "p", "system", secret)
    assert floor.no(ask.SenseResult(*drawn), "p", "system", secret) == "the dice have not been shot", "it is drawn once"
    assert floor.no(ask.OpenBetting("t-2", "os-draw", commitment(other), "00"), "p", "system", other) == NOT_REVEALED
    assert floor.no(ask.RevealSecret(), "p", "system", other) == "round t-1: the secret does not match the commitment"
    floor.ok(ask.RevealSecret(), "p", "system", secret)
    assert floor.no(ask.RevealSecret(), "p", "system", secret) == "there is no secret to reveal"


def test_a_secret_stands_in_no_log_before_its_reveal() -> None:
    floor = Electronic(seconds=0)
    secret = bytes(range(7, 39))
    floor.ok(ask.OpenBetting(round_id(floor.life), "os-draw", commitment(secret), "00ff"), "p", "system", secret)
    assert floor.no(ask.RevealSecret(), "ada", "player", secret) == "secrets are revealed by the system"
    assert floor.no(ask.SenseResult(1, 2), "p", "system", secret) == "the dice have not been shot"
    stored = [r.body for head in floor.store.log.heads() for r in floor.store.log.read(head.stream)]
    assert not any(secret.hex() in body.decode() for body in stored)


def test_lucky_ball_numbers_and_boosts_are_drawn() -> None:
    floor = Electronic("star-roulette")
    dealer = floor.dealer()
    assert "not taken yet" in floor.no(ask.SpinBall(), "deal", "dealer")
    for pocket in (5, 17):
        dealer.attend("t")
        floor.ok(ask.AddNonce(1, "mine"), "ada", "player")
        floor.ok(OpenBets(), "deal", "dealer")
        floor.ok(ask.PlaceWager(1, "lucky-ball", 500, "red"), "ada", "player")
        floor.ok(ask.SpinBall(), "deal", "dealer")
        assert floor.no(ask.AddNonce(2, "late"), "ben", "player") == TOO_LATE
        assert dealer.attend("t") == 1
        floor.ok(ask.CloseBets(), "deal", "dealer")
        assert dealer.attend("t") == 1
        floor.ok(enters(pocket), "deal", "dealer")
        floor.ok(ask.ConfirmNumber(pocket), "deal", "dealer")
        assert dealer.step("t")
        draw = floor.life.draws.draw
        assert draw is not None
        assert [part.kind for part in draw.drawn] == ["distinct:37", "boost"]
        assert recompute(draw) == draw.drawn


def test_numbers_without_zeros_and_mega_odds() -> None:
    readings = {"lucky_include_zeros": "false", "mega_probability": "1/200"}
    floor = Electronic("star-roulette", readings=readings, lucky="mega")
    dealer = floor.dealer()
    dealer.attend("t")
    floor.ok(OpenBets(), "deal", "dealer")
    floor.ok(ask.SpinBall(), "deal", "dealer")
    dealer.attend("t")
    floor.ok(ask.CloseBets(), "deal", "dealer")
    dealer.attend("t")
    assert floor.life.draws.draw is not None
    assert [part.kind for part in floor.life.draws.draw.drawn] == ["distinct:36", "boost:1/200"]
    assert "mega_probability" in Electronic("star-roulette", lucky="mega").opened.reason


def test_a_round_called_off_is_revealed_too() -> None:
    floor = Electronic("star-roulette")
    dealer = floor.dealer()
    dealer.attend("t")
    floor.ok(OpenBets(), "deal", "dealer")
    floor.ok(ask.SpinBall(), "deal", "dealer")
    dealer.attend("t")
    floor.ok(ask.CallNoRoll("foreign object"), "deal", "dealer")
    assert dealer.attend("t") == 2, "reveal, then the next round"
    assert floor.kinds().count("secret-revealed") == 1


def test_a_table_closes_by_the_clock_when_nothing_is_left_on_it() -> None:
    floor = Electronic()
    dealer = floor.dealer()
    dealer.attend("t")
    floor.ok(ask.AnnounceClosure(), *floor.boss)
    floor.ok(ask.Collect(1), "ada", "player")
    floor.now += 20 * 60 * SECOND
    dealer.attend("t")
    assert floor.life.status == "open", "ben has chips"
    floor.ok(ask.Collect(2), "ben", "player")
    assert dealer.attend("t") >= 1
    assert floor.life.status == "closed"
    assert floor.kinds().count("draw-committed") == floor.kinds().count("secret-revealed")


def test_an_idle_round_is_called_off_at_closing() -> None:
    floor = Electronic("star-roulette")
    dealer = floor.dealer()
    dealer.attend("t")
    floor.ok(ask.AnnounceClosure(), *floor.boss)
    for seat, player in ((1, "ada"), (2, "ben")):
        floor.ok(ask.Collect(seat), player, "player")
    floor.now += 20 * 60 * SECOND
    assert "revealed" in floor.no(ask.CloseTable(), *floor.boss)
    assert dealer.attend("t") == 2, "reveal, then close"
    assert floor.life.status == "closed"


def test_announced_limits_come_into_force_by_the_clock() -> None:
    floor = Electronic(source="dealer", seconds=0)
    dealer = floor.dealer()
    floor.ok(ask.AnnounceLimits({"field": (1000, 5000, 0)}), *floor.boss)
    floor.now += 20 * 60 * SECOND - 1
    assert dealer.attend("t") == 0
    assert floor.no(ask.ChangeLimits({"field": (1000, 5000, 0)}), "timer", "system") == FOR_MANAGERS
    floor.now += 1
    assert floor.no(ask.ChangeLimits({"field": (1001, 5000, 0)}), "timer", "system") == FOR_MANAGERS
    assert dealer.attend("t") == 1
    assert floor.life.game is not None
    assert floor.life.game.rules.limits["field"].minimum == 1000
    assert dealer.attend("t") == 0


def test_the_clock_does_nothing_before_its_time() -> None:
    """A supervisor may lower limits or close an empty table at once; the clock waits for what the notice said."""
    floor = Electronic(source="dealer", seconds=0)
    lowered: dict[str, Limits] = {"field": (1, 5000, 0)}
    floor.ok(ask.AnnounceLimits(lowered), *floor.boss)
    floor.ok(ask.AnnounceClosure(), *floor.boss)
    for seat, player in ((1, "ada"), (2, "ben")):
        floor.ok(ask.Collect(seat), player, "player")
        floor.ok(ask.Leave(seat), player, "player")
    floor.now += 20 * 60 * SECOND - 1
    assert floor.no(ask.ChangeLimits(lowered), "timer", "system") == FOR_MANAGERS
    assert floor.no(ask.CloseTable(), "timer", "system") == FOR_MANAGERS
    floor.now += 1
    assert floor.dealer().attend("t") == 2, "the limits, then the closure"
    assert floor.life.status == "closed"


def test_no_round_opens_over_an_unrevealed_secret() -> None:
    floor = Electronic(seconds=0)
    secret = bytes(range(32))
    floor.ok(ask.OpenBetting("t-1", "os-draw", commitment(secret), "00ff"), "p", "system", secret)
    floor.ok(ask.CloseBets(), "timer", "system")
    floor.ok(ask.ShootDice(), "timer", "system")
    floor.ok(ask.CallNoRoll("tumbler fault"), *floor.boss)
    opening = ask.OpenBetting("t-2", "os-draw", commitment(secret), "00ff")
    assert floor.no(opening, "p", "system", secret) == NOT_REVEALED
    floor.ok(ask.RevealSecret(), "p", "system", secret)
    floor.ok(opening, "p", "system", secret)


def test_a_timed_table_with_a_tumbler_opens_rounds_without_draws() -> None:
    floor = Electronic(source="dealer")
    dealer = floor.dealer()
    assert dealer.attend("t") == 1
    assert "draw-committed" not in floor.kinds()
    floor.ok(ask.PlaceWager(1, "field", 500), "ada", "player")
    assert floor.no(ask.CloseBets(), "timer", "system") == "the time for wagers is not over"
    floor.now += BETTING * SECOND
    assert dealer.attend("t") == 2, "close and shot; the sensors tell the rest"
    floor.ok(ask.SenseResult(3, 4), "sensor", "system")
    assert dealer.attend("t") == 1


def test_reopening_gives_the_same_table() -> None:
    floor = Electronic()
    dealer = floor.dealer(key=KEY)
    for _ in range(4):
        dealer.attend("t")
        floor.now += BETTING * SECOND
    assert Desk(floor.store).table("t") == floor.life
