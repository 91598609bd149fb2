"""Mutated files for every reader: ``python -m tests.fuzz --reader foundry --count 10000``.

A reader may read what it gets or refuse it by UnreadableFileError. It must not fail otherwise,
take more than five seconds, or write a file. Samples are small files made here, and those of
the folder that ``SCHLACHTPLAN_SAMPLES`` names. What broke a reader is kept in ``--keep``. With
``--guided`` mutants that reach new lines of our code become samples themselves; that is slower
for each mutant and finds its way deeper.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from maps.formats import detect
from tests import fuzz_samples
from tests.fuzz_readers import READERS, MapReader, Reader

if sys.platform == "linux":
    import resource

LONGEST = 5.0
"""Seconds of its own work that one file may take, however busy the machine is."""
LARGEST = 256 * 1024
"""Bytes of the largest sample; larger ones would only be slower."""
MEMORY = 3 << 30
"""Bytes of address space for a run, so that a bomb is found and not the machine's limit."""

OURS = tuple(str(Path(__file__).resolve().parents[1] / name) for name in ("maps", "rules"))
"""Where the lines are counted that a guided run reaches."""
CODE = (Path(sys.prefix), Path(sys.base_prefix), Path(__file__).resolve().parent.parent)
"""Where modules lie that a reader may load first."""

WILD: tuple[object, ...] = (
    None, True, False, -1, 0, 1, 3, 10**30, -(10**9), 65_536, 2**31, 1e308, -1e-308, 0.1, 50_001,
    float("nan"), float("inf"), "", "x", "1", "-1", "NaN", "ä\0\ud800", "../../etc/passwd",
    "/dev/zero", "file:///etc/passwd", "9" * 5000, "A" * 70_000, [], {}, [[]], [1, 2], {"x": 1},
    [[[[[[[[1]]]]]]]], {"x": {"x": {"x": {}}}},
)  # fmt: skip
"""Values that files of others should not hold, and some that they may."""
DEEDS = frozenset(
    {"os.mkdir", "os.rename", "os.remove", "os.link", "os.symlink", "os.system", "os.rmdir",
     "os.truncate", "subprocess.Popen", "socket.connect"}
)  # fmt: skip
"""What no reader does; names of audit events."""
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_ATTRIBUTE = re.compile(rb'="[^"]*"')
_TAG = re.compile(rb"<(/?)(\w+)")
_NUMBERS = (
    b"0",
    b"-1",
    b"1",
    b"2147483648",
    b"99999999999999999999",
    b"1e309",
    b"0.5",
    b"NaN",
    b"",
)
_PIECES = (
    b"\0",
    b"\xff\xfe",
    b"{",
    b"[" * 3000,
    b"]",
    b'"',
    b"\\",
    b"<!ENTITY a 'b'>",
    b"&a;",
    b"\r\n",
)

Mutate = Callable[[bytes, random.Random], bytes]


class TooSlowError(Exception):
    """A file took more than its time."""


@dataclass(frozen=True, slots=True)
class Crash:
    """What broke a reader: its words, and the file that did it."""

    what: str
    data: bytes
    seconds: float


# ---- mutating -----------------------------------------------------------------------------------


def bytes_changed(raw: bytes, chance: random.Random) -> bytes:
    """Flip, cut, repeat, insert and overwrite bytes."""
    data = bytearray(raw)
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        at, end = sorted(chance.choices(range(len(data) + 1), k=2))
        match chance.randrange(7):
            case 0 if data:
                data[min(at, len(data) - 1)] ^= 1 << chance.randrange(8)
            case 1:
                del data[at:]
            case 2:
                del data[at : min(end, at + 200)]
            case 3:
                data[at:at] = data[at : min(end, at + 2000)]
            case 4:
                data[at:at] = chance.choice(_PIECES)
            case 5:
                data[at : at + 4] = chance.randbytes(4)
            case _:
                data[at : at + 1] = b"\xff"
    return bytes(data)


def numbers_changed(raw: bytes, chance: random.Random) -> bytes:
    """Put wild numbers into a text."""
    found = list(_NUMBER.finditer(raw))
    for match in sorted(chance.choices(found, k=min(3, len(found))), key=lambda m: -m.start()):
        raw = raw[: match.start()] + chance.choice(_NUMBERS) + raw[match.end() :]
    return raw


