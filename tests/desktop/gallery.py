"""Draw every control in every state, in both themes, into one picture: look, then mend.

Run ``python -m tests.desktop.gallery out.png``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from desktop.board.floor import floor_image
from desktop.board.floor_canvas import Box
from desktop.board.paint import Pill, View, paint_label, paint_pill
from desktop.board.paint_lines import paint_cause, paint_lines
from desktop.board.paint_marks import paint_badge
from desktop.board.paint_token import MarkerLook, TokenLook, paint_token
from desktop.colours import DARK, LIGHT, Theme
from desktop.guard import guarded
from desktop.icons import names, pixmap
from desktop.theme import apply, current
from desktop.widgets.base import Drawn, area, label
from desktop.widgets.boxes import CheckBox
from desktop.widgets.buttons import Button, Kind, Switch, ToolButton
from desktop.widgets.card import CardLook, HoverCard
from desktop.widgets.chips import ChanceBar, Chip, KeyCap, LifeBar, Marker
from desktop.widgets.dock import DockBody, DockTitle
from desktop.widgets.draw import Span, plate, u, ui_font, write
from desktop.widgets.fields import Choice, DieBox, Field
from desktop.widgets.focus import FocusRing
from desktop.widgets.result import Affected, Change, ResultBar
from desktop.widgets.rows import ModLook, ModRow, SumHead
from maps.board import Board
from maps.floor import Floor
from maps.grid import point
from maps.shapes import Grade, Segment
from maps.sight import SightLine, Verdict
from tests.desktop.colour_kit import contrast
from tests.desktop.gallery_plain import plain_controls

STATES = ("Ruhe", "Zeigen", "Drücken", "Fokus", "Gewählt", "Gesperrt")
SHOWN = "bg surface raised line line_strong text text_2 text_3 accent accent_weak ok bad warn info"
ROLES = tuple(SHOWN.split(" "))


def put(parent: QWidget, widget: QWidget, x: int, y: int, width: int = 0, height: int = 0) -> None:
    widget.setParent(parent)
    hint = widget.sizeHint()
    widget.setGeometry(x, y, width or hint.width(), height or hint.height())


class Panel(Drawn):
    """A card with a border and round corners."""

    def __init__(self, ground: str = "surface", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ground = ground
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(1, 1, 1, 1)
        self.column.setSpacing(0)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        plate(painter, area(self), u(8), getattr(theme, self._ground), theme.line)
        painter.end()


def panel(parent: QWidget, title: str, box: tuple[int, int, int, int]) -> Panel:
    card = Panel(parent=parent)
    card.setGeometry(*box)
    heading = label(title, "value", "2", card)
    heading.ensurePolished()
    heading.adjustSize()
    heading.move(12, 8)
    return card


class Strip(Drawn):
    """Tokens, lines and badges on a floor."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        board = Board(width=16, height=3, floor=Floor("flags", 5))
        painter.drawImage(0, 0, floor_image(board, theme, 48, Box(0, 0, 752 / 48, 136 / 48)))
        paint_strip(painter)
        painter.end()


