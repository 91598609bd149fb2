"""Words that a system may bring for the docks, and those that stand in where it has none."""

from __future__ import annotations

from desktop.i18n import language, tr
from rules.core.asking import Basis


def system_word(prefix: str, system: str, name: str) -> str:
    """Return a word of a system by its key ``<prefix>.<system>.<name>``; empty without one."""
    key = f"{prefix}.{system}.{name}"
    return language.words.say(key) if system and key in language.words else ""


def round_word(system: str, name: str, **args: object) -> str:
    """Say a word about rounds as the system calls them: a ring without rounds has laps."""
    key = f"label.{system}.{name}"
    return language.words.say_with(key, args) if system and key in language.words else ""


def points(system: str, number: str) -> str:
    """Write a number of a system's points with their unit."""
    unit = system_word("unit", system, "points")
    return tr("docks.points", number=number, unit=unit) if unit else number


def dice_word(dice: tuple[int, ...]) -> str:
    """Write dice as they are called: W20, 2W6, W8 + W6."""
    groups: list[list[int]] = []
    for sides in dice:
        if groups and groups[-1][0] == sides:
            groups[-1][1] += 1
        else:
            groups.append([sides, 1])
    words = [
        tr("docks.die", sides=sides) if n == 1 else tr("docks.dice", n=n, sides=sides)
        for sides, n in groups
    ]
    return " + ".join(words)


def needed_words(basis: Basis) -> str:
    """Say which face is needed; empty where no single face decides."""
    if basis.needs is None:
        return ""
    if basis.under:
        return tr("docks.attack.needed_under", n=basis.needs)
    return tr("docks.attack.needed", n=basis.needs)
