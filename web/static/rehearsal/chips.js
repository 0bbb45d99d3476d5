// What a chip looks like: a cut gem with its number, or a disc with a banner, a mark and a picture. The shapes are in
// chips.svg, the colours in chips.css; the pages for phones draw the same (web/templates/pieces.html).

import { text, write } from "./texts.js";

const TONES = new Set(["black", "brown", "purple", "red", "blue", "green", "gold", "grey"]);
const SVG = "http://www.w3.org/2000/svg";
const shapes = document.body.dataset.shapes;

// `chip` has `kind` and `name`, and may have `tone`, `short`, `also`, `picture` and `framed`.
export function draw(element, chip) {
  element.title = named(chip);
  element.dataset.kind = chip.kind && chip.disc !== false ? chip.kind : "";
  const known = Boolean(chip.kind) && chip.disc !== false;
  const tone = TONES.has(chip.tone) ? chip.tone : "grey";
  const gem = known && chip.tone === "gem";
  const look = !known ? "back" : gem ? `gem gem-${chip.short}` : `tone-${tone}${chip.also ? ` also-${chip.also}` : ""}`;
  const parts = !known ? ["back"] : gem ? [`gem-${chip.short}`] : [chip.framed && "rim", "disc", chip.also && "half", `mark-${tone}`, chip.picture && `p-${chip.picture}`].filter(Boolean);
  const key = `${look} ${parts.join(" ")} ${known && !gem && !chip.picture ? chip.short : ""}`;
  write(element.querySelector(".name"), known ? chip.name : "");
  if (element.dataset.look === key) return;
  element.dataset.look = key;
  const disc = element.querySelector(".disc");
  disc.setAttribute("class", `disc ${look}`);
  disc.replaceChildren(...parts.map(use));
  if (known && !gem && !chip.picture) disc.append(letters(chip.short || chip.name.slice(0, 2)));
}

export function named(chip) {
  return (chip.disc !== false && chip.name) || text("back");
}

function use(name) {
  const part = document.createElementNS(SVG, "use");
  part.setAttribute("href", `${shapes}#${name}`);
  return part;
}

function letters(words) {
  const part = document.createElementNS(SVG, "text");
  for (const [name, value] of [["class", "letters"], ["x", 50], ["y", 77]]) part.setAttribute(name, value);
  part.textContent = words;
  return part;
}
