"""Every language says everything, and says it with the same values."""

from __future__ import annotations

from collections import Counter
from string import Formatter

import pytest

from companion.faces.languages import languages
from companion.faces.languages.language import catalogues
from companion.faces.languages.po import Message, read_po
from tests.faces.languages.msgids import missing, scenes, templates, translated

CODES = [code for code in languages() if code != "en"]
HEADER = ("Plural-Forms: ", "X-Name: ", "charset=UTF-8")


def messages() -> list[tuple[str, Message]]:
    return [
        (path.name, message)
        for _, path in catalogues()
        for message in read_po(path.read_text(encoding="utf-8")).messages
    ]


def values(template: str) -> Counter[str]:
    """The placeholders of a template."""
    return Counter(name for _, name, _, _ in Formatter().parse(template) if name is not None)


@pytest.mark.parametrize("code", CODES)
def test_nothing_is_left_in_english(code: str) -> None:
    """`python -m tests.faces.languages.msgids ru` prints what is missing, ready to be filled in."""
    assert {text: str(place) for text, place in missing(code).items()} == {}


@pytest.mark.parametrize("code", CODES)
def test_nothing_is_translated_that_nobody_says(code: str) -> None:
    assert sorted(translated(code).keys() - templates().keys() - scenes()) == []


def test_a_translation_has_the_values_of_its_template() -> None:
    differ = [
        f"{name}, line {message.line}: {said}"
        for name, message in messages()
        for said in message.translations
        if message.template and values(said).keys() != values(message.several or message.template).keys()
    ]
    assert differ == []


def test_every_catalogue_can_be_read_and_has_its_header() -> None:
    for code, path in catalogues():
        catalogue = read_po(path.read_text(encoding="utf-8"))
        assert catalogue.problems == (), path.name
        header = catalogue.messages[0]
        assert header.template == ""
        assert f"Language: {code}\n" in header.translations[0]
        assert all(part in header.translations[0] for part in HEADER), path.name


def test_no_template_is_translated_twice() -> None:
    """In two files of a language, which would be one too many to keep."""
    counts = Counter((name.partition(".")[0], message.template) for name, message in messages() if message.template)
    assert [template for template, count in counts.items() if count > 1] == []


def test_plural_forms_are_as_many_as_the_language_has() -> None:
    for name, message in messages():
        if message.several:
            assert len(message.translations) == 3, (name, message)
    russian = languages()["ru"]
    forms = [russian.several("{n} chip", "{n} chips", n).format(n=n) for n in (1, 2, 5, 11, 21, 22)]
    assert forms == ["1 фишка", "2 фишки", "5 фишек", "11 фишек", "21 фишка", "22 фишки"]
