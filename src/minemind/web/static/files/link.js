// Links that carry a whole position in their fragment, which browsers never send to a server: its text, deflated, in
// URL-safe base64. A browser that cannot deflate writes the plain text, which every browser reads.

import { phrase } from "../words/catalogue.js";

const LONGEST = 200_000; // characters of a position
const DEFLATED = "z";
const PLAIN = "t";
const LINK = /^#position=([zt])(.*?)(?:\/review\/(\d+))?$/s;

/**
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function fragmentOf(text) {
  if (!("CompressionStream" in globalThis)) return `#position=${PLAIN}${encodeURIComponent(text)}`;
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  return `#position=${DEFLATED}${toBase64(bytes)}`;
}

/**
 * The move at which a fragment opens the review of its game, or null.
 * @param {string} fragment
 */
export const moveIn = (fragment) => Number(LINK.exec(fragment)?.[3] ?? 0) || null;

/**
 * The text that a fragment carries, or null if it carries none.
 * @param {string} fragment
 * @returns {Promise<string | null>}
 */
export async function textIn(fragment) {
  const [, way, data] = LINK.exec(fragment) ?? [];
  if (!way) return null;
  try {
    if (way === PLAIN) return plain(data);
    const bytes = await through(new DecompressionStream("deflate-raw"), fromBase64(data));
    return new TextDecoder().decode(bytes);
  } catch (error) {
    throw error instanceof TooLong ? error : new Error(phrase("link.damaged"));
  }
}

/** @param {string} data */
function plain(data) {
  const text = decodeURIComponent(data);
  if (text.length > LONGEST) throw new TooLong();
  return text;
}

class TooLong extends Error {
  constructor() {
    super(phrase("link.too-long"));
  }
}

/**
 * @param {CompressionStream | DecompressionStream} stream
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {}); // the reader below sees the same error
  writer.close().catch(() => {});
  const parts = [];
  let length = 0;
  for (const reader = stream.readable.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LONGEST) throw new TooLong();
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
function fromBase64(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
