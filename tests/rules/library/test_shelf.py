"""Sets on disk: written whole, read leniently, never lost, every step taken back."""

from __future__ import annotations

import base64
import json
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from maps.problems import UnreadableFileError
from rules import registry
from rules.encounter.state import SideId
from rules.library.entries import CREATURE, Entry, LibrarySet, template_of
from rules.library.files import FORMAT, MAX_PICTURE, SUFFIX, hash_of, parse_set, read_set
from rules.library.shelf import Shelf, write_into

SYSTEM = registry.get("pathfinder")


def png(width: int = 4, height: int = 4, colour: int = 7) -> bytes:
    """Return a small grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = b"".join(b"\0" + bytes([colour]) * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def goblin(name: str = "Goblin", **more: Any) -> Entry:
    return Entry(id="new", system="pathfinder", name=name, sheet={"hp": 6}, **more)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "library")


def test_what_was_put_in_is_there_after_a_restart(shelf: Shelf) -> None:
    id = shelf.create("Höhle der Füchse")
    entry = shelf.add(id, goblin(tags=("klein",), side=SideId.THIRD, note="feige"), png())
    again = Shelf(shelf.folder)
    assert again.sets == shelf.sets
    found = again.find(f"{id}/{entry.id}")
    assert found is not None
    assert found[0].name == "Höhle der Füchse"
    assert again.picture(found[1].picture) == png()
    template = template_of(id, found[1], SYSTEM)
    assert template is not None
    assert (template.side, template.tags, template.sheet.model_dump()["hp"]) == (
        SideId.THIRD, ("klein",), 6,
    )  # fmt: skip


def test_entries_get_ids_of_their_own(shelf: Shelf) -> None:
    id = shelf.create("A")
    ids = [shelf.add(id, goblin()).id for _ in range(3)]
    assert len(set(ids)) == 3
    assert len(shelf.add_all(id, [goblin(), goblin("Ork")])) == 2
    assert [e.name for _, e in shelf.entries("pathfinder", CREATURE)] == ["Goblin"] * 4 + ["Ork"]
    assert not list(shelf.entries("osric", CREATURE))


def test_every_step_is_taken_back(shelf: Shelf) -> None:
    id = shelf.create("A")
    states = [dict(shelf.sets)]
    entry = shelf.add(id, goblin(), png())
    states.append(dict(shelf.sets))
    shelf.update(id, entry.model_copy(update={"name": "Hobgoblin"}))
    states.append(dict(shelf.sets))
    shelf.remove(id, entry.id)
    states.append(dict(shelf.sets))
    shelf.rename(id, "B")
    states.append(dict(shelf.sets))
    shelf.remove_set(id)
    for state in reversed(states):
        assert shelf.undo()
        assert shelf.sets == state
        assert Shelf(shelf.folder).sets.keys() == state.keys()
    assert shelf.undo()
    assert shelf.sets == {}
    assert not shelf.undo()


def test_a_picture_survives_an_edit_of_the_entry_and_its_undo(shelf: Shelf) -> None:
    id = shelf.create("A")
    entry = shelf.add(id, goblin(), png())
    shelf.update(id, entry.model_copy(update={"picture": ""}))
    assert Shelf(shelf.folder).sets[id].pictures == {}
    shelf.undo()
    again = Shelf(shelf.folder)
    assert again.picture(again.sets[id].entries[0].picture) == png()


def test_a_broken_file_is_named_and_never_written(shelf: Shelf) -> None:
    shelf.folder.mkdir()
    broken = shelf.folder / f"a{SUFFIX}"
    broken.write_text('{"format": "schlachtplan-set", "entries": [', "utf-8")
    again = Shelf(shelf.folder)
    assert [p.code for p in again.problems] == ["json_syntax"]
    assert again.problems[0].place.startswith("a.kampfset:1:")
    id = again.create("a")
    again.add(id, goblin())
    assert id != "a"
    assert broken.read_text("utf-8").endswith('"entries": [')


def test_an_entry_that_cannot_be_read_stays_in_the_file(shelf: Shelf) -> None:
    id = shelf.create("A")
    path = shelf.folder / f"{id}{SUFFIX}"
    data = json.loads(path.read_text("utf-8"))
    strange = {"id": "x", "name": "", "aura": 7}
    data["entries"] = [strange, goblin().model_dump(mode="json")]
    path.write_text(json.dumps(data), "utf-8")
    again = Shelf(shelf.folder)
    assert [(p.code, p.place) for p in again.problems] == [
        ("set_entry_wrong", f"{path.name}:entries[0].system")
    ]
    again.add(id, goblin("Ork"))
    written = json.loads(path.read_text("utf-8"))["entries"]
    assert [e["name"] for e in written] == ["Goblin", "Ork", ""]
    assert strange in written


def test_a_set_of_a_newer_version_is_used_but_not_changed(shelf: Shelf) -> None:
    id = shelf.create("A")
    shelf.add(id, goblin())
    path = shelf.folder / f"{id}{SUFFIX}"
    before = path.read_text("utf-8").replace('"version": 1', '"version": 9')
    path.write_text(before, "utf-8")
    again = Shelf(shelf.folder)
    assert again.sets[id].fixed
    assert len(again.sets[id].entries) == 1
    for step in (lambda: again.add(id, goblin()), lambda: again.remove_set(id)):
        with pytest.raises(UnreadableFileError, match="set_newer"):
            step()
    assert path.read_text("utf-8") == before


def test_what_another_window_has_written_is_not_lost(shelf: Shelf) -> None:
    id = shelf.create("A")
    other = Shelf(shelf.folder)
    other.add(id, goblin("Ork"))
    os.utime(shelf.folder / f"{id}{SUFFIX}", ns=(1, 1))
    shelf.add(id, goblin())
    assert [e.name for e in Shelf(shelf.folder).sets[id].entries] == ["Ork", "Goblin"]


def test_a_disk_that_is_full_leaves_the_old_file(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = shelf.create("A")
    path = shelf.folder / f"{id}{SUFFIX}"
    before = path.read_bytes()

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        shelf.add(id, goblin())
    assert path.read_bytes() == before
    assert not shelf.sets[id].entries
    assert list(shelf.folder.glob("*.part")) == []


def test_a_set_goes_out_and_comes_in_with_its_pictures(shelf: Shelf, tmp_path: Path) -> None:
    id = shelf.create("A")
    shelf.add(id, goblin(), png())
    out = tmp_path / f"out{SUFFIX}"
    shelf.export(id, out)
    assert len(list(tmp_path.glob("out*"))) == 1
    taken, problems = shelf.take_in(out)
    assert problems == ()
    assert taken != id
    assert shelf.sets[taken].name == "A 2"
    assert shelf.sets[taken].entries == shelf.sets[id].entries
    assert shelf.sets[taken].pictures == shelf.sets[id].pictures


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (b"not a picture", "no picture"),
        (png(3_000, 1), "too wide"),
        (png() + b"\0" * MAX_PICTURE, "too many bytes"),
    ],
)
def test_pictures_have_limits(shelf: Shelf, picture: bytes, why: str) -> None:
    id = shelf.create("A")
    with pytest.raises(UnreadableFileError, match="picture_unfit"):
        shelf.add(id, goblin(), picture)
    assert not shelf.sets[id].entries, why


def test_a_picture_that_is_not_what_its_name_says_is_left_out() -> None:
    wrong = {hash_of(b"other"): base64.b64encode(png()).decode(), "x": 7, hash_of(png()): "?"}
    data = {"format": FORMAT, "version": 1, "name": "A", "entries": [], "pictures": wrong}
    found, problems = parse_set(json.dumps(data).encode(), "a", "a.kampfset")
    assert found == LibrarySet("a", "A")
    assert [p.code for p in problems] == ["set_picture_wrong"] * 3


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b"7", b'{"format": "x"}', b"\xff\xfe\x00", b'{"a": NaN}', b'"' * 50]
)
def test_what_is_no_set_is_refused(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"x{SUFFIX}"
    path.write_bytes(raw)
    with pytest.raises(UnreadableFileError) as caught:
        read_set(path)
    assert path.name in caught.value.problem.place


def test_an_entry_whose_sheet_does_not_fit_is_no_template() -> None:
    entry = goblin().model_copy(update={"sheet": {"hp": "many"}})
    assert template_of("a", entry, SYSTEM) is None


def test_a_file_is_made_and_added_to(tmp_path: Path) -> None:
    path = tmp_path / f"neu{SUFFIX}"
    write_into(path, [goblin()])
    write_into(path, [goblin(), goblin("Ork")])
    found, _ = read_set(path)
    assert [e.name for e in found.entries] == ["Goblin", "Goblin", "Ork"]
