// Waiting: a pause, work that keeps up with changes faster than itself, and progress.

/**
 * @param {number} ms
 * @returns {Promise<void>}
 */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Run `work` at once; any number of calls while it runs make it run once more afterwards. So work that follows a pen
 * always ends with the newest board, and the next stroke never starves an answer.
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

const SOON = 250; // ms after which progress is shown

/**
 * Report how far something is: first after a short while, and from then on at every progress.
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
