"""What the user chose: one small JSON file, read leniently, written at once and whole."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QByteArray, QObject, Signal

from desktop.paths import config_dir
from rules.whole_files import write_whole

MOST_RECENT = 20


@dataclass(frozen=True, slots=True)
class Recent:
    """A fight that was open: its file and what the start page says of it."""

    path: str
    name: str = ""
    system: str = ""
    stand: str = ""
    at: str = ""
    combatants: int = 0


@dataclass(frozen=True, slots=True)
class Values:
    """All settings with their defaults."""

    language: str = ""
    theme: Literal["system", "light", "dark"] = "system"
    preset: Literal["own", "foundry", "maptool"] = "own"
    shortcuts: Mapping[str, str] = field(default_factory=dict)
    overlays: tuple[str, ...] = ("lines", "flank")
    grid: bool = True
    obstacles: bool = True
    lengths: Literal["rules", "m", "ft"] = "rules"
    touchpad: Literal["pan", "zoom"] = "pan"
    follow_storey: bool = True
    library_set: str = ""
    favourites: tuple[str, ...] = ()
    recent_creatures: tuple[str, ...] = ()
    geometry: str = ""
    layouts: Mapping[str, str] = field(default_factory=dict)
    recent: tuple[Recent, ...] = ()
    last_folder: str = ""
    folders: Mapping[str, str] = field(default_factory=dict)
    player_names: str = "heroes"
    player_life: str = "heroes"
    player_zoom: str = "fit"
    player_fog: bool = False
    player_reveal: str = "eyes"
    player_follow: bool = False
    player_strip: bool = True
    player_grid: bool = True
    player_walls: bool = False
    player_light: bool = False
    player_geometry: str = ""
    player_screen: str = ""
    player_inches: Mapping[str, str] = field(default_factory=dict)


CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("system", "light", "dark"),
    "preset": ("own", "foundry", "maptool"),
    "lengths": ("rules", "m", "ft"),
    "touchpad": ("pan", "zoom"),
    "player_names": ("never", "heroes", "all"),
    "player_life": ("never", "heroes", "all"),
    "player_zoom": ("fit", "inch", "free"),
    "player_reveal": ("eyes", "hand", "both"),
}


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
        fresh: dict[str, Any] = {n: _value(n, v) for n, v in values.items()}
        new = replace(self._values, **fresh)
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
        text = json.dumps(asdict(self._values), ensure_ascii=False, indent=1)
        with suppress(OSError):
            write_whole(self._path, text.encode())


# The file is small and read before the first window: this spares loading pydantic for it.


def _read(path: Path) -> Values:
    """Read the file; a value that does not fit falls back to its default, the rest stays."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return Values()
    found: dict[str, Any] = {}
    for one in fields(Values) if isinstance(data, dict) else ():
        if one.name in data:
            with suppress(TypeError, ValueError):
                found[one.name] = _value(one.name, data[one.name])
    return Values(**found)


def _value(name: str, raw: object) -> object:
    """Return a value as its setting holds it. Raises ValueError or TypeError where it is none."""
    usual = getattr(Values(), name)
    if name == "recent":
        return tuple(r if isinstance(r, Recent) else _recent(r) for r in _list(raw))
    if isinstance(usual, tuple):
        return tuple(_text(item) for item in _list(raw))
    if isinstance(usual, Mapping):
        if not isinstance(raw, Mapping):
            raise TypeError(name)
        return {_text(key): _text(text) for key, text in raw.items()}
    if type(raw) is not type(usual) or raw not in CHOICES.get(name, (raw,)):
        raise ValueError(name)
    return raw


def _recent(raw: object) -> Recent:
    if not isinstance(raw, Mapping):
        raise TypeError("recent")
    known = {one.name: raw[one.name] for one in fields(Recent) if one.name in raw}
    for name, value in known.items():
        if type(value) is not (int if name == "combatants" else str):
            raise TypeError(name)
    return Recent(**known)


def _list(raw: object) -> Sequence[object]:
    if not isinstance(raw, list | tuple):
        raise TypeError("a list was expected")
    return raw


def _text(raw: object) -> str:
    if not isinstance(raw, str):
        raise TypeError("a text was expected")
    return raw


def pack(state: QByteArray) -> str:
    """Return a geometry or layout of Qt as text for the settings."""
    return base64.b64encode(state.data()).decode()


def unpack(text: str) -> QByteArray:
    """Return what ``pack`` wrote; nothing where the text is none of its own."""
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()
