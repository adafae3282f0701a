// The worker that reads a screenshot: the file comes in, the result goes out. Decoding happens here too, so the page
// never waits. Nothing leaves the browser.

import { readPicture } from "./reader.js";

// A large screen has 8 million pixels, two side by side have 16 million.
const MOST_PIXELS = 16_000_000;

/** @typedef {{ found: import("./reader.js").Found } | { refusal: string }} Told */

/**
 * @param {Blob} file
 * @returns {Promise<Told>}
 */
async function told(file) {
  const pixels = await decoded(file);
  const found = typeof pixels === "string" ? pixels : readPicture(pixels);
  return typeof found === "string" ? { refusal: found } : { found };
}

/**
 * @param {Blob} file
 * @returns {Promise<ImageData | "unreadable" | "too-large">}
 */
async function decoded(file) {
  try {
    const image = await createImageBitmap(file);
    const { width, height } = image;
    if (width * height > MOST_PIXELS) return "too-large";
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    context?.drawImage(image, 0, 0);
    return context?.getImageData(0, 0, width, height) ?? "unreadable";
  } catch {
    return "unreadable";
  }
}

addEventListener("message", async ({ data }) => postMessage(await told(data)));
