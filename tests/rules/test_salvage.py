"""A fight whose file lost its first page is read all the same; what is none is still refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.problems import UnreadableFileError
from rules.encounter.store import Store
from rules.encounter.writing import hash_of
from tests.rules.store_child import step
from tests.rules.tiny import TINY, fight, lookup

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
