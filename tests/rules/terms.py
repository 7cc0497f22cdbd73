"""What each defined term must be told as: the words without which its definition would say something else."""

from __future__ import annotations

from feltwork.games.register import find_clause, register

TOKEN = ("voucher", "issued by the operator", "equal value", "conditions", "paid in chips")
PRIZE = ("operator", "patrons", "prize draw", "chance")
INSPECTOR = ("appointed under s20",)
VOID = ("Invalid", "no result")
WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "star-craps": {
        "Assistant Gaming Manager": ("Managerial", "gaming", "pit"),
        "boxperson": ("immediately supervising", "operation of the game"),
        "casino promotional token": TOKEN,
        "casino supervisor": ("Managerial", "includes boxperson", "Gaming Supervisor/Assistant Gaming Manager"),
        "come point": ("4,5,6,8,9 or 10", "roll right after", "Come or Don't Come"),
        "come out point": ("4,5,6,8,9 or 10", "come out roll"),
        "come out roll": ("First roll at opening", "after Win Line/Don't Win", "decided"),
        "dealer": ("responsible for operating the game",),
        "float tray": ("Lockable", "chip", "fixed to the table"),
        "Gaming Manager": ("supervising", "gaming floor"),
        "Gaming Supervisor": ("immediately supervising", "operation of the game"),
        "inspector": (*INSPECTOR, "Gaming and Liquor Administration Act 2007"),
        "promotional prize": PRIZE,
        "roll": ("Throw of the dice", "shooter"),
        "7 Out": ("7", "shooter", "after the come out point"),
        "shooter": ("Player", "throws the dice"),
        "stickperson": ("Issues", "collects", "announces their total"),
        "total": ("Sum", "uppermost", "two dice"),
        "void": VOID,
    },
    "crown-craps": {
        "7-out": ("7", "Shooter", "after setting a Point", "Don't Win Line wins"),
        "Boxperson": ("Game Supervisor", "operation of the game"),
        "Come Out Roll": ("First and any later rolls", "Shooter", "before a point"),
        "Dealer": ("responsible for operating the game",),
        "Hardway": ("Both dice", "same number", "4, 6, 8, 10"),
        "Inactive": ("unaffected", "no action", "stays on the layout"),
        "Point": ("First total of 4,5,6,8,9,10", "Come Out Roll", "before 7", "Win Line"),
        "Shooter": ("Player", "rolls the dice"),
        "Stickperson": ("Dealer", "dice", "stick", "calls", "centre action"),
        "VCGR": ("Victorian Commission for Gambling Regulation",),
    },
    "aruze-craps": {
        "Assistant Gaming Manager": ("supervising gaming machines and electronic table games",),
        "Automated Dice Tumbler": ("shakes dice", "decide a round", "sensors"),
        "Casino Management System (CMS)": ("s68(1)", "all gaming", "turnover and wins"),
        "Cocked Dice": ("not flat", "tumbler", "void"),
        "Come Out Roll": ("First roll at opening", "after a Pass Line or Don't Pass decision"),
        "Draw": ("neither wins nor loses",),
        "Easy": ("two different faces", "2-6 or 6-2"),
        "Game Hardware": ("computer equipment", "PTs", "printers", "cabling"),
        "Gaming Services Host": ("helping patrons", "electronic table games"),
        "Game System": ("Software", "hardware", "conduct the game"),
        "Hard": ("two identical faces",),
        "Inspector": INSPECTOR,
        "NICC": ("NSW Independent Casino Commission",),
        "Maximum Bet": ("Most", "any selection"),
        "Minimum Bet": ("Least", "any selection"),
        "Player Card": ("Digital or physical", "s71A", "The Star Club", "social-member"),
        "Promotional Prize(s)": PRIZE,
        "PT": ("Player terminal", "touch screen", "electronic craps layout"),
        "PT Chip Account": ("3.3",),
        "Redeemable Ticket": ("unredeemed credits", "Cage", "machine/ETG"),
        "Round Of Play": ("start of wagering period", "settlement"),
        "Shooter": ("Player", "shoot button"),
        "Void": VOID,
        "Wagering Period": ("placing, moving, cancelling", "resolution of prior round", "closed"),
    },
    "star-roulette": {
        "Assistant Gaming Manager": ("Managerial", "gaming", "pit"),
        "casino promotional token": TOKEN,
        "casino supervisor": ("Managerial", "gaming supervisor/Assistant Gaming Manager"),
        "colour checks": ("Chips", "without denomination"),
        "dealer": ("responsible for operating the game",),
        "dolly": ("Indicator", "layout", "winning number"),
        "double zero": ("'00'",),
        "gaming supervisor": ("Immediate supervisor of the game",),
        "Lucky Ball": ("Optional", "side wager"),
        "inspector": INSPECTOR,
        "marker button": ("Button", "value of colour checks"),
        "promotional prize(s)": PRIZE,
        "Roulette": ("37 numbers", "red or black", "odd or even", "2.70%"),
        "00 Roulette": ("38 numbers", "red or black", "odd or even", "5.26%"),
        "tournament": ("competition", "entry form", "entry fee"),
        "uSpin": ("Unit", "wheel rim", "spin the ball", "remote button"),
        "value chips": ("Chips marked with values",),
        "void": VOID,
        "wagering period": ("casino supervisor", "place, move or cancel"),
        "zero": ("'0'",),
    },
    "dragon-fire": {
        "Assistant Gaming Manager": ("Managerial", "gaming", "pit"),
        "casino promotional token": TOKEN,
        "casino supervisor": ("Managerial gaming employee",),
        "dealer": ("responsible for operating the game",),
        "Dragon's Tail": ("Optional wager", "6.1.7"),
        "float tray": ("Lockable", "chip", "fixed to table"),
        "frozen": ("not paid, taken or increased", "later rolls decide", "nobody may add"),
        "gaming supervisor": ("Immediate supervisor of the game",),
        "inspector": INSPECTOR,
        "pair": ("Both dice", "same number", "1-6"),
        "roll": ("Throw of the dice", "shooter"),
        "round of play": ("'no more bets'", "until", "settled"),
        "shooter": ("Player", "rolls dice", "rule 3"),
        "total": ("Sum", "uppermost"),
        "void": VOID,
        "WND": ("display and sensor", "operator may", "present and most recent results"),
    },
}


def defined(book: str, term: str) -> None:
    """The term is told, by whatever shows the register, in the words that make it what it is."""
    told = find_clause(book, f'1.1["{term}"]').obligation
    assert [words for words in WORDS[book][term] if words not in told] == [], told


def its_terms_are_told(book: str) -> None:
    """Every term that the book defines has a row of its own, and each is told for what it is."""
    rows = [row.clause for row in register() if row.book == book and row.clause.startswith("1.1[")]
    assert rows == [f'1.1["{term}"]' for term in WORDS[book]]
    for term in WORDS[book]:
        defined(book, term)
