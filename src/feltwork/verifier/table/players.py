"""What players have and do beside their wagers: seats, cards, chips, tokens, colours, terminals."""

from __future__ import annotations

from feltwork.verifier.table.acceptors import Acceptors
from feltwork.verifier.table.cards import Cards
from feltwork.verifier.table.colours import Colours
from feltwork.verifier.table.dice import Hands
from feltwork.verifier.table.draws import Draws
from feltwork.verifier.table.facts import Facts, Handlers, Round, nothing_to_check
from feltwork.verifier.table.history import History
from feltwork.verifier.table.limits import Limits
from feltwork.verifier.table.money import Money
from feltwork.verifier.table.notices import Notices
from feltwork.verifier.table.sanctions import Sanctions
from feltwork.verifier.table.seats import Seats
from feltwork.verifier.table.terminals import Terminals
from feltwork.verifier.table.tokens import Tokens
from feltwork.verifier.table.withholding import Withholding


class Players:
    """The checkers of what players have and do, and which event each of them takes."""

    def __init__(self, facts: Facts, round_: Round, history: History, hands: Hands, draws: Draws) -> None:
        self.limits = Limits(facts)
        self.notices = Notices(facts, self.limits)
        self.cards = Cards(facts, round_, history)
        self.tokens = Tokens(facts)
        self.colours = Colours(facts, self.notices)
        self.withholding = Withholding(facts)
        self.terminals = Terminals(facts, round_, history, draws)
        self.seating = Seats(
            facts, self.notices, self.limits, self.cards, self.tokens, self.colours, self.terminals, hands
        )
        self.sanctions = Sanctions(facts, round_, self.notices)
        self.money = Money(facts, self.seating, Acceptors(facts.table))

    def opened(self) -> None:
        for each in (self.notices, self.withholding, self.terminals, self.seating):
            each.opened()
        self.colours.own_colours = None

    def handlers(self) -> Handlers:
        notices, money, colours, acceptor = self.notices, self.money, self.colours, self.money.acceptor_reported
        return {
            "seat-taken": self.seating.sat,
            "seat-left": self.seating.left,
            "vacate-ordered": notices.vacates,
            "player-sanctioned": self.sanctions.applied,
            "limits-changed": notices.limits_changed,
            "limits-announced": notices.limits_announced,
            "limits-withdrawn": notices.limits_withdrawn,
            "closure-announced": notices.closure_announced,
            "closure-withdrawn": notices.closure_withdrawn,
            "personal-limit-set": self.limits.personal,
            "bought-in": money.bought,
            "collected": money.collected,
            "chips-sold": money.chips_sold,
            "float-filled": money.float_moved,
            "float-credited": money.float_moved,
            "drop-counted": money.drop_counted,
            **dict.fromkeys(("acceptor-enrolled", "acceptor-removed", "note-reported"), acceptor),
            "card-in": self.cards.card_in,
            "card-out": self.cards.card_out,
            "wagers-found-invalid": self.cards.found_invalid,
            "tokens-issued": self.tokens.issued,
            "tokens-handed-in": self.tokens.handed_in,
            "voucher-changed": self.tokens.voucher_changed,
            "colour-asked": nothing_to_check,
            "colour-issued": colours.issued,
            "colour-agreed": colours.colour_agreed,
            "colour-redeemed": colours.redeemed,
            "checks-left-out": colours.left_out,
            "checks-brought-back": colours.brought_back,
            "checks-redeemed": colours.redeemed_at_cage,
            "withheld": self.withholding.withheld,
            "withholding-ended": self.withholding.released,
            "terminal-faulted": self.terminals.faulted,
            "terminal-restored": self.terminals.restored,
            "wagers-voided": self.terminals.voided,
        }
