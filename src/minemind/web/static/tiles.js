// Tiles: the pictures of single cells. Each is painted once for every look and size and then copied, so that 10,000 of
// them still scroll smoothly.

import { phrase } from "./catalogue.js";
import { corner, cross, dot, fill, flag, mine, outline, spot, tick, write, wrongFlag } from "./glyphs.js";

const SMALLEST_WITH_TEXT = 9;
const SMALLEST_WITH_PERCENT = 17;

export class Tiles {
  /** @type {Map<string, HTMLCanvasElement>} */
  #pictures = new Map();

  /**
   * @param {import("./geometry.js").Geometry} geometry
   * @param {import("./palette.js").Palette} colours
   * @param {number} ratio device pixels for each of the page's
   */
  constructor({ size, hex, cellHeight }, colours, ratio) {
    this.size = size;
    this.hex = hex;
    this.height = cellHeight;
    this.colours = colours;
    this.ratio = ratio;
  }

  /**
   * Put the tile of this name around a point.
   * @param {CanvasRenderingContext2D} context
   * @param {string} name
   * @param {number} x
   * @param {number} y
   */
  put(context, name, x, y) {
    const tile = this.#pictures.get(name) ?? this.#picture(name);
    this.#pictures.set(name, tile);
    // Whole device pixels: tiles stay sharp, whatever the scroll position.
    context.drawImage(
      tile,
      Math.round((x - this.size / 2) * this.ratio),
      Math.round((y - this.height / 2) * this.ratio),
    );
  }

  /** @param {string} name */
  #picture(name) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(this.size * this.ratio);
    canvas.height = Math.ceil(this.height * this.ratio);
    const context = contextOf(canvas);
    context.scale(this.ratio, this.ratio);
    context.translate(this.size / 2, this.height / 2);
    const [plain, isAsked] = name.endsWith(" ?") ? [name.slice(0, -2), true] : [name, false];
    const [kind, value = "", more = ""] = plain.split(" ");
    this.#ground(context, kind, value);
    this.#content(context, kind, value, more);
    if (isAsked && this.size >= SMALLEST_WITH_TEXT) corner(context, "?", this.size, this.colours.question);
    return canvas;
  }

  /** @type {(context: CanvasRenderingContext2D, kind: string, value: string) => void} */
  #ground(context, kind, value) {
    const { colours, size } = this;
    if (kind === "number" || kind === "free") {
      outline(context, this.size, this.hex, size > 12 ? 0.5 : 0.25);
      return fill(context, colours.open, size > 12 ? colours["open-edge"] : null);
    }
    /** @type {Record<string, string>} */
    const grounds = {
      flag: size < SMALLEST_WITH_TEXT ? colours.flag : colours.hidden,
      mine: size < SMALLEST_WITH_TEXT ? colours.mine : colours.hidden,
      boom: colours.boom,
      safe: colours.safe,
      danger: colours.danger,
      unknown: colours.unknown,
      question: size < SMALLEST_WITH_TEXT ? colours.question : colours.hidden,
    };
    if (kind === "risk") grounds.risk = colours.heat(Number(value) / 100);
    if (kind === "component") grounds.component = colours.components[Number(value)];
    outline(context, this.size, this.hex, size > 12 ? 1 : 0.5);
    fill(context, grounds[kind] ?? colours.hidden);
    if (size <= 12) return;
    // A light from above: the upper part of the tile is a shade lighter, its lower edge a shade darker.
    const light = context.createLinearGradient(0, -size / 2, 0, size / 2);
    light.addColorStop(0, colours["hidden-edge"]);
    // Clear by the same colours: canvas gradients mix what lies under a clear black into grey.
    light.addColorStop(0.45, "#ffffff00");
    light.addColorStop(0.8, "#00000000");
    light.addColorStop(1, colours["hidden-shade"]);
    fill(context, light);
  }

  /** @type {(context: CanvasRenderingContext2D, kind: string, value: string, more: string) => void} */
  #content(context, kind, value, more) {
    const { colours, size } = this;
    const isNumber = kind === "number" && value !== "0";
    const ofNumber = isNumber ? colours.numbers[Math.min(Number(value), 9) - 1] : colours.ink;
    if (size < SMALLEST_WITH_TEXT) return void (isNumber && dot(context, size, ofNumber));
    if (isNumber) write(context, value, size * 0.62, ofNumber);
    if (kind === "flag") flag(context, size, colours, Number(value) > 1 ? value : "");
    if (kind === "wrong") wrongFlag(context, size, colours);
    if (kind === "mine" || kind === "boom")
      mine(context, size, kind === "boom" ? colours["boom-ink"] : colours.mine, value);
    if (kind === "safe") tick(context, size, "#fff");
    if (kind === "danger") cross(context, size, "#fff", 0.2);
    if (kind === "unknown") write(context, "#", size * 0.5, colours.ink);
    if (kind === "question") write(context, "?", size * 0.62, colours.question);
    if (kind === "free") spot(context, size, colours.ink);
    if (size < SMALLEST_WITH_PERCENT) return;
    if (kind === "risk") write(context, value, size * 0.42, colours["heat-ink"]);
    if (kind === "component" && more) write(context, more, size * 0.42, colours.ink);
  }
}

/** @param {HTMLCanvasElement} canvas */
export function contextOf(canvas) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error(phrase("message.no-canvas"));
  return context;
}
