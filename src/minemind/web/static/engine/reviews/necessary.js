// Which part of a risk was necessary: for the review, and for whoever adds up what it says.

/**
 * What had to be risked. Before anything is open, every cell is as good as any other; and a guess that cost nothing had
 * to be made sooner or later, even if something was certain.
 * @param {{ risk: number | null, best: unknown, bestRisk: number, isFree: boolean }} move
 */
export const necessaryRisk = ({ risk, best, bestRisk, isFree }) =>
  !best || isFree ? (risk ?? 0) : Math.min(bestRisk, risk ?? 0);
