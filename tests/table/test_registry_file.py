"""The registry as a file: nothing is lost, not by a power cut, a slip of the pen, or a second program."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.registry import BoxChip, Registry, RegistryError, Tag
from companion.table.registry_file import RegistryFile, as_csv, as_json, backup_of, parsed, recover
from companion.table.sightings import Uid

GAME = "beacons"


def uid(number: int) -> Uid:
    return Uid(f"04{number:012X}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A registry with one lamp, saved twice, so that there is a backup."""
    path = tmp_path / "folder" / "tags.json"
    file = RegistryFile(path)
    file.save()
    file.registry.enrol(uid(1), GAME, "lamp")
    file.save()
    return path


def test_what_is_saved_is_read_back(path: Path) -> None:
    file = RegistryFile(path)
    file.registry.replace_tag(BoxChip(GAME, "lamp", 1), uid(2), "torn by Ёжик")
    file.save()
    assert list(RegistryFile(path).registry) == list(file.registry)
    assert [tag.retired for tag in file.registry] == ["torn by Ёжик", ""]


def test_a_person_can_read_the_file(path: Path) -> None:
    assert path.read_text(encoding="utf-8").splitlines() == [
        '{"format": "tag registry", "version": 1, "tags": [',
        '  {"uid": "04000000000001", "game": "beacons", "kind": "lamp", "copy": 1}',
        "]}",
    ]


def test_a_file_that_does_not_exist_is_an_empty_registry(tmp_path: Path) -> None:
    assert len(RegistryFile(tmp_path / "tags.json").registry) == 0
    assert not list(tmp_path.iterdir())


# -- power cuts ----------------------------------------------------------------------------------------------------


class PowerCut(BaseException):
    """Nothing more happens."""


@pytest.mark.parametrize("step", range(9))
def test_a_power_cut_at_any_step_leaves_the_old_file_or_the_new_one(
    path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = path.read_bytes()
    file = RegistryFile(path)
    file.registry.enrol(uid(2), GAME, "lamp")
    new = as_json(file.registry).encode()
    steps = iter(range(step, -1, -1))

    def cut(name: str) -> None:
        whole = getattr(os, name)

        def maybe(*given: object, **more: object) -> object:
            if next(steps, 0) == 0:
                raise PowerCut
            return whole(*given, **more)

        monkeypatch.setattr(os, name, maybe)

    for name in ("link", "replace", "fsync", "close", "open"):
        cut(name)
    done = True
    try:
        file.save()
    except PowerCut:
        done = False
    monkeypatch.undo()
    assert done is (step == 8), "eight steps: link, replace, open, fsync, replace, open, fsync, close"
    found = path.read_bytes()
    assert found in (old, new)
    assert not done or found == new
    again = RegistryFile(path)
    again.registry.enrol(uid(3), GAME, "lamp")
    again.save()
    assert list(RegistryFile(path).registry) == list(again.registry)


def test_a_full_disk_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = path.read_bytes()
    file = RegistryFile(path)
    file.registry.enrol(uid(2), GAME, "lamp")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RegistryError, match="No space left on device"):
        file.save()
    monkeypatch.undo()
    assert path.read_bytes() == old
    assert {one.name for one in path.parent.iterdir()} == {"tags.json", "tags.json.bak"}


def test_the_backup_is_the_one_before(path: Path) -> None:
    before = path.read_bytes()
    file = RegistryFile(path)
    file.registry.enrol(uid(2), GAME, "lamp")
    file.save()
    assert backup_of(path).read_bytes() == before


def test_a_disk_that_knows_no_links_has_a_backup_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    before = path.read_bytes()
    file = RegistryFile(path)
    file.registry.enrol(uid(2), GAME, "lamp")
    file.save()
    assert backup_of(path).read_bytes() == before


