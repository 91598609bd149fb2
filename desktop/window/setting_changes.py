"""What a window does when a setting is another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.i18n import language

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow


def take_over(window: MainWindow, name: str) -> None:
    """Let a window follow a setting that has changed."""
    values = window.settings.values
    if name == "language":
        language.use(values.language)
    elif name == "lengths":
        measure(window)
    elif name == "theme":
        window.apply_theme()
    elif name in ("preset", "shortcuts"):
        window.action_set.bind_keys()
        window.retranslate()
        use_hands(window)
    elif name == "touchpad":
        use_hands(window)
    elif name == "overlays":
        window.board.switches.apply_overlays(values.overlays)
        window.refresh_actions()
    elif name == "grid":
        window.board.switches.show_grid(values.grid)
    elif name == "follow_storey" and window.session is not None:
        window.session.follow_storey = values.follow_storey
    elif name == "obstacles":
        window.board.switches.show_obstacles(values.obstacles)


def use_hands(window: MainWindow) -> None:
    """Let mouse and touch pad do on the map what the settings say."""
    if window.has_table:
        values = window.settings.values
        window.board.hands.use(values.preset, values.touchpad)


def measure(window: MainWindow) -> None:
    """Say lengths in the unit chosen, or in that of the rules of the fight."""
    chosen, usual = window.settings.values.lengths, ""
    if window.session is not None:
        from desktop.words.lengths import (
            usual_lengths,  # loads pydantic, which the start page spares
        )

        usual = usual_lengths(window.session.system)
    language.measure(usual if chosen == "rules" else chosen)
