// A replay follows the slider: the same page is fetched again, and the part that changes is taken from it.

export function scrub() {
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-scrubber] input[type=range]")) return;
    document.getElementById("at-shown").textContent = event.target.value;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-scrubber] input[type=range]")) show(`?at=${event.target.value}`, "at");
  });
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-scrubber] .steps a");
    if (step) { event.preventDefault(); show(step.getAttribute("href"), null, step.textContent); }
  });
}

async function show(query, focus, label) {
  const answer = await fetch(query, { credentials: "same-origin" });
  if (!answer.ok) { location.search = query; return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("replay").replaceWith(page.getElementById("replay"));
  history.replaceState(null, "", query);
  const again = focus ? document.getElementById(focus) : [...document.querySelectorAll("[data-scrubber] .steps a")].find((one) => one.textContent === label);
  again?.focus();
}
