"""The catalogue check: every language says everything, and everything said has words.

``python -m tests.check_catalogues`` prints what is wrong and fails if anything is.

Keys stand in code as literals: ``term("a.b")``, ``Term("a.b")``, ``tr("a.b")``, ``say("a.b")``.
A key that ends in an id is made by ``named("a", id)``; ``say`` and ``Term`` take ``f"a.{id}"`` too:
the literal prefix up to the dot is checked. ``Problem("code")`` and ``AnswerError("code")`` use the
key ``problem.<code>``. ``system_word("a", id, "b")`` may have words ``a.<system>.b``, and the
choices of a column of a table are named below its own key.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rules.core.catalogues import Catalogue, CatalogueError, catalogue_files, read_catalogue
from rules.core.glossary import FORMS, gaps

ROOT = Path(__file__).resolve().parents[1]
CODE = ("desktop", "rules", "maps")

SPEAKERS = {
    "term": "",
    "Term": "",
    "tr": "",
    "say": "",
    "Problem": "problem.",
    "AnswerError": "problem.",
}
"""Calls whose first argument is a key, and what is put before it."""


@dataclass(frozen=True, slots=True)
class Use:
    """A key in the code. ``given`` are the arguments; None where they cannot be seen."""

    key: str
    where: str
    part: str
    given: frozenset[str] | None = None
    is_prefix: bool = False


@dataclass(slots=True)
class Code:
    """What the code says about keys."""

    uses: list[Use] = field(default_factory=list)
    strings: set[str] = field(default_factory=set)
    prefixes: set[str] = field(default_factory=set)
    offers: set[tuple[str, str]] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


def base(key: str) -> str:
    """Return a key without its plural form."""
    stem, _, form = key.rpartition(".")
    return stem if form in FORMS and stem else key


def part_of(path: Path) -> str:
    """Return the part of the catalogues whose keys a module may use, besides the core's."""
    match path.parts:
        case ("rules", "systems", system, _, *_):
            return f"systems/{system}"
        case ("rules", *_):
            return "core"
        case _:
            return "assets"


def reaches(part: str, catalogue: str) -> bool:
    """Whether code of a part may use the keys of a catalogue."""
    whole = "/".join(catalogue.split("/")[:2])
    return catalogue == "core" or catalogue.split("/", maxsplit=1)[0] == part or whole == part


def read_code(root: Path = ROOT) -> Code:
    """Read all modules of the program."""
    code = Code()
    for package in CODE:
        for path in sorted((root / package).rglob("*.py")):
            relative = path.relative_to(root)
            read_module(path.read_text(encoding="utf-8"), relative, code)
    return code


