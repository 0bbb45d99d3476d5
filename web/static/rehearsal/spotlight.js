// The spotlight of the tour: what a caption speaks of stays bright, everything else is dimmed. It covers nothing: clicks go
// through it.

const SVG = "http://www.w3.org/2000/svg";
const ROOM = 6; // pixels around what is lit
const ROUND = 12;
let about = null; // what is lit: places of the table, seats, or parts of the page
let world = null;
let caption = "";
let due = 0;

export function showSpotlight(now) {
  world = now;
  about = now.tour?.about ?? now.lesson?.about ?? null;
  const said = now.tour?.caption ?? now.lesson?.key ?? "";
  if (said !== caption && about?.length) bringIntoView();
  caption = said;
  later();
}

for (const event of ["resize", "scroll"]) addEventListener(event, later, { capture: true, passive: true });
document.getElementById("display").addEventListener("load", later);

function later() {
  cancelAnimationFrame(due);
  due = requestAnimationFrame(light);
}

function light() {
  const boxes = (about ?? []).map(boxOf).filter(Boolean);
  const there = document.getElementById("spotlight");
  if (!boxes.length) { there?.remove(); return; }
  const svg = there ?? document.body.appendChild(document.createElementNS(SVG, "svg"));
  svg.id = "spotlight";
  svg.setAttribute("aria-hidden", "true");
  const [path, rims] = svg.firstChild ? svg.children : [svg.appendChild(document.createElementNS(SVG, "path")), svg.appendChild(document.createElementNS(SVG, "path"))];
  path.setAttribute("fill-rule", "evenodd");
  const holes = boxes.map(hole).join("");
  path.setAttribute("d", `M0 0H${innerWidth}V${innerHeight}H0Z${holes}`);
  rims.setAttribute("d", holes);
  rims.setAttribute("class", "rim");
}

function hole({ left, top, right, bottom }) {
  const [x, y, w, h] = [left - ROOM, top - ROOM, right - left + 2 * ROOM, bottom - top + 2 * ROOM];
  const r = Math.min(ROUND, w / 2, h / 2);
  return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}

// The box around everything that a word means; null if nothing of it is on the screen.
function boxOf(word) {
  const boxes = elements(word).map((one) => one.getBoundingClientRect()).filter((box) => box.width && box.height);
  if (!boxes.length) return null;
  const all = { left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)), right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
  return all.bottom < 0 || all.top > innerHeight ? null : all;
}

function elements(word) {
  if (word === "display") return [document.getElementById("display-box")];
  if (word === "ruling") return [document.getElementById("ruling")];
  if (word.startsWith("phone:")) return [...document.querySelectorAll(`.frame[data-item="${CSS.escape(word.slice(6))}"]`)];
  if (world.seats.some((seat) => seat.name === word)) return [...document.querySelectorAll(`#strips > [data-item="${CSS.escape(word)}"]`)];
  const places = world.places.filter((place) => place.id === word || (place.zone === word && place.id !== word));
  return places.flatMap((place) => [...document.querySelectorAll(`#table [data-place="${CSS.escape(place.id)}"]`)]);
}

// Where the page is longer than the screen, the first thing that is spoken of is shown.
function bringIntoView() {
  const first = about.flatMap(elements).find((one) => one?.getBoundingClientRect().width);
  const box = first?.getBoundingClientRect();
  if (box && (box.top < 0 || box.bottom > innerHeight)) first.scrollIntoView({ block: "center", behavior: "instant" });
}
