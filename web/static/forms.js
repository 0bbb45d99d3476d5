// Forms with `data-part` are sent without leaving the page: what the server says of it appears under #said.

export function sendHere() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-why]")) { event.preventDefault(); showWhy(`${form.action}?${new URLSearchParams(new FormData(form, event.submitter))}`); }
    else if (event.submitter?.hasAttribute("data-page")) return; // its answer is a page
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
    if (!answer.ok) { location.reload(); return; } // a page that is too old, or a seat that is no longer ours
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

// What cannot be done now, and why: the piece of that page which says so is shown here; pressed once more it goes away.
function openWhy(link) {
  const place = document.getElementById("why");
  if (place.hidden) showWhy(link.href);
  else { place.hidden = true; place.replaceChildren(); }
}

async function showWhy(address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("why");
  if (!found) { location.href = address; return; }
  const place = document.getElementById("why");
  place.innerHTML = found.innerHTML;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}
