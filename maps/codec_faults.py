"""What pydantic says is wrong with data, as problems that name key and place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import ValidationError

from maps.problems import Problem, Severity


def problem_of(error: ValidationError, place: str = "") -> Problem:
    """Turn the first complaint of pydantic into a problem that names key and place."""
    first = error.errors(include_url=False)[0]
    loc = first["loc"]
    context = first.get("ctx", {})
    where = place_of(loc, place)
    args: dict[str, object] = {"place": where, "key": str(loc[-1]) if loc else place}
    match first["type"]:
        case "extra_forbidden":
            code = "key_unknown"
        case "missing":
            code = "key_missing"
        case "finite_number":
            code = "number_not_finite"
        case "too_long" | "string_too_long":
            code, args["limit"] = "list_too_long", context.get("max_length", "")
        case "too_short" | "string_too_short":
            code, args["limit"] = "list_too_short", context.get("min_length", "")
        case "enum" | "literal_error":
            code, args["known"] = "word_unknown", str(context.get("expected", ""))
        case "greater_than_equal" | "less_than_equal" | "less_than" | "int_parsing_size":
            code = "number_out_of_range"
        case "dice.many":
            code, args = "dice.many", {**args, **context}
        case _:
            code = "value_wrong"
    args["value"] = shortened(first.get("input"))
    return Problem(code, Severity.ERROR, where, args)


def place_of(loc: Iterable[int | str], root: str = "") -> str:
    """Write a place in a file: ``("obstacles", 0, "kind")`` → ``root.obstacles[0].kind``."""
    text = root
    for part in loc:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def shortened(value: object) -> str:
    """Say a wrong value in 60 characters at most; what holds others is but dots."""
    if isinstance(value, Mapping | list | tuple):
        return "…"
    text = repr(value) if not isinstance(value, str) else value
    return text if len(text) <= 60 else text[:59] + "…"
