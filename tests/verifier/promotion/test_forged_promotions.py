"""Promotions that no house could have held: each is sound up to its last event, which the verifier finds."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from feltwork.games.promotion import DAY, PRESCRIBED
from feltwork.promotion.terms import Prize
from feltwork.verifier.log.rows import Problem, Row
from feltwork.verifier.promotion.checker import ListChecker, PromotionChecker
from feltwork.verifier.promotion.terms import digest_of
from tests.promotion.terms import terms_from

Event = tuple[str, int, str, dict[str, Any]]
Story = tuple[Event, ...]
MIA, MAX = "mia gaming_manager", "max promotions_manager"
TERMS: dict[str, Any] = msgspec.to_builtins(terms_from(0))
SECRET = bytes(range(32))
COMMITMENT = hashlib.sha256(SECRET).hexdigest()
LISTED = hashlib.sha256(b"1 ann\n").hexdigest()
HOUR = DAY // 24


def follow(*story: Event) -> list[Problem]:
    """What is wrong with the last event of a promotion."""
    checker, found = PromotionChecker("spring"), list[Problem]()
    for version, (who, at, kind, body) in enumerate(story, 1):
        assert found == [], (story[version - 2][2], found)
        actor, role = who.split()
        row = Row("promotion/spring", version, at, f"k{version}", actor, role, kind, 1, b"", "", (), b"")
        _, found = checker.take(row, body)
    return found


def terms(**change: Any) -> dict[str, Any]:
    return TERMS | change


def prize(**change: Any) -> dict[str, Any]:
    """Terms whose one prize is another."""
    whole: dict[str, Any] = msgspec.to_builtins(Prize("first prize", "money", 500_00))
    return terms(prizes=[whole | change])


def drafted(said: dict[str, Any] = TERMS, at: int = 0, **change: Any) -> Event:
    return MIA, at, "promotion-drafted", {"books": ["star-craps"], "terms": said, "prescribed": [], "rules": 2} | change


def submitted(said: dict[str, Any] = TERMS, at: int = 0, **change: Any) -> Event:
    return MIA, at, "promotion-submitted", {"digest": digest_of(said), "due": DAY} | change


def delivered(said: dict[str, Any] = TERMS, **change: Any) -> Event:
    return MIA, HOUR, "details-delivered", {"digest": digest_of(said)} | change


def commenced(at: int = 2 * DAY, money: int = 500_00) -> Event:
    return MIA, at, "promotion-commenced", {"money": money}


def amended(said: dict[str, Any], approval: str = "letter 7", money: int = 500_00) -> Event:
    return MIA, 3 * DAY, "promotion-amended", {"terms": said, "approval": approval, "money": money}


def entered(at: int = 3 * DAY, by: str = MIA, **change: Any) -> Event:
    return by, at, "entries-added", {"player": "ann", "wager": 10_00, "entries": 1, "first": 1} | change


def struck(**change: Any) -> Event:
    return MIA, 3 * DAY, "entries-struck", {"player": "ann", "first": 1} | change


def frozen(at: int = 5 * DAY + 1, **change: Any) -> Event:
    whole = {"digest": LISTED, "entries": 1, "draw": "spring-1", "mapping": 1, "commitment": COMMITMENT}
    return MIA, at, "entries-frozen", whole | change


def witnessed(by: str = MAX, draw: str = "spring-1") -> Event:
    return by, 6 * DAY, "draw-witnessed", {"draw": draw, "word": "magpie"}


def drawn(at: int = 6 * DAY, **change: Any) -> Event:
    whole = {
        "draw": "spring-1",
        "secret": SECRET.hex(),
        "winners": [{"award": 1, "entry": 1, "player": "ann"}],
        "without_winner": [],
        "tell_by": at + 2 * DAY,
    }
    return MIA, at, "prizes-drawn", whole | change


def again(at: int = 9 * DAY) -> Event:
    return MIA, at, "redraw-asked", {"award": 1, "draw": "spring-2", "mapping": 1, "commitment": COMMITMENT}


def about(kind: str, at: int = 7 * DAY, by: str = MIA, **body: Any) -> Event:
    return by, at, kind, {"award": 1, "player": "ann"} | body


def told(**change: Any) -> Event:
    return about("winner-told", **({"means": "telephone", "clause": "10.8.3"} | change))


def paid(**change: Any) -> Event:
    whole: dict[str, Any] = {"amount": 500_00, "parts": [{"method": "cash", "amount": 500_00}], "alternative": False}
    return about("prize-paid", **(whole | {"chosen": ""} | change))


def denied(**change: Any) -> Event:
    whole = {"claim": 1, "value": 500_00, "kept": True, "claimant": "ann", "reasons": "no card", "award": 1}
    return MIA, 7 * DAY, "claim-denied", whole | change


def disputed(by: str = MIA, **change: Any) -> Event:
    return by, 7 * DAY, "promotion-disputed", {"dispute": 1, "person": "ann"} | change


def settled(**change: Any) -> Event:
    return MIA, 7 * DAY, "promotion-dispute-decided", {"dispute": 1, "satisfied": True, "due": 0} | change


def postponed(by: str = MIA) -> Event:
    return by, 3 * DAY, "promotion-postponed", {"due": 3 * DAY + HOUR, "to": "the inspectorate"}


def validated(by: str = MAX) -> Event:
    return by, 3 * DAY, "promotion-validated", {}


def cancelled(money: int = 500_00) -> Event:
    return MIA, 4 * DAY, "promotion-cancelled", {"due": 4 * DAY + HOUR, "to": "the inspectorate", "money": money}


CLOSED: Event = (MIA, 8 * DAY, "promotion-closed", {})
CLAIMED = about("prize-claimed")
READY = (drafted(), submitted(), delivered())
RUNNING = (*READY, commenced())
FROZEN = (*RUNNING, entered(), frozen())
DRAWN = (*FROZEN, witnessed(), drawn())
PAID = (*DRAWN, told(), CLAIMED, paid())


@pytest.mark.parametrize(
    "story",
    [
        (*PAID, CLOSED),
        (*RUNNING, entered(), struck()),
        (*RUNNING, postponed(), validated(), cancelled()),
        (*DRAWN, told(), again()),
        (*DRAWN, denied(), (MIA, 7 * DAY, "claimant-informed", {"claim": 1}), again()),
        (*PAID, disputed(), settled(), CLOSED),
    ],
)
def test_a_promotion_from_draft_to_end_is_sound(story: Story) -> None:
    assert follow(*story) == []


@pytest.mark.parametrize(
    ("story", "says"),
    [
        ((submitted(),), "it was never drafted"),
        ((drafted(), ("dee dealer", 0, *submitted()[2:])), "a 'dealer' did what is for"),
        ((drafted(), (MIA, 0, "wager-placed", {})), "a promotion has no event 'wager-placed'"),
        ((*RUNNING, drafted(at=3 * DAY)), "drafted anew after it had commenced"),
        ((drafted(), (MAX, 0, "prize-cleared", {"prize": "a boat", "reason": "x", "clause": "10.5.1"})), "no 'a boat'"),
        ((drafted(), submitted(digest="0" * 64)), "other terms were submitted"),
        ((drafted(), submitted(due=2 * DAY)), "later than 10.9 allows"),
        ((drafted(), submitted(at=DAY + 1)), "later than 10.9 allows"),
        ((drafted(), delivered()), "details were delivered that were not submitted"),
        ((drafted(), submitted(), delivered(digest="0" * 64)), "that were not submitted"),
        ((drafted(), submitted(), commenced()), "before the regulator had the details long enough (10.9)"),
        ((*READY, commenced(at=2 * DAY - 1)), "it commenced before its time"),
        ((*READY, commenced(money=1)), "1 cents were set aside, the prizes in money are 50000"),
        ((*READY, amended(TERMS)), "terms were amended when they could not be"),
        ((*RUNNING, amended(TERMS, approval=" ")), "amended without approval (10.9.1)"),
        ((*RUNNING, entered(at=5 * DAY + 1)), "an entry was taken after the close"),
        ((*RUNNING, entered(first=2)), "the next number is 1"),
        ((*RUNNING, entered(by="ben player", wager=10_00)), "ben entered for ann"),
        ((*RUNNING, frozen(at=5 * DAY)), "frozen while entries were taken"),
        ((*FROZEN, struck()), "an entry was struck from a frozen list"),
        ((*FROZEN, witnessed(draw="spring-2")), "a draw was overseen that was not to be made"),
        ((*FROZEN, witnessed(), witnessed()), "a draw was overseen that was not to be made"),
        ((*FROZEN, drawn()), "nobody oversaw the draw"),
        ((*FROZEN, witnessed(), drawn(at=6 * DAY - 1)), "it was drawn before its time"),
        ((*DRAWN, drawn()), "something was drawn that nobody had committed to"),
        ((*DRAWN, again(at=7 * DAY)), "prize 1 was drawn again without need"),
        ((*DRAWN, again()), "nobody had tried to tell the winner"),
        ((*DRAWN, told(means="pigeon")), "none of the book's means"),
        ((*DRAWN, told(player="ben")), "prize 1 is not won or claimed by ben"),
        ((*DRAWN, paid()), "prize 1 is not claimed by ann"),
        ((*PAID, paid()), "prize 1 is not claimed by ann"),
        ((*DRAWN, CLAIMED, paid(parts=[{"method": "cash", "amount": 1}])), "1 cents were paid for prize 1"),
        ((*DRAWN, denied(claim=2)), "claim 2 is not kept as 10.10.1 asks"),
        ((*DRAWN, denied(reasons=" ")), "a claim was denied without a reason"),
        ((*READY, denied(award=0)), "a claim was denied before the promotion commenced"),
        ((*DRAWN, denied(award=0, value=7, kept=False, claimant="")), "which no prize is worth"),
        ((*DRAWN, denied(), *[(MIA, 7 * DAY, "claimant-informed", {"claim": 1})] * 2), "was told twice"),
        ((*DRAWN, (MIA, 7 * DAY, "claimant-erased", {"claim": 1})), "nothing was kept of that claim"),
        ((*DRAWN, disputed(dispute=2)), "dispute 2 is out of order"),
        ((*DRAWN, disputed("ben player")), "ben raised the dispute of ann"),
        ((*DRAWN, disputed(), settled(), settled()), "a decision is final"),
        ((*DRAWN, disputed(), settled(due=9 * DAY)), "told of the right to complain, and nobody else"),
        ((*RUNNING, postponed(), postponed()), "it was postponed when it could not be"),
        ((*RUNNING, postponed(), entered()), "while the promotion was postponed"),
        ((*RUNNING, validated()), "or was not postponed"),
        ((*RUNNING, cancelled(), cancelled(0)), "it was over already"),
        ((*RUNNING, CLOSED), "it was closed before it was drawn"),
        ((*DRAWN, CLOSED), "while a prize, a claimant or a dispute waited"),
        ((*PAID, disputed(), CLOSED), "while a prize, a claimant or a dispute waited"),
    ],
)
def test_what_no_house_could_have_done_is_found(story: Story, says: str) -> None:
    found = follow(*story)
    assert any(says in what for _, what in found), found


LARGE = prize(value=10_000_01)
BY_SCRUTINEER = (
    drafted(LARGE),
    submitted(LARGE),
    delivered(LARGE),
    (MIA, HOUR, "scrutineer-nominated", {"person": "sue"}),
    commenced(money=10_000_01),
    entered(),
    frozen(),
)


def test_a_scrutineer_oversees_the_draw_of_a_large_prize() -> None:
    assert follow(*BY_SCRUTINEER, witnessed("sue scrutineer")) == []
    assert follow(*BY_SCRUTINEER, witnessed()) == [("promotion", "the scrutineer did not oversee the draw (10.2)")]
    claimed = (*BY_SCRUTINEER, witnessed("sue scrutineer"), drawn(), CLAIMED)
    cash = paid(amount=10_000_01, parts=[{"method": "cash", "amount": 10_000_01}])
    assert follow(*claimed, cash) == [("promotion", "the winner did not choose how to be paid (10.4)")]


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (terms(manner=" "), "10.7.1: manner is not said"),
        (terms(minimum_wager=0), "10.7.4: minimum_wager is not said"),
        (terms(available=[]), "10.6: where the terms are named and to be had is not said"),
        (prize(kind="vehicle"), "10.7.11.2(i): make of 'first prize' is not said"),
        (prize(conditions="with a cigarillo"), "10.5.1: 'first prize' reads as tobacco ('cigarillo')"),
        (prize(includes=["a case of whisky"]), "10.5.4: 'first prize' reads as liquor ('whisky')"),
    ],
)
def test_terms_that_could_not_be_submitted_are_found(said: dict[str, Any], says: str) -> None:
    found = follow(drafted(said), submitted(said))
    assert any(says in what for _, what in found), found


def test_terms_without_a_wager_need_not_say_it() -> None:
    free = terms(wager_required=False, wager="", minimum_wager=0)
    assert follow(drafted(free), submitted(free)) == []


@pytest.mark.parametrize(
    ("said", "says", "rules"),
    [
        (prize(kind="tobacco"), "10.5.1: 'first prize' is of the kind tobacco", 2),
        (prize(kind=PRESCRIBED), f"10.5.5: 'first prize' is of the kind {PRESCRIBED}", 2),
        (prize(liquor=20_001), "10.5.4: 'first prize' has 20001 ml of liquor", 2),
        (prize(kind="liquor"), "10.5.4: 'first prize' has 0 ml of liquor", 2),
        (prize(includes=["live animals"]), "10.5.5: 'first prize' is prescribed as no prize", 2),
        (prize(kind="casino dollars", alternative=1), "10.3: 'first prize' has an alternative", 2),
        (prize(includes=["a cigar"]), "10.5.1: 'first prize' is tobacco", 1),
        (prize(liquor=20_001), "10.5.4: 'first prize' has 20001 ml of liquor", 1),
        (prize(includes=["one live animal"]), "10.5.5: 'first prize' is prescribed as no prize", 1),
        (prize(kind="casino dollars", alternative=1), "10.3: 'first prize' has an alternative", 1),
    ],
)
def test_prizes_that_nobody_may_clear_are_found(said: dict[str, Any], says: str, rules: int) -> None:
    found = follow(drafted(said, prescribed=["live animal"], rules=rules))
    assert [what for _, what in found] == [says]


def test_a_game_without_rules_for_promotions_makes_no_sense() -> None:
    with pytest.raises(ValueError, match="a game without rules for promotions"):
        follow(drafted(books=["dragon-fire"]))


@pytest.mark.parametrize(
    ("who", "kind", "found"),
    [
        ("mia gaming_manager", "prescribed-listed", []),
        ("dee dealer", "prescribed-listed", [("role", "a 'dealer' changed the list")]),
        ("mia gaming_manager", "prize-paid", [("body", "nothing of the kind 'prize-paid' is kept here")]),
    ],
)
def test_the_list_of_prescribed_items_is_a_managers(who: str, kind: str, found: list[Problem]) -> None:
    actor, role = who.split()
    row = Row("prescribed", 1, 1, "k1", actor, role, kind, 1, b"", "", (), b"")
    assert ListChecker("").take(row, {"items": ["live animal"]}) == ((), found)
