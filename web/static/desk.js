// The judge's desk calls out in the tab's title, too; and when a game is over, the table's page shows its card.

export function keepDesk() {
  if (document.body.classList.contains("at-desk")) {
    const title = document.title;
    const call = () => { const called = document.querySelector("#called h2"); document.title = called ? `● ${called.textContent}` : title; };
    call();
    document.addEventListener("shown", call);
  }
  if (document.body.classList.contains("at-desk")) document.addEventListener("keydown", key);
  if (document.body.classList.contains("public")) {
    showCard();
    document.addEventListener("shown", showCard);
  }
}

// A key does what the first button, link or fold does that has it. What needs the judge's code asks for that first.
function key(event) {
  if (event.target.closest?.("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
  const one = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!one) return;
  event.preventDefault();
  const code = document.querySelector("#judge-form [name=code]");
  if (one.matches("details")) { one.open = true; one.querySelector("input")?.focus(); }
  else if (one.getAttribute("form") === "judge-form" && !code.value) code.focus();
  else one.click();
}

let wanted = "";

async function showCard() {
  const link = document.querySelector('#notes .closed a[href^="/games/"]');
  if (!link) { wanted = ""; document.getElementById("card")?.remove(); return; }
  const address = link.getAttribute("href");
  if (wanted === address) return;
  wanted = address;
  const answer = await fetch(`${address}/card`, { credentials: "same-origin" });
  if (!answer.ok || wanted !== address) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const card = page.getElementById("card");
  if (!card) return;
  for (const sheet of page.querySelectorAll('link[rel="stylesheet"]')) {
    const known = [...document.querySelectorAll('link[rel="stylesheet"]')].some((one) => one.getAttribute("href") === sheet.getAttribute("href"));
    if (!known) document.head.append(document.adoptNode(sheet));
  }
  document.getElementById("card")?.remove();
  document.querySelector("main .heading").after(document.adoptNode(card));
}

const EVERY = 2000; // milliseconds from one look at the readers to the next

// The page of readers is live: it is fetched again while somebody looks at it.
export function keepReaders() {
  if (!document.querySelector("[data-refresh]")) return;
  setInterval(async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-refresh]");
      const old = document.querySelector("[data-refresh]");
      if (!fresh || fresh.innerHTML === old.dataset.was) return;
      const open = old.querySelector("details")?.open;
      old.dataset.was = fresh.innerHTML;
      old.replaceChildren(...document.adoptNode(fresh).childNodes);
      const fold = old.querySelector("details");
      if (fold && open !== undefined) fold.open = open;
    } catch {
      // no connection: the next look may have one
    }
  }, EVERY);
}
