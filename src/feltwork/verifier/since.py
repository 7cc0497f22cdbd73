"""Going on from an earlier verification: the log as it was followed up to a checkpoint, kept and taken up again.

What lay before is not replayed. That it is still what was verified shows by the hash of each stream's last record at
the checkpoint, which is in the state that the inspector signed.
"""

from __future__ import annotations

from collections.abc import Iterator

from feltwork.verifier.following import Log
from feltwork.verifier.keys.checkpoint import Checkpoint
from feltwork.verifier.keys.tree import Peaks
from feltwork.verifier.log.answers import commanded
from feltwork.verifier.log.chain import Chain
from feltwork.verifier.log.ranges import ranges_of
from feltwork.verifier.log.rows import Finding, Reading
from feltwork.verifier.log.seals import Seals
from feltwork.verifier.log.twins import Twins
from feltwork.verifier.saved_state import Cut, packed
from feltwork.verifier.streams import StreamWithoutMoney, Table


def cut_of(log: Log) -> bytes:
    """A log as it stands, without what it is read from."""
    chains = {
        name: (one.chain.version, one.chain.at, one.chain.digest, one.chain.tree.size, list(one.chain.tree.peaks))
        for name, one in log.followed.items()
    }
    there = {name: chain for name, chain in log.chains.items() if name not in chains}  # nothing has come since
    chains |= {name: (c.version, c.at, c.digest, c.tree.size, list(c.tree.peaks)) for name, c in there.items()}
    assert isinstance(log.twins, Twins)
    return packed(Cut(log.streams, chains, log.ledger, log.twins, log.noted))


def go_on(cut: Cut, reading: Reading, signed: Checkpoint | None) -> Log:
    """The log on its way through from there; held against a later checkpoint, if there is one."""
    log = Log(reading, signed, cut.twins)
    log.ledger, log.noted = cut.ledger, list(cut.noted)
    for name, stream in cut.streams.items():
        log.streams[name] = stream
        if isinstance(stream, Table):
            stream.take_up(reading)
        if isinstance(stream, StreamWithoutMoney) and isinstance(stream.fold, Seals):
            stream.fold.cut()
    for name, (version, at, digest, size, peaks) in cut.chains.items():
        chain = Chain(log.pins.get(name), log.trees.get(name) if size == version else None)
        chain.version, chain.at, chain.digest, chain.tree = version, at, digest, Peaks(size, peaks)
        log.chains[name] = chain
        log.cut[name] = log.ends[name] = version
    log.answered = commanded(log.streams)
    return log


def not_as_verified(reading: Reading, since: Checkpoint) -> Iterator[Finding]:
    """Streams that are not, at the checkpoint, what they were when they were verified."""
    ranges, ends = ranges_of(reading), reading.ends()
    for name, (version, digest) in since.heads.items():
        if ends.get(name, 0) < version:
            there = ends.get(name, 0)
            yield Finding("checkpoint", name, there, f"the log ends here, the checkpoint goes to version {version}")
        elif ranges.hashes(name, version - 1, version) != [digest]:
            yield Finding("checkpoint", name, version, "it is not the record that the checkpoint was signed over")
