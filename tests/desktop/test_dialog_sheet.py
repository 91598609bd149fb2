"""The sheet as a form: made from models, checked beside the fields, taken over as few changes."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel
from pytestqt.qtbot import QtBot

from desktop.dialogs import forms
from desktop.dialogs.editors import ChoiceEditor, TickEditor
from desktop.dialogs.form_words import Words, extra
from desktop.dialogs.forms import Form
from desktop.dialogs.list_editor import ListEditor
from desktop.dialogs.numbers import NumberField
from desktop.dialogs.shapes import blank, shape_of
from desktop.dialogs.sheet import SheetDialog
from desktop.i18n import language
from desktop.session import Session
from desktop.widgets.fields import Field as Line
from maps.grid import to_sub
from rules.encounter.state import TokenId
from rules.systems.osric.sheet import OsricSheet
from tests.desktop.dialogs_kit import click, dressed, enter, escape, press, show, write
from tests.desktop.fakes import HALL, make_session

pytestmark = pytest.mark.usefixtures("german")


@pytest.fixture
def session(qapp: object) -> Session:
    return make_session(HALL[:3])


class Metal(StrEnum):
    IRON = "iron"
    BRONZE = "bronze"


class Layer(BaseModel):
    id: str
    metal: Metal = Metal.IRON
    thick: int = Field(default=3, ge=0, le=9)


class Mount(BaseModel):
    name: str = "Pferd"
    speed: float = Field(default=12.5, ge=0)


class Creature(BaseModel):
    """A bit of everything."""

    brave: bool = False
    luck: bool | None = None
    points: int = Field(default=20, ge=1, le=99)
    bonus: int | None = Field(default=None, ge=-5, le=5)
    share: Annotated[float, Field(gt=0)] = 1.5
    stance: Literal["low", "high"] = "low"
    metal: Metal | None = None
    name: str = Field(default="", max_length=80)
    story: str = Field(default="", max_length=5000)
    damage: str = "1d8"
    tags: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()
    mount: Mount = Field(default_factory=Mount)
    zones: dict[str, int] = Field(default_factory=dict)


def _form(qtbot: QtBot, values: dict[str, object] | None = None) -> Form:
    whole = {**Creature().model_dump(mode="json"), **(values or {})}
    form = Form(Creature, whole, Words("sample"))
    show(qtbot, form)
    return form


def _number(form: Form, name: str) -> NumberField:
    widget = form.editors[name].widget
    assert isinstance(widget, NumberField)
    return widget


def _line(form: Form, name: str) -> Line:
    widget = form.editors[name].widget
    assert isinstance(widget, Line)
    return widget


def _retype(field: Line, text: str) -> None:
    field.selectAll()
    write(field, text)


# ---- shapes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "optional"),
    [
        ("brave", "bool", False),
        ("luck", "bool", True),
        ("points", "int", False),
        ("bonus", "int", True),
        ("share", "float", False),
        ("stance", "choice", False),
        ("metal", "choice", True),
        ("story", "text", False),
        ("damage", "dice", False),
        ("tags", "words", False),
        ("layers", "list", False),
        ("mount", "model", False),
        ("zones", "json", False),
    ],
)
def test_annotations_tell_the_editor(name: str, kind: str, optional: bool) -> None:
    shape = shape_of(Creature.model_fields[name])
    assert (shape.kind, shape.optional) == (kind, optional)


def test_bounds_come_from_the_model() -> None:
    shape = shape_of(Creature.model_fields["points"])
    assert (shape.low, shape.high) == (1, 99)
    assert shape_of(Creature.model_fields["share"]).low == 0.01
    assert shape_of(Creature.model_fields["story"]).long


# ---- the form --------------------------------------------------------------------------------


def test_untouched_fields_change_nothing(qtbot: QtBot) -> None:
    form = _form(qtbot, {"tags": ["bow"], "layers": [{"id": "a"}], "zones": {"kopf": 2}})
    assert form.changes() == {}
    assert form.check()


def test_only_what_was_changed_is_reported(qtbot: QtBot) -> None:
    form = _form(qtbot)
    _retype(_number(form, "points"), "+5")
    _number(form, "points").settle()
    tick = form.editors["brave"]
    assert isinstance(tick, TickEditor)
    click(tick.widget)
    assert form.changes() == {"points": 25, "brave": True}


def test_values_fit_the_model(qtbot: QtBot) -> None:
    form = _form(qtbot)
    _retype(_line(form, "damage"), "2W6+1")
    _retype(_line(form, "tags"), "bow, finesse")
    _retype(_number(form, "share"), "2,25")
    made = Creature.model_validate(form.values())
    assert made.damage == "2d6+1"
    assert made.tags == ("bow", "finesse")
    assert made.share == 2.25


def test_errors_stand_beside_the_field(qtbot: QtBot) -> None:
    form = _form(qtbot)
    _retype(_number(form, "points"), "500")
    assert _number(form, "points").error == "1 bis 99"
    _retype(_line(form, "damage"), "viel")
    assert _line(form, "damage").error == "keine Würfel"
    _retype(_line(form, "zones"), "{{")
    assert not form.check()
    assert form.first_wrong() is _number(form, "points")


def test_an_optional_number_may_be_empty(qtbot: QtBot) -> None:
    form = _form(qtbot, {"bonus": 3})
    field = _number(form, "bonus")
    field.selectAll()
    press(field, Qt.Key.Key_Delete)
    assert form.check()
    assert form.changes() == {"bonus": None}


def test_choices_go_by_keyboard_and_not_by_wheel(qtbot: QtBot) -> None:
    form = _form(qtbot)
    editor = form.editors["stance"]
    assert isinstance(editor, ChoiceEditor)
    box: QComboBox = editor.widget
    box.setFocus()
    press(box, Qt.Key.Key_Down)
    assert form.changes() == {"stance": "high"}


def test_a_model_inside_is_edited_in_place(qtbot: QtBot) -> None:
    form = _form(qtbot)
    inner = form.editors["mount"]
    assert isinstance(inner, forms.ModelEditor)
    assert inner._form is not None
    _retype(_number(inner._form, "speed"), "18")
    assert form.changes() == {"mount": {"name": "Pferd", "speed": 18.0}}


def test_a_model_starts_with_its_defaults() -> None:
    assert blank(Layer) == {"id": "", "metal": "iron", "thick": 3}


# ---- lists -----------------------------------------------------------------------------------


def _layers(form: Form) -> ListEditor:
    editor = form.editors["layers"]
    assert isinstance(editor, ListEditor)
    return editor


def test_entries_are_added_duplicated_removed(qtbot: QtBot) -> None:
    form = _form(qtbot)
    layers = _layers(form)
    click(layers.add_button)
    assert layers.form is not None
    _retype(_number(layers.form, "thick"), "7")
    click(layers.copy_button)
    value = layers.value()
    assert isinstance(value, list)
    assert [e["thick"] for e in value] == [7, 7]
    assert len({e["id"] for e in value}) == 2
    assert Creature.model_validate(form.values()).layers[1].thick == 7
    click(layers.remove_button)
    click(layers.remove_button)
    assert layers.value() == []
    assert not layers.remove_button.isEnabled()


def test_each_entry_keeps_what_was_typed(qtbot: QtBot) -> None:
    form = _form(qtbot, {"layers": [{"id": "a", "thick": 1}, {"id": "b", "thick": 2}]})
    layers = _layers(form)
    assert layers.form is not None
    _retype(_number(layers.form, "thick"), "5")
    layers.list.setFocus()
    press(layers.list, Qt.Key.Key_Down)
    assert layers.form is not None
    assert _number(layers.form, "thick").whole == 2
    press(layers.list, Qt.Key.Key_Up)
    assert _number(layers.form, "thick").whole == 5


def test_a_wrong_entry_is_not_left(qtbot: QtBot) -> None:
    form = _form(qtbot, {"layers": [{"id": "a"}, {"id": "b"}]})
    layers = _layers(form)
    assert layers.form is not None
    _retype(_number(layers.form, "thick"), "99")
    press(layers.list, Qt.Key.Key_Down)
    assert layers.list.currentRow() == 0
    assert not form.check()


# ---- the dialog ------------------------------------------------------------------------------


def _dialog(qtbot: QtBot, session: Session, token: str = "elandir") -> SheetDialog:
    dialog = SheetDialog(None, session, TokenId(token))
    show(qtbot, dialog)
    return dialog


def _texts(dialog: SheetDialog) -> list[str]:
    return [w.text() for w in dialog.derived.findChildren(QLabel)]


def test_every_field_of_the_system_has_a_word(qtbot: QtBot, session: Session) -> None:
    for spoken in ("de", "en"):
        with dressed(spoken):
            dialog = SheetDialog(None, session, TokenId("elandir"))
            qtbot.addWidget(dialog)
            fields = session.system.sheet_model.model_fields
            assert all(extra(info, "term") in language.words for info in fields.values())
            assert len(dialog.form.groups) == 8


def test_nothing_changed_is_no_step(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    enter(dialog)
    assert not dialog.isVisible()
    assert session.history.done == 0


def test_a_value_becomes_one_step(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    _retype(_number(dialog.form, "dexterity"), "20")
    enter(_number(dialog.form, "dexterity"))
    sheet = session.state.token("elandir").sheet.model_dump()
    assert sheet["dexterity"] == 20
    assert session.history.done == 1
    session.undo()
    assert session.state.token("elandir").sheet.model_dump()["dexterity"] == 18


def test_facts_and_sheet_are_one_step(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    _retype(_line(dialog.facts, "name"), "Elandir der Graue")
    _retype(_number(dialog.form, "dexterity"), "20")
    enter(_number(dialog.form, "dexterity"))
    assert session.history.done == 1
    session.undo()
    assert session.state.token("elandir").name == "Elandir"


def test_plain_facts_are_a_step_of_their_own(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    _retype(_line(dialog.facts, "name"), "Elandir der Graue")
    enter(_line(dialog.facts, "name"))
    assert session.state.token("elandir").name == "Elandir der Graue"
    assert session.history.done == 1


def test_what_follows_is_shown_while_typing(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    assert "18" in _texts(dialog)
    _retype(_number(dialog.form, "natural"), "5")
    qtbot.waitUntil(lambda: "23" in _texts(dialog))


def test_a_wrong_value_keeps_the_dialog_open(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    _retype(_number(dialog.form, "hp"), "0")
    enter(_number(dialog.form, "hp"))
    assert dialog.isVisible()
    assert dialog.error.text()
    assert _number(dialog.form, "hp").error == "1 bis 9999"
    escape(dialog)
    assert session.history.done == 0


def test_a_name_is_needed(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    _retype(_line(dialog.facts, "name"), " ")
    enter(_line(dialog.facts, "name"))
    assert dialog.isVisible()


def test_a_weapon_can_be_added(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    weapons = dialog.form.editors["weapons"]
    assert isinstance(weapons, ListEditor)
    before = len(session.attack.weapons("elandir"))
    click(weapons.add_button)
    assert weapons.form is not None
    _retype(_line(weapons.form, "name"), "Wurfaxt")
    _retype(_line(weapons.form, "damage"), "1W6")
    assert weapons.list.item(weapons.list.count() - 1).text() == "Wurfaxt"
    assert dialog.main is not None
    click(dialog.main)
    assert len(session.attack.weapons("elandir")) == before + 1


def test_the_list_at_the_left_jumps_to_a_group(qtbot: QtBot, session: Session) -> None:
    dialog = _dialog(qtbot, session)
    last = list(dialog.form.groups.values())[-1]
    dialog.go_to(last)
    assert dialog.pages.verticalScrollBar().value() > 0
    focus = dialog.focusWidget()
    assert focus is not None
    assert last.isAncestorOf(focus)


def test_heights_are_typed_in_the_sheet(session: Session, qtbot: QtBot) -> None:
    me = TokenId(HALL[0][0])
    dialog = SheetDialog(None, session, me)
    show(qtbot, dialog)
    for name, text in (("elevation", "2,5"), ("height", "0,5")):
        field = _number(dialog.facts, name)
        field.selectAll()
        write(field, text)
    dialog.finish()
    token = session.state.tokens[me]
    assert (token.elevation, token.height) == (to_sub(2.5), to_sub(0.5))


# ---- values that rules know by ids ---------------------------------------------------------------


def _osric(qtbot: QtBot) -> Form:
    words = Words("osric")
    form = Form(OsricSheet, OsricSheet().model_dump(mode="json"), words)
    qtbot.addWidget(form)
    form.show()
    return form


def test_values_of_a_list_are_typed_in_the_own_language(qtbot: QtBot) -> None:
    form = _osric(qtbot)
    editor = form.editors["save_as"]
    line = editor.widget
    assert isinstance(line, Line)
    assert "Kämpfer" in line.placeholderText(), "examples of what there is"
    write(line, "dieb, KLERIKER,fighter")
    assert form.check()
    assert form.values()["save_as"] == ["thief", "cleric", "fighter"]
    editor.set_value(["thief", "magic_user"])
    assert line.text() == "Dieb, Magieanwender"
    write(line, ", Koch")
    assert not form.check()
    assert "Koch" in line.error
    assert "Kleriker" in line.toolTip()


def test_a_row_of_a_table_is_called_by_its_name(qtbot: QtBot) -> None:
    form = _osric(qtbot)
    weapons = form.editors["weapons"]
    assert isinstance(weapons, ListEditor)
    click(weapons.add_button)
    assert weapons.form is not None
    base = weapons.form.editors["base"]
    write(base.widget, "zweihaender")
    assert base.value() == "two_handed_sword"
    base.set_value("long_sword")
    assert isinstance(base.widget, Line)
    assert base.widget.text() == "Langschwert"
    write(base.widget, " aus Mithril")  # tables can have rows of one's own
    assert base.value() == "Langschwert aus Mithril"


def test_a_routine_names_weapons_as_they_are_called(qtbot: QtBot) -> None:
    form = _osric(qtbot)
    write(form.editors["routine"].widget, "Klaue, Hauer")
    assert form.editors["routine"].value() == ["claw", "Hauer"]
    named = [{"id": "claw"}, {"id": "weapon-2", "name": "Hauer"}]
    sheet = OsricSheet.model_validate({"weapons": named, "routine": ["claw", "hauer", "claw"]})
    assert sheet.routine == ("claw", "weapon-2", "claw")
