"""Plain JSON data at the border: read strictly, checked to be finite, shallow and small."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticCustomError

from maps.codec_faults import place_of, problem_of
from maps.problems import Problem, Severity, UnreadableFileError

MAX_TEXT = 64 * 1024 * 1024
"""Longest JSON text in characters (a whole fight without its pictures)."""
MAX_DEPTH = 40
MAX_ITEMS = 1_000_000
MAX_KEYS = 20_000
"""Most keys of one table: each that a model does not know costs a complaint, a kilobyte long."""
MAX_WHOLE = 2**53
_MANY = (dict, list, tuple)
_KEYS = {str}

M = TypeVar("M", bound=BaseModel)


def fault(code: str, place: str = "", **args: object) -> UnreadableFileError:
    """Return the error that says what is wrong with data and where."""
    return UnreadableFileError(Problem(code, Severity.ERROR, place, {"place": place, **args}))


def too_big(place: str, size: int, limit: int) -> UnreadableFileError:
    """Return the error for something too big; sizes in bytes."""
    return fault("file_too_big", place, size=-(-size // 2**20), limit=limit // 2**20)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_KEYS:
        raise fault("keys_too_many", "", limit=MAX_KEYS)
    table = dict(pairs)
    if len(table) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add returns None on purpose
        raise fault("key_twice", twice, key=twice)
    return table


def _constant(word: str) -> float:
    raise fault("number_not_finite", "", value=word)


def read_start(path: Path, most: int = MAX_TEXT) -> bytes:
    """Return the bytes of a file; of a longer one just so many that a reader sees it is too long.

    Nobody knows how big a file of a stranger is: it must not fill the memory before it is refused.
    """
    with path.open("rb") as file:
        return file.read(most + 1)


def read_json(text: str | bytes) -> Any:
    """Read JSON text. Raises UnreadableFileError: line and column, NaN, keys given twice, depth."""
    if len(text) > MAX_TEXT:
        raise too_big("", len(text), MAX_TEXT)
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        if not text.strip():
            raise fault("file_empty")
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise fault("file_not_text", "", byte=error.start) from error
    except json.JSONDecodeError as error:
        raise fault(
            "json_syntax", f"{error.lineno}:{error.colno}", line=error.lineno, column=error.colno
        ) from error
    except RecursionError as error:
        raise fault("too_deep") from error
    except ValueError as error:  # a number of thousands of digits
        raise fault("number_out_of_range", "", value="…") from error


def write_json(data: object) -> str:
    """Write data as compact JSON. Raises ValueError for NaN, TypeError for other objects."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def check_plain(data: object, place: str = "") -> None:
    """Refuse what is not plain JSON data of sensible size. Raises UnreadableFileError."""
    layer: list[object] = [data]
    items = 0
    for _ in range(MAX_DEPTH):
        items += len(layer)
        if items > MAX_ITEMS:
            raise fault("list_too_long", _longest(data, place), limit=MAX_ITEMS)
        below: list[object] = []
        for value in layer:
            if isinstance(value, str):
                fits = value.isascii() or _is_text(value)
            elif isinstance(value, int):
                fits = -MAX_WHOLE <= value <= MAX_WHOLE
            elif isinstance(value, float):
                fits = math.isfinite(value)
            elif isinstance(value, dict):
                fits = set(map(type, value)) <= _KEYS
                below += value
                below += value.values()
            elif isinstance(value, list | tuple):
                fits = True
                below += value
            else:
                fits = value is None
            if not fits:
                _complain(data, place)
        if not below:
            return
        layer = below
    raise fault("too_deep", place)


def _longest(data: object, place: str) -> str:
    """Return the place of the longest list or table: of too many things most are there."""
    most, found = 0, place
    pending = [(data, place)]
    while pending:
        value, here = pending.pop()
        if isinstance(value, dict):
            inside = list(value.items())
        elif isinstance(value, list | tuple):
            inside = list(enumerate(value))
        else:
            continue
        if len(inside) > most:
            most, found = len(inside), here
        pending += [(one, place_of((key,), here)) for key, one in inside if isinstance(one, _MANY)]
    return found


def _complain(data: object, place: str) -> None:
    """Find the place of the first thing that is wrong. Raises UnreadableFileError."""
    pending: list[tuple[object, tuple[int | str, ...]]] = [(data, ())]
    while pending:
        value, loc = pending.pop()
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, str) or not _is_text(key):
                    raise fault("value_wrong", place_of(loc, place), value=ascii(key)[:60], key="")
            pending += [(item, (*loc, key)) for key, item in reversed(value.items())]
        elif isinstance(value, list | tuple):
            pending += [(item, (*loc, i)) for i, item in reversed(list(enumerate(value)))]
        else:
            _check_scalar(value, loc, place)
    raise fault("value_wrong", place, value="", key="")


def _check_scalar(value: object, loc: tuple[int | str, ...], place: str) -> None:
    code = ""
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, str):
        code = "" if _is_text(value) else "value_wrong"
    elif isinstance(value, int):
        code = "" if abs(value) <= MAX_WHOLE else "number_out_of_range"
    elif isinstance(value, float):
        code = "" if math.isfinite(value) else "number_not_finite"
    else:
        code = "value_wrong"
    if code:
        where = place_of(loc, place)
        raise fault(code, where, value=ascii(value)[:60], key=str(loc[-1]) if loc else place)


def _is_text(text: str) -> bool:
    """Whether a text can be written as UTF-8 (half surrogates cannot)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_model(model: type[M], data: object, place: str = "") -> M:
    """Validate data with a model. Raises UnreadableFileError that names key and place."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise UnreadableFileError(problem_of(error, place)) from error
    except RecursionError as error:
        raise fault("too_deep", place) from error


def problems_of(error: ValidationError, place: str = "") -> tuple[Problem, ...]:
    """Turn all complaints of pydantic into problems, one for each field."""
    singles = (
        ValidationError.from_exception_data(error.title, [_line(one)]) for one in error.errors()
    )
    return tuple(problem_of(single, place) for single in singles)


def _line(one: Any) -> Any:
    """Return one complaint in the form in which pydantic takes it back."""
    kind: Any = one["type"]
    if kind in {"value_error", "assertion_error"} or "." in kind:  # a code of a system
        kind = PydanticCustomError(kind, "{text}", {"text": str(one["msg"])})
    line = {"type": kind, "loc": one["loc"], "input": one["input"]}
    return line | ({"ctx": one["ctx"]} if "ctx" in one else {})
