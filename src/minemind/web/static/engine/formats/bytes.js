// The bytes of files: as text, as characters, and what they start with. Patterns match bytes as the characters with the
// same codes.

/**
 * Bytes as UTF-8 text, including any byte-order mark; null if they are not UTF-8.
 * @param {Uint8Array} bytes
 */
export function textIn(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const AT_ONCE = 2 ** 14; // arguments per call

/** @type {WeakMap<Uint8Array, string>} cached, because every format looks at the same bytes */
const known = new WeakMap();

/**
 * One character per byte.
 * @param {Uint8Array} bytes
 */
export function signs(bytes) {
  let text = known.get(bytes) ?? "";
  for (let start = text.length; start < bytes.length; start += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(start, start + AT_ONCE));
  known.set(bytes, text);
  return text;
}

/** @param {string} text */
export function bytesOfSigns(text) {
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  return bytes;
}

/** @param {string} text */
export const bytesOf = (text) => new TextEncoder().encode(text);

/**
 * The bytes from the first one that is not blank.
 * @type {(bytes: Uint8Array, blanks?: string) => Uint8Array}
 */
export function unindented(bytes, blanks = " \t\n\r\v\f") {
  const place = bytes.findIndex((byte) => !blanks.includes(String.fromCharCode(byte)));
  return place < 0 ? bytes.subarray(bytes.length) : bytes.subarray(place);
}

const MARK = [0xef, 0xbb, 0xbf];

/** @param {Uint8Array} bytes */
export const withoutMark = (bytes) => (MARK.every((byte, place) => bytes[place] === byte) ? bytes.subarray(3) : bytes);

/** @type {(bytes: Uint8Array, text: string) => boolean} */
export const startsWith = (bytes, text) => [...text].every((sign, place) => bytes[place] === sign.charCodeAt(0));

/**
 * A two-byte whole number, the more significant byte first; missing bytes count as 0.
 * @type {(bytes: Uint8Array, place: number) => number}
 */
export const pairAt = (bytes, place) => {
  const [high, low] = bytes.subarray(place, place + 2);
  return low === undefined ? (high ?? 0) : 256 * high + low;
};

/** @type {(bytes: Uint8Array) => string} */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {(digits: string) => Uint8Array} */
export const bytesOfHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
