"""Fights for the tests of paper: the demo, and thirty creatures with the longest names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from PySide6.QtGui import QImage

from desktop.demo import demo_history
from desktop.i18n import language
from desktop.printing.content import Wanted
from desktop.printing.ink import Ink, Mark
from desktop.printing.sheets import Sheets, make_sheets
from maps.grid import Footprint
from rules import registry
from rules.encounter.state import Condition, Encounter, SideId, Timeline, Token, TokenId

NAMES = (
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Hochgebirgsklettersteigwächterhäuptling",
    "Elf",
    "Rindfleischetikettierungsüberwachungsbeauftragter",
    "Ork-Schamane",
    "Große Äbtissin von Übelstein zu Süßenbrück",
)
POINTS = (7, 30, 88, 100, 140, 45)
DOTS = 300
"""Dots to the inch of the pictures that are measured."""


def nothing(hash: str) -> bytes | None:
    """Read no asset."""
    return None


def demo() -> Encounter:
    """Return the demo in the middle of its fight."""
    return demo_history("kraehenfels", language.words.say).state


def crowd(count: int = 30) -> Encounter:
    """Return a fight of many creatures with the longest names, some of them in many states."""
    system, state = registry.get("pathfinder"), demo()
    library = system.library()
    tokens: dict[TokenId, Token] = {}
    for i in range(count):
        sheet = library[i % len(library)].sheet.model_copy(
            update={
                "hp": POINTS[i % 6],
                "race": "Halbriesenmischling",
                "class_level": "Verteidigungsmagierin 12",
            }
        )
        name = NAMES[i % 6] + (f" {i}" if i >= 6 else "")
        held = (Condition("concealed", 20, (4, 12)), Condition("prone"), Condition("stunned"))
        id = TokenId(f"t{i}")
        tokens[id] = Token(
            id,
            name,
            list(SideId)[i % 4 if i % 5 else 0],
            Footprint.at(i % 20 + 2, 2 + i // 3, system.squares(sheet)),
            sheet,
            system.fresh(sheet),
            conditions=held if i % 3 == 0 else (),
        )
    at = {id: 25 - i // 2 for i, id in enumerate(tokens)}
    return replace(
        state,
        tokens=MappingProxyType(tokens),
        timeline=Timeline(round=3, now=12, at=at, acting=(TokenId("t26"),)),
    )


def changed(state: Encounter, id: str, **fields: object) -> Encounter:
    """Return a fight in which one token is changed."""
    token = state.token(id)
    return state.with_token(replace(token, **fields))  # type: ignore[arg-type]  # any field


def sheets_of(state: Encounter, wanted: Wanted | None = None) -> Sheets:
    """Lay out the sheets of a fight without pictures."""
    return make_sheets(state, registry.get(state.system), nothing, wanted)


def marks_of(sheets: Sheets) -> Iterator[list[Mark]]:
    """Paint each page and yield what was put on it."""
    for number in range(len(sheets.pages)):
        image = QImage(100, 100, QImage.Format.Format_RGB32)
        with Ink(image, 12) as ink:
            sheets.paint(ink, number)
            yield ink.marks


def words_of(sheets: Sheets) -> str:
    """Return everything that is written on all pages."""
    return "\n".join(mark.words for marks in marks_of(sheets) for mark in marks)
