"""A line for values that rules know by an id and people by a word: "Dieb" stands for ``thief``."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic.fields import FieldInfo
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter

from desktop.dialogs.editors import Changed
from desktop.dialogs.form_words import Words, extra
from desktop.dialogs.shapes import Shape
from desktop.i18n import language, tr
from desktop.models.search import folds
from desktop.widgets.fields import Field
from desktop.widgets.unmarked import unmarked


def said_values(name: str, info: FieldInfo, shape: Shape, words: Words) -> dict[str, str]:
    """Return the ids that may stand in a field, each with its word; none where they are not said.

    They are the choices of a list, or what the glossary says below the prefix ``said`` of a field.
    """
    if shape.kind == "words" and shape.choices:
        return {str(choice): words.value(name, info, choice) for choice in shape.choices}
    prefix = extra(info, "said")
    if shape.kind not in ("words", "text") or not prefix:
        return {}
    keys = (key.removeprefix(f"{prefix}.") for key in language.words.keys(f"{prefix}."))
    return {id: words.first((f"{prefix}.{id}",), id) for id in keys if "." not in id}


class SaidEditor:
    """A line of one value, or of several with commas between them.

    Other words are taken as they are, but not where ``closed``: then they are an error.
    """

    def __init__(self, shape: Shape, known: Mapping[str, str], changed: Changed) -> None:
        self._known, self._changed = dict(known), changed
        self._several, self._closed = shape.kind == "words", bool(shape.choices)
        self._ids: dict[str, str] = {}
        for id, word in reversed(self._known.items()):
            self._ids |= dict.fromkeys((*folds(id), *folds(word)), id)
        self.wide = self._several
        self.widget = Field()
        words = tuple(dict.fromkeys(self._known.values()))
        if self._several:
            self.widget.setPlaceholderText(tr("form.said", words=words[:2]))
        self.widget.textEdited.connect(self._edited)
        if not self._several:
            completer = QCompleter(words, self.widget)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.activated.connect(lambda _text: self._edited())
            self.widget.setCompleter(completer)

    def _edited(self) -> None:
        self.check()
        self._changed()

    def _parts(self) -> list[str]:
        text = self.widget.text()
        return [part.strip() for part in text.split(",") if part.strip()]

    def _id(self, word: str) -> str:
        return next((self._ids[form] for form in folds(word) if form in self._ids), word)

    def value(self) -> object:
        if self._several:
            return [self._id(part) for part in self._parts()]
        return self._id(self.widget.text().strip())

    def set_value(self, value: object) -> None:
        values = value if isinstance(value, list | tuple) else (value or "",)
        self.widget.setText(", ".join(self._known.get(str(v), str(v)) for v in values))
        self.widget.set_error("")

    def check(self) -> bool:
        strange = [p for p in self._parts() if self._closed and self._id(p) not in self._known]
        self.show_error(tr("form.strange", word=strange[0]) if strange else "")
        if strange:
            known = tuple(dict.fromkeys(self._known.values()))
            self.widget.setToolTip(unmarked(tr("form.possible", words=known)))
        return not strange

    def show_error(self, text: str) -> None:
        self.widget.set_error(text)
