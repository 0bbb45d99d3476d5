// What a chip says, right here: a link to the chip's page opens as a dialog.

export function showTexts() {
  const dialog = document.getElementById("text");
  if (!dialog) return;
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-text]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const answer = await fetch(link.href, { credentials: "same-origin" });
    const article = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("article");
    if (!article) { location.href = link.href; return; }
    article.querySelector("h1").id = "text-title";
    article.className = "stacked";
    dialog.firstElementChild.replaceChildren(article);
    dialog.showModal();
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}
