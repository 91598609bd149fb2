"""Every field of every command that a form may show has words in every language."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from inspect import isclass
from typing import Any, get_args

import pytest
from PySide6.QtWidgets import QApplication

from desktop.dialogs.command import offered, role_of
from desktop.dialogs.form_words import words_for
from desktop.dialogs.points import TITLES as POINTS
from desktop.dialogs.save import TITLES as SAVES
from desktop.i18n import language
from rules import registry
from rules.encounter.commands import Command

FREE = {"note", "text", "name", "title"}
"""Fields whose own name is the word in both languages, or that hold free words."""


def choices(annotation: Any) -> Iterator[str]:
    """Yield the words that a field chooses from."""
    if isclass(annotation) and issubclass(annotation, Enum):
        yield from (str(member.value) for member in annotation)
    for part in get_args(annotation):
        if isinstance(part, str):
            yield part
        else:
            yield from choices(part)


def unsaid(system: str, model: type[Command]) -> Iterator[str]:
    """Yield what a form would have to call by its English name."""
    words = words_for(system, model, {**SAVES, **POINTS})
    for name in offered(model):
        if role_of(name):
            continue
        info = model.model_fields[name]
        plain = info.title or name.replace("_", " ").capitalize()
        if words.title(name, info) == plain and words.titles[name] not in language.words:
            yield name
        for choice in filter(None, choices(info.annotation)):
            keys = (f"{words.values.get(name, '')}.{choice}", f"{name}.{system}.{choice}")
            tail = f"{name.rpartition('_')[2]}.{system}.{choice}"
            known = any(k in language.words for k in (*keys, tail, f"form.value.{choice}"))
            if not known and words.value(name, info, choice) == choice.replace("_", " "):
                yield f"{name}.{choice}"


@pytest.mark.parametrize("code", ["de", "en"])
@pytest.mark.parametrize("id", registry.system_ids())
def test_no_field_and_no_choice_is_called_by_its_name_in_the_code(
    id: str, code: str, qapp: QApplication
) -> None:
    before = language.code
    language.use(code)
    try:
        system = registry.get(id)
        found = {
            f"{do}: {what}" for do, model in system.commands.items() for what in unsaid(id, model)
        }
    finally:
        language.use(before)
    assert {f for f in found if f.rpartition(" ")[2] not in FREE} == set()
