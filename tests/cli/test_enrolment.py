"""Enrolling a box, without a station: what is asked for, and what is said to each chip and each word."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.box import TaggedBox
from companion.cli.enrolment import GONE, Enrolment
from companion.table.registry import BoxChip
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Uid
from companion.table.station import Condition, Poll, Sensed

BOX = TaggedBox(
    "beacons",
    "Beacons",
    {"lamp": 3, "oil_can": 1, "fog": 2, "fog_bell": 2},
    {"lamp": "Lamp", "fog": "Fog", "fog_bell": "Fog Bell"},
)


def uid(number: int) -> Uid:
    return Uid(f"04{number:012X}")


class Bench:
    """An enrolment with hands, and what it said last."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.it = Enrolment(RegistryFile(path), BOX)

    def again(self) -> Bench:
        """As after a stop and a new start."""
        return Bench(self.path)

    def poll(self, tag: Sensed | None, trouble: str = "") -> list[str]:
        return list(self.it.polled(Poll(0.0, tag, trouble)))

    def lay(self, number: int, condition: Condition = Condition.FINE, why: str = "", lasting: bool = True) -> list[str]:
        """Lay a chip down; what it said to the first sight of it. Then it is taken away."""
        tag = Sensed(uid(number), "", condition, why, lasting)
        told = self.poll(tag)
        assert self.poll(tag) == [], "once is enough"
        self.lift()
        return told

    def lift(self) -> None:
        for _ in range(GONE):
            assert self.poll(None) == []

    def say(self, words: str) -> list[str]:
        return list(self.it.typed(words))

    def kept(self) -> dict[str, str]:
        """What is in the file: chips in use by their tag."""
        return {
            tag.uid[-2:]: f"{tag.chip.kind} {tag.chip.copy}"
            for tag in RegistryFile(self.path).registry
            if not tag.retired
        }


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """An empty registry."""
    return Bench(tmp_path / "tags.json")


def test_a_box_is_asked_for_kind_by_kind_and_every_chip_is_kept_at_once(bench: Bench) -> None:
    assert bench.it.request() == "Now Lamp: three chips, one after the other."
    (told,) = bench.lay(1)
    assert told.startswith("Lamp, copy 1 of 3 ")
    assert told.endswith("[###...........................] 1 of 8")
    assert bench.kept() == {"01": "lamp 1"}
    bench.lay(2)
    assert bench.lay(3)[1] == "Now Oil can: one chip."
    for number in range(4, 8):
        assert not bench.it.done
        bench.lay(number)
    assert bench.it.request() == "Now Fog Bell: one chip of 2 left."
    (told,) = bench.lay(8)
    assert told.endswith("[##############################] 8 of 8")
    assert bench.it.done
    assert list(bench.it.summary()) == ["All 8 chips have a tag."]


def test_the_next_start_goes_on_where_it_was(bench: Bench) -> None:
    bench.say("fog bell")
    bench.lay(1)
    assert bench.say("quit") == []
    assert bench.it.done
    again = bench.again()
    assert again.it.request() == "Now Fog Bell: one chip of 2 left."
    again.lay(2)
    assert again.again().it.request().startswith("Now Lamp"), "that kind is complete: from the beginning"


def test_a_chip_that_is_done_is_named_and_not_counted_again(bench: Bench) -> None:
    bench.lay(1)
    bench.lay(2)
    (told,) = bench.lay(1)
    assert told.startswith("That is Lamp, copy 1 of 3: it has been enrolled already.")
    assert "the same number" in told
    assert len(bench.kept()) == 2


def test_a_chip_that_is_left_lying_counts_once(bench: Bench) -> None:
    tag = Sensed(uid(1), "", Condition.FINE)
    assert len(bench.poll(tag)) == 1
    for _ in range(5):
        assert bench.poll(tag) == []
        assert bench.poll(None) == [], "one poll that sees nothing is no lifting"
        assert bench.poll(None, "noise") == [], "and trouble is not even that"
        assert bench.poll(tag) == []
    bench.lift()
    assert bench.poll(tag)[0].startswith("That is Lamp, copy 1")


def test_one_chip_straight_after_the_other_counts(bench: Bench) -> None:
    for number in (1, 2):
        bench.poll(Sensed(uid(number), "", Condition.FINE))
    assert len(bench.kept()) == 2


