// Chips fly from their old place to the new one: they move there at once, and a CSS transition shows the way.

const still = matchMedia("(prefers-reduced-motion: reduce)");

// Notes where the chips of the table are, calls `change` to bring the table up to date, and animates what has moved.
// `start` returns the element from which a chip comes that was not shown before, if there is one.
export function moving(table, change, start) {
  if (document.hidden) { change(); return; }
  const before = new Map();
  for (const chip of table.querySelectorAll("[data-chip]")) before.set(chip.dataset.chip, [chip.closest("[data-place]"), chip.getBoundingClientRect()]);
  change();
  for (const chip of table.querySelectorAll("[data-chip]")) {
    const [place, from] = before.get(chip.dataset.chip) ?? [null, start(chip)?.getBoundingClientRect()];
    if (from && place !== chip.closest("[data-place]")) fly(chip, from);
  }
}

export function fly(chip, from) {
  chip.classList.remove("flying");
  chip.style.transform = "";
  const to = chip.getBoundingClientRect();
  const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  if (still.matches || Math.hypot(x, y) < 2) return;
  chip.style.transform = `translate(${x}px, ${y}px)`;
  chip.getBoundingClientRect(); // makes the browser lay out the old place before the new one is set
  chip.classList.add("flying");
  chip.style.transform = "";
  setTimeout(() => chip.classList.remove("flying"), 900); // a timer, because a transition that is cut off never ends
}
