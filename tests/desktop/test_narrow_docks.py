"""Docks in a small window: nothing is left out, squeezed or cut."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.board.paint import text_width
from desktop.colours import LIGHT
from desktop.docks.body_layout import MARGIN, SWATCH, layout_body, legend_lines, shown_parts
from desktop.docks.layers_paint import LayerWords, paint_layers
from desktop.docks.step_columns import StepColumn, StepHead
from desktop.guard import guarded
from desktop.i18n import language
from desktop.session import Session
from desktop.theme import font
from desktop.widgets.layouts import laid_out_once
from desktop.window.main_window import MainWindow
from rules import registry
from rules.encounter.plans import AttackAction
from rules.encounter.state import TokenId
from rules.views import BodyView, LegendEntry
from tests.desktop.paper import Sheet
from tests.desktop.window_kit import open_window, show_fight, write_fight
from tests.rules.das_system import fights as das
from tests.rules.muinimula import fights as mui

pytestmark = pytest.mark.usefixtures("qapp")

WORDS = ("Platte", "Kette", "Leder", "Kratzer", "verletzt", "schwer", "unbrauchbar")


def body() -> BodyView:
    return BodyView((), legend=tuple(LegendEntry("w1", word) for word in WORDS))


@pytest.mark.parametrize(("width", "lines"), [(900, 1), (420, 2), (240, 3)])
def test_the_legend_of_a_body_breaks_into_lines(width: int, lines: int) -> None:
    rows = legend_lines(body(), width)
    assert [entry.label for row in rows for entry, _ in row] == list(WORDS)
    assert len(rows) == lines
    for row in rows:
        lefts = [left for _, left in row]
        assert lefts[0] == MARGIN
        assert all(b - a > SWATCH for a, b in zip(lefts, lefts[1:], strict=False))


def test_a_step_asks_for_the_room_of_all_its_lines() -> None:
    step = StepColumn(StepHead(1, "Ergebnis"), 160)
    heights = []
    for _ in range(3):
        step.text("Hrodwin verfehlt Gerwald mit dem Hammer und verliert sein Gleichgewicht.")
        heights.append(step.minimumSizeHint().height())
    assert step.minimumSizeHint().width() == step.minimumWidth()
    line = step.fontMetrics().height()
    assert all(b - a > 2 * line for a, b in zip(heights, heights[1:], strict=False))


def das_body(aimed: str = "", figure: str = "humanoid") -> BodyView:
    """Return the body of somebody of Das System who bleeds and hurts at the right shin."""
    system = registry.get("das_system")
    wound = {"id": 1, "place": "r_unterschenkel", "kind": "hieb", "row": 3, "severity": 200}
    victim = das.token("opfer", figure=figure, vitals={"wounds": [{**wound, "bleeding": 1}]})
    view = system.body(das.fight(victim), TokenId("opfer"), language.words)
    zones = tuple(replace(z, selected=z.mode == aimed) for z in view.zones)
    return replace(view, zones=zones, summary="")  # the dock says it beside its buttons


@pytest.mark.parametrize("aimed", ["", "l_arm", "r_bein", "kopf"])
def test_every_value_of_a_body_can_be_read(aimed: str) -> None:
    view = das_body(aimed)
    layout = layout_body(QRectF(0, 0, 496, 236), view)
    said = [c.zone for c in layout.callouts if not c.pills] + [n.zone for n in layout.inside]
    sides = ("r_", "l_")
    told = {(z.id.removeprefix(sides[0]).removeprefix(sides[1]), z.value) for z in said}
    wanted = {(z.id.removeprefix(sides[0]).removeprefix(sides[1]), z.value) for z in view.zones}
    assert told == wanted
    assert {z.id for z in view.zones if z.mode == aimed} <= {z.id for z in said}
    arms = [c for c in layout.callouts if "arm" in c.zone.mode]
    assert all(c.rightwards for c in arms), "what spreads to the sides is named at the right"


@pytest.mark.parametrize("figure", ["quadruped", "winged", "serpent"])
@pytest.mark.parametrize("aimed", ["", "l_arm"])
def test_values_of_animals_stand_beside_what_is_drawn_of_them(figure: str, aimed: str) -> None:
    view = das_body(aimed, figure)
    room = QRectF(0, 0, 496, 236)
    layout = layout_body(room, view)
    said = [c.zone for c in layout.callouts if not c.pills] + [n.zone for n in layout.inside]
    drawn = [
        z
        for z in view.zones
        if any(shown_parts(z, f.face, f.kind) for f in layout.figures())
        and not (z.id == "r_schulter" or z.id == "r_knie")  # as those of the left
    ]
    assert {z.label for z in said} == {z.label for z in drawn}
    assert {z.id for z in drawn if z.mode == aimed} <= {z.id for z in said}
    for number in layout.inside:
        name = shown_parts(number.zone, "front", layout.front.kind)[0]
        assert layout.front.path(name).contains(number.at)
    tops = sorted((c.at.x(), c.at.y()) for c in layout.callouts)
    for (x, y), (other, below) in zip(tops, tops[1:], strict=False):
        assert x != other or below - y >= 14
    assert all(room.top() + 8 <= y <= layout.captions for _, y in tops)
    assert view.front in ("linke Seite", "left side"), "an animal is seen from its sides"


@pytest.mark.parametrize("height", [90, 110, 140])
def test_in_a_low_dock_labels_stay_inside_and_apart(height: int) -> None:
    room = QRectF(0, 0, 440, height)
    layout = layout_body(room, das_body("l_arm"))
    sides: dict[float, list[float]] = {}
    for one in layout.callouts:
        assert room.top() + 8 <= one.at.y() <= room.bottom() - 8, one.zone.id
        sides.setdefault(one.at.x(), []).append(one.at.y())
    for tops in sides.values():
        rows = sorted(tops)
        assert all(b - a >= 14 for a, b in zip(rows, rows[1:], strict=False))


def test_a_layer_without_room_for_its_name_tells_what_it_is() -> None:
    state = das.fight(
        das.opponent("a"), das.token("opfer", (1, 0), armour=["bracer_upper", "bracer_lower"])
    )
    system = registry.get("das_system")
    plan = system.plan(state, AttackAction(TokenId("a"), TokenId("opfer"), mode="l_arm"))
    view = system.armour(state, TokenId("opfer"), language.words, plan)
    assert view.layers is not None
    block = view.layers.blocks[0]
    assert len(block.id.split("+")) == 2
    assert text_width(block.name, font(12, 600)) > 140
    assert block.short == "100P"
    assert "× 100P" in view.notes[0], "where the protection comes from is told below"
    sheet = Sheet(360, 240, LIGHT.surface)
    with sheet.painter() as p:
        layout = paint_layers(p, QRectF(0, 0, 360, 240), view.layers, LIGHT,
                              LayerWords("Protection", "value"))  # fmt: skip
    assert layout.plot.left() >= text_width("Protection", font(11)) + 10


def docks_of(window: MainWindow, name: str) -> set[str]:
    """Return which docks share a place with one."""
    return {d.objectName() for d in window.tabifiedDockWidgets(window.docks[name])}


def shown(window: MainWindow, path: Path) -> None:
    window.deeds.open_path(path)
    QApplication.processEvents()


def test_a_small_window_gives_its_docks_room_and_each_kind_its_own_place(
    qtbot: QtBot, tmp_path: Path
) -> None:
    body, shin = tmp_path / "hof.kampf", tmp_path / "turm.kampf"
    Session.create(body, das.pair()).close()
    Session.create(shin, mui.pair()).close()
    window = open_window(tmp_path)
    qtbot.addWidget(window)
    window.resize(1280, 720)
    shown(window, body)
    assert "dock_body" in docks_of(window, "armour"), "too low for three below each other"
    assert "dock_log" in docks_of(window, "attack")
    window.resize(1600, 1000)
    window.actions_by_id["reset_layout"].trigger()
    assert not docks_of(window, "body")
    window.docks["armour"].hide()
    shown(window, shin)
    assert "dock_log" not in docks_of(window, "attack"), "a wide window has room for both"
    assert not window.docks["armour"].isHidden()
    shown(window, body)
    assert window.docks["armour"].isHidden(), "as it was left for this kind"
    window.close()
    again = open_window(tmp_path)
    qtbot.addWidget(again)
    shown(again, shin)
    assert not again.docks["armour"].isHidden()
    shown(again, body)
    assert again.docks["armour"].isHidden()
    again.close()


def test_docks_have_their_places_and_sizes_again_after_the_start_page(
    window: MainWindow, tmp_path: Path
) -> None:
    window.resize(1600, 1000)
    path = write_fight(tmp_path / "kampf.kampf")
    seen: list[dict[str, QRect]] = []
    for _ in range(3):
        show_fight(window, path)
        docks = [d for d in window.docks.values() if not d.visibleRegion().isEmpty()]
        seen.append({d.id: d.geometry() for d in docks})
        window.set_session(None)
        QApplication.processEvents()
        assert all(d.isHidden() for d in window.docks.values())
    assert seen[0].keys() == {"ring", "armour", "attack", "log"}
    across = [{id: (r.x(), r.width()) for id, r in places.items()} for places in seen]
    assert across[0] == across[1] == across[2]
    assert seen[1] == seen[2]


def test_a_window_lays_itself_out_once_for_all_that_is_shown(qtbot: QtBot) -> None:
    outer, shown = QWidget(), [QWidget() for _ in range(5)]
    qtbot.addWidget(outer)
    column = QVBoxLayout(outer)
    heights: list[int] = []

    class First(QWidget):
        @guarded
        def resizeEvent(self, event: QResizeEvent) -> None:
            heights.append(event.size().height())

    column.addWidget(First())
    for widget in shown:
        column.addWidget(widget)
        widget.hide()
    outer.resize(200, 300)
    outer.show()
    qtbot.waitExposed(outer)
    heights.clear()
    with laid_out_once(outer):
        for widget in shown:
            with laid_out_once(outer):
                widget.show()
        assert heights == []
    assert len(heights) == 1
    assert shown[0].y() < shown[-1].y()
