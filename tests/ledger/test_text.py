"""A game as text: read back as it was, and whatever is done to it is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ledger import Ledger, LedgerError, Recorded, RecordProblems, check_chain, read_record, write_record
from companion.ledger.text import as_text
from tests.ledger.played import HEADER, INPUTS, SECRETS, play


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The same game for everybody while it runs, and when it is over."""
    with Ledger.open(tmp_path_factory.mktemp("record") / "games.sqlite") as ledger:
        game = play(ledger)
        found = {audience: write_record(game, audience) for audience in ("table", "A", "B", "judge")}
        game.finish({"won": "A"})
        return {**found, "over": write_record(game)}


def read(text: str | bytes) -> Recorded:
    recorded = read_record(text)
    assert isinstance(recorded, Recorded), recorded
    return recorded


def wrong(text: str | bytes, head: str = "") -> list[str]:
    """Everything that is found."""
    recorded = read_record(text)
    return [
        str(problem) for problem in (recorded if isinstance(recorded, RecordProblems) else check_chain(recorded, head))
    ]


@pytest.mark.parametrize("audience", ["table", "A", "B", "judge", "over"])
def test_a_record_is_read_back_and_sound(texts: dict[str, str], audience: str) -> None:
    text = texts[audience]
    assert wrong(text) == wrong(text.encode()) == []
    recorded = read(text)
    assert recorded.audience == ("table" if audience == "over" else audience)
    assert recorded.over is (audience == "over")
    assert recorded.complete is (audience in ("judge", "over"))
    assert as_text(recorded.entries, recorded.audience) == text
    assert text.isprintable() is False
    assert recorded.lines[recorded.places[2] - 1].startswith('2 {"at":9,')


def test_a_complete_record_says_all_that_was_recorded(texts: dict[str, str]) -> None:
    assert [entry.payload for entry in read(texts["judge"]).entries] == [HEADER, *INPUTS]
    assert [entry.payload for entry in read(texts["over"]).entries] == [HEADER, *INPUTS, {"in": "over", "won": "A"}]


@pytest.mark.parametrize("audience", ["table", "A", "B", "judge"])
def test_while_a_game_runs_each_sees_his_own(texts: dict[str, str], audience: str) -> None:
    text = texts[audience]
    own = SECRETS.get(audience, ())
    assert [secret for secret in SECRETS["judge"] if secret in text] == [s for s in SECRETS["judge"] if s in own]
    judges = read(texts["judge"]).entries
    for entry, whole in zip(read(text).entries, judges, strict=True):
        for part, full in zip(entry.hidden, whole.hidden, strict=True):
            assert part.leaf == full.leaf
            assert (full.salt.hex() in text) is not part.kept_back


def test_two_audiences_differ_in_their_own_lines_alone(texts: dict[str, str]) -> None:
    for table, judge in zip(read(texts["table"]).lines, read(texts["judge"]).lines, strict=True):
        same = table == judge
        assert same or table.startswith(("  kept back", "seen by", "end"))


def test_other_hidden_chips_give_records_of_the_same_form(tmp_path: Path) -> None:
    forms = []
    for kind in ("wound", "double_crash_gem"):
        with Ledger.open(tmp_path / f"{kind}.sqlite") as ledger:
            game = ledger.begin({})
            game.append({"in": "draw", "hidden": {"owner": "A", "kinds": [kind]}})
            forms.append(re.sub("[0-9a-f]{32,64}", "#", write_record(game, "B")))
    assert forms[0] == forms[1]


def test_the_record_on_the_page_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^    companion record 1\n.*?^    end .*?\n", page, flags=re.MULTILINE | re.DOTALL)
    assert wrong(re.sub("^    ", "", text, flags=re.MULTILINE)) == []


# -- whatever is done to it ------------------------------------------------------------------------------------


def alterations(data: bytes) -> Iterator[bytes]:
    """Each byte changed, in two ways, left out, doubled."""
    for at, byte in enumerate(data):
        for other in (byte ^ 1, ord("0") if byte != ord("0") else ord("f")):
            yield data[:at] + bytes([other]) + data[at + 1 :]
        yield data[:at] + data[at + 1 :]
        yield data[: at + 1] + data[at:]


@pytest.mark.parametrize("audience", ["A", "over"])
def test_every_altered_byte_is_found(texts: dict[str, str], audience: str) -> None:
    data = texts[audience].encode()
    assert [altered for altered in alterations(data) if altered != data and not wrong(altered)] == []


@pytest.mark.parametrize("audience", ["table", "over"])
def test_every_cut_is_found(texts: dict[str, str], audience: str) -> None:
    data = texts[audience].encode()
    assert [size for size in range(len(data)) if not wrong(data[:size])] == []
    assert [size for size in range(1, len(data)) if not wrong(data[size:])] == []


def blocks(text: str) -> tuple[list[str], list[list[str]], list[str]]:
    """What stands before the entries, the lines of each, and what stands after them."""
    recorded = read(text)
    starts = [place - 1 for place in recorded.places]
    end = len(recorded.lines) - 3
    entries = [list(recorded.lines[one:two]) for one, two in zip(starts, [*starts[1:], end], strict=True)]
    return list(recorded.lines[: starts[0]]), entries, list(recorded.lines[end:])


