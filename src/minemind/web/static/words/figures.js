// Numbers as people read them, rounded here and nowhere else on the page. The same as words/figures.py; a test holds
// the two equal. Nothing that is possible is rounded to 0 %, and nothing that is uncertain to 100 %.

const DIGITS_IN_FULL = 15; // of a count; a longer one is written as a power of ten

const MOST_DIGITS = 4; // decimals of a percentage: a difference that needs more is negligible

// The doubles next to 0 and to 1.
const LEAST = Number.MIN_VALUE;
const MOST = 1 - 2 ** -53;

export class Figures {
  /**
   * @param {string} decimal the decimal separator
   * @param {string} group the thousands separator
   */
  constructor(decimal, group) {
    this.decimal = decimal;
    this.group = group;
  }

  /**
   * A probability; exactly 0 and 1 mean certainty: `24 %`, `<1 %`, `>99 %`, `0 %`.
   * @param {number} probability
   * @param {number} digits
   */
  percent(probability, digits = 0) {
    const whole = 100 * 10 ** digits;
    const rounded = tenths(probability, digits);
    if (probability > 0 && rounded < 1) return `<${this.fixed(1, digits)} %`;
    if (probability < 1 && rounded >= whole) return `>${this.fixed(whole - 1, digits)} %`;
    return `${this.fixed(rounded, digits)} %`;
  }

  /**
   * A probability of something inherently uncertain, even if rounding has made it 0 or 1.
   * @param {number} probability
   * @param {number} digits
   */
  odds(probability, digits = 0) {
    return this.percent(Math.min(Math.max(probability, LEAST), MOST), digits);
  }

  /**
   * An estimate and its margin: `25 ± 3 %`.
   * @param {number} probability
   * @param {number} margin
   */
  interval(probability, margin, digits = 0) {
    return `${this.odds(probability, digits).replace(/ %$/, "")} ± ${this.odds(margin, digits)}`;
  }

  /**
   * A probability that is known exactly, or estimated: `67 %`, `25 ± 3 %`.
   * @param {{ value: number, margin: number, exact: boolean }} odds
   */
  known({ value, margin, exact }) {
    return exact ? this.percent(value) : this.interval(value, margin);
  }

  /**
   * A difference and its margin, with enough digits to show that the difference is larger, without the percent sign:
   * `0.23 ± 0.19`.
   * @param {number} difference
   * @param {number} margin
   */
  lead(difference, margin) {
    let digits = 1;
    while (digits < MOST_DIGITS && tenths(difference, digits) <= tenths(margin, digits)) ++digits;
    return this.interval(difference, margin, digits).replace(/ %$/, "");
  }

  /**
   * A number given in tenths, hundredths and so on: `23.9` for 239 and one digit.
   * @param {number} value
   * @param {number} digits
   */
  fixed(value, digits) {
    const part = value % 10 ** digits;
    const whole = this.integer((value - part) / 10 ** digits);
    return digits ? `${whole}${this.decimal}${String(part).padStart(digits, "0")}` : whole;
  }

  /**
   * A whole number, its digits in groups of three.
   * @param {number | string} value
   */
  integer(value) {
    return String(value).replaceAll(/\B(?=(\d{3})+$)/g, this.group);
  }

  /**
   * A count of any size, which may be given as its decimal digits: in full, or as a power of ten.
   * @param {number | string} count
   */
  count(count) {
    const digits = String(count);
    if (digits.length <= DIGITS_IN_FULL) return this.integer(digits);
    return `${digits[0]}${this.decimal}${digits.slice(1, 3)} × 10^${this.integer(digits.length - 1)}`;
  }
}

/**
 * A probability rounded to a whole number of percent, or of tenths, hundredths and so on of a percent.
 * @param {number} probability
 * @param {number} digits
 */
function tenths(probability, digits) {
  return Math.floor(probability * (100 * 10 ** digits) + 0.5);
}
