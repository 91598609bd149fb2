"""Shows what was read of a map, what was mended and left out, and asks for name and system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from desktop.choosing import ask_open
from desktop.dialogs.base import Card, Dialog, Rows, Scroll
from desktop.dialogs.grid import GridDialog, fit_of
from desktop.dialogs.import_preview import MapPreview
from desktop.dialogs.import_rows import counted_row, counts, group_of, report_row
from desktop.dialogs.systems import SystemChoice
from desktop.files import spoken_name
from desktop.i18n import language, tr
from desktop.messages import message_of
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.fields import Choice, Field
from desktop.widgets.layouts import clear
from maps.board import Board, Picture
from maps.edit import set_bounds
from maps.formats import (
    FoundryOptions,
    Import,
    Need,
    OpenPortal,
    Origin,
    SeeThrough,
    UvttOptions,
    detect,
    format_by_id,
)
from maps.formats.base import asset_hash, load
from maps.formats.foundry import scene_names
from maps.formats.headers import read_header
from maps.formats.picture import PictureFormat
from maps.grid import SUB, to_sub
from maps.problems import Problem, UnreadableFileError


@dataclass(frozen=True, slots=True)
class ImportChoice:
    """What was taken over."""

    system: str
    name: str
    board: Board
    pictures: Mapping[str, bytes]
    problems: tuple[Problem, ...] = ()


class ImportDialog(Dialog):
    """The report of an import. Nothing is made before it is taken over."""

    def __init__(self, parent: QWidget | None, path: Path, read: Import) -> None:
        super().__init__(parent, tr("import.title"), "import", path.name)
        self.path, self.read = path, read
        self.board, self.pictures = read.board, dict(read.pictures)
        self._chosen: Path | None = None
        card = Card(padding=16)
        row = QHBoxLayout()
        row.setSpacing(px(24))
        card.column.addLayout(row)
        left = QVBoxLayout()
        left.setSpacing(px(8))
        self.preview = MapPreview()
        left.addWidget(self.preview)
        self.counted = QHBoxLayout()
        self.counted.setSpacing(px(12))
        left.addLayout(self.counted)
        left.addStretch(1)
        row.addLayout(left)
        row.addLayout(self._right(), 1)
        self.body.addWidget(card, 1)
        self.buttons(tr("button.take"), mark="check")
        self.resize(px(1020), px(640))
        self._show()
        self.begin_typing()

    def begin_typing(self) -> None:
        """Put the keyboard where something is typed first."""
        self.name.setFocus()
        self.name.selectAll()

    def head_rows(self, rows: Rows) -> None:
        """Make the rows that say what becomes of the map: a fight of some name and system."""
        self.name = Field()
        self.name.setMaxLength(200)
        self.name.setText(self.read.name or spoken_name(self.path))
        self.name.textEdited.connect(lambda _t: self.name.set_error(""))
        rows.add(tr("import.name"), self.name)
        self.system = SystemChoice()
        rows.add(tr("import.system"), self.system)

    def shown(self) -> Board:
        """Return the map of the preview."""
        return self.board

    def _right(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(px(12))
        rows = Rows(column, labels=120)
        self._scene_row(rows)
        self.head_rows(rows)
        self.portals, self.origin = Choice(), Choice()
        if self._format() == "uvtt":
            for portal in OpenPortal:
                self.portals.addItem(language.words.say(f"import.portal.{portal.value}"), portal)
            for origin in Origin:
                self.origin.addItem(language.words.say(f"import.origin.{origin.value}"), origin)
            rows.add(tr("import.portals"), self.portals)
            rows.add(tr("import.origin_label"), self.origin)
            self.portals.currentIndexChanged.connect(self._read_again)
            self.origin.currentIndexChanged.connect(self._read_again)
        self.see_through, self.pixels = Choice(), Field()
        if self._format() == "foundry":
            for kind in SeeThrough:
                self.see_through.addItem(
                    language.words.say(f"import.see_through.{kind.value}"), kind
                )
            rows.add(tr("import.see_through_label"), self.see_through)
            self.see_through.currentIndexChanged.connect(self._read_again)
            if Need.GRID in self.read.needs:
                self.pixels.setText(str(round(self.read.pixels)))
                self.pixels.setValidator(QIntValidator(1, 2000, self))
                self.pixels.editingFinished.connect(self._read_again)
                rows.add(tr("import.pixels"), self.pixels, tr("import.grid_note"))
        self.picture_button = Button(tr("import.choose_picture"), "outline", mark="map")
        self.picture_name = label("", "row", "2")
        if Need.PICTURE in self.read.needs:
            box = QHBoxLayout()
            box.setSpacing(px(8))
            self.picture_button.setAutoDefault(False)
            self.picture_button.clicked.connect(self._choose_picture)
            box.addWidget(self.picture_button)
            box.addWidget(self.picture_name, 1)
            rows.add(tr("import.picture"), box)
        self.grid_button = Button(tr("import.fit_grid"), "outline", mark="fit")
        if Need.GRID in self.read.needs and self._format() != "foundry":
            self.grid_button.setAutoDefault(False)
            self.grid_button.clicked.connect(self.fit_grid)
            rows.add(tr("import.grid"), self.grid_button, tr("import.grid_note"))
        self.report = QWidget()
        self._lines = QVBoxLayout(self.report)
        self._lines.setContentsMargins(0, 0, px(8), 0)
        self._lines.setSpacing(px(6))
        column.addWidget(Scroll(self.report), 1)
        return column

    def _scene_row(self, rows: Rows) -> None:
        """Offer the scenes of a file that holds several."""
        self.scene = Choice()
        names = scene_names(self.path) if self._format() == "foundry" else ()
        for number, name in enumerate(names, 1):
            self.scene.addItem(name or tr("onto.scene_nameless", n=number))
        if len(names) > 1:
            self.scene.setMaxVisibleItems(20)
            rows.add(tr("onto.scene", n=len(names)), self.scene)
            self.scene.currentIndexChanged.connect(self._other_scene)

    def _other_scene(self) -> None:
        """Read another scene of the file: its own name, grid and picture."""
        self.pixels.clear()
        self._chosen = None
        self.board, self.pictures = replace(self.board, picture=None), {}
        self.picture_name.setText("")
        self._read_again()
        self.take_name(self.read.name or spoken_name(self.path))

    def take_name(self, name: str) -> None:
        """Another map of the file is shown: its name is offered."""
        self.name.setText(name)

    def _format(self) -> str:
        """Return the id of the format of the file; empty when it is gone."""
        try:
            found = detect(load(self.path), self.path.name)
        except UnreadableFileError:
            return ""
        return found.id if found is not None else ""

    # -- showing -------------------------------------------------------------------------------

    def _show(self) -> None:
        self.preview.show_map(self.shown(), self.pictures)
        self._show_counts()
        self._show_report()

    def _show_counts(self) -> None:
        clear(self.counted)
        size = tr("import.size", columns=self.board.width, rows=self.board.height)
        self.counted.addWidget(label(size, "value"))
        marks = {"walls": "wall", "doors": "door", "windows": "eye", "objects": "terrain",
                 "lights": "light"}  # fmt: skip
        for kind, n in counts(self.board).items():
            if n or kind != "objects":
                self.counted.addWidget(counted_row(marks[kind], kind, n))
        self.counted.addStretch(1)

    def _show_report(self) -> None:
        clear(self._lines)
        for group in ("left_out", "mended", "read"):
            found = [p for p in self.read.problems if group_of(p) == group]
            if found:
                self._lines.addWidget(label(language.words.say(f"import.{group}"), "name"))
                for problem in found:
                    self._lines.addWidget(report_row(problem, group))
        self._lines.addStretch(1)

    # -- choosing ------------------------------------------------------------------------------

    def _read_again(self) -> None:
        options: UvttOptions | FoundryOptions
        if self.see_through.count():
            options = FoundryOptions(
                scene=max(0, self.scene.currentIndex()),
                pixels=int(self.pixels.text() or 0),
                see_through=SeeThrough(self.see_through.currentData()),
            )
            reader = format_by_id("foundry")
        else:
            options = UvttOptions(
                OpenPortal(self.portals.currentData()), Origin(self.origin.currentData())
            )
            reader = format_by_id("uvtt")
        try:
            self.read = reader.read(self.path, options=options)  # type: ignore[call-arg]  # of these formats only
        except UnreadableFileError as error:
            self.complain(message_of(error.problem).text)
            return
        picture = self.board.picture if Need.PICTURE in self.read.needs else self.read.board.picture
        self.board = replace(self.read.board, picture=picture)
        self.pictures = {**self.pictures, **self.read.pictures}
        if self._chosen is not None:
            self.take_picture(self._chosen)
        self._show()

    def _choose_picture(self) -> None:
        title, kinds = tr("import.choose_picture"), tr("import.filter_pictures")
        path = ask_open(self, title, kinds, "map", self.path.parent)
        if path is not None:
            self.take_picture(path)

    def take_picture(self, path: Path) -> None:
        """Lay a picture below the map, from corner to corner."""
        try:
            data = load(path)
            PictureFormat().read(data, path.name)
        except UnreadableFileError as error:
            self.complain(message_of(error.problem).text)
            return
        self.complain("")
        self._chosen = path
        board, asset = self.board, asset_hash(data)
        header = read_header(data)
        place = self.read.frame
        if place is None and header is not None and self.read.pixels > 0:
            per_square = self.read.pixels
            place = (0, 0, to_sub(header.width / per_square), to_sub(header.height / per_square))
            board = _reaching(board, place)
        if place is None:
            corner = (board.left, board.top, board.width, board.height)
            place = (to_sub(corner[0]), to_sub(corner[1]), to_sub(corner[2]), to_sub(corner[3]))
        self.board = replace(board, picture=Picture(asset, *place))
        self.pictures = {asset: data}
        if header is not None:
            self.picture_name.setText(
                tr("import.picture_size", file=path.name, width=header.width, height=header.height)
            )
        self.preview.show_map(self.shown(), self.pictures)

    def fit_grid(self) -> None:
        """Let the game master lay the grid on the picture."""
        asset = self.board.picture.asset if self.board.picture is not None else ""
        data = self.pictures.get(asset, b"")
        header = read_header(data)
        if header is None:
            return
        dialog = GridDialog(self, data, header, fit_of(self.board, header))
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.board = dialog.board(self.board)
            self._show()
        dialog.deleteLater()

    @property
    def choice(self) -> ImportChoice:
        used = self.board.picture.asset if self.board.picture is not None else ""
        pictures = {hash: data for hash, data in self.pictures.items() if hash == used}
        name, problems = self.name.text().strip(), self.read.problems
        return ImportChoice(self.system.system, name, self.board, pictures, problems)

    def finish(self) -> None:
        if not self.name.text().strip():
            self.name.set_error(tr("text.missing"))
            self.name.setFocus()
            return
        self.accept()


def _reaching(board: Board, place: tuple[int, int, int, int]) -> Board:
    """Return a board whose bounds hold a picture, too."""
    left, top = min(board.left, place[0] // SUB), min(board.top, place[1] // SUB)
    right = max(board.left + board.width, -(-(place[0] + place[2]) // SUB))
    bottom = max(board.top + board.height, -(-(place[1] + place[3]) // SUB))
    return set_bounds(board, left, top, right - left, bottom - top)


def ask_import(window: QWidget | None, path: Path, read: Import) -> ImportChoice | None:
    """Show the report; ``None`` when the map is not taken over."""
    dialog = ImportDialog(window, path, read)
    try:
        return dialog.choice if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.deleteLater()