def joined(before: list[str], entries: list[list[str]], after: list[str]) -> str:
    return "\n".join([*before, *(line for lines in entries for line in lines), *after])


@pytest.mark.parametrize("audience", ["table", "over"])
def test_swapped_dropped_and_doubled_entries_are_found(texts: dict[str, str], audience: str) -> None:
    before, entries, after = blocks(texts[audience])
    assert joined(before, entries, after) == texts[audience]
    for one in range(len(entries)):
        assert wrong(joined(before, entries[:one] + entries[one + 1 :], after))
        assert wrong(joined(before, entries[: one + 1] + entries[one:], after))
        for two in range(one):
            swapped = [*entries]
            swapped[one], swapped[two] = swapped[two], swapped[one]
            assert wrong(joined(before, swapped, after))


def test_who_alters_an_entry_and_its_dress_is_found_by_the_chain(texts: dict[str, str]) -> None:
    """Even with all that is no digest of an entry put right again."""
    before, entries, after = blocks(texts["over"])
    entries[2][0] = entries[2][0].replace("play:combine", "play:wound")
    recorded = read(joined(before, entries, after))
    assert wrong(as_text(recorded.entries, "table")) == [
        f"line {recorded.places[2]}: entry 2 was altered, or does not belong here"
    ]


def test_numbers_out_of_order_are_found(texts: dict[str, str]) -> None:
    first, second, *others = read(texts["over"]).entries
    for entries in ([first, replace(second, number=4), *others], [replace(first, number=1), second, *others]):
        assert "is expected here" in wrong(as_text(entries, "table"))[0]


def test_a_record_cut_short_and_dressed_again_is_found_by_the_head_that_was_kept(texts: dict[str, str]) -> None:
    recorded = read(texts["judge"])
    short = as_text(recorded.entries[:3], "judge")
    assert wrong(short) == []
    assert wrong(texts["judge"], recorded.head) == wrong(texts["judge"], recorded.entries[2].digest) == []
    assert "cut short" in wrong(short, recorded.head)[0]


def test_a_record_written_anew_is_found_by_the_head_that_was_kept(texts: dict[str, str], tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "games.sqlite") as ledger:
        forged = write_record(play(ledger), "judge")
    assert wrong(forged) == []
    assert wrong(forged, read(texts["judge"]).head)


def test_problems_name_the_line(texts: dict[str, str]) -> None:
    lines = texts["over"].split("\n")
    line = read(texts["over"]).places[1]
    lines[line - 1] = lines[line - 1].replace('"at":2.5', '"at": 2.5')
    assert wrong("\n".join(lines)) == [f"line {line}: this is not JSON as the ledger writes it"]
    lines[line - 1] = "what?"
    assert wrong("\n".join(lines))[0].startswith(f"line {line}: an entry is")
    assert wrong(texts["over"].replace("\n", "\r\n"))[0].startswith("line 1:")
    assert wrong(texts["over"].replace("yes", "no"))[0].startswith("line 5:")
    assert wrong(texts["over"].encode("utf-16"))[0] == "line 1: this is not valid UTF-8: the file was changed"
    assert wrong(texts["over"] + "\ud800") == ["the text contains characters that UTF-8 cannot encode"]


@pytest.mark.parametrize(
    "value", ["[" * 100_000, "[" * 70 + "]" * 70, "9" * 5000, "NaN", '"\\ud800"', "{", ""], ids=lambda value: value[:6]
)
def test_pythons_own_words_are_not_shown(texts: dict[str, str], value: str) -> None:
    lines = texts["over"].split("\n")
    line = read(texts["over"]).places[1]
    lines[line - 1] = lines[line - 1].replace('"at":2.5', f'"at":{value}')
    assert wrong("\n".join(lines)) == [f"line {line}: this is not JSON as the ledger writes it"]


def test_entries_after_the_end_are_found(texts: dict[str, str], tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "games.sqlite") as ledger:
        game = play(ledger)
        game.finish({})
        game._append = None  # type: ignore[assignment, method-assign]  # what follows goes round it
        from companion.ledger.chain import new_entry

        late = new_entry(6, {"in": "tick"}, game.last.link)
        entries = [*game.entries(), late]
    assert "the game was over before entry 6" in wrong(as_text(entries, "table"))[0]


@given(st.text() | st.binary())
def test_any_text_is_read(text: str | bytes) -> None:
    assert isinstance(read_record(text), RecordProblems)


@given(st.data())
def test_any_mixture_of_lines_is_read(texts: dict[str, str], data: st.DataObject) -> None:
    lines = texts["A"].split("\n")
    mixed = "\n".join(data.draw(st.lists(st.sampled_from(lines), max_size=20)))
    assert wrong(f"companion record 1\n{mixed}") or mixed == texts["A"]


@pytest.mark.parametrize("audience", ["", " A", "A\nover yes"])
def test_an_audience_has_a_name(ledger: Ledger, audience: str) -> None:
    with pytest.raises(LedgerError, match="Nobody is called"):
        write_record(play(ledger), audience)
