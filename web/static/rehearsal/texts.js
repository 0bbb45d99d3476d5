// The sentences of the page, which the server has rendered in the reader's language.

const sentences = new Map(
  [...document.getElementById("texts").content.querySelectorAll("[data-key]")].map((one) => [one.dataset.key, one.textContent]),
);

// Returns a sentence with its values filled in. In one pass, so that braces in a name are left alone.
export function text(key, values = {}) {
  return sentences.get(key).replace(/\{(\w+)\}/g, (blank, name) => (name in values ? String(values[name]) : blank));
}

// Returns a new element made from one of the page's templates.
export function form(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

// Writes only what is new, so that screen readers repeat nothing and no selection is lost.
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
}
