"""What is printed besides the sheet: the map for miniatures, cards in poker size, empty forms."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtGui import QColor, QImage

from desktop.demo import demo_history, demos
from desktop.i18n import language
from desktop.printing import poker, tiles
from desktop.printing.content import EXTRAS, Wanted
from desktop.printing.ink import Mark
from desktop.printing.page import PAPERS, Box, paper_of
from desktop.printing.sheets import body_box, page_image
from maps.board import Board
from rules import registry
from tests.desktop.printing_kit import crowd, demo, marks_of, sheets_of, words_of

pytestmark = pytest.mark.usefixtures("german_each")

DEMOS = [one.id for one in demos()]


def only(part: str, paper: str = "a4", **more: float) -> Wanted:
    return Wanted(paper, frozenset({part}), **more)  # type: ignore[arg-type]  # square


def over(a: Box, b: Box) -> bool:
    slack = 0.05
    return (
        a.x + slack < b.right
        and b.x + slack < a.right
        and a.y + slack < b.bottom
        and b.y + slack < a.bottom
    )


def collisions(marks: list[Mark]) -> list[tuple[str, str]]:
    shown = [m for m in marks if m.kind not in ("card", "token", "ring", "tile", "area", "marker")]
    return [
        (a.words, b.words)
        for i, a in enumerate(shown)
        for b in shown[i + 1 :]
        if over(a.box, b.box)
    ]


# ---- miniatures ----------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("square", [25.4, 25.0])
@pytest.mark.parametrize("size", [(24, 16), (1, 1), (7, 9), (8, 10), (61, 3)])
def test_the_pages_show_every_square_once(paper: str, square: float, size: tuple[int, int]) -> None:
    board = Board(left=-3, top=2, width=size[0], height=size[1])
    box = body_box(paper_of(paper))
    tiling = tiles.tile(board, box, square)
    seen = [
        (one.part.left + x, one.part.top + y)
        for one in tiling.tiles
        for x in range(one.part.columns)
        for y in range(one.part.rows)
    ]
    wanted = {(x, y) for x in range(-3, size[0] - 3) for y in range(2, size[1] + 2)}
    assert len(seen) == len(wanted)
    assert set(seen) == wanted
    assert all(one.part.width <= box.w and one.part.height <= box.h for one in tiling.tiles)


@pytest.mark.parametrize("square", [25.4, 25.0])
def test_a_square_measures_what_was_asked_for(square: float) -> None:
    sheets = sheets_of(demo(), only("tiles", square=square))
    dots = 254.0
    image = page_image(sheets, 2, dots)  # the second page of the map: pillars stand on it
    row = round((body_box(sheets.paper).y + 2.5 * square) / 25.4 * dots)
    dark = [x for x in range(image.width()) if image.pixelColor(x, row).value() < 40]
    edges = [a for a, b in pairwise([-9, *dark]) if b - a > 1] and dark
    width = (max(edges) - min(edges) + 1) / dots * 25.4
    assert width == pytest.approx(square, abs=0.5)


def test_pages_name_their_neighbours_and_the_plan_names_them_all() -> None:
    sheets = sheets_of(demo(), only("tiles"))
    plan, first, *_, last = [[m.words for m in marks] for marks in marks_of(sheets)]
    names = [page.title.rpartition(" ")[2] for page in sheets.pages[1:]]
    assert names == ["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"]
    assert set(names) <= set(plan)
    assert {"→ B1", "↓ A2"} <= set(first)
    assert not [words for words in last if words[:1] in "→↓"]


def test_miniatures_stand_on_the_map_instead_of_letters() -> None:
    for marks in list(marks_of(sheets_of(demo(), only("tiles"))))[1:]:
        assert not [m for m in marks if m.kind == "token"]


# ---- poker ---------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_have_the_size_of_playing_cards_and_stay_on_the_sheet(paper: str) -> None:
    sheets = sheets_of(crowd(20), only("poker", paper))
    assert len(sheets.pages) == 3
    frames = [m.box for marks in marks_of(sheets) for m in marks if m.kind == "card"]
    assert len(frames) == 20
    for frame in frames:
        assert frame.w == pytest.approx(63 - 2 * poker.RIM)
        assert frame.h == pytest.approx(88 - 2 * poker.RIM)
        assert frame.x >= 6
        assert frame.right <= sheets.paper.width - 6
        assert frame.bottom <= sheets.paper.height - 6


@pytest.mark.parametrize("spoken", ["de", "en"])
@pytest.mark.parametrize("id", [*DEMOS, "crowd"])
def test_nothing_on_a_small_card_lies_over_another_or_leaves_it(id: str, spoken: str) -> None:
    language.use(spoken)
    state = crowd() if id == "crowd" else demo_history(id, language.words.say).state
    for marks in marks_of(sheets_of(state, only("poker"))):
        assert collisions(marks) == []
        frames = [m.box for m in marks if m.kind == "card"]
        for mark in marks:
            inside = [f for f in frames if over(mark.box, f)]
            assert len(inside) == 1, mark
            assert mark.box.right <= inside[0].right, mark
            assert mark.box.bottom <= inside[0].bottom, mark


def test_players_get_no_cards_of_foes() -> None:
    state = demo()
    sheets = sheets_of(state, Wanted(parts=frozenset({"poker"}), players=True))
    words = words_of(sheets)
    assert "Mirela" in words
    assert "Oger" not in words


# ---- empty forms ---------------------------------------------------------------------------


@pytest.mark.parametrize("spoken", ["de", "en"])
@pytest.mark.parametrize("id", DEMOS)
def test_empty_forms_hold_labels_and_no_values(id: str, spoken: str) -> None:
    language.use(spoken)
    state = demo_history(id, language.words.say).state
    system = registry.get(state.system)
    sheets = sheets_of(state, only("blank"))
    assert {page.part for page in sheets.pages} == {"blank"}
    zoned = len(system.body(state, next(iter(state.tokens)), language.words).zones) > 1
    assert len(sheets.pages) == (3 if zoned else 2)
    pages = list(marks_of(sheets))
    for marks in pages:
        assert collisions(marks) == []
    card = system.library()[0]
    assert card.id not in words_of(sheets)
    assert [m for m in pages[1] if m.kind == "card"]
    assert not [m.words for m in pages[1] if m.kind != "card" and m.words in state.tokens]


def test_two_zones_of_one_name_say_their_sides() -> None:
    words = words_of(sheets_of(demo_history("burghof", language.words.say).state, only("blank")))
    assert "Oberarm rechts" in words
    assert "Oberarm links" in words


def test_markers_of_the_fight_can_be_cut_out() -> None:
    (marks, *_) = marks_of(sheets_of(demo(), only("blank")))
    letters = [m.words for m in marks if m.kind == "marker"]
    assert {"Mi", "El", "Og"} <= set(letters)


@pytest.mark.parametrize("part", EXTRAS)
def test_every_extra_is_black_white_and_grey(part: str) -> None:
    sheets = sheets_of(demo(), only(part))
    image: QImage = page_image(sheets, 0, 40)
    for x in range(0, image.width(), 3):
        for y in range(0, image.height(), 3):
            colour: QColor = image.pixelColor(x, y)
            assert colour.hsvSaturation() == 0


def test_extras_are_printed_only_when_asked_for() -> None:
    assert not {page.part for page in sheets_of(demo()).pages} & set(EXTRAS)
