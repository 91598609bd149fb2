"""The options of a rule system: each change is a step of the fight that can be taken back."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.dialogs.base import Card, Dialog, Scroll
from desktop.dialogs.editors import QuietChoice
from desktop.dialogs.numbers import NumberField
from desktop.dialogs.systems import system_name
from desktop.i18n import language, tr
from desktop.messages import message_of
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label, rule
from desktop.widgets.boxes import CheckBox
from desktop.widgets.buttons import Button
from desktop.widgets.chips import OwnTag
from desktop.widgets.fields import Choice, Field
from desktop.widgets.unmarked import unmarked
from rules.core.options import Options, OptionSpec, OptionValue
from rules.encounter.commands import CommandError, command_from

EDITOR = 312


class OptionRow(QWidget):
    """One option: what it is called, what it means, its value."""

    def __init__(self, spec: OptionSpec, dialog: OptionsDialog) -> None:
        super().__init__()
        self.spec, self._dialog = spec, dialog
        key = f"option.{dialog.session.system.id}.{spec.key}"
        self.title = _word(key, spec.key)
        self.help = _word(f"{key}.help", "")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, px(8), 0, px(8))
        row.setSpacing(px(24))
        left = QVBoxLayout()
        left.setSpacing(px(2))
        head = QHBoxLayout()
        head.setSpacing(px(8))
        head.addWidget(label(self.title, "name"))
        self.tag = OwnTag(tr("options.house"))
        self.tag.setToolTip(tr("options.house_tip"))
        head.addWidget(self.tag)
        self.reset = Button(tr("options.reset"), "flat", mark="undo")
        self.reset.setFixedHeight(px(24))
        self.reset.setAutoDefault(False)
        self.reset.setAccessibleDescription(self.title)
        self.reset.clicked.connect(lambda: dialog.choose(self.spec, None))
        head.addWidget(self.reset)
        head.addStretch(1)
        left.addLayout(head)
        about = label(self.help, "row", "2")
        about.setWordWrap(True)
        left.addWidget(about)
        left.addStretch(1)
        row.addLayout(left, 1)
        right = QVBoxLayout()
        self.editor = self._editor(key)
        self.editor.setFixedWidth(px(EDITOR))
        self.editor.setAccessibleName(self.title)
        self.editor.setAccessibleDescription(self.help)
        right.addWidget(self.editor)
        right.addStretch(1)
        row.addLayout(right)

    def _editor(self, key: str) -> QWidget:
        spec = self.spec
        if isinstance(spec.default, bool):
            box = CheckBox(tr("options.on"))
            box.clicked.connect(lambda on: self._dialog.choose(spec, on))
            return box
        if isinstance(spec.default, int):
            field = NumberField(low=spec.lowest, high=spec.highest)
            field.editingFinished.connect(self._number)
            return field
        choice = QuietChoice(grows=True)
        for value in spec.choices:
            choice.addItem(_word(f"{key}.{value}", value), value)
        choice.setToolTip(unmarked(self.help))
        choice.activated.connect(lambda _i: self._dialog.choose(spec, choice.currentData()))
        return choice

    def _number(self) -> None:
        field = self.editor
        if isinstance(field, NumberField) and field.check() and field.whole is not None:
            self._dialog.choose(self.spec, field.whole)

    def show_value(self, options: Options, chosen: bool) -> None:
        """Show the value in force and whether somebody chose it."""
        value, editor = options[self.spec.key], self.editor
        if isinstance(editor, CheckBox):
            editor.setChecked(bool(value))
            editor.setText(tr("options.on") if value else tr("options.off"))
        elif isinstance(editor, NumberField):
            editor.set_value(int(value))
        elif isinstance(editor, Choice):
            editor.setCurrentIndex(editor.findData(value))
        self.tag.setVisible(options.is_house(self.spec.key))
        self.reset.setVisible(chosen)

    def matches(self, text: str) -> bool:
        """Whether the words of the option hold a text."""
        return text.casefold() in f"{self.title} {self.help}".casefold()


def _word(key: str, otherwise: str) -> str:
    """Say a key where there are words for it."""
    words = language.words
    return words.say(key) if key in words else otherwise


class OptionsDialog(Dialog):
    """All options of the system of a fight, with a field to find one."""

    def __init__(self, parent: QWidget | None, session: Session) -> None:
        name = system_name(session.system.id)
        super().__init__(parent, tr("options.title"), "gear", tr("options.intro", system=name))
        self.session = session
        self.search = Field(tr("options.search"), "search")
        self.search.setAccessibleName(tr("options.search"))
        self.search.textChanged.connect(self._find)
        self.body.addWidget(self.search)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(px(4), 0, px(12), 0)
        column.setSpacing(0)
        self.rows: list[OptionRow] = []
        self._rules: list[QWidget] = []
        for spec in session.system.options:
            line = rule()
            line.setVisible(bool(self.rows))
            row = OptionRow(spec, self)
            column.addWidget(line)
            column.addWidget(row)
            self._rules.append(line)
            self.rows.append(row)
        self.nothing = label(tr("options.nothing"), "row", "2")
        self.nothing.setVisible(not self.rows)
        column.addWidget(self.nothing)
        column.addStretch(1)
        card = Card(padding=12)
        card.column.addWidget(Scroll(content))
        self.body.addWidget(card, 1)
        self.buttons(tr("button.close"), cancel="")
        self.resize(px(900), px(680))
        session.changed.connect(self._refresh)
        self._refresh()
        self.search.setFocus()

    def _refresh(self, _changes: object = None) -> None:
        chosen = self.session.state.options
        options = Options(self.session.system.options, chosen)
        for row in self.rows:
            row.show_value(options, row.spec.key in chosen)

    def _find(self, text: str) -> None:
        first = True
        for line, row in zip(self._rules, self.rows, strict=True):
            on = row.matches(text.strip())
            row.setVisible(on)
            line.setVisible(on and not first)
            first = first and not on
        self.nothing.setVisible(first)

    def choose(self, spec: OptionSpec, value: OptionValue | None) -> None:
        """Choose a value, or the default again; nothing happens where that is in force."""
        chosen = self.session.state.options
        now = Options(self.session.system.options, chosen)[spec.key]
        if value == now if value is not None else spec.key not in chosen:
            return
        self.complain("")
        try:
            data = {"do": "option", "key": spec.key, "value": value}
            self.session.perform(command_from(self.session.system, data))
        except CommandError as error:
            self.complain(message_of(error.problem).text)
        self._refresh()


def edit_options(window: QWidget | None, session: Session) -> None:
    """Let the game master choose the options of the rules."""
    dialog = OptionsDialog(window, session)
    try:
        dialog.exec()
    finally:
        session.changed.disconnect(dialog._refresh)
        dialog.deleteLater()
