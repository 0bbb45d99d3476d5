// Clocks count by themselves: the server says how much was left at which time, and what time it is at the table.

let ahead = null; // seconds by which the table's clock is ahead of ours
let next = null;

export function itIs(now) {
  ahead = now - Date.now() / 1000;
  tick();
}

export function tick() {
  clearTimeout(next);
  if (ahead === null) return;
  const now = Date.now() / 1000 + ahead;
  let wait = null;
  for (const clock of document.querySelectorAll("[data-left]")) {
    const passed = Math.max(0, now - Number(clock.dataset.since));
    const left = Math.max(0, Math.ceil(Number(clock.dataset.left)) - Math.floor(passed));
    const text = face(left);
    if (clock.textContent !== text) clock.textContent = text;
    wait = 1 - (passed % 1);
  }
  const ago = document.querySelectorAll("[data-ago]");
  for (const one of ago) {
    const text = since(Math.max(0, now - Number(one.dataset.ago)));
    if (one.textContent !== text) one.textContent = text;
  }
  if (ago.length) wait ??= 1;
  if (wait !== null) next = setTimeout(tick, wait * 1000 + 10);
}

// How long ago something was, in the words of the page's language.
function since(seconds) {
  const said = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  if (seconds < 60) return said.format(-Math.floor(seconds), "second");
  return seconds < 3600 ? said.format(-Math.floor(seconds / 60), "minute") : said.format(-Math.floor(seconds / 3600), "hour");
}

function face(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
