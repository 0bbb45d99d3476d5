// Dragging, the same for mouse, finger and pen. A press that does not move far is a click, and is handled as one.

import { fly } from "./motion.js";
import { giveUp, holds, pick, press, put } from "./holding.js";

const FAR = 7; // pixels after which a press is a drag
const EDGE = 56; // pixels from the window's edge within which the page scrolls
const SPEED = 9; // pixels a frame
const PATIENCE = 500; // milliseconds for the world to follow a chip that was put down
const table = document.getElementById("table");

let drag = null; // {pointer, chip, x, y, ghost, over}
let dragged = false; // whether the next click only ends a drag

export function followPointer() {
  table.addEventListener("pointerdown", begin);
  table.addEventListener("pointermove", move);
  table.addEventListener("pointerup", end);
  table.addEventListener("pointercancel", cancel);
  table.addEventListener("lostpointercapture", (event) => { if (event.target === table) cancel(); }); // but not when a chip's own capture passes to the table
  table.addEventListener("dragstart", (event) => event.preventDefault());
  table.addEventListener("contextmenu", (event) => { if (drag) event.preventDefault(); });
  table.addEventListener("click", (event) => {
    const button = event.target.closest(".chip, .spot");
    if (button && !dragged) press(button);
    dragged = false;
  });
}

// Stops dragging without doing anything; Escape does this, too.
export function cancel() {
  if (!drag) return;
  const { ghost, chip } = drag;
  finish();
  if (!ghost) return;
  giveUp();
  if (chip.isConnected) fly(chip, ghost.getBoundingClientRect());
  ghost.remove();
}

function begin(event) {
  const chip = event.target.closest(".chip");
  dragged = false;
  if (!chip || event.button !== 0 || !event.isPrimary) return;
  drag = { pointer: event.pointerId, chip, x: event.clientX, y: event.clientY, ghost: null, over: null };
}

function move(event) {
  if (event.pointerId !== drag?.pointer) return;
  const [x, y] = [event.clientX, event.clientY];
  if (!drag.ghost && Math.hypot(x - drag.x, y - drag.y) < FAR) return;
  if (!drag.ghost && !take()) { drag = null; return; }
  [drag.x, drag.y] = [x, y];
  drag.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -60%)`;
  hover();
}

function take() {
  if (!drag.chip.isConnected || !pick(drag.chip, false)) return false;
  table.setPointerCapture(drag.pointer); // the table captures it, because the chip's element may move meanwhile
  const { width } = drag.chip.getBoundingClientRect();
  drag.ghost = drag.chip.cloneNode(true);
  drag.ghost.className = "chip ghost";
  drag.ghost.removeAttribute("data-chip");
  drag.ghost.setAttribute("aria-hidden", "true");
  drag.ghost.style.setProperty("--size", `${width}px`);
  document.body.append(drag.ghost);
  table.classList.add("dragging");
  requestAnimationFrame(scroll);
  return true;
}

function hover() {
  const over = document.elementFromPoint(drag.x, drag.y)?.closest("#table [data-place]") ?? null;
  if (over === drag.over) return;
  drag.over?.classList.remove("over");
  over?.classList.add("over");
  drag.over = over;
}

function scroll() {
  if (!drag?.ghost) return;
  const by = drag.y < EDGE ? -SPEED : drag.y > innerHeight - EDGE ? SPEED : 0;
  if (by) { scrollBy(0, by); hover(); }
  requestAnimationFrame(scroll);
}

async function end(event) {
  if (event.pointerId !== drag?.pointer) return;
  const { ghost, chip } = drag;
  if (!ghost) { drag = null; return; }
  hover();
  const place = drag.over?.dataset.place;
  const held = holds();
  dragged = true;
  setTimeout(() => { dragged = false; }, 0);
  if (!place || !held || place === held.place) { cancel(); return; }
  finish();
  chip.classList.add("gone");
  const done = await put(place);
  if (done) await worldFollows(chip);
  chip.classList.remove("gone");
  if (!done && chip.isConnected) fly(chip, ghost.getBoundingClientRect());
  ghost.remove();
}

function finish() {
  const { pointer, over } = drag;
  drag = null;
  over?.classList.remove("over");
  table.classList.remove("dragging");
  if (table.hasPointerCapture(pointer)) table.releasePointerCapture(pointer);
}

// Resolves when the table shows a chip that was put down in its new place; until then it stays under the finger.
function worldFollows(chip) {
  const place = chip.closest("[data-place]");
  return new Promise((done) => {
    const watch = new MutationObserver(() => { if (chip.closest("[data-place]") !== place) done(); });
    watch.observe(table, { childList: true, subtree: true });
    setTimeout(() => { watch.disconnect(); done(); }, PATIENCE);
  });
}
