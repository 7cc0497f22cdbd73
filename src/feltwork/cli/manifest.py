"""``feltwork manifest``: sign what is installed, and check later that it still is what was signed."""

from __future__ import annotations

from pathlib import Path

import click

from feltwork.cli.common import json_option, say, say_json, verdict
from feltwork.refusal import harmless
from feltwork.server.ops.bill import bill
from feltwork.server.ops.manifest import changed_since_installed, differences, installed, read_manifest, signed
from feltwork.verifier.keys.checkpoint import load_private, load_public, public_bytes
from feltwork.verifier.keys.rotation import fingerprint


@click.group("manifest")
def command() -> None:
    """The signed manifest of the installed software, of its libraries and of Python: each file by its hash."""


@command.command("make")
@click.option("--key", "key_path", required=True, help="The private key made by `feltwork audit key`.")
@click.option("--out", required=True, help="Where to write the manifest.")
def make(key_path: str, out: str) -> None:
    """Sign the software as it is installed now."""
    odd = changed_since_installed()
    if odd:
        raise click.UsageError(f"library file {harmless(odd[0])} is not what was installed: install its library again")
    found = installed()
    key = load_private(key_path)
    Path(out).write_bytes(signed(found, key))
    by = fingerprint(public_bytes(key.public_key()))
    say(f"{found.size()} files and {len(found.versions)} versions written to {harmless(out)}, signed with key {by}")


@command.command("bill")
def bill_of_materials() -> None:
    """Print the bill of materials in the CycloneDX form: Feltwork, Python and every library, by version and licence."""
    say_json(bill())


@command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", "key_path", required=True, help="The public key of whoever approved the software.")
@json_option
def check(file: Path, key_path: str, as_json: bool) -> int:
    """Compare what is installed with the manifest. Exit code 0: the same; 1: not; 2: no manifest of this key."""
    key = load_public(key_path)
    approved, by = read_manifest(file, key), fingerprint(public_bytes(key))
    found = differences(approved, installed())
    with verdict():
        if as_json:
            say_json({"same": not found, "differences": found, "key": by})
        else:
            for line in found or [
                f"as approved: {approved.size()} files, {len(approved.versions)} versions, by key {by}"
            ]:
                say(line)
    return 1 if found else 0
