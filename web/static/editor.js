// The table in a judge's hands. What is done by hand is kept in the form; each act is sent, and what comes back takes the
// place of the form. Without this script each button sends the form by itself, and a page comes back.

const FAR = 6; // pixels after which a finger drags a chip and does not tap it

let held = null; // the chip that is being dragged, or may be soon
let queue = Promise.resolve();
let dragged = false; // a drag has just ended, so the click that follows it means nothing

export function editByHand() {
  if (!document.querySelector("[data-editor]")) return;
  document.addEventListener("pointerdown", take);
  document.addEventListener("pointermove", carry);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", () => { if (held?.ghost) pick(null); let_go(); }); // the page was scrolled
  document.addEventListener("click", tap, true);
  document.addEventListener("click", all);
  document.addEventListener("change", changed);
  document.addEventListener("keydown", key);
  document.addEventListener("submit", submit);
}

const form = () => document.getElementById("editor");
const chipAt = (target) => target.closest?.("#editor .over-table:not(.tried-out) button[name=pick]");

// -- by pointer -------------------------------------------------------------------------------------------------------

function take(event) {
  const chip = event.button === 0 && chipAt(event.target);
  dragged = false;
  if (chip) held = { chip, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null, over: null };
}

function carry(event) {
  if (!held || event.pointerId !== held.id) return;
  if (!held.ghost) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    pick(held.chip);
    held.chip.classList.add("lifted");
    held.ghost = document.body.appendChild(ghostOf(held.chip));
    document.body.classList.add("dragging");
  }
  held.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  const over = placeAt(event.clientX, event.clientY);
  if (over !== held.over) {
    held.over?.classList.remove("over");
    over?.classList.add("over");
    held.over = over;
  }
  event.preventDefault();
}

function drop(event) {
  if (!held || event.pointerId !== held.id) return;
  const { ghost, over, chip } = held;
  let_go();
  if (!ghost) return;
  dragged = true;
  setTimeout(() => { dragged = false; }, 0);
  const target = over?.dataset.drop;
  if (target && target !== chip.dataset.place) put(target);
  else pick(null);
}

function let_go() {
  held?.ghost?.remove();
  held?.over?.classList.remove("over");
  held?.chip.classList.remove("lifted");
  document.body.classList.remove("dragging");
  held = null;
}

function ghostOf(chip) {
  const ghost = document.createElement("div");
  ghost.className = "ghost-of";
  const picture = chip.querySelector("svg").cloneNode(true);
  const inner = document.createElement("span");
  inner.className = chip.className.replace("lifted", "");
  inner.append(picture, chip.querySelector(".worth")?.cloneNode(true) ?? "");
  ghost.append(inner);
  return ghost;
}

function placeAt(x, y) {
  return document.elementFromPoint(x, y)?.closest("#editor [data-drop]") ?? null;
}

// -- by tap and by key ------------------------------------------------------------------------------------------------

function tap(event) {
  if (dragged) { event.preventDefault(); event.stopPropagation(); dragged = false; return; }
  const chip = chipAt(event.target);
  const picked = form()?.elements.picked.value;
  const place = event.target.closest?.("#editor [data-drop]");
  if (chip && !(picked && place && place.dataset.drop !== JSON.parse(picked)[0])) {
    event.preventDefault();
    pick(chip.getAttribute("aria-pressed") === "true" ? null : chip);
  } else if (picked && place) {
    event.preventDefault();
    const target = place.dataset.drop;
    if (target === JSON.parse(picked)[0]) pick(null); else put(target);
  }
}

function key(event) {
  const wanted = event.key === "Enter" && { code: "[data-page]", said: "button[name=saying]" }[event.target.id];
  if (wanted && form()?.contains(event.target)) { event.preventDefault(); form().querySelector(wanted).click(); return; }
  const picked = form()?.elements.picked.value;
  if (!picked) return;
  if (event.key === "Escape") {
    const chip = form().querySelector('button[name=pick][aria-pressed="true"]');
    pick(null);
    chip?.focus();
    return;
  }
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step || event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  const source = JSON.parse(picked)[0];
  const puts = [...form().querySelectorAll("button.put")].filter((one) => one.dataset.put !== source && one.offsetParent);
  const at = puts.indexOf(document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : puts.length - 1) : (at + step + puts.length) % puts.length;
  puts[next]?.focus();
}

// Several chips of a kind may be carried at once.
function all(event) {
  if (!event.target.closest?.("#editor [data-all]")) return;
  const count = form().elements.count;
  count.value = count.max;
  count.focus();
}

