"""Zones, layers and splits: aimed at on the body, tried out along the attack value, divided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.docks import attack as attack_module
from desktop.docks.armour import ArmourDock
from desktop.docks.attack import AttackDock, attack_fields, own_fields
from desktop.docks.body import BodyDock
from desktop.docks.dice_field import faces_of, shown_total
from desktop.docks.figure import kind_of, parts, polygon_names
from desktop.docks.layers_layout import struck
from desktop.docks.ring import RingDock
from desktop.docks.ring_layout import angle
from desktop.i18n import language
from desktop.session import Session
from maps.board import Board
from rules import registry
from rules.core.asking import SeededDice
from rules.encounter.commands import parse_command
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, SideId, TokenId
from rules.play import Game
from rules.system.actions import Splitting
from rules.views import LayerBlock, LayersView, RingMarker, SplitView
from tests.desktop import docks_kit as kit

ZONED = ("das_system", "damakar", "muinimula")
BUILT_IN = tuple(registry.BUILT_IN)


def fight(id: str, heroes: int = 2, foes: int = 3) -> Session:
    """Begin a fight with the first creatures of a system's library."""
    system = registry.get(id)
    game = Game.begin(system, Encounter(id, "Probe", Board(width=18, height=12)))
    for side, number, x in ((SideId.HEROES, heroes, 6), (SideId.FOES, foes, 7)):
        found = [t for t in system.library() if t.side is side] or list(system.library())
        for i in range(number):
            fields = {"do": "add", "id": f"{side.value}{i}", "template": found[i % len(found)].id}
            data = {**fields, "at": [x, 2 + 2 * i], "side": side.value}
            game.do(parse_command(system, data), SeededDice(1))
    game.do(parse_command(system, {"do": "start"}), SeededDice(3))
    session = kit.session_of(game.state)
    session.select(["heroes0"])
    session.attack.aim("foes0")
    return session


pytestmark = pytest.mark.usefixtures("german_each")


def shown_body(qtbot: QtBot, session: Session) -> BodyDock:
    dock = BodyDock()
    qtbot.addWidget(dock)
    dock.resize(520, 420)
    dock.set_session(session)
    dock.show()
    dock.grab()
    return dock


def place_of(dock: BodyDock, zone: str) -> QPoint:
    """Return a pixel of the figure that lies in a zone."""
    figure = dock.figure
    for y in range(0, figure.height(), 3):
        for x in range(0, figure.width(), 3):
            found = figure.zone(QPointF(x, y))
            if found is not None and found.id == zone:
                return QPoint(x, y)
    raise AssertionError(zone)


@pytest.mark.parametrize("id", ZONED)
def test_a_click_on_the_body_of_the_target_aims_there(qtbot: QtBot, id: str) -> None:
    session = fight(id)
    dock = shown_body(qtbot, session)
    assert dock._shown == "foes0"
    body = dock.figure.view
    assert body is not None
    zone = next(z for z in body.zones if z.shapes[0] in ("l_arm", "l_oberarm"))
    at = place_of(dock, zone.id)
    QTest.mouseClick(dock.figure, Qt.MouseButton.LeftButton, pos=at)
    assert session.attack.action is not None
    assert session.attack.action.zone == zone.id
    modes = [m.id for m in session.system.modes(session.state, TokenId("heroes0"), "")]
    if zone.mode in modes:
        assert session.attack.action.mode == zone.mode
    assert dock.figure.view is not None
    assert [z.id for z in dock.figure.view.zones if z.aimed] == [zone.id]
    QTest.mouseClick(dock.figure, Qt.MouseButton.LeftButton, pos=at)
    assert session.attack.action.zone == ""


@pytest.mark.parametrize("id", ZONED)
def test_zones_are_reached_by_arrows_and_in_a_tree(qtbot: QtBot, id: str) -> None:
    session = fight(id)
    dock = shown_body(qtbot, session)
    assert dock.figure.view is not None
    ids = [z.id for z in dock.figure.view.zones]
    QTest.keyClick(dock.figure, Qt.Key.Key_Right)
    assert session.attack.zone_of("foes0") == ids[0]
    QTest.keyClick(dock.figure, Qt.Key.Key_Right)
    assert session.attack.zone_of("foes0") == ids[1]
    dock.look.set_value("list")
    dock._turn("list")
    assert dock.sheets.currentWidget() is dock.tree
    assert set(dock.tree._items) == set(ids)
    dock.tree.setFocus()
    item = dock.tree._items[ids[-1]]
    dock.tree._take(item)
    assert session.attack.zone_of("foes0") == ids[-1]


def test_places_of_a_part_stand_below_it_in_the_tree(qtbot: QtBot) -> None:
    dock = shown_body(qtbot, fight("das_system"))
    eye = next(i for id, i in dock.tree._items.items() if "auge" in id)
    above = eye.parent()
    assert above is not None
    assert above.text(0) == "Kopf"


