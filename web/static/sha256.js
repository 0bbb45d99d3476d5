// SHA-256 (FIPS 180-4). Browsers offer their own to pages of https:// alone, and a device at a table has no certificate.

const K = constants(64, 1 / 3);
const START = constants(8, 1 / 2);

// The first 32 bits of the fractions of the roots of the first primes.
function constants(count, power) {
  const found = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) prime = false;
    if (prime) found.push(((number ** power % 1) * 2 ** 32) | 0);
  }
  return found;
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 8 >> 6) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Int32Array.from(START);
  for (let at = 0; at < padded.length; at += 64) block(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setInt32(at * 4, word));
  return new Uint8Array(digest.buffer);
}

function block(state, view, at) {
  const w = new Int32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const small0 = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const small1 = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = (w[i - 16] + small0 + w[i - 7] + small1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const large1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + large1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const large0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (large0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) | 0; });
}

export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
