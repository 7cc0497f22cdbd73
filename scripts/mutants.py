"""``make mutants``: a seeded sample of mutants of settlement, shapes and books, run by cosmic-ray.

Identity operators (``is`` for ``==`` and the like) are off, and so are mutations of type annotations and of the
star in a signature, which no test can see. The work is split over copies of the project, one for each core,
because a mutant is a changed file. Survivors are printed with their change; ``docs/mutants.md`` explains those
that are left.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkItem

ROOT = Path(__file__).parents[1]
MODULES = (
    "money.py",
    "table/play/settle.py",
    "table/play/placing.py",
    "table/play/removing.py",
    "table/play/limits.py",
    "table/play/decide.py",
    "table/play/evolve.py",
    "table/play/placing.py",
    "table/play/state.py",
    "wagers/arms.py",
    "wagers/shapes.py",
    "wagers/automaton.py",
    "wagers/row.py",
    "games/book.py",
    "games/craps_rows.py",
    "games/lucky.py",
    "wagers/wheel.py",
    "games/star_roulette/places.py",
    "games/star_craps/rows.py",
    "games/crown_craps/rows.py",
    "games/aruze_craps/rows.py",
    "games/star_roulette/rows.py",
    "games/dragon_fire/rows.py",
)
TESTS = (
    "tests/scripts tests/table tests/readings tests/exact tests/rules tests/properties "
    "tests/tidy/test_wheel.py tests/tidy/test_register.py "
    "src/feltwork/money.py src/feltwork/table/play/removing.py src/feltwork/games/lucky.py"
)
IDENTITY = re.compile(r"_(Is|IsNot)(_|$)")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sample", type=int, default=400)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = options.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as room:
        copies = [_copy(Path(room) / str(number)) for number in range(asked.workers)]
        if not _passes(copies[0]):
            print("the tests fail without a mutant, so that every mutant would count as found", file=sys.stderr)
            return 2
        items = _sample(copies[0], asked.sample, asked.seed)
        shares = [_share(copy, items[n :: len(copies)]) for n, copy in enumerate(copies)]
        _run(copies, shares, len(items))
        killed, survivors = _count(shares)
    total = killed + len(survivors)
    for spec, diff in survivors:
        print(f"survived: {spec}\n{diff}\n")
    rate = 100 * killed / total if total else 0
    minutes = (time.monotonic() - started) / 60
    print(f"{killed} of {total} mutants killed: {rate:.1f}% (aim 95), seed {asked.seed}, {minutes:.1f} minutes")
    return 0 if rate >= 95 else 1


def _copy(to: Path) -> Path:
    """A copy of the project with a configuration that runs its tests on its own sources."""
    shutil.copytree(ROOT, to, ignore=shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", ".hypothesis"))
    modules = ", ".join(f'"src/feltwork/{name}"' for name in MODULES)
    command = f"{sys.executable} -m pytest -x -n0 -p no:cacheprovider {TESTS}"
    (to / "mutants.toml").write_text(
        f"[cosmic-ray]\nmodule-path = [{modules}]\ntimeout = 90.0\nexcluded-modules = []\n"
        f'test-command = "{command}"\n[cosmic-ray.distributor]\nname = "local"\n'
    )
    return to


def _environment(copy: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(copy / "src"),
        "FELTWORK_EXAMPLES": "60",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _passes(copy: Path) -> bool:
    """Do the tests pass on the program as it is?"""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *TESTS.split()]
    return not subprocess.run(command, cwd=copy, env=_environment(copy), check=False, stdout=sys.stderr).returncode


def _sample(copy: Path, size: int, seed: int) -> list[WorkItem]:
    """All mutants there are, then a seeded sample of those worth running."""
    command = [sys.executable, "-m", "cosmic_ray.cli", "init", "mutants.toml", "all.sqlite"]
    subprocess.run(command, cwd=copy, env=_environment(copy), check=True, stdout=subprocess.DEVNULL)
    with use_db(str(copy / "all.sqlite"), WorkDB.Mode.open) as db:
        items = [item for item in db.work_items if _worth_running(copy, item.mutations[0])]
    items.sort(key=lambda item: str(item.mutations[0]))
    print(f"{len(items)} mutants, {min(size, len(items))} of them run", file=sys.stderr)
    return random.Random(seed).sample(items, min(size, len(items)))


def _worth_running(copy: Path, spec: MutationSpec) -> bool:
    if IDENTITY.search(spec.operator_name):
        return False
    line, column = spec.start_pos
    if (copy / spec.module_path).read_text().splitlines()[line - 1][column:].startswith("*,"):
        return False  # the mark of keyword-only arguments, not a multiplication
    return not any(start <= (line, column) < end for start, end in _annotations(copy / spec.module_path))


_seen: dict[Path, list[tuple[tuple[int, int], tuple[int, int]]]] = {}


def _annotations(path: Path) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where a module's type annotations and aliases stand."""
    if path not in _seen:
        nodes: list[ast.expr] = []
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation:
                nodes.append(node.annotation)
            elif isinstance(node, ast.FunctionDef) and node.returns:
                nodes.append(node.returns)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                alias = node.targets[0].id
                nodes += [node.value] if alias[0].isupper() and not alias.isupper() else []
        _seen[path] = [
            ((n.lineno, n.col_offset), (n.end_lineno or n.lineno, n.end_col_offset or n.col_offset)) for n in nodes
        ]
    return _seen[path]


def _share(copy: Path, items: list[WorkItem]) -> Path:
    session = copy / "share.sqlite"
    with use_db(str(session), WorkDB.Mode.create) as db:
        db.add_work_items(items)
    return session


def _run(copies: list[Path], shares: list[Path], total: int) -> None:
    """All shares at once; progress on stderr."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "cosmic_ray.cli", "exec", "mutants.toml", share.name],
            cwd=copy,
            env=_environment(copy),
            stdout=subprocess.DEVNULL,
        )
        for copy, share in zip(copies, shares, strict=True)
    ]
    while any(process.poll() is None for process in running):
        time.sleep(5)
        done = 0
        for share in shares:
            with use_db(str(share), WorkDB.Mode.open) as db:
                done += len(list(db.completed_work_items))
        print(f"\r{done} of {total} mutants", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def _count(shares: list[Path]) -> tuple[int, list[tuple[str, str]]]:
    killed, survivors = 0, []
    for share in shares:
        with use_db(str(share), WorkDB.Mode.open) as db:
            for item, result in db.completed_work_items:
                spec = item.mutations[0]
                if result.test_outcome == TestOutcome.SURVIVED:
                    diff = "\n".join(line for line in str(result.diff).splitlines() if re.match(r"[-+](?![-+])", line))
                    survivors.append((f"{spec.module_path}:{spec.start_pos[0]} {spec.operator_name}", diff))
                else:
                    killed += 1
    return killed, sorted(survivors)


if __name__ == "__main__":
    sys.exit(main())
