// The clock of a game: it runs from the first opened cell to the end, and can continue from a stored time.

export class Clock {
  #elapsed = 0;
  /** @type {number | null} */
  #since = null;

  /** @param {number} elapsed ms */
  constructor(elapsed = 0) {
    this.#elapsed = elapsed;
  }

  get time() {
    return this.#elapsed + (this.#since === null ? 0 : performance.now() - this.#since);
  }

  start() {
    this.#since ??= performance.now();
  }

  stop() {
    this.#elapsed = this.time;
    this.#since = null;
  }
}
