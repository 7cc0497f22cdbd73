"""Tournaments of Craps (section 8): its numbers come from the approved conditions."""

from feltwork.games.crown_craps.conduct import PIT_BOSS
from feltwork.games.crown_craps.tournament_example import EXAMPLE
from feltwork.games.tournament import ENTRY, STRUCTURE, Duty, Ground, Item, TournamentRules, Who, eligibility

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
CLAUSES = {
    Duty.OFFICIAL: "8.1.2",
    Duty.ENTRY: "8.2.1(h)",
    Duty.FEE: "8.2.1(a)",
    Duty.CANCEL: "8.2.1(h)",
    Duty.AGREEMENT: "8.2.4",
    Duty.FIXED: "8.1.3",
    Duty.TABLES: "8.3.1",
    Duty.EXCLUSIVE: "8.3.2",
    Duty.NOTICE: "8.3.4",
    Duty.SEATS: "8.1.1",
    Duty.BRIEFING: "8.2.3",
    Duty.PRESENCE: "8.2.5",
    Duty.CHIPS: "8.2.1(b)",
    Duty.ALLOTMENT: "8.2.1(b)",
    Duty.BUY_IN: "8.2.1(b)",
    Duty.EXAMINE: "8.2.1(e)",
    Duty.REVEAL: "8.2.1(e)",
    Duty.EARLY_END: "8.3.5(a)",
    Duty.EARLY_CASH: "8.3.5(b)",
    Duty.TOTALS: "8.2.1(d)",
    Duty.RETURNED: "8.2.1(b)",
    Duty.LATE: "8.2.1(j)",
    Duty.RETIRE: "8.2.1(i)",
    Duty.SUBSTITUTE: "8.3.3",
    Duty.BUY_BACK: "8.2.1(f)",
    Duty.REPECHAGE: "8.2.1(d)",
    Duty.TIES: "8.2.1(d)",
    Duty.DISPUTE: "9.9",
    Duty.ADVICE: "9.6",
    Duty.PRIZES: "8.2.1(k)",
}
GROUNDS = {
    "conditions": Ground("8.2.1(i)", "a ground that the conditions state", refund=True),
    "late": Ground("8.2.1(j)", "late or not there, as the conditions say", refund=True),
    "advice": Ground("9.6", "another player's play was influenced"),
}
RULES = TournamentRules(
    "Tournament Director",
    "8.2.1",
    ITEMS,
    approval="8.1.3",
    overrides="8.2.2",
    clauses=CLAUSES,
    roles={
        Who.OPERATOR: PIT_BOSS,
        Who.SUPERVISOR: ("boxperson", *PIT_BOSS),
        Who.DEALER: ("dealer", "stickperson", "boxperson", *PIT_BOSS),
        Who.RULES: PIT_BOSS,
        Who.REVIEWS: ("director_of_casino_surveillance",),
    },
    grounds=GROUNDS,
    equal_chance="8.1.1",
    example=EXAMPLE,
)
