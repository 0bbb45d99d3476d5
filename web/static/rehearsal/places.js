// The places of the table and the chips there: cells, heaps, hands, bags with their slots, stacks of the bank.

import { draw, named as namedChip } from "./chips.js";
import { follow } from "./lists.js";
import { form, show, text, write } from "./texts.js";

const AIR = { id: "air", seat: "", zone: "air", role: "air", kind: "heap", label: text("air"), alive: true };

const elements = new Map(); // the places' elements, by id
const chips = new Map(); // the chips' elements, by id: a chip keeps its element wherever it goes

// Returns the world's places as the page shows them: in order, each with its full name and its chips.
export function allPlaces(world) {
  const titles = new Map(world.seats.map((seat) => [seat.name, seat.title]));
  const lying = Map.groupBy ? Map.groupBy(world.chips, (chip) => chip.place) : grouped(world.chips);
  const known = new Set(world.places.map((place) => place.id));
  const lost = world.chips.filter((chip) => !known.has(chip.place));
  const told = world.places.map((place) => ({ ...place, chips: lying.get(place.id) ?? [] }));
  if (lost.length) told.push({ ...AIR, chips: lost, count: lost.length });
  for (const place of told) {
    if (!titles.has(place.seat)) place.seat = "";
    place.named = place.seat ? text("owned", { seat: titles.get(place.seat), place: place.label }) : place.label;
    place.side = place.kind === "stack" ? "stacks" : place.seat && (place.kind === "cell" || place.beside_cells) ? "tray" : "zones";
  }
  return told;
}

function grouped(all) {
  const found = new Map();
  for (const chip of all) found.set(chip.place, [...(found.get(chip.place) ?? []), chip]);
  return found;
}

export function elementOf(id) {
  return elements.get(id);
}

// Returns the name of a place in sentences.
export function named(id) {
  return elements.get(id)?.dataset.named ?? id;
}

export function followPlaces(box, some) {
  follow(box, some.map((place) => [place.id, place]), (id) => make(some.find((place) => place.id === id)), update);
}

// Forgets what the world no longer has.
export function forget(world) {
  const there = new Set(world.chips.map((chip) => chip.id));
  for (const id of [...chips.keys()]) if (!there.has(id)) chips.delete(id);
  for (const [id, element] of [...elements]) if (!element.isConnected) elements.delete(id);
}

function make(place) {
  const element = form("place-form");
  element.dataset.place = place.id;
  element.classList.add(`kind-${place.kind}`, `zone-${place.role.replaceAll(" ", "-")}`);
  element.classList.toggle("overflow", Boolean(place.beside_cells));
  if (place.kind === "bag" && place.seat) {
    element.append(form("bag-form"));
    for (const name of ["draw", "pour"]) element.querySelector(`.${name}`).dataset[name] = place.seat;
    if (!place.refill) element.querySelector(".pour").remove();
  }
  if (place.kind === "hand") {
    element.append(form("show-form"));
    element.querySelector(".show").dataset.show = place.seat;
  }
  elements.set(place.id, element);
  return element;
}

function update(element, place) {
  element.dataset.named = place.named;
  const full = place.alive ? place.named : text("dead", { place: place.named });
  const cell = place.kind === "cell";
  const count = place.count ?? place.chips.length;
  const bare = cell || (place.kind === "tap" && !count);
  write(element.querySelector(".label"), (cell && /\d+/.exec(place.label)?.[0]) || place.label);
  write(element.querySelector(".count"), bare ? "" : String(count));
  write(element.querySelector(".price"), place.price ? `$${String(place.price).replace("$", "")}` : "");
  show(element.querySelector(".dead"), !place.alive);
  const unseen = place.unseen ? text("unseen", { count: place.unseen }) : "";
  write(element.querySelector(".unseen"), unseen);
  show(element.querySelector(".unseen"), Boolean(unseen));
  element.title = bare ? "" : place.label;
  element.classList.toggle("lost", !place.alive);
  element.classList.toggle("none", !count);
  element.querySelector(".spot").setAttribute("aria-label", [bare ? full : text("place", { place: full, count }), unseen].filter(Boolean).join("; "));
  const tops = { stack: () => topOfStack(place, count), bag: () => topOfBag(place, count) }[place.kind]?.() ?? [];
  follow(element.querySelector(".chips"), [...tops, ...place.chips.map((chip) => [chip.id, chip])], lying, (one, chip) => showChip(one.querySelector(".chip"), chip, place));
}

// -- chips of a place ------------------------------------------------------------------------------------------

function lying(id) {
  if (id === "top") return form("chip-form");
  if (!chips.has(id)) chips.set(id, form("chip-form"));
  return chips.get(id);
}

function topOfStack(place, count) {
  const values = { chip: place.label, count, price: place.price };
  const label = text(place.price ? "priced" : "stack", values);
  return [["top", { data: ["stack", place.id], kind: place.piece ?? "", name: place.label, tone: place.tone, short: place.short, also: place.also, picture: place.picture, framed: place.framed, label }]];
}

function topOfBag(place, count) {
  const data = place.seat ? ["bag", place.seat] : ["stack", place.id];
  return count ? [["top", { data, kind: "", name: "", label: text("bag", { place: place.named }) }]] : [];
}

function showChip(element, chip, place) {
  const [name, value] = chip.data ?? ["chip", chip.id];
  element.dataset[name] = value;
  element.dataset.from = chip.from ?? place.drawn_from ?? "";
  element.classList.toggle("moving", Boolean(chip.moving));
  draw(element, chip);
  element.setAttribute("aria-label", chip.label ?? text(chip.moving ? "moving" : "chip", { chip: namedChip(chip), place: place.named }));
}