def test_ones_own_body_can_be_looked_at_while_aiming(qtbot: QtBot) -> None:
    session = fight("damakar")
    dock = shown_body(qtbot, session)
    assert not dock.whose.isHidden()
    dock._turn_to("me")
    assert dock._shown == "heroes0"
    dock._set_condition(session.system.conditions[0].id, on=True)
    assert session.state.token("heroes0").conditions


@pytest.mark.parametrize("name", ["humanoid", "quadruped", "winged", "serpent"])
def test_every_figure_has_the_trunk_and_both_sides(name: str) -> None:
    kind = kind_of(name)
    assert kind.name == name
    assert set(polygon_names("front", kind))
    for shape in ("kopf", "brust", "bauch"):
        assert parts(shape, "front", kind)
    assert kind_of("../etc").name == "humanoid"


# ---- layers ------------------------------------------------------------------------------------

LAYERS = LayersView(
    lowest=800,
    end=4500,
    blocks=(
        LayerBlock("chain", "Kette", "chain", 800, 3800, 0, 400, "Schutz 400"),
        LayerBlock("plate", "Schienen", "plate", 800, 2200, 400, 700, "Schutz 700", after=1400),
    ),
    bare=3800,
    bare_text="bloß",
    weight=1600,
    weight_text="Schwere 1600",
    at=1000,
    rest=500,
)


@pytest.mark.parametrize(
    ("at", "names", "rest"),
    [
        (799, None, None),
        (800, ("Schienen", "Kette"), 500),
        (2199, ("Schienen", "Kette"), 500),
        (2200, ("Kette",), 1200),
        (3800, (), 1600),
    ],
)
def test_an_attack_value_strikes_what_lies_above_it(
    at: int, names: tuple[str, ...] | None, rest: int | None
) -> None:
    hit = struck(LAYERS, at)
    assert (None if hit.blocks is None else tuple(b.name for b in hit.blocks)) == names
    assert hit.rest == rest


