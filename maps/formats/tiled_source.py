"""Tiled's two spellings as one: XML maps become the tables that JSON maps are made of.

XML is read without entities, document types or anything outside of the file.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

import numpy as np
import numpy.typing as npt

from maps.formats.base import MAX_LINE, unreadable

MAX_DEPTH = 64
MAX_ELEMENTS = 2_000_000
FLAGS = 0xF0000000
"""Bits of a tile number that say how the tile is flipped and turned."""

Gids = npt.NDArray[np.uint32]
_LISTS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer"}


@dataclass(slots=True)
class _Element:
    tag: str
    values: dict[str, Any]
    text: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _XmlReader:
    """Builds tables while expat walks through the file."""

    stack: list[_Element] = field(default_factory=list)
    root: dict[str, Any] | None = None
    seen: int = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.seen += 1
        if len(self.stack) >= MAX_DEPTH or self.seen > MAX_ELEMENTS:
            raise unreadable("xml_too_deep")
        self.stack.append(_Element(tag, dict(attributes)))

    def data(self, text: str) -> None:
        if self.stack and self.stack[-1].tag in ("data", "chunk", "property"):
            self.stack[-1].text.append(text)

    def end(self, tag: str) -> None:
        element = self.stack.pop()
        values, text = element.values, "".join(element.text)
        if not self.stack:
            self.root = {"#": tag, **values}
            return
        above = self.stack[-1].values
        match tag:
            case "layer" | "objectgroup" | "imagelayer":
                above.setdefault("layers", []).append({**values, "type": _LISTS[tag]})
            case "group":
                above.setdefault("layers", []).append({**values, "type": "group"})
            case "tileset" | "object" | "chunk":
                if tag == "chunk":
                    values = {**values, "data": text}
                above.setdefault(f"{tag}s", []).append(values)
            case "tile":
                above.setdefault("tiles", []).append(values)
            case "properties":
                above["properties"] = values.get("properties", [])
            case "property":
                if "value" not in values:
                    values["value"] = text
                above.setdefault("properties", []).append(values)
            case "data":
                self._data(above, values, text)
            case "polygon" | "polyline":
                above[tag] = _points(values.get("points", ""))
            case "ellipse" | "point":
                above[tag] = True
            case "image":
                above.setdefault("image", values.get("source", ""))

    @staticmethod
    def _data(above: dict[str, Any], values: dict[str, Any], text: str) -> None:
        above["encoding"] = values.get("encoding", "")
        above["compression"] = values.get("compression", "")
        if "chunks" in values:
            above["chunks"] = values["chunks"]
        elif "tiles" in values:
            above["data"] = [tile.get("gid", 0) for tile in values["tiles"]]
        else:
            above["data"] = text

    def refuse(self, *_: object) -> None:
        raise unreadable("xml_entities")


def read_xml(data: bytes) -> Mapping[str, Any]:
    """Read a Tiled file in XML. Raises UnreadableFileError when it is broken or tries tricks."""
    parser = expat.ParserCreate()
    reader = _XmlReader()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.data
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.EntityDeclHandler = reader.refuse
    parser.ExternalEntityRefHandler = reader.refuse  # type: ignore[assignment]  # it never returns
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        line = getattr(error, "lineno", 0)
        column = getattr(error, "offset", 0)
        raise unreadable("xml_broken", f"{line}:{column}", line=line, column=column) from error
    return reader.root or {}


def _points(text: str) -> list[dict[str, str]]:
    out = []
    for pair in text.split(maxsplit=MAX_LINE):  # whatever is more stays in the last one
        x, _, y = pair.partition(",")
        out.append({"x": x, "y": y})
    return out


def gids(stated: object, table: Mapping[str, Any], count: int) -> Gids | None:
    """Return the tile numbers of a layer or chunk with their flags; None for what is broken.

    Compressed data is never unpacked beyond the ``count`` of tiles that fit.
    """
    encoding = str(table.get("encoding") or "")
    try:
        if isinstance(stated, list):
            found = np.array([int(v) for v in stated[:count]], dtype=np.int64)
        elif not isinstance(stated, str):
            return None
        elif encoding == "base64":
            found = _unpacked(stated, str(table.get("compression") or ""), count)
        else:
            words = stated.replace("\n", "").replace("\r", "").split(",")[:count]
            found = np.array([int(w) for w in words if w.strip()], dtype=np.int64)
    except (ValueError, TypeError, OverflowError, zlib.error, binascii.Error):
        return None
    if len(found) != count:
        return None
    return (found & 0xFFFFFFFF).astype(np.uint32)


def _unpacked(text: str, compression: str, count: int) -> npt.NDArray[np.int64]:
    raw = base64.b64decode(text.strip(), validate=False)
    if compression in ("zlib", "gzip"):
        raw = zlib.decompressobj(wbits=47).decompress(raw, count * 4)
    elif compression:
        raise ValueError(compression)
    return np.frombuffer(raw[: len(raw) // 4 * 4], dtype="<u4").astype(np.int64)
