// What the companion says, and what people may answer it: ruling, question, phones, panel, faults, tour.

import { draw } from "./chips.js";
import { follow, lines } from "./lists.js";
import { show, text, write } from "./texts.js";

const get = (id) => document.getElementById(id);
const LAST = 6; // lines about what happened

export function showSayings(world) {
  const says = world.says ?? {};
  const titles = new Map(world.seats.map((seat) => [seat.name, seat.title]));
  const title = (seat) => titles.get(seat) ?? seat;
  write(get("title"), world.title ?? "");
  showProgram(world.program);
  write(get("headline"), says.headline ?? "");
  box(get("ruling"), world.cheats?.now?.number && says.ruling?.number === world.cheats.now.number ? null : says.ruling); // the cheat's own is shown with it
  box(get("ask"), asked(says.ask, world.phones ?? {}));
  if (says.ruling) get("stand").dataset.number = says.ruling.number;
  if (says.ask) write(get("ask").querySelector(".who"), text("asks", { seats: says.ask.seats.map(title).join(", ") }));
  told(get("message"), world.message);
  const todo = (says.todo ?? []).filter((due) => due.words !== says.ruling?.remedy && !(says.ask && due.words === says.ask.words));
  show(get("todo-box"), Boolean(todo.length));
  lines(get("todo"), todo.map((due) => (due.seat ? `${title(due.seat)}: ${due.words}` : due.words)));
  show(get("todo-how"), Boolean(says.owed?.length) && world.seats.some((seat) => seat.player === "you"));
  showMood(says.alarm);
  show(get("last-box"), Boolean(says.last?.length));
  lines(get("last"), (says.last ?? []).slice(0, LAST));
  show(get("notes-box"), Boolean(says.notes?.length));
  lines(get("notes"), says.notes ?? []);
  showPhones(world.phones ?? {}, title);
  showPanel(world.panel);
  showFaults(world.faults ?? []);
  showTour(world.tour, world.tours);
  showLesson(world.tour ? null : world.lesson);
  showLinks(world.links ?? []);
  for (const button of document.querySelectorAll("[data-pace]")) button.setAttribute("aria-pressed", String(Number(button.dataset.pace) === world.pace));
}

// A question that a phone on this page asks is said there.
function asked(ask, phones) {
  return ask && ask.seats.length && ask.seats.every((seat) => phones[seat]?.choices.length) ? null : ask;
}

// What makes the whole table more dangerous colours the page, and says so.
function showMood(alarm) {
  const badge = get("mood");
  show(badge, Boolean(alarm));
  badge.className = `mood level-${alarm?.level ?? 0}`;
  write(badge.querySelector("strong"), alarm?.words ?? "");
  write(badge.querySelector("span"), alarm?.more ?? "");
}

function showProgram(program) {
  const badge = get("program");
  badge.className = `badge ${program}`;
  write(badge, badge.dataset[program] ?? "");
}

function box(element, said) {
  show(element, Boolean(said));
  if (!said) return;
  write(element.querySelector(".words"), said.words);
  if (element.querySelector(".remedy")) write(element.querySelector(".remedy"), said.remedy ?? "");
  write(element.querySelector(".by"), said.rule ? text("rule", { rule: said.rule }) : "");
}

function told(element, words) {
  show(element, Boolean(words));
  write(element, words ?? "");
}

function make(tag, inner = "") {
  const element = document.createElement(tag);
  for (const name of inner.split(" ").filter(Boolean)) {
    const [kind, known] = name.split(".");
    element.append(Object.assign(document.createElement(kind), { className: known ?? "" }));
  }
  return element;
}

function makeButton() {
  return Object.assign(document.createElement("button"), { type: "button" });
}

function showPhones(phones, title) {
  follow(get("phones"), Object.entries(phones).map(([seat, said]) => [seat, [seat, said]]), () => make("section", "h2 p.asks div.choices"), (phone, [seat, said]) => {
    phone.className = "box phone";
    show(phone, Boolean(said.choices.length));
    write(phone.querySelector("h2"), text("phone", { seat: title(seat) }));
    write(phone.querySelector(".asks"), said.asks ?? "");
    follow(phone.querySelector(".choices"), said.choices.map((choice) => [choice.token, choice]), makeButton, (button, choice) => {
      button.className = "big";
      Object.assign(button.dataset, { say: choice.token, seat, number: said.number });
      write(button, choice.words.charAt(0).toLocaleUpperCase(document.documentElement.lang) + choice.words.slice(1));
    });
  });
}

function showPanel(panel) {
  show(get("panel"), Boolean(panel));
  if (!panel) return;
  follow(get("lamps"), panel.lamps.map((lamp) => [lamp.id, lamp]), () => make("li", "i.lamp b span"), (item, lamp) => {
    item.className = lamp.state;
    write(item.querySelector("b"), lamp.label);
    write(item.querySelector("span"), [text(lamp.state), lamp.text].filter(Boolean).join(": "));
  });
  told(get("sound"), panel.sound);
  follow(get("buttons"), panel.buttons.map((one) => [one.id, one]), makeButton, (button, one) => {
    button.dataset.press = one.id;
    write(button, one.label);
  });
}

function showFaults(faults) {
  show(get("faults-box"), Boolean(faults.length));
  follow(get("faults"), faults.map((fault) => [fault.id, fault]), makeButton, (button, fault) => {
    button.dataset.fault = fault.id;
    button.setAttribute("aria-pressed", String(Boolean(fault.on)));
    write(button, fault.label);
  });
}

function showTour(tour, has) {
  show(get("tour"), Boolean(tour));
  show(get("tour-begin"), !tour && has !== false);
  show(get("welcome-tour"), has !== false);
  document.body.classList.toggle("touring", Boolean(tour));
  if (!tour) return;
  get("tour-back").setAttribute("aria-disabled", String(!tour.back));
  get("tour-next").setAttribute("aria-disabled", String(!tour.ready));
  show(get("tour-past"), Boolean(tour.past));
  write(get("tour-step"), text("step", tour));
  write(get("tour-caption"), tour.caption);
}

// In a first game: what a chip does, or what a number means, when it is new.
function showLesson(lesson) {
  show(get("lesson"), Boolean(lesson));
  document.body.classList.toggle("taught", Boolean(lesson));
  if (!lesson) return;
  const picture = get("lesson").querySelector(".picture");
  show(picture, Boolean(lesson.chip));
  if (lesson.chip) draw(picture, lesson.chip);
  write(get("lesson-more"), text(lesson.more ? "more" : "new", { count: lesson.more }));
  write(get("lesson-title"), lesson.title);
  follow(get("lesson-words"), lesson.words.map((words, at) => [String(at), words]), () => document.createElement("p"), write);
}

function showLinks(links) {
  const list = get("links");
  const [table] = list.children;
  table.dataset.item = "";
  follow(list, [["", null], ...links.map((link) => [link.href, link])], () => make("li", "a"), (item, link) => {
    if (!link) return;
    const a = item.querySelector("a");
    Object.assign(a, { href: link.href, target: "_blank", rel: "noopener" });
    write(a, link.label);
  });
}
