"""What the books say of promotions, checked alike under each book's own clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from feltwork.entropy.commit import commitment
from feltwork.games.promotion import DAY, MONEY, Matter, PromotionRules
from feltwork.games.registry import find_game
from feltwork.promotion import commands as ask
from feltwork.promotion import events as happened
from feltwork.promotion import state as how
from feltwork.promotion.claims import AS_SOON_AS_PRACTICABLE, IMMEDIATELY, KEPT_FOR, lacks_details
from feltwork.promotion.draw import entries_of, list_digest, pick
from feltwork.promotion.state import terms_digest
from feltwork.promotion.terms import REQUIRED, Prize, Terms, lacks
from feltwork.refusal import NOT_IN_THE_BOOK
from tests.promotion.desk import PromotionDesk
from tests.promotion.terms import terms_from

NOW = 1_800_000_000_000_000
"""When tests begin."""
SECRET = bytes(range(32))
MANAGER, SECOND, SCRUTINEER = ("mia", "gaming_manager"), ("gus", "gaming_manager"), ("sue", "scrutineer")
SYSTEM = ("system", "system")
TERMS = terms_from(NOW)


def rules_of(book: str) -> PromotionRules:
    rules = find_game(book).promotion
    assert rules is not None
    return rules


class Run(PromotionDesk):
    """One promotion of a book, taken as far as a test needs it."""

    def __init__(self, book: str, terms: Terms = TERMS, *, books: Sequence[str] = ()) -> None:
        super().__init__(NOW)
        self.books, self.terms, self.rules = tuple(books) or (book,), terms, rules_of(book)

    def clause(self, matter: Matter) -> str:
        return self.rules.clause(matter)

    def drafted(self) -> Run:
        self.does(ask.DraftPromotion(self.books, self.terms), MANAGER)
        return self

    def delivered(self) -> Run:
        self.drafted().does(ask.SubmitPromotion(), MANAGER)
        self.does(ask.RecordDelivery("email", "queued as 7", terms_digest(self.terms)), SYSTEM)
        return self

    def running(self, players: Sequence[str] = ("ann", "ben", "cat")) -> Run:
        self.delivered()
        self.does(ask.NominateScrutineer(SCRUTINEER[0]), MANAGER)
        self.now = self.terms.commences
        self.does(ask.CommencePromotion(), MANAGER)
        for player in players:
            self.does(ask.EnterPromotion(player, 2, 10_00), MANAGER)
        return self

    def frozen(self) -> Run:
        self.running()
        self.now = self.terms.closes + 1
        self.does(ask.FreezeEntries(commitment(SECRET), "00"), MANAGER)
        return self

    def drawn(self) -> Run:
        self.frozen().does(ask.WitnessDraw("a word of hers"), SCRUTINEER)
        self.now = self.terms.draws_at
        self.does(ask.DrawPrizes(), MANAGER, secret=SECRET)
        return self

    def claimed(self) -> Run:
        self.drawn().does(ask.ClaimPrize(1, "passport"), MANAGER)
        return self


def changed(**fields: Any) -> Terms:
    return replace(TERMS, **fields)


def with_prize(prize: Prize) -> Terms:
    return changed(prizes=(prize,))


def offered(book: str, clause: str) -> None:
    run = Run(book).running()
    begun = run.events(happened.PromotionCommenced)
    assert [event.clause for event in begun] == [clause]
    assert run.state.standing == how.RUNNING


def by_chance(book: str) -> None:
    """A prize goes by a draw from the entries, and nobody has one without."""
    run = Run(book).frozen()
    run.refuses(ask.ClaimPrize(1, "passport"), MANAGER, NOT_IN_THE_BOOK)
    run.does(ask.WitnessDraw("a word of hers"), SCRUTINEER)
    run.now = run.terms.draws_at
    run.refuses(ask.DrawPrizes(), MANAGER, NOT_IN_THE_BOOK, secret=bytes(32))  # another secret than the committed one
    run.does(ask.DrawPrizes(), MANAGER, secret=SECRET)
    entries = list(entries_of(run.state))
    assert len(entries) == 6
    (drawn,) = run.events(happened.PrizesDrawn)
    found = pick(SECRET, "spring-1", list_digest(entries), "a word of hers", entries, (1,), one_each=True)
    assert {won.award: (won.entry, won.player) for won in drawn.winners} == found == {1: (3, "ben")}


def scrutineer(book: str, clause: str) -> None:
    for value, needed in ((9_999_99, False), (10_000_00, False), (10_000_01, True)):
        run = Run(book, with_prize(Prize("first prize", MONEY, value))).delivered()
        run.now = run.terms.commences
        if needed:
            run.refuses(ask.CommencePromotion(), MANAGER, clause)
            run.does(ask.NominateScrutineer("sue"), MANAGER)
        run.does(ask.CommencePromotion(), MANAGER)
        run.now = run.terms.closes + 1
        run.does(ask.FreezeEntries(commitment(SECRET), "00"), MANAGER)
        if needed:
            run.refuses(ask.WitnessDraw("somebody else"), SECOND, clause)
            run.does(ask.WitnessDraw("the scrutineer"), SCRUTINEER)
        else:
            run.does(ask.WitnessDraw("somebody else"), SECOND)
    pool = with_prize(Prize("each", MONEY, 10_000_00, count=5))
    run = Run(book, pool).delivered()
    run.now = run.terms.commences
    run.does(ask.CommencePromotion(), MANAGER)  # the pool is larger, no single prize is (reading P1)


def alternative(book: str, clause: str, *, barred: Sequence[str], stated: bool) -> None:
    for kind in ("casino dollars", "slots dollars"):
        prize = Prize("play", kind, 500_00, alternative=400_00, alternative_stated="or 400.00")
        run = Run(book, with_prize(prize))
        if kind in barred:
            run.refuses(ask.DraftPromotion(run.books, run.terms), MANAGER, clause)
        else:
            run.delivered()
    unsaid = Prize("hamper", "other", 500_00, alternative=400_00)
    run = Run(book, with_prize(unsaid))
    if stated:
        run.refuses(ask.DraftPromotion(run.books, run.terms), MANAGER, clause)
    else:
        run.delivered()
    run = Run(book, with_prize(replace(unsaid, alternative_stated="or 400.00 in money"))).claimed()
    method = run.rules.payment.methods[0]
    run.does(ask.PayPrize(1, (ask.Part(method, 400_00),), alternative=True), MANAGER)
    assert run.balance("promotions") == -400_00
    run = Run(book, with_prize(Prize("hamper", "other", 500_00))).claimed()
    run.refuses(ask.PayPrize(1, (ask.Part(method, 500_00),), alternative=True), MANAGER, clause)
    run.does(ask.PayPrize(1, receipt="signed for"), MANAGER)


def chosen_by_winner(book: str, clause: str) -> None:
    """Cash, a crossed cheque, a transfer or a combination, as the winner chooses above $10,000."""
    for value, chooses in ((9_999_99, False), (10_000_00, False), (10_000_01, True)):
        run = Run(book, with_prize(Prize("first prize", MONEY, value))).claimed()
        rest = value - 2_00
        parts = (ask.Part("cash", 1_00), ask.Part("cheque", 1_00), ask.Part("transfer", rest))
        if chooses:
            run.refuses(ask.PayPrize(1, parts), MANAGER, clause)
        for wrong in (rest - 1, rest + 1):
            short = (*parts[:2], ask.Part("transfer", wrong))
            run.refuses(ask.PayPrize(1, short, chosen="so"), MANAGER, clause)
        run.refuses(ask.PayPrize(1, (ask.Part("chips", value),), chosen="so"), MANAGER, clause)
        run.does(ask.PayPrize(1, parts, chosen="in three parts" if chooses else ""), MANAGER)
        assert (run.balance("cash/cage"), run.balance("bank")) == (1_00, value - 1_00)
        assert run.balance("promotion/spring/prizes") == 0
    run.refuses(ask.PayPrize(1, parts, chosen="again"), MANAGER, run.clause(Matter.CLAIMING))


def never_cash(book: str, clause: str) -> None:
    for value in (1, 10_000_00, 10_000_01):
        run = Run(book, with_prize(Prize("first prize", MONEY, value))).claimed()
        run.refuses(ask.PayPrize(1, (ask.Part("cash", value),), chosen="cash"), MANAGER, clause)
        parts = (ask.Part("cheque", 1), ask.Part("transfer", value - 1))
        run.does(ask.PayPrize(1, tuple(part for part in parts if part.amount)), MANAGER)
        assert (run.balance("cash/cage"), run.balance("bank")) == (0, value)
    prize = Prize("hamper", "other", 500_00, alternative=400_00)
    run = Run(book, with_prize(prize)).claimed()
    run.refuses(ask.PayPrize(1, (ask.Part("cash", 400_00),), alternative=True), MANAGER, clause)


def barred(book: str, clause: str, *things: str) -> None:
    for thing in things:
        for prize in (Prize(f"a {thing}", "other", 50_00), Prize("hamper", "other", 50_00, includes=(thing.upper(),))):
            run = Run(book, with_prize(prize)).drafted()
            run.refuses(ask.SubmitPromotion(), MANAGER, clause)
    Run(book, with_prize(Prize(f"begun{things[0]}ery", "other", 50_00))).delivered()  # another word
    kind = next(one.kind for one in rules_of(book).barred if one.clause == clause)
    run = Run(book, with_prize(Prize("a collector's piece", kind, 50_00)))
    run.refuses(ask.DraftPromotion(run.books, run.terms), MANAGER, clause)  # whatever it is called
    _cleared(book, clause, f"a {things[0]} made of chocolate")


def _cleared(book: str, clause: str, name: str) -> None:
    """A word that means something else is cleared by another person, with a reason that is recorded."""
    run = Run(book, with_prize(Prize(name, "other", 50_00, cleared="it is chocolate"))).drafted()
    run.refuses(ask.SubmitPromotion(), MANAGER, clause)  # what the terms say of themselves clears nothing
    run.refuses(ask.ClearPrize(name, clause, "chocolate"), MANAGER, clause)  # nor does who wrote them
    run.refuses(ask.ClearPrize(name, clause, " "), SECOND, clause)
    run.refuses(ask.ClearPrize("another", clause, "chocolate"), SECOND, run.clause(Matter.PRIZES))
    run.does(ask.ClearPrize(name, clause, "chocolate, shown to me"), SECOND)
    (cleared,) = run.events(happened.PrizeCleared)
    assert (cleared.prize, cleared.reason, cleared.clause) == (name, "chocolate, shown to me", clause)
    assert list(run.state.cleared.values()) == [SECOND[0]]
    run.does(ask.SubmitPromotion(), MANAGER)
    more = Prize(name, "other", 50_00, includes=("and another",))
    run.does(ask.DraftPromotion(run.books, with_prize(more)), MANAGER)
    run.refuses(ask.SubmitPromotion(), MANAGER, clause)  # another prize than was cleared


def any_barred(book: str, clause: str) -> None:
    rules = rules_of(book)
    assert rules.clause(Matter.PRIZES) == clause
    assert [one.clause for one in rules.barred] == [f"{clause}.{n}" for n in (1, 2, 3)]
    found = lacks(with_prize(Prize("cigars and a rifle", "other", 1)), rules)
    assert [lack.clause for lack in found] == [f"{clause}.1", f"{clause}.2"]


def liquor(book: str, clause: str) -> None:
    for millilitres, taken in ((19_999, True), (20_000, True), (20_001, False)):
        for kind in ("liquor", "other"):
            run = Run(book, with_prize(Prize("wine", kind, 50_00, liquor=millilitres)))
            if taken:
                run.delivered()
            else:
                run.refuses(ask.DraftPromotion(run.books, run.terms), MANAGER, clause)
    run = Run(book, with_prize(Prize("a gift", "liquor", 50_00)))
    run.refuses(ask.DraftPromotion(run.books, run.terms), MANAGER, clause)  # of how much?
    for text in ("50 litres of whisky", "fifty litres of wine", "12 bottles of 2 l of gin", "champagne", "six beers"):
        run = Run(book, with_prize(Prize("hamper", "other", 50_00, includes=(text,)))).drafted()
        run.refuses(ask.SubmitPromotion(), MANAGER, clause)
    for said, taken in ((20_000, True), (20_001, False)):
        text = f"wine, {said} ml"
        run = Run(book, with_prize(Prize("hamper", "other", 50_00, includes=(text,), liquor=20_000))).drafted()
        if taken:
            run.does(ask.SubmitPromotion(), MANAGER)
        else:
            run.refuses(ask.SubmitPromotion(), MANAGER, clause)
    _cleared(book, clause, "a wine cooler")


def prescribed(book: str, clause: str) -> None:
    run = Run(book, with_prize(Prize("cosmetic surgery", "other", 50_00)))
    run.prescribe("cosmetic surgery")
    run.refuses(ask.DraftPromotion(run.books, run.terms), MANAGER, clause)
    run.prescribe()
    run.drafted()


def available(book: str, clause: str) -> None:
    for terms in (changed(marketing=" "), changed(available=()), changed(available=("",))):
        run = Run(book, terms).drafted()
        run.refuses(ask.SubmitPromotion(), MANAGER, clause)
    Run(book).delivered()


def item(book: str, clause: str, *fields: str) -> None:
    """Nothing is submitted without this item, and with it all is well."""
    for name in fields:
        empty = type(getattr(TERMS, name))()
        run = Run(book, changed(**{name: empty})).drafted()
        told = run.refuses(ask.SubmitPromotion(), MANAGER, clause)
        assert name in told.reason
        assert [lack.clause for lack in lacks(run.terms, run.rules)] == [clause]
    Run(book).delivered()


def any_item(book: str, clause: str) -> None:
    rules = rules_of(book)
    assert [one.clause for one in rules.items] == [f"{clause}.{n}" for n in range(1, 12)]
    found = [lack.clause for lack in lacks(Terms("bare"), rules)]
    assert set(found) == {one.clause for one in rules.items} | {rules.clause(Matter.AVAILABLE)}
    run = Run(book, changed(more="entrants agree to be photographed")).delivered()
    assert run.state.terms is not None
    assert run.state.terms.more


def wager(book: str, clause: str) -> None:
    """The wager is said only where there is one; and an entry takes it."""
    item(book, clause, "wager", "minimum_wager")
    run = Run(book, changed(wager_required=None)).drafted()
    run.refuses(ask.SubmitPromotion(), MANAGER, clause)
    Run(book, changed(wager_required=False, wager="", minimum_wager=0)).delivered()
    run = Run(book).running(())
    run.refuses(ask.EnterPromotion("ann", 1, 9_99), MANAGER, clause)
    for cents in (10_00, 10_01):
        run.refuses(ask.EnterPromotion("ann", 1, cents), ("ann", "player"), clause)  # nobody declares their own wager
        run.does(ask.EnterPromotion("ann", 1, cents), MANAGER)
    run = Run(book, changed(wager_for_each=20_00)).running(())
    for cents, entries in ((19_99, 0), (20_00, 1), (59_99, 2), (60_00, 3)):
        run.refuses(ask.EnterPromotion("ann", entries + 1, cents), MANAGER, clause)
        if entries:
            run.does(ask.EnterPromotion("ann", entries, cents), MANAGER)
    Run(book, changed(wager_for_each=20_00, wager_required=False)).drafted().refuses(
        ask.SubmitPromotion(), MANAGER, clause
    )


def closing(book: str, clause: str) -> None:
    item(book, clause, "closes")
    run = Run(book).running(())
    for late in (-1, 0):
        run.now = run.terms.closes + late
        run.refuses(ask.FreezeEntries(commitment(SECRET), "00"), MANAGER, clause)
        run.does(ask.EnterPromotion("ann", 1, 10_00), MANAGER)
    run.now = run.terms.closes + 1
    run.refuses(ask.EnterPromotion("ann", 1, 10_00), MANAGER, clause)
    run.does(ask.FreezeEntries(commitment(SECRET), "00"), MANAGER)
    run.refuses(ask.EnterPromotion("ann", 1, 10_00), MANAGER, NOT_IN_THE_BOOK)
    early = Run(book, changed(closes=TERMS.commences)).drafted()
    early.refuses(ask.SubmitPromotion(), MANAGER, clause)


def place_and_time(book: str, clause: str) -> None:
    item(book, clause, "place", "commences", "draws_at")
    run = Run(book).delivered()
    run.now = run.terms.commences - 1
    run.refuses(ask.CommencePromotion(), MANAGER, clause)
    run.now += 1
    run.does(ask.CommencePromotion(), MANAGER)
    run = Run(book).frozen()
    run.does(ask.WitnessDraw("a word of hers"), SCRUTINEER)
    run.now = run.terms.draws_at - 1
    run.refuses(ask.DrawPrizes(), MANAGER, clause, secret=SECRET)
    run.now += 1
    run.does(ask.DrawPrizes(), MANAGER, secret=SECRET)


def claiming(book: str, clause: str) -> None:
    item(book, clause, "claiming", "presence")
    run = Run(book, changed(presence="perhaps")).drafted()
    run.refuses(ask.SubmitPromotion(), MANAGER, clause)
    run = Run(book).drawn()
    run.refuses(ask.PayPrize(1, (ask.Part("cheque", 500_00),)), MANAGER, clause)
    run.refuses(ask.ClaimPrize(1, " "), MANAGER, clause)
    run.does(ask.ClaimPrize(1, "passport"), MANAGER)
    run.refuses(ask.ClaimPrize(1, "passport"), MANAGER, clause)


def details(book: str, clause: str) -> None:
    item(book, clause, "prizes", "conditions")
    for prize in (
        Prize("", MONEY, 1),
        Prize("first", MONEY, 0),
        Prize("first", "gold", 1),
    ):
        run = Run(book, with_prize(prize)).drafted()
        run.refuses(ask.SubmitPromotion(), MANAGER, clause)
    none = Run(book, with_prize(Prize("first", MONEY, 1, 0)))
    none.refuses(ask.DraftPromotion(none.books, none.terms), MANAGER, clause)


def extra(book: str, clause: str, kind: str, name: str) -> None:
    """A prize of this kind is described by this as well."""
    names = [each.needs[0] for each in rules_of(book).extras[kind]]
    whole = Prize("the prize", kind, 9_000_00, details=tuple((each, "as told") for each in names))
    assert name in names
    lacking = replace(whole, details=tuple((each, " " if each == name else text) for each, text in whole.details))
    run = Run(book, with_prize(lacking)).drafted()
    run.refuses(ask.SubmitPromotion(), MANAGER, clause)
    assert [lack.clause for lack in lacks(run.terms, run.rules)] == [clause]
    Run(book, with_prize(whole)).delivered()
    Run(book, with_prize(Prize("the prize", "other", 9_000_00))).delivered()


def told_in_time(book: str, clause: str) -> None:
    """Within 2 days of the draw, where entrants need not be present; what counts is the attempt (reading P4)."""
    run = Run(book).drawn()
    (drawn,) = run.events(happened.PrizesDrawn)
    assert (drawn.tell_by, drawn.clause) == (run.now + 2 * DAY, clause)
    for late, standing in ((-1, "done"), (0, "done"), (1, "done late")):
        run = Run(book).drawn()
        run.now = drawn.tell_by + late
        run.does(ask.TellWinner(1, "telephone", False, "no answer"), MANAGER)
        assert run.duty("tell").standing_at(run.now) == standing
    present = Run(book, changed(presence=REQUIRED)).drawn()
    assert present.events(happened.PrizesDrawn)[0].tell_by == 0
    run.refuses(ask.TellWinner(1, "carrier pigeon", True), MANAGER, clause)
    run.refuses(ask.TellWinner(2, "email", True), MANAGER, clause)


def told_by(book: str, clause: str, means: str) -> None:
    run = Run(book).drawn()
    run.does(ask.TellWinner(1, means, False), MANAGER)
    run.does(ask.TellWinner(1, means, True), MANAGER)
    assert [(one.means, one.reached, one.clause) for one in run.events(happened.WinnerTold)] == [
        (means, False, clause),
        (means, True, clause),
    ]
    assert (run.state.awards[1].attempts, run.state.awards[1].reached) == (2, True)


def submitted(book: str, clause: str, to: str) -> None:
    """With the regulator at least 24 hours before commencement."""
    for early, taken in ((-1, False), (0, True), (1, True)):
        run = Run(book).drafted()
        run.now = run.terms.commences - DAY - early
        if not taken:
            run.refuses(ask.SubmitPromotion(), MANAGER, clause)
            continue
        run.does(ask.SubmitPromotion(), MANAGER)
        (sent,) = run.events(happened.PromotionSubmitted)
        assert (sent.to, sent.clause, sent.due) == (to, clause, run.terms.commences - DAY)
        run.refuses(ask.CommencePromotion(), MANAGER, clause)
        run.refuses(ask.RecordDelivery("email", "queued", "0" * 64), SYSTEM, clause)
        run.does(ask.RecordDelivery("email", "queued as 7", terms_digest(run.terms)), SYSTEM)
        run.now = run.terms.commences
        run.does(ask.CommencePromotion(), MANAGER)
    for late, taken in ((-1, True), (0, True), (1, False)):  # delivered later than it was sent
        run = Run(book).drafted()
        run.does(ask.SubmitPromotion(), MANAGER)
        run.now = run.terms.commences - DAY + late
        run.does(ask.RecordDelivery("mail", "receipt 9", terms_digest(run.terms)), MANAGER)
        run.now = run.terms.commences
        if taken:
            run.does(ask.CommencePromotion(), MANAGER)
        else:
            run.refuses(ask.CommencePromotion(), MANAGER, clause)
    run = Run(book).delivered()
    run.does(ask.DraftPromotion(run.books, changed(title="Another")), MANAGER)
    run.now = run.terms.commences
    run.refuses(ask.CommencePromotion(), MANAGER, clause)  # other terms than the regulator has


def amended_with_approval(book: str, clause: str) -> None:
    run = Run(book).running()
    after = changed(conditions="within 60 days")
    run.refuses(ask.AmendPromotion(after, "more time"), MANAGER, clause)
    run.does(ask.AmendPromotion(after, "more time", approval="ref 12/26"), MANAGER)
    (amended,) = run.events(happened.PromotionAmended)
    assert (amended.approval, amended.clause) == ("ref 12/26", clause)
    _amended_as_drafted(book, clause)


def amended_and_submitted_again(book: str, clause: str) -> None:
    run = Run(book).running()
    after = changed(conditions="within 60 days", prizes=(Prize("first prize", MONEY, 700_00),))
    run.does(ask.AmendPromotion(after, "more time"), MANAGER)
    (amended,) = run.events(happened.PromotionAmended)
    assert (amended.approval, amended.clause, amended.digest) == ("", clause, terms_digest(after))
    assert run.balance("promotion/spring/prizes") == 700_00
    duty = run.duty("amended")
    assert (duty.due, duty.clause) == (run.now + AS_SOON_AS_PRACTICABLE, clause)
    assert terms_digest(after) in run.notice(duty).body
    _amended_as_drafted(book, clause)


def _amended_as_drafted(book: str, clause: str) -> None:
    """An amendment is whole, changes something, and comes between commencement and freeze."""
    run = Run(book).delivered()
    run.refuses(ask.AmendPromotion(changed(title="Other"), "why", "ref"), MANAGER, clause)
    run = Run(book).running()
    run.refuses(ask.AmendPromotion(TERMS, "why", "ref"), MANAGER, clause)
    run.refuses(ask.AmendPromotion(changed(title="Other"), " ", "ref"), MANAGER, clause)
    run.refuses(ask.AmendPromotion(changed(manner=""), "why", "ref"), MANAGER, f"{run.clause(Matter.TERMS)}.1")
    times = run.clause(Matter.PLACE_AND_TIME)
    run.refuses(ask.AmendPromotion(changed(commences=NOW + 3 * DAY), "why", "ref"), MANAGER, times)
    run = Run(book).frozen()
    run.refuses(ask.AmendPromotion(changed(title="Other"), "why", "ref"), MANAGER, NOT_IN_THE_BOOK)


def reasons(book: str, clause: str) -> None:
    """The reason is told as soon as practicable: recorded, timed, and late after a day (reading P5)."""
    run = Run(book).drawn()
    winner = run.state.awards[1].player
    run.refuses(ask.DenyClaim("C-1", " ", prize=1), MANAGER, clause)
    run.refuses(ask.DenyClaim("", "no such prize", award=2), MANAGER, clause)
    run.refuses(ask.DenyClaim("C-1", "another's prize", award=1), MANAGER, clause)
    run.refuses(ask.DenyClaim("", "under age", award=1, value=499_99), MANAGER, clause)
    run.does(ask.DenyClaim("", "under age", award=1), MANAGER)
    assert [(one.claimant, one.value) for one in run.events(happened.ClaimDenied)] == [(winner, 500_00)]
    assert run.state.awards[1].standing == how.REFUSED
    run.refuses(ask.PayPrize(1, ()), MANAGER, run.clause(Matter.CLAIMING))
    run.refuses(ask.ClosePromotion(), MANAGER, clause)
    due = run.now + AS_SOON_AS_PRACTICABLE
    for late, standing in ((-1, "due"), (0, "due"), (1, "late")):
        assert run.duty("reasons").standing_at(due + late) == standing
    run.does(ask.InformClaimant(1, "by letter"), MANAGER)
    run.refuses(ask.InformClaimant(1, "by letter"), MANAGER, clause)
    assert run.duty("reasons").standing_at(due + 1) == "done"
    run.does(ask.ClosePromotion(), MANAGER)


def denied(book: str, clause: str) -> None:
    """Over $100 the details are kept, with name and address beside the log; every denied claim is recorded."""
    worth = ((99_99, False), (100_00, False), (100_01, True))
    terms = changed(prizes=tuple(Prize(f"prize of {value}", MONEY, value) for value, _ in worth))
    early = Run(book, terms).drafted()
    early.refuses(ask.DenyClaim("C-7", "not eligible", prize=1), MANAGER, early.clause(Matter.REASONS))
    run = Run(book, terms).running()
    for number in (0, 4):
        run.refuses(ask.DenyClaim("C-7", "not eligible", prize=number), MANAGER, run.clause(Matter.REASONS))
    for number, (value, kept) in enumerate(worth, 1):
        if kept:
            run.refuses(ask.DenyClaim("", "not eligible", prize=number), MANAGER, clause)
        assert bool(lacks_details(value, run.rules.denied_over, "Ann Lee", "")) == kept
        assert bool(lacks_details(value, run.rules.denied_over, "", "1 Pier St")) == kept
        assert not lacks_details(value, run.rules.denied_over, "Ann Lee", "1 Pier St")
        run.refuses(ask.DenyClaim("C-7", "no", prize=number, value=1), MANAGER, run.clause(Matter.REASONS))
        run.does(ask.DenyClaim("C-7" if kept else "", "not eligible", prize=number), MANAGER)
    assert [(one.value, one.kept) for one in run.events(happened.ClaimDenied)] == [
        (99_99, False),
        (100_00, False),
        (100_01, True),
    ]
    assert run.events(happened.ClaimDenied)[-1].clause == clause
    since = run.now
    for late in (-1, 0):
        run.now = since + KEPT_FOR + late
        if late < 0:
            run.refuses(ask.EraseClaimant(3, "retention ended"), MANAGER, clause)
    run.does(ask.EraseClaimant(3, "retention ended"), MANAGER)
    run.refuses(ask.EraseClaimant(3, "retention ended"), MANAGER, clause)
    run.refuses(ask.EraseClaimant(1, "retention ended"), MANAGER, clause)


def disputed(book: str, clause: str) -> None:
    """The operator decides for good; who is not content is told of the right to complain."""
    run = Run(book).claimed()
    run.does(ask.PayPrize(1, (ask.Part("cheque", 500_00),)), MANAGER)
    run.does(ask.DisputePromotion("ann", "my entry was not counted"), MANAGER)
    run.refuses(ask.ClosePromotion(), MANAGER, clause)
    run.refuses(ask.AdviseComplaint(1, "in person"), MANAGER, clause)
    run.does(ask.DecideDispute(1, "all entries were counted", False), MANAGER)
    run.refuses(ask.DecideDispute(1, "they were not", True), MANAGER, clause)
    run.refuses(ask.ClosePromotion(), MANAGER, clause)
    due = run.now + AS_SOON_AS_PRACTICABLE
    assert [run.duty("advise").standing_at(due + late) for late in (-1, 0, 1)] == ["due", "due", "late"]
    run.does(ask.AdviseComplaint(1, "in person"), MANAGER)
    assert run.duty("advise").standing_at(due + 1) == "done"
    run.does(ask.ClosePromotion(), MANAGER)
    content = Run(book).running()
    content.does(ask.DisputePromotion("ann", "how does it work"), MANAGER)
    content.does(ask.DecideDispute(1, "explained", True), MANAGER)
    assert content.duties("advise") == []


def integrity(book: str, clause: str, to: str, within: int) -> None:
    """Postponed until validated, or cancelled; the inspectorate is told in the book's time."""
    for command in (ask.PostponePromotion("the box was open"), ask.CancelPromotion("the box was open")):
        run = Run(book).running()
        run.does(command, MANAGER)
        duty = run.duty("integrity")
        assert (duty.due, duty.clause, duty.raised) == (run.now + (within or IMMEDIATELY), clause, run.now)
        assert [duty.standing_at(duty.due + late) for late in (-1, 0, 1)] == ["due", "due", "late"]
        notice = run.notice(duty)
        assert to in notice.body
        assert "the box was open" in notice.body
        assert notice.next_at == run.now
        run.refuses(ask.EnterPromotion("dan", 1, 10_00), MANAGER, clause)
    assert run.balance("promotion/spring/prizes") == 0
    run.refuses(ask.ValidatePromotion("fine"), SECOND, clause)
    _owed_after_cancelling(book, clause)
    run = Run(book).frozen()
    run.does(ask.PostponePromotion("the box was open"), MANAGER)
    run.refuses(ask.WitnessDraw("a word of hers"), SCRUTINEER, clause)
    run.refuses(ask.ValidatePromotion("fine"), MANAGER, NOT_IN_THE_BOOK)
    run.does(ask.ValidatePromotion("seals were whole"), SECOND)
    run.does(ask.WitnessDraw("a word of hers"), SCRUTINEER)


