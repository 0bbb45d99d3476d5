// Forms with `data-part` are sent without leaving the page; the server's answer appears in #said.

export function sendHere() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-why]")) { event.preventDefault(); sayWhy(form, event.submitter); }
    else if (event.submitter?.hasAttribute("data-page")) return; // the answer is a page of its own
    else if (form.matches("[data-part]")) { event.preventDefault(); send(form, event.submitter); }
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-why]");
    if (link && document.getElementById("why")) { event.preventDefault(); openWhy(link); }
  });
}

async function send(form, button) {
  const said = document.getElementById("said");
  const data = new FormData(form, button);
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action");
  if (button) button.disabled = true;
  try {
    const answer = await fetch(address, { method: "POST", body: data, headers: { "X-Part": "said" }, credentials: "same-origin" });
    if (!answer.ok) { location.reload(); return; } // the page is too old, or the seat is no longer ours
    const accepted = answer.headers.get("X-Accepted") === "yes";
    if (accepted && (form.hasAttribute("data-reload") || button?.hasAttribute("data-reload"))) { location.reload(); return; }
    said.innerHTML = await answer.text();
    if (!accepted) said.scrollIntoView({ block: "nearest" });
    for (const code of form.querySelectorAll("input.code")) code.value = "";
  } catch {
    const line = document.getElementById("link");
    if (line) { line.textContent = line.dataset.lost; line.hidden = false; }
  } finally {
    if (button) button.disabled = false;
  }
}

// Shows what cannot be done now, a part of another page, on this page; a second press hides it.
async function openWhy(link) {
  const place = document.getElementById("why");
  if (!place.hidden) { place.hidden = true; place.replaceChildren(); return; }
  const found = await fetched(link.href, "why");
  if (!found) return;
  place.replaceChildren(...found.childNodes);
  place.hidden = false;
  bringIntoView(place);
}

// Shows why something cannot be done, directly below the button that asks, or below the field.
async function sayWhy(form, button) {
  const said = await fetched(`${form.action}?${new URLSearchParams(new FormData(form, button))}`, "why-said");
  if (!said) return;
  document.getElementById("why-said")?.remove();
  (button?.name === "token" ? button : form).after(said);
  bringIntoView(said);
}

async function fetched(address, id) {
  const answer = await fetch(address, { credentials: "same-origin" });
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id);
  if (!found) location.href = address; // that page says why, for instance that the seat is no longer ours
  return found;
}

// Scrolls only as far as necessary, and not under the card that stays at the top of the page.
function bringIntoView(element) {
  const card = document.querySelector("#due .due");
  element.style.scrollMarginBlock = `${card ? card.parentElement.offsetHeight + 16 : 8}px 16px`;
  element.scrollIntoView({ block: "nearest" });
}
