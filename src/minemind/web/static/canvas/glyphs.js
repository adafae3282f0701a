// What is painted on a tile: flags, mines, ticks, crosses and digits, each centred in its cell.

import { HEX_HEIGHT } from "./geometry.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import("./palette.js").Palette} Palette */

/** @type {(context: Context, size: number, hex: boolean, inset: number) => void} */
export function outline(context, size, hex, inset) {
  const half = size / 2 - inset;
  context.beginPath();
  if (!hex) return void context.roundRect(-half, -half, 2 * half, 2 * half, Math.min(5, size / 7));
  const radius = half * HEX_HEIGHT;
  for (let vertex = 0; vertex < 6; vertex++) {
    const angle = (Math.PI / 3) * vertex - Math.PI / 2;
    context.lineTo(radius * Math.cos(angle), radius * Math.sin(angle));
  }
  context.closePath();
}

/** @type {(context: Context, colour: string | CanvasGradient, edge?: string | null) => void} */
export function fill(context, colour, edge = null) {
  context.fillStyle = colour;
  context.fill();
  if (!edge) return;
  context.strokeStyle = edge;
  context.lineWidth = 1;
  context.stroke();
}

/** @type {(context: Context, text: string, height: number, colour: string) => void} */
export function write(context, text, height, colour) {
  context.font = `700 ${height}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = colour;
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText("0");
  context.fillText(text, 0, (above - below) / 2);
}

/**
 * Small, in a corner where nothing else is written.
 * @type {(context: Context, text: string, size: number, colour: string) => void}
 */
export function corner(context, text, size, colour) {
  context.save();
  context.translate(size * 0.3, -size * 0.28);
  write(context, text, size * 0.34, colour);
  context.restore();
}

/**
 * For cells too small for a number: a dot in its colour.
 * @type {(context: Context, size: number, colour: string) => void}
 */
export function dot(context, size, colour) {
  context.fillStyle = colour;
  context.globalAlpha = 0.55;
  context.fillRect(-size / 4, -size / 4, size / 2, size / 2);
}

/** @type {(context: Context, size: number, colours: Palette, count: string) => void} */
export function flag(context, size, colours, count) {
  const unit = size / 24;
  context.fillStyle = colours.pole;
  context.fillRect(-3.6 * unit, -7.5 * unit, 1.7 * unit, 15 * unit);
  context.fillRect(-6.5 * unit, 6 * unit, 7.5 * unit, 1.8 * unit);
  context.fillStyle = colours.flag;
  context.beginPath();
  context.moveTo(-1.9 * unit, -7.5 * unit);
  context.lineTo(7 * unit, -3.4 * unit);
  context.lineTo(-1.9 * unit, 0.8 * unit);
  context.fill();
  if (count) {
    context.save();
    context.translate(5 * unit, 5 * unit);
    write(context, count, size * 0.38, colours.ink);
    context.restore();
  }
}

/** @type {(context: Context, size: number, colours: Palette) => void} */
export function wrongFlag(context, size, colours) {
  context.globalAlpha = 0.55;
  flag(context, size, colours, "");
  context.globalAlpha = 1;
  cross(context, size, colours.danger, 0.32);
}

/** @type {(context: Context, size: number, colour: string, count: string) => void} */
export function mine(context, size, colour, count) {
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = size * 0.075;
  context.lineCap = "round";
  context.beginPath();
  for (let spike = 0; spike < 4; spike++) {
    const angle = (Math.PI / 4) * spike;
    context.moveTo(-size * 0.34 * Math.cos(angle), -size * 0.34 * Math.sin(angle));
    context.lineTo(size * 0.34 * Math.cos(angle), size * 0.34 * Math.sin(angle));
  }
  context.stroke();
  context.beginPath();
  context.arc(0, 0, size * 0.24, 0, 2 * Math.PI);
  context.fill();
  if (Number(count) > 1) write(context, count, size * 0.34, "#fff");
}

/** @type {(context: Context, size: number, colour: string) => void} */
export function tick(context, size, colour) {
  context.strokeStyle = colour;
  context.lineWidth = size * 0.11;
  context.lineCap = context.lineJoin = "round";
  context.beginPath();
  context.moveTo(-size * 0.2, 0.02 * size);
  context.lineTo(-size * 0.05, size * 0.17);
  context.lineTo(size * 0.22, -size * 0.16);
  context.stroke();
}

/** @type {(context: Context, size: number, colour: string, reach: number) => void} */
export function cross(context, size, colour, reach) {
  context.strokeStyle = colour;
  context.lineWidth = size * 0.11;
  context.lineCap = "round";
  context.beginPath();
  for (const way of [1, -1]) {
    context.moveTo(-size * reach, -size * reach * way);
    context.lineTo(size * reach, size * reach * way);
  }
  context.stroke();
}

/** @type {(context: Context, size: number, colour: string) => void} */
export function spot(context, size, colour) {
  context.globalAlpha = 0.4;
  context.fillStyle = colour;
  context.beginPath();
  context.arc(0, 0, size * 0.07, 0, 2 * Math.PI);
  context.fill();
}
