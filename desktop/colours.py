"""Colours in numbers: the three themes, the sides on the map, what lies over the map."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QColor


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of one theme, as ``#rrggbb`` or ``#aarrggbb``."""

    name: str
    bg: str
    surface: str
    raised: str
    sunk: str
    line: str
    line_strong: str
    text: str
    text_2: str
    text_3: str
    disabled: str
    accent: str
    accent_hover: str
    accent_press: str
    accent_weak: str
    on_accent: str
    ok: str
    ok_weak: str
    warn: str
    warn_weak: str
    bad: str
    bad_weak: str
    info: str
    info_weak: str
    hover: str
    press: str
    heroes: str
    foes: str
    third: str
    neutral: str
    out: str
    ring_field: str
    ring_field_2: str
    ring_line: str
    body: str
    body_line: str
    w1: str
    w2: str
    w3: str
    w4: str
    w_ink: str
    plate: str
    chain: str
    leather: str
    skin: str
    skin_line: str
    miss: str
    rock: str
    rock_ink: str
    map_dim: float
    shadow: float

    def colour(self, role: str, alpha: float = 1.0) -> QColor:
        """Return the colour of a role, thinned by ``alpha``."""
        return paint_colour(getattr(self, role.replace("-", "_")), alpha)

    @property
    def dark(self) -> bool:
        return self.name == "dark"

    @property
    def paper(self) -> bool:
        return self.name == "paper"


LIGHT = Theme(
    name="light",
    bg="#E9E6E0",
    surface="#F9F7F4",
    raised="#FFFFFF",
    sunk="#F0EDE8",
    line="#DBD6CD",
    line_strong="#8A8377",
    text="#211F1B",
    text_2="#575249",
    text_3="#6B655B",
    disabled="#A39C90",
    accent="#5A45AE",
    accent_hover="#4A3797",
    accent_press="#4F3D99",
    accent_weak="#E9E4F8",
    on_accent="#FFFFFF",
    ok="#17713C",
    ok_weak="#DDF0E3",
    warn="#8A5200",
    warn_weak="#FAEBD0",
    bad="#AE2418",
    bad_weak="#F9E2DE",
    info="#1F5F93",
    info_weak="#DFECF6",
    hover="#0F211F1B",
    press="#1C211F1B",
    heroes="#235A9C",
    foes="#A32A20",
    third="#79590A",
    neutral="#545D68",
    out="#6B655B",
    ring_field="#FFFFFF",
    ring_field_2="#F3F0EB",
    ring_line="#CFC8BC",
    body="#ECE7DF",
    body_line="#6F675B",
    w1="#F6E3B4",
    w2="#F3C583",
    w3="#E88C6A",
    w4="#B8382B",
    w_ink="#4A1A12",
    plate="#8FA0B3",
    chain="#B5B0A6",
    leather="#B98B5E",
    skin="#E7C7AC",
    skin_line="#8B6247",
    miss="#E4DFD6",
    rock="#DCD5C8",
    rock_ink="#8B8172",
    map_dim=0.0,
    shadow=0.20,
)
DARK = Theme(
    name="dark",
    bg="#131417",
    surface="#1D1F23",
    raised="#2A2D32",
    sunk="#17191C",
    line="#33373D",
    line_strong="#7B828C",
    text="#ECEAE6",
    text_2="#BAB7B0",
    text_3="#9D9A93",
    disabled="#666970",
    accent="#B3A3FF",
    accent_hover="#C5B9FF",
    accent_press="#9E8FE0",
    accent_weak="#342C58",
    on_accent="#191233",
    ok="#63CF90",
    ok_weak="#173325",
    warn="#F2B750",
    warn_weak="#3F2F12",
    bad="#FF8D7E",
    bad_weak="#451F1B",
    info="#7FB9EA",
    info_weak="#18304A",
    hover="#0FFFFFFF",
    press="#1CFFFFFF",
    heroes="#7FB2F0",
    foes="#FF8D7E",
    third="#E3BC58",
    neutral="#A9B1BC",
    out="#9D9A93",
    ring_field="#282B30",
    ring_field_2="#222529",
    ring_line="#42464D",
    body="#33373D",
    body_line="#8E959F",
    w1="#5B4A1E",
    w2="#7C5219",
    w3="#9C4630",
    w4="#C4473A",
    w_ink="#FFE3D6",
    plate="#6C7E93",
    chain="#77746C",
    leather="#8E6A45",
    skin="#C79B7B",
    skin_line="#E8C4A8",
    miss="#24272B",
    rock="#23252A",
    rock_ink="#4B4F57",
    map_dim=0.22,
    shadow=0.50,
)
PAPER = Theme(
    name="paper",
    bg="#FFFFFF",
    surface="#FFFFFF",
    raised="#FFFFFF",
    sunk="#F2F2F2",
    line="#9A9A9A",
    line_strong="#555555",
    text="#000000",
    text_2="#333333",
    text_3="#555555",
    disabled="#8A8A8A",
    accent="#000000",
    accent_hover="#000000",
    accent_press="#000000",
    accent_weak="#E4E4E4",
    on_accent="#FFFFFF",
    ok="#000000",
    ok_weak="#FFFFFF",
    warn="#000000",
    warn_weak="#FFFFFF",
    bad="#000000",
    bad_weak="#FFFFFF",
    info="#000000",
    info_weak="#FFFFFF",
    hover="#00000000",
    press="#00000000",
    heroes="#000000",
    foes="#000000",
    third="#000000",
    neutral="#555555",
    out="#555555",
    ring_field="#FFFFFF",
    ring_field_2="#F2F2F2",
    ring_line="#777777",
    body="#FFFFFF",
    body_line="#222222",
    w1="#F0F0F0",
    w2="#E0E0E0",
    w3="#C8C8C8",
    w4="#555555",
    w_ink="#000000",
    plate="#8A8A8A",
    chain="#E2E2E2",
    leather="#9C9C9C",
    skin="#FFFFFF",
    skin_line="#000000",
    miss="#F4F4F4",
    rock="#FFFFFF",
    rock_ink="#555555",
    map_dim=0.0,
    shadow=0.0,
)
THEMES = {t.name: t for t in (LIGHT, DARK, PAPER)}


