"""What a promotion turns away at each of its steps, and by which clause of the section; nothing moves."""

from __future__ import annotations

from typing import Any

import pytest

from feltwork.duties import commands as duty
from feltwork.entropy.commit import commitment
from feltwork.games.promotion import DAY
from feltwork.promotion import commands as ask
from feltwork.promotion.claims import KEPT_FOR
from feltwork.promotion.state import terms_digest
from feltwork.refusal import NOT_IN_THE_BOOK
from tests.promotion.desk import Who
from tests.rules.promotions import MANAGER, SCRUTINEER, SECOND, SECRET, SYSTEM, TERMS, Run, changed

BOOK = "star-craps"
ANN = ("ann", "player")
COMMITTED = commitment(SECRET)
Line = tuple[Any, Who, str]


def turned_away(run: Run, *lines: Line) -> None:
    for command, by, clause in lines:
        run.refuses(command, by, clause)


def test_before_there_are_terms() -> None:
    """Nothing is done to a promotion that nobody has drafted."""
    commands = (
        ask.SubmitPromotion(),
        ask.RecordDelivery("email", "queued", "ab"),
        ask.NominateScrutineer("sue"),
        ask.CommencePromotion(),
        ask.AmendPromotion(TERMS, "a typing error"),
        ask.EnterPromotion("ann", 1, 10_00),
        ask.StrikeEntries(1, "not of age"),
        ask.FreezeEntries(COMMITTED, "00"),
        ask.AskRedraw(1, "gone", COMMITTED, "00"),
        ask.WitnessDraw("a word of hers"),
        ask.DrawPrizes(),
        ask.ClaimPrize(1, "passport"),
        ask.DenyClaim("ann", "too late", prize=1),
        ask.InformClaimant(1, "mail"),
        ask.EraseClaimant(1, "the Act"),
        ask.DisputePromotion("ann", "the draw"),
        ask.DecideDispute(1, "it was right", True),
        ask.AdviseComplaint(1, "mail"),
        ask.PostponePromotion("in doubt"),
        ask.ValidatePromotion("it was sound"),
        ask.CancelPromotion("compromised"),
        ask.ClosePromotion(),
    )
    run = Run(BOOK)
    for command in commands:
        assert "no promotion" in run.refuses(command, MANAGER, NOT_IN_THE_BOOK).reason, command
    run.refuses(ask.DraftPromotion(("whist",), TERMS), MANAGER, NOT_IN_THE_BOOK)
    run.refuses(ask.DraftPromotion((), TERMS), MANAGER, NOT_IN_THE_BOOK)
    run.refuses(ask.DraftPromotion((BOOK,), changed(title=" ")), MANAGER, "10.1")


def test_on_the_way_to_the_regulator() -> None:
    run = Run(BOOK).drafted()
    turned_away(
        run,
        (ask.RecordDelivery("email", "queued", "ab"), SYSTEM, "10.9"),
        (ask.CommencePromotion(), MANAGER, "10.9"),
        (ask.NominateScrutineer("a b"), MANAGER, "10.2"),
        (ask.AmendPromotion(TERMS, "a typing error"), MANAGER, "10.9.1"),
    )
    run.now = TERMS.commences
    run.refuses(ask.SubmitPromotion(), MANAGER, "10.9")
    run = Run(BOOK).delivered()
    again = ask.RecordDelivery("email", "queued as 8", terms_digest(TERMS))
    turned_away(run, (again, SYSTEM, "10.9"), (ask.CommencePromotion(), MANAGER, "10.9"))
    run.now = TERMS.commences - 1
    run.refuses(ask.CommencePromotion(), MANAGER, "10.7.7")
    run.now = TERMS.closes
    run.refuses(ask.CommencePromotion(), MANAGER, "10.7.6")


