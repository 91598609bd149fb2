"""Docks in a small window: nothing is left out, squeezed or cut."""

from __future__ import annotations

import pytest

from desktop.docks.attack_steps import StepColumn, StepHead
from desktop.docks.body_layout import MARGIN, SWATCH, legend_lines
from rules.views import BodyView, LegendEntry

pytestmark = pytest.mark.usefixtures("qapp")

WORDS = ("Platte", "Kette", "Leder", "Kratzer", "verletzt", "schwer", "unbrauchbar")


def body() -> BodyView:
    return BodyView((), legend=tuple(LegendEntry("w1", word) for word in WORDS))


@pytest.mark.parametrize(("width", "lines"), [(900, 1), (420, 2), (240, 3)])
def test_the_legend_of_a_body_breaks_into_lines(width: int, lines: int) -> None:
    rows = legend_lines(body(), width)
    assert [entry.label for row in rows for entry, _ in row] == list(WORDS)
    assert len(rows) == lines
    for row in rows:
        lefts = [left for _, left in row]
        assert lefts[0] == MARGIN
        assert all(b - a > SWATCH for a, b in zip(lefts, lefts[1:], strict=False))


def test_a_step_asks_for_the_room_of_all_its_lines() -> None:
    step = StepColumn(StepHead(1, "Ergebnis"), 160)
    heights = []
    for _ in range(3):
        step.text("Hrodwin verfehlt Gerwald mit dem Hammer und verliert sein Gleichgewicht.")
        heights.append(step.minimumSizeHint().height())
    assert step.minimumSizeHint().width() == step.minimumWidth()
    line = step.fontMetrics().height()
    assert all(b - a > 2 * line for a, b in zip(heights, heights[1:], strict=False))
