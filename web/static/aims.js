// Answers point at the picture: what an answer is about is lit, and a tap on it gives the answer, or shows the answers
// that there are. Debts point from where a chip lies to where it belongs. All of it comes from the page itself.

const LIT = "lit";
const AIMED = "aimed";
const FROM = "owed-from";
const TO = "owed-to";

export function followAims() {
  light();
  document.addEventListener("shown", light);
  document.addEventListener("click", (event) => {
    const chip = event.target.closest(`.${LIT}`);
    if (chip && !event.target.closest("button, a, summary, input, select")) choose(chip);
  });
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, (event) => aim(event.target.closest?.("[data-aims]")));
  for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, (event) => { if (event.target.closest?.("[data-aims]")) aim(null); });
}

function light() {
  unmark(LIT, FROM, TO);
  for (const button of document.querySelectorAll("[data-aims]")) for (const one of aimsOf(button)) for (const found of places(one)) if (!found.contains(button)) found.classList.add(LIT);
  for (const debt of document.querySelectorAll("[data-ways]")) {
    for (const [kind, source, target] of JSON.parse(debt.dataset.ways)) {
      for (const found of places([source, kind])) found.classList.add(FROM);
      for (const found of places([target, ""])) found.classList.add(TO);
    }
  }
}

function aim(button) {
  unmark(AIMED);
  if (button) for (const one of aimsOf(button)) for (const found of places(one)) found.classList.add(AIMED);
}

// A tap on what is lit: its only answer is chosen, and a second tap gives it; if there are several, they are shown.
function choose(chip) {
  const meant = [...document.querySelectorAll("[data-aims]")].filter((button) => aimsOf(button).some((one) => places(one).includes(chip)));
  if (meant.length === 1) { meant[0].dispatchEvent(new Event("aimed", { bubbles: true })); return; }
  const group = meant[0]?.closest("details");
  if (group) group.open = true;
  meant[0]?.scrollIntoView({ block: "center" });
  meant[0]?.focus();
}

function aimsOf(button) {
  return JSON.parse(button.dataset.aims);
}

// The elements of a kind of chip in a place; of the whole place where no kind is named.
function places([place, kind]) {
  const [name, what] = [place.replace(/@.*/, ""), CSS.escape(kind)];
  const here = [place, name].map((one) => `[data-place="${CSS.escape(one)}"]`).join(", ");
  return [...document.querySelectorAll(`:is(${here})${kind ? `[data-kind="${what}"]` : ":not([data-kind])"}`)];
}

function unmark(...names) {
  for (const name of names) for (const one of document.querySelectorAll(`.${name}`)) one.classList.remove(name);
}
