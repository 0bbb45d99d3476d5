"""Reading catalogues: good ones, bad ones, and any text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.faces.languages.po import Message, read_po, translations

GOOD = r"""
# A comment.
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=n>1;\n"

#: somewhere.py
msgid "Bag"
msgstr "Sack"

msgid ""
"A long \"one\","
" in parts\n"
msgstr "kurz\\"

msgid "{n} chip"
msgid_plural "{n} chips"
msgstr[0] "{n} eins"
msgstr[1] "{n} viele"

#, fuzzy
msgid "Pile"
msgstr "Stapel?"

#~ msgid "Gone"
#~ msgstr "weg"

msgid "Hand"
msgstr ""
"""


def test_what_stands_in_a_catalogue() -> None:
    catalogue = read_po(GOOD)
    assert catalogue.problems == ()
    said = {message.template: message.translations for message in catalogue.messages}
    assert said["Bag"] == ("Sack",)
    assert said['A long "one", in parts\n'] == ("kurz\\",)
    assert said["{n} chip"] == ("{n} eins", "{n} viele")
    assert "Gone" not in said
    assert next(message for message in catalogue.messages if message.template == "Bag").line == 7


def test_templates_are_looked_up() -> None:
    found = translations(read_po(GOOD).messages)
    assert found.gettext("Bag") == "Sack"
    assert [found.ngettext("{n} chip", "{n} chips", n) for n in (1, 2)] == ["{n} eins", "{n} viele"]


def test_what_is_guessed_or_empty_stays_as_it_is() -> None:
    found = translations(read_po(GOOD).messages)
    assert (found.gettext("Pile"), found.gettext("Hand"), found.gettext("Gone")) == ("Pile", "Hand", "Gone")


def test_a_catalogue_without_a_header_speaks_too() -> None:
    found = translations([Message("Bag", "", ("Мешок",))])
    assert found.gettext("Bag") == "Мешок"


def test_what_is_no_catalogue_is_named_with_its_line() -> None:
    catalogue = read_po('msgid "Bag"\nmsgstr "Sack"\nand so on\n"stray\n')
    assert catalogue.problems == (
        "line 3 is not a line of a catalogue: and so on",
        'line 4 is not a line of a catalogue: "stray',
    )
    assert catalogue.messages == (Message("Bag", "", ("Sack",), line=1),)


@given(st.text() | st.lists(st.sampled_from([*GOOD.splitlines(), '"', "msgid", "msgstr[9]", "\\"])).map("\n".join))
def test_any_text_can_be_read(text: str) -> None:
    catalogue = read_po(text)
    said = translations([message for message in catalogue.messages if message.template])
    for message in catalogue.messages:
        assert isinstance(said.gettext(message.template), str)
