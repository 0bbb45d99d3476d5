// The table by keyboard: one stop for Tab, arrow keys from chip to chip and from place to place, Escape to give up.
// Enter and Space are clicks, as on all buttons.

import { cancel } from "./drag.js";
import { giveUp, holds } from "./holding.js";
import { placeOf, stops } from "./table.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 4; // how much more a pixel to the side counts than one ahead, if nothing lies straight ahead
const table = document.getElementById("table");
let here = null;

export function followKeys() {
  table.addEventListener("focusin", (event) => { if (event.target.matches(".chip, .spot")) settle(event.target); });
  table.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way || !event.target.matches(".chip, .spot") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(event.target, way);
  });
  addEventListener("keydown", (event) => { if (event.key === "Escape") { cancel(); giveUp(); } });
}

// Only one stop can be reached with Tab: the one that had the focus last.
export function settle(wanted = here) {
  const all = stops();
  here = all.includes(wanted) ? wanted : all.find((one) => one.closest(".mine .kind-hand")) ?? all[0] ?? null;
  for (const one of table.querySelectorAll(".chip, .spot")) {
    const index = one === here ? 0 : -1;
    if (one.tabIndex !== index) one.tabIndex = index;
  }
}

// Moves to the nearest stop straight ahead, else to the nearest one ahead and to the side.
function go(from, [right, down]) {
  const start = from.getBoundingClientRect();
  let best = null;
  for (const one of reachable(placeOf(from))) {
    const box = one.getBoundingClientRect();
    const [x, y] = [middle(box.left, box.right) - middle(start.left, start.right), middle(box.top, box.bottom) - middle(start.top, start.bottom)];
    const ahead = x * right + y * down;
    const straight = right ? overlap(box.top, box.bottom, start.top, start.bottom) : overlap(box.left, box.right, start.left, start.right);
    const aside = straight ? 0 : right ? Math.abs(y) : Math.abs(x);
    const far = [straight ? 0 : 1, ahead + ASIDE * aside];
    if (one !== from && ahead > 2 && aside <= ahead * 3 && (!best || far[0] < best.far[0] || (far[0] === best.far[0] && far[1] < best.far[1]))) best = { far, one };
  }
  best?.one.focus();
}

// Where arrow keys may go. If something is held, one stop for each place is enough: it can be put down there.
function reachable(inside) {
  const all = stops().filter((one) => one.getClientRects().length); // what is folded has no place on the screen
  if (!holds()) return all;
  const seen = new Set();
  return all.filter((one) => placeOf(one) !== inside && !seen.has(placeOf(one)) && seen.add(placeOf(one)));
}

function middle(low, high) {
  return (low + high) / 2;
}

function overlap(low, high, otherLow, otherHigh) {
  return Math.min(high, otherHigh) - Math.max(low, otherLow) > 2;
}
