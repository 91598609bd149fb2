"""Encounter files that several modules of tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.encounter.store import Store
from tests.rules.store_kit import step
from tests.rules.tiny import TINY, fight


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a file in a folder of its own."""
    folder = tmp_path / "Kämpfe & #1? 100%"
    folder.mkdir()
    return folder / "Krähenfels.kampf"


@pytest.fixture
def filled(path: Path) -> Path:
    """Make a file of five steps, the last one taken back."""
    with Store.create(path, fight(), TINY) as store:
        for n in range(1, 6):
            store.append(step(n))
        store.set_done(4)
    return path