def read_module(source: str, path: Path, code: Code) -> None:
    """Read one module into ``code``."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        code.faults.append(f"{path.as_posix()}:{error.lineno}: {error.msg}")
        return
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)):
                code.strings.add(text)
            case ast.JoinedStr() if prefix := _prefix(node):
                code.prefixes.add(prefix)
            case ast.Call(
                func=ast.Name(id="system_word"),
                args=[ast.Constant(value=str(first)), _, ast.Constant(value=str(last))],
            ):
                code.offers.add((first, last))
            case ast.Call(args=[key, *_]):
                _read_call(node, key, path, code)


def _read_call(call: ast.Call, key: ast.expr, path: Path, code: Code) -> None:
    func = call.func
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    where = f"{path.as_posix()}:{call.lineno}"
    if name not in SPEAKERS and name != "named":
        return
    if name in ("say", "Term") and (prefix := _prefix(key)):
        code.uses.append(Use(prefix, where, part_of(path), is_prefix=True))
        return
    if isinstance(key, ast.JoinedStr | ast.BinOp):
        code.faults.append(f'{where}: {name}() with a computed key: use named("prefix", id)')
    if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
        if name == "named":
            code.faults.append(f"{where}: write the prefix of named() out in full")
        return
    if name == "named":
        code.uses.append(Use(f"{key.value}.", where, part_of(path), is_prefix=True))
        code.prefixes.add(f"{key.value}.")
    else:
        full = SPEAKERS[name] + key.value
        code.strings.add(full)
        code.uses.append(Use(full, where, part_of(path), _given(call, name)))


def _prefix(key: ast.expr) -> str:
    """Return what an f-string begins with, if that is a whole part of a key."""
    match key:
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]) if text.endswith("."):
            return text
        case _:
            return ""


def _given(call: ast.Call, name: str) -> frozenset[str] | None:
    """Return the names of the arguments of a call, None where they cannot be seen."""
    keywords = {k.arg: k.value for k in call.keywords}
    if name in ("term", "tr", "say", "AnswerError"):
        return None if None in keywords else frozenset(k for k in keywords if k)
    position = {"Term": 1, "Problem": 3}[name]
    value = keywords.get("args") or (call.args[position] if len(call.args) > position else None)
    if value is None:
        return frozenset()
    if isinstance(value, ast.Dict) and all(isinstance(k, ast.Constant) for k in value.keys):
        return frozenset(str(k.value) for k in value.keys if isinstance(k, ast.Constant))
    return None


def read_all(root: Path = ROOT) -> tuple[list[Catalogue], list[str]]:
    """Read all catalogues; returns them and the faults of those that cannot be read."""
    catalogues, faults = [], []
    for part, language, path in catalogue_files(root):
        try:
            catalogues.append(read_catalogue(path, part, language))
        except CatalogueError as error:
            faults.append(f"{part}: {error}")
    return catalogues, faults


def compare_languages(catalogues: Iterable[Catalogue]) -> Iterator[str]:
    """Yield what one language has and another lacks: files, keys, gaps."""
    catalogues = list(catalogues)
    parts: dict[str, dict[str, Catalogue]] = {}
    for catalogue in catalogues:
        parts.setdefault(catalogue.part, {})[catalogue.language] = catalogue
    languages = sorted({c.language for c in catalogues})
    for part, found in parts.items():
        for language in languages:
            if language not in found:
                yield f"{part}: no file for {language}"
        keys = sorted({key for c in found.values() for key in c.texts})
        for key in keys:
            lacking = [language for language, c in found.items() if key not in c.texts]
            if lacking:
                yield f"{part}: {key}: missing in {', '.join(lacking)}"
                continue
            try:
                wanted = {language: gaps(c.texts[key]) for language, c in found.items()}
            except ValueError as error:
                yield f"{part}: {key}: {error}"
                continue
            if len(set(wanted.values())) > 1:
                shown = "; ".join(f"{lang}: {sorted(names)}" for lang, names in wanted.items())
                yield f"{part}: {key}: different gaps ({shown})"


def check_texts(catalogues: Iterable[Catalogue]) -> Iterator[str]:
    """Yield empty texts, keys of two files, and keys of a system that do not name it."""
    owners: dict[tuple[str, str], str] = {}
    for catalogue in catalogues:
        where = f"{catalogue.part} ({catalogue.language})"
        system = catalogue.part.partition("systems/")[2].partition("/")[0]
        for key, text in catalogue.texts.items():
            if not text.strip():
                yield f"{where}: {key}: empty"
            if base(key) != key and base(key) in catalogue.texts:
                yield f"{where}: {base(key)}: has a text and plural forms"
            if base(key) != key and f"{base(key)}.other" not in catalogue.texts:
                yield f"{where}: {base(key)}: no form .other"
            if system and system not in key.split("."):
                yield f"{where}: {key}: keys of a system name it (x.{system}.y)"
            owner = owners.setdefault((catalogue.language, key), catalogue.part)
            if owner != catalogue.part:
                yield f"{where}: {key}: stands in {owner} too"


def check_uses(code: Code, catalogues: Iterable[Catalogue]) -> Iterator[str]:
    """Yield keys in the code without words in reach, and calls that leave gaps open."""
    texts: dict[str, list[tuple[str, str]]] = {}
    for catalogue in catalogues:
        for key, text in catalogue.texts.items():
            texts.setdefault(base(key), []).append((catalogue.part, text))
            if base(key) != key:
                texts.setdefault(key, []).append((catalogue.part, text))
    for use in code.uses:
        if use.is_prefix:
            found = [v for key, vs in texts.items() if key.startswith(use.key) for v in vs]
        else:
            found = texts.get(use.key, [])
        # Ids of systems come to the desktop as data, so a prefix there may lie in their files.
        wide = use.is_prefix and use.part == "assets"
        found = [(part, text) for part, text in found if wide or reaches(use.part, part)]
        if not found:
            yield f"{use.where}: {use.key}: no words in reach of {use.part}"
        elif use.given is not None and not use.is_prefix:
            wanted = frozenset[str]().union(*(_gaps(text) for _, text in found))
            if wanted - use.given:
                yield f"{use.where}: {use.key}: gaps left open: {sorted(wanted - use.given)}"


def _gaps(text: str) -> frozenset[str]:
    try:
        return gaps(text)
    except ValueError:
        return frozenset()  # compare_languages reports it


def unused(code: Code, catalogues: Iterable[Catalogue]) -> Iterator[tuple[str, str]]:
    """Yield (part, key) of the keys that no code seems to use."""
    seen = set()
    for catalogue in catalogues:
        for key in catalogue.texts:
            stem = base(key)
            if not _used(code, key, stem) and (catalogue.part, stem) not in seen:
                seen.add((catalogue.part, stem))
                yield catalogue.part, stem


def _used(code: Code, key: str, stem: str) -> bool:
    first, (above, _, last) = key.partition(".")[0], key.rpartition(".")
    return (
        key in code.strings
        or stem in code.strings
        or (first, last) in code.offers
        or (first.startswith("table") and above in code.strings)
        or any(key.startswith(prefix) for prefix in code.prefixes)
    )


def faults(root: Path = ROOT) -> list[str]:
    """Return everything that is wrong."""
    catalogues, found = read_all(root)
    code = read_code(root)
    found += code.faults
    found += compare_languages(catalogues)
    found += check_texts(catalogues)
    found += check_uses(code, catalogues)
    found += [f"{part}: {key}: nothing uses it" for part, key in unused(code, catalogues)]
    return found


def main() -> int:
    """Print what is wrong."""
    catalogues, _ = read_all()
    found = faults()
    for fault in found:
        print(fault)
    languages = sorted({catalogue.language for catalogue in catalogues})
    count = len({(c.part, key) for c in catalogues for key in c.texts})
    print(f"catalogues: {count} keys, {', '.join(languages)}, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
