"""Pictures are known by their headers and become maps; formats are found by content."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.formats import FORMATS, GridFit, Need, detect, format_by_id, read_map
from maps.formats.base import MAX_FILE, load
from maps.formats.headers import Header, is_whole, read_header
from maps.formats.picture import PictureFormat
from maps.grid import SUB
from maps.problems import UnreadableFileError
from tests.maps.pictures import jpeg, png, webp


def refusal(source: Path | bytes) -> str:
    with pytest.raises(UnreadableFileError) as caught:
        read_map(source)
    return caught.value.problem.code


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (png(700, 350), "png"),
        (jpeg(700, 350), "jpeg"),
        (webp(700, 350), "webp"),
        (webp(700, 350, "VP8L"), "webp"),
        (webp(700, 350, "VP8 "), "webp"),
    ],
)
def test_header_tells_kind_and_size(data: bytes, kind: str) -> None:
    assert read_header(data) == Header(kind, 700, 350)
    assert is_whole(data)
    assert is_whole(data + b"\0" * 999)
    assert not is_whole(data[:-14])


@pytest.mark.parametrize("data", [png(7, 5), jpeg(7, 5), webp(7, 5), webp(7, 5, "VP8L")])
def test_cut_header_is_no_picture(data: bytes) -> None:
    for length in range(12, 25):
        found = read_header(data[:length])
        assert found is None or (found.width, found.height) == (7, 5)
    assert read_header(b"") is None
    assert read_header(b"GIF89a" + data) is None
    assert read_header(png(0, 5)) is None


def test_picture_becomes_a_map_that_needs_a_grid() -> None:
    data = png(700, 350)
    found = PictureFormat().read(data, "Keller.Nord.png")
    assert found.name == "Keller.Nord"
    assert found.needs == {Need.GRID}
    assert (found.board.width, found.board.height) == (10, 5)
    assert found.board.picture is not None
    assert found.pictures == {found.board.picture.asset: data}
    assert [p.code for p in found.problems] == ["picture_read"]


def test_grid_of_a_picture_hangs_on_a_crossing() -> None:
    found = PictureFormat().read(png(700, 350), fit=GridFit(pixels=100, x=225, y=-50))
    picture = found.board.picture
    assert found.needs == frozenset()
    assert picture is not None
    assert (picture.x, picture.y) == (-SUB // 4, -SUB // 2)
    assert (picture.width, picture.height) == (7 * SUB, 7 * SUB // 2)
    board = found.board
    assert (board.left, board.top, board.width, board.height) == (-1, -1, 8, 4)
    with pytest.raises(ValueError, match="pixels"):
        PictureFormat().read(png(7, 7), fit=GridFit(pixels=0))


def test_huge_picture_is_refused_by_its_header_alone() -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read_map(png(16_385, 16))
    assert caught.value.problem.code == "picture_too_big"
    assert caught.value.problem.args["limit"] == 16_384
    assert read_map(png(16_384, 16)).board.width == 235


def test_cut_picture_opens_with_a_warning() -> None:
    found = read_map(png(700, 350)[:-20])
    assert [p.code for p in found.problems] == ["picture_read", "picture_cut_off"]


def test_files_that_are_no_maps(tmp_path: Path) -> None:
    (tmp_path / "leer.dd2vtt").write_bytes(b" \r\n")
    (tmp_path / "brief.txt").write_text("Liebe Oma", encoding="utf-8")
    assert refusal(tmp_path / "leer.dd2vtt") == "file_empty"
    assert refusal(tmp_path / "brief.txt") == "format_unknown"
    assert refusal(tmp_path / "nirgends.png") == "file_missing"
    assert refusal(tmp_path) == "file_is_folder"
    assert refusal(png(10, 10)[:20]) == "picture_unknown"


def test_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        load(b"x" * 2_000_000, limit=1_048_576)
    assert caught.value.problem.code == "file_too_big"
    assert (caught.value.problem.args["size"], caught.value.problem.args["limit"]) == (2, 1)
    big = tmp_path / "big.dd2vtt"
    with big.open("wb") as file:
        file.truncate(MAX_FILE + 1)
    assert refusal(big) == "file_too_big"


def test_formats_are_found_by_content_before_names() -> None:
    found = detect(png(7, 7), "karte.dd2vtt")
    assert found is not None
    assert found.id == "picture"
    assert format_by_id("uvtt").suffixes == (".dd2vtt", ".uvtt", ".df2vtt")
    assert len({f.id for f in FORMATS}) == len(FORMATS)
    with pytest.raises(KeyError):
        format_by_id("paper")
