"""Money at a live table other than wagers: promotional tokens, colour checks, the float and the drop."""

from __future__ import annotations

from collections.abc import Callable

from feltwork.games.conduct import Act, ColourChecks, Conduct
from feltwork.games.equipment import COLOUR_CHECKS
from feltwork.money import format_money
from feltwork.refusal import NOT_IN_THE_BOOK, Refusal, shown
from feltwork.table.live import checks_out, consent
from feltwork.table.live import commands as asks
from feltwork.table.live import money_commands as ask
from feltwork.table.live import money_events as happened
from feltwork.table.live.crew import PLAYER, Asker, may, not_theirs
from feltwork.table.live.held import holds_checks, holds_tokens
from feltwork.table.live.inspecting import unproved
from feltwork.table.live.meters import disagreement
from feltwork.table.live.state import Decision, Life, is_name
from feltwork.table.play.events import Removed
from feltwork.table.play.instruments import CHECKS, CHIPS, TOKENS
from feltwork.table.play.state import TableState

MOST = 10**15
"""Cents in one go: more would not fit an account after a few more of them."""


def exchange_voucher(
    life: Life, table: TableState, conduct: Conduct, command: ask.ExchangeVoucher, by: Asker
) -> Decision:
    """The dealer exchanges a voucher for tokens of equal value, once; the cage knows its conditions."""
    refused = may(by, conduct, Act.EXCHANGE_VOUCHER) or _nobody(life, table, command.seat)
    if refused:
        return refused
    clause = conduct.clause_of(Act.EXCHANGE_VOUCHER)
    if not is_name(command.voucher):
        return Refusal(NOT_IN_THE_BOOK, "a voucher is known by letters, digits, dots and dashes")
    if command.voucher in life.vouchers:
        return Refusal(clause, f"voucher {command.voucher} has been exchanged already")
    refused = not_in_chips(table, command.amount, clause)
    if refused or conduct.rules == 1:
        return refused or (happened.TokensIssued(command.seat, command.voucher, command.amount, clause),)
    player, book = life.seats[command.seat], table.book.id
    return (happened.TokensIssued(command.seat, command.voucher, command.amount, clause, player, book),)


def hand_in_tokens(life: Life, table: TableState, conduct: Conduct, command: ask.HandInTokens, by: Asker) -> Decision:
    """Tokens are never redeemed: what is not wagered is given up (reading G16)."""
    refused = _nobody(life, table, command.seat) or _not_theirs(life, table, command.seat, by)
    if refused:
        return refused
    held = table.tokens.get(command.seat, 0)
    if not held:
        return Refusal(NOT_IN_THE_BOOK, "there are no tokens to hand in")
    return (happened.TokensHandedIn(command.seat, held),)


def wrong_instrument(
    life: Life, table: TableState, conduct: Conduct, seat: int, wager: str, amount: int, instrument: str
) -> Refusal | None:
    """Is the wager made of something that this book accepts: of tokens that are for it, of checks of this table?"""
    if instrument == CHIPS:
        return None
    if instrument == TOKENS and TOKENS in conduct.instruments:
        return barred_tokens(life, conduct, seat, wager)
    if instrument not in conduct.instruments:
        accepted = " or ".join(conduct.instruments)
        clause = conduct.instruments[CHIPS]
        return Refusal(clause, f"wagers are made in {accepted} here, not in '{shown(instrument)}'")
    if instrument != CHECKS or conduct.checks is None:
        return None
    if not table.checks.get(seat):
        return Refusal(conduct.checks.here, "only colour checks issued at this table play here, and the seat has none")
    value = life.colours[seat].value
    if amount % value:
        amount_shown = format_money(amount)
        return Refusal(conduct.checks.value, f"{amount_shown} cannot be put down in checks of {format_money(value)}")
    return None


def barred_tokens(life: Life, conduct: Conduct, seat: int, wager: str) -> Refusal | None:
    """Tokens go where the conditions of their voucher let them."""
    terms = life.token_terms.get(seat)
    if not terms or wager in terms:
        return None
    return Refusal(conduct.clause_of(Act.EXCHANGE_VOUCHER), f"these tokens came for {' and '.join(terms)} only")


def other_terms(life: Life, table: TableState, seat: int, wagers: tuple[str, ...], clause: str) -> Refusal | None:
    """Tokens are alike: those of one voucher are wagered or handed in before others come with other conditions."""
    if life.token_terms.get(seat, wagers) == wagers or not holds_tokens(table, seat):
        return None
    return Refusal(clause, "tokens of another voucher, with other conditions, are still in play at this seat")


def splits_a_check(life: Life, conduct: Conduct, removed: Removed) -> Refusal | None:
    """Roulette 3.8: what a player takes up in colour checks is whole ones."""
    value = life.colours[removed.key[0]].value if removed.checks else 1
    if conduct.checks is None or removed.checks % value == 0:
        return None
    return Refusal(conduct.checks.value, f"a check of {format_money(value)} is taken up whole or left where it lies")


