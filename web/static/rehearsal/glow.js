// What glows on the table: chips that still have to be moved and where they belong, chips that lie wrong, and, while
// something is held, the places where it may be meant to go. Nothing here knows a rule: the program tells the ways.

import { draw } from "./chips.js";
import { elementOf } from "./places.js";
import { form } from "./texts.js";

const MARKS = ["owes", "awaits", "wrong", "meant"];
const table = document.getElementById("table");

// `held` is what the hand holds: its kind, and the place that it was taken from; null for nothing.
export function glow(world, held) {
  for (const mark of MARKS) for (const one of table.querySelectorAll(`.${mark}`)) one.classList.remove(mark);
  table.classList.remove("choosy");
  if (!world) return;
  const expected = new Set();
  for (const { kind, source, target, count } of world.says?.owed ?? []) {
    for (const place of at(world, source, kind)) chipsOf(place, kind).forEach((chip) => chip.classList.add("owes"));
    for (const place of free(world, at(world, target, kind), count)) {
      const element = elementOf(place.id);
      element?.classList.add("awaits");
      if (element && place.kind === "cell") expected.add(outline(element, world, kind));
    }
  }
  for (const one of table.querySelectorAll(".expected")) if (!expected.has(one)) one.remove();
  for (const [kind, , target] of world.says?.ruling?.moved ?? []) {
    for (const place of at(world, target, kind)) chipsOf(place, kind).forEach((chip) => chip.classList.add("wrong"));
  }
  if (held) choose(world, held);
}

function choose(world, held) {
  const from = world.places.find((place) => place.id === held.place);
  const all = [...(world.says?.owed ?? []).map((debt) => [debt.kind, debt.source, debt.target]), ...Object.values(world.phones ?? {}).flatMap((phone) => phone.ways ?? [])];
  const meant = all.filter(([kind, source]) => source === from?.zone && (kind === held.kind || kind === "?" || !held.kind));
  for (const [kind, , target] of meant) for (const place of at(world, target, held.kind || kind)) elementOf(place.id)?.classList.add("meant");
  table.classList.toggle("choosy", Boolean(table.querySelector(".meant")));
}

// Of cells only as many as chips are to come, beginning with the first that is empty; other places take any number.
function free(world, places, count) {
  const taken = new Set(world.chips.map((chip) => chip.place));
  const cells = places.filter((place) => place.kind === "cell" && !taken.has(place.id));
  return [...cells.slice(0, count), ...places.filter((place) => place.kind !== "cell")];
}

// Draws a chip of this kind as an outline where it is expected.
function outline(element, world, kind) {
  const look = world.places.find((place) => place.piece === kind);
  const there = element.querySelector(".expected");
  const chip = there ?? Object.assign(document.createElement("span"), { className: "expected" });
  if (!there) {
    chip.setAttribute("aria-hidden", "true");
    chip.append(form("chip-form").querySelector(".disc"), Object.assign(document.createElement("span"), { className: "name" }));
    element.append(chip);
  }
  draw(chip, { ...look, kind, name: look?.label ?? kind });
  return chip;
}

// The places of a zone, or of an address in it, in which a chip of this kind may lie.
function at(world, zone, kind) {
  const here = world.places.filter((place) => place.zone === zone && !place.beside_cells);
  return here.some((place) => place.kind === "stack") ? here.filter((place) => place.piece === kind) : here;
}

function chipsOf(place, kind) {
  const chips = [...(elementOf(place.id)?.querySelectorAll(".chip") ?? [])];
  return place.kind === "stack" ? chips.slice(0, 1) : chips.filter((chip) => chip.dataset.kind === kind);
}