def _owed_after_cancelling(book: str, clause: str) -> None:
    """What was won before is not lost: its money stays, and it is a duty to give it or to say why not."""
    for is_claimed in (False, True):
        run = Run(book).claimed() if is_claimed else Run(book).drawn()
        winner, reasons = run.state.awards[1].player, run.clause(Matter.REASONS)
        run.does(ask.CancelPromotion("the box was open"), MANAGER)
        duty, due = run.duty("owed"), run.now + AS_SOON_AS_PRACTICABLE
        assert (duty.clause, duty.due, winner in duty.what) == (reasons, due, True)
        assert run.balance("promotion/spring/prizes") == 500_00
        run.refuses(ask.ClosePromotion(), MANAGER, run.clause(Matter.CLAIMING))
        if is_claimed:
            run.does(ask.PayPrize(1, (ask.Part("cheque", 500_00),)), MANAGER)
        else:
            run.does(ask.DenyClaim("", "the box was open", award=1), MANAGER)
            assert run.balance("promotion/spring/prizes") == 500_00
            run.does(ask.InformClaimant(1, "by letter"), MANAGER)
            run.does(ask.ClosePromotion(), MANAGER)
        assert run.duty("owed").standing_at(due + 1) == "done"
        assert run.balance("promotion/spring/prizes") == 0
        run.refuses(ask.PayPrize(1, (ask.Part("cheque", 500_00),)), MANAGER, clause if is_claimed else NOT_IN_THE_BOOK)


