"""Player cards: issued to a person, valid until blocked, in one terminal at a time."""

from __future__ import annotations

from feltwork.cage import commands as ask
from feltwork.cage import events as happened
from feltwork.cage.numbers import card_number, checks
from feltwork.cage.state import Cage
from feltwork.cage.tickets import not_a_cashier
from feltwork.cage.till import Till
from feltwork.refusal import Refusal, shown
from feltwork.table.live.asker import Asker
from feltwork.table.live.names import may_be_person
from feltwork.table.live.topics.seats import TERMINAL

KINDS = ("physical", "digital")
CARD, ONE_TERMINAL = "3.13", "7.1"


def issue(cage: Cage, command: ask.IssueCard, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    """A new card; those the player had before are blocked, so that there is one that is valid."""
    refused = not_a_cashier(by, CARD)
    if refused or not may_be_person(command.player) or command.kind not in KINDS:
        return refused or Refusal(CARD, "a card is issued to a known player, physical or digital")
    if command.player.startswith(TERMINAL):
        return Refusal(CARD, "a card is issued to a person, not to a terminal")
    old = [
        happened.CardBlocked(number, "replaced")
        for number, card in cage.cards.items()
        if card.player == command.player and not card.blocked
    ]
    number = card_number(cage.version + len(old) + 1, till.key)
    return (*old, happened.CardIssued(number, command.player, command.kind))


def block(cage: Cage, command: ask.BlockCard, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    refused = not_a_cashier(by, CARD)
    card = cage.cards.get(plain(command.card))
    if refused or card is None:
        return refused or Refusal(CARD, "no card of this number was issued")
    if card.blocked or not command.reason.strip():
        return Refusal(
            CARD, f"it is blocked already: {shown(card.blocked)}" if card.blocked else "say why: lost, stolen"
        )
    return (happened.CardBlocked(plain(command.card), command.reason[:80]),)


def insertable(cage: Cage, number: str, player: str) -> str | Refusal:
    """3.13, 7.1: a card that was issued, is valid, is this player's own, and is in no other terminal; its number."""
    number = plain(number)
    card = cage.cards.get(number)
    if card is None:
        slip = "" if checks(number) else "; its check digits do not fit"
        return Refusal(CARD, f"no card of this number was issued{slip}")
    if card.blocked:
        return Refusal(CARD, f"this card is not valid: {shown(card.blocked)}")
    if card.player != player:
        return Refusal(CARD, "this card was issued to another person; play is with your own card only")
    there = cage.seated.get(player)
    if there is not None:
        return Refusal(ONE_TERMINAL, f"your card is in terminal {there[1]} of {there[0]}; one terminal at a time")
    return number


def owner(cage: Cage, number: str) -> str:
    """Whose card this is; empty where none of this number was issued."""
    card = cage.cards.get(plain(number))
    return card.player if card else ""


def own_card(cage: Cage, player: str) -> str:
    """The number of a player's valid card; empty if there is none."""
    return next((n for n, card in cage.cards.items() if card.player == player and not card.blocked), "")


def plain(number: str) -> str:
    """A number without the gaps it is printed with."""
    return "".join(number.split()).replace("-", "")[:40]
