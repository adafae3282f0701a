// The compiled engine, and how to call it. Its functions take numbers and lists, which are passed through its memory, and
// return a list of numbers, the reply, which is read in the order in which engine/wasm wrote it.

// How a question ends, in the order of the engine's Status.
const STATUSES = /** @type {const} */ ([
  "answered",
  "contradiction",
  "too hard",
  "out of work",
  "invalid",
  "out of memory",
  "bad file",
]);

/** @typedef {(typeof STATUSES)[number]} Status */
/** @typedef {Int32Array | Uint8Array | number[]} List */
/** @typedef {number | bigint | boolean | List} Argument */

// Why a question has no answer. The caller turns it into a sentence.
export class Refusal extends Error {
  /**
   * @param {Status} status
   * @param {Reply} reply
   */
  constructor(status, reply) {
    super(status === "invalid" ? reply.text() : status);
    this.status = status;
    /** @type {number[]} the numbers that contradict each other */
    this.numbers = status === "contradiction" ? reply.list() : [];
    /** @type {{ states: number, cell: number } | null} the component that cannot be counted */
    this.uncountable = status === "too hard" ? { states: reply.number(), cell: reply.number() } : null;
    /** @type {{ offset: number, what: string } | null} what is wrong with a file, and where */
    this.fault = status === "bad file" ? { offset: reply.number(), what: reply.text() } : null;
  }
}

// The answer to a question, read number by number.
export class Reply {
  #place = 0;

  /** @param {Float64Array} numbers */
  constructor(numbers) {
    this.numbers = numbers;
  }

  number() {
    return this.numbers[this.#place++];
  }

  flag() {
    return this.number() !== 0;
  }

  // A probability or a cell; a negative value means that there is none.
  known() {
    const value = this.number();
    return value < 0 ? null : value;
  }

  // A 64-bit integer.
  whole() {
    return (BigInt(this.number()) << 32n) | BigInt(this.number());
  }

  list() {
    return this.many(() => this.number());
  }

  // The same, as an array of doubles.
  values() {
    const size = this.number();
    this.#place += size;
    return this.numbers.slice(this.#place - size, this.#place);
  }

  // The same, as an array of integers.
  integers() {
    return Int32Array.from(this.values());
  }

  bytes() {
    return Uint8Array.from(this.values());
  }

  text() {
    return new TextDecoder().decode(this.bytes());
  }

  /**
   * As many values as the next number says.
   * @template Value
   * @param {() => Value} read
   * @returns {Value[]}
   */
  many(read) {
    return Array.from({ length: this.number() }, read);
  }
}

// The work between two progress reports, in units of some nanoseconds: `between_reports` in engine/wasm/door.cpp.
const REPORTED = 2 ** 22;
// Progress is also reported after this many questions: an answer may need thousands that each take less work than that.
const SMALL = 64;

export class EngineModule {
  #exports;
  #worked = 0;
  #asked = 0;
  /** @type {(units: number) => void} */
  #onProgress = () => {};

  /** @param {WebAssembly.Module} compiled */
  constructor(compiled) {
    const imports = {
      page: { progress: () => this.#onProgress((this.#worked += REPORTED)) },
      env: { emscripten_notify_memory_growth: () => {} },
      wasi_snapshot_preview1: {
        proc_exit: (/** @type {number} */ code) => {
          throw new Error(`the engine has stopped with ${code}`);
        },
      },
    };
    this.#exports = /** @type {Record<string, any>} */ (new WebAssembly.Instance(compiled, imports).exports);
    this.#exports._initialize();
  }

  // The units of work reported so far, over all questions.
  get worked() {
    return this.#worked;
  }

  /**
   * Be told now and then, while a question is being answered, how much work has been done.
   * @param {(units: number) => void} listener
   */
  set onProgress(listener) {
    this.#onProgress = listener;
  }

  get bytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  /**
   * Call an exported function by its name. A list becomes two arguments: its address and its length.
   * @param {string} name
   * @param {Argument[]} given
   * @returns {Reply}
   */
  ask(name, ...given) {
    /** @type {number[]} */
    const taken = [];
    if (++this.#asked % SMALL === 0) this.#onProgress(this.#worked);
    try {
      const status = STATUSES[this.#exports[name](...given.flatMap((each) => this.#passed(each, taken)))];
      const reply = this.#reply();
      if (status !== "answered") throw new Refusal(status, reply);
      return reply;
    } finally {
      for (const place of taken) this.#exports.give_back(place);
    }
  }

  /**
   * Free the object at an address that an answer gave.
   * @param {"graph" | "analysis" | "prover" | "ending"} kind
   * @param {number} address
   */
  drop(kind, address) {
    this.#exports[`drop_${kind}`](address);
  }

  /**
   * @param {Argument} argument
   * @param {number[]} taken
   */
  #passed(argument, taken) {
    if (typeof argument !== "object") return [argument];
    const list = argument instanceof Uint8Array ? argument : Int32Array.from(argument);
    const place = this.#exports.take(list.byteLength);
    if (place === 0) throw new Refusal("out of memory", new Reply(new Float64Array()));
    taken.push(place);
    const memory = new Uint8Array(this.#exports.memory.buffer, place, list.byteLength);
    memory.set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength));
    return [place, list.length];
  }

  #reply() {
    const { memory, reply_data: data, reply_size: size } = this.#exports;
    return new Reply(new Float64Array(memory.buffer, data(), size()).slice());
  }
}
