"""Payments by hand: prepared on a form, agreed to by a second person above a limit, signed by the player, paid."""

from __future__ import annotations

import re

from feltwork.cage import commands as ask
from feltwork.cage import events as happened
from feltwork.cage import state as how
from feltwork.cage.state import Cage
from feltwork.cage.tickets import not_a_cashier, presented
from feltwork.cage.till import Till
from feltwork.money import format_money
from feltwork.refusal import Refusal
from feltwork.table.live.asker import Asker
from feltwork.table.live.names import is_name

SIGN, PROMPT, DELAY, FORM, IDENTITY = "4.1", "4.3", "4.3.1", "4.3.2", "4.3.3"
FORMS = ("cash", "cheque", "bank transfer", "chips")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def prepare(cage: Cage, command: ask.PrepareHandPay, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    refused = not_a_cashier(by, PROMPT)
    if refused:
        return refused
    if not is_name(command.player) or command.requested not in FORMS or command.given not in FORMS:
        return Refusal(FORM, f"a known player is paid in {', '.join(FORMS)}")
    serial, amount = 0, command.amount
    if command.number:
        found = presented(cage, command.number, by.at, till.key)
        if isinstance(found, Refusal):
            return found
        serial, amount = found[0], found[1].amount
    elif not 0 < amount <= cage.purses.get(command.player, 0):
        return Refusal(PROMPT, f"{command.player} has {format_money(cage.purses.get(command.player, 0))} at the cage")
    if amount > till.identify_above and not command.identified.strip():
        return Refusal(IDENTITY, f"above {format_money(till.identify_above)} the player shows a paper; say which")
    waits = command.pay_at > by.at
    if (waits or command.given != command.requested) and not command.reason.strip():
        clause = DELAY if waits else FORM
        return Refusal(clause, "say why it is paid later, or otherwise, than the player asked")
    return (
        happened.HandPayPrepared(
            cage.version + 1,
            command.player,
            amount,
            serial,
            command.requested,
            command.given,
            command.identified[:80],
            command.pay_at if waits else 0,
            command.reason[:200],
        ),
    )


def agree(cage: Cage, command: ask.AgreeHandPay, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    form = cage.forms.get(command.form)
    refused = not_a_cashier(by, SIGN)
    if refused or form is None or form.standing != how.PREPARED:
        return refused or Refusal(SIGN, "no form of this number waits for a second person")
    if form.prepared_by == by.person:
        return Refusal(SIGN, "a second person agrees to a payment, not the one who prepared it")
    return (happened.HandPayAgreed(command.form, by.person),)


def sign(cage: Cage, command: ask.SignHandPay, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    """4.1: the player has verified the amount and signed; then, and not before, it is paid."""
    form = cage.forms.get(command.form)
    refused = not_a_cashier(by, SIGN)
    if refused or form is None or form.standing not in (how.PREPARED, how.AGREED):
        return refused or Refusal(SIGN, "no form of this number waits to be signed")
    if form.amount > till.second_above and form.standing != how.AGREED:
        return Refusal(SIGN, f"above {format_money(till.second_above)} a second person agrees first")
    if by.at < form.pay_at:
        return Refusal(DELAY, "it was agreed to pay this later")
    if command.amount != form.amount:
        return Refusal(SIGN, f"the player verifies the amount: the form says {format_money(form.amount)}")
    if not _DIGEST.fullmatch(command.signature):
        return Refusal(SIGN, "the player has not signed the form")
    return (happened.HandPaid(command.form, form.player, form.amount, command.signature, SIGN, till.second_above),)


def drop(cage: Cage, command: ask.DropHandPay, by: Asker, till: Till) -> tuple[happened.CageEvent, ...] | Refusal:
    form = cage.forms.get(command.form)
    refused = not_a_cashier(by, PROMPT)
    if refused or form is None or form.standing not in (how.PREPARED, how.AGREED):
        return refused or Refusal(PROMPT, "no form of this number is open")
    if not command.reason.strip():
        return Refusal(PROMPT, "say why the payment is not made")
    return (happened.HandPayDropped(command.form, form.player, form.amount, command.reason[:200]),)
