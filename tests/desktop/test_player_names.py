"""Names on the players' map keep off those that are near; nobody is asked who is far."""

from __future__ import annotations

import random

from PySide6.QtCore import QRectF

from desktop.player.board import Near


def test_rectangles_near_a_room_are_found_as_by_looking_at_each() -> None:
    chance = random.Random(8)

    def some(most: int) -> QRectF:
        x, y = chance.uniform(-900, 900), chance.uniform(-900, 900)
        return QRectF(x, y, chance.uniform(1, most), chance.uniform(1, most))

    rects = [some(chance.choice((30, 300, 2_000))) for _ in range(200)]
    near = Near(rects[:100])
    for rect in rects[100:]:
        near.add(rect)
    for _ in range(100):
        room = some(400)
        found = {id(rect) for rect in near.meeting(room)}
        assert found == {id(rect) for rect in rects if rect.intersects(room)}
