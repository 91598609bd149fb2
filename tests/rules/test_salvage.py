"""Damaged files of fights: what lies in their pages is read, what is none is still refused.

``SCHLACHTPLAN_FLIPS`` sets how many single bits are turned over (100).
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from maps.problems import UnreadableFileError
from rules.encounter import database, pages
from rules.encounter.database import connect
from rules.encounter.salvage import rescued
from rules.encounter.store import Opened, Store
from rules.encounter.writing import hash_of
from tests.rules.store_child import step
from tests.rules.store_kit import codes, to_first_schema, words
from tests.rules.tiny import TINY, fight, lookup

FLIPS = int(os.environ.get("SCHLACHTPLAN_FLIPS", "100"))

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40
STEPS, DONE = 250, 240


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a file of many pages."""
    path = tmp_path_factory.mktemp("whole") / "fight.kampf"
    with Store.create(path, fight(), TINY) as store:
        store.put_asset(PICTURE)
        store.extend(step(n) for n in range(1, STEPS))
        store.set_done(DONE)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("start", "new"),
    [
        pytest.param(0, bytes(4096), id="the page"),
        pytest.param(0, bytes(512), id="a sector"),
        pytest.param(4, b"\xff", id="a letter of the name"),
        pytest.param(16, b"\x07", id="the size of a page"),
        pytest.param(60, bytes(12), id="our numbers"),
        pytest.param(100, b"\xa5" * 60, id="the list of tables"),
    ],
)
def test_a_fight_without_its_beginning_is_read_all_the_same(
    whole: bytes, tmp_path: Path, start: int, new: bytes
) -> None:
    path, rescued = tmp_path / "fight.kampf", tmp_path / "rescued.kampf"
    broken = whole[:start] + new + whole[start + len(new) :]
    path.write_bytes(broken)
    found = Store.open(path, lookup)
    assert [problem.code for problem in found.problems] == ["file_damaged"]
    assert found.store.read_only
    assert found.history.done == DONE
    assert found.history.steps == tuple(step(n) for n in range(1, STEPS))
    found.store.save_as(rescued)
    assert found.store.asset(hash_of(PICTURE)) == PICTURE
    found.store.close()
    again = Store.open(rescued, lookup)
    again.store.close()
    assert again.problems == ()
    assert again.history.steps == found.history.steps
    assert path.read_bytes() == broken


