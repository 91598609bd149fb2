"""The initiative ring: lanes, hit testing, and what it shows."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter

from desktop.board.paint import text_width
from desktop.colours import DARK, LIGHT, PAPER, SIDES, Theme
from desktop.docks.ring_layout import angle, layout_ring, marker_at, tokens_at
from desktop.docks.ring_paint import paint_focus, paint_ring
from rules.encounter.state import SideId
from rules.views import ArcKind, RingArc, RingBeats, RingBound, RingMarker, RingView
from tests.desktop.paper import Sheet

pytestmark = pytest.mark.usefixtures("qapp")

RECT = QRectF(0, 0, 360, 360)
FIELDS = tuple(str(24 - i) for i in range(24))


def _marker(name: str, at: float, side: SideId = SideId.HEROES) -> RingMarker:
    return RingMarker(name, name[:2], side, at)


def _view(*markers: RingMarker, lanes: int = 2) -> RingView:
    return RingView(FIELDS, 5, tuple(markers), gap=12, align="edge", lanes=lanes, big="3")


def _paint(view: RingView, theme: Theme = LIGHT) -> Sheet:
    sheet = Sheet(360, 360, theme.surface)
    with sheet.painter() as p:
        paint_ring(p, RECT, view, theme)
    return sheet


def test_time_runs_clockwise_and_turns_add_up() -> None:
    view = _view()
    assert angle(view, 0) == pytest.approx(6 + 14.5 / 2)
    assert angle(view, 24) == pytest.approx(360 + angle(view, 0))
    assert angle(view, -1) == pytest.approx(angle(view, 23) - 360)
    assert angle(RingView(FIELDS, 0), 6) == 90
    assert angle(RingView(tuple("0123456789"), 0, dial=True), 2.5) == 90


def test_equal_places_go_outwards_in_the_order_of_the_list() -> None:
    layout = layout_ring(RECT, _view(_marker("a", 3), _marker("b", 3), _marker("c", 9)))
    assert [p.lane for p in layout.placed] == [0, 1, 0]
    inner, outer = (math.hypot(*(p.centre - layout.centre).toTuple()) for p in layout.placed[:2])
    assert outer - inner == pytest.approx(max(0.112 * layout.radius, layout.diameter * 0.75))


def test_a_third_lane_opens_where_two_do_not_do_and_the_rest_is_counted() -> None:
    three = layout_ring(RECT, _view(*(_marker(n, 3) for n in "abc")))
    assert [p.lane for p in three.placed] == [0, 1, 2]
    five = layout_ring(RECT, _view(*(_marker(n, 3) for n in "abcde")))
    assert len(five.placed) == 3
    assert tokens_at(five.placed[-1]) == ("c", "d", "e")


def test_no_two_markers_of_a_lane_touch_and_all_stay_inside() -> None:
    markers = [_marker(f"m{i}", i * 0.37 % 24) for i in range(40)]
    layout = layout_ring(RECT, _view(*markers))
    shown = sum(len(tokens_at(p)) for p in layout.placed)
    assert shown == 40
    reach = RECT.adjusted(-1, -1, 1, 1)
    for p in layout.placed:
        half = layout.diameter / 2
        box = QRectF(p.centre.x() - half, p.centre.y() - half, 2 * half, 2 * half)
        assert reach.contains(box)
        for q in layout.placed:
            if p is not q and p.lane == q.lane:
                d = p.centre - q.centre
                assert math.hypot(d.x(), d.y()) >= 0.96 * layout.diameter


def test_marker_under_the_pointer() -> None:
    view = _view(_marker("a", 3), _marker("b", 3))
    layout = layout_ring(RECT, view)
    for placed in layout.placed:
        assert marker_at(layout, placed.centre) is placed
    assert marker_at(layout, layout.centre) is None


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_the_current_field_and_the_hand_wear_the_accent(theme: Theme) -> None:
    view = _view(_marker("a", 5))
    sheet, layout = _paint(view, theme), layout_ring(RECT, view)
    now = layout.at(layout.inner + 4, angle(view, 5))
    assert sheet.near(now.x(), now.y(), theme.accent)
    hand = layout.at(layout.disc + 6, angle(view, 5))
    assert sheet.near(hand.x(), hand.y(), theme.accent)
    other = layout.at(layout.outer - 4, angle(view, 9))
    assert sheet.near(other.x(), other.y(), theme.ring_field)
    rim = layout.placed[0].centre + QPointF(0, layout.diameter / 2 - 5)
    assert sheet.near(rim.x(), rim.y(), SIDES["heroes"].rim)


def test_an_arc_is_thin_behind_the_hand_and_thick_before_it() -> None:
    arc = RingArc("a", SideId.FOES, 1, 9)
    view = replace(_view(), arcs=(arc,))
    sheet, layout = _paint(view), layout_ring(RECT, view)

    def thickness(field: float) -> int:
        hits = 0
        for step in range(-40, 41):
            at = layout.at(layout.track(0) + step / 8, angle(view, field))
            hits += sheet.near(at.x(), at.y(), LIGHT.foes, 0, 90)
        return hits

    assert thickness(7) > 2 * max(1, thickness(3))
    end = layout.at(layout.track(0), angle(view, 9)) + QPointF(0, 0)
    assert sheet.near(end.x() + 6, end.y(), LIGHT.surface, 2, 20)


def test_everything_else_leaves_ink_in_all_themes() -> None:
    full = RingView(
        tuple("0123456789"),
        3.2,
        (
            RingMarker("g", "G", SideId.THIRD, 4, ghost=True, lap="+1"),
            RingMarker("x", "X", SideId.NEUTRAL, 8, out=True, selected=True),
        ),
        tuple(
            RingArc("g", SideId.HEROES, 1, 7, kind, track=i % 3) for i, kind in enumerate(ArcKind)
        ),
        (RingBeats(SideId.HEROES, (1, 2), (4, 5), 1),),
        (RingBound(0, "Runde"),),
        dial=True,
        top="Sekunde",
        big="23",
        bottom="20 bis 29",
    )
    for theme in (LIGHT, DARK, PAPER):
        before, after = _paint(replace(full, arcs=(), beats=(), bounds=())), _paint(full, theme)
        assert before.image != after.image
    sheet = Sheet(360, 360)
    with sheet.painter() as p:
        paint_focus(p, layout_ring(RECT, full), "x", LIGHT)
    assert not sheet.inked().isEmpty()


def test_the_first_count_of_a_round_has_a_double_line() -> None:
    view = replace(_view(), bounds=(RingBound(0),))
    layout = layout_ring(RECT, view)
    sheet = _paint(view)
    for a in (-12 * 0.16, 12 * 0.16):
        at = layout.at(layout.outer + 2, a)
        assert sheet.near(at.x(), at.y(), LIGHT.text_2, 1, 60)
    middle = layout.at(layout.outer + 2, 0)
    assert not sheet.near(middle.x(), middle.y(), LIGHT.text_2, 1, 60)


def test_a_small_ring_keeps_its_markers_inside() -> None:
    view = replace(_view(_marker("a", 5), lanes=1), fields=("",) * 24, bottom="Runde")
    layout = layout_ring(QRectF(0, 0, 142, 142), view)
    assert layout.diameter <= 20
    assert QRectF(0, 0, 142, 142).contains(layout.placed[0].centre)


def test_a_marker_bears_the_sign_of_what_takes_its_time() -> None:
    plain, casting = _view(_marker("a", 3)), _view(replace(_marker("a", 3), mark="spell"))
    before, after = _paint(plain), _paint(casting)
    assert before.image != after.image
    ghost = _view(replace(_marker("a", 3), mark="spell", ghost=True))
    assert _paint(ghost).image == _paint(_view(replace(_marker("a", 3), ghost=True))).image


@pytest.mark.parametrize("side", [140, 155, 200, 260, 400])
@pytest.mark.parametrize("count", [10, 24])
def test_sixty_markers_stay_within_a_ring_of_any_size(side: int, count: int) -> None:
    markers = tuple(
        RingMarker(f"t{n}", f"T{n}", SideId.FOES, float(7 * n * n % count)) for n in range(60)
    )
    view = RingView(tuple(map(str, range(count))), 0.0, markers)
    laid = layout_ring(QRectF(0, 0, side, side), view)
    inside = QRectF(0, 0, side, side).adjusted(-0.6, -0.6, 0.6, 0.6)
    for placed in laid.placed:
        r = laid.diameter / 2
        assert inside.contains(placed.centre - QPointF(r, r))
        assert inside.contains(placed.centre + QPointF(r, r))
    assert sum(1 + len(p.more) for p in laid.placed) == 60


@pytest.mark.parametrize("side", [240, 300, 360, 480])
@pytest.mark.parametrize("words", ["nicht begonnen", "noch kein Kampf", "Kampfrunde 12"])
def test_words_in_the_middle_stay_inside_the_disc(
    side: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: dict[str, float] = {}

    def note(p: QPainter, at: QPointF, text: str, f: QFont, *more: object) -> None:
        said[text] = text_width(text, f)

    monkeypatch.setattr("desktop.docks.ring_paint.text", note)
    sheet = Sheet(side, side, LIGHT.surface)
    view = replace(_view(), top="Sekunde", bottom=words)
    with sheet.painter() as p:
        layout = paint_ring(p, QRectF(0, 0, side, side), view, LIGHT)
    assert said.get(words, 0) <= 2 * layout.disc * math.sqrt(1 - 0.6**2)
    assert words in said or side < 300, "left out only where they could not be read"
