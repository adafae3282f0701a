// Tiles: the pictures of single cells. Each is painted once for each look and size and then copied, so that 10,000 of
// them still scroll smoothly.

import { phrase } from "../words/catalogue.js";
import { corner, cross, dot, fill, flag, mine, outline, spot, tick, write, wrongFlag } from "./glyphs.js";

const SMALLEST_WITH_TEXT = 9;
const SMALLEST_WITH_PERCENT = 17;
const FADED = 0.28;
const STRIP = 16; // equal tiles copied at once

/** @param {import("./palette.js").Palette} colours */
const isDark = ({ theme }) => theme === "dark" || theme === "contrast";

export class Tiles {
  /** @type {Map<string, HTMLCanvasElement>} */
  #pictures = new Map();
  /** @type {Map<string, HTMLCanvasElement>} */
  #strips = new Map();

  /**
   * @param {import("./geometry.js").Geometry} geometry
   * @param {import("./palette.js").Palette} colours
   * @param {number} ratio device pixels per page pixel
   */
  constructor({ size, hex, cellHeight }, colours, ratio) {
    this.size = size;
    this.hex = hex;
    this.height = cellHeight;
    this.colours = colours;
    this.ratio = ratio;
  }

  /**
   * A pen for a canvas whose top left corner is this point of the board. It centres the named tile on a point, aligned
   * to whole device pixels, so that tiles stay sharp at any scroll position. Runs of equal tiles are copied together,
   * the last run when the pen is lifted.
   * @param {CanvasRenderingContext2D} context
   * @param {number} left
   * @param {number} top
   * @param {boolean} isClear whether the canvas is still empty
   */
  on(context, left, top, isClear) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    const { ratio, size } = this;
    const [x0, y0] = [left + size / 2, top + this.height / 2];
    const most = this.hex || !Number.isInteger(size * ratio) ? 1 : STRIP;
    let [last, startX, lastY, count] = ["", 0, 0, 0];
    const lift = () => {
      if (!count) return;
      const [across, down] = [Math.round((startX - x0) * ratio), Math.round((lastY - y0) * ratio)];
      const picture = count > 1 ? this.#strip(last) : this.#tile(last);
      const [width, height] = [count > 1 ? count * size * ratio : picture.width, picture.height];
      if (!isClear) context.clearRect(across, down, width, height);
      context.drawImage(picture, 0, 0, width, height, across, down, width, height);
      count = 0;
    };
    const put = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y) => {
      const isNext = name === last && y === lastY && x === startX + count * size;
      if (!isNext || count === most) lift();
      if (!count) [last, startX, lastY] = [name, x, y];
      count++;
    };
    return { put, lift };
  }

  /** @param {string} name */
  #tile(name) {
    return this.#pictures.get(name) ?? this.#picture(name);
  }

  // A row of equal tiles, as many as are ever copied together.
  #strip(/** @type {string} */ name) {
    const known = this.#strips.get(name);
    if (known) return known;
    const tile = this.#tile(name);
    const strip = document.createElement("canvas");
    [strip.width, strip.height] = [STRIP * tile.width, tile.height];
    const context = contextOf(strip);
    for (let place = 0; place < STRIP; place++) context.drawImage(tile, place * tile.width, 0);
    this.#strips.set(name, strip);
    return strip;
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
    this.#ground(context, kind, value, more);
    this.#content(context, kind, value, more);
    if (isAsked && this.size >= SMALLEST_WITH_TEXT) corner(context, "?", this.size, this.colours.question);
    this.#pictures.set(name, canvas);
    return canvas;
  }

  /** @type {(context: CanvasRenderingContext2D, kind: string, value: string, more: string) => void} */
  #ground(context, kind, value, more) {
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
    const isHeat = kind === "risk" || kind === "outside";
    if (isHeat) grounds[kind] = colours.heat(Number(more), isDark(colours)).ground;
    if (kind === "component") grounds.component = colours.components[Number(value)];
    outline(context, this.size, this.hex, size > 12 ? 1 : 0.5);
    fill(context, kind === "outside" ? colours.hidden : (grounds[kind] ?? colours.hidden));
    if (kind === "outside") {
      context.globalAlpha = FADED;
      fill(context, grounds[kind]);
      context.globalAlpha = 1;
    }
    if (size <= 12) return;
    // Light from above: the upper part of the tile is slightly lighter, its lower edge slightly darker.
    const light = context.createLinearGradient(0, -size / 2, 0, size / 2);
    light.addColorStop(0, colours["hidden-edge"]);
    // Transparent in the same colours: with transparent black, canvas gradients would blend into grey.
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
    if (kind === "risk") write(context, value, size * 0.42, colours.heat(Number(more), isDark(colours)).ink);
    if (kind === "outside" && value !== "-") write(context, value, size * 0.42, colours.ink);
    if (kind === "component" && more) write(context, more, size * 0.42, colours.ink);
  }
}

/** @param {HTMLCanvasElement} canvas */
export function contextOf(canvas) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error(phrase("message.no-canvas"));
  return context;
}
