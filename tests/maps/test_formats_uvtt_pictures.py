"""Universal VTT: the frame of a map and the picture in it."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from maps.formats import Need
from maps.grid import SUB, point
from tests.maps.pictures import jpeg, png, webp
from tests.maps.uvtt_kit import PNG, codes, frame, plain, problem, read, xy


@pytest.mark.parametrize(
    ("changes", "noted"),
    [
        ({"format": "0.2"}, []),
        ({"format": 1}, []),
        ({"format": None}, ["format_missing"]),
        ({"format": "2.0-beta"}, ["format_version_unknown"]),
        ({"lights": None, "portals": None}, ["import_list_missing"]),
        ({"objects_line_of_sight": None}, []),
        ({"environment": None}, []),
        ({"resolution": frame(map_origin=None)}, ["origin_missing"]),
        ({"resolution": frame(map_size=[6, 4])}, []),
        ({"resolution": frame(map_size=None)}, ["map_size_missing"]),
        ({"resolution": frame(pixels_per_grid=None, grid_size=100)}, []),
        ({"resolution": frame(pixels_per_grid=None)}, ["pixels_missing"]),
        ({"resolution": frame(pixels_per_grid="100")}, []),
        ({"resolution": None}, ["resolution_missing"]),
        ({"schema": {"x": [1]}, "software": "?"}, []),
    ],
)
def test_missing_and_odd_keys_get_usual_values(changes: dict[str, Any], noted: list[str]) -> None:
    found = read(plain(**changes))
    assert codes(found) == noted
    assert found.board.obstacles[0].points[0] == point(1, 1)
    if "resolution_missing" not in noted:
        assert (found.board.width, found.board.height) == (6, 4)


def test_picture_without_any_frame_needs_a_grid() -> None:
    assert read(plain(resolution=None)).needs == {Need.GRID}


def test_map_without_size_and_picture_holds_its_lines() -> None:
    found = read(plain(resolution=None, image=None, line_of_sight=[xy((1, 1), (30, 19.5))]))
    assert (found.board.width, found.board.height) == (30, 20)


def test_evenly_scaled_picture_keeps_the_squares() -> None:
    found = read(plain(image=base64.b64encode(png(300, 200)).decode()))
    assert (found.board.width, found.board.height) == (6, 4)
    assert found.board.picture is not None
    assert found.board.picture.width == 6 * SUB
    assert codes(found) == ["picture_scaled"]
    assert problem(found, "picture_scaled").args["real"] == 50


def test_wrong_size_of_the_map_follows_the_picture() -> None:
    found = read(plain(image=base64.b64encode(png(750, 400)).decode()))
    assert (found.board.width, found.board.height) == (8, 4)
    assert found.board.picture is not None
    assert found.board.picture.width == 15 * SUB // 2
    assert codes(found) == ["picture_size_differs"]


@pytest.mark.parametrize("data", [PNG, jpeg(600, 400), webp(600, 400)])
@pytest.mark.parametrize("style", ["plain", "prefix", "newlines", "slashes", "no padding"])
def test_picture_in_every_wrapping_comes_out_whole(data: bytes, style: str) -> None:
    text = base64.b64encode(data).decode()
    lines = [text[i : i + 76] for i in range(0, len(text), 76)]
    wrapped = {
        "plain": text,
        "prefix": "data:image/webp;base64," + text,
        "newlines": "\r\n".join(lines) + "\n",
        "slashes": text,
        "no padding": text.rstrip("="),
    }[style]
    raw = json.dumps(plain(image=wrapped))
    raw = raw.replace("/", "\\/") if style == "slashes" else raw
    found = read(raw.encode())
    assert list(found.pictures.values()) == [data]
    assert codes(found) == []


@pytest.mark.parametrize(
    ("image", "code"),
    [
        (None, "picture_missing"),
        ("", "picture_missing"),
        ("https://example.org/karte.png", "picture_elsewhere"),
        ("maps/karte.webp", "picture_elsewhere"),
        ("no picture at all", "picture_broken"),
        (17, "picture_broken"),
        (base64.b64encode(b"GIF89a" + b"\0" * 50).decode(), "picture_broken"),
        (base64.b64encode(png(17_000, 10)).decode(), "picture_left_out"),
    ],
)
def test_map_without_usable_picture_is_a_map(image: object, code: str) -> None:
    found = read(plain(image=image))
    assert codes(found) == [code]
    assert found.needs == {Need.PICTURE}
    assert found.board.picture is None
    assert found.pictures == {}
    assert (found.board.width, found.board.height) == (6, 4)
    assert len(found.board.obstacles) == 1


def test_picture_that_ends_early_is_kept_with_a_warning() -> None:
    found = read(plain(image=base64.b64encode(PNG[:-20]).decode()[:-1]))
    assert codes(found) == ["picture_cut_off"]
    assert found.board.picture is not None
