"""`table.toml`: what it says, and that every mistake in it is told with its line and remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.table.layout import AIR, STATION, Layout, Pad, Spot, SpotRole, StationSpot
from companion.table.layout_file import TableProblems, load_layout, lonely, read_layout
from companion.table.layout_words import describe, write_layout

ROOT = Path(__file__).resolve().parents[2]
TABLES = ROOT / "hardware" / "tables"

GOOD = """\
name = "Ours"
seats = ["A", "B"]
neighbours = [[1, 2]]

[station]
port = "/dev/puzzle-strike/station"
tap = "bank"

[[pad]]
number = 1
port = "/dev/puzzle-strike/pad-1"
readers = [
    { cells = "A.pile", count = 2 },
    { tap = "A.pile" },
    { slot = "A.bag", beyond = "A.hand" },
]

[[pad]]
number = 2
port = "/dev/puzzle-strike/pad-2"
readers = [
    { cells = "B.pile", hidden = true },
    { tap = "B.discard", label = "used chips" },
]

[[pad]]
number = 7
port = "/dev/puzzle-strike/pad-7"
readers = [{ tap = "B.played", beyond = "B.discard" }, { tap = "B.pile" }]

[panel]
yes_A = 5
buzzer = 18
"""


def table(text: str) -> Layout:
    layout = read_layout(text)
    assert isinstance(layout, Layout), layout.said()
    return layout


def places_of_a_game(game: str, seats: tuple[str, ...]) -> list[str]:
    """As a game may name its places."""
    roles = ("pile", "played", "discard", "bag", "hand", "top")
    return ["bank", *(f"{seat}.{role}" for seat in seats for role in roles)]


def said(text: str) -> list[str]:
    problems = read_layout(text, known=places_of_a_game)
    assert isinstance(problems, TableProblems)
    return problems.said()


def test_a_table_is_read_whole() -> None:
    assert table(GOOD) == Layout(
        name="Ours",
        seats=("A", "B"),
        station=StationSpot("/dev/puzzle-strike/station", Spot(STATION, SpotRole.TAP, "bank")),
        pads=(
            Pad(
                1,
                "/dev/puzzle-strike/pad-1",
                (
                    Spot("1.0", SpotRole.CELLS, "A.pile", cells=2),
                    Spot("1.1", SpotRole.TAP, "A.pile"),
                    Spot("1.2", SpotRole.TAP, "A.bag", beyond="A.hand", hidden=True),
                ),
            ),
            Pad(
                2,
                "/dev/puzzle-strike/pad-2",
                (
                    Spot("2.0", SpotRole.CELLS, "B.pile", cells=1, hidden=True),
                    Spot("2.1", SpotRole.TAP, "B.discard", label="used chips"),
                ),
            ),
            Pad(
                7,
                "/dev/puzzle-strike/pad-7",
                (Spot("7.0", SpotRole.TAP, "B.played", beyond="B.discard"), Spot("7.1", SpotRole.TAP, "B.pile")),
            ),
        ),
        groups=(frozenset({"1.0", "1.1", "1.2", "2.0", "2.1"}), frozenset({"7.0", "7.1"})),
        panel={"yes_A": 5, "buzzer": 18},
    )


def test_a_table_in_words() -> None:
    assert describe(table(GOOD)) == [
        "Ours: seats A and B.",
        "Pad 1 on /dev/puzzle-strike/pad-1: reader 0 is 2 cells of A.pile; reader 1 is the tap of A.pile; "
        "reader 2 is the slot of A.bag, which leads to A.hand, for its owner alone.",
        "Pad 2 on /dev/puzzle-strike/pad-2: reader 0 is one cell of B.pile, for its owner alone; "
        'reader 1 is the tap of B.discard ("used chips").',
        "Pad 7 on /dev/puzzle-strike/pad-7: reader 0 is the tap of B.played, which leads to B.discard; "
        "reader 1 is the tap of B.pile.",
        "NFC station on /dev/puzzle-strike/station; it is the tap of bank.",
        "pad 1 and pad 2 are close together: one of their readers looks at a time.",
        "Panel: yes_A at pin 5 and buzzer at pin 18.",
    ]


# -- mistakes --------------------------------------------------------------------------------------------------

MISTAKES = [
    # what stands in the good file; what stands in its place; what is told, beginning with the line
    ('name = "Ours"', 'nmae = "Ours"', '1: the key "nmae" is unknown. Did you mean name?'),
    ('name = "Ours"', "name = 3", '1: name is not text. Write a short text in quotes: name = "...".'),
    ('name = "Ours"', 'name = ""', '1: name is empty. Write a short text in quotes: name = "...".'),
    (
        'name = "Ours"',
        'name = "a\\nb"',
        '1: name is not a plain line of text. Write a short text in quotes: name = "...".',
    ),
    ('name = "Ours"', "name = Ours", '1: this is not TOML: invalid value. Put words in quotes, as in name = "Our'),
    ('"A", "B"', '"A", "B", "A"', "2: the seat A is already on line 2. Give each seat a name of its own."),
    (
        '"A", "B"',
        '"A", "B", "judge"',
        '2: no seat can be called "judge". The program uses this word for something else.',
    ),
    ('"A", "B"', '"A", "B", "x.y"', '2: "x.y" cannot be the name of a seat. Take a short word such as "A".'),
    ('"A", "B"', '"A", "B", 3', '2: 3 cannot be the name of a seat. Take a short word such as "A".'),
    ('["A", "B"]', '"A"', "2: seats is not a list. Write it in brackets: seats = [...]."),
    ("[[1, 2]]", "[[1, 3]]", "3: there is no pad 3. There is 1, 2, 7 and station."),
    ("[[1, 2]]", '[[1, "2"]]', '3: there is no pad "2". There is 1, 2, 7 and station.'),
    ("[[1, 2]]", "[[1, 2, 1]]", "3: pad 1 is named twice in this group. Once is enough."),
    ("[[1, 2]]", "[1, [2, 7]]", "3: 1 is not a group of pads. Write neighbours = [[1, 2], [3, 4]]."),
    ("[[1, 2]]", "[[true, 2]]", "3: there is no pad true. There is 1, 2, 7 and station."),
    ('tap = "bank"', 'cells = "bank"', '7: the key "cells" is unknown. Possible keys: port, kind, tap, sl'),
    (
        'tap = "bank"',
        'label = "the bank"',
        "5: nothing says what this reader is for. Make it one of cells, tap and slot.",
    ),
    ('/station"', '/pad-7"', "28: the port /dev/puzzle-strike/pad-7 is already on line 6. Each pad, and the stati"),
    ("number = 2", "number = 1", "19: the pad 1 is already on line 10. Give each pad its own number."),
    ("number = 2", "number = 100", "19: number is 100. Write a whole number from 1 to 99, without quotes: number = 1."),
    ("number = 2", 'number = "2"', "19: number is not such a number. Write a whole number from 1 to 99, without quote"),
    ("number = 2", "number = true", "19: number is true. Write a whole number from 1 to 99, without quotes: number ="),
    ("number = 2", f"number = 0x1{'0' * 4000}", "19: number is not such a number. Write a whole number from 1 to 99,"),
    ("number = 2\n", "", "18: there is no number. Write a whole number from 1 to 99, without quotes: number = 1."),
    ("number = 2", "nubmer = 2", '19: the key "nubmer" is unknown. Did you mean number?'),
    ("pad-2", "pad-1", "20: the port /dev/puzzle-strike/pad-1 is already on line 11. Each pad, and the station, "),
    ("/dev/puzzle-strike/pad-2", "ttyUSB0", '20: "ttyUSB0" is not the path of a port. Write the whole path, such as "'),
    ('port = "/dev/puzzle-strike/pad-2"\n', "", '18: there is no port. Add a line such as port = "/dev/puzzle-strike/'),
    ("count = 2", "count = 0", "13: count is 0. Write a whole number from 1 to 2, without quotes: count = 1."),
    ("count = 2", "count = 3", "13: count is 3. Write a whole number from 1 to 2, without quotes: count = 1."),
    ("count = 2", "cuont = 2", '13: the key "cuont" is unknown. Did you mean count?'),
    ("count = 2", 'beyond = "A.hand"', "13: beyond does not belong here. A cell leads nowhere: leave it out."),
    (
        'tap = "A.pile"',
        'tap = "A.pile", count = 1',
        "14: count does not belong here. Only cells are counted: leave it ",
    ),
    (
        'tap = "A.pile"',
        'tap = "A.pile", hidden = true',
        "14: hidden does not belong here. A tap that only its owner ma",
    ),
    (
        'tap = "A.pile"',
        'tap = "C.pile"',
        '14: the game has no place "C.pile". It has places such as B.pile and A',
    ),
    ('tap = "A.pile"', 'tap = "A"', '14: "A" is a seat, not a place. Name one of its places.'),
    ('tap = "A.pile"', 'tap = "A."', '14: the game has no place "A.". It has places such as'),
    ('tap = "A.pile"', 'tap = ".pile"', '14: the game has no place ".pile". It has places such as'),
    ('tap = "A.pile"', 'tap = "air"', "14: no reader can be in the air. Name a place of the game."),
    (
        'tap = "A.pile"',
        'tap = "B.pile"',
        "29: the tap of B.pile is already on line 14. Two readers cannot be one s",
    ),
    (
        'tap = "A.pile"',
        'tap = "bank"',
        "14: the tap of bank is already on line 7. Two readers cannot be one spot: ",
    ),
    ('tap = "A.pile"', 'tab = "A.pile"', '14: the key "tab" is unknown. Did you mean tap?'),
    (
        'tap = "A.pile"',
        'tap = "A.pile", slot = "A.top"',
        "14: this is tap and slot at once. Make it one of cells, ",
    ),
    ('{ tap = "A.pile" }', "{}", "14: nothing says what this reader is for. Make it one of cells, tap and slot."),
    ('{ tap = "A.pile" }', '"A.pile"', "14: this entry of readers is not in braces. Write it like { tap = "),
    (', beyond = "A.hand"', "", '15: this slot leads nowhere. Say with beyond = "PLACE" where a chip goes'),
    ("A.hand", "C.hand", '15: the game has no place "C.hand". It has places such as B.hand and A.hand.'),
    ("hidden = true", "hidden = 1", "22: hidden is neither true nor false. Write hidden = true."),
    ('label = "used chips"', "label = []", '23: label is not text. Write a short text in quotes: label = "...".'),
    (
        'tap = "A.pile"',
        'tap = "A.pile", label = "used chips"',
        "23: the label used chips is already on line 14. Ca",
    ),
    ("[panel]", "[pannel]", '31: the key "pannel" is unknown. Did you mean panel?'),
    ("buzzer = 18", "buzzer = 5", "33: the pin 5 is already on line 32. Each has a pin of its own."),
    ("buzzer = 18", "buzzer = 28", "33: buzzer is 28. Write a whole number from 2 to 27, without quotes: buzzer = 2."),
    ("[panel]\nyes_A = 5\nbuzzer = 18", "[[panel]]", "31: panel needs lines of its own. Write [panel] above them."),
    ("[[pad]]\nnumber = 7", "[[pad]\nnumber = 7", "26: this is not TOML: expected ']]' at the end of an array decla"),
    ('"B.pile" }]', '"B.pile" }', "31: this is not TOML: unclosed array. Put words in quotes, as in name = "),
    ("18\n", "18\nx = [", "34: this is not TOML: invalid value. Put words in quotes"),
    ("18\n", "18\nx = " + "[" * 3000, "1: brackets are nested too deep. A table needs three levels at most."),
]


@pytest.mark.parametrize(("here", "instead", "told"), MISTAKES, ids=[one[2][:40] for one in MISTAKES])
def test_a_mistake_is_told_with_its_line_and_remedy(here: str, instead: str, told: str) -> None:
    assert here in GOOD
    (line,) = said(GOOD.replace(here, instead, 1))
    assert line.startswith(f"table.toml, line {told}")


def test_all_mistakes_are_told_in_the_order_of_the_file() -> None:
    text = GOOD.replace("Ours", "").replace("count = 2", "count = 9").replace("A.hand", "X.hand").replace("18", "99")
    assert [line.split(":")[0] for line in said(text)] == [f"table.toml, line {at}" for at in (1, 13, 15, 33)]


def test_of_two_that_are_the_same_the_later_one_in_the_file_is_told() -> None:
    pad = '[[pad]]\nnumber = 1\nport = "/dev/x"\nreaders = [{ tap = "A.pile" }]\n'
    text = f'seats = ["A"]\n{pad}[station]\nport = "/dev/x"\n'
    (line,) = said(text)
    assert line.startswith("table.toml, line 7: the port /dev/x is already on line 4.")


def test_a_pad_has_four_readers() -> None:
    text = GOOD.replace('{ tap = "A.pile" },', '{ tap = "A.pile" },\n{ tap = "A.top" },\n{ tap = "A.discard" },')
    assert said(text) == [
        "table.toml, line 17: this is reader 4 of the pad, counted from 0. "
        "A pad has at most 4 readers: begin another pad."
    ]


def test_a_pad_without_readers_is_none() -> None:
    text = 'seats = ["A"]\n[[pad]]\nnumber = 1\nport = "/dev/x"\nreaders = []\n'
    words = 'there are no readers. Add a line such as readers = [{ tap = "PLACE" }].'
    assert said(text) == [f"table.toml, line 5: {words}"]
    assert said(text.replace("readers = []", ""))[0].startswith("table.toml, line 2: there are no readers.")


def test_one_bracket_is_not_two() -> None:
    assert said('seats = ["A"]\n[pad]\nnumber = 1')[0] == (
        "table.toml, line 2: there can be several pad entries. Write [[pad]], not [pad]."
    )


def test_without_seats_their_zones_are_not_blamed() -> None:
    assert said(GOOD.replace('seats = ["A", "B"]\n', "")) == [
        'table.toml, line 1: no seats are named. Add a line such as seats = ["A", "B"].'
    ]
    assert said("") == said("seats = []")


def test_lines_of_any_system_are_counted() -> None:
    (line,) = said(GOOD.replace("count = 2", "count = 0").replace("\n", "\r\n"))
    assert line.startswith("table.toml, line 13:")


# -- files -----------------------------------------------------------------------------------------------------


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    missing = load_layout(tmp_path / "table.toml")
    assert isinstance(missing, TableProblems)
    assert missing.unread
    assert "there is no such file. Run `companion first-run`, or name another with --table." in missing.said()[0]
    folder = load_layout(tmp_path)
    assert isinstance(folder, TableProblems)
    assert folder.unread
    unnamed = load_layout(tmp_path / "table\0.toml")
    assert isinstance(unnamed, TableProblems)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b'name = "Ours"\nseats = ["\xff"]')
    layout = load_layout(path)
    assert isinstance(layout, TableProblems)
    assert layout.said() == [f"{path}, line 2: this is not text in UTF-8. Save the file as UTF-8."]
    path.write_bytes(b"#" * 300_000)
    layout = load_layout(path)
    assert isinstance(layout, TableProblems)
    assert "far too long" in layout.said()[0]


SCRAPS = ["[[pad]]", "[station]", "[panel]", "seats", "neighbours", "readers", "number", "port", "tap", "slot", "cells"]
SIGNS = ["\n", " = ", '"', "'", "[", "]", "{", "}", ",", "1", "true", "1.5", '"A.pile"', '"A"', "#", ".", "1979-05-27"]


@given(some.lists(some.sampled_from(SCRAPS + SIGNS) | some.text(max_size=3), max_size=40).map("".join))
def test_no_text_is_too_odd(text: str) -> None:
    layout = read_layout(text)
    if isinstance(layout, TableProblems):
        assert all(1 <= problem.line <= text.count("\n") + 1 for problem in layout.found)
        assert all(line.isprintable() for line in layout.said())


@given(some.data())
def test_no_spoiled_table_is_too_odd(data: some.DataObject) -> None:
    text = GOOD
    for _ in range(data.draw(some.integers(1, 4))):
        at = data.draw(some.integers(0, len(text)))
        until = min(len(text), at + data.draw(some.integers(0, 12)))
        text = text[:at] + data.draw(some.sampled_from([*SCRAPS, *SIGNS, ""])) + text[until:]
    layout = read_layout(text)
    if isinstance(layout, TableProblems):
        assert layout.found
        assert all(1 <= problem.line <= text.count("\n") + 1 for problem in layout.found)


ODD = ["1", "-1", "nan", "true", '""', '"A"', '"A.pile"', '"\\u0007"', "1979-05-27", "0x" + "f" * 5000]
VALUES: some.SearchStrategy[str] = some.recursive(
    some.sampled_from(ODD),
    lambda inner: some.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]")
    | some.lists(inner, max_size=2).map(lambda parts: f"{{{', '.join(f'k{n} = {p}' for n, p in enumerate(parts))}}}"),
)  # fmt: skip
KEYS = ["name", "seats", "neighbours", "pad", "station", "panel", "number", "port", "readers", "tap", "slot", "beyond",
        "cells", "count", "hidden", "label", '"\\u0007"']  # fmt: skip


@given(some.lists(some.tuples(some.sampled_from(["", "pad.", "station.", "panel."]), some.sampled_from(KEYS), VALUES)))
def test_no_value_of_a_key_is_too_odd(pairs: list[tuple[str, str, str]]) -> None:
    layout = read_layout("\n".join(f"{table}{key} = {value}" for table, key, value in pairs))
    assert isinstance(layout, Layout) or all(line.isprintable() for line in layout.said())


# -- written again ---------------------------------------------------------------------------------------------

words = some.text(some.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=6)


@some.composite
def layouts(draw: some.DrawFn) -> Layout:
    """Any table that a file can describe."""
    seats = draw(some.lists(some.sampled_from(["A", "B", "North", "Ж", "1"]), min_size=1, max_size=4, unique=True))
    taken: set[str] = set()

    def spot(reader: str) -> Spot:
        zone = draw(some.sampled_from([f"{seat}.{place}" for seat in seats for place in ("pile", "bag", "discard")]))
        label = draw(words) if draw(some.booleans()) else ""
        label = "" if label in taken else label
        if reader != STATION and (zone in taken or draw(some.booleans())):
            role = Spot(
                reader, SpotRole.CELLS, zone, draw(some.integers(1, 2)), hidden=draw(some.booleans()), label=label
            )
        else:
            beyond = draw(some.sampled_from([AIR, "box", f"{seats[0]}.hand"]))
            role = Spot(reader, SpotRole.TAP, zone, beyond=beyond, hidden=draw(some.booleans()), label=label)
            taken.add(zone)
        taken.add(label)
        return role

    station = None
    if draw(some.booleans()):
        station = StationSpot("/dev/station", spot(STATION) if draw(some.booleans()) else None)
    numbers = draw(some.lists(some.integers(1, 99), max_size=4, unique=True))
    pads = tuple(
        Pad(number, f"/dev/pad-{number}", tuple(spot(f"{number}.{at}") for at in range(draw(some.integers(1, 4)))))
        for number in numbers
    )
    units = [frozenset(spot.reader for spot in pad.spots) for pad in pads]
    apart = [*units, frozenset({STATION})] if station else units
    wide = [
        frozenset().union(*chosen)
        for chosen in draw(some.lists(some.lists(some.sampled_from(apart), min_size=2, unique=True), max_size=2))
    ] if len(apart) > 1 else []  # fmt: skip
    return Layout(
        name=draw(words),
        seats=tuple(seats),
        pads=pads,
        station=station,
        groups=tuple(group for group in (*wide, *lonely(units, wide)) if len(group) > 1),
        panel=dict(zip(draw(some.lists(words, unique=True, max_size=3)), (4, 5, 6), strict=False)),
    )


@given(layouts())
def test_what_is_written_is_read_as_the_same_table(layout: Layout) -> None:
    assert table(write_layout(layout)) == layout


def test_a_group_of_single_readers_cannot_be_written() -> None:
    spots = (
        Spot("1.0", SpotRole.TAP, "A.pile"),
        Spot("1.1", SpotRole.TAP, "A.discard"),
        Spot("1.2", SpotRole.TAP, "A.played"),
    )
    layout = Layout("Ours", ("A",), (Pad(1, "/dev/pad", spots),), groups=(frozenset({"1.0", "1.1"}),))
    with pytest.raises(ValueError, match="whole pads"):
        write_layout(layout)


# -- the tables that come with the companion -------------------------------------------------------------------

SPOTS = {
    "cells": {"pile": 8, "played": 1, "discard": 1, "bag": 1},
    "taps": {"pile": 1, "played": 1, "discard": 1, "bag": 1},
    "trays": {"pile": 8},
    "none": {},
}


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("kit", SPOTS)
def test_an_example_is_its_kit(kit: str, seats: int) -> None:
    path = TABLES / f"{kit}-{seats}.toml"
    layout = table(path.read_text(encoding="utf-8"))
    assert layout.seats == tuple("ABCD"[:seats])
    assert table(write_layout(layout)) == layout
    for seat in layout.seats:
        own = [spot for spot in layout.spots() if spot.zone.startswith(f"{seat}.")]
        for place, count in SPOTS[kit].items():
            assert sum(spot.zone == f"{seat}.{place}" for spot in own) == count
        assert len(own) == sum(SPOTS[kit].values())
        assert sum(spot.cells for spot in own) == (14 if kit in ("cells", "trays") else 0)
        assert [spot.beyond for spot in own if spot.hidden] == ([f"{seat}.hand"] if kit in ("cells", "taps") else [])
        if own:  # these take turns, whatever others do: with cells the tray apart from the taps, else all of a seat
            parts = [own[:7], own[7:]] if kit == "cells" else [own]
            assert [{spot.reader for spot in part} in layout.groups for part in parts] == [True] * len(parts)
    assert [pad.port for pad in layout.pads] == [f"/dev/puzzle-strike/pad-{pad.number}" for pad in layout.pads]
    bank = [spot.reader for spot in layout.spots() if spot.zone == "bank"]
    assert bank == ([STATION] if kit in ("cells", "taps") else [])


def test_there_are_no_other_examples() -> None:
    assert sorted(path.name for path in TABLES.glob("*.toml")) == sorted(
        f"{kit}-{n}.toml" for kit in SPOTS for n in (2, 3, 4)
    )


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_panel_of_an_example_only_waits_for_its_signs_to_be_taken_away(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    head, panel = text.split("# [panel]\n")
    layout = table(f"{head}[panel]\n{panel.replace('# ', '')}")
    own = [f"{what}_{seat}" for what in ("button", "lamp") for seat in layout.seats]
    assert sorted(layout.panel) == sorted([*own, "button_undo", "buzzer"])
    wired = re.findall(r"^\| (\w+) \| (\d+) \|", (ROOT / "hardware" / "wiring.md").read_text(encoding="utf-8"), re.M)
    assert set(layout.panel.items()) <= {(name, int(pin)) for name, pin in wired}


def test_the_page_on_the_file_has_all_keys_and_no_others() -> None:
    page = (TABLES / "README.md").read_text(encoding="utf-8")
    source = (ROOT / "companion" / "table" / "layout_file.py").read_text(encoding="utf-8")
    known = {key for call in re.findall(r"\.only\(([^)]*)\)", source) for key in re.findall(r"\w+", call)}
    told = set(re.findall(r"^\| `\[*(\w+)\]*` \|", page, re.M))
    assert told == known
    assert {"pad", "readers", "beyond"} <= known


def test_a_game_that_is_not_there_is_told_with_its_line() -> None:
    text = GOOD.replace('name = "Ours"', 'name = "Ours"\ngame = "halma"')
    problems = read_layout(text, known=lambda game, seats: None)
    assert isinstance(problems, TableProblems)
    (line,) = problems.said()
    assert line.startswith('table.toml, line 2: there is no game "halma" here. Leave it out')
    assert isinstance(read_layout(text), Layout), "who knows no games cannot tell"
