"""What the hand does on the map: one class per tool, under one manager."""

from __future__ import annotations

from desktop.tools.area import AreaTool
from desktop.tools.base import Tool
from desktop.tools.draw import (
    DoorTool,
    EraseTool,
    FogTool,
    LowTool,
    SolidTool,
    TerrainTool,
    WallTool,
    WindowTool,
)
from desktop.tools.inspect import InspectTool
from desktop.tools.measure import MeasureTool
from desktop.tools.select import SelectTool

TOOLS: tuple[type[Tool], ...] = (
    SelectTool,
    MeasureTool,
    WallTool,
    AreaTool,
    EditTool,
    DoorTool,
    WindowTool,
    SolidTool,
    LowTool,
    FogTool,
    TerrainTool,
    EraseTool,
)
"""All tools in the order of the strip; each has ``id``, ``word``, ``icon`` and ``keys``."""

UNSEEN: tuple[type[Tool], ...] = (InspectTool,)
"""Tools that the strip leaves out: an action takes them into the hand."""
