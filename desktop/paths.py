"""Where the program keeps things on this machine; tests move it by environment variables."""

from __future__ import annotations

import os
import re
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("schlachtplan", appauthor=False)


def config_dir() -> Path:
    """Return the folder of the settings, made if need be."""
    return _made(Path(os.environ.get("SCHLACHTPLAN_CONFIG") or _DIRS.user_config_dir))


def data_dir() -> Path:
    """Return the folder of the user's data, made if need be."""
    return _made(Path(os.environ.get("SCHLACHTPLAN_DATA") or _DIRS.user_data_dir))


def fights_dir() -> Path:
    """Return the folder in which new fights are born."""
    return _made(data_dir() / "fights")


def backups_dir() -> Path:
    return _made(data_dir() / "backups")


def log_dir() -> Path:
    return _made(Path(os.environ.get("SCHLACHTPLAN_DATA") or _DIRS.user_log_dir))


def fresh_file(folder: Path, name: str, suffix: str = ".kampf") -> Path:
    """Return a path in ``folder`` that does not exist yet, named after ``name``."""
    stem = re.sub(r"[^\w\-. äöüÄÖÜß]+", " ", name).strip(" .")[:80] or "Kampf"
    path = folder / f"{stem}{suffix}"
    n = 2
    while path.exists():
        path = folder / f"{stem} {n}{suffix}"
        n += 1
    return path


def _made(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path
