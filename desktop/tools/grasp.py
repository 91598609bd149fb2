"""What of walls, doors, areas and lights the pointer takes hold of."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.tools.base import Pointer
from desktop.tools.edits import BodyDrag, Drag, Edited, Handle, RadiusDrag
from desktop.tools.picking import picker_of
from desktop.tools.shape import square
from maps import reshape
from maps.board import Board, Light
from maps.grid import SUB
from maps.shapes import Obstacle


@dataclass(frozen=True, slots=True)
class Grasp:
    """A board, what is picked of it, and how many squares from a thing it is still meant."""

    ground: Board
    obstacles: tuple[Obstacle, ...]
    lights: tuple[Light, ...]
    reach: float

    def found(self, at: Pointer) -> str:
        """Return the id of the light or obstacle that is meant; empty for none."""
        for light in reversed(self.ground.lights):
            x, y = square(light.at)
            if max(abs(at.x - x), abs(at.y - y)) <= self.reach:
                return light.id
        picker = picker_of(self.ground)
        found = picker.piece_at(at.x, at.y, self.reach)
        area = found.obstacle if found is not None else picker.area_at(at.x, at.y)
        return area.id if area is not None else ""

    def handle_at(self, at: Pointer) -> Handle | None:
        """Return the point of a picked obstacle under the pointer."""
        reach = self.reach * SUB
        for o in self.obstacles:
            for index, p in enumerate(reshape.handles(o)):
                if max(abs(p.x - at.x * SUB), abs(p.y - at.y * SUB)) <= reach:
                    return o.id, index
        return None

    def radius_at(self, at: Pointer) -> RadiusDrag | None:
        """Return the drag of the radius of a picked light under the pointer."""
        reach = self.reach * SUB
        for light in self.lights:
            for bright, radius in ((True, light.bright), (False, light.dim)):
                x, y = light.at.x + radius, light.at.y
                if radius and max(abs(x - at.x * SUB), abs(y - at.y * SUB)) <= reach:
                    return RadiusDrag(light, bright)
        return None

    def body(self, at: Pointer) -> BodyDrag:
        """Return the drag of all that is picked, held at its point nearest the pointer."""
        points = [p for o in self.obstacles for p in o.points]
        points += [light.at for light in self.lights]
        x, y = at.x * SUB, at.y * SUB
        held = min(points, key=lambda p: (p.x - x) ** 2 + (p.y - y) ** 2)
        return BodyDrag(self.obstacles, self.lights, held, at)


def moved_to(drag: Drag, edited: Edited) -> tuple[float, float]:
    """Return where the held point of a moved body is now."""
    assert isinstance(drag, BodyDrag)
    before = [p for o in drag.obstacles for p in o.points] + [i.at for i in drag.lights]
    after = [p for o in edited.put for p in o.points] + [i.at for i in edited.lights]
    return square(after[before.index(drag.held)])
