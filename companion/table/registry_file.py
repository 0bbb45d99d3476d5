"""The registry as a file. It is written so that a power cut leaves either the old file or the new one, never a torn
one.

There is one line for each tag, so that people can read and correct it. Beside it, as `.bak`, is the last good copy.
"""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
from pathlib import Path
from typing import Any

from companion.table.registry import BoxChip, Registry, RegistryError, Tag
from companion.table.sightings import Uid
from companion.table.whole_files import write_whole

FORMAT = "tag registry"
VERSION = 1
TEXTS = ("uid", "game", "kind", "name", "note", "retired")
FIELDS = ("uid", "game", "kind", "copy", "name", "note", "retired")
MUST = ("uid", "game", "kind", "copy")


class RegistryFile:
    """A registry and the file that it is kept in."""

    def __init__(self, path: Path) -> None:
        """Read the file; a missing one is empty. If it raises `RegistryError`, no file was touched."""
        self.path = path
        self._read = read_bytes(path)
        if self._read is None and (backup := backup_of(path)).exists():
            raise RegistryError(
                f"{path} is gone, but its last good copy {backup.name} is there. `companion tags recover` takes it"
                f" back; to begin anew, remove {backup.name} too."
            )
        self.registry = Registry() if self._read is None else parsed(self._read, path)

    def save(self) -> None:
        """Write the file. If it raises `RegistryError`, the old file is as it was."""
        if read_bytes(self.path) != self._read:
            raise RegistryError(
                f"{self.path} was changed by somebody else in the meantime, and is left as it is now. Is another"
                " enrolment running? End it, and start this one again: it goes on where it was."
            )
        text = as_json(self.registry).encode()
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._read is not None:
                keep_backup(self.path)
            write_whole(self.path, text)
        except OSError as problem:
            raise RegistryError(
                f"{self.path} cannot be written: {problem.strerror or problem}. Make room, check the permissions of the"
                " folder, or name another file with --registry."
            ) from None
        self._read = text


def recover(path: Path) -> tuple[Path | None, int]:
    """Put the last good copy in the place of a file that cannot be read. The broken file is moved aside, not lost.

    Return where the broken file went (None if there was none), and how many chips have a tag now. Raises
    `RegistryError`.
    """
    backup = backup_of(path)
    kept = read_bytes(backup)
    if kept is None:
        raise RegistryError(
            f"There is no last good copy {backup}. Put {path.name} right by hand, or move it away and enrol anew."
        )
    good = parsed(kept, backup)
    aside = None
    try:
        if path.exists():
            aside = free_name(path)
            os.rename(path, aside)
        write_whole(path, kept)
    except OSError as problem:
        raise RegistryError(f"{path} cannot be recovered: {problem.strerror or problem}.") from None
    return aside, len(good)


# -- reading -------------------------------------------------------------------------------------------------------


def read_bytes(path: Path) -> bytes | None:
    """Return the content of a file; None if there is no file. Raises `RegistryError`."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise RegistryError(f"{path} cannot be read: {problem.strerror or problem}.") from None


def parsed(data: bytes, path: Path) -> Registry:
    """Parse a registry. Raises `RegistryError`, which names file, entry and remedy."""
    remedy = "Put that right by hand, or take the last good copy: `companion tags recover`."
    try:
        document = json.loads(data)
    except json.JSONDecodeError as problem:
        raise RegistryError(f"{path}, line {problem.lineno}: {problem.msg}. {remedy}") from None
    except (ValueError, RecursionError):  # not text at all, or a number or nesting beyond all limits
        raise RegistryError(f"{path} is not text in this format. {remedy}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RegistryError(f"{path} is not a tag registry. Name another file with --registry.")
    version = document.get("version")
    if type(version) is not int or version != VERSION:
        raise RegistryError(
            f"{path} is written in version {version!r} of the format, this program knows {VERSION}: update the"
            " companion."
        )
    entries = document.get("tags")
    if not isinstance(entries, list) or (strange := set(document) - {"format", "version", "tags"}):
        named = "no list of tags" if not isinstance(entries, list) else f'an unknown part "{min(strange)}"'
        raise RegistryError(f"{path} has {named}. {remedy}")
    registry = Registry()
    for number, entry in enumerate(entries, 1):
        try:
            registry.add(tag_from(entry))
        except RegistryError as problem:
            raise RegistryError(f"{path}, tag number {number}: {problem} {remedy}") from None
    return registry


def tag_from(entry: Any) -> Tag:
    """Read one entry of the list. Raises `RegistryError`."""
    if not isinstance(entry, dict):
        raise RegistryError("this is not a tag.")
    if lacking := [field for field in MUST if field not in entry]:
        raise RegistryError(f"{', '.join(lacking)} is missing.")
    if strange := sorted(set(entry) - set(FIELDS)):
        raise RegistryError(f'there is no field "{strange[0]}". Known: {", ".join(FIELDS)}.')
    for field in TEXTS:
        if not isinstance(entry.get(field, ""), str):
            raise RegistryError(f"{field} is not text.")
        if not entry.get(field, "").isprintable():
            raise RegistryError(f"{field} contains a character that cannot be shown.")
    if type(entry["copy"]) is not int:
        raise RegistryError("copy is not a number.")
    chip = BoxChip(entry["game"], entry["kind"], entry["copy"])
    return Tag(Uid(entry["uid"]), chip, entry.get("name", ""), entry.get("note", ""), entry.get("retired", ""))


# -- writing -------------------------------------------------------------------------------------------------------


def fields(tag: Tag) -> dict[str, str | int]:
    """Return the fields of a tag, in the order in which both formats write them."""
    chip = tag.chip
    return dict(zip(FIELDS, (tag.uid, chip.game, chip.kind, chip.copy, tag.name, tag.note, tag.retired), strict=True))


def as_json(registry: Registry) -> str:
    """Return the registry as JSON: one line for each tag, without empty fields."""
    lines = [
        json.dumps({name: value for name, value in fields(tag).items() if value != ""}, ensure_ascii=False)
        for tag in registry
    ]
    tags = "".join(f"\n  {line}," for line in lines).removesuffix(",")
    return f'{{"format": "{FORMAT}", "version": {VERSION}, "tags": [{tags}\n]}}\n'


def as_csv(registry: Registry) -> str:
    """Return the registry as CSV, for spreadsheets."""
    text = io.StringIO()
    table = csv.DictWriter(text, FIELDS, lineterminator="\n")
    table.writeheader()
    table.writerows(fields(tag) for tag in registry)
    return text.getvalue()


def backup_of(path: Path) -> Path:
    """Return where the last good copy is kept."""
    path = path.resolve()
    return path.with_name(f"{path.name}.bak")


def keep_backup(path: Path) -> None:
    """Keep the present file under another name as well. At no moment is either of the two missing."""
    backup = backup_of(path)
    fresh = backup.with_name(f"{backup.name}.new")
    fresh.unlink(missing_ok=True)
    try:
        os.link(path.resolve(), fresh)
    except OSError:  # the file system, on a memory stick for example, does not support hard links
        shutil.copyfile(path, fresh)
    os.replace(fresh, backup)


def free_name(path: Path) -> Path:
    """Return a name for a broken file that is not in use yet."""
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    return aside
