"""A small table of emulated pads on ptys, with its table.toml, for the commands that talk to pads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from companion.cli import main
from companion.rehearsal.live_pads import LivePads
from companion.rehearsal.virtual_table import TaggedThing
from companion.table.layout import Layout
from companion.table.layout_file import read_layout
from companion.table.layout_words import write_layout
from companion.table.sightings import Uid

TABLE = """
name = "Small"
seats = ["A", "B"]
[[pad]]
number = 1
port = "/dev/pad-1"
readers = [{ cells = "A.pile", count = 2 }, { slot = "A.bag", beyond = "A.hand", label = "slot of A" }]
[[pad]]
number = 2
port = "/dev/pad-2"
readers = [{ tap = "B.played" }]
"""

GEM = TaggedThing(Uid("04A1B2C3D4E5F6"), "gem_1")
WOUND = TaggedThing(Uid("04A1B2C3D4E5F7"), "wound")


@dataclass
class Live:
    """Pads that answer, and the file that describes them."""

    pads: LivePads
    table: Path

    def run(self, *words: str) -> Result:
        """A command at this table."""
        return CliRunner().invoke(main, [*words, "--table", str(self.table)])

    def port(self, number: int) -> str:
        """Where a pad is."""
        return next(pad.port for pad in self.pads.layout.pads if pad.number == number)

    def unplug(self, number: int) -> None:
        """As the commands see it: the port of a pad is gone."""
        text = self.table.read_text(encoding="utf-8")
        self.table.write_text(
            text.replace(f'{self.port(number)}"', f'{self.port(number)}-unplugged"'), encoding="utf-8"
        )


@contextmanager
def live_table(folder: Path) -> Iterator[Live]:
    """The table above, on ptys."""
    layout = read_layout(TABLE)
    assert isinstance(layout, Layout)
    with LivePads(layout, folder / "ports") as pads:
        table = folder / "table.toml"
        table.write_text(write_layout(pads.layout), encoding="utf-8")
        yield Live(pads, table)
