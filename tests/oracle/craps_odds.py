"""What each craps wager is called, what decides it and what it pays, in the three craps books."""

from __future__ import annotations

from fractions import Fraction

POINTS = (4, 5, 6, 8, 9, 10)

STAR = {
    "win-line": "line",
    "dont-win": "dont-line",
    "come": "come",
    "dont-come": "dont-come",
    "behind-win-line": "line-odds",
    "behind-dont-win": "dont-line-odds",
    "behind-come": "come-odds",
    "behind-dont-come": "dont-come-odds",
    "hardway": "hardway",
    "place-to-win": "place",
    "place-to-lose": "place-lose",
    "buy": "buy",
    "lay": "lay",
    "any-craps": "any-craps",
    "craps-two": "two",
    "craps-three": "three",
    "craps-twelve": "twelve",
    "eleven": "eleven",
    "field": "field",
    "any-seven": "any-seven",
    "big-6": "big-6",
    "big-8": "big-8",
    "horn": "horn",
    "horn-high": "horn-high",
    "crap-eleven": "crap-eleven",
}

CROWN = {
    "win-line": "line",
    "dont-win-line": "dont-line",
    "come": "come",
    "dont-come": "dont-come",
    "win-line-odds": "line-odds",
    "dont-win-line-odds": "dont-line-odds",
    "come-odds": "come-odds",
    "dont-come-odds": "dont-come-odds",
    "hardway": "hardway",
    "place": "place",
    "dont-place": "place-lose",
    "buy": "buy",
    "lay": "lay",
    "any-craps": "any-craps",
    "two-crap": "two",
    "three-crap": "three",
    "twelve-crap": "twelve",
    "eleven": "eleven",
    "field": "field",
    "any-seven": "any-seven",
    "big-6": "big-6",
    "big-8": "big-8",
    "horn": "horn",
    "horn-high": "horn-high",
}

ARUZE = {
    "pass-line": "line",
    "dont-pass": "dont-line",
    "come": "come",
    "dont-come": "dont-come",
    "odds": "line-odds",
    "dont-odds": "dont-line-odds",
    "come-odds": "come-odds",
    "dont-come-odds": "dont-come-odds",
    "hardway": "hardway",
    "place": "place",
    "place-to-lose": "place-lose",
    "buy": "buy",
    "lay": "lay",
    "any-craps": "any-craps",
    "craps": "any-craps",
    "eleven": "eleven",
    "craps-and-eleven": "craps-and-eleven",
    "field": "field",
    "any-seven": "any-seven",
    "big-6": "big-6",
    "big-8": "big-8",
    "horn": "horn",
    "hop": "hop",
}


def family_of(book: str, kind: str) -> str | None:
    """What a wager name of that book means, or None when the book has no such wager."""
    if book == "star-craps":
        return STAR.get(kind)
    if book == "crown-craps":
        return CROWN.get(kind)
    return ARUZE.get(kind)


def settle_line(total: int, point: int | None) -> str | None:
    """Win Line, Pass Line and Come (SC 6.1.1, 6.1.3; CC 3.6.1, 3.6.5; AZ 3.9.1, 3.9.3)."""
    if point is None:
        if total in (7, 11):
            return "win"
        if total in (2, 3, 12):
            return "lose"
        return None
    if total == point:
        return "win"
    if total == 7:
        return "lose"
    return None


def settle_dont_line(book: str, total: int, point: int | None) -> str | None:
    """The Don't side; all bar the 2 but Aruze, which bars the 12 (SC 6.1.2, 4; CC 3.6.3, 7; AZ 3.9.10-11)."""
    if point is None:
        if total in (7, 11):
            return "lose"
        if total == 3:
            return "win"
        if total == 2:
            return "win" if book == "aruze-craps" else "barred"
        if total == 12:
            return "barred" if book == "aruze-craps" else "win"
        return None
    if total == 7:
        return "win"
    if total == point:
        return "lose"
    return None


def settle_number(total: int, number: int) -> str | None:
    """The number before a 7: Place, Buy, Big 6, Big 8, odds on the right side."""
    if total == number:
        return "win"
    if total == 7:
        return "lose"
    return None