@pytest.mark.parametrize("condition", [Condition.DAMAGED, Condition.CROWDED, Condition.FOREIGN])
def test_what_is_wrong_with_a_tag_is_said_and_it_is_not_enrolled(bench: Bench, condition: Condition) -> None:
    (told,) = bench.lay(1, condition, "Something is wrong.")
    assert told.startswith("Something is wrong.")
    assert bench.kept() == {}


def test_a_second_chip_that_is_lifted_leaves_the_first_to_be_enrolled(bench: Bench) -> None:
    bench.poll(Sensed(uid(1), "", Condition.CROWDED, "Two lie there."))
    bench.poll(Sensed(uid(1), "", Condition.FINE))
    assert bench.kept() == {"01": "lamp 1"}


def test_a_foreign_tag_is_taken_when_somebody_insists(bench: Bench) -> None:
    foreign = Sensed(uid(1), "NTAG215", Condition.FOREIGN, "This is no sticker.")
    assert bench.say("take") == ["There is no chip here that needs this."]
    assert bench.poll(foreign)[0].endswith("To enrol it anyway, type: take")
    assert bench.say("take")[0].startswith("Lamp, copy 1 of 3")
    assert bench.say("take") == ["There is no chip here that needs this."]
    bench.lift()
    assert bench.poll(foreign)[0].startswith("That is Lamp, copy 1")


def test_a_phone_is_never_taken(bench: Bench) -> None:
    bench.poll(Sensed(Uid("08123456"), "phone", Condition.FOREIGN, "A phone.", lasting=False))
    assert bench.say("take") == ["There is no chip here that needs this."]
    assert bench.kept() == {}


def test_any_order_does(bench: Bench) -> None:
    assert bench.say("fog") == ["Now Fog: two chips, one after the other."]
    bench.lay(1)
    assert bench.say("OIL") == ["Now Oil can: one chip."]
    assert bench.lay(2)[1] == "Now Fog: one chip of 2 left."
    assert bench.say("oil can") == ["Oil can is complete: one chip, and all have a tag."]
    assert bench.say("fug bell") == ['There is no "fug bell". Did you mean Fog Bell?']
    assert bench.say("xyzzy") == ['There is no "xyzzy". Type help to see what you can type.']
    assert bench.kept() == {"01": "fog 1", "02": "oil_can 1"}


def test_what_is_skipped_comes_last(bench: Bench) -> None:
    assert bench.say("skip") == ["Now Oil can: one chip."]
    assert bench.say("skip") == ["Now Fog: two chips, one after the other."]
    for number in range(1, 5):
        bench.lay(number)
    assert bench.it.kind == "lamp"
    assert bench.say("skip") == ["Now Oil can: one chip."]
    assert bench.say("skip") == ["Now Lamp: three chips, one after the other."]
    assert not bench.it.done


def test_back_returns_to_the_kind_before(bench: Bench) -> None:
    assert bench.say("back")[0].startswith("All kinds before this one")
    bench.lay(1)
    bench.say("skip")
    bench.say("fog")
    assert bench.say("back") == ["Now Oil can: one chip."]
    assert bench.say("back") == ["Now Lamp: two chips of 3 left."]
    bench.lay(2)
    assert bench.lay(3)[1].startswith("Now Oil can"), "and what was skipped is not skipped any more"


def test_undo_takes_back_chip_after_chip(bench: Bench) -> None:
    assert bench.say("undo")[0].startswith("There is nothing to take back")
    for number in range(1, 5):
        bench.lay(number)
    assert bench.say("undo") == ["Taken back: Oil can, copy 1 of 1. It now has no tag.", bench.it.request()]
    assert bench.say("undo")[0] == "Taken back: Lamp, copy 3 of 3. It now has no tag."
    assert bench.kept() == {"01": "lamp 1", "02": "lamp 2"}
    assert bench.it.request() == "Now Lamp: one chip of 3 left."
    assert bench.lay(4)[0].startswith("Lamp, copy 3 of 3"), "a tag that was taken back may sit on another chip"


