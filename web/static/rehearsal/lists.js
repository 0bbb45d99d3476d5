// Lists that follow the world: each item keeps its element as long as it exists, and so its focus and motion.

// `items` are [key, value]; `make` gives a new element for a key, `update` brings it up to date.
export function follow(list, items, make, update) {
  const there = new Map([...list.children].map((element) => [element.dataset.item, element]));
  let before = null;
  for (const [key, value] of items) {
    const element = there.get(key) ?? make(key);
    there.delete(key);
    element.dataset.item = key;
    update(element, value);
    const next = before ? before.nextElementSibling : list.firstElementChild;
    if (next !== element) list.insertBefore(element, next);
    before = element;
  }
  for (const element of there.values()) element.remove();
}

// The same for lines of text, whose key is their position.
export function lines(list, words) {
  follow(list, words.map((line, at) => [String(at), line]), () => document.createElement("li"), (element, line) => {
    if (element.textContent !== line) element.textContent = line;
  });
}
