// Try to cheat: cards of mistakes that hands make on purpose; the one that is on, with a stopwatch that runs until the
// companion has spoken, and its places before and after.

import { draw } from "./chips.js";
import { follow } from "./lists.js";
import { form, show, text, write } from "./texts.js";

const TICK = 100; // milliseconds
const get = (id) => document.getElementById(id);
let timed = null; // {key, from}: the cheat for which the stopwatch runs, and since when
let clock = null;

export function showCheats(world) {
  const cheats = world.cheats;
  show(get("cheats"), Boolean(cheats?.cards.length) && !world.tour);
  show(document.querySelector('button[data-drawer="cheats"]'), !get("cheats").hidden);
  if (get("cheats").hidden) delete document.body.dataset.drawer; else document.body.dataset.drawer ??= "cheats";
  if (!cheats) { showNow(null, world); return; }
  const all = cheats.cards.length;
  write(get("cheats-caught"), text("caught", { caught: cheats.caught, all }));
  follow(get("cheats-meter"), cheats.cards.map((card) => [card.key, card]), () => document.createElement("i"), (light, card) => { light.className = card.caught ? "caught" : card.tried ? "missed" : ""; });
  follow(get("cheat-cards"), cheats.cards.map((card) => [card.key, card]), makeCard, (item, card) => showCard(item.firstElementChild, card, cheats.now));
  showNow(cheats.now, world);
}

// Where there is room for one of them only, people choose which: what to try, or what goes wrong.
export function followDrawers() {
  for (const button of document.querySelectorAll("button[data-drawer]")) {
    button.addEventListener("click", () => {
      document.body.dataset.drawer = button.dataset.drawer;
      document.querySelector(`button[data-drawer]:not([data-drawer="${button.dataset.drawer}"])`).focus();
    });
  }
}

function makeCard(key) {
  const item = form("cheat-form");
  item.firstElementChild.dataset.cheat = key;
  return item;
}

function showCard(button, card, now) {
  const waits = card.stage === "armed";
  const later = Boolean(card.why) && !card.stage;
  button.className = ["cheat", card.caught && "caught", card.tried && !card.caught && "missed", later && "later", card.stage && "on"].filter(Boolean).join(" ");
  button.setAttribute("aria-pressed", String(Boolean(card.stage)));
  button.disabled = Boolean(now) && now.key !== card.key;
  const picture = button.querySelector(".picture");
  picture.classList.toggle("plug", card.plug);
  if (!card.plug) draw(picture, card.chip);
  picture.removeAttribute("title");
  write(button.querySelector("b"), card.title);
  write(button.querySelector(".what"), card.words);
  write(button.querySelector(".state"), waits ? text("armed") : card.tried ? (card.caught ? text("seconds", { seconds: card.seconds.toFixed(1) }) : text("missed")) : later ? text("later") : text("tryit"));
  write(button.querySelector(".why"), waits || later ? card.why : "");
}

function showNow(now, world) {
  const box = get("cheat");
  show(box, Boolean(now));
  document.body.classList.toggle("cheating", Boolean(now));
  run(now);
  if (!now) return;
  const result = now.result;
  box.className = `box cheat-now ${now.stage}`;
  write(box.querySelector(".eyebrow"), [text("cheat"), now.seat && world.seats.find((seat) => seat.name === now.seat)?.title, now.title].filter(Boolean).join(" · "));
  if (result) write(get("stopwatch"), result.caught ? text("seconds", { seconds: result.seconds.toFixed(1) }) : "–");
  write(box.querySelector(".stage"), text(now.stage === "righting" ? "righting" : result ? (result.caught ? "spoken" : "unspoken") : now.stage === "timed" ? "timed" : "doing"));
  write(box.querySelector(".words"), result?.words ?? "");
  write(box.querySelector(".remedy"), result?.remedy ?? "");
  write(box.querySelector(".by"), result?.rule ? text("rule", { rule: result.rule }) : "");
  follow(box.querySelector(".change"), (result ? now.places : []).map((place) => [place.label, place]), () => form("change-form"), showPlace);
  show(get("right"), Boolean(result) && now.stage !== "righting");
  show(get("cheat-stand"), Boolean(result) && now.number > 0 && now.stage === "caught");
  get("cheat-stand").dataset.number = now.number;
}

function showPlace(row, place) {
  write(row.querySelector(".label"), place.label);
  for (const side of ["before", "after"]) {
    write(row.querySelector(`.${side} small`), text(side, { count: place[side].count }));
    follow(row.querySelector(`.${side} .lying`), place[side].chips.map((chip, at) => [String(at), chip]), () => form("small-form"), (one, chip) => {
      draw(one, chip);
      one.classList.toggle("marked", Boolean(chip.marked));
      one.classList.toggle("came", side === "after");
    });
  }
}

// Starts and stops the stopwatch. Who listens is told when it has stopped, not each tenth of a second.
function run(now) {
  const runs = now?.stage === "timed";
  if (runs && timed?.key === now.key) return;
  clearInterval(clock);
  timed = runs ? { key: now.key, from: performance.now() } : null;
  if (!runs) { if (now && !now.result) write(get("stopwatch"), text("seconds", { seconds: "0.0" })); return; }
  clock = setInterval(() => write(get("stopwatch"), text("seconds", { seconds: ((performance.now() - timed.from) / 1000).toFixed(1) })), TICK);
}