def paint_strip(p: QPainter) -> None:
    view = View(48)
    tokens = (
        (TokenLook(0.5, 0.35, 1, "El", "heroes", life=0.9), "Held"),
        (TokenLook(1.9, 0.35, 1, "Ge", "foes", life=0.5), "Gegner"),
        (TokenLook(3.3, 0.35, 1, "Ut", "third", life=1), "andere"),
        (TokenLook(4.7, 0.35, 1, "El", "heroes", life=0.9, selected=True), "gewählt"),
        (TokenLook(6.1, 0.35, 1, "OS", "foes", life=1, target=True), "Ziel"),
        (TokenLook(7.5, 0.35, 1, "Gr", "foes", dead=True), "tot"),
        (TokenLook(8.9, 0.35, 1, "El", "heroes", ghost=True), "Vorschau"),
    )
    for token, name in tokens:
        paint_token(p, view, token)
        paint_label(p, QPointF(view.x(token.x + 0.5), 79), name)
    grades = (Grade.NONE, Grade.SOFT, Grade.HARD, Grade.TOTAL)
    words = (("0", "keine"), ("+4", "weich"), ("+4", "hart"), ("voll", "volle"))
    for i, (grade, (text, name)) in enumerate(zip(grades, words, strict=True)):
        rect = paint_badge(p, QPointF(24 + i * 112, 104), grade, text)
        paint_label(p, QPointF(rect.right() + 30, 113), name)
    x0, x1 = 500 / 48, 650 / 48
    for verdict, name, y in (
        (Verdict.FREE, "frei", 24),
        (Verdict.CREATURE, "Kreatur", 52),
        (Verdict.BLOCKED, "Wand", 80),
    ):
        blocked = verdict is Verdict.BLOCKED
        if blocked:
            x = 590 / 48
            wall = Segment(point(x, (y - 12) / 48), point(x, (y + 12) / 48))
            paint_cause(p, view, [wall])
        stop = (590 / 48, y / 48) if blocked else None
        line = SightLine(point(x0, y / 48), point(x1, y / 48), verdict, at=stop)
        paint_lines(p, view, [line])
        paint_label(p, QPointF(692, y), name)
    paint_pill(p, QPointF(500, 104), Pill.accent("4,5 m · 3 Felder"))
    paint_pill(p, QPointF(628, 104), Pill.warning("Gelegenheit"))


class Swatches(Drawn):
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        for i, role in enumerate(ROLES):
            y, value = i * 24.0, getattr(theme, role)
            plate(painter, QRectF(0, y + 4, 20, 16), 3, value, theme.line_strong)
            name = role.replace("_", "-")
            write(painter, QRectF(26, y, 100, 24), name, ui_font(11), theme.text)
            ratio = f"{contrast(value, theme.surface):.1f}".replace(".", ",")
            write(painter, QRectF(100, y, 90, 24), value, ui_font(11), theme.text_2, "right")
            write(painter, QRectF(190, y, 34, 24), ratio, ui_font(11), theme.text_2, "right")
        painter.end()


class Icons(Drawn):
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        for i, name in enumerate(names()):
            at = QPoint(8 + i % 13 * 37, i // 13 * 34)
            picture = pixmap(name, "text", 20, self.devicePixelRatioF(), theme)
            painter.drawPixmap(at, picture)
        painter.end()


def _buttons(page: QWidget) -> None:
    card = panel(page, "Schaltflächen", (24, 56, 752, 208))
    for i, state in enumerate(STATES):
        put(card, label(state, "label", "3"), 84 + i * 110, 32)
    rows: tuple[tuple[str, Kind, str, str], ...] = (
        ("Haupt", "primary", "Würfeln", ""),
        ("Umriss", "outline", "Zurück", ""),
        ("Flach", "flat", "Bogen", "print"),
        ("Schalter", "toggle", "Linien", "lines"),
    )
    for j, (name, kind, text, mark) in enumerate(rows):
        y = 56 + j * 36
        put(card, label(name, "label", "2"), 12, y + 6)
        for i, state in enumerate(STATES):
            if state == "Gewählt" and kind != "toggle":
                put(card, label("–", "label", "3"), 84 + i * 110, y + 6)
                continue
            button = Button(text, kind, mark=mark)
            put(card, button, 84 + i * 110, y)
            button.setEnabled(state != "Gesperrt")
            button.setDown(state == "Drücken")
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, state == "Zeigen")
            if kind == "toggle":
                button.setChecked(state in ("Gewählt", "Fokus"))
            if state == "Fokus":
                FocusRing(button)


