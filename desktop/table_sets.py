"""Sets of tables in the user's folder: the tables of one fight, kept for others. No Qt."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from desktop.paths import data_dir
from maps.plain_files import read_plain
from maps.problems import UnreadableFileError
from rules.encounter.plain import check_plain, fault, read_json, read_model
from rules.encounter.tables import MAX_ROWS
from rules.whole_files import write_whole

FORMAT = 1
SUFFIX = ".json"
LONGEST_NAME = 80
MOST_BYTES = 8 * 1024 * 1024

Row = dict[str, Any]


class TableSet(BaseModel):
    """What a file of a set holds: the rule system and the rows of each table by its id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Annotated[int, Field(ge=1, le=FORMAT)] = FORMAT
    system: Annotated[str, Field(min_length=1, max_length=100)]
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    tables: Annotated[
        dict[str, Annotated[list[Row], Field(max_length=MAX_ROWS)]], Field(max_length=100)
    ]


def folder(system: str) -> Path:
    """Return the folder of the sets of a system, made if need be."""
    path = data_dir() / "tables" / _safe(system)
    path.mkdir(parents=True, exist_ok=True)
    return path


def _safe(name: str) -> str:
    """Return a name as files may have it everywhere."""
    return re.sub(r'[<>:"/\\|?*\x00-\x1f]+', "_", name).strip(" .")[:LONGEST_NAME] or "_"


def path_of(system: str, name: str) -> Path:
    """Return where the set of this name lies."""
    return folder(system) / f"{_safe(name)}{SUFFIX}"


def names(system: str) -> list[str]:
    """Return the names of all sets of a system, in the order of the alphabet."""
    found = [path.stem for path in folder(system).glob(f"*{SUFFIX}")]
    return sorted(found, key=str.casefold)


def exists(system: str, name: str) -> bool:
    return path_of(system, name).exists()


def save(system: str, name: str, tables: Mapping[str, list[Row]]) -> None:
    """Write a set; one of the same name is replaced at once or not at all. Raises OSError."""
    kept = TableSet(system=system, name=name, tables=dict(tables))
    path = path_of(system, name)
    write_whole(path, json.dumps(kept.model_dump(), ensure_ascii=False, indent=1).encode())


def load(system: str, name: str) -> dict[str, list[Row]]:
    """Read a set. Raises OSError and UnreadableFileError."""
    path = path_of(system, name)
    raw = read_plain(path, MOST_BYTES)
    if len(raw) > MOST_BYTES:
        raise fault("file_too_big", path.name, size=MOST_BYTES >> 20, limit=MOST_BYTES >> 20)
    data = read_json(raw)
    check_plain(data, path.name)
    kept = read_model(TableSet, data, path.name)
    if kept.system != system:
        raise fault("table_set_system", path.name, file=path.name, system=kept.system)
    return kept.tables


def rename(system: str, old: str, new: str) -> None:
    """Give a set another name. Raises FileExistsError where that is taken, OSError else."""
    goal = path_of(system, new)
    source = path_of(system, old)
    if goal.exists() and not goal.samefile(source):
        raise FileExistsError(new)
    try:
        save(system, new, load(system, old))
    except UnreadableFileError:
        os.replace(source, goal)  # a broken one keeps what it holds
        return
    if not goal.samefile(source):
        source.unlink()


def delete(system: str, name: str) -> None:
    """Take a set away. Raises OSError."""
    path_of(system, name).unlink()
