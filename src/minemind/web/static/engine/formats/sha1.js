// SHA-1, as in FIPS 180-4: the browser's own is asynchronous, and missing on pages without HTTPS. It only unmasks game
// IDs; no security depends on it.

export const SHA1_BYTES = 20;
const BLOCK = 64; // bytes
const LENGTH = 8; // bytes of the length at the end of the last block
const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];

/** @type {(word: number, bits: number) => number} */
const rotated = (word, bits) => (word << bits) | (word >>> (32 - bits));

// The function and the constant of each of the four rounds of twenty steps.
/** @type {{ mix: (b: number, c: number, d: number) => number, constant: number }[]} */
const ROUNDS = [
  { mix: (b, c, d) => (b & c) | (~b & d), constant: 0x5a827999 },
  { mix: (b, c, d) => b ^ c ^ d, constant: 0x6ed9eba1 },
  { mix: (b, c, d) => (b & c) | (b & d) | (c & d), constant: 0x8f1bbcdc },
  { mix: (b, c, d) => b ^ c ^ d, constant: 0xca62c1d6 },
];
const STEPS = 20;

/** @param {Uint8Array} message */
export function sha1(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 1 + LENGTH) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, 8 * message.length); // messages are far shorter than 2^32 bits
  let state = START;
  for (let block = 0; block < padded.length; block += BLOCK) state = stirred(state, view, block);
  const digest = new DataView(new ArrayBuffer(SHA1_BYTES));
  state.forEach((word, place) => digest.setUint32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

/** @type {(state: number[], view: DataView, block: number) => number[]} */
function stirred(state, view, block) {
  const words = new Int32Array(ROUNDS.length * STEPS);
  for (let step = 0; step < words.length; step++)
    words[step] =
      step < 16
        ? view.getInt32(block + 4 * step)
        : rotated(words[step - 3] ^ words[step - 8] ^ words[step - 14] ^ words[step - 16], 1);
  let [a, b, c, d, e] = state;
  words.forEach((word, step) => {
    const { mix, constant } = ROUNDS[Math.floor(step / STEPS)];
    [a, b, c, d, e] = [(rotated(a, 5) + mix(b, c, d) + e + constant + word) | 0, a, rotated(b, 30), c, d];
  });
  return [a, b, c, d, e].map((word, place) => (word + state[place]) | 0);
}
