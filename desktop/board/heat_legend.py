"""The legend of the heat map: the question, what each pattern means, how strong it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.board.heat import QUESTIONS
from desktop.board.heat_chances import Chances
from desktop.board.heat_notes import notes
from desktop.board.heat_rows import WIDTH, ColumnRow, LegendHead, PatternRow, QuestionRow, Strength
from desktop.board.paint_marks import Heat
from desktop.board.panel import Panel
from desktop.i18n import language, tr
from desktop.theme import px
from desktop.widgets.base import label, rule
from desktop.widgets.boxes import CheckBox
from desktop.widgets.dock import IconButton
from desktop.words.overlay_names import overlay_offered
from maps.shapes import Grade
from rules.system.ground import HeatKind

if TYPE_CHECKING:
    from desktop.board.view import BoardView

ROOM = 460
"""A lower map leaves no room for the whole legend."""
TIGHT = 380
"""A map as low as this has room for the patterns alone that it shows."""
GAP = 12
"""Pixels between the legend and the rims of the map."""

_N, _S, _H, _I, _T = Grade.NONE, Grade.SOFT, Grade.HARD, Grade.IMPROVED, Grade.TOTAL
ROWS: dict[HeatKind, tuple[tuple[Grade, str, str], ...]] = {
    "cover": (
        (_N, "0", "board.heat.cover.none"),
        (Grade.PARTIAL, "", "board.heat.cover.partial"),
        (_S, "", "board.heat.cover.soft"),
        (_H, "", "board.heat.cover.hard"),
        (_I, "", "board.heat.cover.improved"),
        (_T, "", "board.heat.cover.total"),
    ),
    "safety": (
        (_N, "", "board.heat.safety.all"),
        (_S, "", "board.heat.safety.some"),
        (_H, "0", "board.heat.safety.nobody"),
        (_T, "", "board.heat.safety.unseen"),
    ),
    "flank": ((_N, "", "board.heat.flank.yes"),),
    "reach": (
        (_N, "", "board.heat.reach.move"),
        (_S, "", "board.heat.reach.double"),
        (_H, "", "board.heat.reach.run"),
    ),
}
"""Grade, fixed sign and key of the words of each row, by question."""
ALWAYS = frozenset({_N, _S, _H, _T})
"""Other grades are explained only while squares have them."""


class HeatLegend(Panel):
    """Lies over the lower right corner of the map while the heat map is switched on."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self.folded = False
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, px(6))
        column.setSpacing(0)
        column.addLayout(self._make_head())
        self.questions = [QuestionRow(kind, i + 1) for i, kind in enumerate(QUESTIONS)]
        for row in self.questions:
            row.clicked.connect(lambda _c, kind=row.kind: self._ask(kind))
            column.addWidget(row)
        column.addWidget(self._line())
        self.columns = ColumnRow()
        column.addWidget(self.columns)
        self.chances = Chances()
        self.patterns = [PatternRow() for _ in range(6)]
        for pattern in self.patterns:
            column.addWidget(pattern)
        self.notes = label("", "row", "2")
        self.notes.setWordWrap(True)
        self.notes.setContentsMargins(px(12), px(4), px(12), px(4))
        column.addWidget(self.notes)
        self.foot = self._make_foot()
        column.addWidget(self.foot)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.refresh)
        board.heat.changed.connect(self._later.start)
        board.heat.asked.connect(self._later.start)
        self.retranslate()
        self.hide()

    def _make_head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, px(4), 0)
        self.head = LegendHead()
        row.addWidget(self.head, 1)
        self.fold = IconButton("down", "")
        self.fold.clicked.connect(lambda: self.set_folded(not self.folded))
        row.addWidget(self.fold)
        return row

    def _line(self) -> QWidget:
        holder = QWidget()
        box = QVBoxLayout(holder)
        box.setContentsMargins(0, px(4), 0, px(4))
        box.addWidget(rule())
        return holder

    def _make_foot(self) -> QWidget:
        foot = QWidget()
        column = QVBoxLayout(foot)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(4))
        column.addWidget(self._line())
        self.rim, self.signs = CheckBox(), CheckBox()
        self.rim.setChecked(True)
        self.signs.setChecked(True)
        heat = self.board.heat
        self.rim.toggled.connect(lambda on: heat.looks(rim=on))
        self.signs.toggled.connect(lambda on: heat.looks(signs=on))
        for box in (self.rim, self.signs):
            holder = QHBoxLayout()
            holder.setContentsMargins(px(12), 0, px(12), 0)
            holder.addWidget(box)
            column.addLayout(holder)
        strong = QHBoxLayout()
        strong.setContentsMargins(px(12), 0, px(12), 0)
        self.strength_label, self.percent = label("", "row", "2"), label("", "row")
        self.strength = Strength()
        self.strength.valueChanged.connect(self._strong)
        self.percent.setMinimumWidth(px(44))
        self.percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        strong.addWidget(self.strength_label)
        strong.addWidget(self.strength, 1)
        strong.addWidget(self.percent)
        column.addLayout(strong)
        return foot

    # -- what it says ---------------------------------------------------------------------

    def retranslate(self) -> None:
        """Say everything in the language in use."""
        words = language.words
        self.setAccessibleName(tr("board.overlay.heat"))
        self.head.title = tr("board.overlay.heat")
        for row in self.questions:
            row.setText(words.say(f"board.heat.{row.kind}.ask"))
            row.setAccessibleName(row.text())
        self.rim.setText(tr("board.heat.rim"))
        self.signs.setText(tr("board.heat.signs"))
        for drawn in (self.columns, *self.patterns):
            drawn.setToolTip(tr("heat.column.tip"))
        self.strength_label.setText(tr("board.heat.strength"))
        self.strength.setAccessibleName(tr("board.heat.strength"))
        self._strong(self.strength.value())
        self.set_folded(self.folded)

    def refresh(self) -> None:
        """Show what is known now; hide where there is no heat map."""
        heat, session = self.board.heat, self.board.session
        if not self.wanted or session is None:
            self.hide()
            return
        self.head.about = self._about()
        self.head.update()
        for row in self.questions:
            row.setChecked(row.kind == heat.question)
            offered = row.kind != "flank" or overlay_offered(session.system, "flank")
            row.setVisible(offered and (not self.small or row.kind == heat.question))
        self._patterns()
        said = notes(session, heat)
        self.notes.setText(said)
        self.notes.setVisible(bool(said))
        self.foot.setVisible(not self.small)
        self.place()
        self.give_way()

    @property
    def wanted(self) -> bool:
        """Whether there is a heat map to explain; it may have to give way all the same."""
        switches = self.board.switches
        return switches.on("heat") and not switches.for_players and self.board.session is not None

    @property
    def small(self) -> bool:
        """Whether only the question and its patterns are shown: as wished, or for want of room."""
        return self.folded or self.board.height() < px(ROOM)

    def _about(self) -> str:
        session, asked = self.board.session, self.board.heat.about
        if session is None or asked is None or asked.token not in session.state.tokens:
            chosen = session.current if session is not None else None
            return tr("board.heat.nobody") if chosen is None else chosen.name
        me = session.state.tokens[asked.token].name
        target = session.state.tokens.get(asked.target) if asked.target else None
        if target is None or asked.kind in ("reach", "safety"):
            return me
        return tr("board.heat.about", me=me, target=target.name)

    def _patterns(self) -> None:
        heat = self.board.heat
        found = heat.counts()
        shown = []
        for grade, sign, key in ROWS[heat.question]:
            count = found[grade]
            moves = heat.question == "reach"  # only some rules tell moves apart
            if self.board.height() < px(TIGHT) and not count:
                continue  # the map needs the room
            if count or (grade is _N if moves else grade in ALWAYS):
                fixed = sign or heat.sign_of(grade)
                shown.append((Heat(grade, fixed), language.words.say(key), count))
        for i, row in enumerate(self.patterns):
            row.setVisible(i < len(shown))
            if i < len(shown):
                row.show_row(*shown[i])
        self._columns([grade for grade in (look.grade for look, _, _ in shown) if found[grade]])

    def _columns(self, grades: list[Grade]) -> None:
        """Add the column of chances where the question is about somebody to attack."""
        heat, session = self.board.heat, self.board.session
        if session is not None:
            self.chances.of(session, heat, grades)
        self.columns.setVisible(self.chances.known)
        if not self.chances.known:
            return
        cover = heat.question == "cover"
        self.columns.what = tr("heat.column.cover") if cover else tr("heat.column.flank")
        self.columns.update()
        for row in self.patterns:
            row.add_chance(self.chances.get(row.heat.grade))

    def give_way(self) -> None:
        """Go while the card over the map needs the place; come back when it has gone."""
        card = self.board.card.shown
        away = card is not None and card.rect.intersects(QRectF(self.geometry()))
        self.setVisible(self.wanted and not away)

    def place(self) -> None:
        """Lie in the lower right corner."""
        self.setFixedWidth(min(px(WIDTH), max(px(160), self.board.width() - 2 * GAP - 24)))
        if not self.notes.isHidden():  # words that break would ask for another width
            self.notes.setFixedHeight(self.notes.heightForWidth(self.width() - 2))
        self.adjustSize()
        room = self.board.rect()
        self.move(room.right() - self.width() - GAP, room.bottom() - self.height() - GAP)
        self.raise_()

    # -- what it does ---------------------------------------------------------------------

    def _ask(self, kind: HeatKind) -> None:
        self.board.heat.ask(kind)
        self.board.pending.go_on()

    def _strong(self, percent: int) -> None:
        self.percent.setText(tr("board.concealment", percent=percent))
        if self.board.heat.opacity != percent / 100:
            self.board.heat.looks(opacity=percent / 100)

    def set_folded(self, on: bool) -> None:
        """Show only the question and its patterns, or everything."""
        self.folded = on
        self.fold.mark = "up" if on else "down"
        self.fold.set_tip(tr("board.heat.unfold") if on else tr("board.heat.fold"))
        self.refresh()
