"""Fits a grid to a picture: printed lines, numbers, or a box drawn over some squares."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from desktop.board.picture import PictureError
from desktop.dialogs.base import Card, Dialog, Rows
from desktop.dialogs.grid_search import GridSearch
from desktop.dialogs.grid_view import GridView
from desktop.dialogs.numbers import NumberField
from desktop.dialogs.picture_loading import decoding
from desktop.dialogs.systems import SystemChoice
from desktop.files import spoken_name
from desktop.i18n import tr
from desktop.jobs import Lazily
from desktop.messages import Message, message_of
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label, rule
from desktop.widgets.buttons import Button
from desktop.widgets.fields import Field
from desktop.widgets.unmarked import unmarked
from maps.board import Board
from maps.formats.base import asset_hash, load
from maps.formats.headers import Header, read_header
from maps.formats.picture import USUAL, GridFit, PictureFormat, lay
from maps.grid import SUB
from maps.storeys import refitted

SMALLEST, LARGEST = 4.0, 4096.0
"""Pixels per square that make sense."""


@dataclass(frozen=True, slots=True)
class GridChoice:
    """A picture with its grid."""

    system: str
    board: Board
    name: str
    pictures: Mapping[str, bytes]


def guess_fit(name: str, header: Header) -> GridFit:
    """Guess the grid of a picture from sizes in its name (``Mine 40x30.jpg``)."""
    for match in re.finditer(r"(\d{1,3})\s*[x×]\s*(\d{1,3})", name):
        across, down = int(match[1]), int(match[2])
        if across and down:
            wide, high = header.width / across, header.height / down
            if wide >= SMALLEST and abs(wide - high) <= 0.02 * wide:
                return GridFit(wide)
    return GridFit(USUAL)


def fit_of(board: Board, header: Header) -> GridFit:
    """Return where the grid of a board lies in its picture."""
    picture = board.picture
    if picture is None or picture.width <= 0:
        return GridFit(USUAL)
    pixels = header.width * SUB / picture.width
    x, y = -picture.x / SUB * pixels, -picture.y / SUB * pixels
    return GridFit(round(pixels, 4), round(x % pixels, 4), round(y % pixels, 4))


class GridDialog(Dialog):
    """The view at the left, the numbers at the right; each follows the other.

    For a picture that is new the dialog asks for name and system too.
    """

    def __init__(
        self, parent: QWidget | None, data: bytes, header: Header, fit: GridFit, name: str = ""
    ) -> None:
        super().__init__(parent, tr("grid.title"), "fit", tr("grid.intro"))
        self.data, self.header, self.first = data, header, fit
        self.fit = fit
        row = QHBoxLayout()
        row.setSpacing(px(16))
        left = QVBoxLayout()
        left.setSpacing(px(8))
        self.view = GridView(QSize(header.width, header.height))
        left.addWidget(self.view, 1)
        left.addLayout(self._under_view())
        row.addLayout(left, 1)
        card = Card(padding=16)
        card.setFixedWidth(px(340))
        self._fields(card.column, name)
        card.column.addStretch(1)
        row.addWidget(card)
        self.body.addLayout(row, 1)
        self.buttons(tr("button.take"), mark="check")
        self.resize(px(1080), px(720))
        self.view.boxed.connect(self.take_box)
        self.view.nudged.connect(self._nudge)
        self._write()
        self._lazily = Lazily(self)
        self._lazily.awake = True
        # nothing is known of the grid of a new picture unless its name says so
        self._lazily.add(self._prepare(search=bool(name) and fit == GridFit(USUAL)))
        self.pixels.setFocus()
        self.pixels.selectAll()

    def _under_view(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(px(4))
        hint = label(tr("grid.hint"), "label", "2")
        hint.setWordWrap(True)
        row.addWidget(hint, 1)
        for mark, text, run in (
            ("minus", tr("grid.zoom_out"), lambda: self.view.zoom_by(0.8)),
            ("plus", tr("grid.zoom_in"), lambda: self.view.zoom_by(1.25)),
            ("fit", tr("grid.see_all"), self.view.see_all),
        ):
            button = Button("", "flat", mark=mark)
            button.setToolTip(unmarked(text))
            button.setAccessibleName(text)
            button.setAutoDefault(False)
            button.clicked.connect(run)
            row.addWidget(button)
        return row

    def _fields(self, column: QVBoxLayout, name: str) -> None:
        self.name, self.system = Field(), SystemChoice()
        if name:
            self._naming(column, name)
        self._numbers(column)
        column.addWidget(rule())
        self.finder = GridSearch(self.header.width)
        self.finder.button.clicked.connect(lambda: self._lazily.add(self.finder.search()))
        self.finder.found.connect(self.take_found)
        self.finder.scaled.connect(self.scale)
        column.addWidget(self.finder)
        column.addWidget(rule())
        self._box(column)
        column.addWidget(rule())
        self.summary = label("", "row")
        self.summary.setWordWrap(True)
        column.addWidget(self.summary)

    def _naming(self, column: QVBoxLayout, name: str) -> None:
        """Ask for the fight's name and rules, where one is to be made."""
        head = Rows(column, labels=104)
        self.name.setText(name)
        self.name.setMaxLength(200)
        self.name.textEdited.connect(lambda _t: self.name.set_error(""))
        head.add(tr("import.name"), self.name)
        head.add(tr("import.system"), self.system)
        column.addWidget(rule())

    def _numbers(self, column: QVBoxLayout) -> None:
        """Ask for the grid in numbers: pixels to a square, squares, the first corner."""
        rows = Rows(column, labels=104)
        self.pixels = NumberField(low=SMALLEST, high=LARGEST, digits=2)
        rows.add(tr("grid.pixels"), self.pixels, unit=tr("grid.px"))
        self.across = NumberField(low=0.1, high=1000, digits=2)
        self.down = NumberField(low=0.1, high=1000, digits=2)
        self.across.setAccessibleName(tr("grid.across"))
        self.down.setAccessibleName(tr("grid.down"))
        rows.add(tr("grid.squares"), _pair(self.across, "×", self.down))
        self.offset_x = NumberField(low=-LARGEST, high=LARGEST, digits=2)
        self.offset_y = NumberField(low=-LARGEST, high=LARGEST, digits=2)
        self.offset_x.setAccessibleName(tr("grid.offset_x"))
        self.offset_y.setAccessibleName(tr("grid.offset_y"))
        rows.add(tr("grid.offset"), _pair(self.offset_x, "·", self.offset_y))
        self.pixels.changed.connect(lambda: self._typed(self.pixels.value))
        self.across.changed.connect(lambda: self._counted(self.header.width, self.across))
        self.down.changed.connect(lambda: self._counted(self.header.height, self.down))
        for field in (self.offset_x, self.offset_y):
            field.changed.connect(lambda: self._typed(self.pixels.value))

    def _box(self, column: QVBoxLayout) -> None:
        """Ask how many squares the box holds that is drawn over some of them."""
        column.addWidget(label(tr("grid.box_title"), "name"))
        about = label(tr("grid.box_about"), "row", "2")
        about.setWordWrap(True)
        column.addWidget(about)
        box = Rows(column, labels=104)
        self.box_across, self.box_down = (
            NumberField(3, low=1, high=100),
            NumberField(3, low=1, high=100),
        )
        self.box_across.setAccessibleName(tr("grid.box_across"))
        self.box_down.setAccessibleName(tr("grid.box_down"))
        box.add(tr("grid.box_size"), _pair(self.box_across, "×", self.box_down))
        for field in (self.box_across, self.box_down):
            field.changed.connect(lambda: self.take_box(self.view.box))

    def _prepare(self, search: bool) -> Generator[None]:
        """Decode the picture beside the window, and look for its lines if nothing is known."""
        try:
            levels = yield from decoding(self.data, self.finder.loading)
        except PictureError as error:
            self.finder.ready([])
            self.complain(message_of(error.problem).text)
            return
        self.view.show_picture(levels)
        self.finder.ready(levels)
        if search:
            yield from self.finder.search()

    def take_found(self, fit: GridFit, sure: bool) -> None:
        """Take the grid that was found; a doubtful one never over what was set by hand."""
        if sure or self.fit == self.first:
            self.fit = fit
            self._write()

    def scale(self, factor: float) -> None:
        """Make squares so many times as large; one crossing stays where it is."""
        pixels = self.fit.pixels * factor
        if SMALLEST <= pixels <= LARGEST:
            self.fit = GridFit(pixels, self.fit.x % pixels, self.fit.y % pixels)
            self._write()

    def finish_loading(self) -> None:
        """Wait for the picture, and for a search that is going on."""
        self._lazily.finish()

    # -- the grid ------------------------------------------------------------------------------

    def _typed(self, pixels: float | None) -> None:
        """Take the fields: pixels per square and offset."""
        if pixels is None or self.offset_x.value is None or self.offset_y.value is None:
            return
        self.fit = GridFit(pixels, self.offset_x.value, self.offset_y.value)
        self._write(skip=self.focusWidget())

    def _counted(self, length: int, field: NumberField) -> None:
        """Take a number of squares: the picture is so many of them wide or high."""
        if not field.value:
            return
        self.fit = GridFit(length / field.value, self.fit.x, self.fit.y)
        self._write(skip=field)

    def take_box(self, box: QRectF | None) -> None:
        """Take a box drawn over some squares."""
        across, down = self.box_across.whole, self.box_down.whole
        if box is None or across is None or down is None:
            return
        pixels = (box.width() / across + box.height() / down) / 2
        if not SMALLEST <= pixels <= LARGEST:
            self.complain(tr("grid.box_wrong"))
            return
        self.complain("")
        self.fit = GridFit(
            round(pixels, 2), round(box.left() % pixels, 2), round(box.top() % pixels, 2)
        )
        self._write()

    def _nudge(self, x: float, y: float) -> None:
        pixels = self.fit.pixels
        self.fit = GridFit(pixels, (self.fit.x + x) % pixels, (self.fit.y + y) % pixels)
        self._write()

    def _write(self, skip: QWidget | None = None) -> None:
        """Show the grid in all fields but the one that is typed in."""
        fit, header = self.fit, self.header
        values = (
            (self.pixels, fit.pixels),
            (self.across, header.width / fit.pixels),
            (self.down, header.height / fit.pixels),
            (self.offset_x, fit.x),
            (self.offset_y, fit.y),
        )
        for field, value in values:
            if field is not skip:
                field.set_value(value)
        self.view.show_fit(fit)
        board = self.board(Board())
        self.summary.setText(
            tr(
                "grid.result",
                columns=board.width,
                rows=board.height,
                width=header.width,
                height=header.height,
            )
        )

    def board(self, base: Board) -> Board:
        """Lay the picture below the grid of a board."""
        return lay(base, self.header, asset_hash(self.data), self.fit)

    def finish(self) -> None:
        for field in (self.pixels, self.across, self.down, self.offset_x, self.offset_y):
            if not field.check():
                field.setFocus()
                return
        if self.name.text() and not self.name.text().strip():
            self.name.set_error(tr("text.missing"))
            return
        self.accept()


