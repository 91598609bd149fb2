"""Map files of other programs, one module per format, and the registry that finds them."""

from __future__ import annotations

from pathlib import Path

from maps.formats.base import Format, Import, Need, load, unreadable
from maps.formats.foundry import FoundryFormat, FoundryOptions, SeeThrough
from maps.formats.foundry_export import export_foundry
from maps.formats.picture import GridFit, PictureFormat
from maps.formats.tiled import TiledFormat
from maps.formats.uvtt import OpenPortal, Origin, UvttFormat, UvttOptions
from maps.formats.uvtt_export import export_uvtt
from maps.formats.watabou import WatabouFormat

FORMATS: tuple[Format, ...] = (
    PictureFormat(),
    UvttFormat(),
    WatabouFormat(),
    FoundryFormat(),
    TiledFormat(),
)
"""All formats, in the order in which they are asked."""
HEAD = 65_536
"""How many bytes of a file the formats get to see."""

__all__ = [
    "FORMATS",
    "Format",
    "FoundryOptions",
    "GridFit",
    "Import",
    "Need",
    "OpenPortal",
    "Origin",
    "SeeThrough",
    "UvttOptions",
    "detect",
    "export_foundry",
    "export_uvtt",
    "format_by_id",
    "read_map",
]


def detect(head: bytes, name: str) -> Format | None:
    """Return the format that the first bytes and the name of a file look like."""
    return next((f for f in FORMATS if f.sniff(head[:HEAD], name)), None)


def format_by_id(id: str) -> Format:
    """Return a format by its id. Raises KeyError when there is none."""
    for known in FORMATS:
        if known.id == id:
            return known
    raise KeyError(id)


def read_map(source: Path | bytes, name: str = "") -> Import:
    """Read a map of any format with its usual choices.

    Raises UnreadableFileError when the file cannot be read or no format knows it.
    """
    data = load(source)
    file = name or (source.name if isinstance(source, Path) else "")
    found = detect(data, file)
    if found is None:
        raise unreadable("format_unknown")
    if isinstance(found, TiledFormat) and isinstance(source, Path):
        return found.read(source, file)  # its tiles lie beside it
    return found.read(data, file)
