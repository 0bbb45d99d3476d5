// Fetches each new card as soon as there is one, and replaces the old one with it.

const main = document.getElementById("main");
const link = document.getElementById("link");
const REST = 1000;

const kept = () => {
  const field = document.getElementById("text");
  return field && document.activeElement === field ? { value: field.value, label: field.labels[0]?.textContent } : null;
};

const show = (html) => {
  const typed = kept();
  const title = document.getElementById("title").textContent;
  const focused = main.contains(document.activeElement) ? document.activeElement.value : undefined;
  main.innerHTML = html;
  main.dataset.number = main.firstElementChild.dataset.number;
  const field = document.getElementById("text");
  if (typed && field && field.labels[0]?.textContent === typed.label) {
    field.value = typed.value;
    field.focus();
  } else if (document.getElementById("title").textContent !== title) {
    document.title = document.title.replace(title, document.getElementById("title").textContent);
    document.getElementById("title").focus();
  } else if (focused) {
    [...main.querySelectorAll("button")].find((button) => button.value === focused)?.focus();
  }
};

const lose = () => {
  link.textContent = main.dataset.lost;
  link.hidden = false;
};

const follow = async () => {
  while (!main.querySelector("[data-over]")) {
    try {
      const answer = await fetch(`/card?after=${main.dataset.number}`);
      if (answer.status === 403) location.reload();
      if (!answer.ok) throw new Error(answer.statusText);
      link.hidden = true;
      if (answer.status === 200) show(await answer.text());
    } catch {
      lose();
      await new Promise((done) => setTimeout(done, REST));
    }
  }
};

// Forms are sent without leaving the page, so that what is typed elsewhere stays.
main.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const said = new URLSearchParams(new FormData(form, event.submitter));
  const buttons = form.querySelectorAll("button");
  buttons.forEach((button) => { button.disabled = true; });
  try {
    const answer = await fetch("/say", { method: "POST", body: said });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const card = page.getElementById("main");
    if (card) show(card.innerHTML);
  } catch {
    buttons.forEach((button) => { button.disabled = false; });
    lose();
  }
});

follow();