def buy_colour(life: Life, table: TableState, conduct: Conduct, command: ask.BuyColour, by: Asker) -> Decision:
    """Roulette 3.7 to 3.9: the player sets the value, the dealer ascertains it; a supervisor may allow a second colour.

    A player's own command asks for the checks; the dealer's issues them.
    """
    rules, seat = conduct.checks, command.seat
    if rules is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has no colour checks")
    refused = _nobody(life, table, seat)
    if refused is None and by.role == PLAYER:
        refused = _not_theirs(life, table, seat, by)
    if refused:
        return refused
    if refused := unproved(life, conduct, COLOUR_CHECKS):
        return refused
    if command.colour not in own_colours(life, rules):
        return Refusal(rules.emblem, f"the set of this table has no '{shown(command.colour)}'")
    refused = (
        _bad_value(table, rules, command)
        or consent.not_shared(life, table, conduct, rules, command, by)
        or _not_theirs_to_issue(life, table, conduct, rules, command, by)
    )
    if refused:
        return refused
    if command.amount > table.balances[seat]:
        return Refusal(NOT_IN_THE_BOOK, f"seat {seat} holds {format_money(table.balances[seat])} to buy checks with")
    if by.role == PLAYER:
        return (happened.ColourAsked(seat, command.colour, command.value, command.amount, rules.value),)
    marker = command.value > _table_minimum(table)
    return (happened.ColourIssued(seat, command.colour, command.value, command.amount, marker, rules.value),)


def agree_colour(life: Life, table: TableState, conduct: Conduct, command: ask.AgreeColour, by: Asker) -> Decision:
    """Roulette 3.7: the player who has a colour agrees that another gets the same."""
    rules = conduct.checks
    if rules is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has no colour checks")
    refused = _nobody(life, table, command.seat) or _nobody(life, table, command.with_seat)
    if refused:
        return refused
    return consent.agree(life, table, conduct, rules, command, by)


def redeem_colour(life: Life, table: TableState, conduct: Conduct, command: ask.RedeemColour, by: Asker) -> Decision:
    """Roulette 3.6: at the table that issued them, for chips at their value."""
    rules = conduct.checks
    if rules is None:
        return Refusal(NOT_IN_THE_BOOK, "this table has no colour checks")
    refused = _nobody(life, table, command.seat) or _not_theirs(life, table, command.seat, by)
    if refused:
        return refused
    held, back = table.checks.get(command.seat, 0), checks_out.brought_back(life, conduct, command.seat)
    if not held and not back:
        return Refusal(rules.redeem, "only checks of this table are redeemed here, and the seat has none")
    in_hand = (happened.ColourRedeemed(command.seat, held, rules.redeem),) if held else ()
    return (*in_hand, *back)


def still_holds(life: Life, table: TableState, conduct: Conduct, seat: int) -> Refusal | None:
    """What must be redeemed or given up at the table before a player leaves it."""
    if table.checks.get(seat) and conduct.checks:
        return Refusal(NOT_IN_THE_BOOK, "colour checks are redeemed at this table before the player leaves it")
    if table.tokens.get(seat):
        return Refusal(NOT_IN_THE_BOOK, "tokens are wagered or handed in before the player leaves")
    return None


def sell_chips(life: Life, table: TableState, conduct: Conduct, command: ask.SellChips, by: Asker) -> Decision:
    """Cash into the drop box, chips out of the float."""
    refused = may(by, conduct, Act.SELL_CHIPS) or _nobody(life, table, command.seat)
    clause = conduct.clause_of(Act.SELL_CHIPS)
    return (
        refused
        or not_in_chips(table, command.amount, clause)
        or (happened.ChipsSold(command.seat, command.amount, clause),)
    )


def fill_float(life: Life, table: TableState, conduct: Conduct, command: ask.FillFloat, by: Asker) -> Decision:
    clause = conduct.clause_of(Act.FILL_FLOAT)
    refused = may(by, conduct, Act.FILL_FLOAT) or not_in_chips(table, command.amount, clause)
    return refused or (happened.FloatFilled(command.amount, clause),)


def credit_float(life: Life, table: TableState, conduct: Conduct, command: ask.CreditFloat, by: Asker) -> Decision:
    """Chips go back to the cage: no more than the tray holds."""
    clause = conduct.clause_of(Act.FILL_FLOAT)
    refused = may(by, conduct, Act.FILL_FLOAT) or not_in_chips(table, command.amount, clause)
    if refused:
        return refused
    if command.amount > table.tray:
        return Refusal(
            NOT_IN_THE_BOOK, f"the float tray holds {format_money(table.tray)}, not {format_money(command.amount)}"
        )
    return (happened.FloatCredited(command.amount, clause),)


