// A phone keeps the head of the game's record by itself, and says when a later one does not follow from it.
//
// The device tells how its record goes on after the entries that the phone knows: the leaves of each entry's parts, from
// which the phone makes the digests (docs/record.md). After the first head it believes none that it has not made itself.

import { fromHex, sha256, toHex } from "./sha256.js";

const REST = 10000; // milliseconds from one look to the next, where there is news
const MOST_MARKS = 32; // heads that are kept of a game
const ENTRY = new TextEncoder().encode("entry\0");

let waiting = null;
let looking = false;

export function keepRecord() {
  if (!document.getElementById("record-warning")) return;
  document.addEventListener("news", soon);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  look();
}

function soon() {
  waiting ??= setTimeout(look, REST);
}

async function look() {
  clearTimeout(waiting);
  waiting = null;
  if (looking) return;
  looking = true;
  try {
    const told = await ask(0, 0);
    if (told?.number) await hold(told);
  } catch {
    soon(); // no connection, or an answer that was cut off
  } finally {
    looking = false;
  }
}

async function ask(game, since) {
  const answer = await fetch(`/recorded?number=${game}&since=${since}`, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

// Hold what the device tells against what was kept, and keep it where it follows from that.
async function hold(told) {
  const kept = load(told.number);
  if (!kept || (kept.device !== told.device && kept.started !== told.started)) { // nothing yet, or of another device
    keep(told, []);
    return;
  }
  const newest = kept.marks.at(-1);
  if (kept.game !== told.game) {
    warn(kept.started === told.started ? "anew" : "other", kept, told, 0);
  } else if (newest.entries <= told.entries && await follows(told, newest)) {
    keep(told, kept.marks);
  } else {
    let agreed = 0;
    for (const mark of [...kept.marks].reverse()) {
      if (mark.entries <= told.entries && await follows(told, mark)) { agreed = mark.entries; break; }
    }
    warn(!agreed ? "anew" : newest.entries > told.entries ? "short" : "changed", kept, told, agreed);
  }
}

// Whether the head that is told comes of the one that was kept, by the entries between them.
async function follows(told, mark) {
  let digest = fromHex(mark.head);
  let known = mark.entries;
  while (known < told.entries) {
    const { leaves } = await ask(told.number, known);
    if (!leaves.length) return false;
    for (const entry of leaves.slice(0, told.entries - known)) {
      digest = sha256(joined([ENTRY, digest, ...entry.map(fromHex)]));
      known += 1;
    }
  }
  return toHex(digest) === told.head;
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  parts.reduce((at, part) => { whole.set(part, at); return at + part.length; }, 0);
  return whole;
}

// -- what is kept ---------------------------------------------------------------------------------------------------

const place = (game) => `companion.record.${game}`;

function load(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(place(game)));
    return kept?.marks?.length ? kept : null;
  } catch {
    return null; // a browser that keeps nothing, or something else that lies there
  }
}

function keep(told, marks) {
  const { game, started, device, key, signature, entries, head, checkpoint } = told;
  const all = [...marks.filter((mark) => mark.entries < entries), { entries, head }];
  const last = all.length - 1; // where they are too many, every second one goes, and first and newest stay
  const thinned = all.length > MOST_MARKS ? all.filter((_, at) => at % 2 === 0 || at === last) : all;
  try {
    localStorage.setItem(place(told.number), JSON.stringify({ game, started, device, key, signature, checkpoint, marks: thinned }));
  } catch {
    // a browser that keeps nothing
  }
}

// -- what is said ---------------------------------------------------------------------------------------------------

function warn(what, kept, told, agreed) {
  const notice = document.getElementById("record-warning");
  const values = { agreed: agreed - 1, kept: kept.marks.at(-1).entries - 1, last: told.entries - 1, number: told.number, started: kept.started.replace("T", " ") };
  notice.querySelector("[data-words]").textContent = notice.dataset[what].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  notice.querySelector("[data-checkpoint]").textContent = kept.checkpoint;
  notice.querySelector("[data-forget]").onclick = () => {
    localStorage.removeItem(place(told.number));
    notice.hidden = true;
    look();
  };
  if (notice.hidden) {
    notice.hidden = false;
    notice.scrollIntoView({ block: "nearest" });
  }
}
