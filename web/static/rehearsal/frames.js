// The phones of the seats beside the table, and the display above it: real pages and pictures of the companion.

import { show, text, write } from "./texts.js";

const AGAIN = 1500; // milliseconds between two pictures of the display
const get = (id) => document.getElementById(id);
const frames = new Map(); // by seat
let shown = 0;
let wanted = null;
let newest = null;

export function showFrames(world) {
  newest = world;
  const told = world.frames ?? {};
  const persons = world.seats.filter((seat) => seat.player === "you").map((seat) => seat.name);
  document.body.classList.toggle("framed", Object.keys(told).length > 0);
  world.seats.forEach((seat, number) => {
    if (told[seat.name]) showFrame(seat, told[seat.name], number, !persons.length || persons.includes(seat.name), world.tour ? [] : world.links ?? []);
  });
  for (const [seat, frame] of frames) if (!told[seat]) { frame.remove(); frames.delete(seat); }
  if (world.display) showDisplay();
}

function showFrame(seat, { port, of }, number, open, links) {
  let frame = frames.get(seat.name);
  if (!frame) {
    frame = get("frame-form").content.firstElementChild.cloneNode(true);
    frames.set(seat.name, frame);
    frame.dataset.item = seat.name;
    frame.querySelector("button").addEventListener("click", (event) => enlarge(frame, event.currentTarget));
  }
  const side = document.querySelectorAll(".frames")[number % 2];
  if (frame.parentElement !== side) side.append(frame);
  write(frame.querySelector("h2"), text("phone", { seat: seat.title }));
  const inner = frame.querySelector("iframe");
  const address = open && wide() ? `http://${location.hostname}:${port}/seat#${of}` : "";
  if (inner.dataset.address !== address) {
    const fresh = document.createElement("iframe"); // a new one each time: only what stands behind # differs, and that loads nothing
    fresh.dataset.address = address;
    fresh.title = text("phone", { seat: seat.title });
    if (address) fresh.src = address;
    inner.replaceWith(fresh);
  }
  showOwnPhone(frame.querySelector(".own-phone"), seat, links.find((link) => link.label === seat.name));
  frame.classList.toggle("closed", !open);
  frame.classList.toggle("on-turn", Boolean(seat.on_turn));
}

// The code with which somebody's own phone gets this seat. Without a network no phone can connect, and none is shown.
function showOwnPhone(box, seat, link) {
  const host = link ? new URL(link.href).hostname : "";
  const near = !host || host === "localhost" || host.startsWith("127.");
  show(box, !near);
  if (near || box.dataset.href === link.href) return;
  box.dataset.href = link.href;
  Object.assign(box.querySelector("img"), { src: `/qr?for=${encodeURIComponent(link.href)}`, alt: text("qr", { seat: seat.title }) });
  write(box.querySelector("b"), text("playas", { seat: seat.title }));
  const a = box.querySelector("a");
  a.href = link.href;
  write(a, new URL(link.href).searchParams.get("code") ?? link.href);
}

function enlarge(frame, button) {
  const large = frame.classList.toggle("large");
  button.setAttribute("aria-pressed", String(large));
}

function wide() {
  return getComputedStyle(document.querySelector(".frames")).display !== "none";
}

// Loads the newest picture, but not more often than the display is drawn.
function showDisplay() {
  const picture = get("display");
  get("display-box").hidden = false;
  if (wanted || !wide()) return;
  wanted = setTimeout(() => {
    wanted = null;
    shown += 1;
    const next = new Image();
    next.onload = () => { picture.src = next.src; picture.hidden = false; };
    next.src = `/display.png?n=${Date.now()}-${shown}`;
  }, picture.hidden ? 0 : AGAIN);
}

get("display-large").addEventListener("click", (event) => enlarge(get("display-box"), event.currentTarget));
addEventListener("resize", () => { if (newest) showFrames(newest); }); // where there is no room for phones, none is loaded
