// What the person's hand holds, picked up by a drag, a tap, or a key. One thing at a time.

import { act } from "./connection.js";
import { glow, leadTo } from "./glow.js";
import { named } from "./places.js";
import { placeOf } from "./table.js";
import { text, write } from "./texts.js";

const table = document.getElementById("table");
let held = null; // {key, chip, stack, bag, words, place, kind}
let world = null; // the newest

export function holds() {
  return held;
}

// What a button of the table stands for: a chip, the top of a stack, a chip out of a bag; null for an empty place.
function thing(element) {
  const { chip, stack, bag } = element.dataset;
  if (!chip && !stack && !bag) return null;
  return { key: chip ? `c ${chip}` : stack ? `s ${stack}` : `b ${bag}`, chip, stack, bag, words: element.title || element.getAttribute("aria-label"), place: placeOf(element), kind: element.dataset.kind };
}

export function pick(element, aloud = true) {
  const found = thing(element);
  if (!found) return false;
  held = found;
  mark();
  if (aloud) say("picked", { chip: held.words });
  return true;
}

// Puts what is held into a place. False if that failed.
export async function put(place) {
  const { chip, stack, bag, words } = held;
  held = null;
  mark();
  const deed = bag ? { do: "draw", seat: bag } : stack ? { do: "move", from: stack, to: place } : { do: "move", chip, to: place };
  const done = await act(deed);
  if (done) say(bag ? "drawn" : "put", { chip: words, place: named(place) });
  return done;
}

export function giveUp() {
  if (!held) return;
  say("gaveup", { chip: held.words });
  held = null;
  mark();
}

// Enter, Space, a click or a tap on something: picks up, puts down, or gives up.
export function press(element) {
  const found = thing(element);
  const place = placeOf(element);
  if (!held) { if (pick(element)) leadTo(); return; }
  if (found?.key === held.key) { giveUp(); return; }
  if (held.stack && found?.stack) { pick(element); return; } // the other stack was meant
  if (place === held.place) { if (found) pick(element); else giveUp(); return; }
  put(place);
}

// Called after each new world: somebody else may have taken away what is held.
export function mark(now = world) {
  world = now;
  const marked = held && [...table.querySelectorAll(".chip")].find((one) => thing(one).key === held.key);
  if (held && !marked) held = null;
  table.classList.toggle("holding", Boolean(held));
  for (const one of table.querySelectorAll(".chip.held")) if (one !== marked) one.classList.remove("held");
  marked?.classList.add("held");
  glow(world, held);
  for (const one of table.querySelectorAll(".chip")) one.setAttribute("aria-pressed", String(one === marked));
}

function say(key, values) {
  write(document.getElementById("done"), text(key, values));
}