def empty_drop_box(life: Life, table: TableState, conduct: Conduct, command: ask.EmptyDropBox, by: Asker) -> Decision:
    refused = may(by, conduct, Act.EMPTY_DROP_BOX)
    clause = conduct.clause_of(Act.EMPTY_DROP_BOX)
    if refused or not life.drop:
        return refused or Refusal(NOT_IN_THE_BOOK, "there is nothing in the drop box")
    return (happened.DropCounted(life.drop, clause),)


def meters_disagree(life: Life, table: TableState, conduct: Conduct) -> Refusal | None:
    """Nothing is begun or paid while what a seat holds is not what its meters make of it: that is a fault of ours."""
    seat = disagreement(life.meters, table)
    if seat is None:
        return None
    return Refusal(conduct.meters or NOT_IN_THE_BOOK, f"the meters of seat {seat} do not agree; nothing is paid")


def _bad_value(table: TableState, rules: ColourChecks, command: ask.BuyColour) -> Refusal | None:
    """Each check is worth whole chips and may be wagered: no more than the highest maximum on the sign."""
    refused = not_in_chips(table, command.value, rules.value)
    if refused or command.amount <= 0 or command.amount % command.value:
        return refused or Refusal(rules.value, f"checks of {format_money(command.value)} come in whole numbers")
    maxima = [limit.maximum for limit in table.rules.limits.values()]
    most = max((most for most in maxima if most is not None), default=None)
    if most is not None and None not in maxima and command.value > most:
        return Refusal(rules.value, f"a check of {format_money(command.value)} could not be wagered at this table")
    return None


def _table_minimum(table: TableState) -> int:
    return min((limit.minimum for limit in table.rules.limits.values()), default=0)


def own_colours(life: Life, rules: ColourChecks) -> tuple[str, ...]:
    """The colours of the set at this table, as they were found when it was checked (Roulette 3.4)."""
    found = life.inspected.get(COLOUR_CHECKS)
    told = found.values.get("colours") if found and COLOUR_CHECKS in life.checked else None
    return tuple(colour for colour in rules.colours if not isinstance(told, list) or colour in told)


def _not_theirs_to_issue(
    life: Life, table: TableState, conduct: Conduct, rules: ColourChecks, command: ask.BuyColour, by: Asker
) -> Refusal | None:
    """The dealer issues checks; a second colour a supervisor, at the same value, if enough are left for the others."""
    issues = None if by.role == PLAYER else may(by, conduct, Act.ISSUE_COLOURS)
    mine = life.colours.get(command.seat)
    if mine is None or not holds_checks(table, command.seat):
        return issues
    if mine.value != command.value:
        return Refusal(rules.several, f"all checks of one player have one value, here {format_money(mine.value)}")
    if command.colour in mine.colours:
        return issues
    refused = may(by, conduct, Act.SEVERAL_COLOURS)
    if refused:
        return refused
    holders = [seat for seat in life.colours if holds_checks(table, seat)]
    taken = {colour for seat in holders for colour in life.colours[seat].colours} | {command.colour}
    if len(own_colours(life, rules)) - len(taken) < len(life.seats) - len(holders):
        return Refusal(rules.several, "another player would then be left without a colour")
    return None


def not_in_chips(table: TableState, amount: int, clause: str) -> Refusal | None:
    if 0 < amount <= MOST and amount % table.rules.chip == 0:
        return None
    chip = format_money(table.rules.chip)
    return Refusal(clause, f"{format_money(amount)} is no amount in chips of {chip}")


def _nobody(life: Life, table: TableState, seat: int) -> Refusal | None:
    return None if seat in life.seats else Refusal(NOT_IN_THE_BOOK, f"nobody sits in seat {seat}")


def _not_theirs(life: Life, table: TableState, seat: int, by: Asker) -> Refusal | None:
    return not_theirs(life.seats.get(seat), seat, by, table.book.house.placing)


HANDLERS: dict[type, Callable[..., Decision]] = {
    ask.ExchangeVoucher: exchange_voucher,
    ask.HandInTokens: hand_in_tokens,
    ask.BuyColour: buy_colour,
    ask.AgreeColour: agree_colour,
    ask.RedeemColour: redeem_colour,
    ask.RedeemChecks: checks_out.redeem,
    ask.SellChips: sell_chips,
    ask.FillFloat: fill_float,
    ask.CreditFloat: credit_float,
    ask.EmptyDropBox: empty_drop_box,
}
BEFORE_PLAY = (ask.FillFloat, ask.CreditFloat, ask.EmptyDropBox)
METERED = frozenset(
    (
        asks.Collect,
        ask.RedeemColour,
        asks.CloseBets,
        asks.ThrowDice,
        asks.SpinBall,
        asks.ShootDice,
        asks.ConfirmResult,
        asks.ConfirmNumber,
        asks.SenseResult,
    )
)
"""What begins a round, settles it or pays out: not while a seat's meters disagree with what it holds."""
AT_A_SEAT = (ask.ExchangeVoucher, ask.HandInTokens, ask.BuyColour, ask.RedeemColour, ask.SellChips)
