"""The controls: what they say, how they answer, and that nothing is cut off."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QFocusEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from desktop.board.paint_token import MarkerLook
from desktop.colours import DARK, LIGHT, Theme
from desktop.theme import apply, current
from desktop.widgets.base import label, plain_table, rule, set_looks
from desktop.widgets.boxes import CheckBox
from desktop.widgets.buttons import ActionButton, Button, Switch, ToolButton, shown
from desktop.widgets.card import (
    CardLook,
    HoverCard,
    card_size,
    label_column,
    place_card,
    without_tail,
    wrapped,
)
from desktop.widgets.chips import (
    ChanceBar,
    Chip,
    KeyCap,
    LifeBar,
    Mark,
    Marker,
    OwnTag,
    StepDisc,
    life_role,
)
from desktop.widgets.dock import DockBody, DockTitle, IconButton
from desktop.widgets.draw import Span, line_width, plain, u, ui_font, width_of, words_width
from desktop.widgets.fields import Choice, DieBox, Field
from desktop.widgets.focus import FocusRing
from desktop.widgets.result import Affected, Change, ResultBar
from desktop.widgets.rows import ModLook, ModRow, SumHead
from tests.desktop import gallery


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> Iterator[None]:
    before = current()
    apply(qapp, LIGHT)
    yield
    apply(qapp, before)


def _shot(widget: QWidget, width: int = 0, height: int = 0) -> QImage:
    hint = widget.sizeHint()
    widget.resize(width or hint.width(), height or hint.height())
    return widget.grab().toImage()


def _colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_buttons_wear_their_kind_and_state(qtbot: QtBot, qapp: QApplication, theme: Theme) -> None:
    apply(qapp, theme)
    main = Button("Würfeln", "primary", keys="Enter", mark="dice")
    qtbot.addWidget(main)
    assert main.sizeHint().height() == 28
    assert _shot(main).pixelColor(4, 14).name() == theme.accent.lower()
    main.setDown(True)
    assert _shot(main).pixelColor(4, 14).name() == theme.accent_press.lower()
    main.setDown(False)
    main.setEnabled(False)
    assert _shot(main).pixelColor(4, 14).name() == theme.line.lower()
    toggle = Button("Linien", "toggle", mark="lines")
    qtbot.addWidget(toggle)
    assert toggle.isCheckable()
    toggle.setChecked(True)
    assert _shot(toggle).pixelColor(4, 14).name() == theme.accent_weak.lower()
    outline = Button("Zurück")
    qtbot.addWidget(outline)
    assert theme.line_strong.lower() in _colours(_shot(outline))


def test_buttons_grow_with_their_words_and_can_be_pressed(qtbot: QtBot) -> None:
    short, long = Button("Ja"), Button("&Reaktionsgelegenheitsangriff && mehr", keys="Strg+N")
    for button in (short, long):
        qtbot.addWidget(button)
    assert long.sizeHint().width() > short.sizeHint().width() + 150
    assert shown("&Reaktion && mehr") == "Reaktion & mehr"
    with qtbot.waitSignal(short.clicked):
        QTest.mouseClick(short, Qt.MouseButton.LeftButton)
    width = short.sizeHint().width()
    short.set_keys("Enter")
    short.set_mark("dice")
    assert short.sizeHint().width() > width + 30
    short.mark_after = True
    assert not _shot(short).isNull()
    assert Button("Los", size="large").sizeHint().height() == 36
    assert Button("Los", size="main").sizeHint().height() == 32


def test_a_button_follows_its_action(qtbot: QtBot) -> None:
    action = QAction("&Linien")
    action.setCheckable(True)
    action.setShortcut("F10")
    button = ActionButton(action, "lines", tail=True)
    qtbot.addWidget(button)
    assert button.text() == "Linien"
    assert button.keys == "F10"
    button.click()
    assert action.isChecked()
    action.setChecked(False)
    assert not button.isChecked()
    action.setEnabled(False)
    action.setText("Lignes")
    assert not button.isEnabled()
    assert button.text() == "Lignes"


def test_the_keyboard_brings_a_ring_and_the_mouse_does_not(qtbot: QtBot) -> None:
    window = QWidget()
    row = QHBoxLayout(window)
    button = Button("Würfeln", "primary")
    row.addWidget(button)
    qtbot.addWidget(window)
    window.show()
    for reason, rings in (
        (Qt.FocusReason.MouseFocusReason, 0),
        (Qt.FocusReason.TabFocusReason, 1),
    ):
        button.focusInEvent(QFocusEvent(QFocusEvent.Type.FocusIn, reason))
        found = [r for r in window.findChildren(FocusRing) if not r.isHidden()]
        assert len(found) == rings
    ring = found[0]
    button.move(30, 20)
    assert ring.geometry().center() == button.geometry().center()
    assert ring.width() == button.width() + 8
    button.focusOutEvent(QFocusEvent(QFocusEvent.Type.FocusOut))
    assert ring.isHidden()


def test_a_tool_shows_that_it_is_in_use(qtbot: QtBot) -> None:
    tool = ToolButton("Auswahl", "select")
    qtbot.addWidget(tool)
    assert tool.sizeHint().toTuple() == (56, 48)
    rest = _shot(tool)
    tool.setChecked(True)
    used = _shot(tool)
    assert rest != used
    assert used.pixelColor(0, 24).name() == LIGHT.accent.lower()
    assert used.pixelColor(50, 40).name() == LIGHT.accent_weak.lower()
    tool.setEnabled(False)
    assert _shot(tool) != used


def test_a_switch_has_one_word_chosen_and_arrows_move_it(qtbot: QtBot) -> None:
    switch = Switch((("l", "Hell"), ("d", "Dunkel"), ("s", "System")))
    qtbot.addWidget(switch)
    assert switch.value == "l"
    switch.set_value("d")
    assert switch.value == "d"
    with qtbot.waitSignal(switch.chosen) as heard:
        QTest.keyClick(switch, Qt.Key.Key_Right)
    assert heard.args == ["s"]
    QTest.keyClick(switch, Qt.Key.Key_Right)
    assert switch.value == "s"
    switch.set_words((("x", "Anders"), ("s", "System")))
    assert switch.value == "s"
    switch.setEnabled(False)
    assert not _shot(switch).isNull()


def test_boxes_answer_over_their_whole_width(qtbot: QtBot) -> None:
    box = CheckBox("zählt")
    qtbot.addWidget(box)
    before = _shot(box)
    at = QPoint(box.sizeHint().width() - 2, 10)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=at)
    assert box.isChecked()
    assert _shot(box) != before
    assert LIGHT.accent.lower() in _colours(_shot(box))
    box.setEnabled(False)
    assert LIGHT.accent.lower() not in _colours(_shot(box))


def test_a_field_says_why_it_is_wrong(qtbot: QtBot) -> None:
    field = Field("W20", "dice", keys="Strg+K", number=True)
    qtbot.addWidget(field)
    field.resize(168, 28)
    assert LIGHT.bad.lower() not in _colours(field.grab().toImage())
    field.set_error("1 bis 20")
    assert field.accessibleDescription() == "1 bis 20"
    assert LIGHT.bad.lower() in _colours(field.grab().toImage())
    assert field.textMargins().right() > 40
    field.set_error("")
    assert LIGHT.bad.lower() not in _colours(field.grab().toImage())


def test_a_die_box_takes_only_faces_of_its_die(qtbot: QtBot) -> None:
    die = DieBox(1, 20)
    qtbot.addWidget(die)
    assert die.sizeHint().toTuple() == (32, 28)
    with qtbot.waitSignal(die.typed) as heard:
        QTest.keyClicks(die, "7")
    assert heard.args == [7]
    with qtbot.assertNotEmitted(die.typed):
        QTest.keyClicks(die, "7")
    assert die.face is None
    assert die.property("error")
    die.set_face(20)
    assert die.face == 20
    assert not die.property("error")
    die.set_face(None)
    assert die.face is None
    assert not Choice().isEditable()


def test_a_row_that_does_not_count_is_struck_through(qtbot: QtBot) -> None:
    row = ModRow(ModLook("+4", "Deckung", "Wand P2–P3", "bad"))
    qtbot.addWidget(row)
    counted = _shot(row, 240, 24)
    with qtbot.waitSignal(row.toggled):
        QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    assert not row.isChecked()
    assert _shot(row, 240, 24) != counted
    assert row.accessibleName() == "+4, Deckung, Wand P2–P3"
    row.light(True)
    assert _shot(row, 240, 24).pixelColor(0, 12).name() == LIGHT.accent.lower()


def test_a_row_tells_when_it_is_pointed_at(qtbot: QtBot) -> None:
    row = ModRow(ModLook("+1", "Segnen", "moralisch"))
    qtbot.addWidget(row)
    with qtbot.waitSignal(row.pointed) as heard:
        row.focusInEvent(QFocusEvent(QFocusEvent.Type.FocusIn, Qt.FocusReason.TabFocusReason))
    assert heard.args == [True]
    with qtbot.waitSignal(row.pointed) as heard:
        row.focusOutEvent(QFocusEvent(QFocusEvent.Type.FocusOut))
    assert heard.args == [False]


def test_tags_stand_in_place_of_the_source(qtbot: QtBot) -> None:
    own = ModRow(ModLook("−2", "Mehrere Ziele", own="eigener Vorgabewert"))
    hand = ModRow(ModLook("+1", "Guter Einfall", hand="von Hand"))
    for row in (own, hand):
        qtbot.addWidget(row)
    assert LIGHT.warn.lower() in _colours(_shot(own, 300, 24))
    assert LIGHT.accent.lower() in _colours(_shot(hand, 300, 24))
    assert own.look.own in own.accessibleName()
    head = SumHead("Angriff", "+9")
    qtbot.addWidget(head)
    head.set_sum("Rüstungsklasse", "20")
    assert head.accessibleName() == "Rüstungsklasse 20"
    assert not _shot(head).isNull()


def test_small_things_are_as_wide_as_their_words(qtbot: QtBot) -> None:
    for kind in (Chip, KeyCap, OwnTag):
        thing = kind("a")
        qtbot.addWidget(thing)
        width = thing.sizeHint().width()
        thing.set_text("Gelegenheitsangriff")
        assert thing.sizeHint().width() > width + 60
        assert thing.text == thing.accessibleName()
        assert len(_colours(_shot(thing))) > 3
    chip = Chip("Ziel", "bad", "target")
    qtbot.addWidget(chip)
    assert LIGHT.bad_weak.lower() in _colours(_shot(chip))
    step, mark = StepDisc("1"), Mark("warn", "warn")
    marker = Marker("OS", "foes", 24)
    for widget in (step, mark, marker):
        qtbot.addWidget(widget)
        assert len(_colours(_shot(widget))) > 2
    mark.set_mark("info", "2")
    marker.set_look(MarkerLook("El", "heroes"))
    with qtbot.waitSignal(marker.clicked):
        QTest.mouseClick(marker, Qt.MouseButton.LeftButton)


def test_bars_show_their_share(qtbot: QtBot) -> None:
    life, chance = LifeBar(30, 30), ChanceBar()
    for widget in (life, chance):
        qtbot.addWidget(widget)
    assert _shot(life).pixelColor(40, 3).name() == LIGHT.ok.lower()
    life.set_life(2, 30)
    assert _shot(life).pixelColor(2, 3).name() == LIGHT.bad.lower()
    assert _shot(life).pixelColor(30, 3).name() == LIGHT.line.lower()
    life.set_life(0, 0)
    assert life.share == 0
    assert [life_role(s) for s in (0.7, 0.6, 0.3)] == ["ok", "warn", "bad"]
    chance.set_share(0.55)
    picture = _shot(chance, 100, 8)
    assert picture.pixelColor(50, 4).name() == LIGHT.accent.lower()
    assert picture.pixelColor(60, 4).name() == LIGHT.line.lower()


def test_a_card_wraps_long_values_and_grows() -> None:
    short = CardLook("Ork", (("Deckung", (Span("+4", True),)),))
    words = "keine Deckung, aber Nebel und Unterholz zwischen beiden auf neun Feldern Länge"
    long = CardLook("Ork", (("Deckung", (Span("+4", True), Span(words))),), foot="Fuß")
    assert card_size(long)[1] > card_size(short)[1] + 40
    pieces = wrapped((Span(words),), 100, 12)
    assert len(pieces) > 3
    assert "".join(plain(p) for p in pieces) == words


def test_no_piece_of_a_broken_line_is_wider_than_its_room(qapp: QApplication) -> None:
    words = "Ork 2 hat jetzt keine Angriffsroutine mehr."
    longest = max(width_of(word, ui_font(12, 600)) for word in words.split())
    for room in range(math.ceil(longest), 300):
        pieces = [without_tail(piece) for piece in wrapped((Span(words, True),), room, 12)]
        assert all(line_width(piece, 12) <= room for piece in pieces), room
        assert " ".join(plain(piece) for piece in pieces) == words


def test_the_names_of_a_card_are_whole(qapp: QApplication) -> None:
    value = (Span("offen"),)
    names = ("Right to attack", "Succeeds up to")
    look = CardLook("Bandit", tuple((name, value) for name in names))
    column = label_column(look)
    assert all(width_of(name, ui_font(12)) <= column - u(4) for name in names)
    assert label_column(CardLook("Bandit", (("Ziel", value),))) < column
    endless = label_column(CardLook("Bandit", (("Donau" * 40, value),)))
    assert endless < card_size(look)[0] / 2


def test_a_card_goes_where_it_hides_least() -> None:
    bounds, size = QRectF(0, 0, 1000, 600), (316.0, 150.0)
    target = QRectF(480, 200, 48, 48)
    assert place_card(size, target, [], bounds).y() > target.bottom()
    below = QRectF(300, 300, 400, 100)
    assert place_card(size, target, [below], bounds).x() > target.right()
    low = QRectF(900, 560, 40, 30)
    at = place_card(size, low, [], bounds)
    assert bounds.contains(QRectF(at, at + QPointF(*size)))
    assert not QRectF(at, at + QPointF(*size)).intersects(low)


def test_a_card_stays_near_its_target_though_lines_lie_around() -> None:
    bounds, size = QRectF(0, 0, 1600, 900), (316.0, 150.0)
    target = QRectF(60, 60, 48, 48)  # in a corner: above and left of it there is no room
    lines = [QRectF(120 + 12 * i, 130 + 15 * i, 12, 12) for i in range(14)]
    at = place_card(size, target, lines, bounds)
    box = QRectF(at, at + QPointF(*size))
    assert not any(box.intersects(piece) for piece in lines)
    assert not box.intersects(target)
    away = box.center() - target.center()
    assert max(abs(away.x()), abs(away.y())) < 420


def test_the_card_floats_over_its_parent_and_lets_the_mouse_through(qtbot: QtBot) -> None:
    window = QWidget()
    window.resize(800, 500)
    qtbot.addWidget(window)
    card = HoverCard(window)
    assert card.sizeHint().isEmpty()
    look = CardLook(
        "Ork-Schamane",
        (("Deckung", (Span("+4", True, "bad"),)),),
        MarkerLook("OS", "foes"),
        "Ziel",
        "bad",
        "target",
        "Vom Startfeld: +4",
        "Umschalt",
        "heftet an",
    )
    card.show_card(look, QRectF(400, 100, 48, 48))
    assert card.look is look
    assert card.accessibleName() == "Ork-Schamane; Deckung: +4"
    assert window.rect().contains(card.geometry().adjusted(16, 16, -16, -16))
    assert LIGHT.raised.lower() in _colours(card.grab().toImage())
    assert card.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_a_dock_title_floats_and_closes(qtbot: QtBot) -> None:
    title = DockTitle("aim", "Angriff", "Elandir → Ork", tips=("lösen", "schließen"))
    body = DockBody()
    for widget in (title, body):
        qtbot.addWidget(widget)
    assert title.height() == 32
    buttons = title.findChildren(IconButton)
    assert [b.accessibleName() for b in buttons] == ["lösen", "schließen"]
    title.set_tips("Lösen", "Schließen")
    assert buttons[1].toolTip() == "Schließen"
    for button, signal in zip(buttons, (title.float_wanted, title.close_wanted), strict=True):
        with qtbot.waitSignal(signal):
            button.click()
    title.set_title("Körper")
    assert title.accessibleName() == "Körper"
    assert _shot(title, 300, 32).pixelColor(150, 31).name() == LIGHT.line.lower()
    assert _shot(body, 100, 60).pixelColor(50, 30).name() == LIGHT.surface.lower()


def test_the_result_bar_says_before_and_after(qtbot: QtBot) -> None:
    bar = ResultBar()
    qtbot.addWidget(bar)
    bar.add_button(Button("Übernehmen", "primary"))
    changes = (Change("LP", "24", "15", "bad"), Change("bewusstlos"))
    bar.show_changes([Affected("Goblin 2", MarkerLook("G2", "foes"), changes)])
    assert bar.accessibleName() == "Goblin 2: LP 24 → 15   bewusstlos"
    picture = _shot(bar, 600, 56)
    assert picture.pixelColor(300, 30).name() == LIGHT.sunk.lower()
    assert LIGHT.bad.lower() in _colours(picture)


def test_labels_rules_and_tables_follow_the_style_sheet(qtbot: QtBot) -> None:
    words = label("Waffe", "label", "2")
    figure = label("10+", "figure")
    table, line = QTableWidget(2, 2), rule()
    for widget in (words, figure, table, line):
        qtbot.addWidget(widget)
        widget.ensurePolished()
    assert words.font().pixelSize() == 11
    assert figure.font().pixelSize() == 40
    set_looks(words, "row", "bad")
    assert words.palette().color(words.foregroundRole()) == QColor(LIGHT.bad)
    plain_table(table)
    assert table.rowHeight(0) == 24
    assert line.height() == 1 or line.maximumHeight() == 1
    assert rule(upright=True).maximumWidth() == 1


def test_everything_follows_a_change_of_theme(qtbot: QtBot, qapp: QApplication) -> None:
    chip, button = Chip("frei", "ok"), QPushButton("Zurück")
    for widget in (chip, button):
        qtbot.addWidget(widget)
    before = _shot(chip), _shot(button)
    apply(qapp, DARK)
    after = _shot(chip), _shot(button)
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_the_gallery_can_be_drawn(qapp: QApplication) -> None:
    first, second = gallery.draw(qapp)
    assert len(_colours(first.scaled(200, 125))) > 500
    assert second.pixelColor(1590, 990).name() == DARK.bg.lower()


def test_widths_that_are_remembered_follow_size_weight_and_scale(qapp: QApplication) -> None:
    try:
        for scale in (1.0, 1.5, 1.0):
            apply(qapp, LIGHT, scale)
            for text in ("Übermut", "Übermut!", ""):
                for size, weight in ((12, 400), (12, 600), (13, 600)):
                    assert words_width(text, size, weight) == width_of(text, ui_font(size, weight))
    finally:
        apply(qapp, LIGHT)