def test_while_it_runs() -> None:
    run = Run(BOOK).running()
    turned_away(
        run,
        (ask.CommencePromotion(), MANAGER, "10.9"),
        (ask.SubmitPromotion(), MANAGER, "10.9.1"),
        (ask.DraftPromotion((BOOK,), TERMS), MANAGER, "10.9.1"),
        (ask.EnterPromotion("a b", 1, 10_00), MANAGER, "10.7.3"),
        (ask.EnterPromotion("ben", 1, 10_00), ANN, "10.7.3"),
        (ask.EnterPromotion("ann", 0, 10_00), MANAGER, NOT_IN_THE_BOOK),
        (ask.EnterPromotion("ann", 10**9, 10_00), MANAGER, NOT_IN_THE_BOOK),
        (ask.EnterPromotion("ann", 1, 9_99), MANAGER, "10.7.4"),
        (ask.EnterPromotion("ann", 1, 10_00), ANN, "10.7.4"),
        (ask.StrikeEntries(2, "not of age"), MANAGER, "10.7.3"),
        (ask.StrikeEntries(1, " "), MANAGER, "10.7.3"),
        (ask.FreezeEntries(COMMITTED, "00"), MANAGER, "10.7.6"),
        (ask.ValidatePromotion("it was sound"), MANAGER, "10.12"),
        (ask.PostponePromotion(" "), MANAGER, "10.12"),
        (ask.CancelPromotion(" "), MANAGER, "10.12"),
    )
    run.does(ask.StrikeEntries(1, "not of age"), MANAGER)
    run.refuses(ask.StrikeEntries(1, "not of age"), MANAGER, "10.7.3")
    run.now = TERMS.closes + 1
    turned_away(
        run,
        (ask.EnterPromotion("ann", 1, 10_00), ANN, "10.7.6"),
        (ask.FreezeEntries("ab", "00"), MANAGER, NOT_IN_THE_BOOK),
        (ask.FreezeEntries(COMMITTED, "not hex"), MANAGER, NOT_IN_THE_BOOK),
    )
    run.does(ask.PostponePromotion("the box was open"), MANAGER)
    turned_away(
        run,
        (ask.ValidatePromotion("it was sound"), MANAGER, NOT_IN_THE_BOOK),
        (ask.ValidatePromotion(" "), SECOND, "10.12"),
        (ask.FreezeEntries(COMMITTED, "00"), MANAGER, "10.12"),
    )


def test_around_the_draw() -> None:
    run = Run(BOOK).frozen()
    turned_away(
        run,
        (ask.WitnessDraw("a word of hers"), MANAGER, NOT_IN_THE_BOOK),
        (ask.WitnessDraw("short"), SCRUTINEER, NOT_IN_THE_BOOK),
        (ask.WitnessDraw("ünïcode is not plain"), SCRUTINEER, NOT_IN_THE_BOOK),
        (ask.DrawPrizes(), MANAGER, "10.7.7"),
    )
    run.now = TERMS.draws_at
    run.refuses(ask.DrawPrizes(), MANAGER, "10.2", secret=SECRET)
    run.does(ask.WitnessDraw("a word of hers"), SCRUTINEER)
    turned_away(
        run,
        (ask.WitnessDraw("a word of mine"), SECOND, "10.2"),
        (ask.NominateScrutineer("zoe"), MANAGER, "10.2"),
        (ask.DrawPrizes(), MANAGER, NOT_IN_THE_BOOK),
    )
    run.refuses(ask.DrawPrizes(), MANAGER, NOT_IN_THE_BOOK, secret=b"short")


