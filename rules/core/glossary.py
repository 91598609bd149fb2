"""The glossary: says terms in one language. Rules, desktop and command line all speak through it.

Texts have gaps ``{name}``. After a colon a gap may say how a number is written:

- ``{value:,}`` with the group mark of the language between thousands;
- ``{value:+}`` with its sign, ``{value:.1}`` with one decimal, ``{value:+.1}`` both;
- ``{share:%}`` a share (0.3) as percent, ``{share:.1%}`` with one decimal;
- ``{value:pct}`` a number that counts percents already;
- ``{length:m}``, ``{length:.1m}`` metres with their unit, ``{length:ft}`` feet: both are said in
  metres or in feet where ``Glossary.lengths`` wants it.

``key.zero``, ``key.one`` and ``key.other`` are forms of ``key``, chosen by the argument ``n``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from string import Formatter
from threading import Lock
from typing import ClassVar, NamedTuple

from rules.core.catalogues import (
    Catalogue,
    built_in_systems,
    outside_systems,
    own_files,
    read_catalogue,
    read_own,
    read_system,
)
from rules.core.terms import Term, TermArg

FALLBACK = "en"
"""The language that stands in where another one has no text yet."""

FORMS = ("zero", "one", "other")
"""Plural forms, as last part of a key."""

_SPEC = re.compile(r"(?P<sign>\+?)(?P<group>,?)(?:\.(?P<digits>\d))?(?P<unit>%|pct|m|ft)?")

FOOT = 0.3
"""Metres to a foot as games count them: 5 feet are 1.5 m."""


class MissingWordError(LookupError):
    """A text or an argument that is not there; raised only by strict glossaries."""


class _Gap(NamedTuple):
    name: str
    sign: bool
    digits: int | None
    unit: str
    grouped: bool


_Text = tuple["str | _Gap", ...]


@lru_cache(maxsize=8192)
def parse_text(text: str) -> _Text:
    """Split a text into literals and gaps. Raises ValueError for a gap that makes no sense."""
    parts: list[str | _Gap] = []
    for literal, name, spec, conversion in Formatter().parse(text):
        if literal:
            parts.append(literal)
        if name is None:
            continue
        match = _SPEC.fullmatch(spec or "")
        if not name.isidentifier() or conversion or match is None:
            raise ValueError(f"gap {{{name}:{spec}}} in {text!r}")
        digits = match["digits"]
        exact = int(digits) if digits else None
        parts.append(
            _Gap(name, bool(match["sign"]), exact, match["unit"] or "", bool(match["group"]))
        )
    return tuple(parts)


def gaps(text: str) -> frozenset[str]:
    """Return the names of the gaps of a text."""
    return frozenset(part.name for part in parse_text(text) if isinstance(part, _Gap))


class Glossary:
    """All words of one language."""

    strict: ClassVar[bool] = False
    """Whether a missing word raises MissingWordError (tests) or shows as ⟨key⟩ (users)."""

    def __init__(self, language: str, catalogues: Iterable[Catalogue | Mapping[str, str]]) -> None:
        """Join catalogues; later ones win."""
        self.language = language
        self.lengths = ""  # "m" or "ft"; empty = as each text is written
        self._texts: dict[str, str] = {}
        for catalogue in catalogues:
            self._texts.update(catalogue.texts if isinstance(catalogue, Catalogue) else catalogue)
        self._parsed: dict[str, _Text] = {}
        self._chain: tuple[str, ...] = ()
        self._unread: set[str] = set()
        self._outside_known = True
        self._fallback_unread = False
        self._reading = Lock()
        self._decimal = self._texts.get("format.decimal", ".")
        self._group = self._texts.get("format.group", ",")
        self._minus = self._texts.get("format.minus", "\u2212")
        self._percent = self._texts.get("format.percent", "%")
        self._units = {u: self._texts.get(f"format.length.{u}", u) for u in ("m", "ft")}
        self._comma = self._texts.get("format.list.comma", ", ")
        self._last = self._texts.get("format.list.last", ", ")

    @classmethod
    def load(cls, language: str) -> Glossary:
        """Load a language from its files; English stands in for what it lacks.

        English, and the words of a system, are read when the first of them is asked for.
        """
        glossary = cls(language, read_own(language))
        if language != FALLBACK and "format.list.last" not in glossary._texts:
            glossary = cls(language, [*read_own(FALLBACK), *read_own(language)])
        elif language != FALLBACK:
            glossary._fallback_unread = True
        glossary._chain = (language,) if language == FALLBACK else (FALLBACK, language)
        glossary._unread = set(built_in_systems())
        glossary._outside_known = False
        return glossary

    def __contains__(self, key: object) -> bool:
        return (
            key in self._texts
            or f"{key}.other" in self._texts
            or (self._read_for(str(key)) and key in self)
        )

    def own(self, key: str) -> str:
        """Return a text without gaps of the program's own files; empty where there is none."""
        return self._texts.get(key, "")

    def keys(self, prefix: str = "") -> list[str]:
        """Return all keys with a prefix, in the order of the files."""
        self._know_outside()
        self._read_for("")
        self._read_for(".".join(self._unread))
        return [key for key in self._texts if key.startswith(prefix)]

    def say(self, what: Term | str, /, **args: TermArg) -> str:
        """Say a term, or a key with its arguments."""
        if isinstance(what, Term):
            return self._say(what.key, what.args)
        return self._say(what, args)

    def say_with(self, key: str, args: Mapping[str, object]) -> str:
        """Say a key with arguments of any type, as problems carry them."""
        return self._say(key, args)

    def number(
        self, value: float, digits: int | None = None, *, sign: bool = False, group: bool = False
    ) -> str:
        """Write a number; without ``digits`` at most two decimals and no needless zeros.

        ``group`` puts the mark of the language between the thousands of a whole number.
        """
        if isinstance(value, int) and digits is None:
            text = str(abs(value))
            if group:
                text = f"{abs(value):,}".replace(",", self._group)
            negative = value < 0
        else:
            if digits is None:
                text = f"{abs(value):.2f}".rstrip("0").rstrip(".")
            else:
                text = f"{abs(value):.{digits}f}"
            negative = value < 0 and text.strip("0.") != ""
            if self._decimal != ".":
                text = text.replace(".", self._decimal)
        if negative:
            return self._minus + text
        return f"+{text}" if sign else text

    def percent(self, share: float, digits: int = 0) -> str:
        """Write a share (0.3) as percent."""
        return self.number(share * 100, digits) + self._percent

    def length(self, value: float, unit: str, digits: int | None = None) -> str:
        """Write a length in metres (``m``) or feet (``ft``) with its unit, turned if wanted."""
        wanted = self.lengths or unit
        if wanted != unit:
            value, digits = round(value / FOOT if wanted == "ft" else value * FOOT, 1), None
        return f"{self.number(value, digits)} {self._units[wanted]}"

    def unit(self, usual: str = "m") -> str:
        """Return the word of the unit in which lengths are said."""
        return self._units[self.lengths or usual]

    def listing(self, items: Iterable[str]) -> str:
        """Join words to a list: "a, b and c"."""
        words = list(items)
        if len(words) < 2:
            return "".join(words)
        return self._comma.join(words[:-1]) + self._last + words[-1]

    def _say(self, key: str, args: Mapping[str, object]) -> str:
        parsed = self._parsed.get(key)
        if parsed is None:
            parsed = self._find(key, args)
            if parsed is None:
                if self.strict:
                    raise MissingWordError(f"{self.language}: {key}")
                return f"⟨{key}⟩"
        return "".join(
            [part if type(part) is str else self._fill(part, args, key) for part in parsed]  # type: ignore[arg-type]  # the other type is _Gap
        )

    def _joined(self, below: Iterable[Catalogue]) -> dict[str, str]:
        """Return all texts with others below them."""
        texts: dict[str, str] = {}
        for catalogue in below:
            texts.update(catalogue.texts)
        return texts | self._texts

    def _know_outside(self) -> None:
        if not self._outside_known:
            self._outside_known = True
            self._unread.update(id for id, _ in outside_systems())

    def _read_for(self, key: str) -> bool:
        """Read the words of the systems that a key names; returns whether it may be there now."""
        parts = key.split(".")
        with self._reading:  # the start page reads fights in a thread
            wanted = self._unread.intersection(parts)
            if not wanted and self._fallback_unread:
                self._texts = self._joined(read_own(FALLBACK))
                self._fallback_unread = False
            if not wanted and key not in self._texts and f"{key}.other" not in self._texts:
                self._know_outside()
                wanted = self._unread.intersection(parts)
            for id in sorted(wanted):
                for code in self._chain:
                    for catalogue in read_system(code, id):
                        self._texts.update(catalogue.texts)
            self._unread -= wanted
        return bool(wanted) or key in self._texts or f"{key}.other" in self._texts

    def _find(self, key: str, args: Mapping[str, object]) -> _Text | None:
        text = self._texts.get(key)
        if text is not None:
            parsed = self._parsed[key] = parse_text(text)
            return parsed
        n = args.get("n")
        form = "one" if n == 1 else "zero" if n == 0 else "other"
        text = self._texts.get(f"{key}.{form}") or self._texts.get(f"{key}.other")
        if text is not None:
            return parse_text(text)
        return self._find(key, args) if self._read_for(key) else None

    def _fill(self, gap: _Gap, args: Mapping[str, object], key: str) -> str:
        if gap.name not in args:
            if self.strict:
                raise MissingWordError(f"{self.language}: {key}: {{{gap.name}}}")
            return f"⟨{gap.name}⟩"
        return self._argument(args[gap.name], gap)

    def _argument(self, value: object, gap: _Gap) -> str:
        if isinstance(value, Term):
            return self._say(value.key, value.args)
        if isinstance(value, int | float):
            if gap.unit == "%":
                return self.percent(value, gap.digits or 0)
            if gap.unit in self._units:
                return self.length(value, gap.unit, gap.digits)
            number = self.number(value, gap.digits, sign=gap.sign, group=gap.grouped)
            return number + self._percent if gap.unit else number
        if isinstance(value, tuple | list):
            return self.listing([self._argument(item, gap) for item in value])
        return str(value)


def languages() -> list[str]:
    """Return the codes of all languages that have files of the desktop's own."""
    return sorted({lang for part, lang, _ in own_files() if part.startswith("assets/")})


def language_names() -> dict[str, str]:
    """Return every language's code and its own name for itself."""
    names = {code: code for code in languages()}
    for part, language, path in own_files():
        if part == "assets/formats" and language in names:
            texts = read_catalogue(Path(path), part, language).texts
            names[language] = texts.get("language.name", language)
    return names


def choose_language(wanted: Iterable[str]) -> str:
    """Return the first wanted language (``de_AT``, ``en-GB``) that exists, else English."""
    there = languages()
    for name in wanted:
        code = re.split(r"[-_.@]", name, maxsplit=1)[0].lower()
        if code in there:
            return code
    return FALLBACK


_DIGITS = re.compile(r"(\d+)")


def sort_key(text: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """Return a key that sorts as a dictionary does: ä as a, ß as ss, "Ork 2" before "Ork 10"."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    parts = tuple(
        (0, int(part), "") if part.isdecimal() else (1, 0, part)
        for part in _DIGITS.split(plain)
        if part
    )
    return parts, text