@dataclass(frozen=True, slots=True)
class SideColours:
    """The colours of a side on the map; they hold in every theme."""

    rim: str
    disc: str
    light: str  # the pattern on the rim
    zone: str  # control zones and reach


SIDES = {
    "heroes": SideColours("#235A9C", "#163E70", "#DCE9F8", "#8DBBF2"),
    "foes": SideColours("#A32A20", "#701911", "#F6D9D3", "#F29A8E"),
    "third": SideColours("#79590A", "#523B05", "#F7E4B4", "#E3BC58"),
    "neutral": SideColours("#545D68", "#383F48", "#DCE9F8", "#B8C0CA"),
    "out": SideColours("#8C877E", "#66625A", "#DCE9F8", "#C9C4BA"),
}


def side_colours(side: str) -> SideColours:
    """Return the colours of a side; an unknown side is neutral."""
    return SIDES.get(side, SIDES["neutral"])


@dataclass(frozen=True, slots=True)
class MapColours:
    """What lies over the map keeps its colours in every theme."""

    case: str = "#15120E"
    free: str = "#2FBF71"
    creature: str = "#FFB01F"
    blocked: str = "#FF4B3A"
    cross: str = "#C4271A"
    tag: str = "#8E1B10"
    path: str = "#5A45AE"
    pill: str = "#1A1713"
    pill_accent: str = "#43328A"
    pill_warning: str = "#8E1B10"
    target: str = "#A32A20"
    plate: str = "#FFFDF8"
    ink: str = "#2A241B"
    cover_none: str = "#17713C"
    cover_soft: str = "#8A5200"
    cover_soft_fill: str = "#FFE2AA"
    cover_hard: str = "#AE2418"
    cover_total: str = "#2A241B"
    life_good: str = "#3ECF83"
    life_half: str = "#FFC145"
    life_low: str = "#FF6A5A"
    grid: str = "#2B281E10"
    total_heat: str = "#05060A"


MAP = MapColours()


@lru_cache(maxsize=512)
def _rgba(value: str, alpha: float) -> QColor:
    colour = QColor(value)
    if alpha < 1.0:
        colour.setAlphaF(colour.alphaF() * alpha)
    return colour


def paint_colour(value: str, alpha: float = 1.0) -> QColor:
    """Make a colour from ``#rrggbb`` or ``#aarrggbb``; do not change the shared result."""
    return _rgba(value, alpha)
