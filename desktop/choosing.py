"""Asks for files; each kind of file begins in the folder where one was last chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from weakref import ReferenceType, ref

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.settings import Settings

FileKind = Literal["fight", "map", "picture", "creature", "set", "table", "paper"]

_settings: ReferenceType[Settings] | None = None


def use(settings: Settings) -> None:
    """Remember folders in these settings."""
    global _settings  # noqa: PLW0603  # one program, one memory of folders
    _settings = ref(settings)


def folder_of(kind: FileKind) -> Path:
    """Return where files of a kind are looked for: where one was last, else where any was."""
    settings = _settings() if _settings is not None else None
    if settings is not None:
        values = settings.values
        for known in (values.folders.get(kind, ""), values.last_folder):
            if known and Path(known).is_dir():
                return Path(known)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents) if documents and Path(documents).is_dir() else Path.home()


def remember(kind: FileKind, path: Path) -> None:
    """Begin in the folder of this file the next time."""
    settings = _settings() if _settings is not None else None
    if settings is not None:
        folder = str(path.parent)
        settings.set(folders={**settings.values.folders, kind: folder}, last_folder=folder)


def ask_open(
    parent: QWidget | None, title: str, kinds: str, kind: FileKind, folder: Path | None = None
) -> Path | None:
    """Let a file be chosen, perhaps in a given folder; ``None`` when cancelled."""
    start = str(folder or folder_of(kind))
    name, _ = QFileDialog.getOpenFileName(parent, title, start, kinds)
    return _chosen(name, kind)


def ask_save(
    parent: QWidget | None,
    title: str,
    name: str,
    kinds: str,
    kind: FileKind,
    folder: Path | None = None,
) -> Path | None:
    """Let a place to write to be chosen; ``None`` when cancelled."""
    start = str((folder or folder_of(kind)) / name)
    chosen, _ = QFileDialog.getSaveFileName(parent, title, start, kinds)
    return _chosen(chosen, kind)


def _chosen(name: str, kind: FileKind) -> Path | None:
    if not name:
        return None
    path = Path(name)
    remember(kind, path)
    return path
