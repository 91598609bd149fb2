"""The border for whole fights: everything that files hold, and the JSON export of it all.

States, events and steps are read and written in ``state_codec`` and ``event_codec``.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal, NamedTuple, Protocol, TypeVar

from pydantic import Field

from rules.encounter.event_codec import step_from_dict, step_to_dict
from rules.encounter.history import History
from rules.encounter.plain import fault, read_json, read_model
from rules.encounter.state_codec import (
    FORMAT,
    Data,
    Models,
    check_format,
    state_from_dict,
    state_to_dict,
)

MAX_STEPS = 100_000
MAX_ASSETS = 10_000

M = TypeVar("M", bound=Models)


class AssetSource(Protocol):
    """Where pictures come from: a store."""

    def assets(self) -> Iterable[str]: ...
    def asset(self, hash: str) -> bytes | None: ...


class Exported(NamedTuple):
    """A fight that was read from an export: its history, its pictures by hash."""

    history: History
    assets: Mapping[str, bytes]


class _ExportData(Data):
    format: Annotated[int, Field(strict=True)]
    kind: Literal["encounter"]
    base: dict[str, Any]
    steps: Annotated[list[Any], Field(max_length=MAX_STEPS)] = Field(default_factory=list)
    done: Annotated[int, Field(strict=True, ge=0)] | None = None
    assets: Annotated[dict[str, str], Field(max_length=MAX_ASSETS)] = Field(default_factory=dict)


def export_json(store: AssetSource, history: History) -> dict[str, Any]:
    """Return a whole fight as plain data: the state it began with, all steps, all pictures."""
    history = history.whole()
    pictures = ((hash, store.asset(hash)) for hash in sorted(store.assets()))
    return {
        "format": FORMAT,
        "kind": "encounter",
        "base": state_to_dict(history.base),
        "steps": [step_to_dict(step) for step in history.steps],
        "done": history.done,
        "assets": {
            hash: base64.b64encode(data).decode("ascii")
            for hash, data in pictures
            if data is not None
        },
    }


def import_json(source: str | bytes | Mapping[str, Any], lookup: Callable[[str], M]) -> Exported:
    """Read an export. Raises UnreadableFileError that names key and place.

    An export is read as a whole or not at all: nothing in it is salvaged.
    """
    data = read_json(source) if isinstance(source, str | bytes) else source
    read = read_model(_ExportData, data)
    check_format(read.format)
    models = find_models(str(read.base.get("system")), lookup, "base.system")
    base = state_from_dict(read.base, models, "base")
    history = History(base)
    for index, item in enumerate(read.steps):
        place = f"steps[{index}]"
        step = step_from_dict(item, models, place)
        try:
            history.push(step)
        except (LookupError, ValueError, TypeError) as error:
            raise fault("step_wrong", place, step=index + 1) from error
    done = history.count if read.done is None else read.done
    if done > history.count:
        raise fault("number_out_of_range", "done", value=done, key="done")
    history.seek(done)
    assets = {hash: _asset(hash, text) for hash, text in read.assets.items()}
    return Exported(history, assets)


def find_models(id: str, lookup: Callable[[str], M], place: str) -> M:
    """Find a system. Raises UnreadableFileError that lists those that are known."""
    try:
        return lookup(id)
    except LookupError as error:
        known = ", ".join(getattr(error, "known", ()))
        raise fault("system_unknown", place, system=id[:60], known=known) from error


def _asset(hash: str, text: str) -> bytes:
    place = f"assets.{hash[:64]}"
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise fault("asset_wrong", place) from error
    if hashlib.sha256(data).hexdigest() != hash:
        raise fault("asset_wrong", place)
    return data
