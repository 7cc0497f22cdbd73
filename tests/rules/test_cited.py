"""Every power and every rule of conduct cites a clause that says it, in words of the register, or none."""

from __future__ import annotations

from dataclasses import fields

import pytest

from feltwork.games.register import find_clause
from feltwork.games.registry import conduct_of
from feltwork.refusal import NOT_IN_THE_BOOK

UNSAID = NOT_IN_THE_BOOK
SAYS: dict[str, dict[str, str]] = {
    "star-craps": {
        "answer concern": "Dispute/complaint goes first",
        "offer dice": "controls the dice",
        "call result": "calls the total",
        "rule on a face": "uppermost",
        "call no roll": "calls 'no roll'",
        "confirm late": "from then until the dice rest",
        "confirm call": "called On",
        "order pass": "may order pass",
        "change limits": "may change limits",
        "personal limit": "exceed the maximum",
        "invalidate": "may invalidate",
        "close": "may close a table",
        "refuse wager": "refuse a wager",
        "check dice": "checked by boxperson",
        "vacate": "required to leave the seat",
        "exchange voucher": "exchanged by the dealer",
        "fill float": UNSAID,
        "sell chips": UNSAID,
        "empty drop box": UNSAID,
        "report fault": UNSAID,
        "stop game": UNSAID,
        "house_throws": "stickperson throws",
        "raise_notice": "20 minutes before",
        "close_notice": "20 minutes before",
        "personal": "sign with that player's new min and max",
        "eligible": "Win Line or Don't Win",
        "must_remain": "on each following roll",
        "pass_option": "pass the dice",
        "seven_out": "7 Out",
        "refund": "refunded",
        "dice": "5 dice",
        "faces": "1-6",
        "settled_first": "settled",
        "selects": "picks and keeps 2",
        "lost": "retrieve",
        "new_set": "new set",
    },
    "crown-craps": {
        "answer concern": "Pit Boss or above decides",
        "offer dice": "dice offered first",
        "call result": "announces sum",
        "rule on a face": "final",
        "call no roll": "May invalidate",
        "confirm late": "confirms orally",
        "confirm call": "ON needs confirmation",
        "confirm off": "OFF needs confirmation",
        "change limits": UNSAID,
        "announce limits": "signs",
        "personal limit": "Personal limits",
        "invalidate": "may invalidate",
        "close": "may close a table",
        "check dice": "checked by Boxperson",
        "announce oral": "announced by Dealer/Stickperson",
        "confirm oral": "confirmed by Boxperson",
        "fill float": UNSAID,
        "sell chips": UNSAID,
        "empty drop box": UNSAID,
        "report fault": UNSAID,
        "stop game": UNSAID,
        "house_throws": UNSAID,
        "raise_notice": "raise of minimum needs sign 20 min before",
        "close_notice": "at least 20 minutes",
        "personal": "distinctive marker",
        "eligible": "Win Line or Don't Win",
        "throws": "Shooter throws",
        "pass_option": "voluntary pass",
        "seven_out": "7-out",
        "refund": "refunded",
        "dice": "five dice",
        "faces": "1 to 6",
        "settled_first": "dice passed",
        "selects": "keeps two",
        "lost": "retrieve",
        "new_set": "new set",
        "delegates": "throw for them",
    },
    "aruze-craps": {
        "answer concern": "Dispute goes first",
        "close bets": "after wagering period expires",
        "shoot": "shot automatically",
        "call no roll": "void",
        "change limits": UNSAID,
        "invalidate": "may invalidate",
        "close": UNSAID,
        "call result": "sum of upper faces",
        "relax close": "may relax",
        "confirm terminal": "confirm wagers",
        "withhold": "may withhold",
        "vacate": "directed to leave",
        "find invalid": "makes wagers invalid",
        "report fault": UNSAID,
        "raise_notice": UNSAID,
        "close_notice": UNSAID,
        "clears": "clear PT credits",
        "refund": "refunded",
        "eligible": "Pass/Don't Pass wagers",
        "faces": "1-6",
        "shot": "10 s",
        "no_shooter": "minimum",
        "system_void": "voids",
        "terminal_void": "void",
        "card": "Player Card",
        "one_terminal": "one",
    },
    "star-roulette": {
        "answer concern": "Dispute/complaint goes first",
        "open bets": "'place your bets'",
        "set period": "set by casino supervisor",
        "spin ball": "spun by dealer",
        "load ball": "dealer loads ball",
        "move zero": "moved to inside '0'",
        "examine ball": "examined",
        "report screen": "screen malfunction",
        "report unit": "uSpin fault",
        "restore unit": "repaired",
        "reposition": "may modify 3.13",
        "correct": UNSAID,
        "draw numbers": "4 random",
        "close bets": "'no more bets'",
        "call result": "announces number",
        "call no roll": "'no spin' is announced",
        "change limits": "may change limits",
        "personal limit": "exceed the maximum",
        "invalidate": "may invalidate",
        "close": "may close a table",
        "refuse wager": "refuse a wager",
        "vacate": "required to leave the seat",
        "confirm oral": "Oral wagers",
        "exchange voucher": "exchanged by the dealer",
        "fill float": UNSAID,
        "sell chips": UNSAID,
        "empty drop box": UNSAID,
        "issue colours": "value for colour checks",
        "several colours": "several colours",
        "report fault": UNSAID,
        "stop game": UNSAID,
        "rule on a round": "last spin void",
        "raise_notice": "20 minutes before",
        "close_notice": "20 minutes before",
        "personal": "sign with that player's new min and max",
        "refund": "refunded",
        "unit_spin": "uSpin",
        "fault": "gaming halts",
        "left_outside": "outside '0'",
        "oral": "Oral wagers",
    },
    "dragon-fire": {
        "answer concern": "Dispute/complaint goes first",
        "offer dice": "controls dice",
        "call result": "enters result",
        "call no roll": "calls 'no roll'",
        "open bets": "'place your bets'",
        "close bets": "'no more bets'",
        "hand dice": "passes dice to shooter",
        "read display": "ignored",
        "order pass": "may order pass",
        "change limits": "may change limits",
        "personal limit": "exceed the maximum",
        "invalidate": "may invalidate",
        "close": "may close a table",
        "refuse wager": "refuse a wager",
        "vacate": "required to leave the seat",
        "confirm oral": "Oral wagers",
        "check dice": "checked by gaming supervisor",
        "correct": "overrides with the correct number",
        "house throw": "dealer rolls",
        "report fault": "no play until fault fixed",
        "rule on a face": "uppermost",
        "stop game": "stop game, notify casino supervisor",
        "exchange voucher": "exchanged by the dealer",
        "fill float": UNSAID,
        "sell chips": UNSAID,
        "empty drop box": UNSAID,
        "house_throws": "dealer rolls",
        "raise_notice": "20 minutes before",
        "close_notice": "20 minutes before",
        "personal": "sign with that player's new min and max",
        "eligible": "Dragon or Fire",
        "must_remain": "on each following roll",
        "faces": "1-6",
        "refund": "refunded",
        "fault": "no play until fault fixed",
        "told": "inspector notified",
        "lights": "lights",
        "oral": "Oral wagers",
    },
}
RULED = {"correct", "rule on a face"}
"""Powers of rulings, which are tried with the rulings themselves."""


@pytest.mark.parametrize("book", SAYS)
def test_what_is_cited_says_it(book: str) -> None:
    conduct = conduct_of(book)
    assert conduct
    assert set(conduct.powers) - RULED <= set(SAYS[book]), "every power is looked at here"
    names = {field.name for field in fields(conduct)}
    for what, words in SAYS[book].items():
        clause = getattr(conduct, what) if what in names else conduct.powers[what].clause
        if words == UNSAID:
            assert clause == NOT_IN_THE_BOOK, what
        else:
            assert words in find_clause(book, clause).obligation, f"{what}: {clause}"


@pytest.mark.parametrize("book", SAYS)
def test_what_has_no_clause_is_not_counted_as_one(book: str) -> None:
    conduct = conduct_of(book)
    assert conduct
    assert NOT_IN_THE_BOOK not in conduct.clauses()
    assert conduct.clause_of("no such power") == NOT_IN_THE_BOOK
    assert set(conduct.unwritten()) == {what for what, words in SAYS[book].items() if words == UNSAID} & set(
        conduct.powers
    )
