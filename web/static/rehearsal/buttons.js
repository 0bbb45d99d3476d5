// The buttons beside the table: who plays, pace, faults, phones, panel, tour, a new game.

import { act } from "./connection.js";
import { text, write } from "./texts.js";

const SEEN = "rehearsal-welcome";
const get = (id) => document.getElementById(id);

const DEEDS = {
  seat: ({ player, seat }) => player && { do: "seat", seat, player },
  pace: ({ pace }) => ({ do: "pace", value: Number(pace) }),
  fault: ({ fault }) => ({ do: "fault", id: fault }),
  cheat: ({ cheat }) => ({ do: "cheat", key: cheat }),
  say: ({ say, seat, number }) => ({ do: "say", seat, token: say, number: Number(number) }),
  press: ({ press }) => ({ do: "press", button: press }),
  draw: ({ draw }) => ({ do: "draw", seat: draw }),
  show: ({ show }) => ({ do: "show", seat: show }),
  pour: ({ pour }) => ({ do: "pour", seat: pour }),
};

// `world` returns the newest world.
export function followButtons(world) {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    const deed = button && Object.keys(DEEDS).filter((name) => name in button.dataset).map((name) => DEEDS[name](button.dataset)).find(Boolean);
    if (!deed || !(await act(deed))) return;
    if (deed.do === "draw") write(get("done"), text("drawn"));
    if (deed.do === "pour") write(get("done"), text("poured"));
  });
  get("stand").addEventListener("click", (event) => act({ do: "stand", number: Number(event.currentTarget.dataset.number) }));
  get("straight").addEventListener("click", () => act({ do: "straight" }));
  get("right").addEventListener("click", () => act({ do: "right" }));
  get("cheat-stand").addEventListener("click", (event) => act({ do: "stand", number: Number(event.currentTarget.dataset.number) }));
  get("all-mine").addEventListener("click", () => allPlay(world(), "you"));
  get("all-steady").addEventListener("click", () => allPlay(world(), "steady"));
  get("tour-begin").addEventListener("click", () => act({ do: "tour", on: true }));
  get("lesson-next").addEventListener("click", () => act({ do: "lesson", key: world().lesson?.key ?? "" }));
  for (const go of ["back", "next"]) {
    get(`tour-${go}`).addEventListener("click", (event) => { if (event.currentTarget.getAttribute("aria-disabled") !== "true") act({ do: "tour", go }); });
  }
  get("tour-end").addEventListener("click", () => act({ do: "tour", on: false }));
  welcome();
}

async function allPlay(world, player) {
  for (const seat of world?.seats ?? []) if (seat.player !== player) await act({ do: "seat", seat: seat.name, player });
}

// Explains the page to people who are here for the first time.
function welcome() {
  get("welcome").hidden = seen();
  get("welcome-tour").addEventListener("click", () => { close(); act({ do: "tour", on: true }); });
  get("anew").addEventListener("close", close);
  get("welcome-close").addEventListener("click", close);
}

function close() {
  get("welcome").hidden = true;
  try { localStorage.setItem(SEEN, "yes"); } catch { /* without storage, it is shown again next time */ }
}

function seen() {
  try { return localStorage.getItem(SEEN) === "yes"; } catch { return false; }
}
