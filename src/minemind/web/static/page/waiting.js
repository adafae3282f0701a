// Waiting: a pause, and work that follows what changes faster than it can be done.

/**
 * @param {number} ms
 * @returns {Promise<void>}
 */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Runs `work` at once; while it runs, any number of further calls make it run once more afterwards. What follows a
 * pen thus always ends with the newest board, and an answer is never starved by the next stroke.
 * @param {() => Promise<void>} work
 */
export function following(work) {
  let busy = false;
  let again = false;
  return async function run() {
    if (busy) return void (again = true);
    busy = true;
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      busy = false;
    }
  };
}

const SOON = 250; // ms: whoever waits longer wants to know that something is done

/**
 * Tell, after a while and with every progress, how far something is.
 * @param {(share: number) => void} tell
 */
export function whileWaiting(tell) {
  let [share, isLate] = [0, false];
  const late = setTimeout(() => {
    isLate = true;
    tell(share);
  }, SOON);
  return {
    progress: (/** @type {number} */ now) => {
      share = Math.min(1, now);
      if (isLate) tell(share);
    },
    end: () => clearTimeout(late),
  };
}
