"""The server's log: one JSON object a line on stderr, for a program to read. It names tables, never people."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """A record with its extra fields as one line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, object] = {"at": at, "level": record.levelname.lower(), "by": record.name}
        told["says"] = record.getMessage()
        told |= {name: value for name, value in vars(record).items() if name not in PLAIN}
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


def log_to_stderr(level: int) -> None:
    """From here on everything that is logged goes to stderr in this form."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[lines], force=True)
    logging.getLogger("feltwork").setLevel(level)
