"""Run the project's own commands in a minimal Debian that has only python3, python3-venv, make and git.

``sudo python3 scripts/bare.py`` makes a root of Debian 12 and one of Debian 13 with debootstrap, clones what is
committed here into each, and runs ``make demo`` (for a few seconds) and ``make test`` there. A root is made once and
used again; what an earlier run installed in it stays, so ``--fresh`` makes it anew. Mounts and processes end with the
run, however it ends.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

SUITES = {"bookworm": "Debian 12, Python 3.11", "trixie": "Debian 13, Python 3.13"}
PACKAGES = ("python3", "python3-venv", "make", "git", "ca-certificates")
"""All that a root has beyond Debian's smallest; the certificates are for the package index."""
MIRROR = "http://deb.debian.org/debian"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
NETWORK = ("/etc/resolv.conf", "/etc/hosts", CERTIFICATES)
"""What a root takes from this machine: how to reach the network, and whom to trust there."""
ACQUIRE = re.compile(r"Acquire::(https?::proxy|check-valid-until)\b", re.IGNORECASE)
"""This machine's own settings of apt that a root needs to reach the same mirror."""
PROXIES = ("http_proxy", "https_proxy", "no_proxy")


def main() -> int:
    asked = _arguments()
    if os.geteuid() != 0:
        print("a root is made by root: sudo python3 scripts/bare.py", file=sys.stderr)
        return 2
    if shutil.which("debootstrap") is None:
        print("debootstrap is missing: apt-get install debootstrap", file=sys.stderr)
        return 2
    top = Path(_said("git", "-C", str(Path(__file__).parent), "rev-parse", "--show-toplevel"))
    outcomes = []
    for suite in asked.suite or SUITES:
        root = asked.root / suite
        if asked.fresh:
            shutil.rmtree(root, ignore_errors=True)
        make_root(root, suite, asked.mirror or system_mirror())
        if not asked.run:
            clone(top, root / "root" / "project")
        for command in [asked.run] if asked.run else [f"make {target}" for target in asked.target or ("demo", "test")]:
            began, worked = time.monotonic(), _worked()
            code = run(root, command)
            took = f"{time.monotonic() - began:.0f} s, {_worked() - worked:.0f} s of processor time"
            outcomes.append(f"{suite} ({SUITES[suite]}): {command} ended with {code}, {took}")
            print(outcomes[-1], flush=True)
    print("", *outcomes, sep="\n")
    return int(any("ended with 0," not in line for line in outcomes))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("target", nargs="*", help="make targets to run there (demo, then test)")
    parser.add_argument("--suite", action="append", choices=SUITES, help="only this Debian; may be given twice")
    parser.add_argument("--root", type=Path, default=Path("/var/tmp/feltwork-bare"), help="where the roots are kept")
    parser.add_argument("--mirror", help=f"Debian's mirror (this system's own, or {MIRROR})")
    parser.add_argument("--run", help="a command of the shell in the project as the last run left it, not a target")
    parser.add_argument("--fresh", action="store_true", help="make the root anew")
    return parser.parse_args()


def system_mirror(etc: Path = Path("/etc/apt")) -> str:
    """The mirror that this system's own apt takes Debian from; Debian's where it takes it from nowhere."""
    return next(_mirrors(etc), MIRROR)


def _mirrors(etc: Path) -> Iterator[str]:
    """Addresses of whole archives, which end in ``/debian``: not those of security updates or of other programs."""
    for path in (etc / "sources.list", *sorted((etc / "sources.list.d").glob("*"))):
        for line in path.read_text().splitlines() if path.is_file() else ():
            if line.startswith(("deb ", "URIs:")):
                yield from (w.rstrip("/") for w in line.split() if re.fullmatch(r"https?://\S+/debian/?", w))


def make_root(root: Path, suite: str, mirror: str) -> None:
    """The smallest Debian of that name, if it is not there yet."""
    made = root / ".made"
    if made.exists():
        return
    print(f"making {root} from {mirror}", flush=True)
    root.mkdir(parents=True, exist_ok=True)
    include = f"--include={','.join(PACKAGES)}"
    _do("debootstrap", "--variant=minbase", include, suite, str(root), mirror, stdout=subprocess.DEVNULL)
    for path in NETWORK:
        if Path(path).exists():
            shutil.copy(path, root / path.lstrip("/"))
    settings = [line for line in _said("apt-config", "dump").splitlines() if ACQUIRE.match(line)]
    (root / "etc/apt/apt.conf.d/90machine").write_text("".join(f"{line}\n" for line in settings))
    made.touch()


def clone(top: Path, to: Path) -> None:
    """What is committed here, and nothing else."""
    shutil.rmtree(to, ignore_errors=True)
    _do("git", "clone", "--quiet", str(top), str(to))


def run(root: Path, command: str) -> int:
    """One command in the project's folder of its root; mounts and processes are the run's own and end with it."""
    mounts = f"mount -t proc proc '{root}/proc' && mount --rbind /sys '{root}/sys' && mount --rbind /dev '{root}/dev'"
    environment = {
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "PIP_CERT": CERTIFICATES,
        "NODE_EXTRA_CA_CERTS": CERTIFICATES,
        "CI": "true",
        "COMMAND": command,
    }
    environment |= {name: os.environ[name] for name in PROXIES if name in os.environ}
    inside = f"{mounts} && exec chroot '{root}' /bin/sh -c 'cd /root/project && eval \"$COMMAND\"'"
    alone = ("setpriv", "--pdeathsig=KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child")
    return subprocess.run([*alone, "/bin/sh", "-c", inside], env=environment, check=False).returncode


def _worked() -> float:
    """Processor time of all that has run so far: on a busy machine it says more than the clock."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _do(*command: str, stdout: int | None = None) -> None:
    subprocess.run(command, check=True, stdout=stdout)


def _said(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
