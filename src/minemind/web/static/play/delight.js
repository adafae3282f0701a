// Effects that make playing pleasant and change nothing: openings that spread, a face that holds its breath, sounds,
// vibration. Sounds are off by default; motion is off if the system or the user says so.

import { button } from "../page/dom.js";
import { isOn } from "../page/settings.js";

const SPREAD = 150; // ms until the farthest cell of an opening is shown
const LEAST = 4; // cells; fewer are opened at once

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const isMoving = () => isOn("motion") && !still.matches;

/**
 * Reveal the cells that were opened together one after the other, by distance from where they were opened.
 * @param {import("../game/game.js").Game} game
 * @param {number} from
 * @param {Int32Array} before the faces as they were
 * @param {(veiled: Set<number> | null) => void} show called with the cells still to be hidden; null at the end
 */
export function spread({ grid, faces }, from, before, show) {
  const opened = [...faces.keys()].filter((index) => faces[index] >= 0 && before[index] < 0);
  if (opened.length < LEAST || !isMoving()) return;
  const [row, col] = grid.cell(from);
  const distances = opened.map((index) => {
    const [r, c] = grid.cell(index);
    return Math.hypot(r - row, c - col);
  });
  const farthest = Math.max(...distances);
  const start = performance.now();
  const step = (/** @type {number} */ now) => {
    const reached = ((now - start) / SPREAD) * farthest;
    if (reached >= farthest) return show(null);
    show(new Set(opened.filter((_, place) => distances[place] > reached)));
    requestAnimationFrame(step);
  };
  step(start);
}

const FACES = { playing: "#i-face", tense: "#i-face-tense", won: "#i-face-won", lost: "#i-face-lost" };

/** @param {keyof typeof FACES} state */
export function showFace(state) {
  const face = button("new-game");
  face.dataset.state = state;
  face.querySelector("use")?.setAttribute("href", FACES[state]);
}

/** @typedef {"open" | "flag" | "won" | "lost"} Event */

/** Tones in Hz, one after the other. */
const TONES = { open: [520], flag: [340], won: [523, 659, 784, 1047], lost: [220, 165, 110] };
const SHAKES = { open: 0, flag: 12, won: [30, 40, 30, 40, 60], lost: [90, 50, 140] };

/** @type {AudioContext | null} */
let audio = null;

/** @param {Event} event */
export function feel(event) {
  if (SHAKES[event] && isOn("vibration")) navigator.vibrate?.(SHAKES[event]);
  if (!isOn("sound")) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume(); // created before the user's first click
  TONES[event].forEach((tone, place) => play(/** @type {AudioContext} */ (audio), tone, place * 0.11));
}

/** @type {(context: AudioContext, tone: number, after: number) => void} */
function play(context, tone, after) {
  const [voice, volume] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + after;
  voice.type = "triangle";
  voice.frequency.value = tone;
  volume.gain.setValueAtTime(0.08, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.12);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + 0.13);
}
