"""``feltwork audit integrity``: whether everything in a database is as it was written."""

from __future__ import annotations

import click

from feltwork.cli.common import json_option, say, say_json, verdict
from feltwork.refusal import harmless
from feltwork.store.integrity import DamagedError, check_file
from feltwork.store.port import StoreError


@click.command("integrity")
@click.argument("db")
@json_option
def integrity(db: str, as_json: bool) -> int:
    """Look whether everything in DB is as it was written: pages, hashes, checksums. A bit that flipped is found.

    Exit code 0: it is; 1: it is not, and where; 2: not readable. Says nothing of what was written: see verify.
    """
    try:
        check_file(db)
        wrong = ""
    except DamagedError as found:
        wrong = str(found)
    except StoreError as unreadable:
        raise click.UsageError(str(unreadable)) from None
    with verdict():
        if as_json:
            say_json({"whole": not wrong, "where": wrong})
        else:
            say(harmless(wrong) or "whole: everything is as it was written")
    return 1 if wrong else 0
