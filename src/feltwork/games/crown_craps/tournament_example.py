"""Small complete conditions of a Craps tournament, to begin with."""

EXAMPLE = {
    "tournament": "crown-craps",
    "title": "Sunday Craps",
    "approval": "Practice only",
    "entry": {
        "charged": True,
        "fee": "50.00",
        "terms": "One entry for each person, in person, with the form filled in and the fee paid.",
        "withdraw_until": "Until entries close; the whole fee is given back.",
        "form": "The entry form is at the tournament desk.",
        "minimum_players": 3,
        "maximum_players": 8,
    },
    "chips": {
        "allotment": 1000,
        "disposition": "Returned after each session; they have no cash value.",
        "bought": False,
    },
    "wagers": {"compulsory": True, "minimum": 10, "maximum": 500},
    "structure": {
        "sessions": [{"rounds": 5, "tables": 1, "seats": 8, "advance": 1}],
        "progression": "One session decides; most chips win.",
        "repechage": False,
        "ties": "play-off",
    },
    "play": {
        "secret": True,
        "secret_number": 1,
        "secret_how": "On a form, handed in before the dice are out.",
        "disqualified": "For a breach of these conditions.",
        "retire": "At any time; the chips go back.",
        "refunds": "None once play has begun.",
        "late": "The minimum is deducted for each round missed, three at most.",
        "late_rounds": 3,
        "late_deduct": 10,
        "no_wager": "deduct",
    },
    "buy_back": {"offered": False},
    "eligibility": {
        "entitled": "Only persons who may enter the casino and gamble in it.",
        "may_refuse": True,
        "refusal": "Any application may be refused.",
        "selects": False,
    },
    "prizes": {"shares": [70, 30], "ties": "share"},
    "statement": {"conduct": "Conducted by the Tournament Director under the approved rules, which prevail."},
}
