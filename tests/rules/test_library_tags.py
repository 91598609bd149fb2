"""Every tag of a creature that stands ready has a word in both languages."""

from __future__ import annotations

import pytest

from rules import registry
from rules.core.glossary import Glossary


@pytest.mark.parametrize("system", registry.system_ids())
@pytest.mark.parametrize("language", ["de", "en"])
def test_tags_of_the_library_have_words(system: str, language: str) -> None:
    words = Glossary.load(language)
    tags = {tag for template in registry.get(system).library() for tag in template.tags}
    assert not [tag for tag in sorted(tags) if f"creature.{system}.tag.{tag}" not in words]
