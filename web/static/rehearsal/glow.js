// What glows on the table: chips that still have to be moved and where they belong, chips that lie wrong, chips with
// which somebody may answer, and, while something is held, the places where it may be meant to go. Nothing here knows a
// rule: the program tells the ways.

import { draw } from "./chips.js";
import { elementOf } from "./places.js";
import { form } from "./texts.js";

const LOOK = 500; // milliseconds
const LIT = ".wrong, .owes, .may";
const MARKS = ["owes", "awaits", "wrong", "may", "meant"];
const table = document.getElementById("table");

// `held` is what the hand holds: its kind, and the place that it was taken from; null for nothing.
export function glow(world, held) {
  for (const mark of MARKS) for (const one of table.querySelectorAll(`.${mark}`)) one.classList.remove(mark);
  table.classList.remove("choosy");
  if (!world) return;
  const expected = new Set();
  for (const { kind, source, target, count } of due(world)) {
    for (const place of at(world, source, kind)) chipsOf(place, kind).forEach((chip) => chip.classList.add("owes"));
    for (const place of free(world, at(world, target, kind), count)) {
      const element = elementOf(place.id);
      element?.classList.add("awaits");
      if (element && place.kind === "cell") expected.add(outline(element, world, kind));
    }
  }
  refill(world);
  straight(world);
  for (const one of table.querySelectorAll(".expected")) if (!expected.has(one)) one.remove();
  for (const [kind, , target, count = 1] of world.says?.ruling?.moved ?? []) { // what came last is in the last cells
    at(world, target, kind).flatMap((place) => chipsOf(place, kind)).slice(-count).forEach((chip) => chip.classList.add("wrong"));
  }
  if (held) choose(world, held); else if (!expected.size) invite(world);
}

// What is to be moved now. Chips that nobody can tell apart leave a place before others come there.
function due(world) {
  const owed = (world.says?.owed ?? []).map((debt) => ({ ...debt, count: debt.count - unseen(world, debt.target) })).filter(({ count }) => count > 0);
  const leaving = new Set(owed.map((debt) => debt.source));
  return owed.filter((debt) => debt.kind !== "?" || !leaving.has(debt.target));
}

// How many chips have come there that no reader has seen: they are shown again, and no others drawn for them.
function unseen(world, zone) {
  return world.places.find((place) => place.id === zone && place.kind === "hand")?.unseen ?? 0;
}

// An empty bag out of which chips are to come is refilled first, as soon as nothing else is to be moved.
function refill(world) {
  const owed = world.says?.owed ?? [];
  for (const button of table.querySelectorAll(":is(.pour, .show).owes")) button.classList.remove("owes");
  for (const place of world.places.filter((one) => one.kind === "hand")) {
    const button = elementOf(place.id)?.querySelector(".show");
    if (button) button.hidden = !place.unseen || !owed.some((debt) => debt.target === place.id);
  }
  if (table.querySelector(".owes")) return;
  const again = table.querySelector(".show:not([hidden])");
  if (again) { again.classList.add("owes"); return; }
  for (const { source } of due(world)) {
    for (const place of at(world, source)) if (place.kind === "bag" && !place.count) elementOf(place.id)?.querySelector(".pour")?.classList.add("owes");
  }
}

// The ways of chips that give an answer of a phone: of each answer the first chip that it moves.
function answersOf(world) {
  return Object.values(world.phones ?? {}).flatMap((phone) => phone.choices.flatMap((choice) => (choice.ways ?? []).slice(0, 1)));
}

// Chips that give an answer; while something is owed, that comes first.
function invite(world) {
  if (due(world).length) return;
  for (const [kind, source] of answersOf(world)) {
    for (const place of at(world, source, kind)) chipsOf(place, kind).forEach((chip) => chip.classList.add("may"));
  }
}

function choose(world, held) {
  const from = world.places.find((place) => place.id === held.place);
  const fits = ([kind, source]) => source === from?.zone && (kind === held.kind || kind === "?" || !held.kind);
  const owed = (world.says?.owed ?? []).map((debt) => [debt.kind, debt.source, debt.target]);
  const back = (world.says?.ruling?.moved ?? []).map(([kind, source, target]) => [kind, target, source]);
  const meant = [...back, ...owed, ...answersOf(world)].filter(fits);
  for (const [kind, , target] of meant) for (const place of free(world, at(world, target, held.kind || kind))) elementOf(place.id)?.classList.add("meant");
  table.classList.toggle("choosy", Boolean(table.querySelector(".meant")));
}

// Of cells only as many as chips are to come, beginning with the first that is empty; other places take any number.
function free(world, places, count = Infinity) {
  const taken = new Set(world.chips.map((chip) => chip.place));
  const cells = places.filter((place) => place.kind === "cell" && !taken.has(place.id));
  return [...cells.slice(0, count), ...places.filter((place) => place.kind !== "cell")];
}

// No reader sees what goes back into a hand or a bag: as soon as nothing lies wrong any more, people may say so.
function straight(world) {
  const moved = world.says?.ruling?.moved ?? [];
  document.getElementById("straight").hidden = !moved.length || Boolean(table.querySelector(".wrong, .owes"));
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
  return ["stack", "bag"].includes(place.kind) ? chips.slice(0, 1) : chips.filter((chip) => kind === "?" || chip.dataset.kind === kind);
}

// On a screen that is smaller than the table: a button leads to what is lit, and what is taken leads to where it may go.
export function followLight() {
  const button = document.getElementById("where");
  const look = () => { button.hidden = !table.querySelector(".mine") || !table.querySelector(LIT) || [...table.querySelectorAll(LIT)].some(isSeen); };
  button.addEventListener("click", () => bring([...table.querySelectorAll(LIT)]));
  addEventListener("scroll", look, { passive: true });
  addEventListener("resize", look);
  setInterval(look, LOOK);
}

export function leadTo() {
  bring([...table.querySelectorAll(".meant")]);
}

function bring(some) {
  if (some.length && !some.some(isSeen)) some[0].scrollIntoView({ block: "center", behavior: "instant" });
}

// The loud part at the top covers what is below it.
function isSeen(one) {
  const box = one.getBoundingClientRect();
  const loud = document.getElementById("loud").getBoundingClientRect();
  const top = getComputedStyle(document.getElementById("loud")).position === "sticky" ? Math.max(0, loud.bottom) : 0;
  return box.width > 0 && box.top >= top - box.height / 2 && box.bottom <= innerHeight + box.height / 2;
}
