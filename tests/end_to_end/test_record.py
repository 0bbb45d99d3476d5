"""A phone keeps the head of the record by itself, and says when somebody has changed what was recorded before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.ledger import Ledger, Payload, read_checkpoint
from companion.table.under_way import mark, read
from tests.end_to_end.accessible import is_accessible_everywhere
from tests.end_to_end.at_table import House
from tests.end_to_end.phones import SCREEN, Phones, begin_game, code_of, give, join

pytestmark = pytest.mark.xdist_group("browser")

KEPT = "localStorage.getItem('companion.record.1')"
Forge = Callable[[list[Payload]], object]


def seated(house: House, phones: Phones) -> tuple[Page, str]:
    """Anna's phone in a game that has just begun, and her code."""
    host, anna = phones.take_out(SCREEN), phones.take_out()
    join(host, house.host)
    begin_game(host, "none")
    join(anna, code_of(host, "Anna"))
    expect(anna).to_have_url(f"{house.address}/seat")
    return anna, code_of(host, "Anna")


def kept(page: Page, entries: int = 1) -> dict[str, Any]:
    """What the phone keeps of the game, as soon as it is so far."""
    page.wait_for_function(f"() => (JSON.parse({KEPT})?.marks.at(-1).entries ?? 0) >= {entries}")
    found: dict[str, Any] = json.loads(page.evaluate(KEPT))
    return found


def look(page: Page) -> None:
    """The page is opened again, and holds what the device tells against what it keeps."""
    with page.expect_response("**/recorded?*"):
        page.goto("/")


def answer(page: Page, *words: str) -> None:
    for said in words:
        give(page.get_by_role("button", name=said, exact=True))
        expect(page.get_by_role("button", name=said, exact=True)).to_have_count(0)


def rewrite(folder: Path, forge: Forge) -> None:
    """The ledger as a program that is not ours may write it: a whole chain, of another game."""
    path = folder / "games.sqlite"
    with Ledger.open(path) as ledger:
        payloads = [entry.payload for entry in ledger.game(1).entries()]
    forge(payloads)
    for old in (path, *folder.glob("games.sqlite-*")):
        old.unlink(missing_ok=True)
    with Ledger.open(path) as ledger:
        game = ledger.begin(payloads[0])
        for payload in payloads[1:]:
            game.append(payload)
    if under_way := read(folder):
        mark(folder, replace(under_way, since=str(payloads[0]["started"])))


def cut(folder: Path, entries: int) -> None:
    """Only the first so many entries are left, each as it was."""
    with Ledger.open(folder / "games.sqlite") as ledger:
        ledger.store.connection.execute("DELETE FROM entry WHERE game = 1 AND number >= ?", (entries,))
        ledger.store.connection.execute("DELETE FROM snapshot")


def change_from(folder: Path, number: int, forge: Callable[[Payload], object]) -> None:
    """The entries before this one stay as they are, to the salt; from it on the chain is made anew."""
    with Ledger.open(folder / "games.sqlite") as ledger:
        payloads = [entry.payload for entry in ledger.game(1).entries(number)]
    cut(folder, number)
    forge(payloads[0])
    with Ledger.open(folder / "games.sqlite") as ledger:
        for payload in payloads:
            ledger.game(1).append(payload)


# -- nothing to press ----------------------------------------------------------------------------------------------


def test_a_phone_keeps_the_head_and_follows_it(house: House, phones: Phones) -> None:
    anna, _ = seated(house, phones)
    first = kept(anna)
    anna.clock.install()
    anna.reload()
    answer(anna, "done: no more actions", "buy a wound")
    anna.clock.fast_forward(11_000)  # the page looks by itself a few seconds after there was news
    later = kept(anna, first["marks"][-1]["entries"] + 2)
    assert later["marks"][0] == first["marks"][0]
    assert later["game"] == first["game"]
    told = anna.evaluate("fetch('/recorded').then((answer) => answer.json())")
    assert later["marks"][-1] == {"entries": told["entries"], "head": told["head"]}
    checkpoint = read_checkpoint(later["checkpoint"])
    assert checkpoint
    assert checkpoint.head == told["head"]
    house.kill()
    house.start()  # the record goes on from the disk, and is the same
    look(anna)
    expect(anna.locator("#headline")).to_contain_text("Anna")
    expect(anna.locator("#record-warning")).to_be_hidden()
    assert [words for words in phones.complaints if "ERR_" not in words] == []


