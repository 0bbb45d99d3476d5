"""The shapes and colours of chips for pages, written from the table of their looks:

python -m companion.faces.chip_styles

Phones and the virtual table draw every chip with the shapes in `web/static/chips.svg`, and both link `chips.css`, which
has the colours; `tests/faces/server/test_shapes.py` checks that the two files match the table. Shapes take their
colours from the page, so that one shape serves every theme, and a chip that is only expected.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import asin, pi
from pathlib import Path
from typing import Final

from companion.faces.chip_looks import BANNER, DISCS, FACET, GEMS, MARK, OUTLINES, Gem, Outline, Point, arc, burst, cap
from companion.faces.chip_pictures import PICTURES

STATIC: Final = Path(__file__).resolve().parents[2] / "web" / "static"
HEAD: Final = (
    "How chips look on pages. `make generated` writes this file from companion/faces/chip_looks.py: change that."
)
FRAME: Final = """\
.disc { --disc: 2.5rem; display: inline-block; flex: none; width: var(--disc); height: var(--disc); overflow: visible; }
.disc .sign { display: none; }
.disc.ghost, .expected .disc {
  --fill: transparent; --facet: transparent; --shine: transparent; --body: transparent; --on-banner: var(--surface);
  --edge: currentColor; --ink: currentColor; --banner: currentColor; --also: currentColor; --picture: currentColor;
}
.disc.back { --banner: #57516f; --body: #6f6887; --picture: #cfc9de; }
"""
TEETH: Final = 24
"""The cogs of a rim."""
RING: Final = 4.5
"""The width of a disc's ring, in hundredths of the disc."""
PLACED: Final = "translate(29 44) scale(1.75)"
"""Where the picture is."""


# -- colours -------------------------------------------------------------------------------------------------------


def style_sheet() -> str:
    """Return the text of `chips.css`."""
    return f"/* {HEAD} */\n" + "".join(f"{line}\n" for line in (*variables(), FRAME.rstrip(), *gems(), *discs()))


def variables() -> Iterator[str]:
    """Yield the colours by name, for what is shown with chips: edges of numbers, tokens, prices."""
    tones = " ".join(f"--{tone}: {look.banner}; --on-{tone}: {look.on_banner};" for tone, look in DISCS.items())
    yield f":root {{ {tones} }}"


def gems() -> Iterator[str]:
    """Yield the colours of each gem, for chips and for the blocks of a tower."""
    for sign, look in GEMS.items():
        yield f".gem-{sign} {{ --fill: {look.fill}; --facet: {look.facet}; --edge: {look.edge}; --ink: {look.ink}; }}"


def discs() -> Iterator[str]:
    """Yield the colours of each disc, and of what only takes its colours."""
    for tone, look in DISCS.items():
        picture = look.picture or look.banner
        yield (
            f".disc.tone-{tone} {{ --banner: {look.banner}; --on-banner: {look.on_banner}; --body: {look.body}; "
            f"--picture: {picture}; }}"
        )
        yield f".disc.also-{tone} {{ --also: {look.banner}; }}"
        yield f".token.tone-{tone} {{ background: {look.banner}; color: {look.on_banner}; }}"
        yield f".tone-edge-{tone} {{ border-inline-start-color: {look.banner}; }}"


# -- shapes --------------------------------------------------------------------------------------------------------


def shapes() -> str:
    """Return the text of `chips.svg`."""
    drawn = (*(gem(sign, look) for sign, look in GEMS.items()), *facets(), *disc_parts(), *marks(), *pictures())
    frame = 'viewBox="0 0 100 100" overflow="visible"'
    rows = "".join(f'<symbol id="{name}" {frame}>{inner}</symbol>\n' for name, inner in drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<!-- {HEAD} -->\n{rows}</svg>\n'


def gem(sign: str, look: Gem) -> tuple[str, str]:
    """Return a gem: its edge, its colour, its facet, light from above, and its number."""
    shape, (x, y) = OUTLINES[look.shape], look.facet_at
    letters = (
        f'<text x="{100 * x:g}" y="{100 * y + 17:g}" text-anchor="middle" font-size="48" font-weight="700" '
        f'fill="var(--ink)" stroke="var(--edge)" stroke-width="{0 if look.ink > look.edge else 7}" '
        f'stroke-linejoin="round" paint-order="stroke">{sign}</text>'
    )
    light = '<polygon points="{}" fill="var(--shine, #ffffff)" fill-opacity=".16"/>'
    return f"gem-{sign}", "".join(
        (
            polygon(shape, 'fill="var(--fill)" stroke="var(--edge)" stroke-width="5" stroke-linejoin="round"', 0.93),
            light.format(points(upper(scaled(shape, 0.86, (0.5, 0.5))))),
            polygon(shape, 'fill="var(--facet)"', FACET, look.facet_at),
            letters,
        )
    )


def facets() -> Iterator[tuple[str, str]]:
    """Yield the shape of each gem alone, as it shows on the block of a tower."""
    for sign, look in GEMS.items():
        yield f"shape-{sign}", polygon(OUTLINES[look.shape], 'fill="#ffffff" fill-opacity=".28"', 0.96)


def disc_parts() -> Iterator[tuple[str, str]]:
    """Yield the parts of a disc: the disc itself, the other half of its banner, and the rim behind it."""
    inner = (100 - 2 * RING) / 100
    lower = lower_part(0.5 * inner)
    line = (
        '<circle cx="50" cy="50" r="42" fill="none" stroke="var(--on-banner)" stroke-opacity=".35" stroke-width="1.5"/>'
    )
    yield (
        "disc",
        (
            f'<circle cx="50" cy="50" r="49.5" fill="var(--banner)"/><polygon points="{points(lower)}" '
            f'fill="var(--body)"/>{line}'
        ),
    )
    half = [(x, y) for x, y in cap(BANNER) if x >= 0.5]
    yield "half", f'<polygon points="{points(((0.5, BANNER), (0.5, 0.005), *half))}" fill="var(--also)"/>'
    yield (
        "rim",
        (
            f'<polygon points="{points(scaled(burst(TEETH, 0.45), 1.26, (0.5, 0.5)))}" fill="#d9a62e" stroke="#7a5a0c" '
            f'stroke-width="1.5"/>'
        ),
    )
    yield (
        "back",
        (
            '<circle cx="50" cy="50" r="49.5" fill="var(--banner)"/><circle cx="50" cy="50" r="40" fill="var(--body)" '
            'stroke="var(--picture)" stroke-width="2" stroke-dasharray="6 5"/>'
            '<polygon points="50,28 72,50 50,72 28,50" fill="var(--picture)"/>'
        ),
    )


def marks() -> Iterator[tuple[str, str]]:
    """Yield the mark on the banner of each tone."""
    left, top, side = MARK
    for tone, look in DISCS.items():
        placed = [(left + 0.06 + x * (side - 0.12), top + 0.06 + y * (side - 0.12)) for x, y in OUTLINES[look.mark]]
        yield f"mark-{tone}", f'<polygon points="{points(tuple(placed))}" fill="var(--on-banner)"/>'


def pictures() -> Iterator[tuple[str, str]]:
    """Yield each picture."""
    for name, path in PICTURES.items():
        yield (
            f"p-{name}",
            f'<path transform="{PLACED}" fill="var(--picture)" fill-rule="evenodd" d="{path}"/>',
        )


def lower_part(radius: float) -> Outline:
    """Return the part of a disc below its banner."""
    tilt = asin((BANNER - 0.5) / radius) / (2 * pi)
    return arc((0.5, 0.5), radius, tilt, 0.5 - tilt, 36)


def upper(shape: Outline, edge: float = 0.46) -> Outline:
    """Return the part of a shape above an edge.

    >>> upper(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), 0.5)
    ((0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5))
    """
    found: list[Point] = []
    for (x, y), (next_x, next_y) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if y <= edge:
            found.append((x, y))
        if (y <= edge) != (next_y <= edge):
            found.append((x + (next_x - x) * (edge - y) / (next_y - y), edge))
    return tuple(found)


def scaled(shape: Outline, size: float, middle: tuple[float, float]) -> Outline:
    """Return a shape made smaller, or larger, and moved."""
    return tuple((middle[0] + (x - 0.5) * size, middle[1] + (y - 0.5) * size) for x, y in shape)


def polygon(shape: Outline, how: str, size: float, middle: tuple[float, float] = (0.5, 0.5)) -> str:
    """Return a shape as SVG."""
    return f'<polygon points="{points(scaled(shape, size, middle))}" {how}/>'


def points(shape: Outline) -> str:
    """Return the corners of a shape, in hundredths.

    >>> points(((0.0, 0.5), (1.0, 0.333333)))
    '0,50 100,33.3'
    """
    return " ".join(f"{round(100 * x, 1):g},{round(100 * y, 1):g}" for x, y in shape)


def main() -> None:
    """Write both files."""
    (STATIC / "chips.css").write_text(style_sheet(), encoding="utf-8")
    (STATIC / "chips.svg").write_text(shapes(), encoding="utf-8")


if __name__ == "__main__":
    main()
