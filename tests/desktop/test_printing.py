"""The encounter sheet on paper: true measures, whole texts, nothing over another, no secrets."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter

from desktop.i18n import language
from desktop.printing import cards
from desktop.printing.content import PARTS, Wanted
from desktop.printing.ink import LEAST, Mark, Style, fit, units_of, width_of
from desktop.printing.page import BAR, MARGIN, PAPERS, UNITS, Box
from desktop.printing.sheets import Sheets, make_sheets, page_image, save_pdf, write_pdf
from maps.board import Board, Picture
from maps.grid import SUB, point
from maps.shapes import DoorState, Kind, make_obstacle
from rules import registry
from rules.core.sources import Status
from rules.encounter.state import MEMO, Encounter, SideId, Token
from rules.systems.pathfinder.options import OPTIONS
from rules.systems.pathfinder.reference import reference
from rules.systems.pathfinder.tables import condition_rows
from rules.views import BodyView, ZoneView
from tests.desktop.dialogs_kit import dressed
from tests.desktop.printing_kit import (
    DOTS,
    changed,
    crowd,
    demo,
    marks_of,
    nothing,
    sheets_of,
    words_of,
)

pytestmark = pytest.mark.usefixtures("german_each")


def _write(state: Encounter, path: Path, paper: str = "a4") -> PdfReader:
    write_pdf(state, registry.get(state.system), path, nothing, paper)
    return PdfReader(path)


def _text(reader: PdfReader) -> str:
    words = " ".join(page.extract_text() for page in reader.pages)
    return re.sub(r"\s+", " ", words)


# ---- the file ---------------------------------------------------------------------------------


def test_the_demo_makes_a_pdf_of_four_pages(tmp_path: Path) -> None:
    reader = _write(demo(), tmp_path / "bogen.pdf")
    assert len(reader.pages) == 4
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".pdf"] == ["bogen.pdf"]


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_pages_have_the_size_of_the_paper(
    tmp_path: Path, paper: str, size: tuple[int, int]
) -> None:
    box = _write(demo(), tmp_path / "bogen.pdf", paper).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


def test_all_fonts_are_embedded(tmp_path: Path) -> None:
    reader, found = _write(demo(), tmp_path / "bogen.pdf"), set()
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]  # a dictionary
            outer = font.get_object()
            inner = outer["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(inner), outer["/BaseFont"]
            found.add(outer["/BaseFont"].lstrip("/").split("+")[-1])
    assert {"Inter-Regular", "Inter-Bold"} <= found


def test_umlauts_figures_and_all_names_can_be_copied_out(tmp_path: Path) -> None:
    state = changed(demo(), "oger", name="Äußerst übler Oger – „Größenwahn“")
    text = _text(_write(state, tmp_path / "bogen.pdf"))
    for token in state.tokens.values():
        assert token.name in text
    for words in ("Krähenfels", "Zähigkeit", "Kämpferkarten", "Große Keule", "18–20 / ×2"):
        assert words in text
    assert "33/44" in text
    assert "gezählt" in text
    assert "Seite 1 von 4" in text
    assert "Seite 4 von 4" in text


def test_the_ring_can_be_copied_out_too(tmp_path: Path) -> None:
    text = _text(_write(demo(), tmp_path / "bogen.pdf"))
    assert "Zählung 19" in text
    assert re.search(r"\b24\b", text)


def test_a_folder_that_is_missing_raises_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="bogen"):
        _write(demo(), tmp_path / "fort" / "bogen.pdf")
    assert not (tmp_path / "fort").exists()


def test_a_failure_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bogen.pdf"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    sheets = sheets_of(demo())
    monkeypatch.setattr(cards, "paint_card", fail)
    with pytest.raises(ZeroDivisionError):
        save_pdf(sheets, path)
    assert path.read_bytes() == b"old"
    assert [p for p in tmp_path.iterdir() if p.is_file()] == [path]


def test_english_speaks_english(tmp_path: Path) -> None:
    with dressed("en"):
        text = _text(_write(demo(), tmp_path / "sheet.pdf"))
    assert "Page 1 of " in text
    assert "1 square = 7 mm" in text
    assert "Zähigkeit" not in text


# ---- true measures ----------------------------------------------------------------------------


def _inked(image: QImage, y: int, first: int, last: int) -> list[int]:
    return [x for x in range(first, last) if QColor(image.pixel(x, y)).lightness() < 128]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_bar_measures_a_hundred_millimetres(paper: str) -> None:
    sheets = sheets_of(demo(), Wanted(paper))
    image = page_image(sheets, 0, DOTS)
    end = next(m for m in next(marks_of(sheets)) if m.words == "100 mm")
    k = DOTS / 25.4
    y = round((end.box.y - 1.3) * k)
    found = _inked(image, y, round(MARGIN * k) - 20, round((MARGIN + BAR) * k) + 20)
    upper = _inked(image, y - 10, round(MARGIN * k) - 20, round((MARGIN + BAR) * k) + 20)
    span = max(found + upper) - min(found + upper) + 1
    assert abs(span / k - BAR) < 0.1


def test_the_bar_is_as_long_in_the_pdf(tmp_path: Path) -> None:
    page = _write(demo(), tmp_path / "bogen.pdf").pages[0]
    # Qt scales the content once for the whole page: device dots to points.
    scale = re.search(rb"([\d.]+) 0 0 -[\d.]+ ", page.get_contents().get_data())  # type: ignore[union-attr]  # there is one
    assert scale is not None
    assert float(scale[1]) == pytest.approx(72 / 1200)


def test_squares_are_as_large_as_the_scale_says() -> None:
    marks = next(marks_of(sheets_of(demo())))
    column = {m.words: m.box.x + m.box.w / 2 for m in marks if m.kind == "ruler"}
    assert column["K"] - column["A"] == pytest.approx(10 * 7.0, abs=0.05)
    assert any("1 Feld = 7 mm" in m.words for m in marks)


def test_a_wide_map_is_cut_around_the_tokens() -> None:
    board = Board(width=200, height=150)
    state = replace(demo(), board=board)
    marks = next(marks_of(sheets_of(state)))
    assert any(re.search(r"1 Feld = \d+ mm", m.words) for m in marks)
    inside = {m.words for m in marks if m.kind == "token"}
    assert len(inside) == len(state.tokens)


# ---- nothing over another, nothing cut --------------------------------------------------------


def _over(a: Box, b: Box) -> bool:
    slack = 0.12
    return (
        a.x + slack < b.right
        and b.x + slack < a.right
        and a.y + slack < b.bottom
        and b.y + slack < a.bottom
    )


def _collisions(marks: list[Mark]) -> list[tuple[str, str]]:
    shown = [m for m in marks if m.kind not in ("card", "token", "ring")]
    return [
        (a.words or "box", b.words or "box")
        for i, a in enumerate(shown)
        for b in shown[i + 1 :]
        if _over(a.box, b.box)
    ]


@pytest.mark.parametrize("spoken", ["de", "en"])
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_lies_over_another_with_thirty_creatures(paper: str, spoken: str) -> None:
    with dressed(spoken):
        sheets = sheets_of(crowd(), Wanted(paper))
        inner = sheets.paper.inner
        for number, marks in enumerate(marks_of(sheets)):
            assert _collisions(marks) == [], number
            for mark in marks:
                if mark.kind != "token":
                    assert inner.x - 0.1 <= mark.box.x, mark
                    assert mark.box.right <= inner.right + 0.1, mark
                    assert inner.y - 0.1 <= mark.box.y, mark
                    assert mark.box.bottom <= inner.bottom + 0.6, mark


ZONED = BodyView(
    (
        ZoneView("head", "Kopf", ("kopf", "kopf_hinten"), "19–20", wound=1),
        ZoneView("arm", "Arm", ("r_arm", "l_arm"), "15–18", armour=("chain",)),
        ZoneView("chest", "Brust", ("brust", "ruecken"), "11–14", armour=("plate",), wound=4),
        ZoneView("leg", "Bein", ("r_bein", "l_bein"), "1–6", bleeding="2", selected=True),
    ),
    "vorn",
    "hinten",
    summary="LP 15 von 24",
)


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_lies_over_another_with_figures(
    paper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = registry.get("pathfinder")
    monkeypatch.setattr(type(system), "body", lambda *_: ZONED)
    sheets = sheets_of(crowd(), Wanted(paper))
    for number, marks in enumerate(marks_of(sheets)):
        assert _collisions(marks) == [], number
    cards_only = [marks for marks in marks_of(sheets) if any(m.kind == "card" for m in marks)]
    words = [m.words for marks in cards_only for m in marks]
    assert words.count("vorn") == words.count("hinten") == 30
    assert "LP 15 von 24" not in words


def test_nothing_lies_over_another_in_the_demo() -> None:
    for marks in marks_of(sheets_of(demo())):
        assert _collisions(marks) == []


def test_what_belongs_to_a_card_stays_in_it() -> None:
    for marks in marks_of(sheets_of(crowd(), Wanted(parts=frozenset({"cards"})))):
        frames = [m.box for m in marks if m.kind == "card"]
        for mark in marks:
            for frame in frames:
                if _over(mark.box, frame) and mark.kind != "card":
                    assert frame.x < mark.box.x
                    assert mark.box.right < frame.right
                    assert mark.box.bottom < frame.bottom


def test_every_creature_has_its_card_and_the_pages_grow() -> None:
    few, many = sheets_of(crowd(6)), sheets_of(crowd(31))
    found = [m.words for marks in marks_of(many) for m in marks if m.kind == "card"]
    assert sorted(found) == sorted(t.name for t in crowd(31).tokens.values())
    assert sum(p.part == "cards" for p in few.pages) == 1
    assert sum(p.part == "cards" for p in many.pages) == 6


@pytest.mark.parametrize("count", [1, 20, 45, 120])
def test_everybody_stands_in_the_list(count: int) -> None:
    state = crowd(count)
    wanted = Wanted(parts=frozenset({"map", "initiative"}))
    counts = [
        sum(1 for m in marks if re.fullmatch(r"\d+/\d+", m.words))
        for marks in marks_of(sheets_of(state, wanted))
    ]
    assert sum(counts) == count


def test_an_empty_fight_makes_a_sheet(tmp_path: Path) -> None:
    assert len(_write(Encounter("pathfinder"), tmp_path / "leer.pdf").pages) >= 2


def test_text_shrinks_to_seven_points_then_breaks_then_is_cut() -> None:
    words, style = "Rindfleischetikettierung", Style(10.0, lines=2)
    wide = width_of(words, LEAST)
    assert fit("Elf", style, 40).units == units_of(10.0)
    assert fit(words, style, wide + 0.1).lines == (words,)
    assert fit(words, style, wide + 0.1).units == units_of(LEAST)
    broken = fit(words, style, wide * 0.7)
    assert len(broken.lines) == 2
    assert "".join(line.rstrip("-") for line in broken.lines) == words
    assert fit(words, style, wide * 0.3).cut
    assert units_of(LEAST) / UNITS >= LEAST * 25.4 / 72


def test_no_letter_is_smaller_than_seven_points(tmp_path: Path) -> None:
    reader, sizes = _write(crowd(), tmp_path / "bogen.pdf"), []

    def note(text: str, cm: list[float], tm: list[float], _font: object, size: float) -> None:
        if text.strip():
            sizes.append(abs(size * tm[3] * cm[3]))

    for page in reader.pages:
        page.extract_text(visitor_text=note)
    assert sizes
    assert min(sizes) >= LEAST - 0.01


def test_boxes_to_tick_are_large_enough() -> None:
    for marks in marks_of(sheets_of(demo())):
        for mark in marks:
            if mark.kind == "box":
                assert mark.box.w >= 1.9
                assert mark.box.h >= 1.9


def test_lost_points_are_grey_and_many_points_are_numbers() -> None:
    sheets = sheets_of(crowd(6), Wanted(parts=frozenset({"cards"})))
    marks = next(marks_of(sheets))
    frames = {m.words: m.box for m in marks if m.kind == "card"}
    shaman = frames["Ork-Schamane"]
    boxes = [m for m in marks if m.kind == "box" and _over(m.box, shaman)]
    assert len(boxes) < 30  # conditions only: 140 points are written as a number
    assert any(m.words == "jetzt 140" for m in marks)


# ---- what the cards say -----------------------------------------------------------------------


def test_weapons_say_what_they_need_against_whom() -> None:
    text = words_of(sheets_of(demo())).replace("\u00a0", " ")
    # Falchion +5 against Mirela's 17, Elandir's and Odo's 18, Brunhild's 19
    assert "trifft ab 12: Mi · 13: El PO · 14: Br" in text


def test_needed_numbers_do_not_depend_on_where_somebody_stands() -> None:
    def needs(state: Encounter) -> list[str]:
        return [line for line in words_of(sheets_of(state)).split("\n") if "trifft ab" in line]

    state = demo()
    apart = changed(state, "ork1", space=replace(state.token("ork1").space, x=20 * SUB))
    assert needs(apart) == needs(state)


def test_conditions_that_hold_are_ticked_first() -> None:
    text = words_of(sheets_of(crowd(3), Wanted(parts=frozenset({"cards"}))))
    assert "getarnt 20 %" in text.replace("\u00a0", " ").replace("\u202f", " ")


def test_the_table_of_conditions_says_what_the_data_say() -> None:
    words = language.words
    block = reference(Encounter("pathfinder"), words)[0]
    said = {
        words.say(row[0]).rstrip("*°"): [words.say(cell) for cell in row[1:5]] for row in block.rows
    }
    for id, row in condition_rows().items():
        values = (*row.attack, *row.ac)
        name = words.say(f"condition.pathfinder.{id}")
        assert said[name] == [words.number(v, sign=True) if v else "–" for v in values]
    assert said["hilflos"] == ["–", "–", "−9", "−5"]


def test_own_defaults_are_named_and_marked() -> None:
    words = language.words
    blocks = {words.say(block.title): block for block in reference(Encounter("pathfinder"), words)}
    house = [key for key, row in condition_rows().items() if row.status is Status.HOUSE]
    names = [words.say(row[0]) for row in blocks["Zustände"].rows]
    assert [name for name in names if name.endswith("*")] == [
        words.say(f"condition.pathfinder.{key}") + "*" for key in house
    ]
    own = [spec for spec in OPTIONS if spec.source.status is Status.HOUSE]
    assert len(blocks["Eigene Vorgabewerte"].rows) == len(own)


def test_tables_come_from_the_values_of_the_rules() -> None:
    text = words_of(sheets_of(demo(), Wanted(parts=frozenset({"tables"}))))
    for words in (
        "Zustände",
        "Deckung",
        "Tarnung",
        "Eigene Vorgabewerte",
        "Segnen*",
        "im Ringkampf°",
    ):
        assert words in text


# ---- choosing pages ---------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_each_part_can_be_printed_alone(part: str) -> None:
    state = demo()
    noted = replace(state, data={**state.data, MEMO: "Der Worg flieht."})
    sheets = sheets_of(noted, Wanted(parts=frozenset({part})))
    assert sheets.pages
    assert {page.part for page in sheets.pages} == {part}


def test_nothing_chosen_is_no_page() -> None:
    assert sheets_of(demo(), Wanted(parts=frozenset())).pages == ()


# ---- the players' version ---------------------------------------------------------------------


def _players(state: Encounter) -> Sheets:
    return sheets_of(state, Wanted(players=True))


def test_players_never_see_hidden_tokens() -> None:
    state = changed(demo(), "worg", name="Lauernder Schattenwolf", hidden=True)
    assert "Schattenwolf" in words_of(sheets_of(state))
    assert "verborgen" in words_of(sheets_of(state))
    shown = words_of(_players(state))
    assert "Schattenwolf" not in shown
    letters = {m.words for marks in marks_of(_players(state)) for m in marks if m.kind == "ring"}
    assert "LS" not in letters
    assert "Mi" in letters


def test_players_never_see_hidden_tokens_that_wait() -> None:
    state = demo()
    waiting = next(r.token for r in registry.get("pathfinder").roster(state) if r.token == "worg")
    hidden = changed(state, waiting, name="Lauernder Schattenwolf", hidden=True)
    assert "Schattenwolf" not in words_of(_players(hidden))
    acting = changed(state, state.timeline.acting[0], hidden=True)
    assert "am Zug" not in words_of(_players(acting))


def test_players_see_no_values_of_foes() -> None:
    shown = words_of(_players(demo()))
    assert "22/30" not in shown  # the ogre's points
    assert "Falchion" not in shown
    assert "trifft ab" not in shown
    assert "Aktion bereit" not in shown  # what the worg waits for
    assert "33/44" in shown
    assert "für die Spieler" in shown


def test_players_see_a_wall_where_a_secret_door_is() -> None:
    door = make_obstacle("d", Kind.DOOR, (point(4, 4), point(5, 4)), state=DoorState.SECRET)
    wall = make_obstacle("d", Kind.WALL, (point(4, 4), point(5, 4)))
    secret = replace(demo(), board=Board(obstacles=(door,)))
    plain = replace(demo(), board=Board(obstacles=(wall,)))
    page = [page_image(_players(state), 0, 100) for state in (secret, plain)]
    assert page[0] == page[1]
    assert page_image(sheets_of(secret), 0, 100) != page_image(sheets_of(plain), 0, 100)


# ---- pictures ---------------------------------------------------------------------------------


def _picture() -> bytes:
    image = QImage(240, 160, QImage.Format.Format_RGB32)
    image.fill(QColor("#301008"))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def test_a_picture_becomes_light_and_grey() -> None:
    board = Board(picture=Picture("map", 0, 0, 24 * SUB, 16 * SUB))
    state = replace(demo(), board=board)
    png = _picture()
    sheets = make_sheets(state, registry.get("pathfinder"), lambda _: png)
    image = page_image(sheets, 0, 100)
    colour = image.pixelColor(round((MARGIN + 5.5 + 80.5) / 25.4 * 100), round(100 / 25.4 * 100))
    assert colour.red() == colour.green() == colour.blue()
    assert 100 < colour.red() < 200


def test_a_picture_that_is_missing_or_broken_leaves_white(tmp_path: Path) -> None:
    board = Board(picture=Picture("map", 0, 0, 24 * SUB, 16 * SUB))
    state = replace(demo(), board=board)
    for read in (nothing, lambda _: b"no picture"):
        write_pdf(state, registry.get("pathfinder"), tmp_path / "x.pdf", read)
    assert len(PdfReader(tmp_path / "x.pdf").pages) == 4


def test_a_portrait_stands_in_the_head_of_the_card() -> None:
    state, png = changed(demo(), "mirela", portrait="face"), _picture()
    wanted = Wanted(parts=frozenset({"cards"}))
    with_face = make_sheets(state, registry.get("pathfinder"), lambda _: png, wanted)
    names = [
        next(m.box.x for m in next(marks_of(s)) if m.words == "Mirela" and m.kind == "text")
        for s in (with_face, sheets_of(demo(), wanted))
    ]
    assert names[0] > names[1] + 6


def test_a_page_is_black_white_and_grey() -> None:
    for number in range(4):
        image = page_image(sheets_of(demo()), number, 40)
        for y in range(0, image.height(), 3):
            for x in range(image.width()):
                pixel = image.pixelColor(x, y)
                assert pixel.saturation() == 0


def test_sides_of_all_kinds_have_their_words() -> None:
    for side in SideId:
        assert f"side.{side.value}" in language.words
    assert isinstance(demo().token("oger"), Token)
