// Reads pictures for the tests: each comes as its width and height, four bytes each, and its pixels, four bytes each. The
// answers are JSON, one a line.

import { openSync, readSync } from "node:fs";
import { readPicture } from "../../../src/minemind/web/static/picture/reader.js";

const file = openSync(process.argv[2], "r");

/** @param {number} length */
function bytes(length) {
  const found = new Uint8Array(length);
  let count = 0;
  while (count < length) {
    const more = readSync(file, found, count, length - count, null);
    if (!more) return null;
    count += more;
  }
  return found;
}

for (let head = bytes(8); head; head = bytes(8)) {
  const [width, height] = new Uint32Array(head.buffer);
  const data = bytes(4 * width * height);
  if (data) process.stdout.write(`${JSON.stringify(readPicture({ width, height, data }))}\n`);
}
