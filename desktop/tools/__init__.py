"""What the hand does on the map: one class per tool, under one manager."""

from __future__ import annotations

from desktop.tools.area import AreaTool
from desktop.tools.base import Tool
from desktop.tools.blocks import BlockTool, EraseTool, FogTool, TerrainTool
from desktop.tools.draw import DoorTool, WallTool
from desktop.tools.edit import EditTool
from desktop.tools.ground import FloorTool, RoomTool
from desktop.tools.inspect import InspectTool
from desktop.tools.light import LightTool
from desktop.tools.measure import MeasureTool
from desktop.tools.reveal import RevealTool
from desktop.tools.select import SelectTool
from desktop.tools.stairs import StairsTool
from desktop.tools.zone import ZoneTool

TOOLS: tuple[type[Tool], ...] = (
    SelectTool,
    MeasureTool,
    AreaTool,
    EditTool,
    WallTool,
    RoomTool,
    DoorTool,
    BlockTool,
    TerrainTool,
    FogTool,
    LightTool,
    FloorTool,
    ZoneTool,
    EraseTool,
    RevealTool,
)
"""All tools in the order of the strip; each has ``id``, ``word``, ``icon`` and ``keys``."""

UNSEEN: tuple[type[Tool], ...] = (InspectTool, StairsTool)
"""Tools that the strip leaves out: an action takes them into the hand."""
