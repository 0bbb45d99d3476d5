// A form with `data-at-once` shows its results while one types or chooses: the part of its page that it names is fetched
// and replaced. Without scripts its button does the same.

const PAUSE = 250; // milliseconds after the last key

export function searchAtOnce() {
  for (const form of document.querySelectorAll("form[data-at-once]")) {
    let waiting = null;
    let asked = 0;
    const search = async () => {
      const mine = ++asked;
      const filled = [...new FormData(form)].filter(([, value]) => value);
      const address = `${location.pathname}?${new URLSearchParams(filled)}`;
      const answer = await fetch(address, { credentials: "same-origin" });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(form.dataset.atOnce);
      if (!fresh || mine !== asked) return;
      document.querySelector(form.dataset.atOnce).replaceWith(fresh);
      history.replaceState(null, "", address);
    };
    form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, PAUSE); });
    form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(waiting); search(); });
  }
}
