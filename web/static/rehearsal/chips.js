// What a chip looks like: a round disc with its number, or with its name in small type. Its back is the same for all.

import { text, write } from "./texts.js";

const GEM = /^gem_(\d)$/;
const TONES = new Set(["black", "brown", "purple", "red", "blue", "green", "gold", "grey"]);
const LARGEST = 21; // hundredths of the disc: the letters of a name
const WIDE = 80; // how much of the disc its longest word may take
const HIGH = 66; // and its lines together
const BREAKS = /[\s-]+/;
const brush = document.createElement("canvas").getContext("2d");
const sizes = new Map();

// `chip` needs kind, name, tone and short, of which only kind and name are always told.
export function draw(element, chip) {
  const disc = element.querySelector(".disc");
  const gem = GEM.exec(chip.kind)?.[1];
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

// How large the letters of a name may be, so that its longest word finds room: hundredths of the disc.
function letters(name) {
  if (!sizes.has(name)) {
    brush.font = `700 100px ${getComputedStyle(document.body).getPropertyValue("--small-type")}`;
    const words = name.split(BREAKS);
    const longest = Math.max(1, ...words.map((word) => brush.measureText(word).width / 100));
    sizes.set(name, Math.min(WIDE / longest, LARGEST, HIGH / Math.min(words.length, 4)).toFixed(2));
  }
  return sizes.get(name);
}
