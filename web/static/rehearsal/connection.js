// The connection to the virtual table: what it sends, and what is sent to it.

import { text } from "./texts.js";

const LOST_AFTER = 1500; // milliseconds without a connection before the page says so
const AGAIN_AFTER = 2500;

// Calls `shown` with each new world, for as long as the page is open.
export function listen(shown) {
  const line = document.getElementById("link");
  let source = null;
  let lost = null;
  let heard = false;

  function open() {
    source?.close();
    source = new EventSource(document.body.dataset.stream);
    source.onopen = connected;
    source.onerror = () => { lost ??= setTimeout(disconnected, LOST_AFTER); };
    source.addEventListener("world", (event) => { heard = true; connected(); shown(JSON.parse(event.data)); });
  }

  function connected() {
    clearTimeout(lost);
    lost = null;
    line.hidden = true;
  }

  function disconnected() {
    line.hidden = false;
    lost = null;
    if (source.readyState === EventSource.CLOSED) lost = setTimeout(() => { lost = null; open(); }, AGAIN_AFTER);
  }

  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  addEventListener("pagehide", () => source?.close());
  open();
  fetch(document.body.dataset.world)
    .then((answer) => answer.json())
    .then((world) => { if (!heard) shown(world); })
    .catch(() => {}); // the stream says so if nobody answers
}

// Does something at the virtual table. True if it was done; otherwise the page says why not.
export async function act(deed) {
  const token = document.querySelector("meta[name=rehearsal]").content;
  let why = "";
  try {
    const answer = await fetch(document.body.dataset.act, {
      method: "POST",
      body: JSON.stringify(deed),
      headers: { "Content-Type": "application/json", "X-Rehearsal": token },
      credentials: "same-origin",
    });
    if (answer.status === 403) { location.reload(); return false; } // this page belongs to a virtual table that has ended
    const told = await answer.json();
    if (!told.ok) why = told.why || text("lost");
  } catch {
    why = text("lost");
  }
  const line = document.getElementById("why");
  line.textContent = why;
  line.hidden = !why;
  return !why;
}
