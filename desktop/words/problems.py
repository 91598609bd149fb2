"""Says a problem in words, for the window and the command line alike. No Qt."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping

from maps.problems import Problem
from rules.core.glossary import Glossary
from rules.core.terms import Term, named

COUNTED = ("walls", "pieces", "objects", "doors", "windows", "lights")
"""What an import counts; one of a kind is said otherwise than several."""

SYSTEM_SAYS = {
    os.strerror(number): name
    for number, name in (
        (errno.ENOENT, "missing"),
        (errno.EACCES, "forbidden"),
        (errno.EPERM, "forbidden"),
        (errno.EROFS, "read_only"),
        (errno.EISDIR, "folder"),
        (errno.ENOTDIR, "no_folder"),
        (errno.ENOSPC, "full"),
        (errno.EDQUOT if hasattr(errno, "EDQUOT") else errno.ENOSPC, "full"),
        (errno.EFBIG, "too_big"),
        (errno.ENAMETOOLONG, "name_too_long"),
        (errno.EIO, "device"),
        (errno.ENODEV, "device"),
        (errno.EBUSY, "busy"),
        (errno.EMFILE, "too_many"),
    )
}
"""What the system says of a file that it does not give, always in English, and our words for it."""

_MARK = "\0"
"""Stands in no sentence but where a gap was filled with it."""


def system_words(words: Glossary, error: OSError) -> str:
    """Say why the system refused something: in our words where we have some, else in its own."""
    text = error.strerror or str(error)
    return words.say(named("os", SYSTEM_SAYS[text])) if text in SYSTEM_SAYS else text


def sentence(words: Glossary, problem: Problem) -> str:
    """Say a problem as one sentence, without its place."""
    said = words.say_with(f"problem.{problem.code}", _args(problem))
    return said.replace(" ()", "")  # a place in brackets that is the whole file


def placed(words: Glossary, problem: Problem) -> str:
    """Say a problem as one sentence, its place in front where the sentence does not name it."""
    text, place = sentence(words, problem), problem.place
    return text if not place or _names_place(words, problem) else f"{place}: {text}"


def _names_place(words: Glossary, problem: Problem) -> bool:
    """Whether the sentence of a problem has a gap for its place."""
    args = {**_args(problem), "place": _MARK}
    return "place" in problem.args and _MARK in words.say_with(f"problem.{problem.code}", args)


def _args(problem: Problem) -> Mapping[str, object]:
    if problem.code != "import_counts":
        return {name: _in_our_words(value) for name, value in problem.args.items()}
    counts = {
        name: Term(f"import.count.{name}", {"n": n})
        for name, n in problem.args.items()
        if name in COUNTED and isinstance(n, int)
    }
    return {**problem.args, **counts}


def _in_our_words(value: object) -> object:
    if isinstance(value, str) and value in SYSTEM_SAYS:
        return named("os", SYSTEM_SAYS[value])
    return value
