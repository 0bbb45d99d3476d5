// The judge's desk calls out in the tab's title, too; and when a game is over, the table's page shows its card.

export function keepDesk() {
  if (document.body.classList.contains("at-desk")) {
    const title = document.title;
    const call = () => { const called = document.querySelector("#called h2"); document.title = called ? `● ${called.textContent}` : title; };
    call();
    document.addEventListener("shown", call);
  }
  if (document.body.classList.contains("public")) {
    showCard();
    document.addEventListener("shown", showCard);
  }
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
