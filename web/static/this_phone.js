// What a phone does besides showing the page: it flashes, sounds and vibrates when it is one's turn, reads the state of
// the game aloud, and stays awake where its browser lets it. What is switched on is kept on this phone.

const KEPT = "companion-phone";
const NOTES = [[660, 0], [880, 0.16]]; // hertz, and seconds after which each begins
const FLASH = 1800; // milliseconds
const usual = { sound: true, vibrate: true, awake: false };

let wishes = { ...usual };
let before = null; // what the page said last: "turn", "asked" or ""
let sounds = null;
let lock = null;

export function usePhone() {
  const card = document.getElementById("phone");
  if (!card) return;
  wishes = { ...usual, ...kept() };
  const can = { vibrate: "vibrate" in navigator, awake: "wakeLock" in navigator, speech: "speechSynthesis" in globalThis };
  for (const one of card.querySelectorAll("[data-has]")) one.hidden = !can[one.dataset.has];
  for (const one of card.querySelectorAll("[data-lacks]")) one.hidden = can[one.dataset.lacks];
  for (const one of card.querySelectorAll("[data-phone]")) one.checked = wishes[one.dataset.phone];
  card.addEventListener("change", (event) => { wishes[event.target.dataset.phone] = event.target.checked; keep(); stayAwake(); });
  card.hidden = false;
  const reader = document.getElementById("read-aloud");
  reader.hidden = !can.speech;
  reader.addEventListener("click", read);
  addEventListener("pointerdown", wakeSounds);
  addEventListener("keydown", wakeSounds);
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("shown", look);
  look();
  stayAwake();
}

function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}

function keep() {
  try { localStorage.setItem(KEPT, JSON.stringify(wishes)); } catch { /* it holds for this page */ }
}

// Whoever was not waited for and now is, is told; not by a page that has only just been opened.
function look() {
  const spoken = document.querySelector("#spoken [data-turn]");
  const now = spoken?.dataset.turn ?? "";
  if (before !== null && now && now !== before) call(spoken.dataset.flash);
  before = now;
}

function call(words) {
  const flash = document.getElementById("flash");
  flash.firstElementChild.textContent = words;
  flash.hidden = false;
  setTimeout(() => { flash.hidden = true; }, FLASH);
  if (document.hidden && document.body.dataset.leads !== "yes") return; // another tab of this phone does it
  if (wishes.sound) sound();
  if (wishes.vibrate) navigator.vibrate?.([120, 80, 120]);
}

// Browsers let a page sound only after it was touched.
function wakeSounds() {
  sounds ??= "AudioContext" in globalThis ? new AudioContext() : null;
  sounds?.resume();
}

function sound() {
  if (sounds?.state !== "running") return;
  for (const [pitch, after] of NOTES) {
    const [tone, loud] = [sounds.createOscillator(), sounds.createGain()];
    const at = sounds.currentTime + after;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.25, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
    tone.connect(loud).connect(sounds.destination);
    tone.start(at);
    tone.stop(at + 0.32);
  }
}

function read() {
  const words = document.getElementById("spoken").textContent.replace(/\s+/g, " ").trim();
  speechSynthesis.cancel();
  if (!words) return;
  const said = new SpeechSynthesisUtterance(words);
  said.lang = document.documentElement.lang;
  said.voice = speechSynthesis.getVoices().find((one) => one.lang.startsWith(said.lang)) ?? null;
  speechSynthesis.speak(said);
}

async function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  if (wishes.awake && !document.hidden && !lock) {
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; });
    } catch { lock = null; } // the battery is low, for instance
  } else if (!wishes.awake) lock?.release();
}
