// One stream for the tab. The server sends pieces of the page by their ids; a mark says how much has been seen, so that
// nothing is missed by a phone that slept.

import { itIs, tick } from "./clock.js";

const LOST_AFTER = 4000; // milliseconds without a connection before the page says so

export function keepFresh(address, mark) {
  const waiting = new Map(); // pieces that came while a finger was on the page
  let source = null;
  let lost = null;
  let pressing = false;

  function open() {
    source?.close();
    source = new EventSource(`${address}&since=${encodeURIComponent(mark)}`);
    source.onopen = connected;
    source.onerror = () => { lost ??= setTimeout(disconnected, LOST_AFTER); };
    source.onmessage = (event) => {
      connected();
      mark = event.lastEventId;
      for (const [id, html] of Object.entries(JSON.parse(event.data))) waiting.set(id, html);
      show();
    };
    source.addEventListener("now", (event) => itIs(Number(event.data)));
    source.addEventListener("end", () => { source.close(); location.reload(); });
  }

  function connected() {
    clearTimeout(lost);
    lost = null;
    const line = document.getElementById("link");
    if (line) line.hidden = true;
  }

  function disconnected() {
    const line = document.getElementById("link");
    if (line) { line.textContent = line.dataset.lost; line.hidden = false; }
    if (source.readyState === EventSource.CLOSED) { lost = null; setTimeout(open, LOST_AFTER); }
  }

  function show() {
    if (pressing) return;
    for (const [id, html] of waiting) {
      const part = document.getElementById(id);
      if (part && isTypedIn(part)) continue; // what somebody fills in stays until it is left
      if (part && id === "together" && part.childElementCount && !html) document.getElementById("said")?.replaceChildren(); // it is settled
      if (part) replace(part, html);
      waiting.delete(id);
    }
    tick();
  }

  addEventListener("pointerdown", () => { pressing = true; });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(() => { pressing = false; show(); }, 60));
  addEventListener("focusout", () => setTimeout(show, 0));
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  addEventListener("pagehide", () => source?.close());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) open(); });
  open();
}

function isTypedIn(part) {
  const focused = document.activeElement;
  return part.contains(focused) && focused.matches("input, select, textarea");
}

// What was unfolded stays unfolded, and the focus stays where it was.
function replace(part, html) {
  const unfolded = [...part.querySelectorAll("details")].map((one) => one.open);
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const same = focused && { name: focused.name, text: focused.textContent };
  part.innerHTML = html;
  part.querySelectorAll("details").forEach((one, at) => { one.open = unfolded[at] ?? false; });
  if (same) {
    const again = [...part.querySelectorAll("button, summary, a")].find((one) => one.name === same.name && one.textContent === same.text);
    again?.focus();
  }
}
