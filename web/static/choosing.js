// Two taps give an answer whose button is a chip: the first chooses it, and the page says what it would lead to; the
// second, on the same chip or on the button beside that, sends it. A button that says all of it in words takes one tap.

let chosen = ""; // the token of the answer that is chosen

export function chooseFirst() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[name=answer]");
    if (event.target.closest("[data-send]")) send();
    else if (event.target.closest("[data-drop]")) choose(null);
    else if (button?.matches(".take") && tokenOf(button) !== chosen) { event.preventDefault(); choose(button); }
  });
  document.addEventListener("aimed", (event) => { if (tokenOf(event.target) === chosen) send(); else choose(event.target); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && chosen) choose(null); });
  document.addEventListener("input", (event) => { if (event.target.matches("[data-find]")) find(event.target); });
  document.addEventListener("shown", again);
  again();
}

function tokenOf(button) {
  return button.value.slice(button.value.indexOf(" ") + 1);
}

function button() {
  return chosen ? [...document.querySelectorAll("[name=answer]")].find((one) => tokenOf(one) === chosen) : null;
}

function choose(one) {
  chosen = one ? tokenOf(one) : "";
  show();
}

// The page has changed: what was chosen stays chosen while it can still be answered.
function again() {
  for (const field of document.querySelectorAll(".find")) field.hidden = false;
  if (chosen && !button()) chosen = "";
  show();
}

function show() {
  const found = button();
  for (const one of document.querySelectorAll("[name=answer].picked")) one.classList.remove("picked");
  for (const one of document.querySelectorAll("[name=answer].take")) one.setAttribute("aria-pressed", String(one === found));
  found?.classList.add("picked");
  for (const place of document.querySelectorAll("[data-chosen]")) {
    place.hidden = !found;
    place.parentElement.classList.toggle("choosing", Boolean(found));
    if (!found) continue;
    const sends = place.querySelector("[data-send]");
    sends.dataset.usual ??= sends.textContent;
    sends.textContent = found.dataset.order || sends.dataset.usual;
    place.querySelector("[data-words]").textContent = found.querySelector(".words").textContent;
    const brings = found.querySelector(".brings");
    place.querySelector("[data-brings]").replaceChildren(...(brings ? [...brings.cloneNode(true).childNodes] : []));
  }
}

function send() {
  const found = button();
  chosen = "";
  if (found) { found.form.requestSubmit(found); }
  show();
}

// Shows only the answers whose words contain what is looked for, in groups that are open.
function find(field) {
  const wanted = field.value.trim().toLocaleLowerCase();
  for (const group of field.parentElement.parentElement.querySelectorAll(".group")) {
    let some = 0;
    for (const one of group.querySelectorAll("[name=answer]")) {
      one.hidden = !one.querySelector(".words").textContent.toLocaleLowerCase().includes(wanted);
      some += one.hidden ? 0 : 1;
    }
    group.hidden = !some;
    if (wanted) { group.removeAttribute("name"); group.open = some > 0; } // those with one name would close each other
  }
}
