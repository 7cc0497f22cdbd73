"""Events that the operator has decided to pass over, because no program could follow them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from feltwork.verifier.keys.trust import Trust
from feltwork.verifier.log.bodies import read_event
from feltwork.verifier.log.rows import Columns, Finding, Reading

STREAM = "passed"
FIELDS = ("stream", "version", "hash", "reason", "person")


class Decision(NamedTuple):
    """One event that counts as if nothing had happened."""

    own_version: int
    at: int
    digest: bytes
    reason: str
    person: str
    signed: bytes
    signature: bytes


Decisions = dict[tuple[str, int], Decision]
"""By the stream and the version of the event."""


def decisions_in(reading: Reading) -> Decisions:
    """All decisions of a log that can be read; the others show as a wrong body."""
    found: Decisions = {}
    for row in reading.columns(STREAM) if STREAM in reading.streams() else ():
        body = read_event(row)
        decision = _decision(row[1], row[2], body) if isinstance(body, dict) else None
        if decision is not None and isinstance(body, dict):
            found[str(body["stream"]), int(body["version"])] = decision
    return found


def _decision(own: int, at: int, body: dict[str, Any]) -> Decision | None:
    try:
        signed = "\n".join(["feltwork event-passed", *(str(body[field]) for field in FIELDS)]).encode()
        digest, signature = bytes.fromhex(body["hash"]), bytes.fromhex(body["signature"])
        return Decision(own, at, digest, str(body["reason"]), str(body["person"]), signed, signature)
    except (KeyError, ValueError, TypeError):
        return None


def wrong_decisions(decisions: Decisions, trust: Trust | None) -> Iterator[Finding]:
    """Decisions that were not signed with a key that is trusted."""
    for decision in decisions.values():
        if trust is None:
            yield Finding("signature", STREAM, decision.own_version, "no trusted key was given to check it with")
        elif not trust.accepts(decision.signed, decision.signature, decision.at):
            yield Finding("signature", STREAM, decision.own_version, "it was not signed with a key that is trusted")


def wrong_passing(row: Columns, decision: Decision) -> list[tuple[str, str]]:
    """What is wrong with passing over this very record."""
    wrong: list[tuple[str, str]] = []
    if row[11] != decision.digest:
        wrong.append(("chain", "the decision to pass it over was about another record"))
    if row[10] or row[9]:
        wrong.append(("money", "it moved money or has a twin, and such an event is not passed over"))
    return wrong


def note_of(place: tuple[str, int], decision: Decision) -> str:
    stream, version = place
    return f"{stream} version {version} is passed over by decision of {decision.person}: {decision.reason}"
