"""The look: contrast, style sheet, fonts, icons."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QIcon, QImage, QPalette, QRawFont
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop import icons
from desktop.colours import DARK, LIGHT, MAP, PAPER, SIDES, Theme
from desktop.guard import guarded
from desktop.theme import ASSETS, apply, current, font, load_fonts, palette, style_sheet
from tests.desktop.colour_kit import contrast

BOTH = (LIGHT, DARK)

# file name: (icon, role, stroke)
PICTURES = {
    "check": ("check", "on_accent", 3.6),
    "check-text": ("check", "text", 2.6),
    "check-disabled": ("check", "disabled", 3.6),
    "minus": ("minus", "on_accent", 3.6),
    "down": ("down", "text_3", 2.0),
    "down-disabled": ("down", "disabled", 2.0),
    "up": ("up", "text_3", 2.0),
    "up-disabled": ("up", "disabled", 2.0),
    "right": ("right", "text_3", 2.0),
    "close": ("close", "text_3", 2.0),
    "float": ("float", "text_3", 2.0),
}


def small_pictures() -> dict[Path, str]:
    """Return what the small pictures of the style sheet must hold, by path."""
    out = {}
    for theme in BOTH:
        for name, (icon, role, stroke) in PICTURES.items():
            text = (ASSETS / "icons" / f"{icon}.svg").read_text("utf-8")
            text = text.replace("currentColor", getattr(theme, role))
            text = text.replace('stroke-width="2"', f'stroke-width="{stroke:g}"')
            out[ASSETS / "theme" / theme.name / f"{name}.svg"] = text
    return out


def test_small_pictures_follow_the_icons_and_the_themes() -> None:
    for path, text in small_pictures().items():
        assert path.read_text("utf-8") == text, path


@pytest.mark.parametrize("theme", BOTH, ids=lambda t: t.name)
def test_texts_reach_aa_on_every_ground(theme: Theme) -> None:
    for ground in (theme.surface, theme.bg, theme.raised, theme.sunk, theme.accent_weak):
        assert contrast(theme.text, ground) >= 4.5
        assert contrast(theme.text_2, ground) >= 4.5
    for ground in (theme.surface, theme.bg, theme.raised):
        assert contrast(theme.text_3, ground) >= 4.5
    assert contrast(theme.on_accent, theme.accent) >= 4.5
    assert contrast(theme.on_accent, theme.accent_hover) >= 4.5
    assert contrast(theme.on_accent, theme.accent_press) >= 4.5
    assert contrast(theme.line_strong, theme.surface) >= 3
    for side in ("heroes", "foes", "third", "neutral", "out"):
        assert contrast(getattr(theme, side), theme.surface) >= 4.5


@pytest.mark.parametrize("theme", BOTH, ids=lambda t: t.name)
def test_the_focus_and_the_rims_of_controls_are_seen_on_every_ground(theme: Theme) -> None:
    for ground in (theme.surface, theme.bg, theme.raised, theme.sunk, theme.accent_weak):
        assert contrast(theme.accent, ground) >= 3
    for ground in (theme.surface, theme.bg, theme.raised):
        assert contrast(theme.line_strong, ground) >= 3
        for role in ("accent", "ok", "warn", "bad", "info"):
            assert contrast(getattr(theme, role), ground) >= 4.5


@pytest.mark.parametrize("theme", BOTH, ids=lambda t: t.name)
def test_strong_colours_reach_aa_on_their_weak_ones(theme: Theme) -> None:
    for role in ("accent", "ok", "warn", "bad", "info"):
        assert contrast(getattr(theme, role), getattr(theme, role + "_weak")) >= 4.5
        assert contrast(getattr(theme, role), theme.surface) >= 4.5


@pytest.mark.parametrize(
    ("role", "light", "dark"),
    [
        ("line_strong", 3.5, 4.3),
        ("text", 15.4, 13.7),
        ("text_2", 7.3, 8.2),
        ("text_3", 5.4, 5.9),
        ("disabled", 2.6, 3.0),
        ("accent", 6.8, 7.5),
        ("ok", 5.7, 8.5),
        ("warn", 6.0, 9.2),
        ("bad", 6.4, 7.4),
        ("info", 6.3, 7.9),
        ("heroes", 6.5, 7.5),
        ("foes", 6.8, 7.4),
        ("third", 6.1, 9.1),
        ("neutral", 6.3, 7.6),
        ("body_line", 5.2, 5.5),
    ],
)
def test_ratios_are_those_of_the_design(role: str, light: float, dark: float) -> None:
    assert contrast(getattr(LIGHT, role), LIGHT.surface) == pytest.approx(light, abs=0.06)
    ground = DARK.surface
    assert contrast(getattr(DARK, role), ground) == pytest.approx(dark, abs=0.11)


def test_white_letters_hold_on_every_disc_and_pill() -> None:
    assert all(contrast("#FFFFFF", s.disc) >= 10 for k, s in SIDES.items() if k != "out")
    assert contrast("#FFFFFF", MAP.pill_accent) >= 9
    assert contrast("#FFFFFF", MAP.pill_warning) >= 9
    for ink in (MAP.cover_none, MAP.cover_soft, MAP.cover_hard, MAP.cover_total):
        assert contrast(ink, MAP.plate) >= 4.5


def test_contrast_of_black_and_white_is_21() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize("theme", [LIGHT, DARK, PAPER], ids=lambda t: t.name)
def test_style_sheet_leaves_no_gap_unfilled(theme: Theme) -> None:
    sheet = style_sheet(theme, 1.5)
    assert "@" not in re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
    assert sheet.count("{") == sheet.count("}")
    for name in re.findall(r'url\("([^"]+)"\)', sheet):
        assert Path(name).is_file(), name


def test_style_sheet_scales_lengths_but_not_hairlines() -> None:
    sheet = style_sheet(LIGHT, 2.0)
    assert "border: 1px solid" in sheet
    assert "font-size: 24px" in sheet


def test_palette_has_a_disabled_text() -> None:
    pal = palette(DARK)
    disabled = pal.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert disabled == QColor(DARK.disabled)
    assert pal.color(QPalette.ColorRole.Accent) == QColor(DARK.accent)


def test_bundled_font_is_used_and_its_figures_are_tabular(qapp: QApplication) -> None:
    assert "Inter" in load_fonts()
    assert QFontInfo(font(13)).family() == "Inter"
    metrics = QFontMetricsF(font(13))
    assert metrics.horizontalAdvance("111") == pytest.approx(metrics.horizontalAdvance("888"))
    raw = QRawFont.fromFont(font(13))
    assert all(raw.glyphIndexesForString("äöüÄÖÜß−·→×„“…Ø"))
    assert font(12, 650).weight() == QFont.Weight.Bold
    assert (ASSETS / "fonts" / "OFL.txt").is_file()


def test_apply_styles_the_program_and_can_change_its_mind(qapp: QApplication) -> None:
    before = current()
    try:
        for theme in (DARK, LIGHT):
            apply(qapp, theme)
            assert current() is theme
            button = QPushButton("Würfeln")
            button.setProperty("kind", "primary")
            button.resize(90, 28)
            image = button.grab().toImage()
            assert QColor(image.pixel(45, 4)) == QColor(theme.accent)
            assert button.font().pixelSize() == 12 or button.fontInfo().family() == "Inter"
    finally:
        apply(qapp, before)


def _ink(image: QImage) -> set[str]:
    out = set()
    for y in range(image.height()):
        for x in range(image.width()):
            colour = image.pixelColor(x, y)
            if colour.alpha() > 250:
                out.add(colour.name())
    return out


def test_what_is_worn_is_not_put_on_again(qapp: QApplication, qtbot: QtBot) -> None:
    class Dressed(QPushButton):
        times = 0

        @guarded
        def changeEvent(self, event: QEvent) -> None:
            self.times += event.type() == QEvent.Type.StyleChange
            super().changeEvent(event)

    apply(qapp, LIGHT)
    button = Dressed("Text")
    qtbot.addWidget(button)
    button.show()
    button.times = 0
    apply(qapp, LIGHT)
    assert button.times == 0
    for theme, scale in ((DARK, 1.0), (DARK, 1.25), (LIGHT, 1.0)):
        apply(qapp, theme, scale)
        assert button.times > 0
        button.times = 0


def test_every_icon_leaves_ink_in_the_colour_asked_for(qapp: QApplication) -> None:
    assert len(icons.names()) == 65
    for name in icons.names():
        assert not icons.icon_path(name).isEmpty()
        box = icons.icon_path(name).boundingRect()
        assert box.left() >= 1, name
        assert box.right() <= 23, name
        assert _ink(icons.pixmap(name, "#ff0000", 48).toImage()) == {"#ff0000"}, name


def test_icons_are_sharp_on_dense_screens_and_have_states(qapp: QApplication) -> None:
    dense = icons.pixmap("dice", "text", 16, 2.0, LIGHT)
    assert dense.size() == QSize(32, 32)
    assert dense.devicePixelRatio() == 2.0
    icon = icons.icon("lines", theme=LIGHT)
    states = {
        icon.pixmap(QSize(16, 16), 1.0, mode, state).toImage().pixelColor(2, 13).name()
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled)
        for state in (QIcon.State.Off, QIcon.State.On)
    }
    assert len(states) == 3
    assert icons.pixmap("dice", "text", 16, 1.0, LIGHT) is icons.pixmap(
        "dice", "text", 16, 1.0, LIGHT
    )


def test_an_unknown_icon_is_an_error_that_lists_the_names(qapp: QApplication) -> None:
    with pytest.raises(icons.UnknownIconError, match="shield"):
        icons.icon("nosuch")


def test_the_program_has_an_icon_of_its_own(qapp: QApplication) -> None:
    image = icons.app_icon().pixmap(QSize(64, 64)).toImage()
    assert image.pixelColor(32, 3).name() == LIGHT.accent.lower()
