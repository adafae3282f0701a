// Values as messages quote them: as Python writes them, so that both give the same messages.

const ESCAPES = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** @type {(letter: string) => boolean} */
export const isPrintable = (letter) => letter === " " || !/[\p{C}\p{Z}]/u.test(letter);

/**
 * A text in quotation marks.
 * @param {string} text
 */
export function quote(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const written = (/** @type {string} */ letter) =>
    letter === mark ? `\\${mark}` : (ESCAPES.get(letter) ?? (isPrintable(letter) ? letter : escaped(letter)));
  return mark + [...text].map(written).join("") + mark;
}

/** @param {string} letter */
function escaped(letter) {
  const code = letter.codePointAt(0) ?? 0;
  const [sign, digits] = code < 2 ** 8 ? ["x", 2] : code < 2 ** 16 ? ["u", 4] : ["U", 8];
  return `\\${sign}${code.toString(16).padStart(Number(digits), "0")}`;
}

/**
 * A floating-point number, as Python's repr writes it.
 * @param {number} value
 */
export function decimal(value) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [digits, power] = value.toExponential().split("e");
    return `${digits}e${power[0]}${power.slice(1).padStart(2, "0")}`;
  }
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

const BITS_IN_A_MESSAGE = 128; // nobody reads a longer number digit by digit

/**
 * A whole number of any size, as a message shows it.
 * @param {number | bigint} value
 */
export function shownWhole(value) {
  const bits = typeof value === "bigint" ? (value < 0n ? -value : value).toString(2).length : 0;
  return bits > BITS_IN_A_MESSAGE ? `an integer of ${bits} bits` : String(value);
}
