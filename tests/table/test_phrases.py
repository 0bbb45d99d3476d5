"""Words that a terminal prints as they are, and that faces say in another language."""

from __future__ import annotations

from copy import deepcopy

from companion.table.messages import VERSION, ErrorReason, Hello, Refused
from companion.table.phrases import NOTHING, Phrase
from companion.table.reader_notices import PadWords

BACKWARDS = {"{pad} has restarted ({why}).": "({why}) {pad}!", "Pad {number}": "{number} daP", "watchdog": "godhctaw"}


def backwards(template: str) -> str:
    return BACKWARDS.get(template, template)


def test_a_phrase_is_its_english_and_what_stands_in_it_is_said_too() -> None:
    words = PadWords("/dev/pad-2", 2).restarted("WB")
    assert words == "Pad 2 has restarted (watchdog, power too low)."
    assert words.said(backwards) == "(godhctaw, power too low) 2 daP!"


def test_a_value_is_no_template() -> None:
    port = PadWords("/dev/{number}", None)
    assert port.silent().said(backwards).startswith("The pad on /dev/{number} does not answer.")
    assert Phrase("{what}", what="watchdog").said(backwards) == "watchdog"


def test_nothing_stays_nothing() -> None:
    assert not NOTHING
    assert NOTHING.said(lambda template: "the header of a catalogue") == ""


def test_copies_say_the_same() -> None:
    words = PadWords("/dev/pad-2", 2).reader_silent(3)
    copied = deepcopy(words)
    assert (copied, copied.said(backwards)) == (words, words.said(backwards))


def test_what_is_said_of_a_pad_that_is_not_the_wanted_one() -> None:
    words = PadWords("/dev/p", 2)
    assert words.unfit(Hello(VERSION, "1.0.0", 2, (), "P")) == NOTHING
    assert words.unfit(Hello(VERSION, "1.0.0", 0, (), "P")).endswith("`companion pads number /dev/p 2`.")
    assert "is pad 4, but the table has pad 2 there" in words.unfit(Hello(VERSION, "1.0.0", 4, (), "P"))
    assert "speaks protocol 9" in words.unfit(Refused(ErrorReason.VERSION, 9))
    assert "does not understand" in words.unfit(Refused(ErrorReason.CRC))
