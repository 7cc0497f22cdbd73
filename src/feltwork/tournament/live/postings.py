"""From an event of a tournament to its postings.

Accounts: ``tournament/ID/pool`` the prize pool, ``tournament/ID/buy-in`` what was paid for chips and to buy back until
the conditions' target gets it, ``player/NAME`` money at the cage, ``vault`` the house's. Tournament chips are no money
and balance among themselves, one to a cent: ``tournament-chips/ID/NAME`` those of a player, ``tournament-bank/ID``
those that were given out and not yet returned, as a debt.
"""

from __future__ import annotations

from collections.abc import Iterable

from feltwork.ledger.account import Posting
from feltwork.tournament.live.state import Tournament, heat_of
from feltwork.tournament.live.topics import drafting, ending, entries, rounds, rulings, starting

HOUSE = "vault"


class _Moves:
    """What moves between the accounts of one tournament."""

    def __init__(self, tournament: str) -> None:
        self.pool, self.buy_in = f"tournament/{tournament}/pool", f"tournament/{tournament}/buy-in"
        self._chips, self._bank = f"tournament-chips/{tournament}/", f"tournament-bank/{tournament}"
        self.moved: dict[str, int] = {}

    def move(self, source: str, target: str, cents: int) -> None:
        self.moved[source] = self.moved.get(source, 0) - cents
        self.moved[target] = self.moved.get(target, 0) + cents

    def pay(self, source: str, players: Iterable[tuple[str, int]]) -> None:
        for name, cents in players:
            self.move(source, f"player/{name}", cents)

    def give(self, name: str, chips: int) -> None:
        self.move(self._bank, self._chips + name, chips)


def postings(tournament: Tournament, event: object) -> tuple[Posting, ...]:
    """What an event moves, given the tournament before it."""
    moves = _Moves(tournament.id)
    match event:
        case entries.PlayerEntered():
            moves.move(f"player/{event.player}", moves.pool, event.fee)
        case entries.EntryRefused() | entries.EntryWithdrawn():
            moves.pay(moves.pool, [(event.player, event.fee)])
        case entries.PoolAdded():
            moves.move(HOUSE, moves.pool, event.amount)
        case entries.EntriesClosed():
            moves.move(HOUSE, moves.pool, event.topped_up)
        case starting.ChipsBought() | ending.BoughtBack():
            moves.move(f"player/{event.player}", moves.buy_in, event.amount)
        case rulings.PlayerDisqualified() | rulings.PlayerRetired():
            moves.pay(moves.pool, [(event.player, event.refund)])
            _leaving(moves, tournament, event.player)
        case rulings.BuyInRefunded():
            moves.pay(moves.buy_in, [(event.player, event.amount)])
        case drafting.TournamentCancelled():
            _cancelled(moves, tournament, event)
        case ending.PrizesPaid():
            moves.move(moves.buy_in, moves.pool, event.to_pool)
            moves.move(moves.buy_in, HOUSE, event.to_house)
            moves.pay(moves.pool, event.prizes)
        case _:
            _chips(moves, tournament, event)
    return tuple([Posting(account, cents) for account, cents in sorted(moves.moved.items()) if cents])


def _chips(moves: _Moves, tournament: Tournament, event: object) -> None:
    match event:
        case starting.SessionStarted():
            for _, names in event.seats:
                for name in names:
                    moves.give(name, event.chips)
        case rounds.TournamentRoundSettled():
            players = tournament.heats[event.table].players
            for name, chips in event.chips:
                moves.give(name, chips - players[name].chips)
        case ending.TournamentChipsReturned():
            for name, chips in event.chips:
                moves.give(name, -chips)
            moves.pay(moves.buy_in, event.cashed)
            short = sum(cents for _, cents in event.cashed) - tournament.money.bought
            if short > 0:
                moves.move(HOUSE, moves.buy_in, short)
        case _:
            pass


def _leaving(moves: _Moves, tournament: Tournament, name: str) -> None:
    """Chips of who leaves in the middle of a round are counted as they are."""
    heat = heat_of(tournament, name)
    if heat is not None and not heat.closing.returned:
        moves.give(name, heat.chips(name) - heat.players[name].chips)


def _cancelled(moves: _Moves, tournament: Tournament, event: drafting.TournamentCancelled) -> None:
    moves.pay(moves.pool, event.fees)
    moves.pay(moves.buy_in, event.buy_ins)
    moves.move(moves.pool, HOUSE, tournament.money.pool - sum(cents for _, cents in event.fees))
    moves.move(moves.buy_in, HOUSE, tournament.money.bought - sum(cents for _, cents in event.buy_ins))
    for heat in tournament.heats.values():
        if not heat.closing.returned:
            for name, player in heat.players.items():
                moves.give(name, -player.chips)
