"""With which readers people may equip a table for Beacons: that of table.toml, and that of table_full.toml."""

from __future__ import annotations

from companion.rules.kernel.kits import Kit, Kits, KitSpot, SharedSpot

BAG = KitSpot("bag", "bag", "bag slot of {seat}", beyond="hand")
SPENT = KitSpot("spent", "spent", "spent stones of {seat}")
CROWN = KitSpot("crown", "crown", "crown of {seat}")
CHARTS = KitSpot("charts", "charts", "", "chart {address} of {seat}", cells=1)
BAY = KitSpot("bay", "grid", "", "cell {address} of the bay", cells=1)
ROW = KitSpot("row", "row", "", "chart {address} of the row", cells=1)

KITS = Kits(
    (
        Kit("stones", "Stones: a slot and two taps (3 readers).", (BAG, SPENT, CROWN)),
        Kit("charts", "Charts: three cells for charts too (6 readers).", (BAG, SPENT, CROWN, CHARTS)),
    ),
    "charts",
    (
        SharedSpot(BAY, "What reads the nine cells of the bay?", "Nothing: people say where the boat goes"),
        SharedSpot(ROW, "What reads the row of charts?", "Nothing: people say which charts lie there"),
    ),
    seats=(4,),
)
