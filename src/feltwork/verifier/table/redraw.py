"""A revealed draw made again from the log alone, every step of it told.

This is written from docs/draws.md and shares nothing with the code that draws.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from feltwork.outcomes import COLOURS, DOUBLE_WHEEL, SINGLE_WHEEL
from feltwork.verifier.log.rows import ROUNDS, Row

MAPPING = 1
"""The mapping that this module knows."""
MAX_BYTES = 4096
"""A draw that would use more is not one."""


@dataclass
class Redrawn:
    """One kind of draw of a round: what it gives, how many bytes it took, and how."""

    outcome: list[int | str]
    used: int = 0
    steps: list[str] = field(default_factory=list)


def byte_stream(secret: bytes, round_id: str, nonces: Iterable[str]) -> Iterator[int]:
    """HMAC-SHA256 under the secret of the round id, 0x1f, the nonces with 0x1f between, and a counter."""
    message = round_id.encode("ascii") + b"\x1f" + b"\x1f".join(nonce.encode("ascii") for nonce in nonces)
    for counter in range(MAX_BYTES // 32):
        yield from hmac.new(secret, message + counter.to_bytes(8, "big"), hashlib.sha256).digest()
    raise ValueError("the draw does not end")


def redraw(kind: str, stream: Iterator[int]) -> Redrawn:
    """The outcome of a kind of draw, told byte by byte."""
    found = Redrawn([])
    name, _, detail = kind.partition(":")
    if kind == "two-dice":
        for _ in range(2):
            found.outcome.append(number_below(6, stream, found, "the die shows it plus 1") + 1)
    elif name in ("distinct", "pocket"):
        left = {"36": list(SINGLE_WHEEL[1:]), "37": list(SINGLE_WHEEL), "38": list(DOUBLE_WHEEL)}[detail]
        for colour in COLOURS if name == "distinct" else ("the pocket",):
            place = number_below(len(left), stream, found, f"{colour}: its place among those left, from 0")
            found.outcome.append(left.pop(place))
    elif name == "boost":
        found.outcome.append(COLOURS[number_below(4, stream, found, "the colour, counted from 0")])
        part, _, whole = detail.partition("/")
        mega = bool(detail) and number_below(int(whole), stream, found, f"mega odds if below {part}") < int(part)
        found.outcome.append("mega" if mega else "super")
    else:
        raise ValueError(f"no kind of draw: {kind}")
    return found


def number_below(below: int, stream: Iterator[int], found: Redrawn, what: str) -> int:
    """Equal shares of the byte values, what is above the last share dropped."""
    width = 0
    while 256**width < below:
        width += 1
    share: int = 256**width // below
    while True:
        value = int.from_bytes(bytes(next(stream) for _ in range(width)), "big")
        found.used += width
        if value < share * below:
            found.steps.append(f"{value} divided by {share} gives {value // share} of 0 to {below - 1} ({what})")
            return value // share
        found.steps.append(f"{value} is {share * below} or more: dropped")


def wrong_reveal(secret: str, commitment: str, round_id: str, nonces: Iterable[str], parts: list[Any]) -> list[str]:
    """What does not hold when a secret is revealed; ``parts`` are the kind, outcome and bytes used as recorded."""
    try:
        raw = bytes.fromhex(secret)
    except ValueError:
        return ["the secret is not hex"]
    if len(raw) != 32 or hashlib.sha256(raw).hexdigest() != commitment:
        return [f"the secret of {round_id} does not match its commitment"]
    wrong = []
    stream = byte_stream(raw, round_id, nonces)
    for kind, outcome, used in parts:
        again = redraw(kind, stream)
        if (again.outcome, again.used) != (list(outcome), used):
            wrong.append(f"{kind} of {round_id} was recorded as {outcome}, the secret gives {again.outcome}")
    return wrong


@dataclass
class Recalled:
    """A round's draw as the log has it, and whether it holds."""

    round_id: str
    told: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    nonces: list[str] = field(default_factory=list)
    parts: list[Any] = field(default_factory=list)
    commitment: str = ""
    secret: str = ""

    def as_data(self) -> dict[str, object]:
        drawn = [{"kind": kind, "outcome": outcome, "used": used} for kind, outcome, used in self.parts]
        return {
            "round": self.round_id,
            "agrees": not self.wrong,
            "commitment": self.commitment,
            "secret": self.secret,
            "nonces": self.nonces,
            "drawn": drawn,
            "steps": self.told,
            "findings": self.wrong,
        }