def values_changed(raw: bytes, chance: random.Random) -> bytes:
    """Put wild values into JSON, drop some, repeat some."""
    data = json.loads(raw)
    for _ in range(chance.randint(1, 4)):
        holder, key = _some_place(data, chance)
        if holder is None:
            return json.dumps(chance.choice(WILD)).encode()
        match chance.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder[key:key] = [holder[key]] * chance.choice((1, 2, 500))
            case _:
                holder[key] = chance.choice(WILD)
    return json.dumps(data).encode()


def _some_place(value: Any, chance: random.Random) -> tuple[Any, Any]:
    """Walk down to some key of some list or table; ``(None, None)`` where there is none."""
    found: tuple[Any, Any] = (None, None)
    while isinstance(value, (dict, list)) and value:
        key = (
            chance.choice(list(value)) if isinstance(value, dict) else chance.randrange(len(value))
        )
        found, value = (value, key), value[key]
        if chance.random() < 0.25:
            break
    return found


def markup_changed(raw: bytes, chance: random.Random) -> bytes:
    """Change attributes and tags of XML."""
    for _ in range(chance.randint(1, 4)):
        found = list((_ATTRIBUTE if chance.random() < 0.8 else _TAG).finditer(raw))
        if not found:
            return raw
        match = chance.choice(found)
        if match.re is _ATTRIBUTE:
            said = str(chance.choice(WILD)).encode("utf-8", "replace")[:9000]
            new = b'="' + said.replace(b'"', b"").replace(b"<", b"") + b'"'
        else:
            new = b"<" + match[1] + chance.choice((b"map", b"layer", b"data", b"x", match[2]))
        raw = raw[: match.start()] + new + raw[match.end() :]
    return raw


def mutated(samples: list[bytes], chance: random.Random) -> bytes:
    """Return a mutant of one of the samples, now and then spliced with another."""
    raw = chance.choice(samples)
    start = raw.lstrip(b"\xef\xbb\xbf \r\n\t")[:1]
    ways: list[Mutate] = [bytes_changed]
    if start in (b"{", b"["):
        ways = [bytes_changed, numbers_changed, values_changed, values_changed]
    elif start == b"<":
        ways = [bytes_changed, numbers_changed, markup_changed, markup_changed]
    way = chance.choice(ways)
    try:
        raw = way(raw, chance)
    except (ValueError, RecursionError):  # the sample itself is no clean JSON
        raw = bytes_changed(raw, chance)
    if chance.random() < 0.03:
        other = chance.choice(samples)
        raw = raw[: chance.randrange(len(raw) + 1)] + other[chance.randrange(len(other) + 1) :]
    return raw


# ---- samples ------------------------------------------------------------------------------------


def samples_of(reader: Reader) -> list[bytes]:
    """Return the samples of a reader: own small ones and those of the sample folder."""
    found = list(reader.samples())
    folder = os.environ.get("SCHLACHTPLAN_SAMPLES", "")
    if not isinstance(reader, MapReader):
        return found
    for path in sorted(Path(folder).rglob("*")) if folder else ():
        if path.is_file() and path.stat().st_size <= LARGEST:
            data = path.read_bytes()
            if detect(data, path.name) is reader.format:
                found.append(data)
    return found


# ---- running ------------------------------------------------------------------------------------


