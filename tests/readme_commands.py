"""The table of script commands in the README, made from their models.

``python -m tests.readme_commands`` writes it; a test compares.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rules import registry
from rules.encounter.commands import GENERIC, Command

README = Path(__file__).resolve().parents[1] / "README.md"
BEGIN = "<!-- commands of a script: begin -->"
END = "<!-- commands of a script: end -->"
COMMON = frozenset({"do", "dice", "choices"})


def _fields(model: type[Command]) -> str:
    names = []
    for name, field in model.model_fields.items():
        if name not in COMMON:
            names.append(f"`{name}`" if field.is_required() else f"`{name}`?")
    return ", ".join(names) or "–"


def _first_line(model: type[Command]) -> str:
    text = " ".join((model.__doc__ or "").split("\n\n")[0].split())
    return text.replace("|", "/")


def _rows(models: Iterable[tuple[str, type[Command]]]) -> list[str]:
    return [f"| `{name}` | {_fields(model)} | {_first_line(model)} |" for name, model in models]


def table() -> str:
    """Return the whole passage between the two marks."""
    lines = [
        "",
        'A script is a list of commands, `{"do": NAME, …}`. Every command takes `dice` (the faces',
        "in the order in which they are asked for) and `choices` (ids of options, likewise).",
        "Fields with a question mark may be left out.",
        "",
        "| command | fields | what it does |",
        "|---|---|---|",
        *_rows(sorted(GENERIC.items())),
    ]
    for id in registry.system_ids():
        system = registry.get(id)
        lines += [
            "",
            f"Commands of `{id}`:",
            "",
            "| command | fields | what it does |",
            "|---|---|---|",
        ]
        lines += _rows(sorted(system.commands.items()))
    return "\n".join([*lines, ""])


def with_table(text: str) -> str:
    """Return the README's text with the passage made anew."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{table()}\n{END}{tail}"


if __name__ == "__main__":
    README.write_text(with_table(README.read_text("utf-8")), "utf-8")
