"""What the verifier found, as lines and as data, and the checkpoint that it was held against."""

from __future__ import annotations

from collections.abc import Sequence

import click

from feltwork.cli.common import read_file, say, say_json, verdict
from feltwork.refusal import harmless
from feltwork.verifier.basis import held_against
from feltwork.verifier.keys.checkpoint import Checkpoint, CheckpointError, read_checkpoint
from feltwork.verifier.keys.trust import Trust
from feltwork.verifier.log.rows import Finding

OWN_KEY = "checked with the pack's own key: it shows no change since that key signed it, not whose key it is"


def checkpoint_at(path: str) -> bytes:
    """The bytes of a file that is a checkpoint, whoever signed it."""
    raw = read_file(path)
    try:
        read_checkpoint(raw)
    except CheckpointError as wrong:
        raise click.UsageError(f"{harmless(path)}: {wrong}") from None
    return raw


def report(
    found: list[Finding],
    as_json: bool,
    rehearsals: Sequence[str] = (),
    *,
    own_key: bool | None = None,
    notes: Sequence[str] | None = None,
    held: tuple[Checkpoint | None, Trust | None] = (None, None),
    blind: Sequence[str] | None = None,
) -> int:
    """Say what was found, what it was held against and what could not be seen.

    ``own_key``: was a pack checked with the key that lies in it?
    """
    told: dict[str, object] = {"sound": not found, "findings": [finding._asdict() for finding in found]}
    told |= {"rehearsal_tables": list(rehearsals)} | ({} if own_key is None else {"own_key_only": own_key})
    told |= {} if notes is None else {"notes": list(notes)}
    against = held_against(*held)
    told |= {} if blind is None and against is None else {"checkpoint": against}
    told |= {} if blind is None else {"unseen": list(blind)}
    lines = [str(finding) for finding in found]
    lines = lines or ["sound: every hash, posting, balance, settlement and role is as it should be"]
    lines += [OWN_KEY] if own_key else []
    if against is not None:
        lines.append("held against checkpoint {number} of {time}, signed with key {key} ({vouched})".format(**against))
    lines += [f"not seen: {what}" for what in blind or ()]
    lines += [f"rehearsal tables, where no money is real: {', '.join(rehearsals)}"] if rehearsals else []
    with verdict():
        if as_json:
            say_json(told)
        else:
            for line in lines:
                say(harmless(line))
    return 1 if found else 0
