"""The registry: tags on chips, against the box, and merged with another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.registry import BoxChip, Registry, RegistryError, Tag
from companion.table.sightings import Uid

GAME = "beacons"
BOX = {"lamp": 2, "oil": 1}


def uid(number: int) -> Uid:
    return Uid(f"04{number:012X}")


@pytest.fixture
def registry() -> Registry:
    """Two lamps."""
    found = Registry()
    found.enrol(uid(1), GAME, "lamp")
    found.enrol(uid(2), GAME, "lamp")
    return found


def test_copies_are_counted_and_gaps_are_filled(registry: Registry) -> None:
    registry.forget(uid(1))
    assert registry.copies(GAME, "lamp") == [2]
    assert registry.enrol(uid(3), GAME, "lamp").chip == BoxChip(GAME, "lamp", 1)
    assert registry.next_copy(GAME, "lamp") == 3
    assert registry.next_copy("halma", "lamp") == 1


def test_a_tag_is_found_by_its_uid_and_by_its_chip(registry: Registry) -> None:
    tag = registry.find(uid(2))
    assert tag == registry.on(BoxChip(GAME, "lamp", 2))
    assert registry.kind(uid(2)) == "lamp"
    assert (registry.find(uid(9)), registry.on(BoxChip(GAME, "oil", 1)), registry.kind(uid(9))) == (None, None, None)
    assert registry.kinds(GAME) == {uid(1): "lamp", uid(2): "lamp"}
    assert registry.kinds("halma") == {}


def test_the_box_tells_what_is_missing_and_what_is_too_much(registry: Registry) -> None:
    assert registry.missing(GAME, BOX) == {"oil": 1}
    assert registry.surplus(GAME, BOX) == {}
    registry.enrol(uid(3), GAME, "lamp")
    registry.enrol(uid(4), GAME, "crown")
    assert registry.surplus(GAME, BOX) == {"lamp": 1, "crown": 1}


def test_a_tag_sticks_on_one_chip_and_a_chip_has_one_tag(registry: Registry) -> None:
    before = list(registry)
    with pytest.raises(RegistryError, match="is enrolled already: it is beacons lamp 1"):
        registry.enrol(uid(1), GAME, "oil")
    with pytest.raises(RegistryError, match="has a tag already"):
        registry.add(Tag(uid(7), BoxChip(GAME, "lamp", 2)))
    assert list(registry) == before


@pytest.mark.parametrize("wrong", ["", "04", "04a1b2c3d4e5f6", "04A1B2C3D4E5F6\n", "GGGGGGGG", "04A1B2C3D4E5"])
def test_what_is_no_uid_is_refused(registry: Registry, wrong: str) -> None:
    with pytest.raises(RegistryError, match="is not a UID"):
        registry.enrol(Uid(wrong), GAME, "oil")


def test_a_replaced_tag_is_retired_and_not_forgotten(registry: Registry) -> None:
    registry.replace_tag(BoxChip(GAME, "lamp", 1), uid(5), "torn")
    assert registry.kind(uid(5)) == "lamp"
    assert registry.kind(uid(1)) is None
    old = registry.find(uid(1))
    assert old is not None
    assert (old.chip, old.retired) == (BoxChip(GAME, "lamp", 1), "torn")
    assert len(registry) == 2
    assert registry.missing(GAME, BOX) == {"oil": 1}


def test_the_new_tag_keeps_the_chips_name_and_note() -> None:
    registry = Registry([Tag(uid(1), BoxChip(GAME, "oil", 1), name="Drop", note="a scratch")])
    assert registry.replace_tag(BoxChip(GAME, "oil", 1), uid(2), "") == Tag(
        uid(2), BoxChip(GAME, "oil", 1), name="Drop", note="a scratch"
    )
    assert [tag.retired for tag in registry] == ["retired", ""]


def test_nothing_is_replaced_by_a_tag_that_is_in_use_or_none(registry: Registry) -> None:
    before = list(registry)
    for new, chip in (
        (uid(2), BoxChip(GAME, "lamp", 1)),
        (Uid("no"), BoxChip(GAME, "lamp", 1)),
        (uid(8), BoxChip(GAME, "x", 1)),
    ):
        with pytest.raises(RegistryError):
            registry.replace_tag(chip, new, "torn")
    assert list(registry) == before


def test_forgetting_a_retired_tag_leaves_the_one_in_use(registry: Registry) -> None:
    registry.replace_tag(BoxChip(GAME, "lamp", 1), uid(5), "torn")
    registry.forget(uid(1))
    on = registry.on(BoxChip(GAME, "lamp", 1))
    assert on is not None
    assert on.uid == uid(5)


def test_a_merge_takes_what_is_new_and_names_what_contradicts(registry: Registry) -> None:
    other = Registry(
        [
            Tag(uid(1), BoxChip(GAME, "lamp", 1)),
            Tag(uid(2), BoxChip(GAME, "oil", 1)),
            Tag(uid(6), BoxChip(GAME, "lamp", 2)),
            Tag(uid(7), BoxChip(GAME, "shutter", 1)),
            Tag(uid(8), BoxChip(GAME, "lamp", 1), retired="torn"),
        ]
    )
    merged = registry.merge(other)
    assert [tag.uid for tag in merged.added] == [uid(7), uid(8)]
    assert merged.same == 1
    assert [str(conflict) for conflict in merged.conflicts] == [
        f"tag {uid(2)} is beacons lamp 2 here, and beacons oil 1 there",
        f"beacons lamp 2 has tag {uid(2)} here, and tag {uid(6)} there",
    ]
    assert registry.kind(uid(2)) == "lamp"
    assert registry.find(uid(6)) is None


def test_a_merge_names_what_is_said_differently_of_the_same_tag(registry: Registry) -> None:
    merged = registry.merge(Registry([Tag(uid(1), BoxChip(GAME, "lamp", 1), note="a scratch", retired="torn")]))
    assert [str(conflict) for conflict in merged.conflicts] == [
        f'tag {uid(1)}, beacons lamp 1: note "" here, "a scratch" there; retired "" here, "torn" there'
    ]
    assert registry.kind(uid(1)) == "lamp"


actions = st.lists(st.tuples(st.sampled_from(["enrol", "forget", "retire", "replace"]), st.integers(1, 6)), max_size=30)


@given(actions)
def test_whatever_is_done_one_tag_is_in_use_on_each_chip(done: list[tuple[str, int]]) -> None:
    registry = Registry()
    for what, number in done:
        try:
            if what == "enrol":
                registry.enrol(uid(number), GAME, "lamp")
            elif what == "replace":
                registry.replace_tag(BoxChip(GAME, "lamp", 1), uid(number), "torn")
            else:
                getattr(registry, what)(*([uid(number)] if what == "forget" else [uid(number), "torn"]))
        except (RegistryError, KeyError):
            continue
    used = [tag for tag in registry if not tag.retired]
    assert len({tag.chip for tag in used}) == len(used) == len(registry)
    assert all(registry.on(tag.chip) == tag for tag in used)
    assert list(Registry(registry)) == list(registry), "what is there can be read back"
