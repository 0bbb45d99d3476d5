"""The style sheet of chips, written from the table of their looks:

python -m companion.faces.chip_styles > web/static/chips.css

Phones and the virtual table both link it; `tests/faces/server/test_shapes.py` checks that it matches the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.faces.chip_looks import BANNER, DISCS, FACET, GEMS, MARK, OUTLINES, Gem

HEAD = """\
/* How chips look on phones and on the virtual table. `make generated` writes this file from
   companion/faces/chip_looks.py: change that table, not this file. */
"""
FRAME = """\
.disc {{
  --letters: 30; display: inline-grid; flex: none; place-items: center; position: relative; isolation: isolate;
  width: var(--disc); height: var(--disc); padding-block-start: calc(var(--disc) * {below});
  border: calc(var(--disc) * .055) solid; border-radius: 50%;
  font-size: calc(var(--disc) * var(--letters) / 100); font-weight: 800; letter-spacing: -.02em; line-height: 1;
  text-align: center;
}}
.disc.long {{ --letters: 25; }}
.disc::before {{
  content: ""; position: absolute; z-index: -1; inset: {top} auto auto {left}; width: {side}; height: {side};
}}
.disc.gem {{ --letters: 46; border: 0; border-radius: 0; font-variant-numeric: tabular-nums; }}
.gem::before, .gem::after {{ content: ""; position: absolute; z-index: -2; inset: 5%; width: auto; height: auto; }}
.gem::after {{ z-index: -1; }}
.disc.back {{
  padding: 0; border-color: #57516f; color: #fff;
  background: repeating-conic-gradient(#57516f 0 30deg, #7b7497 30deg 60deg) border-box;
}}
.disc.back::before {{ display: none; }}
"""
BELOW = 0.26
"""The padding above a disc's letters, as a share of the disc. It moves the centred letters down by half of this."""


def style_sheet() -> str:
    """Return the text of the whole file."""
    return HEAD + "".join(f"{line}\n" for line in (*variables(), *frame(), *gems(), *discs()))


def variables() -> Iterator[str]:
    """Yield the colours by name, for what is shown with chips: edges of numbers, tokens, prices."""
    tones = " ".join(f"--{tone}: {look.banner}; --on-{tone}: {look.on_banner};" for tone, look in DISCS.items())
    yield f":root {{ {tones} }}"


def frame() -> Iterator[str]:
    """Yield the rules that all discs and gems share."""
    left, top, side = (percent(part) for part in MARK)
    yield FRAME.format(below=BELOW, left=left, top=top, side=side).rstrip()


def gems() -> Iterator[str]:
    """Yield the rules for each gem."""
    for sign, look in GEMS.items():
        outline = polygon(look.shape)
        below = f"calc(var(--disc) * {round(2 * look.facet_at[1] - 1, 2):g})"
        colours = f"background: {look.edge}; color: {look.ink}"
        yield f".disc.gem-{sign} {{ padding-block-start: {below}; {colours}; clip-path: {outline}; }}"
        yield f".gem-{sign}::before {{ background: {look.fill}; clip-path: {outline}; }}"
        yield f".gem-{sign}::after {{ inset: {facet(look)}; background: {look.facet}; clip-path: {outline}; }}"


def discs() -> Iterator[str]:
    """Yield the rules for each disc, and for what only takes its colours."""
    edge = percent(BANNER)
    for tone, look in DISCS.items():
        ground = f"linear-gradient({look.banner} {edge}, {look.body} {edge})"
        colours = f"border-color: {look.banner}; background: {ground}; color: {look.on_body}"
        yield f".disc.tone-{tone} {{ {colours}; }}"
        yield f".disc.tone-{tone}::before {{ background: {look.on_banner}; clip-path: {polygon(look.mark)}; }}"
        yield f".token.tone-{tone} {{ background: {look.banner}; color: {look.on_banner}; }}"
        yield f".tone-edge-{tone} {{ border-inline-start-color: {look.banner}; }}"


def facet(look: Gem) -> str:
    """Return the distances of a facet from the four sides of its gem: top, right, bottom, left.

    >>> facet(GEMS["4"])
    '19% 19% 19% 19%'
    """
    x, y = look.facet_at
    half = FACET / 2
    return " ".join(percent(side) for side in (y - half, 1 - x - half, 1 - y - half, x - half))


def polygon(name: str) -> str:
    """Return an outline as a clip path of CSS."""
    return f"polygon({', '.join(f'{percent(x)} {percent(y)}' for x, y in OUTLINES[name])})"


def percent(part: float) -> str:
    """Return a share as a percentage of CSS.

    >>> percent(0.5), percent(1 / 3)
    ('50%', '33.33%')
    """
    return f"{round(part * 100, 2):g}%"


if __name__ == "__main__":
    print(style_sheet(), end="")