def test_a_chip_that_still_lies_there_after_undo_is_not_enrolled_again(bench: Bench) -> None:
    tag = Sensed(uid(1), "", Condition.FINE)
    bench.poll(tag)
    bench.say("undo")
    assert bench.poll(tag) == []
    assert bench.kept() == {}


def test_a_chip_gets_a_new_tag_and_the_old_one_stays_known(bench: Bench) -> None:
    bench.lay(1)
    bench.lay(2)
    assert bench.say("replace 1")[0].startswith("Put a new tag on Lamp, copy 1 of 3 and lay it down.")
    assert bench.lay(2)[0].startswith("That is Lamp, copy 2"), "not by one that is in use"
    assert bench.lay(9)[0].startswith("Lamp, copy 1 of 3")
    assert bench.kept() == {"02": "lamp 2", "09": "lamp 1"}
    (told,) = bench.lay(1)
    assert told.startswith("That tag is out of use (replaced by another). It was on Lamp, copy 1 of 3.")
    assert bench.say("undo")[0] == "Taken back: Lamp, copy 1 of 3. It now has its old tag."
    assert bench.kept() == {"01": "lamp 1", "02": "lamp 2"}


def test_replacing_can_be_left_and_names_a_chip_that_is_there(bench: Bench) -> None:
    for number in range(1, 4):
        bench.lay(number)
    for words in ("replace", "replace 1", "replace lamp", "replace lamp 4", "replace lamp 99999999999", "replace x 1"):
        assert bench.say(words)[0].startswith("Which chip?"), words
    assert bench.say("replace lamp 3")[0].startswith("Put a new tag on Lamp, copy 3 of 3")
    assert bench.say("skip") == ["No tag is replaced."]
    assert bench.lay(9)[0].startswith("Oil can, copy 1")


def test_a_complete_box_can_have_a_tag_replaced_no_more_is_enrolled(bench: Bench) -> None:
    for number in range(1, 9):
        bench.lay(number)
    assert bench.lay(10) == []
    assert len(bench.kept()) == 8
    bench.say("replace fog bell 2")
    assert not bench.it.done
    bench.lay(11)
    assert bench.it.done


def test_help_and_missing(bench: Bench) -> None:
    assert len(bench.say("help")) == len(bench.say("")) == len(bench.say("?")) > 5
    bench.lay(1)
    assert bench.say("missing") == ["Without a tag: 7 of 8 chips. Lamp 2, Oil can 1, Fog 2, Fog Bell 2."]
    assert list(bench.it.summary(2)) == ["Without a tag: 7 of 8 chips. Lamp 2, Oil can 1, and 2 more kinds."]


def test_what_is_too_many_is_said(bench: Bench) -> None:
    for number in range(1, 9):
        bench.lay(number)
    bench.it.registry.enrol(uid(20), "beacons", "fog")
    bench.it.registry.enrol(uid(21), "halma", "peg")
    assert list(bench.it.summary()) == ["All 8 chips have a tag.", "More than the box holds: Fog 1."]


def test_any_chip_is_recognised(bench: Bench) -> None:
    bench.lay(1)
    bench.it.registry.enrol(uid(3), "halma", "peg")

    def recognise(tag: Sensed) -> list[str]:
        told = list(bench.it.recognised(Poll(0.0, tag)))
        bench.lift()
        return told

    assert recognise(Sensed(uid(1), "", Condition.FINE)) == [f"Lamp, copy 1 of 3; {uid(1)}"]
    assert recognise(Sensed(uid(1), "", Condition.FOREIGN, "No sticker.")) == [f"Lamp, copy 1 of 3; {uid(1)}"]
    assert recognise(Sensed(uid(1), "", Condition.DAMAGED, "Broken.")) == ["Broken."]
    assert recognise(Sensed(uid(2), "", Condition.FINE))[0].startswith(f"This tag is not known yet: {uid(2)}.")
    assert recognise(Sensed(uid(3), "", Condition.FINE)) == [f"Peg, copy 1, of halma; {uid(3)}"]
    bench.it.registry.retire(bench.it.registry.on(BoxChip("beacons", "lamp", 1)).uid, "torn")  # type: ignore[union-attr]
    assert recognise(Sensed(uid(1), "", Condition.FINE)) == [f"Lamp, copy 1 of 3; out of use: torn; {uid(1)}"]
