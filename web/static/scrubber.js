// A replay follows its list of moves, its graph, its slider and the keys: the same page is fetched again, and the part
// that changes is taken from it.

let asked = 0; // of several requests, only the newest counts

export function scrub() {
  if (!document.querySelector("[data-replay]")) return;
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-scrubber] input[type=range]")) return;
    document.getElementById("at-shown").textContent = event.target.value;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-scrubber] input[type=range]")) show(event.target.value);
    if (event.target.matches("[data-only]")) document.getElementById("replay").classList.toggle("only-mistakes", event.target.checked);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#replay a[data-to]");
    if (link && !event.ctrlKey && !event.metaKey) { event.preventDefault(); show(link.dataset.to, link); }
  });
  document.addEventListener("keydown", key);
  bring();
}

function key(event) {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const { at, before, after, last } = document.getElementById("replay").dataset;
  const to = { ArrowLeft: before, ArrowRight: after, Home: "0", End: last }[event.key];
  if (to !== undefined) { event.preventDefault(); if (to !== at) show(to); }
  if (event.key === "!") {
    const next = [...document.querySelectorAll(".moves a.mistake")].find((one) => Number(one.dataset.to) > Number(at)) ?? document.querySelector(".moves a.mistake");
    if (next) show(next.dataset.to, next);
  }
  if (event.key === "w" || event.key === "W") document.querySelector('.evidence a[href*="what-if"]')?.click();
}

async function show(at, from = null) {
  const mine = ++asked;
  const query = `?at=${at}`;
  const words = from?.textContent;
  const place = from?.closest(".steps, .moves, .graph")?.className.split(" ")[0];
  const answer = await fetch(query, { credentials: "same-origin" });
  if (mine !== asked) return;
  if (!answer.ok) { location.search = query; return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const old = document.getElementById("replay");
  const fresh = document.adoptNode(page.getElementById("replay"));
  const scrolled = old.querySelector(".turns")?.scrollTop ?? 0;
  const slider = document.activeElement?.id === "at";
  const only = old.querySelector("[data-only]")?.checked;
  old.replaceWith(fresh);
  if (only) { fresh.classList.add("only-mistakes"); fresh.querySelector("[data-only]").checked = true; }
  const list = fresh.querySelector(".turns");
  if (list) list.scrollTop = scrolled;
  bring();
  history.replaceState(null, "", query);
  if (slider) document.getElementById("at").focus();
  else if (from) [...fresh.querySelectorAll(`.${place} a[data-to]`)].find((one) => one.textContent === words)?.focus({ preventScroll: true });
}

// The present move stays in sight in its list, and the page stays where it is.
function bring() {
  const list = document.querySelector(".turns");
  const now = list?.querySelector('[aria-current="step"]');
  if (!now || list.scrollHeight <= list.clientHeight) return;
  const top = now.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (top < 40 || top > list.clientHeight - 60) list.scrollTop += top - list.clientHeight / 2;
}