def test_moving_the_attack_value_says_what_it_would_strike(qtbot: QtBot) -> None:
    dock = ArmourDock()
    qtbot.addWidget(dock)
    dock.resize(520, 262)
    dock.show()
    dock.layers.show_view(LAYERS, keep=False)
    dock.layers.resize(480, 220)
    dock.layers.grab()
    layout = dock.layers._layout
    assert layout is not None
    at = QPoint(round(layout.x(3000)), 100)
    QTest.mousePress(dock.layers, Qt.MouseButton.LeftButton, pos=at)
    assert dock.layers.at is not None
    assert abs(dock.layers.at - 3000) < 15
    assert "Kette" in dock.layers.sentence()
    assert "Rest 1200" in dock.layers.sentence()
    dock.layers.try_value(2200)
    QTest.keyClick(dock.layers, Qt.Key.Key_Left)
    assert dock.layers.at == 2199
    assert "Schienen" in dock.layers.sentence()
    QTest.keyClick(dock.layers, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert dock.layers.at == 2209
    QTest.keyClick(dock.layers, Qt.Key.Key_Escape)
    assert dock.layers.at is None


# ---- the split -----------------------------------------------------------------------------------


def shown_attack(qtbot: QtBot, session: Session) -> AttackDock:
    dock = AttackDock()
    qtbot.addWidget(dock)
    dock.resize(940, 290)
    dock.set_session(session)
    dock.show()
    dock.grab()
    return dock


def split_of(session: Session) -> SplitView:
    system = session.system
    assert isinstance(system, Splitting)
    assert session.attack.action is not None
    view = system.split(session.state, session.attack.action, language.words)
    assert view is not None
    return view


def test_the_handle_moves_by_keys_and_mouse_within_the_caps(qtbot: QtBot) -> None:
    session = fight("das_system")
    dock = shown_attack(qtbot, session)
    chart = dock.plan.split.chart
    first = split_of(session).value
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert split_of(session).value == first + 1
    QTest.keyClick(chart, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert split_of(session).value == first + 11
    assert session.attack.action is not None
    fields = attack_fields(session, session.attack.action)
    assert fields["numbers"] == {split_of(session).name: first + 11}
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(chart.width() - 4, 120))
    assert split_of(session).value == split_of(session).high
    assert dock.plan.split.first[1].text()
    dock.plan.split._buttons[0].click()
    assert split_of(session).value == split_of(session).presets[0].value


def test_parts_of_the_body_are_buttons_beside_a_split(qtbot: QtBot) -> None:
    session = fight("das_system")
    dock = shown_attack(qtbot, session)
    buttons = dock.plan.what.way_buttons
    assert len(buttons) == 6
    id = list(buttons)[2]
    QTest.mouseClick(buttons[id], Qt.MouseButton.LeftButton)
    assert session.attack.action is not None
    assert session.attack.action.mode == id
    assert buttons[id].isChecked()


@pytest.mark.parametrize("id", BUILT_IN)
def test_every_system_fills_all_docks(qtbot: QtBot, id: str) -> None:
    session = fight(id)
    for make in (RingDock, BodyDock, ArmourDock, AttackDock):
        dock = make()
        qtbot.addWidget(dock)
        dock.resize(520, 420)
        dock.set_session(session)
        dock.show()
        assert not dock.grab().isNull()


@pytest.mark.parametrize("id", BUILT_IN)
def test_an_attack_of_every_system_is_led_to_its_proposal(qtbot: QtBot, id: str) -> None:
    session = fight(id)
    draft = session.attack.action
    assert draft is not None
    session.attack.set_action(replace(draft, on=draft.on | {"force"}))
    dock = shown_attack(qtbot, session)
    dock._begin_all(())
    assert session.talk.proposal is not None or session.history.done, id
    if session.talk.proposal is not None:
        dock.grab()
        QTest.keyClick(dock.steps, Qt.Key.Key_Escape)
    assert session.history.done == 0


# ---- the ring ------------------------------------------------------------------------------------


def shown_ring(qtbot: QtBot, session: Session) -> RingDock:
    dock = RingDock()
    qtbot.addWidget(dock)
    dock.resize(384, 696)
    dock.set_session(session)
    dock.show()
    dock.grab()
    return dock


def centre_of(dock: RingDock, wanted: Callable[[RingMarker], bool]) -> QPoint:
    layout = dock.ring._layout
    assert layout is not None
    return next(p.centre.toPoint() for p in layout.placed if wanted(p.marker))


@pytest.mark.parametrize("id", ["pathfinder", "damakar", "das_system", "muinimula"])
def test_a_marker_that_is_dragged_gets_the_value_of_its_field(qtbot: QtBot, id: str) -> None:
    session = fight(id, heroes=1, foes=1)
    dock = shown_ring(qtbot, session)
    view, layout = dock.ring.view, dock.ring._layout
    assert view is not None
    assert layout is not None
    who, now = min(((m.token, m.at) for m in view.markers if not m.ghost), key=str)
    at = centre_of(dock, lambda m: m.token == who and not m.ghost)
    step = -3 if id == "pathfinder" else 3
    field = (round(now) + step) % len(view.fields)
    middle = 0.5 if view.dial else 0
    goal = layout.at(0.8 * layout.radius, angle(view, field + middle)).toPoint()
    QTest.mousePress(dock.ring, Qt.MouseButton.LeftButton, pos=at)
    for share in (0.3, 0.6, 1.0):
        QTest.mouseMove(dock.ring, at + (goal - at) * share)
    assert dock.ring._target == field
    QTest.mouseRelease(dock.ring, Qt.MouseButton.LeftButton, pos=goal)
    assert session.history.done == 1
    assert dock.ring.view is not None
    new = next(m.at for m in dock.ring.view.markers if m.token == who and not m.ghost)
    assert round(new) % len(view.fields) == field
    session.undo()
    assert session.history.done == 0


def test_sixty_combatants_find_room_on_the_ring(qtbot: QtBot) -> None:
    session = fight("damakar", heroes=20, foes=40)
    dock = shown_ring(qtbot, session)
    layout = dock.ring._layout
    assert layout is not None
    assert layout.diameter >= 20
    placed = sum(1 + len(p.more) for p in layout.placed if not p.marker.ghost)
    assert placed >= 60
    for one in layout.placed:
        assert dock.ring.rect().adjusted(-1, -1, 1, 1).contains(one.centre.toPoint())


def test_zones_and_numbers_reach_only_commands_that_have_them() -> None:
    session = fight("pathfinder")
    action = AttackAction(TokenId("heroes0"), TokenId("foes0"), zone="kopf", numbers=(("a", 1),))
    assert {"zone", "numbers"} & attack_fields(session, action).keys() == set()


def test_two_dice_that_show_one_number_are_typed_as_one_or_each() -> None:
    assert faces_of("463", (20, 100)) == (5, 63)
    assert faces_of("2000", (20, 100)) == (20, 100)
    assert faces_of("5 63", (20, 100)) == (5, 63)
    assert faces_of("2001", (20, 100)) is None
    assert shown_total((20, 100), (5, 63)) == 463
    assert shown_total((6, 6), (5, 3)) == 8


def test_what_only_this_systems_attack_knows_is_given_in_a_form(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = fight("damakar")
    dock = shown_attack(qtbot, session)
    assert not dock.plan.what.details.isHidden()
    names = own_fields(session)
    assert {"faster", "second", "zp"} <= set(names)
    monkeypatch.setattr(attack_module, "ask_command", lambda *_a, **_k: {"zp": 2})
    QTest.mouseClick(dock.plan.what.details, Qt.MouseButton.LeftButton)
    assert session.attack.action is not None
    assert dock._fields(session, session.attack.action)["zp"] == 2
    session.attack.aim("foes1")
    assert session.attack.action is not None
    assert "zp" not in dock._fields(session, session.attack.action)
    assert own_fields(fight("osric")) == ()