def test_an_entry_that_was_changed_is_told(house: House, phones: Phones) -> None:
    anna, _ = seated(house, phones)
    begun = kept(anna)["marks"][-1]["entries"]
    answer(anna, "done: no more actions", "buy a wound")
    look(anna)
    before = kept(anna, begun + 2)
    house.kill()
    change_from(house.folder, begun, lambda payload: payload.update(id="another"))
    house.start()
    look(anna)
    warning = anna.locator("#record-warning")
    newest = before["marks"][-1]["entries"] - 1
    expect(warning).to_contain_text(f"The record of this game was changed after entry {begun - 1}:")
    expect(warning).to_contain_text(f"it no longer matches what this phone kept of entry {newest}")
    expect(warning).to_contain_text("companion verify FILE --checkpoint")
    expect(warning.locator("code")).to_have_text(before["checkpoint"])
    is_accessible_everywhere(anna, "record-warning", "light")
    anna.reload()
    expect(warning).to_be_visible()  # it is told until somebody says that it was seen
    anna.get_by_role("button", name="Forget what this phone kept").click()
    expect(warning).to_be_hidden()
    assert kept(anna)["marks"][-1]["head"] != before["marks"][-1]["head"]
    other = phones.take_out()
    look(other)
    expect(other.locator("#record-warning")).to_be_hidden()  # a phone that is new here knows nothing else


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (lambda folder: cut(folder, 1), "was cut short: this phone kept entry 2, and now it ends with entry 0."),
        (lambda folder: rewrite(folder, lambda payloads: None), "was rewritten from its beginning"),
        (
            lambda folder: rewrite(folder, lambda payloads: payloads[0].update(started="2024-02-29T12:00:00")),
            "This device had another game 1, begun ",
        ),
    ],
    ids=["cut short", "written anew", "another game"],
)
def test_a_record_that_was_replaced_is_told(
    house: House, phones: Phones, forge: Callable[[Path], None], words: str
) -> None:
    anna, _ = seated(house, phones)
    kept(anna)
    answer(anna, "done: no more actions", "buy a wound")
    look(anna)
    kept(anna, 3)
    house.kill()
    forge(house.folder)
    house.start()
    look(anna)
    expect(anna.locator("#record-warning")).to_contain_text(words)


def test_another_device_is_no_forgery(house: House, phones: Phones) -> None:
    """A new card, with a key and games of its own, at the same address."""
    anna, _ = seated(house, phones)
    before = kept(anna)
    house.kill()
    (house.folder / "device.key").unlink()
    rewrite(house.folder, lambda payloads: payloads[0].update(started="2024-02-29T12:00:00"))
    house.start()
    look(anna)
    anna.wait_for_function(f"() => JSON.parse({KEPT}).device !== '{before['device']}'")
    expect(anna.locator("#record-warning")).to_be_hidden()


def test_the_pages_own_sha256_is_the_standards(house: House, phones: Phones) -> None:
    """Over http there is none in the browser."""
    page = phones.take_out()
    page.goto("/")
    samples = [bytes((at * 31 + size) % 256 for at in range(size)) for size in (*range(200), 1000, 10_000)]
    digests = page.evaluate(
        """async (samples) => {
            const { fromHex, sha256, toHex } = await import("/static/sha256.js");
            return samples.map((sample) => toHex(sha256(fromHex(sample))));
        }""",
        [sample.hex() for sample in samples],
    )
    assert digests == [hashlib.sha256(sample).hexdigest() for sample in samples]
    assert phones.complaints == []
