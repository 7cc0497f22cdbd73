"""``feltwork audit``: verify a database, export checkpoints, pack evidence, recompute a draw."""

from __future__ import annotations

import click

from feltwork.cli import checkpoint, evidence, integrity, keys, pass_over, verify


@click.group("audit")
def command() -> None:
    """Prove a live table's log: checkpoints, verification, evidence."""


parts = (
    checkpoint.checkpoint,
    pass_over.pass_over_event,
    verify.verify,
    integrity.integrity,
    keys.key,
    keys.rotate_key,
    keys.show_fingerprint,
    keys.trust,
    evidence.pack,
    evidence.check_pack,
    evidence.draw,
)
for part in parts:
    command.add_command(part)