def _pair(first: NumberField, between: str, second: NumberField) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(px(8))
    row.addWidget(first, 1)
    row.addWidget(label(between, "row", "2"))
    row.addWidget(second, 1)
    return row


def ask_grid(window: QWidget | None, path: Path) -> GridChoice | None:
    """Ask where the grid of a new picture lies; ``None`` when cancelled.

    Raises UnreadableFileError for what is no picture.
    """
    data = load(path)
    read = PictureFormat().read(data, path.name)
    header = read_header(data)
    assert header is not None  # the format has read it
    dialog = GridDialog(window, data, header, guess_fit(path.stem, header), spoken_name(path))
    try:
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return None
        name = dialog.name.text().strip() or spoken_name(path)
        return GridChoice(
            dialog.system.system, dialog.board(read.board), name, {asset_hash(data): data}
        )
    finally:
        dialog.deleteLater()


def refit_grid(window: QWidget | None, session: Session) -> Board | None:
    """Ask for another grid of the picture that is shown; ``None`` when nothing changes."""
    board, storey = session.shown, session.storey
    data = session.store.asset(board.picture.asset) if board.picture is not None else None
    header = read_header(data) if data else None
    if data is None or header is None:
        session.message.emit(Message(tr("grid.no_picture"), "warning"))
        return None
    dialog = GridDialog(window, data, header, fit_of(board, header))
    try:
        if dialog.exec() != QDialog.DialogCode.Accepted or dialog.fit == dialog.first:
            return None
        laid = dialog.board(board)
    finally:
        dialog.deleteLater()
    if storey is None:
        return laid
    try:
        return refitted(session.state.board, storey, laid)
    except ValueError as error:
        session.message.emit(Message(tr("grid.storeys_meet", other=str(error)), "warning"))
        return None
