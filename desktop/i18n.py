"""The words of the window: one glossary for the whole program, switchable while it runs."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from rules.core.glossary import Glossary, choose_language
from rules.core.terms import Term, TermArg


class Language(QObject):
    """Holds the glossary in use.

    Signals:
        changed(): another language or measure is in use; every widget says its texts again.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._words: Glossary | None = None

    @property
    def words(self) -> Glossary:
        """The glossary in use; English until somebody chose."""
        if self._words is None:
            self._words = Glossary.load(choose_language([]))
        return self._words

    @property
    def code(self) -> str:
        return self.words.language

    def use(self, code: str) -> None:
        """Switch to a language by its code."""
        if self._words is not None and code == self._words.language:
            return
        lengths = self._words.lengths if self._words is not None else ""
        self._words = Glossary.load(code)
        self._words.lengths = lengths
        self.changed.emit()

    def measure(self, lengths: str) -> None:
        """Say lengths in metres (``m``), in feet (``ft``) or (empty) as each text is written."""
        if lengths != self.words.lengths:
            self.words.lengths = lengths
            self.changed.emit()


language = Language()
"""The language of this process."""


def tr(key: str, /, **args: TermArg) -> str:
    """Say a key of the catalogues in the language in use. Write the key out in full."""
    return language.words.say(key, **args)


def say(term: Term) -> str:
    """Say a term in the language in use."""
    return language.words.say(term)
