"""Cells of the tables of rules: their editors, and the marks that say where values come from."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.colours import Theme
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.models.tables import STATUS, TableModel
from desktop.theme import current, px
from desktop.widgets.base import Drawn
from desktop.widgets.draw import u, ui_font, width_of, words_width, write
from desktop.widgets.fields import Choice, Field
from rules.core.sources import Status

Index = QModelIndex | QPersistentModelIndex
MARKED = (Status.DERIVED, Status.HOUSE, Status.HAND)
HEAD_LINES = 3


def mark(painter: QPainter, box: QRectF, status: Status, theme: Theme) -> None:
    """Underline a value: dashed = ours, dotted = derived, thick = changed; stated has no line."""
    styles = {
        Status.HOUSE: (theme.text_3, 1.2, Qt.PenStyle.DashLine),
        Status.DERIVED: (theme.text_3, 1.6, Qt.PenStyle.DotLine),
        Status.HAND: (theme.accent, 2.2, Qt.PenStyle.SolidLine),
    }
    if status not in styles:
        return
    ink, width, style = styles[status]
    painter.setPen(QPen(QColor(ink), u(width), style, Qt.PenCapStyle.FlatCap))
    y = box.bottom() - u(2.5)
    painter.drawLine(box.bottomLeft().toPoint().x(), round(y), round(box.right()), round(y))


class CellDelegate(QStyledItemDelegate):
    """Draws the mark below each value; a choice is edited with a box, all else as a line."""

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        painter.save()
        box = QRectF(option.rect).adjusted(u(6), 0, -u(6), 0)
        mark(painter, box, Status(index.data(STATUS)), current())
        painter.restore()

    @guarded
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        model = index.model()
        assert isinstance(model, TableModel)
        column = model.columns[index.column()]
        name = language.words.say(column.label)
        if column.kind != "choice":
            field = Field(parent=parent)
            field.setAccessibleName(name)
            return field
        box = Choice(parent)
        box.setAccessibleName(name)
        for _, said in column.choices:
            box.addItem(language.words.say(said))
        box.activated.connect(lambda _i: self._done(box))
        return box

    def _done(self, box: QWidget) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)

    @guarded
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        text = str(index.data(Qt.ItemDataRole.EditRole))
        if isinstance(editor, Choice):
            editor.setCurrentIndex(editor.findText(text))
        elif isinstance(editor, Field):
            editor.setText(text)
            editor.selectAll()

    @guarded
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, Choice):
            model.setData(index, editor.currentText())
        elif isinstance(editor, Field) and editor.text() != index.data(Qt.ItemDataRole.EditRole):
            model.setData(index, editor.text())

    @guarded
    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        editor.setGeometry(option.rect)


class NameHeader(QHeaderView):
    """Names of columns on up to three lines, so that narrow numbers may have long names."""

    def __init__(self, parent: QAbstractItemView) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        wrap = Qt.AlignmentFlag(Qt.TextFlag.TextWordWrap.value)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom | wrap)
        self.setSectionsClickable(False)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), px(14 * HEAD_LINES + 10))

    @guarded
    def sectionSizeFromContents(self, section: int) -> QSize:
        """A section needs room for the longest word, and a third of all of them."""
        text = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        font = ui_font(11)
        word = max(width_of(part, font) for part in text.split())
        wide = max(word, width_of(text, font) / (HEAD_LINES - 0.6)) + u(16)
        return QSize(round(wide), px(14 * HEAD_LINES + 10))


class Legend(Drawn):
    """What the lines below values mean."""

    def __init__(self) -> None:
        super().__init__()
        self.words = [language.words.say(f"tables.status.{s.value}") for s in MARKED]
        self.setAccessibleName(tr("tables.origin"))
        self.setAccessibleDescription(", ".join(self.words))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @guarded
    def sizeHint(self) -> QSize:
        wide = sum(words_width(word, 11) + u(20) for word in self.words)
        return QSize(round(wide), px(24))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        left, font = u(8), ui_font(11)
        for status, word in zip(MARKED, self.words, strict=True):
            box = QRectF(left, 0, width_of(word, font), self.height())
            write(painter, box, word, font, theme.text_2, "left")
            mark(painter, box, status, theme)
            left = box.right() + u(20)
        painter.end()
