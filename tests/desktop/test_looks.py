"""Small looks that were wrong once: what moves, lies on something else or is cut."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QKeySequenceEdit,
    QLabel,
    QListWidget,
    QStyle,
    QStyleOptionViewItem,
    QTableWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop import icons
from desktop.board.paint import View, text, text_width
from desktop.dialogs.group import GroupDialog
from desktop.dialogs.keys import KeysDialog
from desktop.docks import layers_paint
from desktop.docks.armour import LayersWidget
from desktop.docks.attack_plan import WIDTHS
from desktop.docks.attack_what import WhatColumn
from desktop.docks.ring import RingDock
from desktop.i18n import language, say
from desktop.messages import Message
from desktop.theme import font
from desktop.widgets.boxes import CheckBox
from desktop.window.main_window import MainWindow
from desktop.window.message_bar import MessageBar
from maps.board import Board
from maps.grid import Footprint
from rules import registry
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, SideId, Token, TokenId
from tests.desktop.dialogs_kit import dressed, show
from tests.desktop.window_kit import open_window, show_fight, write_fight
from tests.rules.das_system import fights as das

pytestmark = pytest.mark.usefixtures("german_each")


def lists() -> list[QListWidget | QTableWidget | QTreeWidget]:
    """Return a list, a table and a tree with a row each."""
    plain, table, tree = QListWidget(), QTableWidget(1, 1), QTreeWidget()
    plain.addItem("Deckung")
    tree.addTopLevelItem(QTreeWidgetItem(["Deckung"]))
    return [plain, table, tree]


def test_words_of_a_row_stay_where_they_are_when_it_is_chosen(qtbot: QtBot) -> None:
    state = QStyle.StateFlag
    with dressed():
        for view in lists():
            show(qtbot, view)
            places = set()
            for more in (state.State_None, state.State_Selected, state.State_HasFocus,
                         state.State_Selected | state.State_HasFocus):  # fmt: skip
                option = QStyleOptionViewItem()
                view.initViewItemOption(option)
                option.rect = QRect(0, 0, 200, 28)
                option.text = "Deckung"
                option.features = QStyleOptionViewItem.ViewItemFeature.HasDisplay
                option.state = state.State_Enabled | state.State_Active | more
                element = QStyle.SubElement.SE_ItemViewItemText
                places.add(view.style().subElementRect(element, option, view).left())
            assert len(places) == 1, type(view).__name__


def test_the_focus_of_a_check_box_leaves_its_mark_free(qtbot: QtBot) -> None:
    with dressed():
        holder = QWidget()
        box = CheckBox("Karte", holder)
        box.setChecked(True)
        box.resize(240, 20)
        show(qtbot, holder)
        plain = box.grab().toImage()
        holder.activateWindow()
        box.setFocus()
        qtbot.waitUntil(box.hasFocus)
        focused = box.grab().toImage()
        mark = QRect(0, 0, 17, 20)
        assert focused.copy(mark) == plain.copy(mark)
        assert focused != plain
        assert focused.copy(120, 0, 120, 20) == plain.copy(120, 0, 120, 20), "it is round the words"


@pytest.mark.parametrize("code", ["de", "en"])
def test_every_key_fits_its_field(qtbot: QtBot, window: MainWindow, code: str) -> None:
    with dressed(code):
        dialog = KeysDialog(window, window.settings)
        show(qtbot, dialog)
        for field in dialog.findChildren(QKeySequenceEdit):
            words = field.keySequence().toString(field.keySequence().SequenceFormat.NativeText)
            assert text_width(words, font(13)) <= field.width() - 18, words


@pytest.mark.parametrize("system", registry.BUILT_IN)
@pytest.mark.parametrize("code", ["de", "en"])
def test_every_weapon_and_way_can_be_read_in_the_narrowest_attack_dock(
    qtbot: QtBot, system: str, code: str
) -> None:
    rules = registry.get(system)
    with dressed(code):
        column = WhatColumn()
        qtbot.addWidget(column)
        column.setFixedWidth(WIDTHS[0] - 6 - 8)  # beside a scroll bar
        column.mode.show()
        column.show()
        qtbot.waitExposed(column)
        for template in rules.library():
            space = Footprint.at(0, 0)
            token = Token(TokenId("x"), "X", SideId.HEROES, space, template.sheet,
                          rules.fresh(template.sheet))  # fmt: skip
            state = Encounter(system, "", Board(4, 4), MappingProxyType({token.id: token}))
            for weapon in rules.weapons(state, token.id):
                ways = [say(m.label) for m in rules.modes(state, token.id, weapon.id)]
                for box, words in ((column.weapon, [say(weapon.name)]), (column.mode, ways)):
                    box.clear()
                    box.addItem(icons.icon(weapon.icon), "")
                    for name in words:
                        box.setItemText(0, name)
                        assert box.shown_text() == name
                        assert box.height() >= 28 + 15 * (len(box.shown_lines()) - 1)


@pytest.mark.parametrize("width", [340, 430, 900])
@pytest.mark.parametrize("part", ["rumpf", "kopf", "l_arm", "r_bein"])
def test_all_places_left_bare_are_named_in_the_plot_or_below_it(
    qtbot: QtBot, width: int, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    worn = ["plate", "mail", "bracer_upper", "greaves"]
    state = das.fight(das.opponent("a"), das.token("opfer", (1, 0), armour=worn))
    system = registry.get("das_system")
    plan = system.plan(state, AttackAction(TokenId("a"), TokenId("opfer"), mode=part))
    view = system.armour(state, TokenId("opfer"), language.words, plan).layers
    assert view is not None
    said: list[str] = []
    below: list[str] = []

    def note(p: QPainter, at: QPointF, words: str, *more: Any) -> None:
        said.append(words)
        text(p, at, words, *more)

    monkeypatch.setattr(layers_paint, "text", note)
    plot = LayersWidget()
    qtbot.addWidget(plot)
    plot.unsaid.connect(below.append)
    plot.show_view(view, keep=False)
    plot.resize(width, 220)
    plot.show()
    qtbot.waitExposed(plot)
    assert not plot.grab().isNull()
    assert view.bare_places in " ".join(said) or view.bare_places in below[-1]
    assert not [words for words in said if words.endswith(" …")]


def spot(qtbot: QtBot, *seen: tuple[QRect, int]) -> QRect:
    """Return where a message lies in a window in which something is to be seen."""
    holder = QWidget()
    holder.resize(1200, 700)
    bar = MessageBar(holder, lambda: seen)
    show(qtbot, holder)
    bar.show_message(Message("Ork 1 verlässt bedrohte Felder.", "warning"))
    return bar.geometry()


def test_a_message_hides_nobody_where_there_is_room_beside(qtbot: QtBot) -> None:
    with dressed():
        usual = spot(qtbot)
        assert usual.center().x() == pytest.approx(600, abs=2)
        assert usual.top() == 30
        inside = QRect(usual.center(), usual.center()).adjusted(-20, -20, 20, 20)
        assert not spot(qtbot, (inside, 1)).intersects(inside)
        wide = QRect(0, 20, 1200, 60)
        assert spot(qtbot, (wide, 1)).top() > 600, "at the bottom"
        everywhere = QRect(0, 0, 1200, 700)
        assert spot(qtbot, (everywhere, 1), (inside, 8)) != usual, "who is looked at counts more"


@pytest.mark.parametrize("width", [320, 420, 640, 960, 1600])
@pytest.mark.parametrize("buttons", [0, 1, 2])
def test_the_words_of_a_message_are_never_cut(qtbot: QtBot, width: int, buttons: int) -> None:
    with dressed():
        holder = QWidget()
        holder.resize(width, 700)
        bar = MessageBar(holder)
        show(qtbot, holder)
        words = "Nur noch eine Seite kann kämpfen. Den Kampf mit der Zählung von jetzt beenden?"
        choices = (("Kampf beenden", lambda: None), ("Weiterkämpfen", lambda: None))[:buttons]
        for n in range(1, 4):
            bar.show_message(Message(f"{words} {n}", "warning", choices=choices))
        labels = [row.findChildren(QLabel) for row in bar.rows()]
        said = [next(each for each in found if each.text()) for found in labels]
        assert len(said) == 3
        qtbot.waitUntil(lambda: all(w.height() >= w.heightForWidth(w.width()) for w in said))
        assert all(bar.rect().contains(row.geometry()) for row in bar.rows())
        assert all(w.width() >= 120 for w in said), "words are not squeezed by buttons"


def test_a_message_in_a_fight_leaves_who_is_selected_free(
    window: MainWindow, tmp_path: Path
) -> None:
    session = show_fight(window, write_fight(tmp_path / "halle.kampf", running=True))
    session.select(["elandir"])
    window.tell(Message("Wer zuerst?", "warning", choices=(("Ork", lambda: None),)))
    usual = window.messages.geometry()
    corner = window.board.mapTo(window.stack, QPoint())
    window.messages.clear()
    at = usual.center() - corner
    window.board.navigation.set_camera(View(48, 2.5 - at.x() / 48, 3.5 - at.y() / 48))
    window.tell(Message("Wer zuerst?", "warning", choices=(("Ork", lambda: None),)))
    token = window.board.rect_of(TokenId("elandir")).toAlignedRect().translated(corner)
    assert usual.intersects(token)
    assert not window.messages.geometry().intersects(token)


def test_in_a_low_dock_all_buttons_share_a_row_and_the_ring_has_the_room(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_window(tmp_path)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.deeds.open_demo("muehlbruecke")
    dock = window.docks["ring"]
    assert isinstance(dock, RingDock)
    qtbot.waitUntil(lambda: dock.can_do.parentWidget() is dock.next.parentWidget())
    qtbot.waitUntil(lambda: dock.can_do.x() > dock.wait.x())
    buttons = (dock.back, dock.wait, dock.can_do, dock.next)
    qtbot.waitUntil(lambda: all(b.width() >= b.sizeHint().width() for b in buttons))
    assert all(b.text() for b in buttons), "no word is left out"
    window.resize(1600, 1300)
    qtbot.waitUntil(lambda: dock.can_do.parentWidget() is not dock.next.parentWidget())
    assert dock.can_do.isVisible()
    window.close()


def test_the_columns_of_a_group_are_named(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    session = show_fight(window, write_fight(tmp_path / "halle.kampf"))
    tokens = [TokenId("elandir"), TokenId("orc-1")]
    for kind, named in (("damage", {"Name", "Anteil", "TP"}), ("save", {"Name", "Würfel", "TP"})):
        dialog = GroupDialog(window, session, kind, tokens)  # type: ignore[arg-type]  # its kinds
        show(qtbot, dialog)
        heads = {w.text(): w for w in dialog.findChildren(QLabel) if w.text() in named}
        assert heads.keys() == named
        assert all(heads["TP"].mapTo(dialog, QPoint()).y() < r.life.mapTo(dialog, QPoint()).y()
                   for r in dialog.rows)  # fmt: skip
        dialog.reject()
