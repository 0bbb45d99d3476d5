// One stream for each phone (one_stream.js). The server sends parts of the page by their ids; a mark says how much has
// been seen, so that a phone that slept misses nothing. If there is no room for another stream, the page asks for news
// now and then.

import { itIs, tick } from "./clock.js";
import { oneStream } from "./one_stream.js";

const LOST_AFTER = 4000; // milliseconds without a connection before the page says so
const LOOK_AFTER = 5000; // milliseconds between two requests of a page without a stream
const LOOKS = 12; // after this many it asks for a stream again

export function keepFresh(address, mark) {
  const waiting = new Map(); // parts that came while a finger was on the page
  let source = null;
  let lost = null;
  let pressing = false;
  let looking = null;
  let looks = 0;
  const stream = oneStream(`companion ${address}`, { lead: open, follow: close, hear });

  function close() {
    document.body.dataset.leads = "";
    clearTimeout(looking);
    source?.close();
    connected();
  }

  // What the tab that holds the stream tells. Whoever has missed something asks for it.
  function hear(told) {
    if (told.kind === "end") location.reload();
    else if (told.kind === "lost") disconnected();
    else if (told.kind === "connected") connected();
    else if (told.kind === "now") itIs(told.now);
    else if (told.kind === "news" && told.from === mark) take(told.seen, told.fragments);
    else if (told.kind === "news" && told.seen !== mark) catchUp();
  }

  async function catchUp() {
    try {
      const fresh = await fetched();
      take(fresh.mark, fresh.fragments);
    } catch {
      stream.claim();
    }
  }

  async function fetched() {
    const answer = await fetch(`${address}&once=1&since=${encodeURIComponent(mark)}`, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  }

  function open() {
    document.body.dataset.leads = "yes";
    clearTimeout(looking);
    source?.close();
    source = new EventSource(`${address}&since=${encodeURIComponent(mark)}`);
    source.onopen = () => { looks = 0; connected(); };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) look(); // refused: perhaps there is no room
      else lost ??= setTimeout(disconnected, LOST_AFTER);
    };
    source.onmessage = (event) => { connected(); pass(event.lastEventId, JSON.parse(event.data)); };
    source.addEventListener("later", look);
    source.addEventListener("now", (event) => { itIs(Number(event.data)); stream.tell("now", { now: Number(event.data) }); });
    source.addEventListener("end", () => { source.close(); stream.tell("end"); location.reload(); });
  }

  function pass(seen, fragments) {
    stream.tell("news", { from: mark, seen, fragments });
    take(seen, fragments);
  }

  function take(seen, fragments) {
    mark = seen;
    for (const [id, html] of Object.entries(fragments)) waiting.set(id, html);
    show();
    if (Object.keys(fragments).length) document.dispatchEvent(new Event("news"));
  }

  async function look() {
    clearTimeout(looking);
    source.close();
    try {
      const fresh = await fetched();
      connected();
      itIs(fresh.now);
      pass(fresh.mark, fresh.fragments);
    } catch {
      lost ??= setTimeout(disconnected, LOST_AFTER);
    }
    looks += 1;
    looking = setTimeout(looks % LOOKS ? look : open, LOOK_AFTER);
  }

  function connected() {
    clearTimeout(lost);
    lost = null;
    stream.tell("connected");
    const line = document.getElementById("link");
    if (line) line.hidden = true;
  }

  function disconnected() {
    stream.tell("lost");
    const line = document.getElementById("link");
    if (line) { line.textContent = line.dataset.lost; line.hidden = false; }
  }

  function show() {
    if (pressing) return;
    for (const [id, html] of waiting) {
      const part = document.getElementById(id);
      if (part && isTypedIn(part)) continue; // what somebody is filling in stays until they leave it
      if (part && id === "together" && part.childElementCount && !html) document.getElementById("said")?.replaceChildren(); // the proposal is settled
      if (part) replace(part, html);
      waiting.delete(id);
    }
    tick();
    document.dispatchEvent(new Event("shown"));
  }

  addEventListener("pointerdown", () => { pressing = true; });
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(() => { pressing = false; show(); }, 60));
  addEventListener("focusout", () => setTimeout(show, 0));
  addEventListener("pageshow", (event) => { if (event.persisted) stream.claim(); });
  addEventListener("pagehide", () => { stream.leave(); clearTimeout(looking); source?.close(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stream.claim(); });
  if (!document.hidden) stream.claim();
}

function isTypedIn(part) {
  const focused = document.activeElement;
  return part.contains(focused) && focused.matches("input, select, textarea");
}

// Replaces a part: what was unfolded stays unfolded, and the focus stays where it was.
function replace(part, html) {
  const unfolded = new Map([...part.querySelectorAll("details")].map((one, at) => [one.dataset.fold ?? at, one.open]));
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const same = focused && { name: focused.name, text: focused.textContent };
  part.innerHTML = html;
  part.querySelectorAll("details").forEach((one, at) => { one.open = unfolded.get(one.dataset.fold ?? at) ?? one.open; });
  if (same) {
    const again = [...part.querySelectorAll("button, summary, a")].find((one) => one.name === same.name && one.textContent === same.text);
    again?.focus();
  }
}
