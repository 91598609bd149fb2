"""What every test gets: no screen, no settings of its user, reproducible chance, strict words."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from shutil import disk_usage

import hypothesis
import pytest

from desktop.machine.launch import clear_the_way
from rules.core.glossary import Glossary

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

hypothesis.settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile("dev", deadline=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "dev")

MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3
"""Bytes that must be free there: all tests together leave a tenth of it."""
USER_FOLDERS = {
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
    "XDG_CACHE_HOME": "cache",
    "APPDATA": "config",
    "LOCALAPPDATA": "data",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let dice and other chance be others than usual: no test may pass by good luck."""
    parser.addoption("--luck", type=int, default=0, metavar="N", help="seed of chance")


def _keep_folders_in_memory() -> None:
    """Put the folders of the tests where syncing costs nothing, if the machine has such a place.

    A fight is synced with every step. The tests kill processes, never the machine, so they see
    no difference.
    """
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and disk_usage(MEMORY).free >= ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Make missing words an error and keep Qt away from the folders of the user."""
    _keep_folders_in_memory()
    Glossary.strict = True
    if not clear_the_way(Glossary.load("en"), needs_screen=False):
        pytest.exit("Qt cannot start here; see above", returncode=3)
    from PySide6.QtCore import QStandardPaths  # noqa: PLC0415  # after the platform is chosen

    QStandardPaths.setTestModeEnabled(True)


def pytest_collection_finish() -> None:
    """Look for cycles only among what the tests make: all modules together are much more."""
    gc.freeze()


@pytest.fixture(autouse=True)
def user_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test empty folders for settings, data and caches; returns their parent."""
    from PySide6.QtCore import QSettings  # noqa: PLC0415  # see pytest_configure

    home = tmp_path / "user"
    for variable, folder in USER_FOLDERS.items():
        (home / folder).mkdir(parents=True, exist_ok=True)
        monkeypatch.setenv(variable, str(home / folder))
    for kind in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        QSettings.setPath(kind, QSettings.Scope.UserScope, str(home / "config"))
    return home


@pytest.fixture(scope="session")
def samples() -> Path:
    """Return the folder of real map files from outside; skips where there is none."""
    folder = os.environ.get("SCHLACHTPLAN_SAMPLES")
    if not folder:
        pytest.skip("SCHLACHTPLAN_SAMPLES names no folder of sample files")
    path = Path(folder)
    assert path.is_dir(), f"SCHLACHTPLAN_SAMPLES is no folder: {folder}"
    return path


@pytest.fixture(params=["de", "en"])
def glossary(request: pytest.FixtureRequest) -> Glossary:
    """Return the glossary of each language in turn."""
    return Glossary.load(str(request.param))


@pytest.fixture(scope="session")
def german() -> Glossary:
    """Return the German glossary."""
    return Glossary.load("de")


@pytest.fixture(scope="session")
def english() -> Glossary:
    """Return the English glossary."""
    return Glossary.load("en")
