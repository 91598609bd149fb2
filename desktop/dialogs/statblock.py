"""Reads creatures of books and other programs: the text at the left, the fields at the right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.choosing import ask_open
from desktop.dialogs.base import Dialog, Scroll
from desktop.dialogs.creature_form import CreatureForm
from desktop.dialogs.source_text import SourceText
from desktop.dialogs.statblock_report import Report
from desktop.dialogs.systems import system_name
from desktop.docks.parts import EmptyState
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.messages import words_of_fault
from desktop.own_library import OwnLibrary, own_library
from desktop.statblocks import (
    Reading,
    counted,
    entry_of,
    read_creatures,
    readers,
)
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.boxes import CheckBox
from desktop.widgets.buttons import Button
from desktop.widgets.fields import Choice
from maps.plain_files import read_plain
from maps.problems import UnreadableFileError
from rules.library.entries import Entry
from rules.statblocks.source import MAX_BYTES

PAUSE = 300
"""Milliseconds without typing before the text is read again."""


class StatblockDialog(Dialog):
    """Nothing is kept before it is taken over; what was typed at the right outlives the text.

    ``taken`` are the entries that were put into the set ``into``, under their ids there.
    """

    def __init__(
        self, parent: QWidget | None, system: str = "", *, on_map: bool = False, into: str = ""
    ) -> None:
        super().__init__(parent, tr("library.read.title"), "import", tr("library.read.intro"))
        self.own: OwnLibrary = own_library()
        self.readings: tuple[Reading, ...] = ()
        self.taken: list[Entry] = []
        self.into = into
        self._raw: bytes | str = ""
        self._typed: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
        self._form: CreatureForm | None = None
        self._at = 0
        self.setAcceptDrops(True)
        self._build(system, on_map)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.read_text)
        self.source.textChanged.connect(self._text_changed)
        self._show()
        self.source.setFocus()

    # -- building ------------------------------------------------------------------------------

    def _build(self, system: str, on_map: bool) -> None:
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.addWidget(self._left(system))
        split.addWidget(self._right())
        split.setSizes([px(460), px(640)])
        self.body.addWidget(split, 1)
        self.set_choice = Choice()
        self.set_choice.setMinimumContentsLength(14)
        self.set_choice.setAccessibleName(tr("library.set"))
        self.set_choice.setToolTip(tr("library.set"))
        for found in self.own.shelf.sets.values():
            if not found.fixed:
                self.set_choice.addItem(icons.icon("book"), found.name, found.id)
        if not self.set_choice.count():
            self.set_choice.addItem(icons.icon("book"), tr("library.first_set"), "")
        self.set_choice.setCurrentIndex(max(0, self.set_choice.findData(self.into)))
        self.on_map = CheckBox(tr("library.read.on_map"))
        self.on_map.setVisible(on_map)
        self.on_map.setChecked(on_map)
        self.all_button = Button("", "outline", size="main")
        self.all_button.setAutoDefault(False)
        self.all_button.clicked.connect(self.take_all)
        self.foot.addWidget(self.on_map)
        self.foot.addWidget(label(tr("library.read.into"), "row", "2"))
        self.foot.addWidget(self.set_choice)
        self.foot.addWidget(self.all_button)
        self.buttons(tr("button.take"), mark="check")
        self.resize(px(1160), px(740))

    def _left(self, system: str) -> QWidget:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, px(8), 0)
        column.setSpacing(px(8))
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.open_button = Button(tr("library.read.open"), "outline", mark="open")
        self.paste_button = Button(tr("library.read.paste"), "outline", mark="file")
        for button, run in ((self.open_button, self._choose), (self.paste_button, self.paste)):
            button.setAutoDefault(False)
            button.clicked.connect(run)
            row.addWidget(button)
        self.rules = Choice()
        self.rules.setAccessibleName(tr("library.read.rules"))
        self.rules.setToolTip(tr("library.read.rules"))
        self.rules.addItem(tr("library.read.any_rules"), "")
        for id in readers():
            self.rules.addItem(system_name(id), id)
        self.rules.setCurrentIndex(max(0, self.rules.findData(system)))
        self.rules.activated.connect(lambda _i: self.read_text())
        row.addWidget(self.rules, 1)
        column.addLayout(row)
        self.source = SourceText()
        self.source.setPlaceholderText(tr("library.read.hint"))
        self.source.setAccessibleName(tr("library.read.source"))
        self.summary = label("", "row", "2")
        self.summary.setWordWrap(True)
        self.report = Report()
        self.report.pointed.connect(self.source.mark_line)
        self.report.wanted.connect(self._go)
        upright = QSplitter(Qt.Orientation.Vertical)
        upright.setChildrenCollapsible(False)
        upright.addWidget(self.source)
        self._below = QWidget()
        lower = QVBoxLayout(self._below)
        lower.setContentsMargins(0, px(4), 0, 0)
        lower.setSpacing(px(4))
        lower.addWidget(self.summary)
        lower.addWidget(self.report, 1)
        upright.addWidget(self._below)
        upright.setSizes([px(300), px(240)])
        column.addWidget(upright, 1)
        return left

    def _right(self) -> QWidget:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(px(8), 0, 0, 0)
        column.setSpacing(px(8))
        self.who = Choice()
        self.who.setAccessibleName(tr("library.read.who"))
        self.who.activated.connect(self._choose_creature)
        column.addWidget(self.who)
        self.pages = QStackedWidget()
        self.empty = EmptyState("import")
        self.empty.button.clicked.connect(self.paste)
        self.pages.addWidget(self.empty)
        column.addWidget(self.pages, 1)
        return right

    # -- reading -------------------------------------------------------------------------------

    def open_file(self, path: Path) -> None:
        """Read a file."""
        try:
            self.read(read_plain(path, MAX_BYTES))
        except (OSError, UnreadableFileError) as error:
            self.complain(words_of_fault(error, path.name))

    def paste(self) -> None:
        """Read what lies on the clipboard."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self.read(text)
        else:
            self.complain(tr("library.read.nothing_copied"))

    def read(self, raw: bytes | str) -> None:
        """Read a text or the bytes of a file, and show them."""
        self._raw = raw
        self._typed.clear()
        self._at = 0
        self._read()
        shown = self.readings[0].source if self.readings else None
        text = shown.text if shown is not None else _text(raw)
        self._show_source(text, fixed=shown is not None and shown.data is not None)

    def read_text(self) -> None:
        """Read the text again as it stands at the left now; a document stays as it is."""
        self._timer.stop()
        if not self.source.isReadOnly():
            self._raw = self.source.toPlainText()
        self._read()

    def _text_changed(self) -> None:
        if not self.source.isReadOnly():
            self._timer.start()

    def _read(self) -> None:
        self._keep_typed()
        self.complain("")
        self.readings = ()
        raw = self._raw
        if raw.strip():
            try:
                self.readings = read_creatures(raw, str(self.rules.currentData() or ""))
            except UnreadableFileError as error:
                self.complain(words_of_fault(error, ""))
        self._at = min(self._at, max(0, len(self.readings) - 1))
        self._show()

    def _show_source(self, text: str, *, fixed: bool) -> None:
        self.source.blockSignals(True)
        self.source.setPlainText(text)
        self.source.blockSignals(False)
        self.source.setReadOnly(fixed)

    # -- showing -------------------------------------------------------------------------------

    @property
    def reading(self) -> Reading | None:
        """The creature that is shown."""
        return self.readings[self._at] if self.readings else None

    def _show(self) -> None:
        several = len(self.readings) > 1
        self.who.setVisible(several)
        self.who.clear()
        for i, one in enumerate(self.readings):
            words = tr("library.read.one_of", n=i + 1, all=len(self.readings), name=one.draft.name)
            self.who.addItem(words)
        self.who.setCurrentIndex(self._at)
        self.all_button.setVisible(several)
        self.all_button.setText(tr("library.read.take_all", n=len(self.readings)))
        if self.main is not None:
            self.main.setEnabled(bool(self.readings))
        self._show_report()
        self._show_form()
        self._below.setVisible(bool(self.readings or self.summary.text()))

    def _choose_creature(self, at: int) -> None:
        self._keep_typed()
        self._at = at
        reading = self.reading
        if reading is not None and reading.source.data is not None:
            self._show_source(reading.source.text, fixed=True)
        self._show_report()
        self._show_form()

    def _show_report(self) -> None:
        self.source.mark_line(0)
        reading = self.reading
        self.summary.setText(counted(language.words, reading.draft) if reading is not None else "")
        self.report.show_reading(reading)

    def _show_form(self) -> None:
        reading = self.reading
        if reading is None:
            self.empty.say(
                tr("library.read.empty"), tr("library.read.empty_next"), tr("library.read.paste")
            )
            self.pages.setCurrentWidget(self.empty)
            return
        entry = entry_of(reading)
        if self._form is None or self._form.system is not reading.system:
            self._make_form(reading, entry)
        assert self._form is not None
        self._form.show_entry(entry)
        facts, sheet = self._typed.get(self._at, ({}, {}))
        self._form.facts.set_values(facts)
        self._form.form.set_values(sheet)
        self._form.blockSignals(False)
        self._shown = (self._form.facts.values(), self._form.form.values())
        self.pages.setCurrentIndex(1)

    _shown: tuple[dict[str, Any], dict[str, Any]] = ({}, {})

    def _make_form(self, reading: Reading, entry: Entry) -> None:
        if self._form is not None:
            old = self.pages.widget(1)
            if old is not None:
                self.pages.removeWidget(old)
                old.deleteLater()
        self._form = CreatureForm(reading.system, entry)
        self.fields = Scroll(self._form)
        self.pages.insertWidget(1, self.fields)

    def _keep_typed(self) -> None:
        """Remember what the game master has changed by hand in the fields that are shown."""
        if self._form is None or not self.readings or self.pages.currentIndex() != 1:
            return
        now = (self._form.facts.values(), self._form.form.values())
        old = self._typed.get(self._at, ({}, {}))
        changed = [
            {**before, **{n: v for n, v in values.items() if v != shown.get(n)}}
            for values, shown, before in zip(now, self._shown, old, strict=True)
        ]
        self._typed[self._at] = (changed[0], changed[1])

    def _go(self, field: str) -> None:
        """Bring a field into view; what has none stands in the note."""
        if self._form is not None:
            editors = {**self._form.form.editors, **self._form.facts.editors}
            editor = editors.get(field or "note")
            if editor is not None:
                self.fields.ensureWidgetVisible(editor.widget)

    # -- taking over ---------------------------------------------------------------------------

    def finish(self) -> None:
        if self._timer.isActive():
            self.read_text()  # what was typed last counts, too
        if self._form is None or self.reading is None:
            return
        wrong, words = self._form.wrong()
        if wrong is not None:
            self.complain(words)
            self.fields.ensureWidgetVisible(wrong)
            wrong.setFocus(Qt.FocusReason.TabFocusReason)
            return
        self._take([self._form.entry(entry_of(self.reading))])

    def take_all(self) -> None:
        """Take every creature over, with what was changed by hand."""
        self._keep_typed()
        entries = []
        for at, reading in enumerate(self.readings):
            facts, sheet = self._typed.get(at, ({}, {}))
            entry = entry_of(reading)
            values = {**entry.model_dump(), **facts, "sheet": {**entry.sheet, **sheet}}
            entries.append(Entry.model_validate(values))
        self._take(entries)

    def _take(self, entries: Sequence[Entry]) -> None:
        into = self.own.own_set(str(self.set_choice.currentData() or ""))
        if not into:
            return
        self.into = into
        taken = self.own.change(lambda shelf: shelf.add_all(into, entries))
        if taken:
            self.taken = taken
            self.accept()

    # -- files ---------------------------------------------------------------------------------

    def _choose(self) -> None:
        path = ask_open(self, tr("library.read.open"), tr("library.read.filter"), "creature")
        if path is not None:
            self.open_file(path)

    @guarded
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(u.isLocalFile() for u in event.mimeData().urls()):
            event.acceptProposedAction()

    @guarded
    def dropEvent(self, event: QDropEvent) -> None:
        for url in event.mimeData().urls():
            if url.isLocalFile():
                self.open_file(Path(url.toLocalFile()))
                return


def _text(raw: bytes | str) -> str:
    return raw if isinstance(raw, str) else raw[:200_000].decode("utf-8", "replace")


def read_statblocks(
    window: QWidget | None,
    system: str = "",
    *,
    path: Path | None = None,
    text: str = "",
    on_map: bool = False,
    into: str = "",
) -> tuple[list[str], bool]:
    """Let the game master read creatures in; returns their keys, and whether they join in."""
    dialog = StatblockDialog(
        window, system if system in readers() else "", on_map=on_map, into=into
    )
    try:
        if path is not None:
            dialog.open_file(path)
        elif text:
            dialog.read(text)
        dialog.exec()
        keys = [f"{dialog.into}/{entry.id}" for entry in dialog.taken]
        return keys, dialog.on_map.isChecked() and on_map
    finally:
        dialog.deleteLater()