def settle_against_number(total: int, number: int) -> str | None:
    """A 7 before the number: Place to Lose, Lay, odds on the wrong side."""
    if total == 7:
        return "win"
    if total == number:
        return "lose"
    return None


def settle_hardway(dice: tuple[int, int], number: int) -> str | None:
    """The number as a pair, before it comes any other way and before a 7 (SC 6.1.9; CC 3.6.13; AZ 3.9.9)."""
    total = dice[0] + dice[1]
    if total == number:
        return "win" if dice[0] == dice[1] else "lose"
    if total == 7:
        return "lose"
    return None


def right_odds(number: int) -> Fraction:
    """True odds for the number over the 7: odds wagers and Buy."""
    if number in (4, 10):
        return Fraction(2)
    if number in (5, 9):
        return Fraction(3, 2)
    return Fraction(6, 5)


def wrong_odds(number: int) -> Fraction:
    """True odds for the 7 over the number: odds wagers on the Don't side and Lay."""
    if number in (4, 10):
        return Fraction(1, 2)
    if number in (5, 9):
        return Fraction(2, 3)
    return Fraction(5, 6)


def place_odds(number: int) -> Fraction:
    """Place to win."""
    if number in (4, 10):
        return Fraction(9, 5)
    if number in (5, 9):
        return Fraction(7, 5)
    return Fraction(7, 6)


def place_lose_odds(number: int) -> Fraction:
    """Place to lose."""
    if number in (4, 10):
        return Fraction(5, 11)
    if number in (5, 9):
        return Fraction(5, 8)
    return Fraction(4, 5)


def hardway_odds(book: str, number: int) -> Fraction:
    """Hard 4 and 10 pay the same everywhere; Aruze pays less on 6 and 8."""
    if number in (4, 10):
        return Fraction(15, 2)
    if book == "aruze-craps":
        return Fraction(9)
    return Fraction(19, 2)


def single_number_odds(total: int) -> Fraction:
    """The wagers on 2, 3, 11 and 12 alone, and the legs of a Horn."""
    if total in (2, 12):
        return Fraction(33)
    return Fraction(16)


def one_roll(book: str, family: str, on: object, dice: tuple[int, int]) -> tuple[Fraction, Fraction] | None:
    """A one-roll wager that wins gives its odds and the share of the stake that wins; None is a loss."""
    total = dice[0] + dice[1]
    whole = Fraction(1)
    if family == "any-craps":
        return (Fraction(15, 2), whole) if total in (2, 3, 12) else None
    if family == "two":
        return (Fraction(33), whole) if total == 2 else None
    if family == "three":
        return (Fraction(16), whole) if total == 3 else None
    if family == "twelve":
        return (Fraction(33), whole) if total == 12 else None
    if family == "eleven":
        return (Fraction(16), whole) if total == 11 else None
    if family == "any-seven":
        if total != 7:
            return None
        return (Fraction(9, 2) if book == "aruze-craps" else Fraction(4), whole)
    if family == "field":
        if total in (2, 12):
            return (Fraction(2), whole)
        return (Fraction(1), whole) if total in (3, 4, 9, 10, 11) else None
    if family == "horn":
        return (single_number_odds(total), Fraction(1, 4)) if total in (2, 3, 11, 12) else None
    if family == "horn-high":
        # Four units make a Horn and a fifth doubles the nominated leg (SC 6.1.22; CC 3.6.20).
        if total not in (2, 3, 11, 12):
            return None
        return (single_number_odds(total), Fraction(2 if total == on else 1, 5))
    if family == "crap-eleven":
        # Only half the stake is ever paid (SC 8.1).
        if total == 11:
            return (Fraction(16), Fraction(1, 2))
        return (Fraction(15, 2), Fraction(1, 2)) if total in (2, 3, 12) else None
    if family == "craps-and-eleven":
        # Paid on the whole stake (AZ 3.10).
        if total == 11:
            return (Fraction(15, 2), whole)
        return (Fraction(13, 4), whole) if total in (2, 3, 12) else None
    assert family == "hop", family
    if on != sorted(dice):
        return None
    return (Fraction(33) if dice[0] == dice[1] else Fraction(16), whole)