class Watch:
    """Notices what is written, and what is read outside of the map's folder."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.touched: list[str] = []
        sys.addaudithook(self._event)

    def _event(self, event: str, args: tuple[Any, ...]) -> None:
        if self.folder is None:
            return
        if event == "open" and isinstance(args[0], (str, bytes)):
            writing = isinstance(args[1], str) and bool(set(args[1]) & set("wax+"))
            path = Path(os.path.realpath(os.fsdecode(args[0])))
            homes = (self.folder.resolve(), *CODE)
            if writing or not any(path.is_relative_to(home) for home in homes):
                self.touched.append(f"open {args[0]!r}")
        elif event in DEEDS:
            self.touched.append(f"{event} {args!r}")


@contextmanager
def _in_time() -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    if not hasattr(signal, "SIGPROF"):  # not on this system: the time is looked at afterwards
        yield
        return
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Trail:
    """The lines of our own code that were reached.

    Lines of each piece of code are looked for until all were seen; after that it runs untraced.
    """

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()
        self._unseen: dict[CodeType, set[int]] = {}

    def reaches_new(self, act: Callable[[], None]) -> bool:
        """Run something; whether it went where nothing was before."""
        before = len(self.lines)
        sys.settrace(self._call)
        try:
            act()
        finally:
            sys.settrace(None)
        return len(self.lines) > before

    def _call(self, frame: FrameType, _event: str, _arg: object) -> Callable[..., Any] | None:
        code = frame.f_code
        unseen = self._unseen.get(code)
        if unseen is None:
            ours = code.co_filename.startswith(OURS)
            lines = {line for *_, line in code.co_lines() if line is not None} if ours else set()
            unseen = self._unseen[code] = lines - {code.co_firstlineno}
            if ours:  # being called reaches the first line, of which no further event tells
                self.lines.add((code.co_filename, code.co_firstlineno))
        return self._line if unseen else None

    def _line(self, frame: FrameType, event: str, _arg: object) -> Callable[..., Any] | None:
        unseen = self._unseen[frame.f_code]
        if event == "line" and frame.f_lineno in unseen:
            unseen.discard(frame.f_lineno)
            self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line


def run(
    reader: Reader,
    samples: list[bytes],
    count: int,
    seed: int,
    watch: Watch | None = None,
    *,
    guided: bool = False,
) -> tuple[Counter[str], list[Crash]]:
    """Feed mutants to a reader; returns how it answered and what broke it, one of a kind."""
    chance, answers = random.Random(f"{reader.id}:{seed}"), Counter[str]()
    crashes: dict[str, Crash] = {}
    trail, corpus = Trail() if guided else None, list(samples)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in fuzz_samples.BESIDE.items():
            (folder / file).write_bytes(content)
        for _ in range(count):
            data = mutated(corpus, chance)
            reader.lay(data, folder)
            found: list[tuple[str, Crash | None]] = []

            def act(data: bytes = data, found: list[tuple[str, Crash | None]] = found) -> None:
                found.append(_one(reader, data, folder, watch))

            if trail is None:
                act()
            elif trail.reaches_new(act) and len(data) <= LARGEST:
                corpus.append(data)
            answer, crash = found[0]
            answers[answer] += 1
            if crash is not None:
                crashes.setdefault(crash.what.splitlines()[-1][:120], crash)
    if trail is not None:
        answers["lines"], answers["samples"] = len(trail.lines), len(corpus)
    return answers, list(crashes.values())


def _one(
    reader: Reader, data: bytes, folder: Path, watch: Watch | None
) -> tuple[str, Crash | None]:
    begun = time.process_time()
    if watch is not None:
        watch.folder = folder
    try:
        with _in_time():
            answer = reader.read(data, folder)
        what = ""
    except TooSlowError:
        answer, what = "slow", f"{traceback.format_exc(limit=-6)}\nmore than {LONGEST:g} s"
    except Exception:  # whatever it is, it should not be
        answer, what = "crash", traceback.format_exc(limit=-6)
    finally:
        if watch is not None:
            watch.folder = None
    if watch is not None and watch.touched:
        answer, what = "touched", "touched: " + "; ".join(watch.touched)
        watch.touched.clear()
    seconds = time.process_time() - begun
    if not what and seconds > LONGEST:
        answer, what = "slow", f"{seconds:.1f} s"
    return answer, Crash(what, data, seconds) if what else None


def main() -> int:
    """Run from the command line; exit status 1 where something broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    readers = {reader.id: reader for reader in READERS}
    parser.add_argument("--reader", choices=readers, action="append", help="default: all")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for files that broke a reader")
    parser.add_argument("--guided", action="store_true", help="follow the lines that are reached")
    args = parser.parse_args()
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    watch, broken = Watch(), 0
    for id in args.reader or readers:
        reader, begun = readers[id], time.perf_counter()
        samples = samples_of(reader)
        answers, crashes = run(reader, samples, args.count, args.seed, watch, guided=args.guided)
        spent = time.perf_counter() - begun
        said = ", ".join(f"{name} {n}" for name, n in answers.most_common())
        print(f"{id}: {args.count} mutants of {len(samples)} samples in {spent:.0f} s: {said}")
        for i, crash in enumerate(crashes):
            broken += 1
            print(f"--- {id} {i} ({crash.seconds:.1f} s, {len(crash.data)} bytes)\n{crash.what}")
            if args.keep is not None:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / f"{id}-{args.seed}-{i}.bin").write_bytes(crash.data)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
