"""``python -m feltwork.verifier.worker``: told on its input which streams to follow, says on its output what it saw."""

from __future__ import annotations

import pickle
import sys

from feltwork.verifier.parallel import Task
from feltwork.verifier.verify import follow_share


def main() -> None:
    task: Task = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(pickle.dumps(follow_share(task)))


if __name__ == "__main__":
    main()
