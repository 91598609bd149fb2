"""Says a problem in words, for the window and the command line alike. No Qt."""

from __future__ import annotations

from collections.abc import Mapping

from maps.problems import Problem
from rules.core.glossary import Glossary
from rules.core.terms import Term

COUNTED = ("walls", "pieces", "objects", "doors", "windows", "lights")
"""What an import counts; one of a kind is said otherwise than several."""


def sentence(words: Glossary, problem: Problem) -> str:
    """Say a problem as one sentence, without its place."""
    return words.say_with(f"problem.{problem.code}", _args(problem))


def placed(words: Glossary, problem: Problem) -> str:
    """Say a problem as one sentence, its place in front."""
    text = sentence(words, problem)
    return f"{problem.place}: {text}" if problem.place else text


def _args(problem: Problem) -> Mapping[str, object]:
    if problem.code != "import_counts":
        return problem.args
    counts = {
        name: Term(f"import.count.{name}", {"n": n})
        for name, n in problem.args.items()
        if name in COUNTED and isinstance(n, int)
    }
    return {**problem.args, **counts}