def test_after_the_draw() -> None:
    run = Run(BOOK).drawn()
    turned_away(
        run,
        (ask.WitnessDraw("a word of mine"), SECOND, "10.2"),
        (ask.DrawPrizes(), MANAGER, NOT_IN_THE_BOOK),
        (ask.AskRedraw(2, "gone", COMMITTED, "00"), MANAGER, "10.7.8"),
        (ask.AskRedraw(1, "gone", COMMITTED, "00"), MANAGER, "10.7.8"),
        (ask.ClosePromotion(), MANAGER, "10.7.8"),
        (ask.DenyClaim("", "too late", 2), MANAGER, "10.10"),
        (ask.DenyClaim("ann", "too late", prize=1, value=-1), MANAGER, "10.10"),
        (ask.DenyClaim("", "too late", prize=1), MANAGER, "10.10.1"),
        (ask.DenyClaim("ann", " ", prize=1), MANAGER, "10.10"),
        (ask.InformClaimant(1, "mail"), MANAGER, "10.10"),
        (ask.EraseClaimant(1, "the Act"), MANAGER, "10.10.1"),
        (ask.DisputePromotion("a b", "the draw"), MANAGER, "10.11"),
        (ask.DisputePromotion("ann", " "), MANAGER, "10.11"),
        (ask.DecideDispute(1, "it was right", True), MANAGER, "10.11"),
        (ask.AdviseComplaint(1, "mail"), MANAGER, "10.11"),
    )
    run.does(ask.DenyClaim("cat", "no winning entry", prize=1), MANAGER)
    run.refuses(ask.EraseClaimant(1, "the Act"), MANAGER, "10.10.1")
    run.does(ask.InformClaimant(1, "mail"), MANAGER)
    run.refuses(ask.InformClaimant(1, "mail"), MANAGER, "10.10")
    run.now += KEPT_FOR
    run.does(ask.EraseClaimant(1, "the Act"), MANAGER)
    run.refuses(ask.EraseClaimant(1, "the Act"), MANAGER, "10.10.1")
    run.does(ask.DisputePromotion("cat", "the draw"), MANAGER)
    run.does(ask.DecideDispute(1, "it was right", False), MANAGER)
    run.refuses(ask.DecideDispute(1, "it was wrong", True), MANAGER, "10.11")
    run.refuses(ask.AskRedraw(1, "not heard of", COMMITTED, "00"), MANAGER, "10.8")
    run.does(ask.TellWinner(1, "mail", False), MANAGER)
    run.now += 2 * DAY + 1
    run.does(ask.AskRedraw(1, "not heard of", COMMITTED, "00"), MANAGER)
    run.refuses(ask.AskRedraw(1, "not heard of", COMMITTED, "00"), MANAGER, NOT_IN_THE_BOOK)
    run.does(ask.CancelPromotion("compromised"), MANAGER)
    turned_away(
        run,
        (ask.CancelPromotion("again"), MANAGER, "10.12"),
        (ask.ValidatePromotion("it was sound"), SECOND, "10.12"),
        (ask.DraftPromotion((BOOK,), TERMS), MANAGER, "10.9.1"),
    )


@pytest.mark.parametrize(
    ("command", "by"),
    [
        (duty.DoDuty("promotion/spring/none", "by mail"), MANAGER),
        (duty.WithdrawDuty("promotion/spring/none", "not needed"), MANAGER),
        (duty.QueueNotice("the press", "a draw", "come all"), MANAGER),
        (duty.QueueNotice("inspector", "a draw", " "), MANAGER),
        (duty.QueueNotice("inspector", " ", "come all"), MANAGER),
        (duty.ClaimNotice(99), SYSTEM),
        (duty.ClaimNotice(1), MANAGER),
        (duty.ReportNotice(99, 1, True, "email", "queued"), SYSTEM),
        (duty.DeliverNotice(99, "by hand", "signed for"), MANAGER),
        (duty.DeliverNotice(1, " ", "signed for"), MANAGER),
    ],
)
def test_the_board_of_duties(command: Any, by: Who) -> None:
    run = Run(BOOK).drafted()
    run.does(ask.SubmitPromotion(), MANAGER)
    assert run.order(command, by, name="duties").clause == NOT_IN_THE_BOOK


def test_a_duty_of_the_book_is_done_and_not_withdrawn() -> None:
    run = Run(BOOK).drafted()
    run.does(ask.SubmitPromotion(), MANAGER)
    name = next(iter(run.board.duties))
    known = run.board.duties[name]
    assert run.order(duty.WithdrawDuty(name, "not needed"), MANAGER, name="duties").clause == known.clause
    assert run.order(duty.DoDuty(name, " "), MANAGER, name="duties").clause == NOT_IN_THE_BOOK


def test_the_board_has_room_for_so_many_duties_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feltwork.duties.decide.MAX_BY_HAND", 2)
    run = Run(BOOK).drafted()
    raised = duty.RaiseDuty("count the cards", "gaming_manager", run.now + 1_000_000)
    for _ in range(2):
        assert not run.order(raised, MANAGER, name="duties").reason
    assert run.order(raised, MANAGER, name="duties").clause == NOT_IN_THE_BOOK
    assert not run.order(duty.DoDuty("by-hand/1", "counted"), MANAGER, name="duties").reason
    assert not run.order(raised, MANAGER, name="duties").reason
