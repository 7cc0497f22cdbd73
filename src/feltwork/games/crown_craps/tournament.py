"""Tournaments of Craps (section 8): its numbers come from the approved conditions."""

from feltwork.games.tournament import ENTRY, STRUCTURE, Item, TournamentRules, eligibility

ITEMS = (
    Item("8.2.1(a)", ("entry.fee",), "the entry fee", "entry.charged"),
    Item("8.2.1(b)", ("chips.allotment", "chips.disposition"), "chips of each session, and what becomes of them"),
    Item("8.2.1(b)", ("chips.buy_in",), "the buy-in", "chips.bought"),
    Item("8.2.1(c)", ("wagers.compulsory",), "whether each round has a minimum or compulsory wager"),
    Item("8.2.1(d)", STRUCTURE, "sessions, rounds, tables, who progresses, and whether there is a repechage"),
    Item("8.2.1(d)", ("structure.repechage_how",), "how the repechage goes", "structure.repechage"),
    Item("8.2.1(e)", ("play.secret",), "whether there are secret wagers"),
    Item("8.2.1(e)", ("play.secret_number", "play.secret_how"), "how many, and how they are made", "play.secret"),
    Item("8.2.1(f)", ("buy_back.offered",), "whether the eliminated may buy back"),
    Item("8.2.1(f)", ("buy_back.method", "buy_back.timing"), "how and when they buy back", "buy_back.offered"),
    *eligibility("8.2.1(g)", ("(i)", "(ii)", "(iii)")),
    Item("8.2.1(h)", ENTRY, "terms of entry, when one may withdraw, the form, how many players"),
    Item("8.2.1(i)", ("play.disqualified", "play.retire", "play.refunds"), "disqualifying, retiring, and refunds"),
    Item("8.2.1(j)", ("play.late",), "what follows from coming late or not at all"),
    Item("8.2.1(k)", ("prizes.shares",), "the prizes"),
    Item("8.2.1(l)", ("statement.conduct",), "who conducts it, by what, and that the rules prevail"),
)
RULES = TournamentRules("Tournament Director", "8.2.1", ITEMS, approval="8.1.3", overrides="8.2.2")
