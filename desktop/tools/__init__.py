"""What the hand does on the map: one class per tool, under one manager."""

from __future__ import annotations

from desktop.tools.base import Tool
from desktop.tools.measure import MeasureTool
from desktop.tools.select import SelectTool

TOOLS: tuple[type[Tool], ...] = (SelectTool, MeasureTool)
"""All tools in the order of the strip; each has ``id``, ``word``, ``icon`` and ``keys``."""
