"""Settings, keys, options of the rules, saving throws."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.dialogs.keys import KeysDialog, _Row, conflicts, keys_of
from desktop.dialogs.numbers import NumberField
from desktop.dialogs.options import OptionRow, OptionsDialog
from desktop.dialogs.save import SaveDialog, ask_save, read_cell
from desktop.dialogs.settings import AGAIN, SettingsDialog, edit_settings
from desktop.i18n import language
from desktop.session import Session
from desktop.settings import Settings
from desktop.widgets.boxes import CheckBox
from desktop.widgets.fields import Choice
from desktop.window.actions import ACTIONS, spec
from maps.grid import SUB, Cell
from rules.encounter.commands import parse_command
from tests.desktop.dialogs_kit import click, dressed, enter, escape, press, show, when_asked, write
from tests.desktop.fakes import HALL, make_session

pytestmark = pytest.mark.usefixtures("german")


@pytest.fixture
def session(qapp: object) -> Session:
    return make_session(HALL[:4])


# ---- options ---------------------------------------------------------------------------------


def _options(qtbot: QtBot, session: Session) -> OptionsDialog:
    dialog = OptionsDialog(None, session)
    show(qtbot, dialog)
    return dialog


def _row(dialog: OptionsDialog, key: str) -> OptionRow:
    return next(r for r in dialog.rows if r.spec.key == key)


def test_all_options_have_words(qtbot: QtBot, session: Session) -> None:
    for spoken in ("de", "en"):
        with dressed(spoken):
            dialog = OptionsDialog(None, session)
            qtbot.addWidget(dialog)
            assert all(r.title != r.spec.key and r.help for r in dialog.rows)


def test_a_choice_is_a_step_that_can_be_taken_back(qtbot: QtBot, session: Session) -> None:
    dialog = _options(qtbot, session)
    row = _row(dialog, "touching")
    assert row.tag.isVisible()
    assert not row.reset.isVisible()
    assert isinstance(row.editor, Choice)
    row.editor.setFocus()
    press(row.editor, Qt.Key.Key_Down)
    assert session.state.options == {"touching": "strict"}
    assert session.history.done == 1
    assert row.reset.isVisible()
    assert not row.tag.isVisible()
    session.undo()
    assert row.editor.currentData() == "tube"
    assert row.tag.isVisible()


def test_ticks_and_numbers(qtbot: QtBot, session: Session) -> None:
    dialog = _options(qtbot, session)
    row = _row(dialog, "light_matters")
    assert isinstance(row.editor, CheckBox)
    press(row.editor, Qt.Key.Key_Space)
    assert session.state.options["light_matters"] is False
    number = _row(dialog, "improved_cover_bonus")
    assert isinstance(number.editor, NumberField)
    number.editor.setFocus()
    number.editor.selectAll()
    write(number.editor, "10")
    enter(number.editor)
    assert session.state.options["improved_cover_bonus"] == 10


def test_the_wheel_scrolls_and_chooses_nothing(qtbot: QtBot, session: Session) -> None:
    dialog = _options(qtbot, session)
    editor = _row(dialog, "touching").editor
    editor.setFocus()
    at = QPointF(editor.rect().center())
    wheel = QWheelEvent(
        at,
        editor.mapToGlobal(at),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QCoreApplication.sendEvent(editor, wheel)
    assert session.state.options == {}


def test_back_to_the_default(qtbot: QtBot, session: Session) -> None:
    dialog = _options(qtbot, session)
    row = _row(dialog, "touching")
    dialog.choose(row.spec, "strict")
    click(row.reset)
    assert session.state.options == {}
    assert session.history.done == 2


def test_a_wrong_number_is_said_and_not_chosen(qtbot: QtBot, session: Session) -> None:
    dialog = _options(qtbot, session)
    row = _row(dialog, "improved_cover_bonus")
    assert isinstance(row.editor, NumberField)
    row.editor.selectAll()
    write(row.editor, "99")
    assert row.editor.error == "4 bis 20"
    press(row.editor, Qt.Key.Key_Tab)
    assert session.state.options == {}


def test_options_are_found_by_their_words(qtbot: QtBot, session: Session) -> None:
    dialog = _options(qtbot, session)
    write(dialog.search, "Zange")
    shown = [r.spec.key for r in dialog.rows if r.isVisible()]
    assert "flank_partner" in shown
    assert "touching" not in shown
    write(dialog.search, "xxx")
    assert dialog.nothing.isVisible()


# ---- settings --------------------------------------------------------------------------------


def test_settings_take_effect_at_once(qtbot: QtBot, settings: Settings) -> None:
    dialog = SettingsDialog(None, settings)
    show(qtbot, dialog)
    dialog.theme.chosen.emit("dark")
    assert settings.values.theme == "dark"
    click(dialog.ticks["light"])
    assert "light" in settings.values.overlays
    click(dialog.ticks["lines"])
    assert "lines" not in settings.values.overlays
    click(dialog.ticks["grid"])
    assert settings.values.grid is False
    dialog.preset.setFocus()
    press(dialog.preset, Qt.Key.Key_Down)
    assert settings.values.preset == "foundry"


def test_another_language_shows_the_dialog_anew(qtbot: QtBot, settings: Settings) -> None:
    window = QWidget()
    window.settings = settings  # type: ignore[attr-defined]  # as the main window
    qtbot.addWidget(window)
    titles: list[str] = []

    def second(dialog: QDialog) -> None:
        titles.append(dialog.windowTitle())
        escape(dialog)

    def first(dialog: QDialog) -> None:
        titles.append(dialog.windowTitle())
        when_asked(second)
        assert isinstance(dialog, SettingsDialog)
        dialog.language.chosen.emit("en")
        assert dialog.result() == AGAIN

    with dressed("de"):
        when_asked(first)
        edit_settings(window)
        assert titles == ["Einstellungen", "Settings"]
        assert settings.values.language == "en"
        assert language.code == "en"


# ---- keys ------------------------------------------------------------------------------------


def _keys(qtbot: QtBot, settings: Settings) -> KeysDialog:
    dialog = KeysDialog(None, settings)
    show(qtbot, dialog)
    return dialog


def _action(dialog: KeysDialog, id: str) -> _Row:
    return next(r for r in dialog.rows if r.spec.id == id)


def test_every_action_is_listed(qtbot: QtBot, settings: Settings) -> None:
    dialog = _keys(qtbot, settings)
    listed = {r.spec.id for r in dialog.rows}
    assert listed == {a.id for a in ACTIONS} - {"-", "recent"}


def test_a_pressed_key_is_bound(qtbot: QtBot, settings: Settings) -> None:
    dialog = _keys(qtbot, settings)
    row = _action(dialog, "damage")
    edit = row.edits[1]
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: settings.values.shortcuts == {"damage": "D | F5"}, timeout=3000)
    assert keys_of(spec("damage"), "own", settings.values.shortcuts) == ("D", "F5")
    click(row.reset)
    assert settings.values.shortcuts == {}


def test_backspace_takes_a_key_away(qtbot: QtBot, settings: Settings) -> None:
    dialog = _keys(qtbot, settings)
    row = _action(dialog, "damage")
    row.edits[0].setFocus()
    press(row.edits[0], Qt.Key.Key_Backspace)
    assert settings.values.shortcuts == {"damage": ""}
    assert keys_of(spec("damage"), "own", settings.values.shortcuts) == ()


def test_shared_keys_are_warned_about(qtbot: QtBot, settings: Settings) -> None:
    settings.set(shortcuts={"damage": "H"})
    dialog = _keys(qtbot, settings)
    assert _action(dialog, "damage").warning.text() == "auch: Heilen"
    assert _action(dialog, "heal").warning.text() == "auch: Schaden"
    assert dialog.error.text()
    click(dialog.reset_button)
    assert settings.values.shortcuts == {}
    assert not dialog.error.text()


def test_keys_that_are_hard_to_reach_are_named(qtbot: QtBot, settings: Settings) -> None:
    settings.set(shortcuts={"damage": "["})
    assert "schwer" in _action(_keys(qtbot, settings), "damage").warning.text()


@pytest.mark.parametrize("preset", ["own", "foundry", "maptool"])
def test_no_preset_binds_a_key_twice(preset: str) -> None:
    bound = {a.id: keys_of(a, preset, {}) for a in ACTIONS if a.id not in ("-", "recent")}
    assert conflicts(bound) == {}


def test_presets_can_be_switched(qtbot: QtBot, settings: Settings) -> None:
    dialog = _keys(qtbot, settings)
    dialog.preset.setFocus()
    press(dialog.preset, Qt.Key.Key_Down)
    assert settings.values.preset == "foundry"
    shown = _action(dialog, "grid").keys
    assert shown == tuple(QKeySequence(k).toString() for k in spec("grid").keys_in("foundry"))


def test_actions_are_found_by_word_and_key(qtbot: QtBot, settings: Settings) -> None:
    dialog = _keys(qtbot, settings)
    write(dialog.search, "Einpassen")
    assert [r.spec.id for r in dialog.rows if r.name.isVisible()] == ["fit"]
    dialog.search.clear()
    write(dialog.search, "F11")
    assert [r.spec.id for r in dialog.rows if r.name.isVisible()] == ["fullscreen"]


def test_the_mouse_has_a_page(qtbot: QtBot, settings: Settings) -> None:
    dialog = _keys(qtbot, settings)
    press(dialog.page, Qt.Key.Key_Right)
    assert dialog.pages.currentIndex() == 1
    assert not dialog.search.isEnabled()


def test_escape_leaves_a_key_as_it_was(qtbot: QtBot, settings: Settings) -> None:
    dialog = _keys(qtbot, settings)
    edit = _action(dialog, "damage").edits[0]
    edit.setFocus()
    escape(edit)
    assert settings.values.shortcuts == {}


# ---- saving throws ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("I5", Cell(8, 4)),
        ("a1", Cell(0, 0)),
        ("AA12", Cell(26, 11)),
        ("5", None),
        ("I 5", Cell(8, 4)),
    ],
)
def test_squares_are_called_as_on_the_rulers(text: str, cell: Cell | None) -> None:
    assert read_cell(text) == cell


def _save(qtbot: QtBot, session: Session) -> SaveDialog:
    session.select(["elandir"])
    dialog = SaveDialog(None, session)
    show(qtbot, dialog)
    return dialog


def test_the_fields_are_those_of_the_command(qtbot: QtBot, session: Session) -> None:
    dialog = _save(qtbot, session)
    dc = dialog.form.editors["dc"].widget
    assert isinstance(dc, NumberField)
    dc.selectAll()
    write(dc, "17")
    kind = dialog.form.editors["save"].widget
    kind.setFocus()
    press(kind, Qt.Key.Key_Down)
    enter(dc)
    fields = dialog.fields
    assert (fields["token"], fields["save"], fields["dc"]) == ("elandir", "ref", 17)
    parse_command(session.system, {"do": "save", **fields})


def test_an_effect_may_start_at_a_square_or_a_combatant(qtbot: QtBot, session: Session) -> None:
    dialog = _save(qtbot, session)
    dialog.origin.setCurrentIndex(1)
    write(dialog.square, "C2")
    assert dialog.fields["origin"] == [2.5, 1.5]
    dialog.origin.setCurrentIndex(2)
    token = session.state.token(str(dialog.origin.currentData()))
    at = dialog.fields["origin"]
    assert at == [token.space.centre2.x / 2 / SUB, token.space.centre2.y / 2 / SUB]


def test_no_square_is_said(qtbot: QtBot, session: Session) -> None:
    dialog = _save(qtbot, session)
    dialog.origin.setCurrentIndex(1)
    write(dialog.square, "99")
    enter(dialog.square)
    assert dialog.isVisible()
    assert dialog.square.error == "kein Feld"


def test_nobody_selected_is_said(qtbot: QtBot, session: Session) -> None:
    with qtbot.waitSignal(session.message):
        assert ask_save(None, session) is None
