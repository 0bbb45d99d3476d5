// One stream for each phone, however many tabs it has open: the tab that was looked at last holds it, and tells the
// others what comes. Where a browser cannot pass messages between tabs, each tab has its own. Web Locks and shared
// workers would do as well, but browsers keep them from pages on plain http, or have none on phones.

const BEAT = 4000; // milliseconds between two signs of life
const SILENT = 9000; // after so long without one the stream is taken over
const SILENT_HIDDEN = 90000; // the same by a tab that nobody looks at: its own timers are slow, and so are others'

// `lead` is called when this tab is to hold the stream, `follow` when another one does, `hear` with what that one tells.
export function oneStream(name, { lead, follow, hear }) {
  if (!("BroadcastChannel" in globalThis)) return { claim: lead, tell() {}, leave() {} };
  const channel = new BroadcastChannel(name);
  const me = String(Math.random());
  let claimed = 0; // when this tab took the stream; 0 while another one has it
  let heard = Date.now();

  function tell(kind, more = {}) {
    if (claimed) channel.postMessage({ ...more, kind, me, at: claimed });
  }

  function claim() {
    claimed = Date.now();
    tell("mine");
    lead();
  }

  function isLater(other) {
    return other.at > claimed || (other.at === claimed && other.me > me);
  }

  channel.onmessage = ({ data }) => {
    heard = Date.now();
    if (data.kind === "who") tell("here");
    else if (data.kind === "left") setTimeout(() => { if (!claimed && Date.now() - heard >= wait) claim(); }, wait);
    else if (claimed && data.kind === "mine" && isLater(data)) { claimed = 0; follow(); }
    else if (!claimed) hear(data);
  };
  const wait = document.hidden ? 1500 : 50 + Math.random() * 200; // who is looked at comes first, and not two at once
  setInterval(() => {
    if (claimed) tell("here");
    else if (Date.now() - heard > (document.hidden ? SILENT_HIDDEN : SILENT)) claim();
  }, BEAT);
  if (document.hidden) { channel.postMessage({ kind: "who", me }); setTimeout(() => { if (!claimed && Date.now() - heard > 900) claim(); }, 1000); }
  return { claim, tell, leave() { tell("left"); claimed = 0; } };
}
