// The table seen from above: the seats, with the nearest at the bottom, and the bank between them.

import { follow } from "./lists.js";
import { moving } from "./motion.js";
import { allPlaces, elementOf, followPlaces, forget } from "./places.js";
import { form, show, text, write } from "./texts.js";

const table = document.getElementById("table");
const unfolded = new Map(); // by seat: what somebody has chosen, on a narrow screen
const SIDES = ["tray", "stacks", "zones"];

export function showTable(world) {
  show(document.getElementById("empty"), !world.places.length);
  const focused = table.contains(document.activeElement) ? document.activeElement : null;
  const where = focused?.closest("[data-place]");
  moving(table, () => lay(world), (chip) => elementOf(chip.dataset.from));
  if (!focused || document.activeElement === focused) return;
  if (focused.isConnected) focused.focus({ preventScroll: true }); // its chip has moved to another place
  else if (where?.isConnected) stops(where)[0]?.focus({ preventScroll: true }); // its chip is no longer shown
}

// Where arrow keys stop: at each chip, and at each place without chips.
export function stops(inside = table) {
  return [...inside.querySelectorAll(".spot, .chip")].filter((one) => one.matches(".chip") || !one.parentElement.querySelector(".chip"));
}

export function placeOf(element) {
  return element?.closest?.("[data-place]")?.dataset.place;
}

function lay(world) {
  const places = allPlaces(world);
  const [nearest, ...others] = world.seats;
  const strips = [...others.reverse(), { name: "" }, ...(nearest ? [nearest] : [])];
  follow(document.getElementById("strips"), strips.map((seat) => [seat.name, seat]), makeStrip, (strip, seat) => {
    for (const side of SIDES) {
      const box = strip.querySelector(`.${side}`);
      if (box) followPlaces(box, places.filter((place) => place.side === side && place.seat === seat.name));
    }
    if (seat.name) showSeat(strip, seat, world); else showTracks(strip.querySelector(".tracks"), world.says?.tracks ?? []);
  });
  forget(world);
}

function makeStrip(name) {
  const strip = form(name ? "seat-form" : "bank-form");
  for (const button of strip.querySelectorAll("[data-player]")) button.dataset.seat = name;
  strip.querySelector(".fold")?.addEventListener("click", () => {
    unfolded.set(name, strip.classList.contains("folded"));
    fold(strip, name);
  });
  return strip;
}

// On a narrow screen the other seats are strips, which unfold; one's own is always whole.
function fold(strip, name, own = false) {
  const open = unfolded.get(name) ?? own;
  strip.classList.toggle("folded", !open);
  const button = strip.querySelector(".fold");
  button.setAttribute("aria-expanded", String(open));
  button.setAttribute("aria-label", text(open ? "fold" : "unfold", { seat: strip.getAttribute("aria-label") }));
}

// What rises step by step, such as how dangerous the time is.
function showTracks(box, tracks) {
  follow(box, tracks.map((track, at) => [String(at), track]), () => form("track-form"), (row, track) => {
    follow(row.querySelector("ol"), track.steps.map((step, at) => [String(at), step]), () => document.createElement("li"), (item, step) => {
      write(item, step);
      const now = track.steps[track.at] === step;
      item.className = now ? "now" : "";
      if (now) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
    });
    write(row.querySelector(".note"), track.note);
  });
}

// The pile as a tower that lies: as long as it is worth, with a line where it is lost.
function showLane(lane, sums) {
  show(lane, Boolean(sums?.limit));
  if (!sums?.limit) return;
  const blocks = sums.blocks ?? [];
  const units = Math.max(sums.limit + 1.6, blocks.reduce((sum, [worth]) => sum + worth, 0));
  follow(lane.querySelector(".shaft"), blocks.map((block, at) => [String(at), block]), () => document.createElement("span"), (one, [worth, short, state]) => {
    one.className = `${state} gem-${short}`;
    one.style.width = `${(100 * worth) / units}%`;
    write(one, short);
  });
  lane.querySelector(".limit").style.insetInlineStart = `${(100 * sums.limit) / units}%`;
  const number = lane.querySelector("b");
  number.style.insetInlineStart = `${(100 * sums.limit) / units}%`;
  write(number, String(sums.limit));
}

function showSeat(strip, seat, world) {
  const sums = world.says?.totals?.find((one) => one.seat === seat.name);
  strip.classList.toggle("active", Boolean(seat.on_turn));
  strip.classList.toggle("mine", seat.player === "you");
  strip.setAttribute("aria-label", seat.title);
  fold(strip, seat.name, seat.player === "you" || (seat === world.seats[0] && world.seats.every((one) => one.player !== "you")));
  show(strip.querySelector(".sums"), Boolean(sums) || !world.says?.headline);
  write(strip.querySelector(".name"), seat.title);
  write(strip.querySelector(".waits"), seat.waits ?? "");
  show(strip.querySelector(".turn"), Boolean(seat.on_turn));
  const counted = sums?.counted ?? sums?.total;
  write(strip.querySelector(".total"), sums ? String(counted) : "–");
  write(strip.querySelector(".hollow"), sums && counted !== sums.total ? String(sums.total) : "");
  strip.classList.toggle("near", Boolean(sums?.limit) && Math.max(counted, sums.total) >= sums.limit - 2);
  write(strip.querySelector(".bonus"), sums ? `+${sums.bonus}` : "–");
  showLane(strip.querySelector(".lane"), sums);
  strip.querySelector(".group").setAttribute("aria-label", text("who", { seat: seat.title }));
  for (const button of strip.querySelectorAll("[data-player]")) button.setAttribute("aria-pressed", String(button.dataset.player === seat.player));
  for (const place of strip.querySelectorAll(".kind-bag")) { // an empty bag is refilled, a full one drawn from
    const empty = place.classList.contains("none");
    for (const button of place.querySelectorAll(".draw, .pour")) show(button, seat.player === "you" && empty === button.matches(".pour"));
  }
}
