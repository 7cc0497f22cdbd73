"""What happens beside the rounds of a rehearsed table: in turn, so that a night sees all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from feltwork.cage.commands import Deposit, IssueVoucher
from feltwork.rehearse.wishes import calls
from feltwork.table.live import commands as ask

if TYPE_CHECKING:
    from feltwork.rehearse.night import Night

EVERY = 3
"""One of them every so many rounds."""


def beside(night: Night, number: int) -> None:
    """The next of the things that happen beside the round."""
    if number % EVERY == 0:
        WISHES[number // EVERY % len(WISHES)](night)


def calls_aloud(night: Night) -> None:
    """With chips, or with cash, a voucher or tokens where these are turned into chips."""
    seat = night.chance.randint(1, night.seats)
    brings = night.chance.choice(("chips", "cash", "voucher", "tokens", "a watch"))
    wager = night.names.get("field", "total")
    on = None if "field" in night.names else 6
    numbered: tuple[str, int] = ("", 0)
    if brings in ("voucher", "tokens"):
        issue = IssueVoucher(night.player(seat), 500, book=night.book, form=brings)
        numbered = (f"V{night.send(issue, 'till', 'cashier', 'cage').first}", 500)
    night.plays(ask.DeclareWager(seat, wager, 500, on, brings, *numbered), seat)
    night.staff(ask.AnnounceWager(seat), "deal")
    night.staff(ask.ConfirmWager(seat), "box")


def takes_most_of_it_down(night: Night) -> None:
    """A wager is put down as the sign has it and reduced until it lies under the minimum (reading G2), again and again
    by the same player."""
    seat = night.seats
    wager, on = night.simple
    low = night.game.rules.limits[wager].minimum
    night.send(ask.PlaceWager(seat, wager, low + 1_000, on), night.player(seat), "player")
    lies = night.game.stake_of(seat, wager, None)
    night.send(ask.RemoveWager(seat, wager, on, lies - low + night.game.rules.chip), night.player(seat), "player")


def takes_the_stick(night: Night) -> None:
    acting = night.desk.table(night.table).crew.stick is None
    night.staff(ask.ActAsStick("box", acting), "sup")


def only_sits(night: Night) -> None:
    """Two guests fill the table without playing; who has sat long enough is told to go, and goes."""
    live = night.desk.table(night.table)
    for seat in (night.seats + 1, night.seats + 2):
        guest = night.player(seat)
        if seat not in live.seats.players:
            night.send(ask.Sit(guest, seat), guest, "player")
        elif not night.staff(ask.VacateSeat(seat), "sup").reason:
            night.send(ask.Leave(seat), guest, "player")


def wants_more(night: Night) -> None:
    seat = night.chance.randint(1, night.seats)
    night.staff(ask.SetPersonalLimit(seat, (500, 100_000, 0)), "sup")


def lets_another_throw(night: Night) -> None:
    shooter = night.desk.table(night.table).shooter.seat or 1
    other = night.player(night.chance.randint(1, night.seats))
    somebody = night.spoken.choice((other, "aunt-may", "deal"))
    night.plays(ask.AuthoriseThrower(shooter, somebody), shooter)


def is_refused(night: Night) -> None:
    seat = night.chance.randint(1, night.seats)
    wager, on = (night.names["field"], None) if "field" in night.names else ("total", 6)
    night.send(ask.PlaceWager(seat, wager, 1_000, on), night.player(seat), "player")
    night.staff(ask.RefuseWager(seat, wager, "past posting seen", on), "sup")


def has_thrown_enough(night: Night) -> None:
    shooter = night.desk.table(night.table).shooter.seat or 1
    night.plays(ask.PassDice(shooter), shooter)


def comes_and_goes(night: Night) -> None:
    """A guest buys in at a free seat, or takes the chips and leaves it."""
    seat = night.seats + 1
    guest = night.player(seat)
    if seat not in night.desk.table(night.table).seats.players:
        night.send(ask.Sit(guest, seat), guest, "player")
    night.send(Deposit(guest, 1_000), "till", "cashier", "cage")
    night.send(ask.BuyIn(seat, 1_000), guest, "player")
    night.send(ask.Collect(seat), guest, "player")
    night.send(ask.Leave(seat), guest, "player")


def is_set_right(night: Night) -> None:
    """Two people find another result for an earlier round; one does not always agree."""
    rounds = night.desk.table(night.table).rounds.kept
    if len(rounds) < 3:
        return
    spins = night.game.book.spins
    die = night.chance.randint
    result = die(0, 36) if spins else [die(1, 6), die(1, 6)]
    first, second = night.played.managers
    role = night.boss
    agreed = night.chance.random() < 0.7
    fix = ask.CorrectPaidRound(rounds[0], result, "the camera shows it")
    if night.chance.random() < 0.3:
        fix = ask.CorrectPaidRound(rounds[0], None, "the camera shows it", "fraud")
    night.send(fix, first, role)
    night.send(ask.SecondCorrection(rounds[0], agreed), second, role)


def fails(night: Night) -> None:
    """A terminal fails, is looked at, and some credits are kept back for a while."""
    seat = night.chance.randint(1, night.seats)
    night.send(ask.ReportTerminal(seat, "other", f"E-{seat}"), night.player(seat), "player")
    night.staff(ask.ConfirmTerminal(seat, night.chance.random() < 0.5, "journal read"), "sup")
    night.staff(ask.Withhold(seat, 100, "credits look wrong"), "sup")
    for case in list(night.desk.table(night.table).terminals.withheld):
        night.staff(ask.EndWithholding(case, night.chance.random() < 0.7, "investigated"), "sup")


def is_let_off(night: Night) -> None:
    night.staff(ask.RelaxClose(night.chance.randint(1, night.seats), "the screen froze"), "sup")


def complains(night: Night) -> None:
    """A player disputes an entry of the log, and a supervisor answers what is open."""
    seat = night.chance.randint(1, night.seats)
    version = night.desk.table(night.table).version
    dispute = ask.RaiseConcern(seat, "dispute", "that was not what I saw", version)
    night.send(dispute, night.player(seat), "player")
    for concern in night.desk.table(night.table).waiting.concerns:
        night.staff(ask.AnswerConcern(concern.number, "the camera was looked at"), "sup")


def changes_mind(night: Night) -> None:
    """A player moves the chips of one wager to another place, where they may not always lie."""
    lying = [key for key in night.game.layout if key[0] <= night.seats]
    if lying:
        seat, wager, on = night.chance.choice(lying)
        to, there = (night.names["field"], None) if "field" in night.names else ("total", 6)
        raw = list(on) if isinstance(on, tuple) else on
        night.plays(ask.MoveWager(seat, wager, to, raw, there), seat)


def is_relieved(night: Night) -> None:
    """Another takes the place of one of the crew, who comes back to it; a helper is released again."""
    for person, role in (("relief", "boxperson"), ("box", "boxperson"), ("helper", "dealer")):
        night.staff(ask.AssignCrew(person, role), "sup")
    for person in ("helper", "helper", "deal"):
        night.staff(ask.ReleaseCrew(person), "sup")


def calls_on_and_off(night: Night) -> None:
    for _ in range(3):
        calls(night)


WISHES: tuple[Callable[[Night], None], ...] = (
    calls_aloud,
    only_sits,
    takes_the_stick,
    calls_aloud,
    only_sits,
    wants_more,
    lets_another_throw,
    takes_most_of_it_down,
    takes_most_of_it_down,
    takes_most_of_it_down,
    is_refused,
    only_sits,
    comes_and_goes,
    has_thrown_enough,
    is_set_right,
    fails,
    is_let_off,
    complains,
    changes_mind,
    is_relieved,
    calls_on_and_off,
)