def _fields(page: QWidget) -> Field:
    card = panel(page, "Felder und Kästchen", (24, 272, 372, 168))
    empty, focused = Field("W20", "dice"), Field("W20", "dice", number=True)
    wrong, locked = Field("W20", "dice", number=True), Field("gesperrt")
    focused.setText("14")
    wrong.setText("23")
    wrong.set_error("1 bis 20")
    locked.setEnabled(False)
    for i, field in enumerate((empty, focused, wrong, locked)):
        put(card, field, 12 + i % 2 * 178, 32 + i // 2 * 36, 168, 28)
    counts, off = CheckBox("zählt"), CheckBox("aus")
    counts.setChecked(True)
    for x, box in ((12, counts), (80, off)):
        put(card, box, x, 104)
    put(card, Switch((("l", "Hell"), ("d", "Dunkel"), ("s", "System"))), 12, 132)
    for x, chip in (
        (190, Chip("frei", "ok")),
        (232, Chip("weich", "warn")),
        (286, Chip("hart", "bad")),
    ):
        put(card, chip, x, 136)
    return focused


def _rows(page: QWidget) -> None:
    card = panel(page, "Modifikatorzeilen", (404, 272, 372, 168))
    looks = (
        (ModLook("+4", "Geschicklichkeit", "GE 18"), True),
        (ModLook("+4", "Deckung", "Wand P2–P3", "bad"), True),
        (ModLook("+4", "Weiche Deckung", "nicht kumulativ"), False),
        (ModLook("−2", "Mehrere Ziele", own="eigener Vorgabewert"), True),
        (ModLook("+1", "Guter Einfall", hand="von Hand"), True),
    )
    for i, (look, counts) in enumerate(looks):
        row = ModRow(look, counts)
        row.light(i == 1)
        put(card, row, 4, 32 + i * 24, 364, 24)


def _type(page: QWidget) -> None:
    card = panel(page, "Schrift", (280, 592, 496, 152))
    for step, text, about, y in (
        ("figure", "10+", "40/40, 700: gesuchte Zahl", 26),
        ("title", "Krähenfels", "20/28, 700: Titel", 72),
        ("", "Angriffswurf", "13/20: Grundschrift · 600 für Docktitel", 100),
        ("row", "Schuss in Nahkampf", "12/16: Zeilen · 11/16: Beschriftung", 122),
    ):
        put(card, label(text, step), 12, y)
        put(card, label(about, "row", "2"), 150, y + (18 if step == "figure" else 3))


def page(theme: Theme, name: str) -> tuple[QWidget, Field]:
    """Build the page of one theme; the field is the one to give the focus to."""
    window = QWidget()
    window.setObjectName("top")
    window.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    window.resize(800, 1000)
    put(window, label(name, "title"), 24, 18)
    put(window, label("Grundmaß 8 px · Schrift Inter · Bedienhöhe 28 px", "row", "2"), 110, 24)
    _buttons(window)
    field = _fields(window)
    _rows(window)
    strip = Strip(window)
    strip.setGeometry(24, 448, 752, 136)
    swatches = Swatches(panel(window, "Farben, Kontrast zur Fläche", (24, 592, 248, 392)))
    swatches.setGeometry(12, 32, 226, 350)
    _type(window)
    icons = Icons(panel(window, "Zeichen: 24er Kasten", (280, 752, 496, 232)))
    icons.setGeometry(0, 34, 496, 190)
    return window, field


def more(theme: Theme) -> QWidget:
    """Build a second page: docks, cards, bars and what the style sheet alone draws."""
    window = QWidget()
    window.setObjectName("top")
    window.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    window.resize(800, 1000)
    title = DockTitle("aim", "Angriff", "Elandir → Ork-Schamane", tips=("lösen", "schließen"))
    put(window, title, 24, 16, 560, 32)
    body = DockBody()
    put(window, body, 24, 48, 560, 220)
    head = SumHead("Rüstungsklasse", "20")
    put(body, head, 4, 8, 240, 24)
    for i, look in enumerate((ModLook("10", "Grundwert", "Regel"), ModLook("20 %", "Dämmerlicht"))):
        put(body, ModRow(look, i == 0), 4, 34 + 24 * i, 240, 24)
    put(body, label("Nötig mit W20", "label"), 280, 8)
    put(body, label("10+", "figure"), 280, 24)
    bar = ChanceBar(0.55)
    bar.set_share(0.55)
    put(body, bar, 280, 80, 144, 8)
    put(body, Button("Würfeln", "primary", keys="Enter", size="main"), 280, 100, 144)
    choice = Choice()
    choice.addItems(["Kompositlangbogen", "Kurzschwert"])
    put(body, choice, 12, 100, 180, 28)
    for i in range(3):
        die = DieBox()
        die.set_face((15, 2, None)[i])
        put(body, die, 440 + i * 36, 24)
    put(body, LifeBar(24, 44), 440, 66)
    put(body, KeyCap("Leertaste"), 440, 84)
    put(body, Marker("OS", "foes", 24), 440, 110)
    result = ResultBar()
    result.add_button(Button("Verwerfen", "outline", size="main"))
    result.add_button(Button("Übernehmen", "primary", keys="Enter", size="main"))
    goblin = Affected(
        "Goblin 2",
        MarkerLook("G2", "foes"),
        (Change("LP", "24", "15", "bad"), Change("Feld", "18", "14")),
    )
    result.show_changes([goblin, Affected("Rovena", MarkerLook("Ro", "heroes"))])
    put(body, result, 1, 160, 558, 56)
    tool = ToolButton("Auswahl", "select")
    tool.setChecked(True)
    put(window, tool, 620, 16)
    put(window, ToolButton("Bibliothek", "book"), 620, 68)
    button = Button("Neuer Kampf aus Karte …", "outline", mark="map", keys="Strg+N", size="large")
    put(window, button, 500, 280)
    card = HoverCard(window)
    card.show_card(
        CardLook(
            "Ork-Schamane",
            (
                ("Deckung", (Span("+4", True, "bad"), Span(" · 2 von 4 Linien, Wand P2–P3"))),
                ("Tarnung", (Span("keine · Dämmersicht"),)),
                ("Nötig", (Span("10+", True), Span(" gegen RK 20 · "), Span("55 %", True))),
            ),
            MarkerLook("OS", "foes"),
            "Ziel",
            "bad",
            "target",
            "Vom Startfeld: +4 · 12 Felder",
            "Umschalt",
            "heftet an",
        ),
        QRect(60, 290, 48, 20).toRectF(),
    )
    plain_controls(window, 24, 500)
    return window


def shoot(theme: Theme, build: object, app: QApplication) -> QImage:
    """Show a page, give its field the focus, and return its picture."""
    apply(app, theme)
    assert callable(build)
    made = build(theme)
    window, field = made if isinstance(made, tuple) else (made, None)
    window.show()
    QTest.qWaitForWindowExposed(window)
    if field is not None:
        window.activateWindow()
        field.setFocus()
        field.deselect()
    app.processEvents()
    image: QImage = window.grab().toImage()
    window.close()
    window.deleteLater()
    return image


def draw(app: QApplication) -> tuple[QImage, QImage]:
    """Return both pages, light at the left and dark at the right."""
    before, pictures = current(), []
    builds = (lambda t: page(t, "Dunkel" if t.dark else "Hell"), more)
    for build in builds:
        picture = QImage(1600, 1000, QImage.Format.Format_RGB32)
        picture.fill(QColor("#000000"))
        painter = QPainter(picture)
        for i, theme in enumerate((LIGHT, DARK)):
            painter.drawImage(i * 800, 0, shoot(theme, build, app))
        painter.end()
        pictures.append(picture)
    apply(app, before)
    return pictures[0], pictures[1]


if __name__ == "__main__":
    target = Path(sys.argv[1])
    first, second = draw(QApplication([]))
    first.save(str(target))
    second.save(str(target.with_stem(target.stem + "-2")))
