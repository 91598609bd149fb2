"""JSON files of strangers: broken ones say where, and big pictures are never copied as text."""

from __future__ import annotations

import binascii
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from maps.formats.base import unreadable

_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[{}\[\]]', re.DOTALL)
_COLON = re.compile(rb"\s*:\s*")
_ESCAPE = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_START = re.compile(rb"\s*[{\[]")
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"
_JUNK = bytes(set(range(256)) - set(_ALPHABET))
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
_WHITE_ESCAPES = frozenset(b"nrtfb")
_CHUNK = 1 << 20
_LONGEST_WHOLE = 18
_LONE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
"""Longest whole number that is kept as such; longer ones become floats."""


@dataclass(frozen=True, slots=True)
class Span:
    """Where a string value lies in a file, without its quotes, in bytes."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON file: its value, and the one long string that was left in the raw bytes.

    The cut out string stands in ``value`` as an empty one; ``span`` is None when there
    was no such string.
    """

    value: object
    raw: bytes
    span: Span | None
    guessed_encoding: bool = False

    def head(self, length: int) -> bytes:
        """Return the first bytes of the string that was cut out."""
        if self.span is None:
            return b""
        return self.raw[self.span.start : min(self.span.end, self.span.start + length)]


def parse(data: bytes, cut: str = "") -> Document:
    """Parse JSON; the string under the top-level key ``cut`` is left in the raw bytes.

    Accepts a BOM, UTF-16, and NaN and Infinity as numbers. Raises UnreadableFileError
    with line and byte when the text is broken or cut off.
    """
    raw = _utf8(data)
    if not _START.match(raw):
        raise unreadable("not_json")
    span = _find(raw, cut.encode()) if cut else None
    rest = raw if span is None else b"".join((raw[: span.start], raw[span.end :]))
    text, guessed = _decode(rest)
    try:
        value = json.loads(_paired(text), parse_int=_whole)
    except json.JSONDecodeError as error:
        raise _broken(error, text, raw, span) from error
    except RecursionError as error:
        raise unreadable("json_too_deep") from error
    return Document(value, raw, span, guessed)


def decode_base64(raw: bytes, start: int, end: int) -> bytes:
    """Decode base64 in JSON bytes piece by piece; escapes, white space and junk are skipped.

    A cut-off end gives what is whole. Needs one copy of the result only.
    """
    out = io.BytesIO()  # hands out its bytes without a copy
    rest = b""
    for piece in _pieces(raw, start, end):
        digits = rest + _digits(piece)
        whole = len(digits) // 4 * 4
        out.write(binascii.a2b_base64(digits[:whole]))
        rest = digits[whole:]
    if len(rest) > 1:
        out.write(binascii.a2b_base64(rest + b"=" * (-len(rest) % 4)))
    return out.getvalue()


def _utf8(data: bytes) -> bytes:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace").encode()
    return data[3:] if data.startswith(b"\xef\xbb\xbf") else data


def _decode(data: bytes) -> tuple[str, bool]:
    try:
        return data.decode(), False
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), True


def _paired(text: str) -> str:
    """Replace halves of characters (lone surrogates), which no file could hold again."""
    return _LONE.sub(r"\\ufffd", text) if r"\ud" in text or r"\uD" in text else text


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= _LONGEST_WHOLE else float(digits)


def _find(raw: bytes, key: bytes) -> Span | None:
    """Find the string under a key of the outermost object."""
    depth, wanted = 0, b'"' + key + b'"'
    tokens = _TOKEN.finditer(raw)
    for token in tokens:
        first = raw[token.start()]
        if first in b"{[":
            depth += 1
        elif first in b"}]":
            depth -= 1
        elif depth == 1 and raw.startswith(wanted, token.start()):
            colon = _COLON.match(raw, token.end())
            if colon and raw[colon.end() : colon.end() + 1] == b'"':
                return _value(raw, next(tokens))
    return None


def _value(raw: bytes, token: re.Match[bytes]) -> Span:
    start, end = token.start() + 1, token.end()
    if end - start < 1 or raw[end - 1 : end] != b'"':
        raise _cut_off(raw)
    return Span(start, end - 1)


def _broken(error: json.JSONDecodeError, text: str, raw: bytes, span: Span | None) -> Exception:
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return _cut_off(raw)
    byte = len(text[: error.pos].encode("utf-8", "replace"))
    if span is not None and byte > span.start:
        byte += span.end - span.start
    line = raw.count(b"\n", 0, byte) + 1
    column = byte - raw.rfind(b"\n", 0, byte)
    place = f"{line}:{column}"
    return unreadable("json_broken", place, line=line, column=column, byte=byte)


def _cut_off(raw: bytes) -> Exception:
    line = raw.count(b"\n") + 1
    return unreadable("file_cut_off", f"{line}", line=line, byte=len(raw))


def _pieces(raw: bytes, start: int, end: int) -> Iterator[bytes]:
    """Yield the bytes in pieces that do not split an escape."""
    while start < end:
        stop = min(end, start + _CHUNK)
        piece = raw[start:stop]
        tail = piece.rfind(b"\\", -6)
        if tail > 0 and stop < end:
            piece = piece[:tail]
        yield piece
        start += len(piece)


def _digits(piece: bytes) -> bytes:
    """Return the base64 digits of a piece of JSON text."""
    if b"\\" in piece:
        piece = _ESCAPE.sub(_unescaped, piece)
    return piece.translate(_URL_SAFE, _JUNK)


def _unescaped(escape: re.Match[bytes]) -> bytes:
    if escape[1]:
        return chr(int(escape[1], 16)).encode("utf-8", "replace")
    return b"" if escape[2][0] in _WHITE_ESCAPES else escape[2]
