"""The cage as it stands. Only ``evolve`` changes it."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, MutableMapping
from copy import copy
from typing import Any, TypeVar

from msgspec import Struct, field

K = TypeVar("K")
V = TypeVar("V")
OPEN, PAID, EXPIRED, VOID, WITHHELD, DEMANDED, KEPT, ON_FORM = (
    "open",
    "paid",
    "expired",
    "void",
    "withheld",
    "demanded back",
    "kept",
    "on a form",
)
"""How a ticket stands."""
AT_TERMINAL = " terminal "
"""Between table and seat in what a ticket says of where it was printed."""
EXCHANGED = "exchanged"
"""How a voucher stands; or it is open, void or expired."""
PENDING, DONE, REFUSED = "pending", "done", "refused"
PREPARED, AGREED, SIGNED, DROPPED = "prepared", "agreed", "signed", "dropped"


class Ticket(Struct, frozen=True):
    """A ticket by its serial."""

    amount: int
    expires: int
    issued: int
    player: str = ""
    """Whose credits it holds; nobody's when it was sold for cash."""
    where: str = ""
    standing: str = OPEN
    settled: int = 0
    """When it last changed hands."""


class Card(Struct, frozen=True):
    player: str
    kind: str
    blocked: str = ""
    """Why it is no longer valid."""


class Transfer(Struct, frozen=True):
    """A transfer by its id, and the terminal it was asked for at."""

    player: str
    amount: int
    inward: bool
    table: str
    seat: int
    standing: str = PENDING
    why: str = ""
    credited: bool = False
    """Have the credits gone onto that terminal's meter?"""


class Form(Struct, frozen=True):
    """A payment by hand."""

    player: str
    amount: int
    ticket: int
    requested: str
    given: str
    identified: str
    pay_at: int
    prepared_by: str
    agreed_by: str = ""
    standing: str = PREPARED


class Voucher(Struct, frozen=True):
    """A promotional voucher by its number."""

    player: str
    amount: int
    conditions: str = ""
    table: str = ""
    """Where it was exchanged; empty while it was not."""
    book: str = ""
    table_named: str = ""
    """The one table where it is exchanged; empty for any of its game."""
    wagers: tuple[str, ...] = ()
    expires: int = 0
    """0 for one whose conditions nobody checked."""
    form: str = ""
    standing: str = OPEN


class Over(ChainMap[K, V]):
    """What was written lately over what stood before; asked often, so not by way of all the maps there could be."""

    def __contains__(self, key: object) -> bool:
        late, before = self.maps
        return key in late or key in before

    def __getitem__(self, key: K) -> V:
        late, before = self.maps
        return late[key] if key in late else before[key]

    def get(self, key: K, default: V | None = None) -> V | None:  # type: ignore[override]  # the one form that is used
        late, before = self.maps
        return late[key] if key in late else before.get(key, default)


def _nowhere(key: object) -> None:
    """Nothing was put away."""


class Kept(dict[K, V]):
    """What the cage works with, over what is over and was put away: that is looked up when it is asked for.

    Going through it gives what is here; asking for one by its name also gives what was put away.
    """

    def __init__(self, items: Iterable[tuple[K, V]] | MutableMapping[K, V] = ()) -> None:
        super().__init__(items)
        self.find: Callable[[Any], V | None] = _nowhere

    def __missing__(self, key: K) -> V:
        found = self.find(key)
        if found is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or self.find(key) is not None

    def get(self, key: K, default: V | None = None) -> V | None:  # type: ignore[override]  # the one form that is used
        found = super().get(key)
        return found if found is not None else self.find(key) or default


class Document(Struct, frozen=True):
    """The approved rules of a game that are shown now."""

    version: str
    sha256: str
    size: int
    form: str
    at: int
    by: str


class Cage(Struct):
    """Everything a decision at the cage may look at. Nothing is ever deleted: what is over is told by how it stands.

    Of what is over, old ones may be put away, and are looked up where they are asked for.
    """

    version: int = 0
    purses: MutableMapping[str, int] = field(default_factory=dict)
    """Money of players that is at no table."""
    tickets: MutableMapping[int, Ticket] = field(default_factory=Kept)
    cards: MutableMapping[str, Card] = field(default_factory=dict)
    seated: MutableMapping[str, tuple[str, int] | None] = field(default_factory=dict)
    """The table and seat where a player's card is in a terminal."""
    transfers: MutableMapping[str, Transfer] = field(default_factory=Kept)
    forms: MutableMapping[int, Form] = field(default_factory=Kept)
    vouchers: MutableMapping[str, Voucher] = field(default_factory=Kept)
    documents: MutableMapping[str, Document] = field(default_factory=dict)
    """The approved rules, by book."""
    equipment: MutableMapping[str, str] = field(default_factory=dict)
    """The table that each numbered piece of equipment is at; at none, once it is back."""

    def tentative(self) -> Cage:
        """One on which things can happen that are thrown away, or absorbed."""
        twin = copy(self)
        for name in _HOLDS:
            setattr(twin, name, Over({}, getattr(self, name)))
        return twin

    def absorb(self, after: Cage) -> None:
        """Let what happened to a tentative cage have happened to this one."""
        if self.version == after.version:
            return
        self.version = after.version
        for name in _HOLDS:
            getattr(self, name).update(getattr(after, name).maps[0])


_HOLDS = tuple(name for name in Cage.__struct_fields__ if name != "version")


class Saved(Struct, frozen=True):
    """The cage's form at rest."""

    version: int
    purses: dict[str, int]
    tickets: dict[int, Ticket]
    cards: dict[str, Card]
    seated: dict[str, tuple[str, int] | None]
    transfers: dict[str, Transfer]
    forms: dict[int, Form]
    vouchers: dict[str, Voucher]
    equipment: dict[str, str]
    documents: dict[str, Document]


def saved(cage: Cage) -> Saved:
    return Saved(cage.version, **{name: dict(getattr(cage, name)) for name in _HOLDS})


def restored(kept: Saved) -> Cage:
    held = {name: getattr(kept, name) for name in Cage.__struct_fields__}
    return Cage(**held | {name: Kept(held[name]) for name in OVER})


def _transfer_is_over(transfer: Transfer) -> bool:
    """Did its credits go where they were to go, or never leave?"""
    return transfer.credited or transfer.standing == (REFUSED if transfer.inward else DONE)


OVER: dict[str, Callable[[Any], bool]] = {
    "tickets": lambda ticket: ticket.standing in (PAID, EXPIRED, VOID, KEPT),
    "transfers": _transfer_is_over,
    "forms": lambda form: form.standing in (SIGNED, DROPPED),
    "vouchers": lambda voucher: voucher.standing != OPEN and voucher.expires > 0,
}
"""What the cage may put away: by the part of it, whether one is over. Vouchers of elsewhere stay in sight for good."""
OVER_KINDS: dict[str, type[Struct]] = {"tickets": Ticket, "transfers": Transfer, "forms": Form, "vouchers": Voucher}