def test_of_a_fight_without_beginning_and_end_the_rest_is_read(
    whole: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "fight.kampf"
    path.write_bytes(bytes(100) + whole[100 : len(whole) * 2 // 3])
    found = Store.open(path, lookup)
    found.store.close()
    assert "file_damaged" in [problem.code for problem in found.problems]
    deeds = int(found.history.state.name.removeprefix("deed "))
    assert 0 < deeds < STEPS


@pytest.mark.parametrize("content", [b"\r" * 40_000, bytes(40_000), b"PK\3\4" * 9_000])
def test_what_is_no_fight_is_refused_as_before(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "fight.kampf"
    path.write_bytes(content)
    with pytest.raises(UnreadableFileError) as refused:
        Store.open(path, lookup)
    assert refused.value.problem.code == "file_not_a_fight"
    assert path.read_bytes() == content
    assert not list(tmp_path.glob("fight*-*"))


def is_the_same(found: Opened) -> bool:
    """Whether everything was read that the whole file holds."""
    return (
        found.history.base == fight()
        and found.history.steps == tuple(step(n) for n in range(1, STEPS))
        and found.history.done == DONE
        and found.store.asset(hash_of(PICTURE)) == PICTURE
    )


def flipped(whole: bytes, path: Path, place: int, bit: int) -> Opened:
    """Open the file with one bit turned over."""
    broken = bytearray(whole)
    broken[place] ^= 1 << bit
    path.write_bytes(broken)
    found = Store.open(path, lookup)
    try:
        assert found.problems or is_the_same(found), f"byte {place}, bit {bit}"
        assert path.read_bytes() == broken
    finally:
        found.store.close()
    assert not database._held
    return found


def test_no_bit_of_a_file_changes_a_fight_in_silence(
    whole: bytes, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    chance = random.Random(f"flips {request.config.getoption('luck')}")
    for _ in range(FLIPS):
        place, bit = chance.randrange(len(whole)), chance.randrange(8)
        found = flipped(whole, tmp_path / "fight.kampf", place, bit)
        words(found)
        assert "file_locked" not in codes(found)
        assert len(found.history.steps) > 0
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["fight.kampf"]


def page_of(whole: bytes, path: Path, kind: str) -> int:
    """Return where the first page of a kind begins, as SQLite knows it."""
    path.write_bytes(whole)
    with closing(connect(path, "immutable")) as db:
        roots = dict(db.execute("SELECT name, rootpage FROM sqlite_master"))
    names = {"meta": "meta", "steps": "steps", "states": "checkpoints", "pictures": "assets"}
    if kind in names:
        return 4096 * int(roots[names[kind]] - 1)
    if kind == "index":
        return 4096 * int(roots["sqlite_autoindex_assets_1"] - 1)
    root = whole[page_of(whole, path, "steps") :]
    assert root[0] == 5
    leaf = (int.from_bytes(root[8:12], "big") - 1) * 4096
    if kind == "leaf":
        return leaf
    cell = int.from_bytes(root[12:14], "big")
    return (int.from_bytes(root[cell : cell + 4], "big") - 1) * 4096


@pytest.mark.parametrize("kind", ["meta", "steps", "states", "pictures", "index", "leaf"])
def test_of_every_kind_of_page_the_rest_is_read(whole: bytes, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "fight.kampf"
    start = page_of(whole, path, kind)
    chance = random.Random(kind)
    for place in (*range(8), *(chance.randrange(4096) for _ in range(12))):
        flipped(whole, path, start + place, chance.randrange(8))
    path.write_bytes(whole[:start] + bytes(4096) + whole[start + 4096 :])
    found = Store.open(path, lookup)
    found.store.close()
    assert codes(found)[0] == "file_damaged"
    assert found.history.steps == tuple(step(n) for n in range(1, STEPS))
    assert found.history.done == DONE


def test_without_the_list_of_tables_everything_is_read(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "fight.kampf"
    path.write_bytes(whole[:100] + random.Random(1).randbytes(3996) + whole[4096:])
    found = Store.open(path, lookup)
    assert codes(found) == ["file_damaged"]
    assert is_the_same(found)
    found.store.close()


@pytest.fixture
def undone(tmp_path: Path) -> Path:
    """Make a file in which steps that were done otherwise still lie about."""
    path = tmp_path / "undone.kampf"
    with Store.create(path, fight(), TINY) as store:
        store.extend(step(n) for n in range(1, 150))
        store._connection.execute("PRAGMA secure_delete = OFF").fetchall()
        store.set_done(40)
        store.extend(step(n) for n in range(1_000, 1_005))
        store.set_done(43)
    return path


def test_steps_that_were_done_otherwise_stay_undone(undone: Path) -> None:
    raw = undone.read_bytes()
    want = (*range(1, 41), *range(1_000, 1_005))
    assert b'"deed 100"' in raw
    undone.write_bytes(bytes(4096) + raw[4096:])
    found = Store.open(undone, lookup)
    found.store.close()
    assert codes(found) == ["file_damaged"]
    assert found.history.steps == tuple(step(n) for n in want)
    assert found.history.done == 43


@pytest.mark.parametrize("start", [0, 100])
def test_a_file_without_check_sums_is_salvaged_too(
    whole: bytes, tmp_path: Path, start: int
) -> None:
    path = tmp_path / "fight.kampf"
    path.write_bytes(whole)
    to_first_schema(path)
    raw = path.read_bytes()
    path.write_bytes(raw[:start] + bytes(4096 - start) + raw[4096:])
    found = Store.open(path, lookup)
    assert codes(found) == ["file_damaged"]
    assert is_the_same(found)
    found.store.close()


def leaf(cells: list[bytes]) -> bytes:
    """Make a leaf of a table by hand."""
    page, end = bytearray(4096), 4096
    page[0], page[3:5] = 0x0D, len(cells).to_bytes(2, "big")
    for index, cell in enumerate(cells):
        end -= len(cell)
        page[end : end + len(cell)] = cell
        page[8 + 2 * index : 10 + 2 * index] = end.to_bytes(2, "big")
    return bytes(page)


def evil_pages() -> Iterator[tuple[str, bytes]]:
    """Yield pages that lie about what is in them."""
    yield "all cells in one place", leaf([]).replace(b"\x0d\0\0\0\0", b"\x0d\0\0\x0f\xff")
    longest = b"\x88\x80\x80\x80\0" + b"\1" + b"\5\0\x0f\x0f\x0f"
    yield "rows longer than the file", leaf([longest + bytes(500)] * 7)
    endless = b"\xc0\x00" + b"\1" + b"\x08\0\x88\x80\x0f" + b"\0" * 100
    yield "chains that end nowhere", leaf([endless + b"\0\0\0\3"] * 30)
    yield "numbers without an end", leaf([b"\xff" * 60] * 60)
    yield "negative numbers", leaf([b"\5" + b"\xff" * 9 + b"\3\0\x0f\0\0"] * 50)


@pytest.mark.parametrize(("page", "what"), [(page, name) for name, page in evil_pages()])
def test_pages_that_lie_are_looked_through_and_no_more(
    whole: bytes, tmp_path: Path, page: bytes, what: str
) -> None:
    path = tmp_path / "fight.kampf"
    path.write_bytes(bytes(4096) + page * 50 + whole[4096:])
    rest = rescued(path)
    assert rest is not None
    rest.close()
    path.write_bytes(bytes(4096) + page * 500)
    with suppress(UnreadableFileError):
        Store.open(path, lookup).store.close()


def test_only_so_many_rows_are_looked_at(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "fight.kampf"
    path.write_bytes(bytes(4096) + whole[4096:])
    monkeypatch.setattr(pages, "MAX_ROWS", 60)
    found = Store.open(path, lookup)
    found.store.close()
    assert 0 < len(found.history.steps) < 60
