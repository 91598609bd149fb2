"""Proposes walls from the picture of a map; what is accepted is drawn in one step."""

from __future__ import annotations

from collections.abc import Generator

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QDialog, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from desktop.board.picture import PictureError
from desktop.dialogs.base import Card, Dialog, Rows
from desktop.dialogs.grid_search import LARGEST, grey_of
from desktop.dialogs.numbers import NumberField
from desktop.dialogs.picture_loading import decoding
from desktop.dialogs.proposals_view import ProposalView
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.jobs import Lazily, in_background
from desktop.messages import Message, message_of
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from maps.board import Picture
from maps.codec_writing import obstacle_to_dict
from maps.formats.headers import Header, read_header
from maps.grid import SUB, Point
from maps.gridfind import Grey
from maps.proposals import Chain, Search, propose, usual_level
from maps.shapes import Kind, make_obstacle
from maps.straight_lines import Lattice

PAUSE = 250
"""Milliseconds without a move of a slider after which walls are looked for."""


class ProposalsDialog(Dialog):
    """The picture with the proposals at the left, what counts as wall at the right."""

    def __init__(
        self, parent: QWidget | None, data: bytes, header: Header, picture: Picture
    ) -> None:
        super().__init__(parent, tr("proposals.title"), "wall", tr("proposals.intro"))
        self.data, self.header, self.picture = data, header, picture
        self._grey: Grey | None = None
        self._scale = 1.0
        self._going, self._share = False, 0.0
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(PAUSE)
        self._later.timeout.connect(self._search_again)
        row = QHBoxLayout()
        row.setSpacing(px(16))
        left = QVBoxLayout()
        left.setSpacing(px(8))
        self.view = ProposalView(QSize(header.width, header.height))
        left.addWidget(self.view, 1)
        for words in (tr("proposals.hint"), tr("proposals.keys")):
            hint = label(words, "label", "2")
            hint.setWordWrap(True)
            left.addWidget(hint)
        row.addLayout(left, 1)
        card = Card(padding=16)
        card.setFixedWidth(px(300))
        self._fields(card.column)
        row.addWidget(card)
        self.body.addLayout(row, 1)
        self.buttons("", mark="check")
        self.resize(px(1080), px(720))
        self.view.decided.connect(self._counted)
        self._lazily = Lazily(self)
        self._lazily.awake = True
        self._lazily.add(self._prepare())
        self._counted()

    def _fields(self, column: QVBoxLayout) -> None:
        rows = Rows(column, labels=104)
        self.level = QSlider(Qt.Orientation.Horizontal)
        self.level.setRange(1, 254)
        self.level.setToolTip(tr("proposals.dark.tip"))
        self.level.setAccessibleName(tr("proposals.dark"))
        self.level.valueChanged.connect(lambda _v: self._later.start())
        rows.add(tr("proposals.dark"), self.level)
        self.shortest = NumberField(1, low=0.2, high=50, digits=1)
        self.shortest.changed.connect(self._later.start)
        rows.add(tr("proposals.shortest"), self.shortest, unit=tr("proposals.squares"))
        self.words = label("", "row", "2")
        self.words.setWordWrap(True)
        column.addWidget(self.words)
        self.stop = Button(tr("proposals.cancel_search"), "flat", mark="close")
        self.every = Button(tr("proposals.all"), "outline", mark="check")
        self.no_one = Button(tr("proposals.none"), "outline", mark="close")
        self.stop.clicked.connect(self.stop_search)
        self.every.clicked.connect(lambda: self.view.take_all(True))
        self.no_one.clicked.connect(lambda: self.view.take_all(False))
        for button in (self.stop, self.every, self.no_one):
            button.setAutoDefault(False)
            column.addWidget(button)
        self.stop.hide()
        column.addStretch(1)

    # -- working -------------------------------------------------------------------------------

    def _prepare(self) -> Generator[None]:
        """Decode the picture beside the window, then look for walls."""

        def say(share: float) -> None:
            self.words.setText(tr("proposals.loading", share=share))

        try:
            levels = yield from decoding(self.data, say)
        except PictureError as error:
            self.complain(message_of(error.problem).text)
            return
        self.view.show_picture(levels)
        small = next((i for i in levels if max(i.width(), i.height()) <= LARGEST), levels[-1])
        self._scale = self.header.width / small.width()
        self._grey = yield from in_background(lambda: grey_of(small))
        self.level.blockSignals(True)
        self.level.setValue(usual_level(self._grey))
        self.level.blockSignals(False)
        yield from self._search()

    def _search_again(self) -> None:
        """Look for walls with other settings; a search under way ends."""
        self.stop_search()
        self._lazily.add(self._search())

    def stop_search(self) -> None:
        """End a search under way."""
        self._going = False

    def _search(self) -> Generator[None]:
        grey = self._grey
        if grey is None or not self.shortest.value:
            return
        search = Search(self.level.value(), self.shortest.value)
        pixels = self.header.width * SUB / self.picture.width / self._scale
        self._going, self._share = True, 0.0
        self.stop.show()
        self.every.setEnabled(False)
        lattice = self._lattice()
        work = in_background(lambda: propose(grey, pixels, search, self._heard, lattice))
        while True:
            try:
                next(work)
            except StopIteration as done:
                chains: tuple[Chain, ...] = done.value
                break
            self.words.setText(tr("proposals.searching", share=self._share))
            yield None
        self.stop.hide()
        self.every.setEnabled(True)
        if not self._going:
            self.words.setText(tr("proposals.stopped"))
            return
        self._going = False
        scale = self._scale
        self.view.show_chains([tuple((x * scale, y * scale) for x, y in c) for c in chains])

    def _lattice(self) -> Lattice:
        """Return the grid of the map in pixels of the picture that is searched."""
        place, size = self.picture, self.header
        kx, ky = (
            pixels / length / self._scale
            for pixels, length in ((size.width, place.width), (size.height, place.height))
        )
        return Lattice(-place.x * kx, -place.y * ky, SUB * kx, SUB * ky)

    def _heard(self, share: float) -> bool:
        self._share = share
        return self._going

    def finish_loading(self) -> None:
        """Wait for the picture and the proposals."""
        self._lazily.finish()

    def _counted(self) -> None:
        n, taken = len(self.view.chains), len(self.view.taken)
        if n:
            self.words.setText(tr("proposals.found", n=n, taken=taken))
        elif self._grey is not None:
            self.words.setText(tr("proposals.nothing"))
        if self.main is not None:
            self.main.setText(tr("proposals.take", n=taken))
            self.main.setEnabled(taken > 0)

    def walls(self) -> tuple[tuple[Point, ...], ...]:
        """Return the accepted proposals as lines on the map, in sub-units."""
        place, size = self.picture, self.header
        kx, ky = place.width / size.width, place.height / size.height
        lines = []
        for i in sorted(self.view.taken):
            points = [
                Point(round(place.x + x * kx), round(place.y + y * ky))
                for x, y in self.view.chains[i]
            ]
            kept = [p for p, q in zip(points, [None, *points], strict=False) if p != q]
            if len(kept) > 1:
                lines.append(tuple(kept))
        return tuple(lines)

    @guarded
    def done(self, result: int) -> None:
        """Leave no search behind."""
        self.stop_search()
        super().done(result)


def propose_walls(window: QWidget | None, session: Session) -> tuple[dict[str, object], ...]:
    """Let walls be chosen from the picture of a fight's map; empty when nothing is drawn."""
    picture = session.shown.picture
    data = session.store.asset(picture.asset) if picture is not None else None
    header = read_header(data) if data else None
    if picture is None or data is None or header is None:
        session.message.emit(Message(tr("proposals.no_picture"), "warning"))
        return ()
    dialog = ProposalsDialog(window, data, header, picture)
    try:
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return ()
        return tuple(
            obstacle_to_dict(make_obstacle("wall:-1", Kind.WALL, line), -1)
            for line in dialog.walls()
        )
    finally:
        dialog.deleteLater()
