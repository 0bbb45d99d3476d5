// What a chip looks like: a gem with its number, or a disc with its name in small type (chips.css has colours and shapes).

import { text, write } from "./texts.js";

const TONES = new Set(["black", "brown", "purple", "red", "blue", "green", "gold", "grey"]);
const LARGEST = 21; // the largest letters of a name, in hundredths of the disc
const WIDE = 82; // the most that the longest word may take of the disc's width, in hundredths
const HIGH = 54; // the same for the height of all lines, below the banner
const BREAKS = /[\s-]+/;
const brush = document.createElement("canvas").getContext("2d");
const sizes = new Map();

// `chip` has `kind` and `name`, and may have `tone` and `short`.
export function draw(element, chip) {
  const disc = element.querySelector(".disc");
  const gem = chip.tone === "gem" ? chip.short : undefined;
  const look = !chip.kind || chip.disc === false ? "back" : gem ? `gem gem-${gem}` : `named tone-${TONES.has(chip.tone) ? chip.tone : "grey"}`;
  if (element.dataset.look === look && element.dataset.name === chip.name) return;
  element.dataset.look = look;
  element.dataset.name = chip.name;
  disc.className = `disc ${look}`;
  write(disc, look === "back" ? "" : gem ?? chip.name);
  disc.style.setProperty("--letters", look.startsWith("named") ? letters(chip.name) : "");
  element.title = named(chip);
}

export function named(chip) {
  return (chip.disc !== false && chip.name) || text("back");
}

// How large the letters of a name may be for its longest word to fit, in hundredths of the disc.
function letters(name) {
  if (!sizes.has(name)) {
    brush.font = `700 100px ${getComputedStyle(document.body).getPropertyValue("--small-type")}`;
    const words = name.split(BREAKS);
    const longest = Math.max(1, ...words.map((word) => brush.measureText(word).width / 100));
    sizes.set(name, Math.min(WIDE / longest, LARGEST, HIGH / Math.min(words.length, 4)).toFixed(2));
  }
  return sizes.get(name);
}
