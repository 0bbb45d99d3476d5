// A new game: names, and whatever the game lets people choose, in the form that it is offered. Nothing here knows a game.

import { act } from "./connection.js";
import { form, show, text, write } from "./texts.js";

const POOL = "pool"; // several are picked
const get = (id) => document.getElementById(id);
let offer = null; // what was offered when the form was made

// `world` returns the newest world.
export function followSetup(world) {
  get("new").addEventListener("click", () => ask(world()));
  get("welcome-first").addEventListener("click", () => ask(world(), true));
  get("spoken").addEventListener("change", (event) => act({ do: "language", code: event.currentTarget.value }));
  get("anew").querySelector("form").addEventListener("submit", async (event) => {
    if (event.submitter?.value !== "yes") return;
    event.preventDefault();
    const done = await act(offer ? { do: "new", ...chosen() } : { do: "new" });
    if (done) { get("anew").close(); return; }
    write(get("anew-why"), get("why").textContent);
    show(get("anew-why"), true);
  });
}

// Shows in which languages one may go on, and loads the page again when it has another one.
export function showSpoken(world) {
  const said = world.offer;
  show(get("spoken").parentElement, Boolean(said) && said.languages.length > 1);
  if (!said) return;
  if (world.language && world.language !== document.documentElement.lang) { location.reload(); return; }
  if (!get("spoken").options.length) fill(get("spoken"), said.languages, said.language);
}

function ask(world, first = false) {
  offer = world?.offer ?? null;
  show(get("anew-why"), false);
  const box = get("anew-form");
  box.replaceChildren();
  if (offer) make(box, world, first);
  get("anew").showModal();
}

function make(box, world, first) {
  const players = Object.assign(document.createElement("div"), { className: "players" });
  offer.seats.forEach((seat, number) => {
    const player = form("player-form");
    write(player.querySelector("legend"), text("seat", { n: number + 1 }));
    player.querySelector("input").value = seat.name;
    for (const choice of offer.choices) if (choice.each) player.append(field(choice, seat.own[choice.key]));
    players.append(player);
  });
  box.append(players);
  for (const choice of offer.choices) if (!choice.each) box.append(field(choice, choice.value));
  const more = form("more-form");
  const mine = world.seats.findIndex((seat) => seat.player === "you");
  const seats = offer.seats.map((seat, number) => [String(number), seat.name]);
  fill(more.querySelector("select"), [["", text("nobody")], ...seats], first ? "0" : mine < 0 ? "" : String(mine));
  more.querySelector("[name=teach]").checked = first;
  box.append(more);
}

function field(choice, value) {
  const row = form(choice.most ? "number-form" : "choice-form");
  write(row.querySelector("span"), choice.name);
  const input = row.querySelector("select, input");
  input.dataset.choice = choice.key;
  if (choice.most) { Object.assign(input, { min: choice.least, max: choice.most, value }); return row; }
  const several = Array.isArray(value);
  const more = [["lot", text("lot")], ...(choice.pool.length ? [[POOL, text("pool")]] : [])];
  fill(input, [...choice.offered, ...more], several ? POOL : value);
  const pool = choice.pool.length ? poolOf(choice, several ? value : []) : null;
  if (pool) row.append(pool);
  const note = () => {
    write(row.querySelector(".hint"), choice.offered.find(([key]) => key === input.value)?.[2] ?? "");
    if (pool) show(pool, input.value === POOL);
  };
  input.addEventListener("change", note);
  note();
  return row;
}

// What several may be picked of, and how many have been.
function poolOf(choice, picked) {
  const pool = form("pool-form");
  const told = () => write(pool.querySelector("summary"), text("picked", { n: pool.querySelectorAll(":checked").length, picks: choice.picks }));
  for (const [key, name, note] of choice.pool) {
    const one = form("one-form");
    write(one.querySelector("span"), name);
    write(one.querySelector("small"), note ?? "");
    Object.assign(one.querySelector("input"), { value: key, checked: picked.includes(key) });
    pool.querySelector(".pool-of").append(one);
  }
  pool.addEventListener("change", told);
  told();
  return pool;
}

function fill(select, pairs, value) {
  select.replaceChildren(...pairs.map(([key, name]) => Object.assign(document.createElement("option"), { value: key, textContent: name, selected: key === value })));
}

function chosen() {
  const box = get("anew-form");
  const players = [...box.querySelectorAll("fieldset")];
  const names = players.map((player) => player.querySelector("[name=name]").value);
  const value = (input) => (input.value === POOL ? [...input.closest(".field").querySelectorAll(".pool :checked")].map((one) => one.value) : input.value);
  const values = (inside) => Object.fromEntries([...inside].map((input) => [input.dataset.choice, value(input)]));
  const sit = box.querySelector("[name=sit]").value;
  return {
    names,
    own: players.map((player) => values(player.querySelectorAll("[data-choice]"))),
    shared: values([...box.querySelectorAll("[data-choice]")].filter((input) => !input.closest("fieldset"))),
    sit: sit === "" ? "" : names[Number(sit)].trim().replace(/\s+/g, " "),
    teach: box.querySelector("[name=teach]").checked,
  };
}