// Takes a chip into the hand; null lays it back.
function pick(chip) {
  const editor = form();
  const count = editor.elements.count;
  if (count) {
    count.value = 1;
    count.max = Number(chip?.dataset.count) || 99;
    count.closest(".bulk").hidden = !chip || Number(chip.dataset.count) === 1;
  }
  for (const one of editor.querySelectorAll("button[name=pick]")) one.setAttribute("aria-pressed", String(one === chip));
  editor.elements.picked.value = chip ? chip.value : "";
  editor.classList.toggle("picking", Boolean(chip));
  for (const one of editor.querySelectorAll("[data-drop]")) one.classList.toggle("source", Boolean(chip) && one.dataset.drop === chip.dataset.place);
}

function put(target) {
  const button = [...form().querySelectorAll("button.put")].find((one) => one.dataset.put === target);
  send(button, target);
}

function changed(event) {
  const field = event.target;
  if (!form()?.contains(field)) return;
  if (field.matches("[data-path]")) {
    const value = Math.trunc(Number(field.value));
    if (Number.isFinite(value)) send(null, null, ["turn", JSON.stringify([JSON.parse(field.dataset.path), value])]);
  } else if (field.matches("[data-now]")) send(null);
}

// -- sending ----------------------------------------------------------------------------------------------------------

function submit(event) {
  if (event.target !== form() || event.submitter?.hasAttribute("data-page")) return;
  event.preventDefault();
  if (event.submitter?.name === "pick") return; // taken already
  send(event.submitter);
}

// One act after the other: each is done to what the one before has left.
function send(...act) {
  queue = queue.then(() => sendNow(...act));
}

async function sendNow(button, target = null, extra = null) {
  const editor = form();
  const data = new FormData(editor);
  if (button?.name) data.set(button.name, target ?? button.value);
  if (extra) data.set(...extra);
  const again = button && { name: button.name, value: button.value, label: button.getAttribute("aria-label") };
  editor.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(editor.getAttribute("action"), { method: "POST", body: data, headers: { "X-Part": "editor" }, credentials: "same-origin" });
    const text = await answer.text();
    if (answer.ok) show(text, data.get("picked"), again, extra);
    else tell(new DOMParser().parseFromString(text, "text/html").querySelector("main")?.textContent.trim() || text);
  } catch {
    tell(editor.querySelector("[data-lost]").dataset.lost);
  }
}

// What went wrong; everything that was done stays as it is.
function tell(words) {
  const editor = form();
  editor.removeAttribute("aria-busy");
  const place = editor.querySelector("[data-lost]");
  place.textContent = words;
  place.hidden = false;
}

function show(html, sent, again, extra) {
  const old = form();
  const kept = [...old.querySelectorAll("[data-keep]")].map((one) => [one.id, one.value]);
  const reason = old.querySelector("input[name=reason]:checked")?.value;
  const open = [...old.querySelectorAll("details")].map((one) => one.open);
  const taken = old.elements.picked.value; // perhaps another chip was taken meanwhile
  const top = scrollY;
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = document.adoptNode(page.getElementById("editor"));
  old.replaceWith(fresh);
  const folds = [...fresh.querySelectorAll("details")];
  if (folds.length === open.length) folds.forEach((one, at) => { one.open ||= open[at]; });
  for (const [id, value] of kept) { const field = document.getElementById(id); if (field && id !== "said") field.value = value; }
  if (reason) for (const one of fresh.querySelectorAll("input[name=reason]")) one.checked = one.value === reason;
  scrollTo({ top, behavior: "instant" });
  focusAgain(fresh, again, extra);
  const chip = taken && taken !== sent && [...fresh.querySelectorAll("button[name=pick]")].find((one) => one.value === taken);
  if (chip) pick(chip);
}

// The focus stays where it was; after a chip was laid down, it is on that place.
function focusAgain(fresh, again, extra) {
  if (extra) { [...fresh.querySelectorAll("[data-path]")].find((one) => extra[1].startsWith(`[${one.dataset.path.replace(/, /g, ",")}`))?.focus(); return; }
  if (!again) return;
  const named = [...fresh.querySelectorAll(`button[name="${CSS.escape(again.name)}"]`)];
  const same = again.name === "put" ? [...fresh.querySelectorAll("button[name=pick]")].find((one) => one.dataset.place === again.value)
    : named.find((one) => one.value === again.value) ?? named.find((one) => again.label && one.getAttribute("aria-label") === again.label) ?? named[0];
  same?.focus({ preventScroll: true });
}
