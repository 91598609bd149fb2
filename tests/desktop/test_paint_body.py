"""The body diagram and the armour bar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF

from desktop.board.paint import text_width
from desktop.colours import DARK, LIGHT, PAPER, Theme
from desktop.docks.armour_paint import bar_height, paint_ac_bar, paint_bands
from desktop.docks.body_layout import BodyLayout, layout_body, shown_parts, zone_at
from desktop.docks.body_paint import paint_body, paint_swatch
from desktop.docks.figure import Figure, parts, polygon_names
from desktop.theme import font
from rules.views import ACBarView, ArmourPart, BandsView, BodyView, LegendEntry, WoundBand, ZoneView
from tests.desktop.paper import Sheet

pytestmark = pytest.mark.usefixtures("qapp")

RECT = QRectF(0, 0, 384, 282)
FEW = BodyView(
    (
        ZoneView("head", "Kopf", ("kopf", "kopf_hinten"), "19–20"),
        ZoneView("ra", "re. Arm", ("r_arm",), "17–18"),
        ZoneView("la", "li. Arm", ("l_arm",), "15–16"),
        ZoneView("chest", "Brust", ("brust", "ruecken"), "11–14", armour=("plate",)),
        ZoneView("belly", "Bauch", ("bauch",), "7–10", armour=("leather", "chain")),
        ZoneView("rl", "re. Bein", ("r_bein",), "4–6", wound=2),
        ZoneView("ll", "li. Bein", ("l_bein",), "1–3", wound=4, selected=True),
    ),
    "vorn",
    "hinten",
    summary="LP 15 von 24",
    legend=(LegendEntry("w1", "Kratzer"), LegendEntry("leather", "Leder, RS 2")),
)


def _many(**changes: object) -> BodyView:
    names = polygon_names("front")
    zones = tuple(
        ZoneView(n, n.replace("_", " "), (n,), str(800 + i * 10), selected=n.startswith("l_u"))
        for i, n in enumerate(names)
    )
    return replace(FEW, zones=zones, **changes)  # type: ignore[arg-type]  # names of fields


def _paint(view: BodyView, theme: Theme = LIGHT, hover: str = "") -> tuple[Sheet, BodyLayout]:
    sheet = Sheet(384, 282, theme.surface)
    with sheet.painter() as p:
        layout = paint_body(p, RECT, view, theme, hover)
    return sheet, layout


def test_unions_and_sides_name_polygons() -> None:
    assert parts("kopf", "front") == ("schaedel", "auge", "gesicht", "hals")
    assert parts("kopf", "back") == ()
    assert parts("back:r_hand", "front") == ()
    assert parts("back:r_hand", "back") == ("r_hand",)
    assert parts("nosuch", "front") == ()
    zone = ZoneView("z", "", ("brust", "brust", "r_arm"))
    assert shown_parts(zone, "front")[0] == "brust"
    assert len(shown_parts(zone, "front")) == 6


def test_seen_from_behind_the_right_side_lies_on_the_right() -> None:
    front, back = Figure("front", 0, 0, 1), Figure("back", 0, 0, 1)
    assert front.box("r_hand").center().x() < 120 < back.box("r_hand").center().x()


def test_the_figures_stay_inside_and_do_not_touch() -> None:
    for view in (FEW, _many()):
        layout = layout_body(RECT, view)
        for figure in layout.figures():
            assert RECT.contains(figure.rect)
        assert layout.front.rect.right() < layout.back.rect.left()
        assert layout.legend + 14 <= RECT.bottom()


def _boxes(layout: BodyLayout) -> Iterator[QRectF]:
    for one in layout.callouts:
        width = max(text_width(one.zone.value, font(12, 650)), text_width(one.zone.label, font(11)))
        if one.tight:
            width = text_width(one.zone.value, font(12, 650)) + 6
            width += text_width(one.zone.label, font(11))
        left = one.at.x() if one.rightwards else one.at.x() - width
        yield QRectF(left, one.at.y() - 8, width, 16)


@pytest.mark.parametrize("view", [FEW, _many()], ids=["few", "many"])
def test_labels_neither_overlap_nor_leave_the_dock(view: BodyView) -> None:
    layout = layout_body(RECT, view)
    boxes = list(_boxes(layout))
    assert boxes
    for i, box in enumerate(boxes):
        assert RECT.adjusted(-1, 0, 1, 0).contains(box)
        assert not any(box.intersects(other) for other in boxes[i + 1 :])


def test_numbers_that_fit_stand_inside() -> None:
    layout = layout_body(RECT, FEW)
    assert {n.zone.id for n in layout.inside} == {"chest", "belly"}
    assert {c.zone.id for c in layout.callouts} == {"head", "ra", "la", "rl", "ll"}
    right = {c.zone.id for c in layout.callouts if c.rightwards}
    assert right == {"la", "ll"}


def test_of_many_zones_the_marked_ones_are_all_labelled() -> None:
    layout = layout_body(RECT, _many())
    shown = {c.zone.id for c in layout.callouts} | {n.zone.id for n in layout.inside}
    assert {"l_unterarm", "l_unterschenkel"} <= shown
    assert len(layout.callouts) < 24


def test_the_zone_under_the_pointer_on_both_figures_and_by_its_label() -> None:
    layout = layout_body(RECT, FEW)
    for figure, name, id in (
        (layout.front, "brust", "chest"),
        (layout.back, "ruecken", "chest"),
        (layout.front, "r_hand", "ra"),
        (layout.back, "l_fuss", "ll"),
    ):
        zone = zone_at(layout, FEW, figure.box(name).center())
        assert zone is not None
        assert zone.id == id
    label = next(c for c in layout.callouts if c.zone.id == "head")
    by_label = zone_at(layout, FEW, label.at - QPointF(6, 0))
    assert by_label is not None
    assert by_label.id == "head"
    assert zone_at(layout, FEW, QPointF(1, 281)) is None


@pytest.mark.parametrize("theme", [LIGHT, DARK, PAPER], ids=lambda t: t.name)
def test_wounds_are_told_by_pattern_and_colour(theme: Theme) -> None:
    seen = []
    for wound in range(5):
        zone = ZoneView("chest", "Brust", ("brust",), wound=wound)
        sheet, layout = _paint(replace(FEW, zones=(zone,)), theme)
        box = layout.front.box("brust")
        ground = getattr(theme, f"w{wound}") if wound else theme.body
        assert sheet.near(box.center().x(), box.center().y(), ground, 3, 12)
        left, top = round(box.left()) + 12, round(box.center().y()) - 4
        spots = [(left + x, top + y) for y in range(8) for x in range(20)]
        row = [sheet.image.pixelColor(*spot).lightness() for spot in spots]
        middle = sum(row) / len(row)
        seen.append("".join("x" if v < middle - 3 else "." for v in row))
    assert len(set(seen)) == 5


def test_aimed_selected_and_hovered_zones_wear_the_accent() -> None:
    zone = ZoneView("chest", "Brust", ("brust",))
    for changed, hover in (
        (replace(zone, aimed=True), ""),
        (replace(zone, selected=True), ""),
        (zone, "chest"),
    ):
        sheet, layout = _paint(replace(FEW, zones=(changed,)), LIGHT, hover)
        box = layout.front.box("brust")
        ink = LIGHT.accent_weak if hover else LIGHT.accent
        at = box.center() if hover else QPointF(box.center().x(), box.top())
        assert sheet.near(at.x(), at.y(), ink, 1, 25)


def test_bleeding_and_pain_stand_beside_the_wound() -> None:
    zone = ZoneView("rl", "re. Bein", ("r_bein",), wound=2, bleeding="2", pain="1")
    sheet, layout = _paint(replace(FEW, zones=(zone,)))
    pills = [c for c in layout.callouts if c.pills]
    assert len(pills) == 1
    assert sheet.near(pills[0].at.x() - 17, pills[0].at.y() - 10, LIGHT.bad, 2, 60)
    assert sheet.near(pills[0].at.x() - 38 - 17, pills[0].at.y() - 10, LIGHT.warn, 2, 60)


def test_swatches_differ() -> None:
    seen = set()
    for name in ("w1", "w2", "w3", "w4", "plate", "chain", "leather"):
        sheet = Sheet(20, 20, LIGHT.surface)
        with sheet.painter() as p:
            paint_swatch(p, QRectF(4, 4, 12, 12), name, LIGHT)
        seen.add(bytes(sheet.image.constBits()))
    assert len(seen) == 7


BAR = ACBarView(
    "RK 20",
    (
        ArmourPart(10, "10", "Grundwert", "base"),
        ArmourPart(4, "+4", "Fell", "armour"),
        ArmourPart(1, "+1", "GE", "ability"),
        ArmourPart(1, "+1", "nat.", "natural"),
        ArmourPart(4, "+4", "Deckung", "cover"),
    ),
    "gegen diesen Schuss",
    (("Berührung", "15"), ("Auf dem falschen Fuß", "19")),
    20,
    10,
    20,
    "W20: verfehlt 1–9",
    "Treffer 10–19 · Bedrohung 20",
)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_the_bar_shows_each_part_to_scale_and_the_faces(theme: Theme) -> None:
    sheet = Sheet(380, 150, theme.surface)
    with sheet.painter() as p:
        paint_ac_bar(p, QRectF(10, 4, 360, 140), BAR, theme)
    unit = 360 / 20
    for start, role in ((1, "sunk"), (11, "info_weak"), (17, "bad_weak")):
        assert sheet.at(10 + (start + 0.3) * unit, 4 + 22 + 5) == getattr(theme, role).lower()
    top = 4 + bar_height(BAR) - 24
    assert sheet.at(10 + 8.5 * unit, top + 2) == theme.surface.lower()
    assert sheet.at(10 + 9.3 * unit, top + 3) == theme.accent_weak.lower()
    assert sheet.near(10 + 19.2 * unit, top + 3, theme.accent, 1)
    assert sheet.inked().bottom() < 4 + bar_height(BAR) + 2


def test_penalties_cut_the_bar_and_long_dice_have_no_boxes() -> None:
    parts_of = (*BAR.parts, ArmourPart(-4, "−4", "Überrascht, sehr langes Wort"))
    view = replace(BAR, parts=parts_of, faces=100, hits_from=62, threat_from=None)
    sheet = Sheet(380, 170, LIGHT.surface)
    with sheet.painter() as p:
        paint_ac_bar(p, QRectF(10, 4, 360, 160), view, LIGHT)
    assert sheet.inked().right() <= 371
    assert sheet.near(10 + 16 * 18, 4 + 22 + 10, LIGHT.bad, 2, 60)
    nothing = replace(view, hits_from=None, faces=0)
    assert bar_height(nothing) == bar_height(view) - 24


def test_long_names_go_to_a_second_line_and_stay_below_their_segments() -> None:
    long = ("Grundwert", "Rüstung", "Geschicklichkeit", "Natürliche Rüstung", "Deckung")
    named = tuple(replace(p, label=n) for p, n in zip(BAR.parts, long, strict=True))
    view = replace(BAR, parts=named)
    assert bar_height(view) == bar_height(BAR) + 14
    sheet = Sheet(380, 170, LIGHT.surface)
    with sheet.painter() as p:
        paint_ac_bar(p, QRectF(10, 4, 360, 160), view, LIGHT)
    first = [x for x in range(10, 370) if sheet.near(x, 64, LIGHT.text_2, 1, 60)]
    assert any(190 < x < 262 for x in first)
    assert not any(264 < x < 296 for x in first)
    assert sheet.inked().bottom() < 4 + bar_height(view) + 2


def test_bands_show_where_the_damage_falls() -> None:
    bands = (WoundBand(0, 1), WoundBand(8, 2), WoundBand(16, 3), WoundBand(24, 4))
    for damage in (9, 26):
        sheet = Sheet(200, 60, LIGHT.surface)
        with sheet.painter() as p:
            paint_bands(p, QRectF(10, 0, 172, 52), BandsView(27, bands, damage, "von 24"), LIGHT)
        x = 10 + damage * 172 / 27
        assert sheet.near(x, 13, LIGHT.text, 1)
        assert sheet.near(10 + 12 * 172 / 27, 28, LIGHT.w2, 3, 10)
        assert sheet.inked().right() < 186