def draw_of(rows: Iterable[Row], number: int) -> str | None:
    """The id of the draw that a round used, by the round's number as they are told; ids of draws count draws alone.

    A round that is set right has the draw of the one that it replaces, whatever was committed to since.
    """
    committed = used = None
    settled, before = 0, ""
    for row in rows:
        if row.kind == "draw-committed":
            committed = str(msgspec.json.decode(row.body)["round_id"])
        elif row.kind in ROUNDS:
            settled += 1
            used = used if before == "round-reversed" else committed
            if settled == number:
                return used
        before = row.kind
    return committed if number == settled + 1 and committed != used else None  # the round that is being played


def recall(rows: Iterable[Row], round_id: str) -> Recalled | None:
    """The draw of a round out of a table's records; nothing if there is none of that name."""
    found: Recalled | None = None
    results = {"lucky-ball-drawn": "distinct", "lucky-ball-boosted": "boost", "round-settled": "two-dice"}
    for row in rows:
        if row.kind == "draw-committed" or (found is not None and row.kind in _TOLD):
            body: dict[str, Any] = msgspec.json.decode(row.body)
            if row.kind == "draw-committed":
                if found is not None:
                    break
                found = Recalled(round_id) if body["round_id"] == round_id else None
            if found is not None:
                _take(found, row, body)
        elif found is not None and row.kind in results and not found.secret:
            body = msgspec.json.decode(row.body)
            _held_against(found, row, results[row.kind], body)
    if found is None:
        return None
    if not found.secret:
        found.wrong.append("the secret is not revealed: nothing can be recomputed")
        return found
    found.wrong += wrong_reveal(found.secret, found.commitment, round_id, found.nonces, found.parts)
    _tell_draws(found)
    return found


def _take(found: Recalled, row: Row, body: dict[str, Any]) -> None:
    where = f"event {row.version}"
    match row.kind:
        case "draw-committed":
            found.commitment = body["commitment"]
            found.told.append(f"{where}: before any wager the house published the commitment {found.commitment}")
            if body["mapping"] != MAPPING:
                found.wrong.append(f"it was drawn with mapping {body['mapping']}, this program knows {MAPPING}")
        case "betting-opened":
            found.told.append(f"{where}: wagers were taken")
        case "nonce-added":
            found.nonces.append(body["nonce"])
            found.told.append(f"{where}: seat {body['seat']} added the nonce {body['nonce']}")
        case "bets-closed":
            found.told.append(f"{where}: no more bets")
        case "outcome-drawn":
            found.parts.append((body["kind"], body["outcome"], body["used"]))
            said = " ".join(map(str, body["outcome"]))
            found.told.append(f"{where}: {body['kind']} was recorded as {said}, from {body['used']} of the bytes")
        case _:
            found.secret = body["secret"]
            found.told.append(f"{where}: the secret {found.secret} was revealed")


_TOLD = ("betting-opened", "nonce-added", "bets-closed", "outcome-drawn", "secret-revealed")


def shown_by(kind: str, body: dict[str, Any]) -> list[int | str] | None:
    """What an event of the game shows of a draw."""
    if kind == "distinct":
        return [body["numbers"].get(colour) for colour in COLOURS]
    return [body["colour"], body["odds"]] if kind == "boost" else body["result"]


def _held_against(found: Recalled, row: Row, kind: str, body: dict[str, Any]) -> None:
    """What the table showed is what was recorded."""
    drawn = [outcome for name, outcome, _ in found.parts if name.partition(":")[0] == kind]
    shown = shown_by(kind, body)
    if shown != (drawn[-1] if drawn else None) and (kind != "two-dice" or isinstance(shown, list)):
        found.wrong.append(f"event {row.version} shows {shown}, {drawn[-1] if drawn else 'nothing'} had been drawn")


def _tell_draws(found: Recalled) -> None:
    if found.wrong:
        return
    secret = bytes.fromhex(found.secret)
    found.told.append(f"SHA-256 of the secret is {hashlib.sha256(secret).hexdigest()}: the commitment")
    joined = " 1f ".join((found.round_id, *found.nonces)) if found.nonces else f"{found.round_id} 1f"
    found.told.append(f"bytes are HMAC-SHA256 under the secret of: {joined}, then a counter of eight bytes from 0")
    stream = byte_stream(secret, found.round_id, found.nonces)
    for kind, _, _ in found.parts:
        again = redraw(kind, stream)
        found.told += [f"{kind}: {step}" for step in again.steps]
        found.told.append(f"{kind}: {' '.join(map(str, again.outcome))}, as recorded")
