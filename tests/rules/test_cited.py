"""Every power and every rule of conduct cites a clause that says it, in words of the register, or none."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import pytest

from feltwork.games.card import not_in_the_book
from feltwork.games.conduct import Act
from feltwork.games.register import find_clause
from feltwork.games.registry import conduct_of, open_book
from feltwork.refusal import NOT_IN_THE_BOOK

UNSAID = NOT_IN_THE_BOOK
SAYS: dict[str, dict[str, str]] = {
    "star-craps": {
        Act.ANSWER_CONCERN: "Dispute/complaint goes first",
        Act.OFFER_DICE: "controls the dice",
        Act.CALL_RESULT: "calls the total",
        Act.RULE_ON_A_FACE: "uppermost",
        Act.CALL_NO_ROLL: "calls 'no roll'",
        Act.CONFIRM_LATE: "from then until the dice rest",
        Act.CONFIRM_CALL: "called On",
        Act.ORDER_PASS: "may order pass",
        Act.CHANGE_LIMITS: "may change limits",
        Act.PERSONAL_LIMIT: "exceed the maximum",
        "invalidate": "may invalidate",
        "close": "may close a table",
        Act.REFUSE_WAGER: "refuse a wager",
        Act.CHECK_DICE: "checked by boxperson",
        "vacate": "required to leave the seat",
        Act.EXCHANGE_VOUCHER: "exchanged by the dealer",
        Act.FILL_FLOAT: UNSAID,
        Act.SELL_CHIPS: UNSAID,
        Act.EMPTY_DROP_BOX: UNSAID,
        Act.REPORT_FAULT: UNSAID,
        Act.STOP_GAME: UNSAID,
        "shooting.house_throws": "stickperson throws",
        "notices.raises": "20 minutes before",
        "notices.closes": "20 minutes before",
        "notices.personal": "sign with that player's new min and max",
        "shooting.eligible": "Win Line or Don't Win",
        "shooting.must_remain": "on each following roll",
        "shooting.pass_option": "pass the dice",
        "shooting.seven_out": "7 Out",
        "invalidating.refund": "refunded",
        "dice.clause": "5 dice",
        "dice.faces": "1-6",
        "shooting.settled_first": "settled",
        "dice.selects": "picks and keeps 2",
        "dice.lost": "retrieve",
        "dice.new_set": "new set",
    },
    "crown-craps": {
        Act.ANSWER_CONCERN: "Pit Boss or above decides",
        Act.OFFER_DICE: "dice offered first",
        Act.CALL_RESULT: "announces sum",
        Act.RULE_ON_A_FACE: "final",
        Act.CALL_NO_ROLL: "May invalidate",
        Act.CONFIRM_LATE: "confirms orally",
        Act.CONFIRM_CALL: "ON needs confirmation",
        Act.CONFIRM_OFF: "OFF needs confirmation",
        Act.CHANGE_LIMITS: UNSAID,
        Act.ANNOUNCE_LIMITS: "signs",
        Act.PERSONAL_LIMIT: "Personal limits",
        "invalidate": "may invalidate",
        "close": "may close a table",
        Act.CHECK_DICE: "checked by Boxperson",
        Act.ANNOUNCE_ORAL: "announced by Dealer/Stickperson",
        Act.CONFIRM_ORAL: "confirmed by Boxperson",
        Act.FILL_FLOAT: UNSAID,
        Act.SELL_CHIPS: UNSAID,
        Act.EMPTY_DROP_BOX: UNSAID,
        Act.REPORT_FAULT: UNSAID,
        Act.STOP_GAME: UNSAID,
        "shooting.house_throws": UNSAID,
        "notices.raises": "raise of minimum needs sign 20 min before",
        "notices.closes": "at least 20 minutes",
        "notices.personal": "distinctive marker",
        "shooting.eligible": "Win Line or Don't Win",
        "shooting.throws": "Shooter throws",
        "shooting.pass_option": "voluntary pass",
        "shooting.seven_out": "7-out",
        "invalidating.refund": "refunded",
        "dice.clause": "five dice",
        "dice.faces": "1 to 6",
        "shooting.settled_first": "dice passed",
        "dice.selects": "keeps two",
        "dice.lost": "retrieve",
        "dice.new_set": "new set",
        "shooting.delegates": "throw for them",
    },
    "aruze-craps": {
        Act.ANSWER_CONCERN: "Dispute goes first",
        Act.CLOSE_BETS: "after wagering period expires",
        "shoot": "shot automatically",
        Act.CALL_NO_ROLL: "void",
        Act.CHANGE_LIMITS: UNSAID,
        "invalidate": "may invalidate",
        "close": UNSAID,
        Act.CALL_RESULT: "sum of upper faces",
        Act.RELAX_CLOSE: "may relax",
        Act.CONFIRM_TERMINAL: "confirm wagers",
        "withhold": "may withhold",
        "vacate": "directed to leave",
        Act.FIND_INVALID: "makes wagers invalid",
        Act.REPORT_FAULT: UNSAID,
        "notices.raises": UNSAID,
        "notices.closes": UNSAID,
        "notices.clears": "clear PT credits",
        "invalidating.refund": "refunded",
        "shooting.eligible": "Pass/Don't Pass wagers",
        "dice.faces": "1-6",
        "terminals.shot": "10 s",
        "terminals.no_shooter": "minimum",
        "terminals.system_void": "voids",
        "terminals.void": "void",
        "terminals.card": "Player Card",
        "terminals.one_terminal": "one",
    },
    "star-roulette": {
        Act.ANSWER_CONCERN: "Dispute/complaint goes first",
        Act.OPEN_BETS: "'place your bets'",
        Act.SET_PERIOD: "set by casino supervisor",
        Act.SPIN_BALL: "spun by dealer",
        Act.LOAD_BALL: "dealer loads ball",
        Act.MOVE_ZERO: "moved to inside '0'",
        Act.EXAMINE_BALL: "examined",
        Act.REPORT_SCREEN: "screen malfunction",
        Act.REPORT_UNIT: "uSpin fault",
        Act.RESTORE_UNIT: "repaired",
        "reposition": "may modify 3.13",
        "correct": UNSAID,
        Act.DRAW_NUMBERS: "4 random",
        Act.CLOSE_BETS: "'no more bets'",
        Act.CALL_RESULT: "announces number",
        Act.CALL_NO_ROLL: "'no spin' is announced",
        Act.CHANGE_LIMITS: "may change limits",
        Act.PERSONAL_LIMIT: "exceed the maximum",
        "invalidate": "may invalidate",
        "close": "may close a table",
        Act.REFUSE_WAGER: "refuse a wager",
        "vacate": "required to leave the seat",
        Act.CONFIRM_ORAL: "Oral wagers",
        Act.EXCHANGE_VOUCHER: "exchanged by the dealer",
        Act.FILL_FLOAT: UNSAID,
        Act.SELL_CHIPS: UNSAID,
        Act.EMPTY_DROP_BOX: UNSAID,
        Act.ISSUE_COLOURS: "value for colour checks",
        Act.SEVERAL_COLOURS: Act.SEVERAL_COLOURS,
        Act.REPORT_FAULT: UNSAID,
        Act.STOP_GAME: UNSAID,
        Act.RULE_ON_A_ROUND: "last spin void",
        "notices.raises": "20 minutes before",
        "notices.closes": "20 minutes before",
        "notices.personal": "sign with that player's new min and max",
        "invalidating.refund": "refunded",
        "wheel.unit_spin": "uSpin",
        "faults.clause": "gaming halts",
        "wheel.left_outside": "outside '0'",
        "oral.clause": "Oral wagers",
    },
    "dragon-fire": {
        Act.ANSWER_CONCERN: "Dispute/complaint goes first",
        Act.OFFER_DICE: "controls dice",
        Act.CALL_RESULT: "enters result",
        Act.CALL_NO_ROLL: "calls 'no roll'",
        Act.OPEN_BETS: "'place your bets'",
        Act.CLOSE_BETS: "'no more bets'",
        Act.HAND_DICE: "passes dice to shooter",
        Act.READ_DISPLAY: "ignored",
        Act.ORDER_PASS: "may order pass",
        Act.CHANGE_LIMITS: "may change limits",
        Act.PERSONAL_LIMIT: "exceed the maximum",
        "invalidate": "may invalidate",
        "close": "may close a table",
        Act.REFUSE_WAGER: "refuse a wager",
        "vacate": "required to leave the seat",
        Act.CONFIRM_ORAL: "Oral wagers",
        Act.CHECK_DICE: "checked by gaming supervisor",
        "correct": "overrides with the correct number",
        Act.HOUSE_THROW: "dealer rolls",
        Act.REPORT_FAULT: "no play until fault fixed",
        Act.RULE_ON_A_FACE: "uppermost",
        Act.STOP_GAME: "stop game, notify casino supervisor",
        Act.EXCHANGE_VOUCHER: "exchanged by the dealer",
        Act.FILL_FLOAT: UNSAID,
        Act.SELL_CHIPS: UNSAID,
        Act.EMPTY_DROP_BOX: UNSAID,
        "shooting.house_throws": "dealer rolls",
        "notices.raises": "20 minutes before",
        "notices.closes": "20 minutes before",
        "notices.personal": "sign with that player's new min and max",
        "shooting.eligible": "Dragon or Fire",
        "shooting.must_remain": "on each following roll",
        "dice.faces": "1-6",
        "invalidating.refund": "refunded",
        "faults.clause": "no play until fault fixed",
        "faults.told": "inspector notified",
        "rounds.lights": "lights",
        "oral.clause": "Oral wagers",
    },
}
RULED = {"correct", Act.RULE_ON_A_FACE}
"""Powers of rulings, which are tried with the rulings themselves."""


@pytest.mark.parametrize("book", SAYS)
def test_what_is_cited_says_it(book: str) -> None:
    conduct = conduct_of(book)
    assert conduct
    assert set(conduct.powers) - RULED <= set(SAYS[book]), "every power is looked at here"
    for what, words in SAYS[book].items():
        clause = attrgetter(what)(conduct) if "." in what else conduct.powers[Act(what)].clause
        if words == UNSAID:
            assert clause == NOT_IN_THE_BOOK, what
        else:
            assert words in find_clause(book, clause).obligation, f"{what}: {clause}"


@pytest.mark.parametrize("book", SAYS)
def test_what_has_no_clause_is_not_counted_as_one(book: str) -> None:
    conduct = conduct_of(book)
    assert conduct
    assert NOT_IN_THE_BOOK not in conduct.clauses()
    unknown = next(act for act in Act if act not in conduct.powers)
    assert (
        replace(
            conduct,
            shooting=replace(conduct.shooting, pass_option=""),
            notices=replace(conduct.notices, personal=""),
        ).clause_of(unknown)
        == NOT_IN_THE_BOOK
    )
    assert set(conduct.unwritten()) == {what for what, words in SAYS[book].items() if words == UNSAID} & set(
        conduct.powers
    )


@pytest.mark.parametrize("book", SAYS)
def test_what_no_clause_says_is_told_in_words(book: str) -> None:
    """The printed card names what the house does by itself, and no power by its name in the program."""
    told = not_in_the_book(open_book(book))
    assert told == [words for words in told if words not in set(Act)]