def test_a_link_to_the_file_stays_a_link(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "tags.json"
    link.symlink_to(path)
    file = RegistryFile(link)
    file.registry.enrol(uid(2), GAME, "lamp")
    file.save()
    assert link.is_symlink()
    assert len(RegistryFile(path).registry) == 2


def test_what_somebody_else_wrote_meanwhile_is_not_overwritten(path: Path) -> None:
    one, two = RegistryFile(path), RegistryFile(path)
    one.registry.enrol(uid(2), GAME, "lamp")
    one.save()
    two.registry.enrol(uid(3), GAME, "lamp")
    with pytest.raises(RegistryError, match="was changed by somebody else"):
        two.save()
    assert list(RegistryFile(path).registry) == list(one.registry)


# -- broken files --------------------------------------------------------------------------------------------------

ENTRY = '{"uid": "04000000000001", "game": "beacons", "kind": "lamp", "copy": 1}'
HEAD = '{"format": "tag registry", "version": 1, "tags": '


def with_entry(old: str, new: str) -> str:
    """A file with one entry, in which one thing is different."""
    assert old in ENTRY
    return f"{HEAD}[{ENTRY.replace(old, new)}]}}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: Expecting value"),
        (f"{HEAD}[\n{ENTRY}\n{ENTRY}]}}", "line 3: Expecting ',' delimiter"),
        ("[]", "is not a tag registry"),
        ('{"format": "tag registry", "version": 2, "tags": []}', "version 2 of the format.* update the companion"),
        ('{"format": "tag registry", "version": true, "tags": []}', "version True of the format"),
        (f"{HEAD}7}}", "has no list of tags"),
        (f'{HEAD}[], "tagz": []}}', 'has an unknown part "tagz"'),
        (f"{HEAD}[7]}}", "tag number 1: this is not a tag"),
        (f"{HEAD}[{ENTRY}, {ENTRY}]}}", "tag number 2: Tag 04000000000001 is enrolled already"),
        (f'{HEAD}[{{"uid": "04000000000001", "copy": 1}}]}}', "tag number 1: game, kind is missing"),
        (with_entry("1}", "0}"), "counted from 1"),
        (with_entry("1}", "true}"), "copy is not a number"),
        (with_entry("lamp", ""), "names no game or no kind"),
        (with_entry('"lamp"', "7"), "kind is not text"),
        (with_entry("lamp", "\\u001b[2J"), "cannot be shown"),
        (with_entry("lamp", "\\ud800"), "cannot be shown"),
        (with_entry("kind", "kynd"), "kind is missing"),
        (with_entry("1}", '1, "nane": ""}'), 'there is no field "nane". Known: uid, game'),
        ("[" * 100_000, "not text in this format"),
        (f"{HEAD}[{'9' * 5000}]}}", "not text in this format"),
    ],
)
def test_a_broken_file_is_named_with_entry_and_remedy_and_left_alone(path: Path, text: str, said: str) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RegistryError, match=said) as problem:
        RegistryFile(path)
    assert str(path) in str(problem.value)
    assert any(word in str(problem.value) for word in ("recover", "--registry", "update"))
    assert path.read_text(encoding="utf-8") == text


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: f"{HEAD}[{text}]}}".encode(errors="replace")))
def test_whatever_the_file_holds_it_is_a_registry_or_an_error(data: bytes) -> None:
    said = ""
    try:
        parsed(data, Path("tags.json"))
    except RegistryError as problem:
        said = str(problem)
    assert not said or "tags.json" in said


def test_a_broken_file_is_moved_aside_and_the_last_good_one_comes_back(path: Path) -> None:
    good = backup_of(path).read_bytes()
    asides = []
    for number in (1, 2):
        path.write_bytes(b"scribble %d" % number)
        asides.append(recover(path)[0])
        assert path.read_bytes() == good
    assert [aside.read_bytes() for aside in asides if aside] == [b"scribble 1", b"scribble 2"]
    assert RegistryFile(path)


def test_without_a_good_copy_nothing_is_touched(path: Path) -> None:
    path.write_bytes(b"scribble")
    backup_of(path).write_bytes(b"scribble")
    with pytest.raises(RegistryError):
        recover(path)
    backup_of(path).unlink()
    with pytest.raises(RegistryError, match="no last good copy"):
        recover(path)
    assert path.read_bytes() == b"scribble"


def test_a_file_that_is_gone_is_not_taken_for_a_new_beginning(path: Path) -> None:
    path.unlink()
    with pytest.raises(RegistryError, match="its last good copy"):
        RegistryFile(path)
    assert recover(path)[0] is None
    assert RegistryFile(path)


def test_a_folder_in_its_place_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="cannot be read: Is a directory"):
        RegistryFile(tmp_path)


# -- forms ---------------------------------------------------------------------------------------------------------

texts = st.text(st.characters(codec="utf-8"), max_size=10).filter(str.isprintable)
tags = st.builds(
    lambda number, copy, kind, name, note, retired: Tag(uid(number), BoxChip(GAME, kind, copy), name, note, retired),
    st.integers(0, 2**40),
    st.integers(1, 99),
    st.sampled_from(["lamp", "oil"]),
    texts,
    texts,
    texts,
)


@given(st.lists(tags, unique_by=(lambda tag: tag.uid, lambda tag: tag.chip)))
def test_both_forms_hold_everything(written: list[Tag]) -> None:
    registry = Registry(written)
    assert list(parsed(as_json(registry).encode(), Path("tags.json"))) == written
    assert json.loads(as_json(registry))["version"] == 1
    rows = list(csv.DictReader(io.StringIO(as_csv(registry), newline="")))
    assert [
        Tag(
            Uid(row["uid"]),
            BoxChip(row["game"], row["kind"], int(row["copy"])),
            row["name"],
            row["note"],
            row["retired"],
        )
        for row in rows
    ] == written
