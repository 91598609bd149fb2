"""How long a step takes until it is on the disk, and how long a long fight takes to open.

``python -m tests.bench.bench_store [FOLDER]``: put the folder where fights would lie, since the
disk is what is measured.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from maps.board import Board
from maps.grid import point
from maps.shapes import Kind, make_obstacle
from rules.core.terms import term
from rules.encounter.applying import apply_all
from rules.encounter.event_codec import step_from_dict, step_to_dict
from rules.encounter.events import (
    ConditionGained,
    Event,
    Logged,
    Moved,
    SheetChanged,
    VitalsChanged,
)
from rules.encounter.history import Step
from rules.encounter.plain import write_json
from rules.encounter.state import Condition, Encounter, TokenId
from rules.encounter.state_codec import state_to_dict
from rules.encounter.store import Store
from tests.rules.tiny import TINY, lookup, token

TOKENS = 30
WALLS = 2_000
STEPS = 5_000
TIMED = 300


def big_fight() -> Encounter:
    """Return a fight of 30 creatures among 2000 walls."""
    walls = tuple(
        make_obstacle(f"wall:{i}", Kind.WALL, (point(i % 60, i // 60), point(i % 60 + 1, i // 60)))
        for i in range(WALLS)
    )
    tokens = [token(f"t-{i}", i % 40, i // 40, name=f"Ork {i}", side="foes") for i in range(TOKENS)]
    return Encounter("tiny", board=Board(60, 40, obstacles=walls), tokens={t.id: t for t in tokens})


def step(n: int) -> Step:
    """Return a step as an attack makes it: a log line with details, harm, a condition, a move."""
    id = TokenId(f"t-{n % TOKENS}")
    line = term("log.x", who="Alrik", target="Ork 3", total=17, needs=15)
    details = tuple(term("log.y", part=f"part {i}", value=i) for i in range(5))
    events: tuple[Event, ...] = (
        Logged(line, details, str(id), "hit", {"faces": [14, 3, 5]}),
        VitalsChanged(id, {"hp": n % 90, "wounds": [n % 7, 2]}),
        ConditionGained(id, Condition("drained", n % 4)),
        Moved(id, n % 60 * 512, 0, tuple(point(i, 0) for i in range(6)), 6),
    )
    if n % 50 == 0:
        events = (*events, SheetChanged(id, {"strength": 1 + n % 30}))
    return Step(term("step.move", who="Alrik"), events, "2024-05-01T12:00:00+00:00")


def micro(what: str, call: Callable[[int], object], times: int = 2_000) -> None:
    """Print the mean time of a call in microseconds."""
    start = time.perf_counter()
    for n in range(times):
        call(n)
    print(f"{what:<44} {(time.perf_counter() - start) / times * 1e6:10.0f} µs")


def measure(folder: Path) -> None:
    """Print everything."""
    state = big_fight()
    steps = [step(n) for n in range(100)]
    dumped = [step_to_dict(s) for s in steps]
    micro("apply a step (4 events)", lambda n: apply_all(state, steps[n % 100].events))
    micro("write a step as JSON", lambda n: write_json(step_to_dict(steps[n % 100])))
    micro("read a step from its data", lambda n: step_from_dict(dumped[n % 100], TINY))
    micro("write a whole state (a checkpoint)", lambda n: write_json(state_to_dict(state)), 10)

    path = folder / "bench.kampf"
    with Store.create(path, state, TINY) as store:
        taken = []
        for n in range(STEPS):
            start = time.perf_counter()
            store.append(step(n))
            taken.append((time.perf_counter() - start) * 1e3)
            if n == TIMED:
                report("append", taken)
        report(f"append, all {STEPS}", taken)
        taken = []
        for n in range(TIMED):
            start = time.perf_counter()
            store.set_done(STEPS - n)
            taken.append((time.perf_counter() - start) * 1e3)
        report("undo", taken)
    print(f"{'size of the file':<44} {path.stat().st_size / 2**20:10.1f} MiB")
    start = time.perf_counter()
    found = Store.open(path, lookup)
    print(f"{f'open {len(found.history.steps)} steps':<44} {time.perf_counter() - start:10.2f} s")
    found.store.close()


def report(what: str, taken: list[float]) -> None:
    """Print median, 99th percentile and maximum of times in milliseconds."""
    ordered = sorted(taken)
    middle, high = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    print(f"{what:<44} {middle:10.2f} ms (99 %: {high:.2f}, most: {ordered[-1]:.2f})")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as name:
        measure(Path(name))
