"""Small complete conditions of a Roulette tournament, to begin with."""

EXAMPLE = {
    "tournament": "star-roulette",
    "title": "Thursday Roulette",
    "wheel": "single",
    "entry": {
        "charged": True,
        "fee": "50.00",
        "terms": "One entry for each person, in person, with the form filled in and the fee paid.",
        "withdraw_until": "Until entries close; the whole fee is given back.",
        "form": "The entry form is at the tournament desk.",
        "minimum_players": 4,
        "maximum_players": 12,
    },
    "chips": {
        "allotment": 1000,
        "bought": False,
        "set": [
            {"colour": "white", "value": 10, "count": 30},
            {"colour": "red", "value": 50, "count": 8},
            {"colour": "black", "value": 100, "count": 3},
        ],
    },
    "wagers": {"compulsory": True, "minimum": 10, "maximum": 500, "change": False},
    "structure": {
        "sessions": [
            {"rounds": 5, "tables": 2, "seats": 6, "advance": 2},
            {"rounds": 5, "tables": 1, "seats": 6, "advance": 1},
        ],
        "progression": "The two best of each table play the final.",
        "repechage": False,
    },
    "play": {"seats": "By a draw that is committed to beforehand.", "order": True, "pass_cards": 1, "undisclosed": 1},
    "buy_back": {"offered": False},
    "eligibility": {
        "entitled": "Only persons who may enter the casino and gamble in it.",
        "may_refuse": True,
        "refusal": "Any application may be refused.",
        "selects": False,
    },
    "prizes": {
        "shares": [70, 30],
        "payment": "At the desk, to the player's account, when the final is announced.",
        "guaranteed": False,
        "ties": "share",
    },
    "statement": {"conduct": "Conducted by the Tournament Manager under the approved rules, which prevail."},
}
