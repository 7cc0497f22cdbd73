"""What a verdict rests on, and what the verifier could not see."""

from __future__ import annotations

from collections.abc import Mapping

from feltwork.verifier.keys.checkpoint import Checkpoint
from feltwork.verifier.keys.trust import Trust, told

CUT_SHORT = "whether the end of the log was cut off: no checkpoint says how far it went"
REWRITTEN = "whether the log was written anew from its start, with all its hashes: no checkpoint was signed over it"
UNTRUSTED = "whose word a checkpoint is: there is no trust file, so none was used"


def unseen(signed: Checkpoint | None, ends: Mapping[str, int]) -> list[str]:
    """What could have been done to a log that goes to these versions without showing here."""
    if signed is None:
        return [CUT_SHORT, REWRITTEN]
    after = sum(max(end - signed.heads.get(stream, (0, b""))[0], 0) for stream, end in ends.items())
    if not after:
        return []
    records, verb = ("1 record", "was") if after == 1 else (f"{after} records", "were")
    return [f"whether {records} after checkpoint {signed.number} {verb} changed so that every rule still holds"]


def since_told(since: Checkpoint, key: str) -> list[str]:
    """What was not looked at again because an earlier verification had been sound."""
    before = f"anything before checkpoint {since.number} of {told(since.at)}, but for the last hash of each stream"
    return [
        f"{before}: your own earlier verification, signed with {key}, vouches for it",
        "answers to commands that name no record since then: a verification of the whole log counts them",
    ]


def held_against(signed: Checkpoint | None, trust: Trust | None) -> dict[str, object] | None:
    """The checkpoint that a log was held against, its key by fingerprint, and who vouches for that."""
    if signed is None:
        return None
    vouched = trust.vouched(signed) if trust is not None else "nobody vouches for it here"
    return {
        "number": signed.number,
        "at": signed.at,
        "time": told(signed.at),
        "key": signed.fingerprint,
        "vouched": vouched,
    }
