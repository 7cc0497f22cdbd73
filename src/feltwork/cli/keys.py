"""Keys that sign checkpoints, and the trust file: ``audit key``, ``rotate-key``, ``fingerprint`` and ``trust``."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from feltwork.cli.common import json_option, read_file, say, say_done, say_json
from feltwork.refusal import harmless, shown
from feltwork.verifier.keys.checkpoint import (
    CheckpointError,
    KeyFileError,
    load_private,
    load_public,
    make_key,
    public_bytes,
    read_checkpoint,
)
from feltwork.verifier.keys.rotation import fingerprint
from feltwork.verifier.keys.signing import rotate
from feltwork.verifier.keys.trust import Trust, TrustedKey, TrustError, moment, read_trust, told, write_trust

F = TypeVar("F", bound=Callable[..., Any])
MICRO = 1_000_000


def trust_options(function: F) -> F:
    """``--trust FILE`` (or ``FELTWORK_TRUST``) or ``--key FILE.pub``: whom whoever asks trusts."""
    function = click.option("--key", "key_path", help="Or one public key that is trusted, FILE.pub.")(function)
    return click.option(
        "--trust", "trust_path", envvar="FELTWORK_TRUST", help="The trust file: the keys whose signature counts."
    )(function)


def trusted(trust_path: str | None, key_path: str | None) -> Trust | None:
    """The keys that were named on the command line or in the environment, if any."""
    if key_path is not None:
        named = click.get_current_context().get_parameter_source("trust_path") is ParameterSource.COMMANDLINE
        if trust_path is not None and named:
            raise click.UsageError("a trust file or one key, not both: --trust FILE or --key FILE.pub")
        return Trust.of(load_public(key_path))
    return read_trust(trust_path) if trust_path is not None else None


@click.command("key")
@click.argument("path")
def key(path: str) -> None:
    """Make a signing key at PATH (private) and PATH.pub (public)."""
    try:
        made = make_key(path)
    except KeyFileError as wrong:
        raise click.UsageError(str(wrong)) from None
    named = fingerprint(public_bytes(made))
    say(f"private key in {harmless(path)}, public key in {harmless(path)}.pub, fingerprint {named}")


@click.command("rotate-key")
@click.argument("path")
@click.option("--trust", "trust_path", help="A trust file to note it in: the old key ends now, the new one begins.")
@json_option
def rotate_key(path: str, trust_path: str | None, as_json: bool) -> None:
    """Put a new signing key in place of that at PATH; the old one signs it and signs nothing later.

    Checkpoints from then on carry that signature, so whoever trusts the old key can follow. Copy PATH to every host.
    """
    known = read_trust(trust_path) if trust_path is not None else None
    signer, retired = rotate(path, time.time_ns() // 1000)
    last = signer.rotations[-1]
    before, after = fingerprint(last.old), signer.fingerprint
    if known is not None and trust_path is not None:
        write_trust(trust_path, _handed_on(known, last.old, last.new, last.at))
    say_done(
        f"{harmless(path)} is now key {after}, handed on to by {before}; that one is in {harmless(str(retired))}:"
        " destroy it when all hosts sign with the new one",
        as_json,
        key=after,
        before=before,
        at=last.at,
        retired=str(retired),
    )


def _handed_on(known: Trust, old: bytes, new: bytes, at: int) -> Trust:
    """A trust file after a rotation."""
    keys = [key._replace(until=at) if key.key == old and (key.until or at) >= at else key for key in known.keys]
    if not any(key.key == old for key in known.keys):
        raise TrustError(f"the trust file does not have key {fingerprint(old)}: nothing was noted in it")
    return Trust((*keys, TrustedKey(new, at, None, f"handed on to by {fingerprint(old)}")))


@click.command("fingerprint")
@click.argument("file")
def show_fingerprint(file: str) -> None:
    """Say the fingerprint of the key in FILE: a public or a private key, or a checkpoint that it signed."""
    raw = read_file(file)
    try:
        say(read_checkpoint(raw).fingerprint)
        return
    except CheckpointError:
        pass
    public = load_private(file).public_key() if b"PRIVATE KEY" in raw else load_public(file)
    say(fingerprint(public_bytes(public)))


@click.group("trust")
def trust() -> None:
    """The trust file: keys by fingerprint, how long each counts, and who vouches for it."""


@trust.command("add")
@click.argument("file")
@click.argument("key_path", metavar="KEY.pub")
@click.option("--note", required=True, help="Who vouches for the key, and how they know.")
@click.option("--from", "since", help="The day, or time, from which on its signature counts (UTC); else from now on.")
@click.option("--until", help="The day, or time, when it ends.")
def trust_add(file: str, key_path: str, note: str, since: str | None, until: str | None) -> None:
    """Note in FILE that KEY.pub is trusted; the file is made if it is not there."""
    public = public_bytes(load_public(key_path))
    known = read_trust(file) if Path(file).exists() else Trust(())
    begins = _moment(since) if since is not None else time.time_ns() // 1000 // MICRO * MICRO
    made = TrustedKey(public, begins, _moment(until) if until is not None else None, note.strip())
    if not made.note:
        raise click.UsageError("say in --note who vouches for the key")
    if made.until is not None and made.until <= made.since:
        raise click.UsageError("a key ends after it begins")
    if any(key.key == public for key in known.keys):
        raise click.UsageError(f"key {made.fingerprint} is in {harmless(file)} already")
    write_trust(file, Trust((*known.keys, made)))
    say(f"key {made.fingerprint} is trusted from {told(made.since)} on: {made.note}")


@trust.command("end")
@click.argument("file")
@click.argument("named", metavar="FINGERPRINT")
@click.option("--at", help="The day, or time, when it ends (UTC); else now.")
def trust_end(file: str, named: str, at: str | None) -> None:
    """Note in FILE that a key is trusted no longer: what it signs from then on does not count."""
    known, end = read_trust(file), _moment(at) if at is not None else time.time_ns() // 1000
    found = [key for key in known.keys if key.fingerprint == named]
    if not found:
        raise click.UsageError(f"{harmless(file)} has no key {shown(named)}")
    write_trust(file, Trust(tuple(key._replace(until=end) if key in found else key for key in known.keys)))
    say(f"key {named} ends at {told(end)}")


@trust.command("show")
@click.argument("file")
@json_option
def trust_show(file: str, as_json: bool) -> None:
    """List the keys in FILE."""
    keys = read_trust(file).keys
    if as_json:
        say_json([{"fingerprint": k.fingerprint, "from": k.since, "until": k.until, "note": k.note} for k in keys])
        return
    for key in keys:
        ends = f" until {told(key.until)}" if key.until is not None else ""
        say(harmless(f"{key.fingerprint}  from {told(key.since)}{ends}: {key.note}"))


def _moment(text: str) -> int:
    try:
        return moment(text)
    except (ValueError, OverflowError):
        raise click.UsageError(
            f"a day is written like 2026-11-16, a time like 2026-11-16T18:30Z, not '{shown(text)}'"
        ) from None
