"""What the fields of a form, their values, units and groups are called."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from desktop.i18n import language, tr


@dataclass(frozen=True, slots=True)
class Words:
    """Finds the words of fields: by the term a field names, else by its place and name.

    ``titles`` are the keys of fields that name none, ``values`` the prefixes of their choices;
    ``system`` is the id of the rules.
    """

    system: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)

    def first(self, keys: Collection[str], otherwise: str) -> str:
        words = language.words
        return next((words.say(k) for k in keys if k in words), otherwise)

    def title(self, name: str, info: FieldInfo) -> str:
        """Say what a field is called."""
        keys = [extra(info, "term"), self.titles.get(name, ""), f"sheet.{self.system}.{name}"]
        return self.first(keys, info.title or name.replace("_", " ").capitalize())

    def help(self, info: FieldInfo) -> str:
        """Say what a field means, where words for that exist."""
        return self.first([f"{extra(info, 'term')}.help"], "")

    def unit(self, info: FieldInfo) -> str:
        """Say the unit of a field."""
        unit = extra(info, "unit")
        keys = [f"unit.{self.system}.{unit}", f"sheet.{self.system}.unit.{unit}"]
        return self.first(keys, unit) if unit else ""

    def group(self, key: str) -> str:
        """Say the name of a group of fields."""
        return self.first([key], key.rpartition(".")[2].replace("_", " ").capitalize())

    def value(self, name: str, info: FieldInfo, value: object) -> str:
        """Say one of the values of a choice."""
        word = str(value.value if isinstance(value, Enum) else value)
        if not word:
            return self.first([f"{extra(info, 'term')}.empty"], tr("form.nothing"))
        tail = name.rpartition("_")[2]
        keys = [
            f"{extra(info, 'term')}.{word}",
            f"{extra(info, 'term')}.is_{word}",  # one, other and zero are plural forms
            *([f"{self.values[name]}.{word}"] if name in self.values else []),
            *([f"{self.values[name]}.is_{word}"] if name in self.values else []),
            f"{name}.{self.system}.{word}",
            f"{tail}.{self.system}.{word}",
            f"form.value.{word}",
        ]
        return self.first(keys, word.replace("_", " "))

    def none(self, info: FieldInfo) -> str:
        """Say what no value means."""
        return self.first([f"{extra(info, 'term')}.none"], tr("form.automatic"))


def extra(info: FieldInfo, name: str) -> str:
    extra = info.json_schema_extra
    found = extra.get(name, "") if isinstance(extra, dict) else ""
    return str(found)


def words_for(
    system: str, model: type[BaseModel], usual: Mapping[str, str] = MappingProxyType({})
) -> Words:
    """Return the words of a command's fields: the system's own, else those that all share.

    ``usual`` are keys of a dialog for fields that the system does not name.
    """
    do = str(model.model_fields["do"].default)
    titles: dict[str, str] = {}
    values: dict[str, str] = {}
    for name in model.model_fields:
        keys = (f"field.{system}.{do}.{name}", f"field.{system}.{name}")
        common = usual.get(name, f"command_field.{name}")
        found = next((k for k in keys if k in language.words), common)
        titles[name] = found
        values[name] = found
    for name in ("side", "sides", "alerted"):
        values[name] = "side"
    return Words(system, titles, values)
