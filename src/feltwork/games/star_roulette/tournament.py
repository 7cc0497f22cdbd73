"""Tournaments of Roulette (section 10)."""

from feltwork.games.tournament import ENTRY, STRUCTURE, Item, SessionRules, TournamentRules, eligibility

SESSION = SessionRules(
    chips="10.6.1",
    must_wager="10.6.4",
    units="10.6.14",
    cannot_cover="10.6.13",
    pass_cards="10.7.1",
    forms="10.8.1",
    form_filled_in="10.8.2.1",
    form_under="10.8.3.1",
    form_over="10.8.3.2",
    form_beyond_chips="10.8.3.3",
    form_blank="10.8.3.4",
    order="10.9.3",
    out_of_turn="10.9.4",
    locked="10.9.5",
    deducted="10.5.6.1",
    cancelled="10.5.6.2",
    winners="10.10.2",
    play_off="10.10.3",
    eliminated_together="10.10.4",
    pool="10.3.2",
    absent_rounds=3,
)
PLAY = ("play.seats", "play.order", "play.pass_cards", "play.undisclosed")
ITEMS = (
    Item("10.4.2(a)", ("entry.fee",), "the entry fee", "entry.charged"),
    Item("10.4.2(b)", ("chips.allotment", "chips.bought"), "chips at the start of a session, given or bought"),
    Item("10.4.2(c)", ("wagers.compulsory",), "whether each round has a minimum or compulsory wager"),
    Item("10.4.2(d)", ("wagers.minimum", "wagers.maximum"), "minimum and maximum of a round"),
    Item("10.4.2(d)", ("wagers.changes",), "from which round other limits hold", "wagers.change"),
    Item("10.4.2(e)", STRUCTURE, "sessions, rounds, tables, who progresses, and whether there is a repechage"),
    Item("10.4.2(e)", ("structure.repechage_how",), "how the repechage goes", "structure.repechage"),
    Item(
        "10.4.2(f)", ("play.seats", "play.order", "play.pass_cards", "play.undisclosed"), "seats, order, cards, forms"
    ),
    Item("10.4.2(g)", ("buy_back.offered",), "whether the eliminated may buy back"),
    Item("10.4.2(g)", ("buy_back.method", "buy_back.timing"), "how and when they buy back", "buy_back.offered"),
    *eligibility("10.4.2(h)", ("i)", "ii)", "iii)")),
    Item("10.4.2(i)", ENTRY, "terms of entry, when one may withdraw, the form, how many players"),
    Item("10.4.2(j)", ("prizes.shares", "prizes.payment"), "the prizes and how they are paid"),
    Item("10.4.2(j)", ("prizes.guarantee",), "what is guaranteed or reserved", "prizes.guaranteed"),
    Item("10.4.2(k)", ("statement.conduct",), "who conducts it, by what, and that the rules prevail"),
)
RULES = TournamentRules("Tournament Manager", "10.4.2", ITEMS, session=SESSION)
