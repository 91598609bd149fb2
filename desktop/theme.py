"""The look in numbers: colours of the three themes, type steps, palette and style sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from desktop.colours import DARK, LIGHT, THEMES, Theme

ASSETS = Path(__file__).resolve().parent.parent / "assets"

Choice = Literal["system", "light", "dark"]


# ---- type ---------------------------------------------------------------------------------

FAMILIES = ("Inter", "Source Sans 3", "DejaVu Sans")


@dataclass(frozen=True, slots=True)
class TypeStep:
    size: int
    line: int
    weight: int


STEPS = {
    "figure": TypeStep(40, 40, 700),
    "display": TypeStep(28, 36, 700),
    "title": TypeStep(20, 28, 700),
    "section": TypeStep(16, 24, 650),
    "base": TypeStep(13, 20, 400),
    "row": TypeStep(12, 16, 400),
    "label": TypeStep(11, 16, 400),
}


def load_fonts() -> tuple[str, ...]:
    """Load the bundled font files once and return the families they hold."""
    return _load_fonts()


@lru_cache(maxsize=1)
def _load_fonts() -> tuple[str, ...]:
    found: list[str] = []
    for path in sorted((ASSETS / "fonts").glob("*.otf")):
        number = QFontDatabase.addApplicationFont(str(path))
        if number >= 0:
            found += QFontDatabase.applicationFontFamilies(number)
    return tuple(dict.fromkeys(found))


def _face(weight: int) -> int:
    """Return the weight of the face to use: the bundled ones are 400, 500, 600 and 700."""
    return 700 if weight >= 650 else max(400, weight // 100 * 100)


@lru_cache(maxsize=256)
def _font(size: float, weight: int, italic: bool, strike: bool) -> QFont:
    load_fonts()
    font = QFont()
    font.setFamilies(list(FAMILIES))
    font.setPixelSize(max(1, round(size)))
    font.setWeight(QFont.Weight(_face(weight)))
    font.setItalic(italic)
    font.setStrikeOut(strike)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def font(size: float, weight: int = 400, *, italic: bool = False, strike: bool = False) -> QFont:
    """Return the program's font in logical pixels, with tabular figures."""
    return QFont(_font(float(size), weight, italic, strike))


# ---- palette and style sheet -----------------------------------------------------------------


def palette(theme: Theme) -> QPalette:
    """Return the palette of a theme, for everything that the style sheet does not reach."""
    role, pal = QPalette.ColorRole, QPalette()
    table = {
        role.Window: theme.bg,
        role.WindowText: theme.text,
        role.Base: theme.raised,
        role.AlternateBase: theme.sunk,
        role.Text: theme.text,
        role.PlaceholderText: theme.text_3,
        role.Button: theme.raised,
        role.ButtonText: theme.text,
        role.BrightText: theme.bad,
        role.Highlight: theme.accent_weak,
        role.HighlightedText: theme.text,
        role.Accent: theme.accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.text,
        role.Light: theme.raised,
        role.Midlight: theme.line,
        role.Mid: theme.line,
        role.Dark: theme.line_strong,
        role.Shadow: theme.line_strong,
    }
    for key, value in table.items():
        pal.setColor(key, QColor(value))
    for key in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        pal.setColor(QPalette.ColorGroup.Disabled, key, QColor(theme.disabled))
    return pal


_LENGTH = re.compile(r"(\d+(?:\.\d+)?)px")
_ROLE = re.compile(r"@([a-z][a-z0-9_]*)")


@lru_cache(maxsize=1)
def _template() -> str:
    return (ASSETS / "theme" / "style.qss").read_text("utf-8")


def style_sheet(theme: Theme, scale: float = 1.0) -> str:
    """Fill the style sheet with the colours of a theme; lengths grow by ``scale``.

    In ``assets/theme/style.qss`` a colour is ``@role``, a picture ``@images``. One pixel
    stays one pixel: hairlines do not grow.
    """
    images = (ASSETS / "theme" / ("dark" if theme.dark else "light")).as_posix()

    def length(match: re.Match[str]) -> str:
        value = float(match[1])
        return f"{value:g}px" if value <= 1 else f"{max(1, round(value * scale))}px"

    def role(match: re.Match[str]) -> str:
        return images if match[1] == "images" else str(getattr(theme, match[1]))

    return _ROLE.sub(role, _LENGTH.sub(length, _template()))


# ---- the theme in use ---------------------------------------------------------------------------


@dataclass(slots=True)
class _InUse:
    theme: Theme = LIGHT
    scale: float = 1.0


_in_use = _InUse()


def current() -> Theme:
    """Return the theme that ``apply`` set; widgets read it whenever they paint."""
    return _in_use.theme


def current_scale() -> float:
    """Return the interface scale that ``apply`` set."""
    return _in_use.scale


def px(length: float) -> int:
    """Return a length of the design in logical pixels at the interface scale."""
    return round(length * _in_use.scale)


def resolve(choice: Choice, app: QApplication) -> Theme:
    """Turn a choice into a theme; ``system`` follows the colour scheme of the desktop."""
    if choice == "system":
        scheme = app.styleHints().colorScheme()
        return DARK if scheme == Qt.ColorScheme.Dark else LIGHT
    return THEMES[choice]


def apply(app: QApplication, theme: Theme, scale: float = 1.0) -> None:
    """Give the whole program a theme: Fusion as the base, font, palette, style sheet.

    What it wears already is not put on again: Qt would style every widget of every window anew.
    """
    sheet = style_sheet(theme, scale)
    if _in_use == _InUse(theme, scale) and app.styleSheet() == sheet:
        return
    _in_use.theme, _in_use.scale = theme, scale
    load_fonts()
    if app.style().name().lower() != "fusion" and not app.styleSheet():
        app.setStyle(QStyleFactory.create("Fusion"))
    app.setFont(font(13 * scale))
    app.setPalette(palette(theme))
    app.setStyleSheet(sheet)
