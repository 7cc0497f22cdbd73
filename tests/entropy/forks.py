"""Run as a program: one process makes a source, forks, and prints the secret that each child then draws."""

from __future__ import annotations

import os
import sys

from feltwork.entropy.sources import Entropy, OsEntropy, SeededEntropy


def child_secret(source: Entropy) -> str:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, source.secret())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        secret = pipe.read()
    os.waitpid(child, 0)
    return secret.hex()


def main(kind: str, count: int) -> None:
    source: Entropy = OsEntropy() if kind == "os" else SeededEntropy(1)
    print(source.secret().hex())
    sys.stdout.flush()
    for _ in range(count):
        print(child_secret(source))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
