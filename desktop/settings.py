"""What the user chose: one small JSON file, read leniently, written at once and whole."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from PySide6.QtCore import QObject, Signal

from desktop.paths import config_dir

MOST_RECENT = 20


class Recent(BaseModel):
    """A fight that was open: its file and what the start page says of it."""

    model_config = ConfigDict(frozen=True)

    path: str
    name: str = ""
    system: str = ""
    stand: str = ""
    at: str = ""
    combatants: int = 0


class Values(BaseModel):
    """All settings with their defaults."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    language: str = ""
    theme: Literal["system", "light", "dark"] = "system"
    preset: Literal["own", "foundry", "maptool"] = "own"
    shortcuts: dict[str, str] = Field(default_factory=dict)
    overlays: tuple[str, ...] = ("lines", "flank")
    grid: bool = True
    obstacles: bool = True
    metres: bool = True
    confirm_results: bool = True
    geometry: str = ""
    layout: str = ""
    recent: tuple[Recent, ...] = ()
    last_folder: str = ""


class Settings(QObject):
    """The settings in force.

    Signals:
        changed(str): the value of this name is another one.
    """

    changed = Signal(str)

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self._path = path or config_dir() / "settings.json"
        self._values = _read(self._path)

    @property
    def values(self) -> Values:
        return self._values

    def set(self, **values: Any) -> None:
        """Set values by name; written to disk before anybody hears of it."""
        new = Values.model_validate({**self._values.model_dump(), **values})
        names = [n for n in values if getattr(new, n) != getattr(self._values, n)]
        if not names:
            return
        self._values = new
        self._write()
        for name in names:
            self.changed.emit(name)

    def remember(self, recent: Recent) -> None:
        """Put a fight at the head of the recent ones."""
        others = tuple(r for r in self._values.recent if r.path != recent.path)
        self.set(recent=(recent, *others)[:MOST_RECENT])

    def forget(self, path: str) -> None:
        """Take a fight off the recent ones."""
        self.set(recent=tuple(r for r in self._values.recent if r.path != path))

    def _write(self) -> None:
        """Write whole or not at all; a full disk costs the setting, never the fight."""
        part = self._path.with_suffix(".part")
        try:
            part.write_text(self._values.model_dump_json(indent=1), "utf-8")
            os.replace(part, self._path)
        except OSError:
            part.unlink(missing_ok=True)


def _read(path: Path) -> Values:
    """Read the file; a value that does not fit falls back to its default, the rest stays."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return Values()
    if not isinstance(data, dict):
        return Values()
    try:
        return Values.model_validate(data)
    except ValidationError as error:
        for bad in error.errors():
            data.pop(bad["loc"][0], None)
        try:
            return Values.model_validate(data)
        except ValidationError:
            return Values()
