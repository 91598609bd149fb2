"""Every reader of files from outside, as the fuzzer sees them: an id, samples, what reading is."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Protocol

from desktop.demo import demo_history, demos
from desktop.statblocks import read_creatures
from maps.codec import board_from_dict
from maps.codec_writing import board_to_dict
from maps.formats import FORMATS, Format, detect
from maps.problems import UnreadableFileError
from rules import registry
from rules.core.glossary import Glossary
from rules.core.table_csv import read_csv, write_csv
from rules.core.tables import TableSpec
from rules.encounter.codec import export_json, import_json
from rules.encounter.commands import CommandError
from rules.encounter.situation import load_situation, plan_json
from rules.encounter.store import Store
from rules.library.entries import Entry, LibrarySet
from rules.library.files import dump_set, parse_set
from rules.play import play_json
from rules.system.extras import Tabled
from tests import fuzz_samples
from tests.rules.statblocks.blocks import ACTOR, HAEUPTLING, HARPY, OGRE, ORC, RAIDER, SPINNE

FILE = "kampf.kampf"
GOLDEN = Path(__file__).parent / "golden"
SMALL = 4_000
"""Bytes of the largest situation among the samples."""


class Reader(Protocol):
    """What the fuzzer needs: samples, a place to lay mutants ready, and the reading itself."""

    @property
    def id(self) -> str: ...
    def samples(self) -> Iterator[bytes]: ...
    def lay(self, data: bytes, folder: Path) -> None:
        """Put files where the reader will look for them."""
        ...

    def read(self, data: bytes, folder: Path) -> str:
        """Read; returns ``read`` or the code by which it was refused. Anything else is a crash."""
        ...


class MapReader:
    """A map format. A Tiled map is read from the folder, where its tilesets lie."""

    MAP = "map.tmx"

    def __init__(self, format: Format) -> None:
        self.format, self.id = format, format.id

    def samples(self) -> Iterator[bytes]:
        assert self.id in fuzz_samples.SAMPLES, f"{self.id}: no sample in tests/fuzz_samples.py"
        yield from fuzz_samples.SAMPLES[self.id]()

    def lay(self, data: bytes, folder: Path) -> None:
        (folder / self.MAP).write_bytes(data)

    def read(self, data: bytes, folder: Path) -> str:
        detect(data, "x")
        source: Path | bytes = folder / self.MAP if self.id == "tiled" else data
        try:
            found = self.format.read(source, "x")
        except UnreadableFileError as error:
            return error.problem.code
        assert board_from_dict(board_to_dict(found.board)) == found.board, "the board is not stable"
        return "read"


class _Plain:
    """A reader that needs nothing but the bytes."""

    id = ""

    def lay(self, data: bytes, folder: Path) -> None:
        pass


class FightReader:
    """Encounter files: SQLite, read as far as they read."""

    id = "kampf"

    def samples(self) -> Iterator[bytes]:
        for demo in demos():
            history = demo_history(demo.id, Glossary.load("de").say)
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / FILE
                system = registry.get(history.base.system)
                with Store.create(path, history.base, system, {}) as store:
                    store.extend(history.steps[:6])
                yield path.read_bytes()

    def lay(self, data: bytes, folder: Path) -> None:
        (folder / FILE).write_bytes(data)

    def read(self, data: bytes, folder: Path) -> str:
        try:
            opened = Store.open(folder / FILE, registry.get, read_only=True)
        except UnreadableFileError as error:
            return error.problem.code
        opened.store.close()
        return "read"


class SituationReader(_Plain):
    """Situations: read, planned, played."""

    id = "situation"

    def samples(self) -> Iterator[bytes]:
        for path in sorted(GOLDEN.rglob("*.json")):
            if path.stat().st_size <= SMALL:
                data = json.loads(path.read_bytes())
                yield json.dumps(data.get("situation", data)).encode()

    def read(self, data: bytes, folder: Path) -> str:
        try:
            situation = load_situation(data, registry.get)
            if situation.attack is not None:
                system = registry.get(situation.state.system)
                plan_json(system.plan(situation.state, situation.attack), situation.state)
            play_json(situation, _words())
        except (UnreadableFileError, CommandError) as error:
            return error.problem.code
        return "read"


class ExportReader(_Plain):
    """Fights written out as JSON."""

    id = "export"

    def samples(self) -> Iterator[bytes]:
        for demo in demos():
            history = demo_history(demo.id, Glossary.load("de").say)
            with tempfile.TemporaryDirectory() as folder:
                system = registry.get(history.base.system)
                with Store.create(Path(folder) / FILE, history.base, system, {}) as store:
                    store.extend(history.steps[:4])
                    opened = Store.open(Path(folder) / FILE, registry.get, read_only=True)
                    data = export_json(store, opened.history)
                    opened.store.close()
            yield json.dumps(data).encode()

    def read(self, data: bytes, folder: Path) -> str:
        try:
            import_json(data, registry.get)
        except UnreadableFileError as error:
            return error.problem.code
        return "read"


class SetReader(_Plain):
    """Sets of the library."""

    id = "set"

    def samples(self) -> Iterator[bytes]:
        for id in registry.system_ids():
            system = registry.get(id)
            entries = {}
            for template in system.library()[:3]:
                sheet = template.sheet.model_dump(mode="json")
                entries[template.id] = Entry(
                    id=template.id, system=id, name=template.id, sheet=sheet, tags=("a", "b")
                )
            yield dump_set(LibrarySet("x", "x", tuple(entries.values())))

    def read(self, data: bytes, folder: Path) -> str:
        try:
            parse_set(data, "x", "x")
        except UnreadableFileError as error:
            return error.problem.code
        return "read"


class StatblockReader(_Plain):
    """Creatures of books and other programs."""

    id = "statblock"

    def samples(self) -> Iterator[bytes]:
        for text in (RAIDER, OGRE, HAEUPTLING, ORC, HARPY, SPINNE):
            yield text.encode()
        yield json.dumps(ACTOR).encode()

    def read(self, data: bytes, folder: Path) -> str:
        try:
            read_creatures(data)
        except UnreadableFileError as error:
            return error.problem.code
        return "read"


class TableReader(_Plain):
    """Tables as CSV, each mutant read for every table of every system."""

    id = "table"

    def samples(self) -> Iterator[bytes]:
        for spec in _tables():
            yield write_csv(spec, spec.rows(), _words())

    def read(self, data: bytes, folder: Path) -> str:
        found = [read_csv(spec, data, _words()) for spec in _tables()]
        return "read" if any(rows.rows for rows in found) else "refused"


@cache
def _words() -> Glossary:
    return Glossary.load("de")


@cache
def _tables() -> tuple[TableSpec, ...]:
    systems = [registry.get(id) for id in registry.system_ids()]
    return tuple(spec for s in systems if isinstance(s, Tabled) for spec in s.tables)


READERS: tuple[Reader, ...] = (
    *(MapReader(format) for format in FORMATS),
    FightReader(),
    SituationReader(),
    ExportReader(),
    SetReader(),
    StatblockReader(),
    TableReader(),
)
"""Everything that reads what strangers have written."""
