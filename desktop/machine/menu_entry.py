"""Puts the program into the menu of a Linux desktop, and ``.kampf`` files under its care.

Follows the Desktop Entry, Shared MIME-info and Icon Theme specifications of freedesktop.org.
Everything goes into the folders of the user; nothing needs rights of an administrator.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
_RESERVED = " \t\n\"'\\><~|&;$*?#()`"


def supported(system: str = sys.platform) -> bool:
    """Whether this system has menus of that kind."""
    return system not in ("win32", "cygwin", "darwin")


def program() -> tuple[str, ...]:
    """Return the words that start this program from anywhere: a bundle, a script, a module."""
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    script = Path(sysconfig.get_path("scripts")) / "schlachtplan"
    if script.exists():
        return (str(script),)
    return (sys.executable, "-m", "desktop")


def register(command: Sequence[str] | None = None) -> tuple[Path, ...]:
    """Write entry, file type and icon for the user; returns the files. Raises OSError."""
    command = command or program()
    entry, kind, icon = _targets()
    for path in (entry, kind, icon):
        path.parent.mkdir(parents=True, exist_ok=True)
    words = (_ASSETS / "linux" / entry.name).read_text("utf-8")
    start = " ".join(_quoted(word) for word in command)
    entry.write_text(words.replace("Exec=schlachtplan ", f"Exec={start} "), "utf-8")
    shutil.copyfile(_ASSETS / "linux" / kind.name, kind)
    shutil.copyfile(_ASSETS / "icons" / "app.svg", icon)
    _refresh()
    return entry, kind, icon


def unregister() -> tuple[Path, ...]:
    """Take the files of ``register`` away again; returns those that were there."""
    gone = tuple(path for path in _targets() if path.exists())
    for path in gone:
        path.unlink()
    _refresh()
    return gone


def _data_home() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _targets() -> tuple[Path, Path, Path]:
    home = _data_home()
    return (
        home / "applications" / "schlachtplan.desktop",
        home / "mime" / "packages" / "schlachtplan.xml",
        home / "icons" / "hicolor" / "scalable" / "apps" / "schlachtplan.svg",
    )


def _quoted(word: str) -> str:
    """Quote an argument of an Exec line: inside quotes four signs are escaped, ``%`` doubled."""
    word = word.replace("%", "%%")
    if not any(sign in _RESERVED for sign in word):
        return word
    for sign in '\\"`$':
        word = word.replace(sign, "\\" + sign)
    # the value is a string of the entry too, in which every backslash is written twice
    return '"' + word.replace("\\", "\\\\") + '"'


def _refresh() -> None:
    """Tell the desktop, where it has the tools; many look by themselves."""
    home = _data_home()
    for tool, folder in (
        ("update-mime-database", home / "mime"),
        ("update-desktop-database", home / "applications"),
    ):
        found = shutil.which(tool)
        if found is not None and folder.is_dir():
            subprocess.run([found, str(folder)], check=False, capture_output=True, timeout=60)
