// The sentences of the page, as the server has rendered them in the reader's language.

const sentences = new Map(
  [...document.getElementById("texts").content.querySelectorAll("[data-key]")].map((one) => [one.dataset.key, one.textContent]),
);

// A sentence with its values. One pass, so that a name with braces in it stays a name.
export function text(key, values = {}) {
  return sentences.get(key).replace(/\{(\w+)\}/g, (blank, name) => (name in values ? String(values[name]) : blank));
}

// A new element out of one of the page's forms.
export function form(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

// Writes only what is new, so that nothing is read out twice, and no selection is lost.
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
}