def own_entry(book: str, clause: str) -> None:
    """A player's own entry is one, once, where the terms allow it and ask for no wager."""
    free, ann = changed(wager_required=False, wager="", minimum_wager=0), ("ann", "player")
    run = Run(book, free).running(())
    run.refuses(ask.EnterPromotion("ann"), ann, clause)
    run = Run(book, replace(free, own_entry=True)).running(())
    for entries in (2, 10_000):
        run.refuses(ask.EnterPromotion("ann", entries), ann, clause)
    run.refuses(ask.EnterPromotion("ann", 1, 10_00), ann, run.clause(Matter.WAGER))
    run.does(ask.EnterPromotion("ann"), ann)
    run.refuses(ask.EnterPromotion("ann"), ann, clause)
    run.does(ask.EnterPromotion("ann", 3), MANAGER)
    run.does(ask.StrikeEntries(1, "to be entered anew"), MANAGER)
    run.does(ask.EnterPromotion("ann"), ann)


def told_before_redraw(book: str, clause: str) -> None:
    """A winner whom nobody tried to tell keeps the prize; one who was tried late has two days from then."""
    again = ask.AskRedraw(1, "not claimed", commitment(SECRET), "00")
    for tried, waits in ((None, None), (0, 0), (2 * DAY, 0), (2 * DAY + 1, 2 * DAY + 1)):
        run = Run(book).drawn()
        drawn = run.now
        if tried is not None:
            run.now = drawn + tried
            run.does(ask.TellWinner(1, "telephone", False, "no answer"), MANAGER)
        if not waits:
            run.now = drawn + 2 * DAY
            run.refuses(again, MANAGER, run.clause(Matter.CLAIMING))
        run.now = drawn + 2 * DAY + (waits or 0) + 1
        if tried is None:
            run.refuses(again, MANAGER, clause)
            continue
        if waits:
            run.now -= 1
            run.refuses(again, MANAGER, clause)
            run.now += 1
        run.does(again, MANAGER)
    present = Run(book, changed(presence=REQUIRED)).drawn()
    present.does(again, MANAGER)  # who had to be there and was not
