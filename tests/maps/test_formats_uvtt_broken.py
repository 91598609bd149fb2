"""Universal VTT: broken items and broken files."""

from __future__ import annotations

import base64
import json

import pytest

from maps.codec import board_from_dict
from maps.codec_writing import board_to_dict
from maps.formats import jsontext, read_map, uvtt_lines
from maps.grid import point
from tests.maps.uvtt_kit import PNG, codes, plain, problem, read, refusal, xy


@pytest.mark.parametrize("key", ["line_of_sight", "objects_line_of_sight"])
def test_endless_lines_are_cut(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvtt_lines, "MAX_LINE", 50)
    endless, short = [(i % 5, i % 3) for i in range(60)], [(0, 3), (1, 3)]
    found = read(plain(**{"line_of_sight": [], key: [xy(*endless), xy(*short)]}))
    assert codes(found) == ["import_points_left_out"]
    assert problem(found, "import_points_left_out").args["place"] == f"{key}[0]"
    assert [len(o.points) for o in found.board.obstacles] == [50, 2]


def test_broken_points_are_left_out_one_by_one() -> None:
    raw = json.dumps(plain(line_of_sight=[
        [*xy((0, 0), (1, 0)), {"x": float("nan"), "y": 0}, *xy((2, 0), (3, 0))],
        [*xy((0, 1), (1, 1)), {"x": float("inf"), "y": 0}],
        [*xy((0, 2), (1, 2)), {"x": 1e300, "y": 2}],
        [*xy((0, 3), (1, 3)), {"x": None}, "?", {"y": 3}],
    ]))  # fmt: skip
    found = read(raw.encode())
    lines = [o.points for o in found.board.obstacles]
    assert lines == [
        (point(0, 0), point(1, 0)), (point(2, 0), point(3, 0)), (point(0, 1), point(1, 1)),
        (point(0, 2), point(1, 2)), (point(0, 3), point(1, 3)),
    ]  # fmt: skip
    assert codes(found) == ["import_point_broken", "import_point_wild"]
    broken = problem(found, "import_point_broken")
    assert broken.args["n"] == 5
    assert broken.place == "line_of_sight[0][2]"


def test_numbers_of_a_thousand_digits_are_only_wild() -> None:
    raw = json.dumps(plain()).replace('"x": 3, "y": 2}', '"x": ' + "9" * 5000 + ', "y": 2}')
    found = read(raw.encode())
    assert found.board.obstacles[0].points == (point(1, 1), point(3, 1))
    assert codes(found) == ["import_point_broken"]


def test_short_lines_doubles_and_pieces_without_length() -> None:
    found = read(plain(line_of_sight=[
        [], xy((1, 1)), "x", xy((1, 1), (1, 1)),
        xy((1, 1), (1, 1.0001), (2, 1)), xy((2, 1), (1, 1)), xy((1, 1), (2, 1)),
    ]))  # fmt: skip
    assert [o.points for o in found.board.obstacles] == [(point(1, 1), point(2, 1))]
    counts = {p.code: p.args.get("n") for p in found.problems[1:]}
    assert counts == {
        "import_line_too_short": 2,
        "import_item_broken": 1,
        "import_zero_length": 2,
        "import_duplicate": 2,
    }
    assert problem(found, "import_duplicate").points == (point(2, 1), point(1, 1))


def test_endless_line_is_cut_into_parts_that_meet() -> None:
    points = [(i / 64, i % 2 / 64) for i in range(25_000)]
    found = read(plain(line_of_sight=[xy(*points)]))
    parts = [o.points for o in found.board.obstacles]
    assert [len(p) for p in parts] == [10_000, 10_000, 5_002]
    assert parts[0][-1] == parts[1][0]
    assert sum(len(p) - 1 for p in parts) == 24_999
    assert board_from_dict(board_to_dict(found.board)) == found.board


def test_bom_line_ends_and_other_encodings() -> None:
    text = json.dumps(plain(), indent=1).replace("\n", "\r\n")
    good = read(plain())
    for raw in (b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16"), b"\r\n " + text.encode()):
        assert read(raw) == good
    odd = json.dumps(plain(author="Jörg"), ensure_ascii=False).encode("cp1252")
    assert codes(read(odd)) == ["encoding_guessed"]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_cut_file_says_where_it_ends(share: float) -> None:
    raw = json.dumps(plain(), indent=1).encode()
    cut = raw[: int(len(raw) * share)]
    found = refusal(cut)
    assert found.code == "file_cut_off"
    assert found.args["byte"] == len(cut)
    assert found.args["line"] == cut.count(b"\n") + 1


def test_damaged_file_says_where_also_behind_the_picture() -> None:
    data = plain()
    data["lights"] = data.pop("lights")
    raw = json.dumps(data, indent=1).encode().replace(b'"lights": []', b'"lights": [}')
    found = refusal(raw)
    assert found.code == "json_broken"
    at = raw.index(b"[}") + 1
    assert found.args["byte"] == at
    assert found.args["line"] == raw.count(b"\n", 0, at) + 1
    assert found.place == f"{found.args['line']}:{found.args['column']}"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "file_empty"),
        (b"  \r\n", "file_empty"),
        (b"Dear diary, {today}", "not_json"),
        (b"{}", "not_uvtt"),
        (b"[1, 2]", "not_uvtt"),
        (b'{"resolution": {"dpi": 300}}', "not_uvtt"),
        (b'{"walls": [], "grid": 100}', "not_uvtt"),
        (b"[" * 200_000, "json_too_deep"),
        (b'{"a": tru}', "json_broken"),
    ],
)
def test_files_that_are_none_are_refused_in_words(raw: bytes, code: str) -> None:
    assert refusal(raw).code == code


def test_json_file_is_known_by_its_keys() -> None:
    raw = json.dumps(plain()).encode()
    assert read_map(raw, "karte.json").problems[0].code == "import_counts"
    assert refusal(b'{"walls": []}', "szene.json").code == "format_unknown"


def test_picture_key_inside_other_things_is_not_the_picture() -> None:
    data = {"meta": {"image": "https://example.org/a.png"}, "note": '"image": "x', **plain()}
    assert list(read(data).pictures.values()) == [PNG]


def test_text_of_the_picture_is_decoded_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytes(range(256)) * 40
    text = base64.b64encode(data).decode().replace("A", "\\u0041").replace("Q", "\\n Q\\r\\n")
    for size in (7, 16, 101):
        monkeypatch.setattr(jsontext, "_CHUNK", size)
        raw = text.encode()
        assert jsontext.decode_base64(raw, 0, len(raw)) == data
