// Small pictures of the entries. They are painted when they come into view, so that a list showing ten does not replay
// 300 games.

import { picture } from "../canvas/draw.js";
import { framesOf } from "./frames.js";

const THUMB = 52; // px

/** @param {import("./store.js").Entry} entry */
export function thumbnail(entry) {
  const frames = framesOf(entry);
  const scene = frames.scene(entry.kind === "game" ? frames.length - 1 : 0);
  const { rows, cols } = scene.board.grid;
  const ratio = devicePixelRatio || 1;
  const size = Math.max(1, Math.min(12, Math.floor((THUMB * ratio) / Math.max(rows, cols)))) / ratio;
  const canvas = picture(scene, size, ratio);
  canvas.style.width = `${canvas.width / ratio}px`;
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}

/** @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();
const observer = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    waiting.get(target)?.();
  }
});

/**
 * @param {Element} target
 * @param {() => void} work
 */
export function whenSeen(target, work) {
  waiting.set(target, work);
  observer.observe(target);
}
